//! Whole models, of the kinds that users write first: mechanics, a network and a price.

use super::programs;

programs! {
    // Two links in a plane, on the wall by the first joint; the angle of the second one is relative.
    arm_by_its_lagrangian {
        graph {
            const MASS: f64 = 0.7;
            const INERTIA: f64 = 0.05;
            const GRAVITY: f64 = 9.81;

            fn kinetic(q: [f64; 2], v: [f64; 2]) -> f64 {
                let turned = [v[0], v[0] + v[1]];
                let elbow = [-sin(q[0]), cos(q[0])] * v[0];
                let hand = elbow + 0.5 * [-sin(q[0] + q[1]), cos(q[0] + q[1])] * turned[1];
                let center = 0.5 * elbow;
                0.5 * MASS * (dot(center, center) + dot(hand, hand)) + 0.5 * INERTIA * dot(turned, turned)
            }

            fn potential(q: [f64; 2]) -> f64 {
                MASS * GRAVITY * (0.5 * sin(q[0]) + sin(q[0]) + 0.5 * sin(q[0] + q[1]))
            }

            /// `M q'' = torque + dT/dq - dV/dq - M' q'`.
            fn acceleration(q: [f64; 2], v: [f64; 2], torque: [f64; 2]) -> [f64; 2] {
                let t = kinetic(q, v);
                let momentum = deriv(t, v);
                let mass = jacobian(momentum, v);
                let moved = jvp(momentum, q, v);
                linear_solve(mass, torque + deriv(t, q) - deriv(potential(q), q) - moved)
            }

            /// The angles and their speeds after steps of the classical method of fourth order.
            pub fn f(q0: [f64; 2], v0: [f64; 2], torque: [f64; 2]) -> ([f64; 2], [f64; 2]) {
                let h = 0.1;
                let mut q = q0;
                let mut v = v0;
                for _ in 0..5 {
                    let a1 = acceleration(q, v, torque);
                    let a2 = acceleration(q + 0.5 * h * v, v + 0.5 * h * a1, torque);
                    let a3 = acceleration(q + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2, torque);
                    let a4 = acceleration(q + h * (v + 0.5 * h * a2), v + h * a3, torque);
                    q += h * v + h * h / 6.0 * (a1 + a2 + a3);
                    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
                }
                (q, v)
            }
        }
        // By the textbook's equations of the arm (Craig, Introduction to Robotics, 6.7).
        dual |x| {
            let (m, j, g, h) = (0.7, 0.05, 9.81, 0.1);
            let torque = [x[4], x[5]];
            let acceleration = |q: [D; 2], v: [D; 2]| {
                let (c, s) = (q[1].cos(), q[1].sin());
                let m22 = D::from(0.25 * m + j);
                let m12 = c * (0.5 * m) + (0.25 * m + j);
                let m11 = c * m + (0.25 * m + m + 0.25 * m + 2.0 * j);
                let b1 = torque[0] + s * (0.5 * m) * v[1] * (v[0] * 2.0 + v[1])
                    - (q[0].cos() * 1.5 + (q[0] + q[1]).cos() * 0.5) * (m * g);
                let b2 = torque[1] - s * (0.5 * m) * v[0] * v[0]
                    - (q[0] + q[1]).cos() * (0.5 * m * g);
                let det = m11 * m22 - m12 * m12;
                [(b1 * m22 - b2 * m12) / det, (b2 * m11 - b1 * m12) / det]
            };
            let moved = |a: [D; 2], by: f64, b: [D; 2]| [a[0] + b[0] * by, a[1] + b[1] * by];
            let (mut q, mut v) = ([x[0], x[1]], [x[2], x[3]]);
            for _ in 0..5 {
                let a1 = acceleration(q, v);
                let v2 = moved(v, 0.5 * h, a1);
                let a2 = acceleration(moved(q, 0.5 * h, v), v2);
                let v3 = moved(v, 0.5 * h, a2);
                let a3 = acceleration(moved(q, 0.5 * h, v2), v3);
                let v4 = moved(v, h, a3);
                let a4 = acceleration(moved(q, h, v3), v4);
                for i in 0..2 {
                    q[i] += (v[i] + v2[i] * 2.0 + v3[i] * 2.0 + v4[i]) * (h / 6.0);
                }
                for i in 0..2 {
                    v[i] += (a1[i] + a2[i] * 2.0 + a3[i] * 2.0 + a4[i]) * (h / 6.0);
                }
            }
            vec![q[0], q[1], v[0], v[1]]
        }
        inside (-0.8, 0.8)
        corners []
    }
    // Attention, a layer of GELUs, residuals and normed rows.
    transformer_block {
        graph {
            fn normed(x: [[f64; 4]; 3], scale: [f64; 4], shift: [f64; 4]) -> [[f64; 4]; 3] {
                let centered = x - broadcast(mean(x, axis = 1), [3, 4], axis = 0);
                let deviation = sqrt(mean(centered * centered, axis = 1) + 0.1);
                let turned = transpose(centered) / broadcast(deviation, [4, 3], axis = 1);
                transpose(turned) * broadcast(scale, [3, 4], axis = 1)
                    + broadcast(shift, [3, 4], axis = 1)
            }

            // The form by the hyperbolic tangent (Hendrycks and Gimpel, 2016).
            fn activated(x: [[f64; 5]; 3]) -> [[f64; 5]; 3] {
                0.5 * x * (1.0 + tanh(0.7978845608 * (x + 0.044715 * x.powi(3))))
            }

            pub fn f(
                x: [[f64; 4]; 3],
                wq: [[f64; 4]; 2],
                wk: [[f64; 4]; 2],
                wv: [[f64; 4]; 4],
                w1: [[f64; 4]; 5],
                w2: [[f64; 5]; 4],
                norm: [[f64; 4]; 2],
            ) -> [[f64; 4]; 3] {
                let n = normed(x, norm[0], norm[1]);
                let queries = matmul(n, transpose(wq));
                let keys = matmul(n, transpose(wk));
                let scores = matmul(queries, transpose(keys)) / sqrt(2.0);
                let attended = matmul(softmax(scores, axis = 1), matmul(n, transpose(wv)));
                let y = x + attended;
                let hidden = activated(matmul(normed(y, norm[0], norm[1]), transpose(w1)));
                y + matmul(hidden, transpose(w2))
            }
        }
        dual |x| {
            let dot = |a: &[D], b: &[D]| {
                a.iter().zip(b).map(|(a, b)| *a * *b).reduce(|a, b| a + b).unwrap()
            };
            let times = |w: &[D], x: &[D]| -> Vec<D> {
                w.chunks(x.len()).map(|row| dot(row, x)).collect()
            };
            let (scale, shift) = (&x[84..88], &x[88..92]);
            let normed = |row: &[D]| -> Vec<D> {
                let mean = row.iter().copied().reduce(|a, b| a + b).unwrap() / 4.0;
                let centered: Vec<D> = row.iter().map(|x| *x - mean).collect();
                let deviation = (dot(&centered, &centered) / 4.0 + 0.1).sqrt();
                (0..4).map(|i| centered[i] / deviation * scale[i] + shift[i]).collect()
            };
            let (wq, wk, wv, w1, w2) = (&x[12..20], &x[20..28], &x[28..44], &x[44..64], &x[64..84]);
            let rows: Vec<&[D]> = x[..12].chunks(4).collect();
            let n: Vec<Vec<D>> = rows.iter().map(|row| normed(row)).collect();
            let mut results = Vec::new();
            for (row, own) in rows.iter().zip(&n) {
                let query = times(wq, own);
                let score = |key: &Vec<D>| (dot(&query, &times(wk, key)) / 2.0_f64.sqrt()).exp();
                let scores: Vec<D> = n.iter().map(score).collect();
                let total = scores.iter().copied().reduce(|a, b| a + b).unwrap();
                let mut y = row.to_vec();
                for (score, other) in scores.iter().zip(&n) {
                    for (y, value) in y.iter_mut().zip(times(wv, other)) {
                        *y += *score / total * value;
                    }
                }
                let hidden = times(w1, &normed(&y)).into_iter().map(|x| {
                    let inner = (x + x.powi(3) * 0.044715) * 0.7978845608;
                    x * 0.5 * (inner.tanh() + 1.0)
                });
                let more = times(w2, &hidden.collect::<Vec<D>>());
                results.extend(y.iter().zip(more).map(|(y, more)| *y + more));
            }
            results
        }
        inside (0.1, 1.2)
        corners []
    }
    // The mean of a path of normals, discounted: the price along it, and what it pays.
    asian_option {
        graph {
            pub fn f(spot: f64, rate: f64, volatility: f64, strike: f64, normals: [f64; 12]) -> f64 {
                let dt = 1.0 / 12.0;
                let mut log = 0.0;
                let mut total = 0.0;
                for i in 0..12 {
                    log += (rate - 0.5 * volatility.powi(2)) * dt + volatility * sqrt(dt) * normals[i];
                    total += spot * exp(log);
                }
                exp(-rate) * max(total / 12.0 - 0.1 * strike, 0.0)
            }
        }
        dual |x| {
            let dt = 1.0_f64 / 12.0;
            let (mut log, mut total) = (D::from(0.0), D::from(0.0));
            for z in &x[4..16] {
                log += (x[1] - x[2] * x[2] * 0.5) * dt + x[2] * *z * dt.sqrt();
                total += x[0] * log.exp();
            }
            vec![(-x[1]).exp() * (total / 12.0 - x[3] * 0.1)]
        }
        inside (0.2, 1.0)
        // Nothing is paid.
        corners [
            [1.0, 0.0, 0.0, 20.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
                => [0.0; 16],
        ]
    }
}
