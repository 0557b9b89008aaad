//! Loops whose rows have integers: labels, positions in a table, and the number of the row. Rows are
//! computed in lanes, where integers have no vector.

use adgraph::graph;

graph! {
    /// Numbers by their labels, and by their positions.
    pub fn labelled<const N: usize>(x: &[f64; N], label: &[usize; N], w: &[f64; 5]) -> f64 {
        let mut cost = 0.0;
        for i in 0..N {
            let term = w[label[i]] * sin(x[i]);
            if label[i] % 2 == 0 { cost += term } else { cost -= x[i] * term }
            if i % 3 == 1 { cost += x[i] * i as f64 }
        }
        cost
    }
    pub fn labelled_5(x: &[f64; 5], label: &[usize; 5], w: &[f64; 5]) -> f64 {
        labelled(x, label, w)
    }
    pub fn labelled_75(x: &[f64; 75], label: &[usize; 75], w: &[f64; 5]) -> f64 {
        labelled(x, label, w)
    }

    /// All pairs once, those of one label in another way, and the mean of what counts.
    pub fn pairs<const N: usize>(x: &[f64; N], label: &[usize; N], w: &[f64; 5]) -> f64 {
        let mut cost = 0.0;
        let mut count = 0;
        for i in 0..N {
            for j in 0..N {
                let d = x[i] - x[j];
                if j > i {
                    if label[i] == label[j] { cost += d * d } else { cost += exp(-d * d) * w[1] }
                    count += 1;
                }
            }
        }
        cost / (count as f64 + 1.0)
    }
    pub fn pairs_5(x: &[f64; 5], label: &[usize; 5], w: &[f64; 5]) -> f64 { pairs(x, label, w) }
    pub fn pairs_75(x: &[f64; 75], label: &[usize; 75], w: &[f64; 5]) -> f64 { pairs(x, label, w) }

    /// A position that is out of range in rows that do not read it.
    pub fn beyond<const N: usize>(x: &[f64; N], label: &[usize; N], w: &[f64; 5]) -> f64 {
        sum(map(|v, k| if k < 3 { w[k + 2] * v } else { v }, x, label))
    }
    pub fn beyond_5(x: &[f64; 5], label: &[usize; 5], w: &[f64; 5]) -> f64 { beyond(x, label, w) }
    pub fn beyond_75(x: &[f64; 75], label: &[usize; 75], w: &[f64; 5]) -> f64 { beyond(x, label, w) }
}

const W: [f64; 5] = [0.3, -0.7, 1.1, 0.4, -0.2];

fn labels<const N: usize>() -> [usize; N] {
    std::array::from_fn(|i| i * i % 5)
}

/// The functions as Rust says them.
mod plain {
    pub(super) fn labelled(x: &[f64], label: &[usize], w: &[f64]) -> f64 {
        let terms = x.iter().zip(label).enumerate().map(|(i, (x, &label))| {
            let term = w[label] * x.sin();
            let own = if label % 2 == 0 { term } else { -x * term };
            own + if i % 3 == 1 { x * i as f64 } else { 0.0 }
        });
        terms.sum()
    }

    pub(super) fn pairs(x: &[f64], label: &[usize], w: &[f64]) -> f64 {
        let (mut cost, mut count) = (0.0, 0);
        for i in 0..x.len() {
            for j in i + 1..x.len() {
                let square = (x[i] - x[j]).powi(2);
                cost += if label[i] == label[j] {
                    square
                } else {
                    (-square).exp() * w[1]
                };
                count += 1;
            }
        }
        cost / f64::from(count + 1)
    }

    pub(super) fn beyond(x: &[f64], label: &[usize], w: &[f64]) -> f64 {
        let terms = x.iter().zip(label);
        terms
            .map(|(x, &k)| if k < 3 { w[k + 2] * x } else { *x })
            .sum()
    }
}

macro_rules! of_length {
    ($n:literal: $($any:ident $known:ident),*) => {{
        let (x, label) = (crate::common::numbers::<$n>(), labels::<$n>());
        $(
            same! { $any $known: &x, &label, &W; }
            let (value, d) = $any::gradient(&x, &label, &W);
            let (_, known) = $known::gradient(&x, &label, &W);
            assert_eq!(d.x, known.x, stringify!($known));
            // A loop that is unrolled adds terms at computed positions in another order.
            for (found, expected) in d.w.iter().zip(known.w) {
                assert!((found - expected).abs() < 1e-13 * (1.0 + expected.abs()));
            }
            let expected = plain::$any(&x, &label, &W);
            assert!((value - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{value} {expected}");
            let found = [&d.x[..], &d.w].concat();
            let at = [&x[..], &W].concat();
            let value = |at: &[f64]| plain::$any(&at[..$n], &label, &at[$n..]);
            for (i, found) in found.iter().enumerate() {
                let slope = crate::common::slope(value, &at, i);
                let error = (found - slope).abs();
                assert!(error < 1e-6 * (1.0 + slope.abs()), "{i}: {found} {slope}");
            }
        )*
    }};
}

#[test]
fn rows_with_integers() {
    of_length!(5: labelled labelled_5, pairs pairs_5, beyond beyond_5);
    of_length!(75: labelled labelled_75, pairs pairs_75, beyond beyond_75);
}

/// A position that is out of range in a row that reads it is refused, in a whole block of rows and
/// behind the last one.
#[test]
fn positions_are_checked_in_each_lane() {
    for wrong in [3, 20] {
        let (x, mut label) = (crate::common::numbers::<21>(), labels::<21>());
        label[wrong] = 5;
        let panic = std::panic::catch_unwind(|| labelled(&x, &label, &W)).unwrap_err();
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(
            message.contains("the len is 5 but the index is 5"),
            "{message}"
        );
    }
}
