//! Loops over the first rows of arrays, or the last ones, as many as a number says: the others are
//! neither read nor written, though rows are computed in lanes.
#![allow(missing_docs, reason = "functions of tests")]

use adgraph::graph;

/// The functions for arrays of so many rows.
macro_rules! of_rows {
    ($($name:ident: $rows:literal),*) => {$(
        mod $name {
            use super::*;

            graph! {
                /// A sum over all pairs, each once.
                pub fn pairs(x: &[[f64; 3]; $rows], p: f64) -> f64 {
                    let mut sum = 0.0;
                    for i in 0..$rows {
                        for j in 0..i {
                            let away = x[i] - x[j];
                            sum += sqrt(p + dot(away, away)) - 1.0 / (p + abs(x[i][0] * x[j][1]));
                        }
                    }
                    sum
                }

                /// The same pairs in another order.
                pub fn rising(x: &[[f64; 3]; $rows], p: f64) -> f64 {
                    let mut sum = 0.0;
                    for i in 0..$rows {
                        for j in i + 1..$rows {
                            let away = x[j] - x[i];
                            sum += sqrt(p + dot(away, away)) - 1.0 / (p + abs(x[j][0] * x[i][1]));
                        }
                    }
                    sum
                }

                /// Sums of the last rows of an array, of those in front of each, and of an array that
                /// is longer.
                pub fn ends(x: &[f64; $rows], y: &[f64; $rows + 3], n: usize) -> [f64; 3] {
                    let mut sums = [0.1, 0.2, 0.3];
                    for j in n + 1..$rows {
                        sums[0] += 1.0 / x[j];
                        sums[1] += x[j] / x[j - 1];
                        sums[2] -= y[j + 2] / x[j];
                    }
                    sums
                }

                /// Sums, and terms that are taken off, of some rows in both orders.
                pub fn sums(x: &[f64; $rows], n: usize, w: f64) -> [f64; 3] {
                    let mut up = 0.1;
                    for j in 0..n { up += w / x[j]; }
                    let mut down = 0.2;
                    for j in (0..n).rev() { down += x[j] / w; }
                    let mut both = 0.3;
                    for j in 0..n {
                        both -= sqrt(x[j]);
                        both += 1.0 / x[j];
                    }
                    [up, down, both]
                }

                /// A sum of arrays that is in memory.
                pub fn arrays(x: &[[f64; 40]; $rows], n: usize) -> [f64; 40] {
                    let mut sum = [0.0; 40];
                    for j in 0..n { sum += x[j] / 3.0; }
                    sum
                }

                /// Rows that are written.
                pub fn rows(x: &[[f64; 2]; $rows], n: usize, w: f64) -> [[f64; 2]; $rows] {
                    let mut y = [[0.0; 2]; $rows];
                    for j in 0..n { y[j] = sqrt(x[j]) * w; }
                    y
                }

                /// An element at a position that each row tells.
                pub fn told(x: &[f64; $rows], at: &[usize; $rows], n: usize) -> f64 {
                    let mut sum = 0.0;
                    for j in 0..n { sum += x[at[j]] * x[j]; }
                    sum
                }
            }

            #[test]
            fn pairs_are_added_in_their_order() {
                let x = numbers::<{ 3 * $rows }>();
                let x = std::array::from_fn(|i| [x[3 * i], x[3 * i + 1], x[3 * i + 2]]);
                let p = 0.7;
                let mut sum = 0.0;
                let mut by_x = [[0.0; 3]; $rows];
                let mut by_p = 0.0;
                for i in 0..$rows {
                    for j in 0..i {
                        let away: [f64; 3] = std::array::from_fn(|k| x[i][k] - x[j][k]);
                        let square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
                        let root = (p + square).sqrt();
                        let product: f64 = x[i][0] * x[j][1];
                        let inverse = 1.0 / (p + product.abs());
                        sum += root - inverse;
                        by_p += 0.5 / root + inverse * inverse;
                        for k in 0..3 {
                            by_x[i][k] += away[k] / root;
                            by_x[j][k] -= away[k] / root;
                        }
                        let slope = inverse * inverse * product.signum();
                        by_x[i][0] += slope * x[j][1];
                        by_x[j][1] += slope * x[i][0];
                    }
                }
                assert_eq!(pairs(&x, p).to_bits(), sum.to_bits());
                let other = rising::gradient(&x, p);
                close(&[rising(&x, p), other.0, other.1.p], &[sum, sum, by_p]);
                close(other.1.x.as_flattened(), by_x.as_flattened());
                let (value, gradient) = pairs::gradient(&x, p);
                assert_eq!(value.to_bits(), sum.to_bits());
                close(&[gradient.p], &[by_p]);
                close(gradient.x.as_flattened(), by_x.as_flattened());
            }

            #[test]
            fn some_rows_are_added_in_their_order() {
                for n in 0..=$rows {
                    let mut x = numbers::<$rows>();
                    x[n..].fill(f64::NAN);
                    let w = 1.7;
                    let up = x[..n].iter().fold(0.1, |sum, x| sum + w / x);
                    let down = x[..n].iter().rev().fold(0.2, |sum, x| sum + x / w);
                    let both = x[..n].iter().fold(0.3, |sum, x| sum - x.sqrt() + 1.0 / x);
                    assert_eq!(sums(&x, n, w), [up, down, both], "{n} rows");

                    let seeds = [0.5, -2.0, 0.25];
                    let (_, back) = sums::adjoint(&x, n, w, seeds);
                    let by_x = |x: &f64| {
                        let both = -0.5 / x.sqrt() - 1.0 / (x * x);
                        -seeds[0] * w / (x * x) + seeds[1] / w + seeds[2] * both
                    };
                    let by_x: Vec<f64> = x[..n].iter().map(by_x).collect();
                    close(&back.x[..n], &by_x);
                    assert!(back.x[n..].iter().all(|&x| x == 0.0), "{n} rows");
                    let terms = x[..n].iter().map(|x| seeds[0] / x - seeds[1] * x / (w * w));
                    close(&[back.w], &[terms.sum()]);
                }
            }

            #[test]
            fn last_rows_are_added_in_their_order() {
                for n in 0..$rows + 2 {
                    let mut x = numbers::<$rows>();
                    let mut y = numbers::<{ $rows + 3 }>();
                    x[..n.min($rows)].fill(f64::NAN);
                    y[..n + 1].fill(f64::NAN);
                    let mut expected = [0.1, 0.2, 0.3];
                    let mut by_x = [0.0; $rows];
                    let mut by_y = [0.0; $rows + 3];
                    let seeds = [0.5, -2.0, 0.25];
                    for j in n + 1..$rows {
                        expected[0] += 1.0 / x[j];
                        expected[1] += x[j] / x[j - 1];
                        expected[2] -= y[j + 2] / x[j];
                        let square = x[j] * x[j];
                        by_x[j] -= seeds[0] / square;
                        by_x[j] += seeds[1] / x[j - 1];
                        by_x[j - 1] -= seeds[1] * x[j] / (x[j - 1] * x[j - 1]);
                        by_x[j] += seeds[2] * y[j + 2] / square;
                        by_y[j + 2] -= seeds[2] / x[j];
                    }
                    assert_eq!(ends(&x, &y, n), expected, "from {n}");
                    let (_, back) = ends::adjoint(&x, &y, n, seeds);
                    close(&back.x, &by_x);
                    close(&back.y, &by_y);
                }
            }

            #[test]
            fn some_arrays_are_added_in_their_order() {
                let all = numbers::<{ 40 * $rows }>();
                for n in 0..=$rows {
                    let mut x = [[f64::NAN; 40]; $rows];
                    let mut sum = [0.0; 40];
                    for j in 0..n {
                        for k in 0..40 {
                            x[j][k] = all[40 * j + k];
                            sum[k] += x[j][k] / 3.0;
                        }
                    }
                    assert_eq!(arrays(&x, n), sum, "{n} rows");
                }
            }

            #[test]
            fn some_rows_are_written() {
                let all = numbers::<{ 2 * $rows }>();
                for n in 0..=$rows {
                    let mut x = [[f64::NAN; 2]; $rows];
                    let mut y = [[0.0; 2]; $rows];
                    for j in 0..n {
                        x[j] = [all[2 * j], all[2 * j + 1]];
                        y[j] = x[j].map(|x| x.sqrt() * 1.5);
                    }
                    assert_eq!(rows(&x, n, 1.5), y, "{n} rows");
                    let seeds = [[2.0; 2]; $rows];
                    let (_, back) = rows::adjoint(&x, n, 1.5, seeds);
                    let mut by_x = [[0.0; 2]; $rows];
                    for j in 0..n {
                        by_x[j] = x[j].map(|x| 1.5 / x.sqrt());
                    }
                    close(back.x.as_flattened(), by_x.as_flattened());
                    let by_w: f64 = x[..n].as_flattened().iter().map(|x| 2.0 * x.sqrt()).sum();
                    close(&[back.w], &[by_w]);
                }
            }

            #[test]
            fn other_rows_do_not_fail() {
                let x = numbers::<$rows>();
                for n in 0..=$rows {
                    let at = std::array::from_fn(|j| if j < n { $rows - 1 - j } else { 1_000 });
                    let terms = (0..n).map(|j| x[at[j]] * x[j]);
                    let sum = terms.fold(0.0, |sum, term| sum + term);
                    assert_eq!(told(&x, &at, n).to_bits(), sum.to_bits(), "{n} rows");
                }
            }
        }
    )*};
}

of_rows!(eight: 8, nine: 9, fifteen: 15, sixteen: 16, twenty_one: 21);

/// Positive numbers of no particular kind.
fn numbers<const N: usize>() -> [f64; N] {
    let mut state = 1_u32;
    std::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        0.25 + f64::from(state >> 8) / f64::from(1 << 24)
    })
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(
            error <= 1e-12 * expected.abs().max(1.0),
            "{found} is not {expected}"
        );
    }
}
