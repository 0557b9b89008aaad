//! Generated code against kernels written by hand and against other crates.

mod check;
mod contender;
mod floors;
mod math;
mod measure;
mod peers;
mod table;
mod timing;
mod workloads;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--math") {
        math::print();
        return ExitCode::SUCCESS;
    }
    let only: Vec<String> = std::env::args().skip(1).collect();
    let mut rows = Vec::new();
    for (name, set_up) in workloads::ALL {
        if !only.is_empty() && !only.iter().any(|o| o == name) {
            continue;
        }
        let mut workload = set_up();
        let wrong = check::disagreements(&mut workload);
        if !wrong.is_empty() {
            eprintln!("{}", wrong.join("\n"));
            return ExitCode::FAILURE;
        }
        rows.extend(measure::rows(&mut workload));
    }
    println!("{}", table::main(&rows));
    ExitCode::SUCCESS
}
