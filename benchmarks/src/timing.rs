//! Timing of contenders that run in turn: in every round each runs for one window, so that a change
//! of the machine's speed meets all of them, and the median of its windows is the time of each.

use std::time::{Duration, Instant};

/// Something to time: runs as often as it is told to, over and over on the same input.
pub(crate) type Run<'c> = &'c mut dyn FnMut(usize);

/// Windows of each contender: an odd number, so that the median is one of them.
pub(crate) const ROUNDS: usize = 51;

/// A window is at least this long, unless one call already takes longer: the clock's resolution and
/// the call through a pointer vanish in it.
const WINDOW: Duration = Duration::from_micros(250);

/// The median time of one call of each contender, in nanoseconds.
pub(crate) fn interleaved(runs: &mut [Run<'_>]) -> Vec<f64> {
    let calls: Vec<usize> = runs.iter_mut().map(|run| calls_in_window(run)).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); runs.len()];
    for _ in 0..ROUNDS {
        for ((run, &calls), times) in runs.iter_mut().zip(&calls).zip(&mut times) {
            times.push(elapsed(run, calls).as_secs_f64() * 1e9 / as_f64(calls));
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

/// The middle value, which outliers do not move.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Doubles the calls until they fill a window; this warms caches and predictors too.
fn calls_in_window(run: Run<'_>) -> usize {
    let mut calls = 1;
    loop {
        let time = elapsed(run, calls);
        if time >= WINDOW {
            return calls;
        }
        calls *= 2;
    }
}

fn elapsed(run: Run<'_>, calls: usize) -> Duration {
    let start = Instant::now();
    run(calls);
    start.elapsed()
}

/// A count as a float.
#[allow(
    clippy::cast_precision_loss,
    reason = "counts of calls are far below 2^53"
)]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}
