//! Products of matrices that are large enough for the kernel, and their derivatives, which are
//! products of the transposed ones.

use super::programs;

programs! {
    named_axes {
        graph {
            pub fn f(a: [[f64; 3]; 2], b: [[f64; 2]; 3], x: [f64; 3]) -> [f64; 5] {
                let chain = einsum("ij,jk,k->i", a, b, einsum("ii,i->i", matmul(a, b), x[..2]));
                concat(chain, einsum("ij,j,ji->j", a, sin(x), b))
            }
        }
        dual |x| {
            let a = |i: usize, j: usize| x[3 * i + j];
            let b = |j: usize, i: usize| x[6 + 2 * j + i];
            let product = |i: usize, k: usize| a(i, 0) * b(0, k) + a(i, 1) * b(1, k) + a(i, 2) * b(2, k);
            let diagonal = |i: usize| product(i, i) * x[12 + i];
            let chain = |i: usize| product(i, 0) * diagonal(0) + product(i, 1) * diagonal(1);
            let along = |j: usize| (a(0, j) * b(j, 0) + a(1, j) * b(j, 1)) * x[12 + j].sin();
            vec![chain(0), chain(1), along(0), along(1), along(2)]
        }
        inside (-1.0, 1.0)
        corners []
    }
    layer {
        graph {
            pub fn f(x: &[[f64; 9]; 5], w: &[[f64; 9]; 10], b: &[f64; 10]) -> f64 {
                let h = tanh(matmul(x, transpose(w)) + broadcast(b, [5, 10]));
                sum(h * h)
            }
        }
        dual |x| {
            let entry = |n: usize, o: usize| {
                let terms = (0..9).map(|i| x[9 * n + i] * x[45 + 9 * o + i]);
                (terms.reduce(|a, b| a + b).unwrap() + x[135 + o]).tanh()
            };
            let squares = (0..50).map(|e| entry(e / 10, e % 10)).map(|h| h * h);
            vec![squares.reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    sum_of_products {
        graph {
            pub fn f(a: &[[f64; 5]; 6], b: &[[f64; 7]; 5]) -> f64 { sum(matmul(a, b)) }
        }
        dual |x| {
            let entry = |i: usize, j: usize| {
                let terms = (0..5).map(|k| x[5 * i + k] * x[30 + 7 * k + j]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            let entries = (0..42).map(|e| entry(e / 7, e % 7));
            vec![entries.reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    sums_of_rows {
        graph {
            pub fn f(a: &[[[f64; 5]; 6]; 2], b: &[[[f64; 7]; 5]; 2]) -> [[f64; 6]; 2] {
                sum(matmul(a, b), axis = 2)
            }
        }
        dual |x| {
            let entry = |s: usize, i: usize, j: usize| {
                let terms = (0..5).map(|k| x[30 * s + 5 * i + k] * x[60 + 35 * s + 7 * k + j]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            let row = |s, i| (0..7).map(|j| entry(s, i, j)).reduce(|a, b| a + b).unwrap();
            (0..12).map(|r| row(r / 6, r % 6)).collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    product_of_a_number_repeated {
        graph {
            pub fn f(x: f64, a: &[[f64; 8]; 6]) -> [[f64; 6]; 7] {
                matmul(broadcast(x, [7, 8]), transpose(a))
            }
        }
        dual |x| {
            let sum = |i: usize| {
                let terms = (0..8).map(|k| x[0] * x[1 + 8 * i + k]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            (0..42).map(|e| sum(e % 6)).collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    stack_of_products {
        graph {
            pub fn f(a: &[[[f64; 5]; 6]; 2], b: &[[[f64; 7]; 5]; 2]) -> f64 {
                let c = matmul(a, b);
                sum(c * sin(c))
            }
        }
        dual |x| {
            let entry = |s: usize, i: usize, j: usize| {
                let terms = (0..5).map(|k| x[30 * s + 5 * i + k] * x[60 + 35 * s + 7 * k + j]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            let entries = (0..84).map(|e| entry(e / 42, e % 42 / 7, e % 7));
            vec![entries.map(|c| c * c.sin()).reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    quadratic_form {
        graph {
            pub fn f(a: &[[f64; 18]; 8], x: &[f64; 8]) -> f64 {
                let y = matmul(x, a);
                let z = matmul(a, y);
                dot(x, z) + dot(y, y)
            }
        }
        dual |x| {
            let column = |j: usize| {
                let terms = (0..8).map(|i| x[144 + i] * x[18 * i + j]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            let squares = (0..18).map(column).map(|y| y * y * 2.0);
            vec![squares.reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    outer_products {
        graph {
            pub fn f(u: &[f64; 7], v: &[f64; 9]) -> f64 {
                let a = matmul(reshape(u, [7, 1]), reshape(v, [1, 9]));
                sum(a * a * a)
            }
        }
        dual |x| {
            let cubes = (0..63).map(|e| x[e / 9] * x[7 + e % 9]).map(|a| a * a * a);
            vec![cubes.reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
}
