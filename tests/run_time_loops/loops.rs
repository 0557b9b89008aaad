//! Loops inside of loops over lengths, and loops over arrays of such a length.

use adgraph::graph;

graph! {
    /// Heat in a rod of cells after some steps, and the sum after each of them.
    #[derivatives(hessian_product)]
    pub fn heat<const N: usize, const T: usize>(start: &[f64; N], source: &[f64; T], rate: f64) -> ([f64; N], [f64; T]) {
        let mut u = start;
        let mut sums = [0.0; T];
        #[unroll(never)]
        for t in 0..T {
            let flow = rate * (u[1..] - u[..N - 1]);
            u[..N - 1] += flow;
            u[1..] -= flow;
            u[0] += source[t];
            sums[t] = sum(u);
        }
        (u, sums)
    }
    pub fn heat_5_7(start: &[f64; 5], source: &[f64; 7], rate: f64) -> ([f64; 5], [f64; 7]) { heat(start, source, rate) }
    pub fn heat_40_19(start: &[f64; 40], source: &[f64; 19], rate: f64) -> ([f64; 40], [f64; 19]) {
        heat(start, source, rate)
    }

    /// Forty steps towards the mean of the neighbours: a loop of known length.
    #[derivatives(hessian_product)]
    pub fn smoothed<const N: usize>(x: &[f64; N], weight: f64) -> f64 {
        let mut u = x;
        #[unroll(never)]
        for _ in 0..40 {
            u[1..N - 1] = (1.0 - weight) * u[1..N - 1] + 0.5 * weight * (u[..N - 2] + u[2..]);
        }
        sum(u * u * x)
    }
    #[derivatives(hessian_product)]
    pub fn smoothed_5(x: &[f64; 5], weight: f64) -> f64 { smoothed(x, weight) }
    #[derivatives(hessian_product)]
    pub fn smoothed_40(x: &[f64; 40], weight: f64) -> f64 { smoothed(x, weight) }

    /// The energy of all pairs of bodies.
    #[derivatives(hessian_product)]
    pub fn pairs<const N: usize>(x: &[[f64; 3]; N], mass: &[f64; N]) -> f64 {
        let mut energy = 0.0;
        #[unroll(never)]
        for i in 0..N {
            let mut pull = 0.0;
            #[unroll(never)]
            for j in 0..N {
                let way = x[i] - x[j];
                pull += mass[j] / sqrt(dot(way, way) + 0.01);
            }
            energy -= 0.5 * mass[i] * pull;
        }
        energy
    }
    #[derivatives(hessian_product)]
    pub fn pairs_5(x: &[[f64; 3]; 5], mass: &[f64; 5]) -> f64 { pairs(x, mass) }
    #[derivatives(hessian_product)]
    pub fn pairs_40(x: &[[f64; 3]; 40], mass: &[f64; 40]) -> f64 { pairs(x, mass) }

    /// Two elements for each, next to each other.
    pub fn woven<const N: usize>(x: &[f64; N], power: f64) -> [f64; 2 * N] {
        let mut both = [0.0; 2 * N];
        #[unroll(never)]
        for i in 0..N {
            both[2 * i] = x[i];
            both[2 * i + 1] = x[i].powf(power);
        }
        both
    }
    pub fn woven_5(x: &[f64; 5], power: f64) -> [f64; 10] { woven(x, power) }
    pub fn woven_40(x: &[f64; 40], power: f64) -> [f64; 80] { woven(x, power) }

    /// The same with the rows at once.
    #[derivatives(only(value, gradient))]
    pub fn rows_at_once<const N: usize>(x: &[[f64; 3]; N], mass: &[f64; N]) -> f64 {
        let mut energy = 0.0;
        for i in 0..N {
            let way = x - broadcast(x[i], [N, 3], axis = 1);
            energy -= 0.5 * mass[i] * sum(mass / sqrt(sum(way * way, axis = 1) + 0.01));
        }
        energy
    }
}

macro_rules! of_length {
    ($n:literal $t:literal: $heat:ident $smoothed:ident $pairs:ident $woven:ident) => {{
        let (x, r) = (crate::common::numbers::<$n>(), crate::common::rows::<$n>());
        let source = crate::common::numbers::<$t>();
        same! {
            heat $heat: &x, &source, 0.2;
            smoothed $smoothed: &x, 0.3;
            smoothed $smoothed::gradient: &x, 0.3;
            woven $woven: &x, 1.5;
            pairs $pairs: &r, &x;
            pairs $pairs::gradient: &r, &x;
        }
        let found = format!(
            "{:?}",
            heat::adjoint(&x, &source, 0.2, (x.to_vec(), source.to_vec()))
        );
        let expected = format!("{:?}", $heat::adjoint(&x, &source, 0.2, (x, source)));
        assert_eq!(found, expected);
        let seeds: [f64; 2 * $n] = std::array::from_fn(|i| 0.1 * i as f64);
        let found = format!("{:?}", woven::adjoint(&x, 1.5, &seeds));
        assert_eq!(found, format!("{:?}", $woven::adjoint(&x, 1.5, seeds)));
        let mut direction = x;
        direction.reverse();
        let along = smoothed::Tangent {
            x: direction.to_vec(),
            weight: 0.5,
        };
        let known = $smoothed::Tangent {
            x: direction,
            weight: 0.5,
        };
        let found = format!("{:?}", smoothed::hessian_product(&x, 0.3, &along));
        assert_eq!(
            found,
            format!("{:?}", $smoothed::hessian_product(&x, 0.3, &known))
        );
        // The derivative by hand.
        let (value, d) = pairs::gradient(&r, &x);
        let (other, at_once) = rows_at_once::gradient(&r, &x);
        assert!((value - other).abs() < 1e-12 * value.abs());
        let mut energy = 0.0;
        for i in 0..$n {
            let (mut pull, mut force) = (0.0, [0.0; 3]);
            for j in 0..$n {
                let way: [f64; 3] = std::array::from_fn(|k| r[i][k] - r[j][k]);
                let square = way.iter().map(|way| way * way).sum::<f64>() + 0.01;
                pull += x[j] / square.sqrt();
                for (force, way) in force.iter_mut().zip(way) {
                    *force += x[i] * x[j] * way / square.powf(1.5);
                }
            }
            energy -= 0.5 * x[i] * pull;
            assert!((d.mass[i] + pull).abs() < 1e-11 * pull.abs());
            assert!((at_once.mass[i] + pull).abs() < 1e-11 * pull.abs());
            for k in 0..3 {
                assert!((d.x[i][k] - force[k]).abs() < 1e-10 * (1.0 + force[k].abs()));
                assert!((at_once.x[i][k] - force[k]).abs() < 1e-10 * (1.0 + force[k].abs()));
            }
        }
        assert!((value - energy).abs() < 1e-12 * energy.abs());
    }};
}

#[test]
fn loops_over_few_rows() {
    of_length!(5 7: heat_5_7 smoothed_5 pairs_5 woven_5);
}

#[test]
fn loops_over_many_rows() {
    of_length!(40 19: heat_40_19 smoothed_40 pairs_40 woven_40);
}

#[test]
fn loops_over_nothing() {
    assert_eq!(pairs(&[], &[]), 0.0);
    assert!(woven(&[], 2.0).is_empty());
    assert_eq!(woven(&[3.0, 2.0], 2.0), [3.0, 9.0, 2.0, 4.0]);
    assert_eq!(heat(&[1.0, 2.0], &[], 0.2), (vec![1.0, 2.0], vec![]));
}
