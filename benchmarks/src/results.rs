//! `RESULTS.md`: the tables, with the machine and tools that they were taken with.

use std::collections::BTreeMap;
use std::fs;

use crate::measure::Row;
use crate::scratch::repository;
use crate::{executor, machine, network, second, table, training};

/// The crates whose versions matter to the figures.
const CRATES: [&str; 6] = [
    "ad_trait",
    "faer",
    "matrixmultiply",
    "num-dual",
    "reverse",
    "wide",
];

/// Tables that are made on their own.
pub(crate) struct Tables {
    pub(crate) growth: String,
    pub(crate) functions: String,
    pub(crate) dispatch: String,
    pub(crate) threads: String,
    pub(crate) executor: String,
    pub(crate) second: String,
    pub(crate) network: String,
    pub(crate) training: String,
}

/// The file's text.
pub(crate) fn markdown(
    rows: &[Row],
    tables: &Tables,
    tools: &BTreeMap<String, String>,
    about: &[(&str, &str)],
) -> String {
    let mut text = format!(
        "# Results\n\n\
         Written by `RUSTFLAGS=\"-C target-cpu=native\" cargo run --release -p benchmarks -- \
         --results` on {}.\n\n\
         | | |\n|---|---|\n| machine | {} |\n| compiler | {} |\n| compiled with | {} |\n\
         | crates | {} |\n",
        machine::date(),
        machine::processor(),
        machine::compiler(),
        machine::features(),
        versions(),
    );
    if !tools.is_empty() {
        let list: Vec<String> = tools
            .iter()
            .map(|(tool, v)| format!("{tool} {v}"))
            .collect();
        text += &format!("| tools | {} |\n", list.join(", "));
    }
    text += "\n## Time\n\n\
        Medians of 51 windows in which all contenders of a workload take turns; read ratios. \
        *By hand* is a kernel that an expert would write, *ratio* our gradient's time over its; \
        *grad/value* is the price of the gradient in values, ours and then the kernel's. Every \
        result is compared with the kernel's before it is timed. `ba` is a Jacobian. Where \
        another machine shares the core, code that keeps all of its units busy, as products of \
        matrices do, loses more than other code: ratios move by a fifth then.\n\n";
    text += &table::main(rows);
    text += "\n\n## Memory and compilation\n\n\
        Bytes of the gradient; time of the macro, and of `cargo build --release` with dependencies \
        built.\n\n";
    text += &table::second(rows);
    text += "\n## Second order\n\n";
    text += second::ABOUT;
    text += "\n\n";
    text += &tables.second;
    text += "\n## Growth\n\n\
        Rosenbrock's function of n numbers, as array expressions and as a loop.\n\n";
    text += &tables.growth;
    text += "\n## Elementary functions\n\n\
        Nanoseconds a value over a slice of 4096, and the largest distance from the correctly \
        rounded value at 200,000 arguments, in units in the last place: ours in lanes and alone \
        (with the same bits), and others'.\n\n";
    text += &tables.functions;
    text += "\n## Machines and threads\n\n\
        Gradients, with `contract`: compiled for the processor at hand (native); without a target \
        processor but with `dispatch`; and without either.\n\n";
    text += &tables.dispatch;
    text += "\nOne thread and two (feature `rayon`), native; `sum-10^7` is the sum of a squared error \
        over 10^7 points with its derivatives by two parameters.\n\n";
    text += &tables.threads;
    text += "\n## Graphs at run time\n\n";
    text += executor::ABOUT;
    text += "\n\n";
    text += &tables.executor;
    text += "\n## A network\n\n";
    text += network::ABOUT;
    text += "\n\n";
    text += &tables.network;
    text += "\n## Training\n\n";
    text += training::ABOUT;
    text += "\n\n";
    text += &tables.training;
    text += "\n## Workloads\n\n| workload | is |\n|---|---|\n";
    for (name, about) in about {
        text += &format!("| {name} | {about} |\n");
    }
    text
}

/// Names and versions of the crates, as the lockfile has them.
fn versions() -> String {
    let lock = fs::read_to_string(repository().join("Cargo.lock")).unwrap_or_default();
    let version = |name: &str| {
        let head = format!("name = \"{name}\"\nversion = \"");
        let version = lock.split(&head).skip(1).last()?.split('"').next()?;
        Some(format!("{name} {version}"))
    };
    let known = CRATES.iter().filter_map(|name| version(name));
    known.collect::<Vec<_>>().join(", ")
}
