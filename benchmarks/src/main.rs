//! Generated code against kernels written by hand and against other crates: one table, printed by
//! `cargo run --release -p benchmarks`. `--help` lists the options.

mod check;
mod contender;
mod floors;
mod growth;
mod json;
mod machine;
mod math;
mod measure;
mod options;
mod peers;
mod scratch;
mod table;
mod timing;
mod workloads;

use std::process::ExitCode;

use measure::Row;
use options::Options;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let names: Vec<&str> = workloads::ALL.iter().map(|(name, _)| *name).collect();
    let options = Options::parse(std::env::args().skip(1), &names)?;
    if options.math {
        math::print();
        return Ok(());
    }
    if options.growth {
        println!("{}", growth::table()?);
        return Ok(());
    }
    let rows = rows(&options)?;
    if options.json {
        println!("{}", json::array(&rows));
    } else {
        println!("compiled with {}\n", machine::features());
        println!("{}\n{}", table::main(&rows), table::second(&rows));
    }
    Ok(())
}

/// Checks and times the workloads that are asked for.
fn rows(options: &Options) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (name, set_up) in workloads::ALL {
        if !options.wants(name) {
            continue;
        }
        eprintln!("{name}");
        let mut workload = set_up();
        let wrong = check::disagreements(&mut workload);
        if !wrong.is_empty() {
            return Err(wrong.join("\n"));
        }
        let mut measured = measure::rows(&mut workload);
        if options.build {
            for (row, entry) in measured.iter_mut().zip(&workload.ours) {
                row.build = entry.build(name)?;
            }
        }
        rows.extend(measured);
    }
    Ok(rows)
}
