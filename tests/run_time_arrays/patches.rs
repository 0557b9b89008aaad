//! Assignments to boxes and lines of matrices both of whose extents come with the call.

use adgraph::{Rows, graph};

graph! {
    /// The inner points of a plate, in steps, as one box.
    fn heated<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> Rows<f64, H, W> {
        let mut u = u;
        for t in 0..T {
            let across = u[(1..H - 1, ..W - 2)] + u[(1..H - 1, 2..)];
            let along = u[(..H - 2, 1..W - 1)] + u[(2.., 1..W - 1)];
            u[(1..H - 1, 1..W - 1)] +=
                k[(1..H - 1, 1..W - 1)] * (across + along - 4.0 * u[(1..H - 1, 1..W - 1)]) + heat[t];
        }
        u
    }

    /// The same by points.
    fn heated_by_points<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> Rows<f64, H, W> {
        let mut u = u;
        for t in 0..T {
            let old = u;
            for i in 1..H - 1 {
                for j in 1..W - 1 {
                    let across = old[i][j - 1] + old[i][j + 1];
                    let along = old[i - 1][j] + old[i + 1][j];
                    u[i][j] = old[i][j] + k[i][j] * (across + along - 4.0 * old[i][j]) + heat[t];
                }
            }
        }
        u
    }

    /// Edges, strips and corners, whose places are lengths too.
    fn framed<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> Rows<f64, H, W> {
        let mut y = u * u;
        y[(0, ..)] = k[(H - 1, ..)] * y[(0, ..)];
        y[(.., W - 1)] *= k[(.., 0)];
        y[(T - 1..T + 1, 1..)] = sin(k[(..2, ..W - 1)]) - y[(T - 1..T + 1, ..W - 1)];
        y[(..2, ..T)] += heat[0];
        y
    }

    #[derivatives(only(value, gradient))]
    pub fn heats<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> f64 {
        sum(heated(u, k, heat).powi(3))
    }
    #[derivatives(only(value, gradient))]
    pub fn heats_by_points<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> f64 {
        sum(heated_by_points(u, k, heat).powi(3))
    }
    #[derivatives(only(value, gradient))]
    pub fn frames<const H: usize, const W: usize, const T: usize>(
        u: Rows<f64, H, W>, k: Rows<f64, H, W>, heat: &[f64; T],
    ) -> f64 {
        sum(framed(u, k, heat).powi(3))
    }
    #[derivatives(only(value, gradient))]
    pub fn heats_5_41(u: &[[f64; 41]; 5], k: &[[f64; 41]; 5], heat: &[f64; 2]) -> f64 {
        heats(u, k, heat)
    }
    #[derivatives(only(value, gradient))]
    pub fn points_5_41(u: &[[f64; 41]; 5], k: &[[f64; 41]; 5], heat: &[f64; 2]) -> f64 {
        heats_by_points(u, k, heat)
    }
    #[derivatives(only(value, gradient))]
    pub fn frames_5_41(u: &[[f64; 41]; 5], k: &[[f64; 41]; 5], heat: &[f64; 2]) -> f64 {
        frames(u, k, heat)
    }
}

fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| (seed + 1.7 * i as f64).sin()).collect()
}

/// [`heats`] in plain Rust.
fn heats_in_rust(u: &[f64], k: &[f64], heat: &[f64], width: usize) -> f64 {
    let mut u = u.to_vec();
    for heat in heat {
        let old = u.clone();
        for i in 1..u.len() / width - 1 {
            for j in 1..width - 1 {
                let at = i * width + j;
                let around = old[at - 1] + old[at + 1] + (old[at - width] + old[at + width]);
                u[at] += k[at] * (around - 4.0 * old[at]) + heat;
            }
        }
    }
    u.iter().map(|u| u.powi(3)).sum()
}

/// [`frames`] in plain Rust.
fn frames_in_rust(u: &[f64], k: &[f64], heat: &[f64], width: usize) -> f64 {
    let (steps, height) = (heat.len(), u.len() / width);
    let mut y: Vec<f64> = u.iter().map(|u| u * u).collect();
    for j in 0..width {
        y[j] *= k[(height - 1) * width + j];
    }
    for i in 0..height {
        y[i * width + width - 1] *= k[i * width];
    }
    let before = y.clone();
    for i in 0..2 {
        for j in 1..width {
            let at = (steps - 1 + i) * width + j;
            y[at] = k[i * width + j - 1].sin() - before[at - 1];
        }
    }
    for at in (0..2).flat_map(|i| (0..steps).map(move |j| i * width + j)) {
        y[at] += heat[0];
    }
    y.iter().map(|y| y.powi(3)).sum()
}

/// Compares values and derivatives with plain Rust and its differences.
macro_rules! follows {
    ($f:ident, $in_rust:ident, $height:expr, $width:expr, $steps:expr) => {{
        let (width, size) = ($width, $height * $width);
        let (u, k, heat) = (numbers(size, 0.1), numbers(size, 0.2), numbers($steps, 0.3));
        let (value, d) = $f::gradient(Rows::new(&u, width), Rows::new(&k, width), &heat);
        let expected = $in_rust(&u, &k, &heat, width);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + b.abs());
        assert!((value - expected).abs() < 1e-12 * (1.0 + expected.abs()));
        for i in 0..size {
            let slope = crate::common::slope(|u| $in_rust(u, &k, &heat, width), &u, i);
            assert!(close(d.u.elements()[i], slope), "u {i} of {size}");
            let slope = crate::common::slope(|k| $in_rust(&u, k, &heat, width), &k, i);
            assert!(close(d.k.elements()[i], slope), "k {i} of {size}");
        }
        for i in 0..heat.len() {
            let slope = crate::common::slope(|heat| $in_rust(&u, &k, heat, width), &heat, i);
            assert!(close(d.heat[i], slope), "heat {i}");
        }
    }};
}

#[test]
fn boxes_follow_plain_rust() {
    for (height, width, steps) in [(2, 2, 2), (3, 2, 1), (3, 4, 2), (5, 41, 2)] {
        follows!(heats, heats_in_rust, height, width, steps);
        follows!(heats_by_points, heats_in_rust, height, width, steps);
    }
    for (height, width, steps) in [(2, 2, 1), (3, 4, 2), (3, 2, 1), (5, 41, 2)] {
        follows!(frames, frames_in_rust, height, width, steps);
    }
}

#[test]
fn boxes_agree_with_known_extents() {
    let (u, k, heat) = (numbers(205, 0.1), numbers(205, 0.2), [0.3, -0.4]);
    let known = |elements: &[f64]| -> [[f64; 41]; 5] {
        std::array::from_fn(|i| std::array::from_fn(|j| elements[i * 41 + j]))
    };
    // Sums of overlapping parts are in another order.
    let agree = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a}, {b}");
        }
    };
    macro_rules! agrees {
        ($($f:ident $known:ident;)*) => {$(
            let (value, d) = $f::gradient(Rows::new(&u, 41), Rows::new(&k, 41), &heat);
            let (expected, e) = $known::gradient(&known(&u), &known(&k), &heat);
            assert_eq!(value.to_bits(), expected.to_bits());
            agree(d.u.elements(), e.u.as_flattened());
            agree(d.k.elements(), e.k.as_flattened());
            agree(&d.heat, &e.heat);
        )*};
    }
    agrees! {
        heats heats_5_41;
        heats_by_points points_5_41;
        frames frames_5_41;
    }
}
