//! Generated code against kernels written by hand and against other crates: one table, printed by
//! `cargo run --release -p benchmarks`. `--help` lists the options.

mod check;
mod contender;
mod executor;
mod external;
#[allow(
    clippy::needless_range_loop,
    reason = "kernels name rows, columns and lanes by their indices"
)]
mod floors;
mod growth;
mod json;
mod machine;
mod math;
mod measure;
mod network;
mod options;
mod peers;
mod plot;
mod reach;
mod results;
mod scratch;
mod second;
mod table;
mod timing;
mod training;
mod workloads;

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;
use std::thread;

use measure::Row;
use options::Options;
use workloads::Workload;

/// Matrices of a megabyte pass through the stack on their way to the heap, several at once in a
/// dev build.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let worker = thread::Builder::new().stack_size(STACK).spawn(run);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(message))) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}

fn run() -> Result<(), String> {
    let names: Vec<&str> = workloads::ALL.iter().map(|(name, _)| *name).collect();
    let options = Options::parse(std::env::args().skip(1), &names)?;
    if options.math {
        println!("{}", math::table());
        return Ok(());
    }
    if options.reach {
        println!("{}\n{}", reach::dispatch()?, reach::threads()?);
        return Ok(());
    }
    if options.executor {
        println!("{}", executor::table()?);
        return Ok(());
    }
    if options.second {
        println!("{}", second::tables(options.peers)?);
        return Ok(());
    }
    if options.network {
        println!("{}", network::table(options.peers)?);
        return Ok(());
    }
    if options.training {
        println!("{}", training::table(options.peers)?);
        return Ok(());
    }
    if options.growth {
        println!("{}", growth::table()?);
        return Ok(());
    }
    let Measured { rows, tools, about } = measure_all(&options)?;
    if options.json {
        println!("{}", json::array(&rows));
    } else {
        println!("compiled with {}\n", machine::features());
        println!("{}\n{}", table::main(&rows), table::second(&rows));
    }
    let folder = scratch::repository().join("benchmarks");
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    if options.results {
        let tables = results::Tables {
            growth: growth::table()?,
            functions: math::table(),
            dispatch: reach::dispatch()?,
            threads: reach::threads()?,
            executor: executor::table()?,
            second: second::tables(options.peers)?,
            network: network::table(options.peers)?,
            training: training::table(options.peers)?,
        };
        write(
            "RESULTS.md",
            results::markdown(&rows, &tables, &tools, &about),
        )?;
    }
    if options.plot {
        let plot = plot::svg(&rows).map_err(|error| error.to_string())?;
        write("results.svg", plot)?;
    }
    Ok(())
}

/// The figures of all workloads.
struct Measured {
    rows: Vec<Row>,
    /// Tools outside of Rust with their versions.
    tools: BTreeMap<String, String>,
    /// A description of each workload.
    about: Vec<(&'static str, &'static str)>,
}

/// Checks and times the workloads that are asked for.
fn measure_all(options: &Options) -> Result<Measured, String> {
    let mut rows = Vec::new();
    let mut about = Vec::new();
    for &(name, set_up) in workloads::ALL {
        if options.wants(name) {
            eprintln!("{name}");
            let mut workload = set_up();
            rows.extend(rows_of(&mut workload, options)?);
            about.push((name, workload.about));
        }
    }
    let mut tools = BTreeMap::new();
    if options.peers {
        let names: Vec<&str> = about.iter().map(|(name, _)| *name).collect();
        for time in external::run(&names)? {
            for row in rows.iter_mut().filter(|row| row.workload == time.workload) {
                row.peers.push((time.tool.clone(), time.ns));
            }
            tools.insert(time.tool, time.version);
        }
    }
    Ok(Measured { rows, tools, about })
}

/// Checks and times one workload.
fn rows_of(workload: &mut Workload, options: &Options) -> Result<Vec<Row>, String> {
    let wrong = check::disagreements(workload);
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let mut rows = measure::rows(workload);
    if options.build {
        for (row, entry) in rows.iter_mut().zip(&workload.ours) {
            row.build = entry.build(workload.name)?;
        }
    }
    if options.peers {
        external::write_inputs(workload)?;
    }
    Ok(rows)
}
