//! Neighbours of elements that a loop changes, read under the condition that they are there.

use adgraph::graph;

use super::slope;

graph! {
    /// Sweeps from the left, each after the other.
    pub fn sweeps<const N: usize>(x: &[f64; N]) -> f64 {
        let mut d = x;
        #[unroll(never)]
        for _ in 0..3 {
            #[unroll(never)]
            for j in 0..N {
                if j > 0 { d[j] += 0.5 * d[j - 1] * x[j]; }
            }
        }
        sum(d * x)
    }
    pub fn sweeps_1(x: &[f64; 1]) -> f64 { sweeps(x) }
    pub fn sweeps_30(x: &[f64; 30]) -> f64 { sweeps(x) }

    /// Neighbours on both sides, as values of a choice.
    pub fn neighbours<const N: usize>(x: &[f64; N]) -> f64 {
        let mut d = x;
        #[unroll(never)]
        for j in 0..N {
            d[j] += if j > 0 { sin(d[j - 1]) } else { 0.0 };
            if j + 1 < N { d[j] *= d[j + 1]; }
        }
        sum(d)
    }
    pub fn neighbours_1(x: &[f64; 1]) -> f64 { neighbours(x) }
    pub fn neighbours_30(x: &[f64; 30]) -> f64 { neighbours(x) }
}

fn plain_sweeps(x: &[f64]) -> f64 {
    let mut d = x.to_vec();
    for _ in 0..3 {
        for j in 1..x.len() {
            d[j] += 0.5 * d[j - 1] * x[j];
        }
    }
    d.iter().zip(x).map(|(d, x)| d * x).sum()
}

fn plain_neighbours(x: &[f64]) -> f64 {
    let mut d = x.to_vec();
    for j in 0..x.len() {
        if j > 0 {
            d[j] += d[j - 1].sin();
        }
        if j + 1 < x.len() {
            d[j] *= d[j + 1];
        }
    }
    d.iter().sum()
}

fn compare(plain: fn(&[f64]) -> f64, x: &[f64], value: f64, d: &[f64]) {
    assert!((value - plain(x)).abs() < 1e-12 * (1.0 + value.abs()));
    assert_eq!(d.len(), x.len());
    for (i, d) in d.iter().enumerate() {
        let slope = slope(plain, x, i);
        assert!(
            (d - slope).abs() < 1e-6 * (1.0 + slope.abs()),
            "{d} {slope}"
        );
    }
}

#[test]
fn neighbours_are_read_where_they_are() {
    for n in [0, 1, 2, 30] {
        let x: Vec<f64> = (0..n).map(|i| 0.6 + 0.4 * f64::from(i).sin()).collect();
        let (value, d) = sweeps::gradient(&x);
        compare(plain_sweeps, &x, value, &d.x);
        let (value, d) = neighbours::gradient(&x);
        compare(plain_neighbours, &x, value, &d.x);
    }
    let one = [0.7];
    let many: [f64; 30] = std::array::from_fn(|i| 0.6 + 0.4 * (i as f64).sin());
    same! {
        sweeps sweeps_1: &one;
        sweeps sweeps_1::gradient: &one;
        neighbours neighbours_1::gradient: &one;
        sweeps sweeps_30: &many;
        sweeps sweeps_30::gradient: &many;
        neighbours neighbours_30::gradient: &many;
    }
}
