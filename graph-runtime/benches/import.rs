//! Time and memory of the first gradient of a recording that is read from a text, stage by stage.
//! Run with `cargo bench -p graph-runtime --bench import`; a number after `--` is that of its
//! operators.

#[path = "../tests/recording/mod.rs"]
mod recording;

use std::time::Instant;

use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, PIPELINE};
use graph_runtime::json::cppad;

const VARIABLES: usize = 500;

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let text = recording::recording(VARIABLES, numbers.next().unwrap_or(100_000));
    let x = |i: usize| 0.1 + (i % 97) as f64 / 97.0;
    let x: Vec<f64> = (0..VARIABLES).map(x).collect();
    println!(
        "{:>20} {:>8} {:>8} {:>8} {:>12}",
        "", "ms", "MB", "MB kept", "allocations"
    );
    let graph = stage("reading", || cppad::from_str(&text).expect("a document"));
    let mut function = stage("evaluator", || Evaluator::new(&graph).expect("a function"));
    stage("first gradient", || function.gradient(&x).is_ok());
    stage("second gradient", || function.gradient(&x).is_ok());
    drop(function);
    println!("the stages of the first gradient:");
    let wrt = graph_autodiff::differentiable_inputs(&graph);
    let derivative = stage("adjoint", || {
        graph_autodiff::reverse(&graph, &wrt).expect("a differentiable graph")
    });
    let prepared = stage("preparation", || {
        PIPELINE.prepare(&derivative).expect("a graph")
    });
    stage("schedule", || {
        PIPELINE.schedule(&prepared).expect("a program")
    });
    stage("all but the adjoint", || {
        Executable::new(&derivative).expect("an executable")
    });
    println!(
        "{} nodes, with the adjoint {}",
        graph.len(),
        derivative.len()
    );
}

/// Prints what a stage takes.
fn stage<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let start = Instant::now();
    let counted = allocation_counter::measure(|| result = Some(work()));
    let megabytes = |bytes: f64| bytes / 1e6;
    println!(
        "{name:>20} {:>8.1} {:>8.1} {:>8.1} {:>12}",
        start.elapsed().as_secs_f64() * 1e3,
        megabytes(counted.bytes_max as f64),
        megabytes(counted.bytes_current as f64),
        counted.count_total,
    );
    result.expect("it is measured once")
}
