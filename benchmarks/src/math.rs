//! Nanoseconds per call of the elementary functions: this crate's definitions against the standard
//! library's, one number after another as scalar code calls them.

use std::hint::black_box;

use adgraph::math;

use crate::timing::{self, Run, as_f64};

/// Arguments of one pass over a table, few enough to stay in the first cache.
const ARGUMENTS: usize = 256;

/// A function by name, its two definitions, and the interval that its arguments come from.
struct Row {
    name: &'static str,
    ours: Pass,
    std: Pass,
    interval: (f64, f64),
}

/// Applies a function to each argument.
type Pass = fn(&[f64; ARGUMENTS], &mut [f64; ARGUMENTS]);

/// A row of the table; the functions are called directly, so that they can be inlined as in
/// generated code.
macro_rules! row {
    ($name:ident, $interval:expr) => {
        Row {
            name: stringify!($name),
            ours: |x, y| (0..ARGUMENTS).for_each(|i| y[i] = math::$name(x[i])),
            std: |x, y| (0..ARGUMENTS).for_each(|i| y[i] = f64::$name(x[i])),
            interval: $interval,
        }
    };
}

/// Prints the table.
pub(crate) fn print() {
    let rows = [
        row!(sin, (-3.0, 3.0)),
        row!(cos, (-3.0, 3.0)),
        row!(sin, (-100.0, 100.0)),
        row!(tanh, (-3.0, 3.0)),
        row!(exp, (-10.0, 10.0)),
        row!(ln, (0.01, 100.0)),
        row!(sqrt, (0.01, 100.0)),
    ];
    println!(
        "{:<6} {:>16} {:>9} {:>9} {:>6}",
        "", "arguments", "ours, ns", "std, ns", "ratio"
    );
    for Row {
        name,
        ours,
        std,
        interval: (low, high),
    } in rows
    {
        let arguments: [f64; ARGUMENTS] = std::array::from_fn(|i| {
            // A full cycle of residues, so that neighbours take different paths.
            let position = as_f64((i * 97) % ARGUMENTS) / as_f64(ARGUMENTS);
            low + (high - low) * position
        });
        let mut results = [0.0; ARGUMENTS];
        let mut by_std = [0.0; ARGUMENTS];
        let mut run_ours = repeat(ours, &arguments, &mut results);
        let mut run_std = repeat(std, &arguments, &mut by_std);
        let times = timing::interleaved(&mut [&mut run_ours as Run<'_>, &mut run_std]);
        let [ours, std] = [times[0] / as_f64(ARGUMENTS), times[1] / as_f64(ARGUMENTS)];
        println!(
            "{name:<6} {:>16} {ours:>9.2} {std:>9.2} {:>6.2}",
            format!("{low} to {high}"),
            ours / std
        );
    }
}

/// Passes over the arguments, as often as told.
fn repeat<'a>(
    pass: Pass,
    arguments: &'a [f64; ARGUMENTS],
    results: &'a mut [f64; ARGUMENTS],
) -> impl FnMut(usize) + 'a {
    move |calls| {
        for _ in 0..calls {
            pass(black_box(arguments), black_box(results));
        }
    }
}
