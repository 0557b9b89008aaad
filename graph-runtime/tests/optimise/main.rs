//! Optimisers: against PyTorch, Optax and SciPy, at edges, and through stops and continuations.

mod edges;
mod minima;
mod problem;
mod recorded;

mod saved;
mod schedules;

use test_support::Value;

/// What `record.py` has written.
fn record() -> Value {
    serde_json::from_str(include_str!("recorded.json")).expect("the record")
}
