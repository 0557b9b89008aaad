//! Loops that stay loops: carried numbers, tuples and arrays, elements that move with loops, loops
//! in loops, branches and functions.

use super::programs;

programs! {
    kept_newton {
        graph {
            pub fn f(a: f64) -> f64 {
                let mut x = a;
                #[unroll(never)]
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
    kept_rosenbrock {
        graph {
            pub fn f(x: [f64; 10]) -> f64 {
                let mut total = 0.0;
                #[unroll(never)]
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
    // Long enough to be kept without asking.
    kept_lotka_volterra {
        graph {
            fn rate(s: [f64; 2], p: [f64; 4]) -> [f64; 2] {
                [p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1]]
            }
            pub fn f(s: [f64; 2], p: [f64; 4]) -> f64 {
                let h = 0.02;
                let mut state = s;
                for _ in 0..100 {
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
            let (mut s, h) = ([x[0], x[1]], 0.02);
            for _ in 0..100 {
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
    kept_tuple {
        graph {
            pub fn f(x: [f64; 3], w: [[f64; 3]; 4]) -> [f64; 3] {
                let mut t = (x, 1.0);
                #[unroll(never)]
                for i in (0..4).rev() {
                    let y = sin(t.0 * w[i]) + t.1;
                    t = (y, t.1 * (i as f64) - sum(y));
                }
                t.0 * t.1
            }
        }
        dual |x| {
            let (mut a, mut b) = ([x[0], x[1], x[2]], D::one());
            for i in (0..4_u32).rev() {
                let row = 3 + 3 * i as usize;
                let y = [0, 1, 2].map(|j| (a[j] * x[row + j]).sin() + b);
                (a, b) = (y, b * f64::from(i) - (y[0] + y[1] + y[2]));
            }
            a.iter().map(|&a| a * b).collect()
        }
        inside (-0.8, 0.8)
        corners []
    }
    kept_recurrence {
        graph {
            /// Forward substitution: each element is made of the one before.
            pub fn f(d: [f64; 6], l: [f64; 6], b: [f64; 6]) -> [f64; 6] {
                let mut x = b;
                x[0] /= d[0];
                #[unroll(never)]
                for i in 1..6 {
                    x[i] = (b[i] - l[i] * x[i - 1]) / d[i];
                }
                x
            }
        }
        dual |x| {
            let mut y = vec![x[12] / x[0]];
            for i in 1..6 {
                y.push((x[12 + i] - x[6 + i] * y[i - 1]) / x[i]);
            }
            y
        }
        inside (0.5, 1.5)
        corners []
    }
    kept_elements {
        graph {
            pub fn f(x: [f64; 5], w: [[f64; 5]; 2]) -> ([f64; 5], [[f64; 2]; 3]) {
                let mut y = x;
                let mut z = zeros([3, 2]);
                #[unroll(never)]
                for i in 0..5 {
                    y[4 - i] *= exp(x[i]);
                }
                #[unroll(never)]
                for i in 0..2 {
                    #[unroll(never)]
                    for j in 0..3 {
                        z[(j, i)] = w[(i, 2 * j)] * y[j + 1];
                    }
                }
                (y, z)
            }
        }
        dual |x| {
            let mut y: Vec<D> = (0..5).map(|i| x[i] * x[4 - i].exp()).collect();
            for j in 0..3 {
                for i in 0..2 {
                    y.push(x[5 + 5 * i + 2 * j] * y[j + 1]);
                }
            }
            y
        }
        inside (-1.0, 1.0)
        corners []
    }
    kept_convolution {
        graph {
            pub fn f(x: [f64; 7], w: [f64; 4]) -> [f64; 4] {
                let mut y = zeros(4);
                #[unroll(never)]
                for i in 0..4 {
                    #[unroll(never)]
                    for j in 0..4 {
                        y[i] += w[j] * x[i + j] * x[i + j];
                    }
                }
                y
            }
        }
        dual |x| { (0..4)
            .map(|i| {
                (0..4).fold(D::zero(), |y, j| y + x[7 + j] * x[i + j] * x[i + j])
            })
            .collect() }
        inside (-1.0, 1.0)
        corners []
    }
    kept_branches {
        graph {
            fn steps(x: f64, w: [f64; 3]) -> f64 {
                let mut s = x;
                #[unroll(never)]
                for k in 0..3 {
                    s = if s > 1.0 { sqrt(s) * w[k] } else { s * s + w[2 - k] };
                }
                s
            }
            pub fn f(x: f64, w: [f64; 3]) -> f64 {
                let mut s = steps(x, w);
                if s > 0.0 {
                    #[unroll(never)]
                    for i in 0..4 {
                        if i > 0 { s += steps(s * 0.25, w) * w[i - 1]; }
                        s *= 0.5;
                    }
                }
                s
            }
        }
        inside (0.3, 0.8)
        corners []
    }
    kept_triangle {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                let mut s = 1.0;
                #[unroll(never)]
                for i in 0..4 {
                    #[unroll(never)]
                    for j in 0..4 {
                        if j < i { s = 0.5 * s + x[i] * x[i - j - 1]; }
                    }
                }
                s
            }
        }
        dual |x| {
            let mut s = D::one();
            for i in 0..4 {
                for j in 0..i {
                    s = s * 0.5 + x[i] * x[i - j - 1];
                }
            }
            vec![s]
        }
        inside (-1.0, 1.0)
        corners []
    }
    kept_masks {
        graph {
            pub fn f(x: [f64; 3], p: f64) -> f64 {
                let mut s = p;
                #[unroll(never)]
                for i in 0..3 {
                    s = max(s * x[i], -1.0) + select(x[i] > 0.0, sqrt(x[i]), 0.0);
                }
                s
            }
        }
        inside (0.2, 0.9)
        corners [
            // The root's slope at zero is not taken.
            [0.0, 0.0, 0.0, 0.5] => [0.0, 0.0, 0.0, 0.0]
        ]
    }
    kept_windows {
        graph {
            pub fn f(x: [f64; 8], w: [f64; 3], a: [[f64; 4]; 5]) -> (f64, [f64; 8], [[f64; 4]; 5]) {
                let mut total = 0.0;
                let mut y = x;
                let mut b = a;
                let mut k = 1;
                #[unroll(never)]
                for i in 0..3 {
                    total = 0.5 * total + dot(x[i..i + 3], w) * dot(x[2 * i..=2 * i + 2], x[k..k + 3]);
                    total += sum(a[i..i + 2] * a[(1..3, ..)]) + sum(sin(a[(.., i..i + 2)]));
                    y[i + 1..i + 4] += w * x[i];
                    y[k..k + 3] *= x[k - 1..k + 2];
                    b[(i..i + 2, k - 1..k + 1)] = w[i] * x[i] * b[(i, 0)];
                    b[(k, i..i + 2)] += x[k..k + 2];
                    k += 1;
                }
                (total, y, b)
            }
        }
        dual |v| {
            let (x, w, a) = (&v[..8], &v[8..11], &v[11..]);
            let dot = |a: &[D], b: &[D]| {
                let mut pairs = a.iter().zip(b);
                let first = pairs.next().unwrap();
                pairs.fold(*first.0 * *first.1, |sum, (&a, &b)| sum + a * b)
            };
            let mut total = x[0] * 0.0;
            let mut y = x.to_vec();
            let mut b = a.to_vec();
            for i in 0..3 {
                let k = i + 1;
                total = total * 0.5 + dot(&x[i..i + 3], w) * dot(&x[2 * i..2 * i + 3], &x[k..k + 3]);
                total += dot(&a[4 * i..4 * i + 8], &a[4..12]);
                for row in a.chunks(4) {
                    total += row[i].sin() + row[i + 1].sin();
                }
                for j in 0..3 {
                    y[i + 1 + j] += w[j] * x[i];
                }
                for j in 0..3 {
                    y[k + j] *= x[k - 1 + j];
                }
                let new = w[i] * x[i] * b[4 * i];
                for row in i..i + 2 {
                    for column in k - 1..k + 1 {
                        b[4 * row + column] = new;
                    }
                }
                for j in 0..2 {
                    b[4 * k + i + j] += x[k + j];
                }
            }
            [vec![total], y, b].concat()
        }
        inside (0.2, 1.4)
        corners []
    }
    // Positions that are remainders and quotients of the counter, in loops that stay loops.
    kept_ring {
        graph {
            pub fn f(v: [f64; 8]) -> [f64; 8] {
                let (mut s, mut y) = (v[0], v);
                #[unroll(never)]
                for k in 0..17 {
                    s = (s * v[(k * 5) % 8]).sin() + 0.5 * v[k / 3];
                    y[(k + 3) % 8] += s * v[k % 7];
                    if k % 3 == 1 {
                        y[k / 4] *= v[k % 2];
                    }
                }
                y
            }
        }
        dual |v| {
            let (mut s, mut y) = (v[0], v.to_vec());
            for k in 0..17 {
                s = (s * v[(k * 5) % 8]).sin() + v[k / 3] * 0.5;
                y[(k + 3) % 8] += s * v[k % 7];
                if k % 3 == 1 {
                    y[k / 4] *= v[k % 2];
                }
            }
            y
        }
        inside (0.4, 1.2)
        corners []
    }
    // Loops in a loop that stays one, whose bounds move with it.
    kept_moving_bounds {
        graph {
            pub fn f(v: [f64; 6]) -> [f64; 6] {
                let (mut s, mut y) = (v[0], v);
                #[unroll(never)]
                for i in 0..6 {
                    for j in 0..i {
                        y[i] += 0.3 * v[j] * y[i - j];
                    }
                    for j in (i + 1..6).rev() {
                        s += (y[i] * v[j]).sin();
                    }
                    for j in (i / 2..=i).step_by(2) {
                        s *= 0.9 + 0.1 * y[j];
                    }
                }
                y[0] = s;
                y
            }
        }
        dual |v| {
            let (mut s, mut y) = (v[0], v.to_vec());
            for i in 0..6 {
                for j in 0..i {
                    let before = y[i - j];
                    y[i] += v[j] * 0.3 * before;
                }
                for j in (i + 1..6).rev() {
                    s += (y[i] * v[j]).sin();
                }
                for j in (i / 2..=i).step_by(2) {
                    s *= y[j] * 0.1 + 0.9;
                }
            }
            y[0] = s;
            y
        }
        inside (0.2, 0.9)
        corners []
    }
    // The values of a tuple, assigned one by one.
    kept_tuple_in_parts {
        graph {
            pub fn f(x: [f64; 4]) -> f64 {
                let mut state = ((x[0], x[1]), [x[2], x[3], 1.0]);
                for i in 0..300 {
                    state.0.1 -= 0.01 * state.0.0;
                    (state.0.0, state.1[i % 3]) = (state.0.0 + 0.01 * state.0.1, 0.5 * state.1[2]);
                    if state.0.0 > 0.0 { state.1[0] += 0.01 * state.0.0; }
                }
                state.0.0 * state.0.1 + sum(state.1)
            }
        }
        dual |x| {
            let mut state = ((x[0], x[1]), [x[2], x[3], D::from(1.0)]);
            for i in 0..300 {
                state.0.1 -= state.0.0 * 0.01;
                (state.0.0, state.1[i % 3]) = (state.0.0 + state.0.1 * 0.01, state.1[2] * 0.5);
                if state.0.0.re() > 0.0 { state.1[0] += state.0.0 * 0.01; }
            }
            vec![state.0.0 * state.0.1 + state.1[0] + state.1[1] + state.1[2]]
        }
        inside (0.2, 1.0)
        corners []
    }
}
