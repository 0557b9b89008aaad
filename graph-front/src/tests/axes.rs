//! Names of dimensions: dimensions by their names, and axes.
//!
//! Programs with axes are compared with the same programs in plain arrays, whose dimensions are
//! exchanged, repeated and summed over by hand: the results have the same bits.

mod example;
mod meeting;
mod messages;
mod names;
mod run_time;

use super::{errors, evaluated, graph, value, values, values_as, with_symbols};

/// Declarations of axes of lengths that are all different, and of one as long as another.
const AXES: &str = "
    const C: Axis = 3; const W: Axis = 4; const H: Axis = 5; const Y: Axis = 2; const N: Axis = 6;
    const H4: Axis = 4;
";

/// So many numbers, none of which is another's.
fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count)
        .map(|n| ((n as f64 + 1.0) * 0.7391 + seed).sin() * 1.3)
        .collect()
}

/// Whether two functions of a block, the second of which has no axes, have the same bits at some
/// arguments.
fn same_bits(with_axes: &str, plain: &str, counts: &[usize]) {
    let arguments = counts.iter().zip(1_u32..);
    let arguments: Vec<Vec<f64>> = arguments
        .map(|(&count, n)| numbers(count, f64::from(n)))
        .collect();
    let arguments: Vec<&[f64]> = arguments.iter().map(Vec::as_slice).collect();
    let bits = |text: &str| -> Vec<Vec<u64>> {
        let results = values(text, &arguments);
        let bits = |result: Vec<f64>| result.into_iter().map(f64::to_bits).collect();
        results.into_iter().map(bits).collect()
    };
    let text = format!("{AXES} {with_axes}");
    assert_eq!(bits(&text), bits(plain), "{with_axes}");
}

/// The one message of a function among axes.
fn refused(text: &str) -> String {
    let mut found = errors(&format!("{AXES} {text}"));
    assert_eq!(found.len(), 1, "{text}\n{found:#?}");
    found.remove(0)
}
