//! The times that an expansion takes, printed where the environment variable `ADGRAPH_TIMINGS` is
//! set.

use std::fmt::Display;
use std::time::Instant;

/// Runs a step of the expansion, and prints its time: what is done, and of what.
pub(crate) fn timed<T>(done: &str, of: impl Display, step: impl FnOnce() -> T) -> T {
    if std::env::var_os("ADGRAPH_TIMINGS").is_none() {
        return step();
    }
    let start = Instant::now();
    let result = step();
    eprintln!("adgraph: {done} {of} in {:?}", start.elapsed());
    result
}
