//! The memory of the first gradient of a recording, from the text on: counted by the allocator of
//! this program.

#[path = "recording/mod.rs"]
mod recording;

use graph_runtime::derivative::Evaluator;
use graph_runtime::json::cppad;

/// The operators of the recording.
const MANY: usize = 100_000;

/// At most so many bytes are in use at any time, the graph that is read included.
const MOST: u64 = 40_000_000;

#[test]
fn the_first_gradient_of_a_large_recording_takes_little_memory() {
    let text = recording::recording(500, MANY);
    let x: Vec<f64> = (0..500).map(|i| 0.1 + f64::from(i % 97) / 97.0).collect();
    let mut norm = 0.0;
    let counted = allocation_counter::measure(|| {
        let graph = cppad::from_str(&text).unwrap();
        let mut function = Evaluator::<f64>::new(&graph).unwrap();
        drop(graph);
        let (_, gradient) = function.gradient(&x).unwrap();
        norm = gradient.iter().map(|d| d.abs()).sum();
    });
    assert!(norm > 0.0, "{norm}");
    assert!(counted.bytes_max <= MOST, "{} bytes", counted.bytes_max);
}
