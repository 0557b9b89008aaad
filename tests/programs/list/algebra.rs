//! Linear algebra in straight lines and in loops, of matrices for which there are closed forms: the
//! unit matrix and a product of two vectors (Sherman and Morrison).

use super::programs;

programs! {
    system_of_three {
        graph {
            pub fn f(u: [f64; 3], v: [f64; 3], b: [f64; 3]) -> [f64; 3] {
                let mut a = outer(u, v);
                for i in 0..3 { a[(i, i)] += 1.0; }
                linear_solve(a, b)
            }
        }
        dual |x| {
            let dot = |a: usize, b: usize| x[a] * x[b] + x[a + 1] * x[b + 1] + x[a + 2] * x[b + 2];
            let factor = dot(3, 6) / (dot(0, 3) + 1.0);
            (0..3).map(|i| x[6 + i] - x[i] * factor).collect()
        }
        inside (0.1, 1.0)
        corners []
    }
    // The pivot of the first column is in the second row.
    pivots_elsewhere {
        graph {
            pub fn f(a: [[f64; 2]; 2], b: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
                linear_solve(a + [[0.0, 2.0], [3.0, 0.0]], b)
            }
        }
        dual |x| {
            let [a, b, c, d] = [x[0], x[1] + 2.0, x[2] + 3.0, x[3]];
            let det = a * d - b * c;
            let top = (0..3).map(|k| (d * x[4 + k] - b * x[7 + k]) / det);
            let bottom = (0..3).map(|k| (a * x[7 + k] - c * x[4 + k]) / det);
            top.chain(bottom).collect()
        }
        inside (0.5, 1.0)
        // Here both elements of the diagonal are zero, and the solution has ones in its first
        // column.
        corners [
            [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0]
                => [-0.5, -0.5, -1.0 / 3.0, -1.0 / 3.0,
                    0.5, 0.5, 0.5, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
        ]
    }
    system_of_nine {
        graph {
            pub fn f(x: [f64; 9]) -> [f64; 9] {
                let mut a = outer(x, cos(x));
                for i in 0..9 { a[(i, i)] += 1.0; }
                linear_solve(a, sin(x)) + transposed_solve(a, x)
            }
        }
        dual |x| {
            let u = x;
            let v: Vec<D> = x.iter().map(D::cos).collect();
            let b: Vec<D> = x.iter().map(D::sin).collect();
            let dot = |a: &[D], b: &[D]| {
                let products = a.iter().zip(b).map(|(a, b)| *a * *b);
                products.reduce(|a, b| a + b).unwrap()
            };
            let below = dot(u, &v) + 1.0;
            let (first, second) = (dot(&v, &b) / below, dot(u, u) / below);
            (0..9).map(|i| b[i] - u[i] * first + u[i] - v[i] * second).collect()
        }
        inside (0.1, 1.0)
        corners []
    }
    determinants {
        graph {
            pub fn f(u: [f64; 3], x: [f64; 9]) -> [f64; 2] {
                let mut a = outer(u, exp(u));
                for i in 0..3 { a[(i, i)] += 1.0; }
                let mut b = outer(x, cos(x));
                for i in 0..9 { b[(i, i)] += 1.0; }
                [det(a) + logdet(a), b.det() + b.logdet()]
            }
        }
        dual |x| {
            let small = (0..3).map(|i| x[i] * x[i].exp()).reduce(|a, b| a + b).unwrap();
            let large = (3..12).map(|i| x[i] * x[i].cos()).reduce(|a, b| a + b).unwrap();
            let [small, large] = [small + 1.0, large + 1.0];
            vec![small + small.ln(), large + large.ln()]
        }
        inside (0.1, 1.0)
        corners []
    }
    inverses {
        graph {
            pub fn f(u: [f64; 2], x: [f64; 9]) -> [f64; 11] {
                let mut a = outer(u, exp(u));
                for i in 0..2 { a[(i, i)] += 1.0; }
                let mut b = outer(x, cos(x));
                for i in 0..9 { b[(i, i)] += 1.0; }
                concat(inverse(a)[1], inverse(b)[1])
            }
        }
        dual |x| {
            let row = |u: &[D], v: &[D]| -> Vec<D> {
                let products = u.iter().zip(v).map(|(u, v)| *u * *v);
                let below = products.reduce(|a, b| a + b).unwrap() + 1.0;
                let unit = |i: usize| if i == 1 { 1.0 } else { 0.0 };
                (0..u.len()).map(|i| -(u[1] * v[i] / below) + unit(i)).collect()
            };
            let exp: Vec<D> = x[..2].iter().map(D::exp).collect();
            let cos: Vec<D> = x[2..].iter().map(D::cos).collect();
            [row(&x[..2], &exp), row(&x[2..], &cos)].concat()
        }
        inside (0.1, 1.0)
        corners []
    }
    // The logarithm of a density: of a determinant and a distance, both from one factor.
    normal_density {
        graph {
            pub fn f(u: [f64; 2], x: [f64; 9]) -> f64 {
                let mut a = outer(u, u);
                for i in 0..2 { a[(i, i)] += 1.0; }
                let mut b = outer(x, x);
                for i in 0..9 { b[(i, i)] += 1.0; }
                let (la, lb) = (cholesky(a), cholesky(b));
                let (wa, wb) = (lower_solve(la, sin(u)), lower_solve(lb, sin(x)));
                let mut logarithm = ln(la[0][0]) + ln(la[1][1]);
                for i in 0..9 { logarithm += ln(lb[(i, i)]); }
                2.0 * logarithm + dot(wa, wa) + dot(wb, wb)
                    + sum(lower_transposed_solve(lb, wb))
            }
        }
        dual |x| {
            let dot = |a: &[D], b: &[D]| {
                let products = a.iter().zip(b).map(|(a, b)| *a * *b);
                products.reduce(|a, b| a + b).unwrap()
            };
            let sum = |a: &[D]| a.iter().copied().reduce(|a, b| a + b).unwrap();
            let part = |u: &[D]| {
                let s: Vec<D> = u.iter().map(D::sin).collect();
                let below = dot(u, u) + 1.0;
                let along = dot(u, &s);
                let solved = sum(&s) - sum(u) * along / below;
                (below.ln() + dot(&s, &s) - along * along / below, solved)
            };
            vec![part(&x[..2]).0 + part(&x[2..]).0 + part(&x[2..]).1]
        }
        inside (0.1, 1.0)
        corners []
    }
    // A rotation by a vector: Rodrigues' formula.
    exponential {
        graph {
            pub fn f(w: [f64; 3]) -> [[f64; 3]; 3] {
                expm([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
            }
        }
        dual |x| {
            let angle = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
            let (sine, half) = (angle.sin() / angle, (angle * 0.5).sin() / angle);
            let zero = x[0] * 0.0;
            let cross = [zero, -x[2], x[1], x[2], zero, -x[0], -x[1], x[0], zero];
            let element = |place: usize| {
                let (i, j) = (place / 3, place % 3);
                let terms = (0..3).map(|k| cross[3 * i + k] * cross[3 * k + j]);
                let square = terms.reduce(|a, b| a + b).unwrap();
                let unit = if i == j { 1.0 } else { 0.0 };
                cross[place] * sine + square * half * half * 2.0 + unit
            };
            (0..9).map(element).collect()
        }
        inside (0.5, 2.0)
        corners [
            [0.0, 0.0, 0.0] => [0.0, 0.0, 0.0],
        ]
    }
    // The factors of Gram and Schmidt.
    orthonormal_columns {
        graph {
            pub fn f(a: [[f64; 2]; 3]) -> [f64; 10] {
                let (q, r) = qr(a + [[2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]);
                concat(reshape(q, [6]), reshape(r, [4]))
            }
        }
        dual |x| {
            let (a, b) = ([x[0] + 2.0, x[2], x[4]], [x[1], x[3] + 1.0, x[5] - 1.0]);
            let dot = |a: &[D; 3], b: &[D; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let first = dot(&a, &a).sqrt();
            let p = a.map(|x| x / first);
            let above = dot(&p, &b);
            let rest = [0, 1, 2].map(|i| b[i] - p[i] * above);
            let second = dot(&rest, &rest).sqrt();
            let q = rest.map(|x| x / second);
            let zero = first * 0.0;
            vec![p[0], q[0], p[1], q[1], p[2], q[2], first, above, zero, second]
        }
        inside (0.1, 1.0)
        corners []
    }
    // Eigenvalues, and the products of the vectors' elements, which have no free sign.
    eigenvalues {
        graph {
            pub fn f(a: f64, b: f64, c: f64) -> [f64; 6] {
                let (w, v) = eigh([[a, b], [b, c + 3.0]]);
                concat(w, reshape(einsum("ik,jk->kij", v, v)[1], [4]))
            }
        }
        dual |x| {
            let (a, b, c) = (x[0], x[1], x[2] + 3.0);
            let radius = ((a - c) * (a - c) * 0.25 + b * b).sqrt();
            let middle = (a + c) * 0.5;
            // The projection on the second vector.
            let part = |place: D| place / (radius * 2.0);
            let first = part((a - c) * 0.5 + radius);
            vec![middle - radius, middle + radius, first, part(b), part(b), -first + 1.0]
        }
        inside (0.5, 1.0)
        corners [
            // A diagonal matrix.
            [1.0, 0.0, -1.0] => [1.0, 2.0, 1.0],
        ]
    }
    // With a vanishing off-diagonal block, three eigenvalues are those of blocks.
    eigenvalues_of_three {
        graph {
            pub fn f(a: f64, b: f64, c: f64) -> [f64; 3] {
                eigh([[a, 0.0, b], [0.0, 2.0 * c, 0.0], [b, 0.0, c + 9.0]]).0
            }
        }
        dual |x| {
            let (a, b, c) = (x[0], x[1], x[2] + 9.0);
            let radius = ((a - c) * (a - c) * 0.25 + b * b).sqrt();
            vec![(a + c) * 0.5 - radius, x[2] * 2.0, (a + c) * 0.5 + radius]
        }
        inside (0.75, 0.95)
        corners []
    }
    // The singular values of two by two, and the nearest rotation.
    singular_values {
        graph {
            pub fn f(m: [[f64; 2]; 2]) -> [f64; 6] {
                let (u, s, vt) = svd(m + [[3.0, 0.0], [0.0, 1.0]]);
                concat(s, reshape(matmul(u, vt), [4]))
            }
        }
        dual |x| {
            let (a, b, c, d) = (x[0] + 3.0, x[1], x[2], x[3] + 1.0);
            let length = |x: D, y: D| (x * x + y * y).sqrt();
            let (p, q) = (length(a + d, b - c), length(a - d, b + c));
            let (cosine, sine) = ((a + d) / p, (c - b) / p);
            vec![(p + q) * 0.5, (p - q) * 0.5, cosine, -sine, sine, cosine]
        }
        inside (0.1, 0.7)
        corners []
    }
    // Loops over more columns: a matrix with known eigenvalues, mirrored.
    spectrum_of_five {
        graph {
            pub fn f(x: [f64; 5]) -> [f64; 4] {
                let mirror = eye(5) - full([5, 5], 0.4);
                let a = einsum("ik,k,kj->ij", mirror, x + linspace(1.0, 5.0, 5), mirror);
                let (w, v) = eigh(a);
                let (q, r) = qr(a);
                [
                    w[3] * v[3][3] * v[3][3],
                    sum(svd(a).1) + sum(q * q),
                    trace(expm(a * 0.1)),
                    r[0][0],
                ]
            }
        }
        dual |x| {
            let values: Vec<D> = (0..5).map(|i| x[i] + 1.0 + i as f64).collect();
            let sum = |terms: Vec<D>| terms.into_iter().reduce(|a, b| a + b).unwrap();
            let exp = values.iter().map(|&w| (w * 0.1).exp()).collect();
            // The length of the first column.
            let part = |k: usize| if k == 0 { 0.6 } else { -0.4 };
            let squares = (0..5).map(|k| values[k] * values[k] * part(k) * part(k));
            vec![
                values[3] * 0.36,
                sum(values.clone()) + 5.0,
                sum(exp),
                sum(squares.collect()).sqrt(),
            ]
        }
        inside (0.1, 0.9)
        corners []
    }
    // A factorisation in each repetition of a loop that stays one.
    systems_in_a_loop {
        graph {
            pub fn f(x: [f64; 2]) -> [f64; 2] {
                let mut y = x;
                #[unroll(never)]
                for _ in 0..3 {
                    let a = [[2.0, y[0]], [-y[1], 1.0]];
                    y = linear_solve(a, y);
                }
                y
            }
        }
        dual |x| {
            let mut y = [x[0], x[1]];
            for _ in 0..3 {
                let det = y[0] * y[1] + 2.0;
                y = [(y[0] - y[0] * y[1]) / det, (y[1] * y[0] + y[1] * 2.0) / det];
            }
            y.to_vec()
        }
        inside (0.1, 1.0)
        corners []
    }
}
