//! Loops that change rows of a matrix, or a whole array, whose way back keeps the rows.

use adgraph::{Rows, graph};

graph! {
    /// Orthogonal rows by the modified method of Gram and Schmidt; the sum of all products.
    #[derivatives(only(value, gradient))]
    pub fn orthogonal<const N: usize, const M: usize>(a: Rows<f64, N, M>) -> f64 {
        let mut q = a;
        let mut s = 0.0;
        for i in 0..N {
            let r = norm(q[i]);
            q[i] /= r;
            s += r;
            for j in 0..N {
                if j > i {
                    let d = dot(q[i], q[j]);
                    for k in 0..M { q[j][k] -= d * q[i][k]; }
                    s += d;
                }
            }
        }
        s
    }
    #[derivatives(only(value, gradient))]
    pub fn orthogonal_3_20(a: &[[f64; 20]; 3]) -> f64 { orthogonal(a) }

    /// Rotations of pairs of rows, which may be one row.
    #[derivatives(only(value, gradient))]
    pub fn rotated<const N: usize, const M: usize, const E: usize>(
        a: Rows<f64, N, M>, pairs: &[[usize; 2]; E], angles: &[f64; E],
    ) -> f64 {
        let mut q = a;
        for e in 0..E {
            let (i, j) = (pairs[e][0], pairs[e][1]);
            let angle = angles[e] * q[j][0];
            let (c, s) = (cos(angle), sin(angle));
            let (x, y) = (q[i], q[j]);
            q[i] = c * x - s * y;
            q[j] = s * x + c * y;
        }
        sum(q.powi(3))
    }
    #[derivatives(only(value, gradient))]
    pub fn rotated_5_20(a: &[[f64; 20]; 5], pairs: &[[usize; 2]; 4], angles: &[f64; 4]) -> f64 {
        rotated(a, pairs, angles)
    }

    /// A relaxation whose inner loop assigns the whole array, between uses of it.
    #[derivatives(only(value, gradient))]
    pub fn relaxed<const N: usize>(w: &[f64; N], p: f64) -> f64 {
        let mut s = p;
        let mut v = w;
        for _ in 0..N {
            for _ in 0..N { v = w + 0.5 * v; }
            s *= sum(v);
        }
        s
    }
    #[derivatives(only(value, gradient))]
    pub fn relaxed_3(w: &[f64; 3], p: f64) -> f64 { relaxed(w, p) }

    /// The same until a condition holds, with two arrays that change places.
    #[derivatives(only(value, gradient))]
    pub fn exchanged<const N: usize>(w: &[f64; N], p: f64) -> f64 {
        let (mut u, mut v) = (w, 2.0 * w);
        let mut s = p;
        for i in 0..N {
            for _ in 0..N { v = 0.3 * (w + v); }
            if sum(v) < -9.0 { break; }
            (u, v) = (v, u);
            s *= 1.0 + 0.1 * dot(u, v);
            if i > 1 { u = sin(u); v = u; } else { v *= s; }
        }
        s + sum(u) * sum(v)
    }
    #[derivatives(only(value, gradient))]
    pub fn exchanged_3(w: &[f64; 3], p: f64) -> f64 { exchanged(w, p) }
}

fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count)
        .map(|i| (seed + (i * i) as f64 * 1.7).sin())
        .collect()
}

fn orthogonal_in_rust(a: &[f64], width: usize) -> f64 {
    let mut q: Vec<Vec<f64>> = a.chunks(width).map(<[f64]>::to_vec).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut s = 0.0;
    for i in 0..q.len() {
        let r = dot(&q[i], &q[i]).sqrt();
        q[i].iter_mut().for_each(|x| *x /= r);
        s += r;
        for j in i + 1..q.len() {
            let d = dot(&q[i], &q[j]);
            let (before, rest) = q.split_at_mut(j);
            let pairs = rest[0].iter_mut().zip(&before[i]);
            pairs.for_each(|(x, y)| *x -= d * y);
            s += d;
        }
    }
    s
}

fn rotated_in_rust(a: &[f64], pairs: &[[usize; 2]], angles: &[f64], width: usize) -> f64 {
    let mut q = a.to_vec();
    for ([i, j], angle) in pairs.iter().zip(angles) {
        let (s, c) = (angle * q[j * width]).sin_cos();
        for k in 0..width {
            let (x, y) = (q[i * width + k], q[j * width + k]);
            q[i * width + k] = c * x - s * y;
            q[j * width + k] = s * x + c * y;
        }
    }
    q.iter().map(|q| q.powi(3)).sum()
}

fn relaxed_in_rust(w: &[f64], p: f64) -> f64 {
    let (mut s, mut v) = (p, w.to_vec());
    for _ in w {
        for _ in w {
            v = w.iter().zip(&v).map(|(w, v)| w + 0.5 * v).collect();
        }
        s *= v.iter().sum::<f64>();
    }
    s
}

fn exchanged_in_rust(w: &[f64], p: f64) -> f64 {
    let (mut u, mut v) = (w.to_vec(), w.iter().map(|w| 2.0 * w).collect::<Vec<f64>>());
    let mut s = p;
    for i in 0..w.len() {
        for _ in w {
            v = w.iter().zip(&v).map(|(w, v)| 0.3 * (w + v)).collect();
        }
        if v.iter().sum::<f64>() < -9.0 {
            break;
        }
        std::mem::swap(&mut u, &mut v);
        s *= 1.0 + 0.1 * u.iter().zip(&v).map(|(u, v)| u * v).sum::<f64>();
        if i > 1 {
            u.iter_mut().for_each(|u| *u = u.sin());
            v.clone_from(&u);
        } else {
            v.iter_mut().for_each(|v| *v *= s);
        }
    }
    s + u.iter().sum::<f64>() * v.iter().sum::<f64>()
}

/// Compares a value with plain Rust, and derivatives with its differences.
fn follows(what: &str, x: &[f64], found: (f64, &[f64]), in_rust: impl Fn(&[f64]) -> f64) {
    let close = |a: f64, b: f64, limit: f64| (a - b).abs() < limit * (1.0 + b.abs());
    assert!(close(found.0, in_rust(x), 1e-12), "{what}: {}", found.0);
    assert_eq!(found.1.len(), x.len());
    for (i, &d) in found.1.iter().enumerate() {
        let slope = crate::common::slope(&in_rust, x, i);
        assert!(close(d, slope, 1e-6), "{what} {i}: {d} instead of {slope}");
    }
}

#[test]
fn rows_that_are_kept_give_the_derivatives() {
    for (height, width) in [(1, 1), (2, 3), (3, 20), (5, 4), (4, 40)] {
        let a = numbers(height * width, 0.4);
        let (value, d) = orthogonal::gradient(Rows::new(&a, width));
        let in_rust = |a: &[f64]| orthogonal_in_rust(a, width);
        follows("orthogonal", &a, (value, d.a.elements()), in_rust);
    }
    let pairs = [[0, 1], [1, 3], [2, 2], [4, 0]];
    for width in [1, 3, 20, 40] {
        let (a, angles) = (numbers(5 * width, 0.4), numbers(4, 0.9));
        let (value, d) = rotated::gradient(Rows::new(&a, width), &pairs, &angles);
        let in_rust = |a: &[f64]| rotated_in_rust(a, &pairs, &angles, width);
        follows("rotated", &a, (value, d.a.elements()), in_rust);
        let in_rust = |angles: &[f64]| rotated_in_rust(&a, &pairs, angles, width);
        follows("rotated by angles", &angles, (value, &d.angles), in_rust);
    }
}

#[test]
fn rows_that_are_kept_give_the_bits_of_known_extents() {
    let a = numbers(60, 0.4);
    let known: [[f64; 20]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| a[i * 20 + j]));
    let (value, d) = orthogonal::gradient(Rows::new(&a, 20));
    let (expected, e) = orthogonal_3_20::gradient(&known);
    assert_eq!(value.to_bits(), expected.to_bits());
    assert_eq!(d.a.elements(), e.a.as_flattened());
    let (a, angles) = (numbers(100, 0.4), [0.9, -0.3, 2.0, 0.1]);
    let known: [[f64; 20]; 5] = std::array::from_fn(|i| std::array::from_fn(|j| a[i * 20 + j]));
    let pairs = [[0, 1], [1, 3], [2, 2], [4, 0]];
    let (value, d) = rotated::gradient(Rows::new(&a, 20), &pairs, &angles);
    let (expected, e) = rotated_5_20::gradient(&known, &pairs, &angles);
    assert_eq!(value.to_bits(), expected.to_bits());
    assert_eq!(d.a.elements(), e.a.as_flattened());
    assert_eq!(d.angles, e.angles);
}

#[test]
fn arrays_that_are_assigned_in_inner_loops() {
    for count in [1, 2, 3, 9, 40] {
        let w: Vec<f64> = numbers(count, 0.2)
            .iter()
            .map(|w| 0.3 * w / count as f64)
            .collect();
        let (value, d) = relaxed::gradient(&w, 1.5);
        follows("relaxed", &w, (value, &d.w), |w| relaxed_in_rust(w, 1.5));
        follows("relaxed by p", &[1.5], (value, &[d.p]), |p| {
            relaxed_in_rust(&w, p[0])
        });
        let (value, d) = exchanged::gradient(&w, 1.5);
        follows("exchanged", &w, (value, &d.w), |w| {
            exchanged_in_rust(w, 1.5)
        });
        follows("exchanged by p", &[1.5], (value, &[d.p]), |p| {
            exchanged_in_rust(&w, p[0])
        });
    }
    let w = [0.3, -0.2, 0.5];
    same! {
        relaxed relaxed_3: &w, 1.5;
        exchanged exchanged_3: &w, 1.5;
    }
}
