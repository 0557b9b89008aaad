//! Arrays: elementwise operators, views, reductions, products.

use super::programs;

programs! {
    // Tables of few points, among whose intervals comparisons choose.
    interpolated_table {
        graph {
            pub fn f(x: [f64; 3], ys: [f64; 4]) -> [f64; 3] {
                interpolate(x + [0.0, 0.3, 0.6], [0.0, 0.2, 0.55, 1.0], ys)
            }
        }
        dual |x| {
            let between = |x: D, a: f64, b: f64, left: D, right: D| {
                let part = (x - a) / (b - a);
                left * (-part + 1.0) + right * part
            };
            vec![
                between(x[0], 0.0, 0.2, x[3], x[4]),
                between(x[1] + 0.3, 0.2, 0.55, x[4], x[5]),
                between(x[2] + 0.6, 0.55, 1.0, x[5], x[6]),
            ]
        }
        inside (0.12, 0.18)
        corners [
            // At an inner knot the interval above counts, and outside there is no slope.
            [0.2, -1.0, 2.0, 1.0, 2.0, 4.0, 8.0] => [2.0 / 0.35, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0],
        ]
    }
    spline {
        graph {
            pub fn f(x: [f64; 3], ys: [f64; 4]) -> [f64; 3] {
                cubic_spline(x, [0.0, 0.2, 0.55, 1.0], ys)
            }
        }
        dual |x| {
            // Four points have one cubic polynomial, here in Lagrange's form.
            let knots = [0.0, 0.2, 0.55, 1.0];
            let cubic = |at: D| {
                let basis = |i: usize| {
                    let others = (0..4).filter(|&j| j != i);
                    let factors = others.map(|j| (at - knots[j]) / (knots[i] - knots[j]));
                    factors.reduce(|a, b| a * b).unwrap() * x[3 + i]
                };
                basis(0) + basis(1) + basis(2) + basis(3)
            };
            (0..3).map(|i| cubic(x[i])).collect()
        }
        inside (0.01, 0.99)
        corners []
    }
    // Tables that are bisected; the spline of a cubic polynomial is the polynomial.
    bisected_tables {
        graph {
            pub fn f(x: [f64; 3], y: f64) -> [f64; 6] {
                let tenths = linspace(0.0, 1.0, 11);
                let places = x + [0.0, 0.3, 0.6];
                concat(
                    interpolate(places, tenths, tenths.square() * y),
                    cubic_spline(places, tenths, tenths * tenths * tenths * y),
                )
            }
        }
        dual |x| {
            let place = |i: usize| x[i] + 0.3 * i as f64;
            let line = |i: usize| {
                let a = [0.1, 0.4, 0.7][i];
                let slope = 2.0 * a + 0.1;
                ((place(i) - a) * slope + a * a) * x[3]
            };
            let cubic = |i: usize| place(i) * place(i) * place(i) * x[3];
            (0..3).map(line).chain((0..3).map(cubic)).collect()
        }
        inside (0.12, 0.18)
        corners []
    }
    squares {
        graph { pub fn f(x: [f64; 5]) -> f64 { sum(x * x) } }
        dual |x| { vec![x.iter().map(|&v| v * v).reduce(|a, b| a + b).unwrap()] }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0, 0.0, 0.0, 0.0] => [0.0, 0.0, 0.0, 0.0, 0.0]]
    }
    inner_product {
        graph { pub fn f(x: [f64; 3], y: [f64; 3]) -> f64 { dot(x, y) } }
        dual |x| { vec![x[0] * x[3] + x[1] * x[4] + x[2] * x[5]] }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0, 0.0, 1.0, 2.0, 3.0] => [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]]
    }
    long_sum {
        graph { pub fn f(x: [f64; 41]) -> f64 { sum(sin(x)) * mean(x) } }
        dual |x| {
            let sines = x.iter().map(|&v| v.sin()).reduce(|a, b| a + b).unwrap();
            let sum = x.iter().copied().reduce(|a, b| a + b).unwrap();
            vec![sines * sum / 41.0]
        }
        inside (-1.0, 1.0)
        corners []
    }
    product_of_elements {
        graph { pub fn f(x: [f64; 5]) -> f64 { prod(x) } }
        dual |x| { vec![x[0] * x[1] * x[2] * x[3] * x[4]] }
        inside (0.5, 1.5)
        corners [
            [0.0, 2.0, 3.0, 4.0, 5.0] => [120.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 3.0, 4.0, 5.0] => [0.0, 0.0, 0.0, 0.0, 0.0]
        ]
    }
    kept_axes {
        graph {
            pub fn f(a: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
                let centred = a - broadcast(mean(a, axis = 1, keep = true), [2, 3]);
                let scale = sum(centred * centred, axis = 1, keep = true) + 1.0;
                centred / broadcast(sqrt(scale), [2, 3]) * broadcast(sum(a, keep = true), [2, 3])
            }
        }
        dual |x| {
            let total = x.iter().copied().reduce(|a, b| a + b).unwrap();
            let rows = x.chunks(3).flat_map(|row| {
                let mean = (row[0] + row[1] + row[2]) / 3.0;
                let centred = [0, 1, 2].map(|i| row[i] - mean);
                let scale = centred.iter().map(|&c| c * c).reduce(|a, b| a + b).unwrap() + 1.0;
                centred.map(|c| c / scale.sqrt() * total)
            });
            rows.collect()
        }
        inside (-2.0, 2.0)
        corners []
    }
    running_sums {
        graph { pub fn f(x: [f64; 4]) -> [f64; 4] { cumsum(sin(x)) * flip(x) } }
        dual |x| {
            let sums = (0..4).map(|i| x[..=i].iter().map(|&v| v.sin()).reduce(|a, b| a + b));
            sums.zip(x.iter().rev()).map(|(sum, &v)| sum.unwrap() * v).collect()
        }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0, 0.0, 0.0] => [0.0, 0.0, 0.0, 0.0]]
    }
    long_running_sums {
        graph {
            pub fn f(x: [[f64; 21]; 2]) -> f64 {
                let y = cumsum(x, axis = 1);
                sum(y * y * y)
            }
        }
        dual |x| {
            let sums = (0..42).map(|i| x[i / 21 * 21..=i].iter().copied().reduce(|a, b| a + b));
            vec![sums.map(|y| y.unwrap() * y.unwrap() * y.unwrap()).reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    running_products {
        graph { pub fn f(x: [f64; 4], w: [f64; 4]) -> f64 { dot(cumprod(x), w) } }
        dual |x| {
            let products = (0..4).map(|i| x[..=i].iter().copied().reduce(|a, b| a * b).unwrap());
            let terms = products.zip(&x[4..]).map(|(y, &w)| y * w);
            vec![terms.reduce(|a, b| a + b).unwrap()]
        }
        inside (0.5, 1.5)
        corners [
            [2.0, 0.0, 3.0, 5.0, 1.0, 1.0, 1.0, 1.0] => [1.0, 38.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 3.0, 5.0, 1.0, 1.0, 1.0, 1.0] => [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [7.0, -1.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.0] => [0.0, 0.0, 0.0, -21.0, 7.0, -7.0, -21.0, 0.0]
        ]
    }
    long_running_products {
        graph {
            pub fn f(x: [[f64; 2]; 18]) -> [f64; 2] {
                let y = cumprod(x, axis = 0);
                sum(y, axis = 0) + y[17]
            }
        }
        dual |x| {
            (0..2).map(|j| {
                let column = |i: usize| (0..=i).map(|k| x[2 * k + j]).reduce(|a, b| a * b).unwrap();
                (0..18).map(column).chain([column(17)]).reduce(|a, b| a + b).unwrap()
            }).collect()
        }
        inside (0.8, 1.2)
        corners []
    }
    sorted {
        graph {
            pub fn f(x: [f64; 5]) -> [f64; 5] {
                let y = sort(x * x);
                y * y[0] + y
            }
        }
        dual |x| {
            let mut y: Vec<_> = x.iter().map(|&v| v * v).collect();
            y.sort_by(|a, b| a.re().total_cmp(&b.re()));
            y.iter().map(|&v| v * y[0] + v).collect()
        }
        inside (0.5, 1.5)
        // At a tie the first of two comes first.
        corners [
            [0.0, 0.0, -0.0, 0.0, 0.0] => [0.0, 0.0, 0.0, 0.0, 0.0],
            [2.0, -2.0, 2.0, 3.0, -2.0] => [120.0, -20.0, 20.0, 30.0, -20.0],
            [3.0, 2.0, -2.0, -2.0, 2.0] => [30.0, 120.0, -20.0, -20.0, 20.0]
        ]
    }
    sorted_columns {
        graph {
            const ROWS: [f64; 14] = [
                3.0, 9.0, 1.0, 0.0, 13.0, 8.0, 5.0, 7.0, 2.0, 12.0, 4.0, 10.0, 6.0, 11.0
            ];
            pub fn f(x: [[f64; 3]; 14]) -> [f64; 14] {
                // Far enough apart that differences change no order.
                let apart = broadcast(ROWS, [14, 3], axis = 0) + broadcast([0.6, 0.0, 0.3], [14, 3]);
                let z = 0.1 * x * x + apart;
                let y = sort(z, axis = 0);
                y[(.., 0)] * y[(.., 2)] + matmul(sort(z), [1.0, 2.0, 3.0])
            }
        }
        dual |x| {
            let rows = [3, 9, 1, 0, 13, 8, 5, 7, 2, 12, 4, 10, 6, 11];
            let z = |i: usize, j: usize| {
                let own = x[3 * i + j];
                own * own * 0.1 + (f64::from(rows[i]) + [0.6, 0.0, 0.3][j])
            };
            let place = |row: i32| rows.iter().position(|&r| r == row).unwrap();
            let line = |i: usize| {
                let at = place(i32::try_from(i).unwrap());
                z(at, 0) * z(at, 2) + z(i, 1) + z(i, 2) * 2.0 + z(i, 0) * 3.0
            };
            (0..14).map(line).collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    affine_map {
        graph {
            pub fn f(a: [[f64; 3]; 2], x: [f64; 3], b: [f64; 2]) -> [f64; 2] {
                matmul(a, x) + b
            }
        }
        dual |x| { (0..2)
            .map(|i| x[3 * i] * x[6] + x[3 * i + 1] * x[7] + x[3 * i + 2] * x[8] + x[9 + i])
            .collect() }
        inside (-2.0, 2.0)
        corners []
    }
    matrix_product {
        graph {
            pub fn f(a: [[f64; 3]; 2], b: [[f64; 2]; 3]) -> [[f64; 2]; 2] { matmul(a, b) }
        }
        dual |x| { (0..4)
            .map(|k| (0..3).map(move |j| x[3 * (k / 2) + j] * x[6 + 2 * j + k % 2]))
            .map(|terms| terms.reduce(|a, b| a + b).unwrap())
            .collect() }
        inside (-2.0, 2.0)
        corners []
    }
    row_times_matrix {
        graph { pub fn f(x: [f64; 2], a: [[f64; 3]; 2]) -> [f64; 3] { matmul(x, a) } }
        dual |x| { (0..3).map(|j| x[0] * x[2 + j] + x[1] * x[5 + j]).collect() }
        inside (-2.0, 2.0)
        corners []
    }
    large_product {
        graph {
            pub fn f(a: &[[f64; 9]; 7], b: &[[f64; 6]; 9]) -> f64 {
                let c = matmul(a, b);
                sum(c * c)
            }
        }
        dual |x| {
            let entry = |i: usize, j: usize| {
                let terms = (0..9).map(|k| x[9 * i + k] * x[63 + 6 * k + j]);
                terms.reduce(|a, b| a + b).unwrap()
            };
            let entries = (0..42).map(|e| entry(e / 6, e % 6));
            vec![entries.map(|c| c * c).reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    transposed {
        graph {
            pub fn f(a: [[f64; 3]; 2]) -> f64 { sum(matmul(transpose(a), a) * 0.5) }
        }
        dual |x| {
            let entry = |i: usize, j: usize| x[i] * x[j] + x[3 + i] * x[3 + j];
            let entries = (0..9).map(|e| entry(e / 3, e % 3));
            vec![entries.reduce(|a, b| a + b).unwrap() * 0.5]
        }
        inside (-1.0, 1.0)
        corners []
    }
    slices {
        graph {
            pub fn f(x: [f64; 6]) -> f64 {
                let d = x[1..] - x[..5];
                dot(d, d) + x[2] * x[5] + sum(x[2..4])
            }
        }
        dual |x| {
            let squares = (0..5).map(|i| (x[i + 1] - x[i]) * (x[i + 1] - x[i]));
            vec![squares.reduce(|a, b| a + b).unwrap() + x[2] * x[5] + x[2] + x[3]]
        }
        inside (-1.0, 1.0)
        corners [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0] => [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]]
    }
    columns {
        graph {
            pub fn f(a: [[f64; 3]; 2]) -> f64 {
                sum(a[(.., 0)] * a[(.., 2)]) + a[1][1] * a[(0, 1)]
            }
        }
        dual |x| { vec![x[0] * x[2] + x[3] * x[5] + x[4] * x[1]] }
        inside (-1.0, 1.0)
        corners []
    }
    axis_reductions {
        graph {
            pub fn f(a: [[f64; 3]; 2]) -> f64 {
                dot(sum(a, axis = 0), mean(a * a, axis = 0)) + sum(prod(a, axis = 1))
            }
        }
        dual |x| {
            let column = |j: usize| {
                (x[j] + x[3 + j]) * (x[j] * x[j] + x[3 + j] * x[3 + j]) * 0.5
            };
            vec![column(0) + column(1) + column(2) + x[0] * x[1] * x[2] + x[3] * x[4] * x[5]]
        }
        inside (0.5, 1.5)
        corners []
    }
    reshaped {
        graph {
            pub fn f(x: [f64; 6]) -> [[f64; 2]; 3] {
                let a = reshape(x, [2, 3]);
                transpose(a) * 2.0
            }
        }
        dual |x| { [0, 3, 1, 4, 2, 5].iter().map(|&i| x[i] * 2.0).collect() }
        inside (-1.0, 1.0)
        corners []
    }
    windows_of_pictures {
        graph {
            pub fn f(picture: &[[f64; 5]; 4], filters: [[f64; 4]; 2]) -> [f64; 2] {
                let patches = picture.windows(2).windows(2, axis = 1, dilation = 2);
                let filtered = matmul(reshape(patches, [9, 4]), transpose(filters));
                sum(filtered * filtered, axis = 0)
            }
        }
        dual |x| {
            let filtered = |f: usize, i: usize, j: usize| {
                let terms = (0..4).map(|k| {
                    x[5 * (i + k / 2) + j + 2 * (k % 2)] * x[20 + 4 * f + k]
                });
                terms.reduce(|a, b| a + b).unwrap()
            };
            (0..2)
                .map(|f| {
                    let squares = (0..9).map(|p| filtered(f, p / 3, p % 3).powi(2));
                    squares.reduce(|a, b| a + b).unwrap()
                })
                .collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    windows_with_strides {
        graph {
            pub fn f(x: [f64; 9]) -> [f64; 2] {
                let largest = max(x.windows(3, stride = 3), axis = 1);
                [prod(largest), sum(largest)]
            }
        }
        inside (0.5, 1.5)
        corners [
            [1.0, 1.0, 0.0, 0.0, 2.0, 2.0, 3.0, 1.0, 1.0]
                => [7.0, 0.0, 0.0, 0.0, 4.0, 0.0, 3.0, 0.0, 0.0]
        ]
    }
    joined {
        graph {
            pub fn f(x: [f64; 2], y: [f64; 3]) -> [f64; 5] { concat(x, y) * concat(y, x) }
        }
        dual |x| {
            let (a, b) = ([x[0], x[1], x[2], x[3], x[4]], [x[2], x[3], x[4], x[0], x[1]]);
            (0..5).map(|i| a[i] * b[i]).collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    stacked {
        graph {
            pub fn f(x: [f64; 2], y: [f64; 2]) -> [[f64; 2]; 3] { stack(x, y, x * y) }
        }
        dual |x| { vec![x[0], x[1], x[2], x[3], x[0] * x[2], x[1] * x[3]] }
        inside (-1.0, 1.0)
        corners []
    }
    array_literal {
        graph {
            pub fn f(x: f64, y: f64) -> [[f64; 2]; 2] { [[x.cos(), -y], [x * y, 1.0]] }
        }
        dual |x| { vec![x[0].cos(), -x[1], x[0] * x[1], x[0] * 0.0 + 1.0] }
        inside (-1.0, 1.0)
        corners []
    }
    scalar_meets_tensor {
        graph {
            pub fn f(s: f64, x: [f64; 3]) -> f64 { sum((s - x) * s / (1.0 + x * x)) }
        }
        dual |x| { vec![(1..4)
            .map(|i| (x[0] - x[i]) * x[0] / (x[i] * x[i] + 1.0))
            .reduce(|a, b| a + b)
            .unwrap()] }
        inside (-1.0, 1.0)
        corners []
    }
    broadcast_rows {
        graph {
            pub fn f(x: [f64; 3], a: [[f64; 3]; 2]) -> f64 {
                let rows = broadcast(x, [2, 3]);
                sum(rows * a * a)
            }
        }
        dual |x| {
            let terms = (0..6).map(|i| x[i % 3] * x[3 + i] * x[3 + i]);
            vec![terms.reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    probabilities {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                dot(softmax(x), log_softmax(2.0 * x)) + log_sum_exp(x)
            }
        }
        dual |x| {
            let sum = |scale: f64| {
                x.iter().map(|&v| (v * scale).exp()).reduce(|a, b| a + b).unwrap()
            };
            let (s, t) = (sum(1.0), sum(2.0).ln());
            let terms = x.iter().map(|&v| v.exp() / s * (v * 2.0 - t));
            vec![terms.reduce(|a, b| a + b).unwrap() + s.ln()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    extreme_probabilities {
        graph { pub fn f(x: [f64; 3]) -> f64 { log_sum_exp(x) } }
        dual |x| { vec![(x[0].exp() + x[1].exp() + x[2].exp()).ln()] }
        inside (-1.0, 1.0)
        corners [
            [1000.0, 1000.0, -1000.0] => [0.5, 0.5, 0.0],
            [-1000.0, -1000.0, -2000.0] => [0.5, 0.5, 0.0]
        ]
    }
    distance {
        graph { pub fn f(x: [f64; 3], y: [f64; 3]) -> f64 { norm(x - y) } }
        dual |x| { vec![(0..3)
            .map(|i| (x[i] - x[i + 3]) * (x[i] - x[i + 3]))
            .reduce(|a, b| a + b)
            .unwrap()
            .sqrt()] }
        inside (0.2, 1.0)
        corners [[1.0, 2.0, 3.0, 1.0, 2.0, 3.0] => [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
    }
    spread {
        graph { pub fn f(x: [f64; 5]) -> f64 { variance(x) / (1.0 + mean(x) * mean(x)) } }
        dual |x| {
            let mean = x.iter().copied().reduce(|a, b| a + b).unwrap() / 5.0;
            let squares = x.iter().map(|&v| (v - mean) * (v - mean));
            vec![squares.reduce(|a, b| a + b).unwrap() / 5.0 / (mean * mean + 1.0)]
        }
        inside (-1.0, 1.0)
        corners []
    }
    one_element {
        graph { pub fn f(x: [f64; 1]) -> [f64; 1] { x * sum(x) } }
        dual |x| { vec![x[0] * x[0]] }
        inside (-1.0, 1.0)
        corners [[0.0] => [0.0]]
    }
    element_assignment {
        graph {
            pub fn f(x: [f64; 4]) -> [f64; 4] {
                let mut y = x;
                y[0] = x[3] * x[1];
                y[2] += y[0];
                y
            }
        }
        dual |x| { vec![x[3] * x[1], x[1], x[2] + x[3] * x[1], x[3]] }
        inside (-1.0, 1.0)
        corners []
    }
}
