//! Branches and choices: the side not taken must never be felt.

use super::programs;

programs! {
    absolute {
        graph { pub fn f(x: f64) -> f64 { x.abs() * x } }
        dual |x| { vec![x[0].abs() * x[0]] }
        inside (0.2, 2.0)
        corners [[0.0] => [0.0], [-0.0] => [0.0], [-1.5] => [3.0]]
    }
    larger {
        graph { pub fn f(x: f64, y: f64) -> f64 { max(x * x, y) + min(x, y) } }
        dual |x| {
            let square = x[0] * x[0];
            let larger = if square.re() >= x[1].re() { square } else { x[1] };
            vec![larger + if x[0].re() <= x[1].re() { x[0] } else { x[1] }]
        }
        inside (1.2, 2.0)
        corners [[1.0, 1.0] => [3.0, 0.0], [0.0, -1.0] => [0.0, 1.0]]
    }
    clamped {
        graph { pub fn f(x: f64) -> f64 { x.clamp(-1.0, 1.0) * x } }
        dual |x| { vec![x[0] * x[0]] }
        inside (-0.9, 0.9)
        corners [[1.0] => [2.0], [-1.0] => [-2.0], [3.0] => [1.0], [-0.0] => [0.0]]
    }
    rectified {
        graph { pub fn f(x: f64) -> f64 { relu(x) + leaky_relu(x, 0.1) } }
        dual |x| { vec![x[0] + x[0]] }
        inside (0.2, 2.0)
        corners [[0.0] => [0.1], [-1.0] => [0.1]]
    }
    guarded_root {
        graph { pub fn f(x: f64) -> f64 { if x > 0.0 { x.sqrt() } else { 0.0 } } }
        dual |x| { vec![if x[0].re() > 0.0 { x[0].sqrt() } else { x[0] * 0.0 }] }
        inside (0.3, 2.0)
        corners [[0.0] => [0.0], [-1.0] => [0.0]]
    }
    guarded_outside {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                let root = x.sqrt();
                let logarithm = y.ln();
                if x > 0.0 && y > 0.0 { root * logarithm } else { 3.0 * x + y * y }
            }
        }
        dual |x| { vec![x[0].sqrt() * x[1].ln()] }
        inside (0.3, 2.0)
        corners [[0.0, 0.0] => [3.0, 0.0], [-1.0, 2.0] => [3.0, 4.0], [2.0, -0.0] => [3.0, 0.0]]
    }
    guarded_quotient {
        graph { pub fn f(x: f64, y: f64) -> f64 { if y != 0.0 { x / y } else { x } } }
        dual |x| { vec![if x[1].re() == 0.0 { x[0] } else { x[0] / x[1] }] }
        inside (0.3, 2.0)
        corners [[2.0, 0.0] => [1.0, 0.0], [0.0, -0.0] => [1.0, 0.0]]
    }
    selected_root {
        graph { pub fn f(x: f64) -> f64 { select(x > 0.0, x.sqrt() * x.ln(), x * 2.0) } }
        dual |x| { vec![x[0].sqrt() * x[0].ln()] }
        inside (0.3, 2.0)
        corners [[0.0] => [2.0], [-1.0] => [2.0]]
    }
    selected_deep {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                let risky = (x / y).ln() * (1.0 / y).exp() / x;
                select(y > 0.1, risky, y * y)
            }
        }
        dual |x| { vec![(x[0] / x[1]).ln() * x[1].recip().exp() / x[0]] }
        inside (0.4, 1.6)
        corners [[0.0, 0.0] => [0.0, 0.0], [1.0, -0.0] => [0.0, 0.0]]
    }
    piecewise {
        graph {
            pub fn f(x: f64) -> f64 {
                if x < -1.0 {
                    -x
                } else if x < 1.0 {
                    x * x
                } else {
                    2.0 * x - 1.0
                }
            }
        }
        dual |x| { vec![if x[0].re() < -1.0 {
            -x[0]
        } else if x[0].re() < 1.0 {
            x[0] * x[0]
        } else {
            x[0] * 2.0 - 1.0
        }] }
        inside (-0.9, 0.9)
        corners [[-1.0] => [-2.0], [1.0] => [2.0], [-3.0] => [-1.0]]
    }
    nested_branches {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                if x > 0.0 {
                    if y > 0.0 { (x * y).sqrt() } else { x.ln() }
                } else {
                    y * y
                }
            }
        }
        dual |x| { vec![(x[0] * x[1]).sqrt()] }
        inside (0.3, 1.5)
        corners [[1.0, 0.0] => [1.0, 0.0], [0.0, 3.0] => [0.0, 6.0], [-1.0, -1.0] => [0.0, -2.0]]
    }
    assigned_in_branch {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                let mut a = x;
                let mut b = y;
                if x > y {
                    a = x * y;
                    b += x;
                }
                a * b
            }
        }
        dual |x| {
            let (mut a, mut b) = (x[0], x[1]);
            if a.re() > b.re() {
                b += a;
                a = x[0] * x[1];
            }
            vec![a * b]
        }
        inside (0.3, 1.5)
        corners [[1.0, 1.0] => [1.0, 1.0]]
    }
    logic {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                if (x > 0.0 && y > 0.0) || !(x < 1.0) { x * y } else { x - y }
            }
        }
        dual |x| { vec![x[0] * x[1]] }
        inside (0.2, 0.9)
        corners [[0.0, 2.0] => [1.0, -1.0], [2.0, 0.0] => [0.0, 2.0]]
    }
    huber {
        graph {
            pub fn f(r: [f64; 3]) -> f64 {
                let mut loss = 0.0;
                for i in 0..3 {
                    let a = r[i].abs();
                    loss += if a <= 1.0 { 0.5 * a * a } else { a - 0.5 };
                }
                loss
            }
        }
        dual |x| { vec![(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) * 0.5] }
        inside (-0.9, 0.9)
        corners [[0.0, 1.0, -2.0] => [0.0, 1.0, -1.0]]
    }
    masked_tensor {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                sum(select(x > 0.0, ln(x) * sqrt(x), x * x))
            }
        }
        dual |x| {
            vec![x.iter().map(|v| v.ln() * v.sqrt()).reduce(|a, b| a + b).unwrap()]
        }
        inside (0.3, 2.0)
        corners [[0.0, -0.0, -1.0, 1.0] => [0.0, 0.0, -2.0, 1.0]]
    }
    masked_product {
        graph {
            pub fn f(a: [[f64; 2]; 2], x: [f64; 2]) -> f64 {
                let y = matmul(a, recip(x));
                sum(select(x > 0.0, y, x))
            }
        }
        dual |x| {
            let (u, v) = (x[4].recip(), x[5].recip());
            vec![x[0] * u + x[1] * v + x[2] * u + x[3] * v]
        }
        inside (0.5, 1.5)
        corners []
    }
    sign_and_zero {
        graph { pub fn f(x: f64) -> f64 { x.sign() * x * x } }
        dual |x| { vec![x[0] * x[0]] }
        inside (0.2, 2.0)
        corners [[0.0] => [0.0], [-0.0] => [0.0], [-1.0] => [2.0]]
    }
    absolute_zero {
        graph { pub fn f(x: f64, y: f64) -> f64 { azmul(x, ln(y)) } }
        dual |x| { vec![x[0] * x[1].ln()] }
        inside (0.4, 2.0)
        corners []
    }
    largest_element {
        graph { pub fn f(x: [f64; 4]) -> f64 { max(x) * 2.0 - min(x) } }
        dual |x| {
            let pick = |larger: fn(f64, f64) -> bool| {
                x.iter().copied().reduce(|a, b| if larger(a.re(), b.re()) { a } else { b })
            };
            vec![pick(|a, b| a >= b).unwrap() * 2.0 - pick(|a, b| a <= b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners [[1.0, 1.0, 0.0, 0.0] => [2.0, 0.0, -1.0, 0.0]]
    }
    written_at_computed_positions {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                let i = (4.0 * sigmoid(x[3])) as usize;
                let mut y = x;
                y[argmax(x)] += x[0] * x[1];
                let mut z = zeros(4);
                z[i] = x[1] * x[2];
                z[i..i + 1] *= 3.0;
                let mut ones = x * 0.0;
                ones[i] = 1.0;
                sum(y * y) + dot(z, z) + dot(ones, x * x * x)
            }
        }
        dual |x| {
            let value = |k: usize| x[k].re();
            let largest = (1..4).fold(0, |best, k| if value(k) > value(best) { k } else { best });
            let i = (4.0 / (1.0 + (-value(3)).exp())) as usize;
            let mut y = x.to_vec();
            y[largest] += x[0] * x[1];
            let squares = y.iter().map(|&y| y * y).reduce(|a, b| a + b).unwrap();
            let z = x[1] * x[2] * 3.0;
            vec![squares + z * z + x[i] * x[i] * x[i]]
        }
        inside (-1.0, 1.0)
        corners []
    }    // Integers: the neighbours at the ends are the ends.
    choices_among_positions {
        graph {
            pub fn f(x: [f64; 5]) -> f64 {
                let mut s = x[0];
                #[unroll(never)]
                for i in 0..5 {
                    s += x[max(i - 1, 0)] * x[min(i + 1, 4)] * x[abs(i - 2)];
                }
                s
            }
        }
        dual |x| {
            let at = |n: i64| x[n as usize];
            let terms = (0..5).map(|i: i64| at((i - 1).max(0)) * at((i + 1).min(4)) * at((i - 2).abs()));
            vec![terms.fold(x[0], |a, b| a + b)]
        }
        inside (-1.0, 1.0)
        corners []
    }
}
