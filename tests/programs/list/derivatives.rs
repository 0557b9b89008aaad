//! Programs that differentiate: what they compute is written with derivatives by hand here.

use super::programs;

programs! {
    newton_by_deriv {
        graph {
            fn residual(y: f64, a: f64) -> f64 { y * exp(y) - a }
            /// Lambert's function by Newton's method.
            pub fn f(a: f64) -> f64 {
                let mut y = 0.5;
                for _ in 0..4 {
                    let r = residual(y, a);
                    y -= r / deriv(r, y);
                }
                y
            }
        }
        dual |x| {
            let mut y = D::from(0.5);
            for _ in 0..4 {
                y -= (y * y.exp() - x[0]) / (y.exp() * (y + 1.0));
            }
            vec![y]
        }
        inside (0.2, 2.0)
        corners []
    }
    rules_of_their_own {
        graph {
            #[derivative(adjoint = logistic_adjoint)]
            fn logistic(x: f64) -> f64 { 1.0 / (1.0 + exp(-x)) }
            fn logistic_adjoint(_x: f64, y: f64, seed: f64) -> f64 { y * (1.0 - y) * seed }
            #[derivative(tangent = length_tangent)]
            fn length(x: [f64; 2]) -> f64 { sqrt(dot(x, x)) }
            fn length_tangent(x: [f64; 2], length: f64, along: [f64; 2]) -> f64 {
                dot(x, along) / length
            }
            /// A recurrence in a loop that stays one, and a choice.
            pub fn f(x: [f64; 2], p: f64) -> f64 {
                let mut s = length(x);
                #[unroll(never)]
                for _ in 0..5 {
                    s = 2.0 * logistic(s * p) + x[0];
                }
                if s > p { logistic(s) * s } else { length(stack(s, p)) }
            }
        }
        dual |x| {
            let logistic = |x: D| (D::from(1.0) + (-x).exp()).recip();
            let length = |x: D, y: D| (x * x + y * y).sqrt();
            let mut s = length(x[0], x[1]);
            for _ in 0..5 {
                s = logistic(s * x[2]) * 2.0 + x[0];
            }
            vec![if s.re() > x[2].re() { logistic(s) * s } else { length(s, x[2]) }]
        }
        inside (0.5, 3.0)
        corners []
    }
    force_of_a_potential {
        graph {
            fn energy(q: [f64; 3], k: f64) -> f64 {
                let stretch = q[1..] - q[..2];
                0.5 * k * dot(stretch, stretch) + sum(cos(q))
            }
            pub fn f(q: [f64; 3], k: f64) -> ([f64; 3], f64) {
                let e = energy(q, k);
                (-deriv(e, q), e)
            }
        }
        dual |x| {
            let (a, b, k) = (x[1] - x[0], x[2] - x[1], x[3]);
            vec![
                k * a + x[0].sin(),
                k * b - k * a + x[1].sin(),
                x[2].sin() - k * b,
                k * 0.5 * (a * a + b * b) + x[0].cos() + x[1].cos() + x[2].cos(),
            ]
        }
        inside (-1.0, 1.0)
        corners [
            [0.0, 0.0, 0.0, 2.0] => [1.0, 1.0, 1.0, 0.0]
        ]
    }
    pendulum_by_its_energy {
        graph {
            pub fn f(angle: f64, speed: f64, push: [f64; 12]) -> [f64; 2] {
                let mut angle = angle;
                let mut speed = speed;
                #[unroll(never)]
                for i in 0..12 {
                    let energy = cos(angle) - push[i] * angle;
                    speed += 0.1 * deriv(energy, angle);
                    angle += 0.1 * speed;
                }
                [angle, speed]
            }
        }
        dual |x| {
            let (mut angle, mut speed) = (x[0], x[1]);
            for &push in &x[2..] {
                speed -= (angle.sin() + push) * 0.1;
                angle += speed * 0.1;
            }
            vec![angle, speed]
        }
        inside (-1.0, 1.0)
        corners []
    }
    training_step {
        graph {
            fn loss(w: [f64; 2], x: [[f64; 2]; 3], y: [f64; 3]) -> f64 {
                mean(square(tanh(matmul(x, w)) - y))
            }
            /// The loss after one step down the slope.
            pub fn f(w: [f64; 2], rate: f64, x: [[f64; 2]; 3], y: [f64; 3]) -> f64 {
                let before = loss(w, x, y);
                loss(w - rate * deriv(before, w), x, y)
            }
        }
        dual |x| {
            let (rate, data, y) = (x[2], &x[3..9], &x[9..]);
            let outputs = |w: [D; 2]| {
                [0, 1, 2].map(|i| (data[2 * i] * w[0] + data[2 * i + 1] * w[1]).tanh())
            };
            let mut w = [x[0], x[1]];
            let first = outputs(w);
            for k in 0..2 {
                for i in 0..3 {
                    let (out, off) = (first[i], first[i] - y[i]);
                    w[k] -= rate * off * (-out * out + 1.0) * data[2 * i + k] * (2.0 / 3.0);
                }
            }
            let last = outputs(w);
            let squares = (0..3).map(|i| (last[i] - y[i]) * (last[i] - y[i]));
            vec![squares.reduce(|a, b| a + b).unwrap() / 3.0]
        }
        inside (-1.0, 1.0)
        corners []
    }
    heat_equation_residual {
        graph {
            /// A guess at the temperature, with parameters `c`.
            fn guess(t: f64, x: f64, c: [f64; 3]) -> f64 {
                c[0] * exp(-c[1] * t) * sin(c[2] * x)
            }
            /// By how much the guess misses `u_t = u_xx`.
            pub fn f(t: f64, x: f64, c: [f64; 3]) -> f64 {
                let u = guess(t, x, c);
                deriv(u, t) - deriv(deriv(u, x), x)
            }
        }
        dual |x| {
            let u = x[2] * (-x[3] * x[0]).exp() * (x[4] * x[1]).sin();
            vec![u * (x[4] * x[4] - x[3])]
        }
        inside (-1.0, 1.0)
        corners []
    }
    third_derivative {
        graph {
            pub fn f(x: f64, p: f64) -> f64 {
                deriv(deriv(deriv(exp(p * x) * sin(x), x), x), x)
            }
        }
        dual |x| {
            let (x, p) = (x[0], x[1]);
            let (sine, cosine) = (p * p * p - p * 3.0, p * p * 3.0 - 1.0);
            vec![(p * x).exp() * (sine * x.sin() + cosine * x.cos())]
        }
        inside (-1.0, 1.0)
        corners []
    }
    hessian_times_direction {
        graph {
            fn rosenbrock(x: [f64; 4]) -> f64 {
                let a = 1.0 - x[..3];
                let b = x[1..] - x[..3] * x[..3];
                dot(a, a) + 100.0 * dot(b, b)
            }
            pub fn f(x: [f64; 4], v: [f64; 4]) -> [f64; 4] {
                let slope = deriv(rosenbrock(x), x);
                jvp(slope, x, v)
            }
        }
        dual |x| {
            let (x, v) = (&x[..4], &x[4..]);
            let mut y = vec![D::from(0.0); 4];
            for i in 0..3 {
                let across = x[i] * -400.0;
                y[i] += (x[i] * x[i] * 1200.0 - x[i + 1] * 400.0 + 2.0) * v[i] + across * v[i + 1];
                y[i + 1] += across * v[i] + v[i + 1] * 200.0;
            }
            y
        }
        inside (-1.0, 1.0)
        corners []
    }
    pulled_back_along_an_arm {
        graph {
            fn hand(q: [f64; 2]) -> [f64; 2] {
                let a = q[0] + q[1];
                [cos(q[0]) + cos(a), sin(q[0]) + sin(a)]
            }
            pub fn f(q: [f64; 2], force: [f64; 2]) -> [f64; 2] { vjp(hand(q), q, force) }
        }
        dual |x| {
            let (a, force) = (x[0] + x[1], &x[2..]);
            let last = a.cos() * force[1] - a.sin() * force[0];
            vec![last + x[0].cos() * force[1] - x[0].sin() * force[0], last]
        }
        inside (-1.5, 1.5)
        corners []
    }
    derivative_on_one_side {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                let r = x * x + y * y;
                // At the centre nothing of the side with the pole arrives.
                if r > 0.5 {
                    let v = ln(r) * x;
                    deriv(v, r) * deriv(v, x)
                } else {
                    deriv(r * r * y, y)
                }
            }
        }
        dual |x| {
            let r = x[0] * x[0] + x[1] * x[1];
            vec![if r.re() > 0.5 {
                x[0] / r * (r.ln() + x[0] * x[0] * 2.0 / r)
            } else {
                r * r + r * x[1] * x[1] * 4.0
            }]
        }
        inside (0.6, 1.4)
        corners [
            [0.0, 0.0] => [0.0, 0.0],
            [0.0, 0.5] => [0.0, 2.5]
        ]
    }
    single_precision_inside {
        graph {
            fn cube(x: f32) -> f32 { x * x * x }
            pub fn f(x: f64) -> f64 {
                let single = x as f32;
                let c = cube(single);
                deriv(c, single) as f64 * 0.0 + deriv(x * sin(x), x)
            }
        }
        dual |x| { vec![x[0].sin() + x[0] * x[0].cos()] }
        inside (-1.0, 1.0)
        corners []
    }
}
