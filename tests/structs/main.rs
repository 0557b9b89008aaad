//! Structs of a block: each function against the same one over flat arguments, bit for bit.

mod arrays;
mod changed;
mod counters;
mod derivatives;
mod init;
mod patterns;
mod run_time;
mod shared;
mod states;
mod store;
mod training;
mod values;
mod visible;

/// The bits of numbers, which are equal where the numbers are the same, NaN and signed zeros
/// included.
fn bits(numbers: impl IntoIterator<Item = f64>) -> Vec<u64> {
    numbers.into_iter().map(f64::to_bits).collect()
}
