//! Typical user programs: loops, functions of functions, robots, finance, small networks.

use super::programs;

programs! {
    rosenbrock {
        graph {
            pub fn f(x: [f64; 10]) -> f64 {
                let mut total = 0.0;
                for i in 0..9 {
                    let a = 1.0 - x[i];
                    let b = x[i + 1] - x[i] * x[i];
                    total += a * a + 100.0 * b * b;
                }
                total
            }
        }
        dual |x| { vec![(0..9)
            .map(|i| {
                let a = -x[i] + 1.0;
                let b = x[i + 1] - x[i] * x[i];
                a * a + b * b * 100.0
            })
            .reduce(|a, b| a + b)
            .unwrap()] }
        inside (-1.2, 1.2)
        corners [
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
                => [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        ]
    }
    chain_energy {
        graph {
            /// Tension energy of a short chain.
            pub fn f(x: [f64; 3], p: f64) -> f64 {
                let stretch = x[1..] - x[..2];
                0.5 * p * dot(stretch, stretch) + sum(cos(x))
            }
        }
        dual |x| {
            let (a, b) = (x[1] - x[0], x[2] - x[1]);
            vec![x[3] * 0.5 * (a * a + b * b) + x[0].cos() + x[1].cos() + x[2].cos()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    newton_iteration {
        graph {
            pub fn f(a: f64) -> f64 {
                let mut x = a;
                for _ in 0..6 {
                    x = 0.5 * (x + a / x);
                }
                x
            }
        }
        dual |x| {
            let mut root = x[0];
            for _ in 0..6 {
                root = (root + x[0] / root) * 0.5;
            }
            vec![root]
        }
        inside (0.5, 3.0)
        corners []
    }
    lotka_volterra {
        graph {
            fn rate(s: [f64; 2], p: [f64; 4]) -> [f64; 2] {
                [p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1]]
            }
            pub fn f(s: [f64; 2], p: [f64; 4]) -> f64 {
                let h = 0.05;
                let mut state = s;
                for _ in 0..5 {
                    let k1 = rate(state, p);
                    let k2 = rate(state + 0.5 * h * k1, p);
                    let k3 = rate(state + 0.5 * h * k2, p);
                    let k4 = rate(state + h * k3, p);
                    state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
                }
                sum(state)
            }
        }
        dual |x| {
            let rate = |s: [D; 2]| {
                [
                    x[2] * s[0] - x[3] * s[0] * s[1],
                    x[4] * s[0] * s[1] - x[5] * s[1],
                ]
            };
            let step = |s: [D; 2], k: [D; 2], h: f64| [s[0] + k[0] * h, s[1] + k[1] * h];
            let (mut s, h) = ([x[0], x[1]], 0.05);
            for _ in 0..5 {
                let k1 = rate(s);
                let k2 = rate(step(s, k1, 0.5 * h));
                let k3 = rate(step(s, k2, 0.5 * h));
                let k4 = rate(step(s, k3, h));
                for i in 0..2 {
                    s[i] += (k1[i] + k2[i] * 2.0 + k3[i] * 2.0 + k4[i]) * (h / 6.0);
                }
            }
            vec![s[0] + s[1]]
        }
        inside (0.5, 1.5)
        corners []
    }
    black_scholes {
        graph {
            fn phi(x: f64) -> f64 { 0.5 * erfc(-x / sqrt(2.0)) }
            /// The price of a European call.
            pub fn f(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
                let s = volatility * time.sqrt();
                let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / s;
                let d2 = d1 - s;
                spot * phi(d1) - strike * (-rate * time).exp() * phi(d2)
            }
        }
        inside (0.5, 1.5)
        corners []
    }
    two_link_arm {
        graph {
            pub fn f(q: [f64; 2], l: [f64; 2]) -> [f64; 2] {
                let a = q[0] + q[1];
                [l[0] * cos(q[0]) + l[1] * cos(a), l[0] * sin(q[0]) + l[1] * sin(a)]
            }
        }
        dual |x| {
            let a = x[0] + x[1];
            vec![
                x[2] * x[0].cos() + x[3] * a.cos(),
                x[2] * x[0].sin() + x[3] * a.sin(),
            ]
        }
        inside (-1.5, 1.5)
        corners []
    }
    rigid_transform {
        graph {
            fn rotation(q: f64) -> [[f64; 3]; 3] {
                [[q.cos(), -q.sin(), 0.0], [q.sin(), q.cos(), 0.0], [0.0, 0.0, 1.0]]
            }
            pub fn f(q: [f64; 3], p: [f64; 3]) -> [f64; 3] {
                let mut m = rotation(q[0]);
                m = matmul(m, rotation(q[1]));
                m = matmul(m, rotation(q[2]));
                matmul(m, p)
            }
        }
        dual |x| {
            let angle = x[0] + x[1] + x[2];
            let (s, c) = angle.sin_cos();
            vec![x[3] * c - x[4] * s, x[3] * s + x[4] * c, x[5]]
        }
        inside (-1.5, 1.5)
        corners []
    }
    pinhole_camera {
        graph {
            /// Reprojection residual with radial distortion.
            pub fn f(point: [f64; 3], focal: f64, k: [f64; 2]) -> [f64; 2] {
                let x = point[0] / point[2];
                let y = point[1] / point[2];
                let r = x * x + y * y;
                let d = focal * (1.0 + r * (k[0] + r * k[1]));
                [d * x - 0.3, d * y + 0.1]
            }
        }
        dual |x| {
            let (u, v) = (x[0] / x[2], x[1] / x[2]);
            let r = u * u + v * v;
            let d = x[3] * (r * (x[4] + r * x[5]) + 1.0);
            vec![d * u - 0.3, d * v + 0.1]
        }
        inside (0.5, 1.5)
        corners []
    }
    determinant {
        graph {
            fn minor(a: f64, b: f64, c: f64, d: f64) -> f64 { a * d - b * c }
            pub fn f(a: [[f64; 3]; 3]) -> f64 {
                a[0][0] * minor(a[1][1], a[1][2], a[2][1], a[2][2])
                    - a[0][1] * minor(a[1][0], a[1][2], a[2][0], a[2][2])
                    + a[0][2] * minor(a[1][0], a[1][1], a[2][0], a[2][1])
            }
        }
        dual |x| {
            let minor = |a: usize, b: usize, c: usize, d: usize| x[a] * x[d] - x[b] * x[c];
            vec![x[0] * minor(4, 5, 7, 8) - x[1] * minor(3, 5, 6, 8) + x[2] * minor(3, 4, 6, 7)]
        }
        inside (-1.0, 1.0)
        corners []
    }
    logistic_regression {
        graph {
            const N: usize = 4;
            pub fn f(w: [f64; 3], x: [[f64; 3]; N], y: [f64; N]) -> f64 {
                let z = matmul(x, w);
                mean(softplus(z) - y * z) + 0.01 * dot(w, w)
            }
        }
        dual |x| {
            let terms = (0..4).map(|i| {
                let z = x[3 + 3 * i] * x[0] + x[4 + 3 * i] * x[1] + x[5 + 3 * i] * x[2];
                z.exp().ln_1p() - x[15 + i] * z
            });
            let weights = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            vec![terms.reduce(|a, b| a + b).unwrap() / 4.0 + weights * 0.01]
        }
        inside (-1.0, 1.0)
        corners []
    }
    small_network {
        graph {
            pub fn f(w1: &[[f64; 4]; 6], b1: &[f64; 6], w2: &[f64; 6], x: [f64; 4]) -> f64 {
                let hidden = tanh(matmul(w1, x) + b1);
                let y = dot(w2, hidden);
                (y - 0.5) * (y - 0.5)
            }
        }
        dual |x| {
            let hidden = |i: usize| {
                let terms = (0..4).map(|j| x[4 * i + j] * x[36 + j]);
                (terms.reduce(|a, b| a + b).unwrap() + x[24 + i]).tanh()
            };
            let y = (0..6).map(|i| x[30 + i] * hidden(i)).reduce(|a, b| a + b).unwrap() - 0.5;
            vec![y * y]
        }
        inside (-1.0, 1.0)
        corners []
    }
    classifier {
        graph {
            pub fn f(w: &[[f64; 20]; 3], x: &[f64; 20]) -> f64 {
                let logits = matmul(w, relu(x));
                -log_softmax(logits)[1]
            }
        }
        dual |x| {
            let logit = |i: usize| {
                (0..20).map(|j| x[20 * i + j] * x[60 + j]).reduce(|a, b| a + b).unwrap()
            };
            let sum = logit(0).exp() + logit(1).exp() + logit(2).exp();
            vec![sum.ln() - logit(1)]
        }
        inside (0.1, 1.0)
        corners []
    }
    mixture {
        graph {
            pub fn f(means: [f64; 3], weights: [f64; 3], x: [f64; 5]) -> f64 {
                let mut total = 0.0;
                let w = log_softmax(weights);
                for i in 0..5 {
                    let d = x[i] - means;
                    total += log_sum_exp(w - 0.5 * d * d);
                }
                total
            }
        }
        dual |x| {
            let sum = (x[3].exp() + x[4].exp() + x[5].exp()).ln();
            let point = |i: usize| {
                let part = |k: usize| {
                    let d = x[6 + i] - x[k];
                    (x[3 + k] - sum - d * d * 0.5).exp()
                };
                (part(0) + part(1) + part(2)).ln()
            };
            vec![(0..5).map(point).reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    heat_step {
        graph {
            pub fn f(u: [f64; 24], k: f64) -> f64 {
                let lap = u[2..] - 2.0 * u[1..23] + u[..22];
                let next = u[1..23] + k * lap;
                sum(next * next)
            }
        }
        dual |x| {
            let next = |i: usize| x[i] + x[24] * (x[i + 1] - x[i] * 2.0 + x[i - 1]);
            vec![(1..23).map(|i| next(i) * next(i)).reduce(|a, b| a + b).unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    nested_loops {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                let mut energy = 0.0;
                for i in 0..4 {
                    for j in 0..i {
                        let d = x[i] - x[j];
                        energy += 1.0 / (0.1 + d * d);
                    }
                }
                energy
            }
        }
        dual |x| {
            let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
            vec![pairs
                .map(|(i, j)| ((x[i] - x[j]) * (x[i] - x[j]) + 0.1).recip())
                .reduce(|a, b| a + b)
                .unwrap()]
        }
        inside (-1.0, 1.0)
        corners []
    }
    several_arrays_out {
        graph {
            pub fn f(x: [f64; 3]) -> ([f64; 3], f64, [[f64; 1]; 3]) {
                let y = x * x;
                let s = sum(y);
                (y / s, s, reshape(sin(x), [3, 1]))
            }
        }
        dual |x| {
            let s = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            let mut y: Vec<D> = x.iter().map(|&v| v * v / s).collect();
            y.push(s);
            y.extend(x.iter().map(num_dual::DualNum::sin));
            y
        }
        inside (0.5, 1.5)
        corners []
    }
    layers_of_several_widths {
        graph {
            fn layer<const I: usize, const O: usize>(
                w: &[[f64; I]; O],
                b: [f64; O],
                x: [f64; I],
            ) -> [f64; O] {
                tanh(matmul(w, x) + b)
            }

            fn squared<const N: usize>(x: [f64; N]) -> f64 {
                if N == 1 { x[0] * x[0] } else { squared(x[..N / 2]) + squared(x[N / 2..]) }
            }

            pub fn f(u: [[f64; 2]; 3], b: [f64; 3], v: [[f64; 3]; 1], x: [f64; 2]) -> f64 {
                let hidden = layer(&u, b, x);
                layer(&v, [0.25], hidden)[0] + 0.125 * squared(hidden)
            }
        }
        dual |v| {
            let (u, b, w, x) = (&v[..6], &v[6..9], &v[9..12], &v[12..]);
            let hidden: Vec<D> = (0..3)
                .map(|o| (u[2 * o] * x[0] + u[2 * o + 1] * x[1] + b[o]).tanh())
                .collect();
            let out = (w[0] * hidden[0] + w[1] * hidden[1] + w[2] * hidden[2] + 0.25).tanh();
            let squares = hidden[0] * hidden[0] + (hidden[1] * hidden[1] + hidden[2] * hidden[2]);
            vec![out + squares * 0.125]
        }
        inside (-1.0, 1.0)
        corners []
    }
    determinant_by_minors {
        graph {
            fn minor<const N: usize>(a: [[f64; N]; N], column: usize) -> [[f64; N - 1]; N - 1] {
                let mut b = [[0.0; N - 1]; N - 1];
                for i in 1..N {
                    for j in 0..N - 1 {
                        b[i - 1][j] = if j < column { a[i][j] } else { a[i][j + 1] };
                    }
                }
                b
            }

            fn det<const N: usize>(a: [[f64; N]; N]) -> f64 {
                if N == 1 {
                    a[0][0]
                } else {
                    let mut total = 0.0;
                    let mut sign = 1.0;
                    for j in 0..N {
                        total += sign * a[0][j] * det(minor(a, j));
                        sign = -sign;
                    }
                    total
                }
            }

            pub fn f(a: [[f64; 3]; 3]) -> f64 {
                det(a)
            }
        }
        dual |a| { vec![a[0] * (a[4] * a[8] - a[5] * a[7])
            - a[1] * (a[3] * a[8] - a[5] * a[6])
            + a[2] * (a[3] * a[7] - a[4] * a[6])] }
        inside (-2.0, 2.0)
        corners [
            // A matrix of rank 1: all cofactors are 0.
            [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0]
                => [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        ]
    }
}
