//! Value and gradient of the workloads that are tensor programs, by burn (on ndarray) and candle.
//!
//!     tensors TOOL FOLDER WORKLOAD RESULT
//!
//! reads the arguments as raw little-endian float64 from FOLDER/WORKLOAD, writes value and gradient
//! to RESULT, and prints the nanoseconds of a call; nothing for a workload that it does not know.

mod with_burn;
mod with_candle;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An argument: its shape and its numbers in row-major order.
struct Array {
    shape: Vec<usize>,
    numbers: Vec<f64>,
}

/// Names and shapes of the arguments.
fn arguments(workload: &str) -> Option<&'static [(&'static str, &'static [usize])]> {
    Some(match workload {
        "mlp" => &[
            ("w1", &[32, 16]),
            ("b1", &[32]),
            ("w2", &[32, 32]),
            ("b2", &[32]),
            ("w3", &[32]),
            ("b3", &[1]),
            ("x", &[16]),
            ("target", &[1]),
        ],
        "mlp-b" => &[
            ("w1", &[128, 784]),
            ("b1", &[128]),
            ("w2", &[10, 128]),
            ("b2", &[10]),
            ("images", &[32, 784]),
            ("targets", &[32, 10]),
        ],
        "mm32" => &[("a", &[32, 32]), ("b", &[32, 32])],
        "mm256" => &[("a", &[256, 256]), ("b", &[256, 256])],
        _ => return None,
    })
}

fn read(folder: &Path, name: &str, shape: &[usize]) -> Array {
    let bytes = fs::read(folder.join(format!("{name}.f64"))).expect("an argument's file");
    let (numbers, _) = bytes.as_chunks::<8>();
    Array {
        shape: shape.to_vec(),
        numbers: numbers.iter().map(|&b| f64::from_le_bytes(b)).collect(),
    }
}

/// The median time of a call over 51 windows of at least 0.25 ms.
fn median_ns(call: &mut dyn FnMut()) -> f64 {
    let mut window = |calls: usize| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed().as_secs_f64()
    };
    let mut calls = 1;
    while window(calls) < 2.5e-4 {
        calls *= 2;
    }
    let mut times: Vec<f64> = (0..51)
        .map(|_| window(calls) * 1e9 / calls as f64)
        .collect();
    times.sort_by(f64::total_cmp);
    times[25]
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, tool, folder, workload, result] = &words[..] else {
        panic!("tensors TOOL FOLDER WORKLOAD RESULT");
    };
    let Some(arguments) = arguments(workload) else {
        return;
    };
    let folder = PathBuf::from(folder).join(workload);
    let arrays = arguments
        .iter()
        .map(|(name, shape)| read(&folder, name, shape));
    let arrays: Vec<Array> = arrays.collect();
    let (numbers, ns) = match tool.as_str() {
        "burn" => with_burn::run(workload, &arrays),
        _ => with_candle::run(workload, &arrays),
    };
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(result, bytes).expect("the result's file");
    println!("{ns}");
}
