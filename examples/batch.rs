//! Fits an exponential decay to many noisy observations: the sum of the squared errors and its
//! derivatives over all of them, eight observations at a time.
//!
//! Run with `cargo run --example batch`; with `--features rayon` on all cores, to the same digits.

use adgraph::graph;

graph! {
    /// The squared error of a decay from `height` at a `rate`, at one observation.
    #[derivatives(batch)]
    pub fn error(
        #[dynamic] time: f64,
        #[dynamic] seen: f64,
        #[shared] height: f64,
        #[shared] rate: f64,
    ) -> f64 {
        (height * exp(-rate * time) - seen).powi(2)
    }
}

fn main() {
    const N: usize = 5_000;
    // Observations of 2 exp(-0.7 t), with noise that has no pattern.
    let time: Vec<f64> = (0..N).map(|i| 4.0 * i as f64 / N as f64).collect();
    let noise = |i: usize| 0.02 * ((i * 7919 % 1000) as f64 / 500.0 - 1.0);
    let seen = time.iter().enumerate();
    let seen: Vec<f64> = seen
        .map(|(i, t)| 2.0 * f64::exp(-0.7 * t) + noise(i))
        .collect();

    let (mut height, mut rate) = (1.0, 1.0);
    for step in 0..200 {
        let (total, d) = error::batch::sum_gradient(&time, &seen, height, rate);
        let scale = 0.5 / N as f64;
        height -= scale * d.height;
        rate -= scale * d.rate;
        if step % 50 == 49 {
            println!(
                "step {:3}: mean squared error {:.6}",
                step + 1,
                total / N as f64
            );
        }
    }
    println!("height {height:.3}, rate {rate:.3}");
    assert!((height - 2.0).abs() < 0.01 && (rate - 0.7).abs() < 0.01);
}
