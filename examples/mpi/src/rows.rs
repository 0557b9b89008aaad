//! The rows: each is made from its number alone, so that any process can make any of them, and no
//! file is needed.

use std::ops::Range;

use crate::{Weights, probability};

/// The parameters that labels are drawn with.
const TRUTH: Weights = [-0.5, 1.5, -2.0, 0.75];

/// Rows of a table.
pub struct Rows {
    /// A one, for the intercept, and three columns.
    pub x: Vec<[f64; 4]>,
    /// 0 or 1.
    pub labels: Vec<f64>,
}

impl Rows {
    /// Those of these numbers.
    pub fn made(numbers: Range<usize>) -> Self {
        let (x, labels) = numbers.map(row).unzip();
        Self { x, labels }
    }
}

/// A row and its label.
fn row(number: usize) -> ([f64; 4], f64) {
    let [a, b, c, chance] = [0, 1, 2, 3].map(|column| uniform(4 * number as u64 + column));
    let x = [1.0, 2.0 * a - 1.0, 2.0 * b - 1.0, 2.0 * c - 1.0];
    let label = chance < probability(x, TRUTH);
    (x, f64::from(u8::from(label)))
}

/// A number of [0, 1) from a counter: SplitMix64 (Steele, Lea and Flood, 2014), whose state after
/// `counter` steps is a product.
fn uniform(counter: u64) -> f64 {
    let mut z = counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 53) as f64
}
