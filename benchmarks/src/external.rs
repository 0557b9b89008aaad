//! Tools outside of Rust: scripts in `benchmarks/peers` that read the inputs of the workloads from
//! files, and whose results are compared before their times are printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::check::difference;
use crate::scratch::repository;
use crate::workloads::Workload;

/// A tool's time for a workload.
pub(crate) struct Time {
    pub(crate) tool: String,
    pub(crate) version: String,
    pub(crate) workload: String,
    pub(crate) ns: f64,
}

/// Tools compute matrix products and elementary functions of their own, in orders of their own.
const TOLERANCE: f64 = 1e-9;

/// Writes a workload's inputs, and the floor's derivative to compare with, where the scripts read.
pub(crate) fn write_inputs(workload: &mut Workload) -> Result<(), String> {
    let expected = workload.floor.gradient.result();
    write_case(workload.name, &workload.inputs, &expected)
}

/// Writes inputs by their names, and the expected values for them.
pub(crate) fn write_case(
    name: &str,
    inputs: &[(impl AsRef<str>, Vec<f64>)],
    expected: &[f64],
) -> Result<(), String> {
    let folder = folder().join(name);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for (name, numbers) in inputs {
        let file = format!("{}.f64", name.as_ref());
        write(&folder.join(file), numbers)?;
    }
    write(&folder.join("expected.f64"), expected)
}

/// Runs the scripts on workloads whose inputs are written. What a tool cannot do is said on the
/// standard error stream.
pub(crate) fn run(workloads: &[&str]) -> Result<Vec<Time>, String> {
    let output = Command::new("python3")
        .arg(repository().join("benchmarks/peers/run.py"))
        .arg(folder())
        .args(workloads)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("python3: {error}"))?;
    if !output.status.success() {
        return Err("the scripts of other tools failed".to_owned());
    }
    let entries: Vec<Value> = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("what the scripts printed is no JSON: {error}"))?;
    let mut times = Vec::new();
    for entry in &entries {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        if let Some(reason) = entry["skipped"].as_str() {
            eprintln!("{} skipped: {reason}", text("tool"));
            continue;
        }
        let (tool, workload) = (text("tool"), text("workload"));
        let found = read(Path::new(&text("result")))?;
        let expected = read(&folder().join(&workload).join("expected.f64"))?;
        let error = difference(&found, &expected);
        let close = error <= TOLERANCE;
        if !close {
            return Err(format!(
                "{workload}: the derivative of {tool} differs by {error:.1e} from the floor's"
            ));
        }
        let ns = entry["ns"].as_f64().ok_or("a time that is no number")?;
        times.push(Time {
            version: text("version"),
            tool,
            workload,
            ns,
        });
    }
    Ok(times)
}

/// Where scripts find their inputs and keep their build products.
fn folder() -> PathBuf {
    repository().join("target/benchmarks/peers")
}

/// Writes numbers as raw little-endian bytes.
fn write(path: &Path, numbers: &[f64]) -> Result<(), String> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// The inverse of `write`.
fn read(path: &Path) -> Result<Vec<f64>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (numbers, _) = bytes.as_chunks::<8>();
    Ok(numbers
        .iter()
        .map(|&bytes| f64::from_le_bytes(bytes))
        .collect())
}
