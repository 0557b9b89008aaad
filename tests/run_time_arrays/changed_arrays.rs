//! Nested loops that change arrays, of which the way back recovers the versions from the last one:
//! factors of matrices, tables, sorting in place.

use adgraph::{Matrix, Rows, graph};

in_both! {
    plain:

    /// A Cholesky factor in three loops, and weights of its diagonal.
    pub fn factored<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut l = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                l[i][j] = (-(x[i] - x[j]) * (x[i] - x[j])).exp() + if i == j { 1.0 } else { 0.0 };
            }
        }
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..i {
                let mut d = l[i][j];
                for k in 0..j {
                    d -= l[i][k] * l[j][k];
                }
                l[i][j] = d / l[j][j];
            }
            let mut d = l[i][i];
            for k in 0..i {
                d -= l[i][k] * l[i][k];
            }
            l[i][i] = d.sqrt();
            s += q[i] * l[i][i].ln();
        }
        s
    }

    /// A factor whose elements are assigned in sides of branches, one of which sums in a loop.
    pub fn factored_by_sides<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut l = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                l[i][j] = (x[i] * q[j]).cos() + if i == j { 2.0 } else { 0.0 };
            }
        }
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..N {
                if x[j] > q[i] {
                    let mut d = l[i][j];
                    for k in 0..j {
                        d -= 0.1 * l[i][k] * l[j][k] * l[k][i];
                    }
                    l[i][j] = d.sin();
                } else if j > 0 {
                    for k in 0..N {
                        l[k][j] += 0.1 * l[i][k] * l[j][i] * l[k][j - 1] * l[k][i];
                    }
                    l[j][i] = l[i][j].cos();
                }
                s += l[i][j] * l[j][i];
            }
        }
        s
    }

    /// Sums over all that was assigned before, until they are large.
    pub fn summed_until<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [[1.0; N]; N];
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..N {
                let mut d = x[i];
                for k in 0..N {
                    if d > 1.5 + q[k] {
                        break;
                    }
                    d += 0.2 * y[i][k] * y[k][j] * y[j][i] * (1.0 + x[k] * x[k]);
                }
                y[i][j] = d.sin() + q[j];
                s += d * y[j][i];
            }
        }
        s
    }

    /// Rows made orthogonal to those before them, one after another.
    pub fn orthogonal<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut a = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                a[i][j] = (x[i] * (1.0 + j as f64)).sin() + if i == j { 2.0 } else { 0.0 };
            }
        }
        for i in 0..N {
            for k in 0..i {
                let mut r = 0.0;
                for j in 0..N {
                    r += a[k][j] * a[i][j];
                }
                for j in 0..N {
                    a[i][j] -= r * a[k][j];
                }
            }
            let mut square = 0.0;
            for j in 0..N {
                square += a[i][j] * a[i][j];
            }
            let scale = 1.0 / square.sqrt();
            for j in 0..N {
                a[i][j] *= scale;
            }
        }
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..N {
                s += q[i] * a[i][j] * a[i][j] * a[i][j] * (1.0 + j as f64);
            }
        }
        s
    }

    /// Elimination with the largest pivot, the order of whose rows is kept in integers.
    pub fn eliminated<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut a = [[0.0; N]; N];
        let mut b = [0.0; N];
        let mut order = [0; N];
        for i in 0..N {
            order[i] = i;
            b[i] = q[i];
            for j in 0..N {
                let pivot = if i + j + 1 == N { 3.0 } else { 0.0 };
                a[i][j] = pivot + (x[i] * (1.0 + j as f64) - x[j]).sin();
            }
        }
        for k in 0..N {
            let mut best = k;
            for i in k + 1..N {
                if a[order[i]][k].abs() > a[order[best]][k].abs() {
                    best = i;
                }
            }
            let row = order[best];
            order[best] = order[k];
            order[k] = row;
            for i in k + 1..N {
                let own = order[i];
                let factor = a[own][k] / a[row][k];
                for j in k + 1..N {
                    a[own][j] -= factor * a[row][j];
                }
                b[own] -= factor * b[row];
            }
        }
        let mut s = 0.0;
        for i in (0..N).rev() {
            let row = order[i];
            for j in i + 1..N {
                b[row] -= a[row][j] * b[order[j]];
            }
            b[row] /= a[row][i];
            s += b[row] * (1.0 + i as f64);
        }
        s
    }

    /// Numbers sorted by insertion, and weights of their places.
    pub fn inserted<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut a = [0.0; N];
        for i in 0..N {
            a[i] = x[i] * x[i] + q[i];
        }
        for i in 1..N {
            let own = a[i];
            let mut place = i;
            for j in (0..i).rev() {
                if a[j] <= own {
                    break;
                }
                a[j + 1] = a[j];
                place = j;
            }
            a[place] = own;
        }
        let mut s = 0.0;
        for i in 0..N {
            s += a[i] * a[i] * (1.0 + i as f64);
        }
        s
    }

    /// The least way through a table of distances, as of two recordings.
    pub fn aligned<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut d = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                let mut least: f64 = if i == 0 && j == 0 { 0.0 } else { 1e9 };
                if i > 0 {
                    least = least.min(d[i - 1][j]);
                }
                if j > 0 {
                    least = least.min(d[i][j - 1]);
                }
                if i > 0 && j > 0 {
                    least = least.min(d[i - 1][j - 1]);
                }
                d[i][j] = least * (1.0 + 0.01 * least) + (x[i] - q[j]) * (x[i] - q[j]);
            }
        }
        d[N - 1][N - 1]
    }

    /// Values that are read before an assignment and used after it, inside of a loop and behind it.
    pub fn read_before<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [1.0; N];
        let mut s = 0.0;
        for i in 0..N {
            let before = y[i / 2];
            for j in 0..i {
                let own = y[j];
                y[j] = 0.5 * own * x[i] + q[j];
                y[i] += (own * y[j]).sin();
                s += own * y[i] * before;
            }
            y[i / 2] = 0.3 * before * before + x[i];
            s += before.sin() * y[i];
        }
        s
    }

    /// Arrays that sides of branches change, one with a loop inside.
    pub fn chosen<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [0.5; N];
        let mut z = [2.0; N];
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..N {
                if x[i] > q[j] {
                    y[j] = (y[j] * y[i] + x[i]).sin();
                    z[i] = y[j].sin();
                } else if y[j] > 0.0 {
                    for k in 0..j {
                        y[k] = 0.5 * y[k] * z[i] + q[k];
                    }
                    y[j] = (y[j] * z[j]).cos();
                } else {
                    z[j] = (z[j] * z[i] - y[j]).sin();
                }
                s += y[i] * z[j];
            }
        }
        s
    }

    /// A loop that ends early, and what it changed.
    pub fn cut<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [1.0; N];
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..N {
                if y[j] > 2.0 + q[i] {
                    break;
                }
                y[j] = 0.5 * y[j] * y[j] + x[i] * x[i] * y[i] + 0.5;
                s += y[j] * q[i];
            }
            s *= 0.9;
        }
        s + y[0] * y[N - 1]
    }

    /// A copy that is changed beside its original, and whole arrays that are read and replaced.
    pub fn copied<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [1.0; N];
        let mut rows = [[1.0; N]; N];
        let mut s = 0.0;
        for i in 0..N {
            let mut other = y;
            for j in 0..N {
                other[j] = other[j] * y[N - 1 - j] + x[j];
                s += other[i] * rows[j][i];
            }
            y[i] = (other[i] * q[i]).cos();
            for j in 0..i {
                rows[j] = other;
                rows[i][j] = y[j] * rows[j][i];
            }
            s += other[0] * y[i];
        }
        s
    }
}

graph! {
    /// Half of the logarithm of a determinant, by a factor in three loops.
    #[derivatives(hessian_product)]
    pub fn half_logdet<const N: usize>(a: Rows<f64, N, N>) -> f64 {
        let mut l = a;
        let mut s = 0.0;
        for i in 0..N {
            for j in 0..i {
                let mut d = l[i][j];
                for k in 0..j {
                    d -= l[i][k] * l[j][k];
                }
                l[i][j] = d / l[j][j];
            }
            let mut d = l[i][i];
            for k in 0..i {
                d -= l[i][k] * l[i][k];
            }
            l[i][i] = sqrt(d);
            s += ln(l[i][i]);
        }
        s
    }

    #[derivatives(only(value))]
    pub fn inverted<const N: usize>(a: &[[f64; N]; N]) -> [[f64; N]; N] {
        inverse(a)
    }
}

/// A matrix far from singular.
fn matrix(n: usize) -> Vec<f64> {
    let distance = |i: usize| (i / n).abs_diff(i % n) as f64;
    (0..n * n)
        .map(|i| (-0.1 * distance(i).powi(2)).exp() + f64::from(distance(i) == 0.0))
        .collect()
}

/// The derivative of the logarithm of a determinant is the inverse; the factor reads the lower
/// triangle alone, where an element stands for the one above the diagonal too.
#[test]
fn the_adjoint_of_a_factor_is_the_inverse() {
    fn compare<const N: usize>() {
        let a = matrix(N);
        let (_, d) = half_logdet::gradient(Rows::new(&a, N));
        let inverse: [[f64; N]; N] = inverted(a.as_chunks().0.try_into().unwrap());
        let pairs = d.a.elements().iter().zip(inverse.as_flattened());
        for (i, (found, &inverse)) in pairs.enumerate() {
            let expected = match (i / N).cmp(&(i % N)) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5 * inverse,
                std::cmp::Ordering::Greater => inverse,
            };
            assert!(
                (found - expected).abs() < 1e-13,
                "{N}: {i}: {found}, {expected}"
            );
        }
    }
    compare::<1>();
    compare::<2>();
    compare::<3>();
    compare::<8>();
    compare::<30>();
}

/// The second derivative of the same: the inverse changes by `-A⁻¹ dA A⁻¹`.
#[test]
fn the_second_derivative_of_a_factor_is_that_of_the_inverse() {
    const N: usize = 6;
    let a = matrix(N);
    let rows: &[[f64; N]; N] = a.as_chunks().0.try_into().unwrap();
    let inverse: [[f64; N]; N] = inverted(rows);
    // Only the lower triangle is read.
    let lower: [[f64; N]; N] = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            if j > i {
                0.0
            } else {
                ((3 * i + j) as f64).sin()
            }
        })
    });
    let change = |i: usize, j: usize| lower[i.max(j)][i.min(j)];
    let a_direction = Matrix::from_elements(lower.as_flattened().to_vec(), N);
    let direction = half_logdet::Tangent { a: a_direction };
    let product = half_logdet::hessian_product(Rows::new(&a, N), &direction);
    for i in 0..N {
        for j in 0..N {
            let mut expected = 0.0;
            for k in 0..N {
                for l in 0..N {
                    expected -= inverse[i][k] * change(k, l) * inverse[l][j];
                }
            }
            let expected = match i.cmp(&j) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5 * expected,
                std::cmp::Ordering::Greater => expected,
            };
            let found = product.a.elements()[i * N + j];
            assert!(
                (found - expected).abs() < 1e-12,
                "{i}, {j}: {found}, {expected}"
            );
        }
    }
}

/// The rows that the innermost loop reads are as many numbers as its iterations, 21 MB of them; the
/// elements that are assigned are as many as those of the matrix.
#[test]
fn memory_grows_with_the_assignments() {
    let n = 200;
    let a = matrix(n);
    let taken = allocation_counter::measure(|| drop(half_logdet::gradient(Rows::new(&a, n))));
    let matrices = taken.bytes_max / (8 * n * n) as u64;
    assert!(matrices < 10, "memory of {matrices} matrices");
}

#[test]
fn nested_loops_that_change_arrays_follow_plain_rust() {
    follows!(1: factored factored_by_sides summed_until orthogonal eliminated inserted aligned read_before chosen cut copied);
    follows!(2: factored factored_by_sides summed_until orthogonal eliminated inserted aligned read_before chosen cut copied);
    follows!(3: factored factored_by_sides summed_until orthogonal eliminated inserted aligned read_before chosen cut copied);
    follows!(7: factored factored_by_sides summed_until orthogonal eliminated inserted aligned read_before chosen cut copied);
}
