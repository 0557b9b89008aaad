//! A network from a file, evaluated at run time in single precision, against a runtime for
//! networks: ONNX Runtime, which a script runs on the same network, weights and image.

mod resnet18;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use adgraph::differentiate::reverse;
use adgraph::execute::{Executable, Host, Workspace};
use adgraph::json::nnvm;
use adgraph::{Element, Graph};
use serde_json::Value;

use crate::scratch::repository;
use crate::table;
use crate::timing::{as_f64, median};

use resnet18::{CLASSES, IMAGE, resnet18};

/// How often each is evaluated; the median counts.
const ROUNDS: usize = 21;

/// Sums of hundreds of products in another order, layer upon layer, relative to the largest score.
const TOLERANCE: f32 = 1e-4;

/// Multiplications and additions of one image.
const WORK: f64 = 3.64e9;

/// The text that goes with the table.
pub(crate) const ABOUT: &str = "\
    ResNet-18 for images of 224 by 224, read from a file of MXNet and evaluated by the executor in \
    `f32`, weights and image at random, one image at a time; its gradient by all weights is that \
    of the sum of the scores. Median of 21 evaluations; the scores of both are compared first. \
    The executor uses one thread.";

/// A network with its inputs.
struct Evaluation {
    executable: Executable,
    workspace: Workspace,
    inputs: Vec<Vec<f32>>,
}

impl Evaluation {
    fn new(graph: &Graph) -> Result<Self, Box<dyn Error>> {
        let executable = Executable::new(graph)?;
        let inputs = graph.inputs().iter().zip(graph.input_types());
        let inputs = inputs.map(|(input, ty)| numbers(&input.name, &ty.shape.extents()));
        Ok(Self {
            workspace: executable.workspace()?,
            inputs: inputs.collect(),
            executable,
        })
    }

    /// The median time of an evaluation in nanoseconds.
    fn time(&mut self) -> Result<f64, Box<dyn Error>> {
        let mut times = Vec::with_capacity(ROUNDS);
        for _ in 0..=ROUNDS {
            let start = std::time::Instant::now();
            let inputs = black_box(&self.inputs);
            self.executable
                .run(&mut Host::new(), &mut self.workspace, inputs)?;
            times.push(start.elapsed().as_secs_f64() * 1e9);
        }
        // The first one meets cold memory.
        Ok(median(&mut times[1..]))
    }

    fn scores(&self) -> Vec<f32> {
        match self.workspace.output(0) {
            Some(adgraph::execute::Values::F32(scores)) => scores.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// The table; with `peers`, against the other runtime.
pub(crate) fn table(peers: bool) -> Result<String, String> {
    rows(peers)
        .map(|rows| table::render(&rows))
        .map_err(|error| error.to_string())
}

fn rows(peers: bool) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let document = resnet18();
    let shapes = BTreeMap::from([("data".to_owned(), IMAGE.to_vec())]);
    let graph = document.infer(&shapes)?.to_graph(Element::F32)?;
    let mut value = Evaluation::new(&graph)?;
    let ns = value.time()?;
    let header = ["", "threads", "ms", "GFLOP/s", "ours over it"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let mut row = |name: String, threads: String, time: f64, work: f64| {
        let (ms, speed, ratio) = (time / 1e6, work / time, ns / time);
        let figures = [
            format!("{ms:.1}"),
            format!("{speed:.0}"),
            format!("{ratio:.2}"),
        ];
        rows.push([&[name, threads], &figures[..]].concat());
    };
    row("value".to_owned(), "1".to_owned(), ns, WORK);
    let weights: Vec<usize> = (0..graph.inputs().len())
        .filter(|&i| is_weight(&graph, i))
        .collect();
    let mut gradient = Evaluation::new(&reverse(&graph, &weights)?)?;
    if let Some(seed) = gradient.inputs.last_mut() {
        seed.fill(1.0);
    }
    row(
        "value and gradient".to_owned(),
        "1".to_owned(),
        gradient.time()?,
        3.0 * WORK,
    );
    if peers {
        write_inputs(&document, &graph, &value)?;
        for entry in run_peer()? {
            let Some(scores) = entry["scores"].as_str() else {
                eprintln!("the other runtime was skipped: {}", entry["skipped"]);
                continue;
            };
            compare(&value.scores(), &read(scores)?)?;
            let name = format!("ONNX Runtime {}", entry["version"].as_str().unwrap_or("?"));
            let time = entry["ns"].as_f64().ok_or("a time that is no number")?;
            row(name, entry["threads"].to_string(), time, WORK);
        }
    }
    Ok(rows)
}

/// Whether an input is learned: neither the image nor a statistic measured on it.
fn is_weight(graph: &Graph, input: usize) -> bool {
    let name = &graph.inputs()[input].name;
    !name.starts_with("data") && !name.contains("_moving_")
}

/// Numbers that keep what runs through the network of about one size.
fn numbers(name: &str, extents: &[usize]) -> Vec<f32> {
    let size = extents.iter().product::<usize>();
    let fan = extents.iter().skip(1).product::<usize>().max(1);
    let scale = (6.0 / as_f64(fan)).sqrt();
    let mut state = name.bytes().fold(0x9e37_79b9_u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        as_f64((state >> 40) as usize) / as_f64(1 << 24)
    };
    let numbers = (0..size).map(|_| match name.rsplit('_').next() {
        Some("gamma" | "var") => 0.5 + next(),
        Some("data") => next(),
        Some("weight") => scale * (next() - 0.5),
        _ => 0.1 * (next() - 0.5),
    });
    numbers.map(|x| x as f32).collect()
}

/// Writes the network and its inputs where the script reads them.
fn write_inputs(
    document: &nnvm::Document,
    graph: &Graph,
    value: &Evaluation,
) -> Result<(), Box<dyn Error>> {
    let folder = folder();
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("symbol.json"), document.to_string()?)?;
    let mut shapes = BTreeMap::new();
    for ((input, ty), numbers) in graph
        .inputs()
        .iter()
        .zip(graph.input_types())
        .zip(&value.inputs)
    {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        fs::write(folder.join(format!("{}.f32", input.name)), bytes)?;
        shapes.insert(input.name.clone(), ty.shape.extents());
    }
    fs::write(folder.join("shapes.json"), serde_json::to_string(&shapes)?)?;
    Ok(())
}

/// Runs the script, which prints an entry for each number of threads.
fn run_peer() -> Result<Vec<Value>, Box<dyn Error>> {
    let output = Command::new("python3")
        .arg(repository().join("benchmarks/peers/network.py"))
        .arg(folder())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("the script of the other runtime failed".into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn compare(ours: &[f32], theirs: &[f32]) -> Result<(), Box<dyn Error>> {
    let largest = ours.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
    let pairs = ours.iter().zip(theirs);
    let error = pairs.fold(0.0_f32, |error, (x, y)| error.max((x - y).abs()));
    let close = ours.len() == CLASSES && theirs.len() == CLASSES && error <= TOLERANCE * largest;
    match close {
        true => Ok(()),
        false => Err(format!("the scores differ by {error:.1e} of {largest:.1e}").into()),
    }
}

fn read(path: &str) -> Result<Vec<f32>, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let (numbers, _) = bytes.as_chunks::<4>();
    Ok(numbers
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect())
}

fn folder() -> PathBuf {
    repository().join("target/benchmarks/peers/network")
}
