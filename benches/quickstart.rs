//! The gradient of the quickstart against one written by hand, in one run: `cargo bench --bench
//! quickstart`. The figure to read is the ratio; single times depend on the machine.

use std::hint::black_box;
use std::time::Instant;

/// A call at a point.
type Call<'c> = &'c dyn Fn(&([f64; 3], f64)) -> f64;

adgraph::graph! {
    /// Tension energy of a short chain.
    fn energy(x: [f64; 3], p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }
}

/// Value and gradient as one would write them, with the same elementary functions.
fn by_hand(x: [f64; 3], p: f64) -> (f64, [f64; 3], f64) {
    use adgraph::math::{cos, sin};
    let (a, b) = (x[1] - x[0], x[2] - x[1]);
    let squares = a * a + b * b;
    let half = 0.5 * p;
    let value = half * squares + (cos(x[0]) + cos(x[1]) + cos(x[2]));
    let (ga, gb) = (p * a, p * b);
    let gradient = [-ga - sin(x[0]), ga - gb - sin(x[1]), gb - sin(x[2])];
    (value, gradient, 0.5 * squares)
}

fn main() {
    const CALLS: usize = 200_000;
    let points: Vec<([f64; 3], f64)> = (0..64)
        .map(|i| {
            let t = f64::from(i) * 0.1;
            ([t, 0.3 - t, 2.0 * t], 1.0 + t)
        })
        .collect();
    for &(x, p) in &points {
        let (value, adjoint) = energy::gradient(x, p);
        let (expected, gradient, by_p) = by_hand(x, p);
        assert!((value - expected).abs() < 1e-12 && (adjoint.p - by_p).abs() < 1e-12);
        assert!((0..3).all(|i| (adjoint.x[i] - gradient[i]).abs() < 1e-12));
    }
    let generated = |point: &([f64; 3], f64)| {
        let (value, adjoint) = energy::gradient(point.0, point.1);
        value + adjoint.x[0] + adjoint.x[1] + adjoint.x[2] + adjoint.p
    };
    let written = |point: &([f64; 3], f64)| {
        let (value, g, by_p) = by_hand(point.0, point.1);
        value + g[0] + g[1] + g[2] + by_p
    };
    // Points stay where they are: a copy made just before the call would make the first loads wait
    // for it, and by how much depends on how the compiler pairs them.
    let run = |f: Call<'_>| {
        let start = Instant::now();
        let mut total = 0.0;
        for i in 0..CALLS {
            total += f(black_box(&points[i % points.len()]));
        }
        black_box(total);
        #[allow(clippy::cast_precision_loss, reason = "a small count")]
        let calls = CALLS as f64;
        start.elapsed().as_secs_f64() * 1e9 / calls
    };
    // Taken in turn, so that a change of the machine's speed meets both; the median of each.
    let (mut a, mut b): (Vec<f64>, Vec<f64>) =
        (0..31).map(|_| (run(&generated), run(&written))).unzip();
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    let (a, b) = (a[a.len() / 2], b[b.len() / 2]);
    println!("generated {a:.1} ns, by hand {b:.1} ns, ratio {:.2}", a / b);
}
