//! `adgraph bench`: how long the value and the gradient take.

use crate::arguments::{SourceArguments, Values};
use crate::failure::{Failure, Result};
use crate::function::Function;
use crate::inputs::Given;
use crate::output::{self, counted};
use crate::source::Source;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The measurements.
#[derive(Serialize)]
struct Report {
    file: String,
    nodes: usize,
    variables: usize,
    results: usize,
    instructions: usize,
    value_bytes: u64,
    read_seconds: f64,
    value_seconds: f64,
    gradient_seconds: f64,
}

pub(super) fn run(source: &SourceArguments, values: &Values, time: f64, json: bool) -> Result<()> {
    let time = Duration::try_from_secs_f64(time)
        .map_err(|error| Failure::usage(format!("--time: {error}")))?;
    let start = Instant::now();
    let source = Source::read(source)?;
    let given = Given::new(&source, values)?.or_random();
    let function = Function::new(&source, &given)?;
    let read_seconds = start.elapsed().as_secs_f64();
    let mut machine = function.machine()?;
    let value_seconds = median(time, || machine.run())?;
    let (value_bytes, instructions) = machine.size();
    let wrt = function.wrt(None)?;
    let mut derivatives = function.derivatives(&wrt)?;
    let gradient_seconds = median(time, || derivatives.gradient().map(drop))?;
    let report = Report {
        file: source.name.clone(),
        nodes: function.graph.len(),
        variables: derivatives.evaluator.n_in(),
        results: derivatives.evaluator.n_out(),
        instructions,
        value_bytes,
        read_seconds,
        value_seconds,
        gradient_seconds,
    };
    if json {
        return output::json(&report, true);
    }
    output::text(&report.text())
}

impl Report {
    fn text(&self) -> String {
        format!(
            "{}\n{}, {}, {}; {} over {} bytes\n\
             reading   {}\nvalue     {}\ngradient  {}, {:.2} times the value\n",
            self.file,
            counted(self.nodes, "node"),
            counted(self.variables, "variable"),
            counted(self.results, "result"),
            counted(self.instructions, "instruction"),
            self.value_bytes,
            shown(self.read_seconds),
            shown(self.value_seconds),
            shown(self.gradient_seconds),
            self.gradient_seconds / self.value_seconds,
        )
    }
}

/// A time in the unit that suits it.
fn shown(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{:.3} {unit}", seconds * factor)
}

/// The median time of one run. Runs shorter than the clock can tell are timed many at once.
fn median(time: Duration, mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    // The first run makes the graph of a derivative and warms the caches.
    run()?;
    let start = Instant::now();
    run()?;
    let once = start.elapsed().as_secs_f64();
    let at_once = (1e-4 / once.max(1e-9)).ceil().clamp(1.0, 1e5) as u32;
    let mut samples = Vec::new();
    let begin = Instant::now();
    while samples.is_empty() || begin.elapsed() < time {
        let start = Instant::now();
        for _ in 0..at_once {
            run()?;
        }
        samples.push(start.elapsed().as_secs_f64() / f64::from(at_once));
    }
    samples.sort_by(f64::total_cmp);
    Ok(samples[samples.len() / 2])
}
