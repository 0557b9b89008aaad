//! The work of a scalar operator, as it is reported to users.
//!
//! Work is counted as literature counts operations: a division is one, as a sum is; a comparison
//! is none. The time of operators, by which code is arranged, is another measure: a division
//! takes the time of eight sums, a comparison that of one.

use super::ScalarOp;

/// The work of a scalar operator: a number of simple operations, or a call of a function.
///
/// Comparisons, choices, rounding and changes of a sign or a few bits count as nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Additions, subtractions, multiplications, divisions, remainders and square roots.
    pub flops: u32,
    /// Functions that are computed by a series or in several steps.
    pub transcendental: u32,
}

/// Tensors of at most this many elements become scalars, if the code does not become too long:
/// a 5x5 matrix does, a 6x6 matrix is a loop.
pub const SCALAR_LIMIT: usize = 32;

impl ScalarOp {
    /// The approximate time for one element, relative to an addition; it decides between computing
    /// a value again and storing it.
    pub(crate) fn time(self) -> u32 {
        match self {
            // An instruction of its own.
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Neg
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::Equal
            | Self::NotEqual
            | Self::And
            | Self::Or
            | Self::Not => 1,
            // Two or three of them.
            Self::Abs
            | Self::Sign
            | Self::Max
            | Self::Min
            | Self::Clamp
            | Self::Square
            | Self::Azmul
            | Self::Relu => 2,
            // Instructions that processors take their time for.
            Self::Div | Self::Rem | Self::Sqrt => 8,
            // Series. An operator without a class of its own counts as one too.
            _ => 20,
        }
    }

    /// The operator's work.
    #[must_use]
    pub fn work(self) -> Work {
        let flops = |flops| Work {
            flops,
            transcendental: 0,
        };
        match self {
            Self::Powi(n) => flops(multiplications(n.unsigned_abs()) + u32::from(n < 0)),
            Self::MulAdd => flops(2),
            _ => match CLASSES
                .iter()
                .find(|(names, _)| names.contains(&self.name()))
            {
                Some((_, count)) => flops(*count),
                None => Work {
                    flops: 0,
                    transcendental: 1,
                },
            },
        }
    }
}

/// The operators that are no functions computed by series, by their flops.
const CLASSES: [(&[&str], u32); 2] = [
    (
        &[
            "neg",
            "abs",
            "sign",
            "max",
            "min",
            "clamp",
            "relu",
            "less",
            "less_equal",
            "greater",
            "greater_equal",
            "equal",
            "not_equal",
            "and",
            "or",
            "not",
            "floor",
            "ceil",
            "round",
            "trunc",
        ],
        0,
    ),
    (
        &[
            "add",
            "sub",
            "mul",
            "div",
            "rem",
            "sqrt",
            "recip",
            "square",
            "azmul",
            "fract",
            "leaky_relu",
        ],
        1,
    ),
];

/// The multiplications of a power by repeated squaring.
fn multiplications(n: u32) -> u32 {
    match n.checked_ilog2() {
        Some(squares) => squares + n.count_ones() - 1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, ScalarOp};
    use alloc::vec::Vec;

    #[test]
    fn simple_operators_are_those_of_the_table_without_a_series() {
        for (names, _) in CLASSES {
            for name in names {
                let op = ScalarOp::all().into_iter().find(|op| op.name() == *name);
                assert!(op.is_some_and(|op| op.work().transcendental == 0), "{name}");
            }
        }
        // Operators that Rust has itself are simple, and none is forgotten.
        for op in ScalarOp::all() {
            let own = !op.rust_text().contains("math::");
            assert!(!own || op.work().transcendental == 0, "{}", op.name());
        }
        let series = ScalarOp::all().into_iter();
        let series: Vec<_> = series.filter(|op| op.work().transcendental > 0).collect();
        let of = |name: &str| series.iter().any(|op| op.name() == name);
        assert!(
            ["exp", "sin", "powf", "cbrt", "hypot", "erf", "sigmoid"]
                .into_iter()
                .all(of)
        );
    }

    #[test]
    fn powers_are_multiplied_by_squaring() {
        let flops = |n| ScalarOp::Powi(n).work().flops;
        assert_eq!(
            [0, 1, 2, 3, 4, 7, 8, -1, -2].map(flops),
            [0, 0, 1, 2, 2, 4, 3, 1, 2]
        );
    }

    #[test]
    fn series_cost_most_and_what_rust_has_signs_for_least() {
        for op in ScalarOp::all() {
            let (cost, text) = (op.time(), op.rust_text());
            if op.work().transcendental > 0 {
                assert_eq!(cost, 20, "{}", op.name());
            }
            if !text.contains("math::") {
                let expected = if text.contains(['/', '%']) { 8 } else { 1 };
                assert_eq!(cost, expected, "{}", op.name());
            }
        }
    }
}
