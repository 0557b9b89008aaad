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
        // Here both elements of the diagonal are zero, and the solution has ones in its first column.
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
                [det(a), b.det()]
            }
        }
        dual |x| {
            let small = (0..3).map(|i| x[i] * x[i].exp()).reduce(|a, b| a + b).unwrap();
            let large = (3..12).map(|i| x[i] * x[i].cos()).reduce(|a, b| a + b).unwrap();
            vec![small + 1.0, large + 1.0]
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
