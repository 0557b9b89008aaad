//! The kernels of factors and triangular systems against their definitions written out: equal bits
//! for all extents, and factors that multiply to the matrix.

use graph_math::kernels::{BLOCKED_FROM, factor, factor_adjoint, substitute};
use graph_math::lanes;
use graph_math::math::Float;
use graph_math::matrix::{FactorAdjoint, Factorization, Matrix, Substitution};

/// Numbers between -1 and 1 that look random.
fn numbers<T: Float>(seed: u64) -> impl FnMut() -> T {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        T::from_f64((state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    }
}

fn bits<T: Float>(values: &[T]) -> Vec<u64> {
    let bits = |x: &T| {
        if x.is_nan() {
            u64::MAX
        } else {
            x.to_bits_u64()
        }
    };
    values.iter().map(bits).collect()
}

fn subtracted<T: Float>(contract: bool, rest: T, factor: T, other: T) -> T {
    match contract {
        true => lanes::contract(-factor, other, rest),
        false => rest - factor * other,
    }
}

/// The loops that [`Factorization`] states.
fn factored<T: Float>(n: usize, a: &mut [T], contract: bool) {
    let (half, before) = (T::from_f64(0.5), a.to_vec());
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] = before[i * n + j] * half + before[j * n + i] * half;
        }
    }
    for i in 0..n {
        for k in 0..i {
            for j in i..n {
                a[i * n + j] = subtracted(contract, a[i * n + j], a[k * n + i], a[k * n + j]);
            }
        }
        let pivot = a[i * n + i];
        let pivot = if pivot > T::ZERO {
            pivot.sqrt()
        } else {
            T::NAN
        };
        a[i * n + i] = pivot;
        for j in i + 1..n {
            a[i * n + j] /= pivot;
        }
        a[i * n..][..i].fill(T::ZERO);
    }
}

/// A matrix of all signs whose diagonal is large enough, but for one that is too small; the two
/// triangles differ.
fn matrix<T: Float>(n: usize, seed: u64, definite: bool) -> Vec<T> {
    let mut next = numbers::<T>(seed);
    let mut a = vec![T::ZERO; n * n];
    for i in 0..n {
        for j in 0..=i {
            // Some zeros: the signs of differences that vanish must be right.
            let x = next();
            let x = if x > T::from_f64(0.7) { T::ZERO } else { x };
            a[i * n + j] = x;
            a[j * n + i] = x + next() * T::from_f64(0.01);
        }
        a[i * n + i] = T::from_f64(n as f64);
    }
    if !definite && n > 0 {
        a[(n / 2) * (n + 1)] = -T::ONE;
    }
    a
}

fn check_factor<T: Float>(n: usize) {
    for (contract, definite) in [(false, true), (true, true), (false, false)] {
        let matrix = matrix::<T>(n, n as u64 + 1, definite);
        let (mut expected, mut found) = (matrix.clone(), matrix);
        factored(n, &mut expected, contract);
        factor(Factorization {
            extent: n,
            matrix: &mut found,
            contract,
        });
        assert_eq!(bits(&found), bits(&expected), "{n} {contract} {definite}");
    }
}

#[test]
fn factors_have_the_bits_of_plain_loops() {
    for n in (0..40).chain([47, 48, 49, 64, 65, 97, 130]) {
        check_factor::<f64>(n);
        check_factor::<f32>(n);
    }
}

#[test]
fn factors_multiply_to_the_matrix() {
    let n = 150;
    let matrix = matrix::<f64>(n, 5, true);
    let mut u = matrix.clone();
    factor(Factorization {
        extent: n,
        matrix: &mut u,
        contract: false,
    });
    for i in 0..n {
        for j in 0..n {
            let product: f64 = (0..n).map(|k| u[k * n + i] * u[k * n + j]).sum();
            let expected = (matrix[i * n + j] + matrix[j * n + i]) / 2.0;
            let error = (product - expected).abs();
            assert!(error < 1e-13 * n as f64, "{i} {j}: {error:e}");
        }
    }
}

/// The loops that [`Substitution`] states.
fn substituted<T: Float>(
    [n, columns]: [usize; 2],
    a: impl Fn(usize, usize) -> T,
    x: &mut [T],
    from_last: bool,
    contract: bool,
) {
    let order: Vec<usize> = match from_last {
        false => (0..n).collect(),
        true => (0..n).rev().collect(),
    };
    for (step, &i) in order.iter().enumerate() {
        for j in 0..columns {
            for &k in &order[..step] {
                let other = x[k * columns + j];
                x[i * columns + j] = subtracted(contract, x[i * columns + j], a(i, k), other);
            }
            x[i * columns + j] /= a(i, i);
        }
    }
}

fn check_substitution<T: Float>(n: usize, columns: usize) {
    // The triangle that is not read holds NaN.
    let lower = |i: usize, j: usize| j <= i;
    let mut next = numbers::<T>((n * 100 + columns) as u64);
    let right: Vec<T> = (0..n * columns).map(|_| next()).collect();
    for from_last in [false, true] {
        for transposed in [false, true] {
            let mut elements = vec![T::NAN; 3 + n * n];
            let strides = if transposed { [1, n] } else { [n, 1] };
            for i in 0..n {
                for j in 0..n {
                    if lower(i, j) != from_last || i == j {
                        let element = if i == j { T::from_f64(3.0) } else { next() };
                        elements[3 + i * strides[0] + j * strides[1]] = element;
                    }
                }
            }
            for contract in [false, true] {
                let (mut expected, mut found) = (right.clone(), right.clone());
                let at = |i, j| elements[3 + i * strides[0] + j * strides[1]];
                substituted([n, columns], at, &mut expected, from_last, contract);
                substitute(Substitution {
                    extents: [n, columns],
                    matrix: Matrix {
                        elements: &elements,
                        offset: 3,
                        strides: strides.map(usize::cast_signed),
                    },
                    solution: &mut found,
                    from_last,
                    contract,
                });
                let case = format!("{n}x{columns} {from_last} {transposed} {contract}");
                assert_eq!(bits(&found), bits(&expected), "{case}");
            }
        }
    }
}

#[test]
fn substitutions_have_the_bits_of_plain_loops() {
    for n in (0..20).chain([36, 37, 65, 100]) {
        for columns in [0, 1, 2, 7, 8, 9, 16, 17, 33] {
            check_substitution::<f64>(n, columns);
            check_substitution::<f32>(n, columns);
        }
    }
}

/// The symmetric part of `l⁻ᵀ φ(lᵀ l̄) l⁻¹`, by plain loops.
fn formula(n: usize, l: &dyn Fn(usize, usize) -> f64, g: &[f64]) -> Vec<f64> {
    let mut inner = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let terms = (j..n).map(|k| g[k * n + j] * l(k, i)).sum::<f64>();
            inner[i * n + j] = if i == j { terms * 0.5 } else { terms };
        }
    }
    for _ in 0..2 {
        substituted([n, n], |i, k| l(k, i), &mut inner, true, false);
        inner = (0..n * n).map(|at| inner[at % n * n + at / n]).collect();
    }
    let transposed = |at: usize| inner[at % n * n + at / n];
    (0..n * n)
        .map(|at| 0.5 * (inner[at] + transposed(at)))
        .collect()
}

#[test]
fn adjoints_of_factors_are_those_of_the_formula() {
    for n in [0, 1, 2, 7, 20, 31, 32, 33, 47, 48, 49, 96, 97, 130] {
        let mut u = matrix::<f64>(n, n as u64 + 3, true);
        factor(Factorization {
            extent: n,
            matrix: &mut u,
            contract: false,
        });
        let mut next = numbers::<f64>(n as u64 + 8);
        let g: Vec<f64> = (0..n * n).map(|_| next()).collect();
        // The factor by its columns and by its rows.
        let mut rows = vec![f64::NAN; n * n];
        for i in 0..n {
            for j in 0..=i {
                rows[i * n + j] = u[j * n + i];
            }
        }
        let l = |i: usize, j: usize| if j <= i { u[j * n + i] } else { 0.0 };
        let expected = formula(n, &l, &g);
        let size = expected.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
        for contract in [false, true] {
            let run = |elements: &[f64], strides: [usize; 2]| {
                // The upper triangle is not read.
                let mut adjoint = g.clone();
                for i in 0..n {
                    adjoint[i * n..][..n][i + 1..].fill(f64::NAN);
                }
                factor_adjoint(FactorAdjoint {
                    extent: n,
                    factor: Matrix {
                        elements,
                        offset: 0,
                        strides: strides.map(usize::cast_signed),
                    },
                    adjoint: &mut adjoint,
                    contract,
                });
                adjoint
            };
            let (by_columns, by_rows) = (run(&u, [1, n]), run(&rows, [n, 1]));
            assert_eq!(bits(&by_columns), bits(&by_rows), "{n}");
            for (found, expected) in by_rows.iter().zip(&expected) {
                let error = (found - expected).abs();
                assert!(error <= 1e-13 * size, "{n}: {found} {expected}");
            }
        }
    }
}

#[test]
fn an_adjoint_of_zeros_is_zero_be_the_factor_singular() {
    for n in [3, BLOCKED_FROM, 60] {
        let mut adjoint = vec![0.0; n * n];
        factor_adjoint(FactorAdjoint {
            extent: n,
            factor: Matrix {
                elements: &vec![f64::NAN; n * n],
                offset: 0,
                strides: [n.cast_signed(), 1],
            },
            adjoint: &mut adjoint,
            contract: false,
        });
        assert_eq!(adjoint, vec![0.0; n * n]);
    }
}
