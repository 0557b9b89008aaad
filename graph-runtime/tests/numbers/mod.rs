//! Numbers without a pattern for tests: those of the library's own generator.

use graph_runtime::check::Random;

/// So many in -1 to 1.
pub(crate) fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.between(-1.0, 1.0)).collect()
}
