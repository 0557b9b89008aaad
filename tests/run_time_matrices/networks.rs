//! Rows at positions that the call brings: networks whose connections come from a file.

use adgraph::{Float, graph};

use crate::common::message;

graph! {
    /// The energy of springs between points.
    #[derivatives(hessian_product)]
    pub fn energy<const N: usize, const E: usize>(
        x: &[[f64; 2]; N],
        ends: &[[usize; 2]; E],
        rest: &[f64; E],
        stiffness: f64,
    ) -> f64 {
        let stretch = x[ends[(.., 0)]] - x[ends[(.., 1)]];
        let length = sqrt(sum(stretch * stretch, axis = 1));
        0.5 * stiffness * sum((length - rest).powi(2))
    }
    #[derivatives(hessian_product)]
    pub fn energy_4_6(x: &[[f64; 2]; 4], ends: &[[usize; 2]; 6], rest: &[f64; 6], stiffness: f64) -> f64 {
        energy(x, ends, rest, stiffness)
    }
    #[derivatives(hessian_product)]
    pub fn energy_30_75(x: &[[f64; 2]; 30], ends: &[[usize; 2]; 75], rest: &[f64; 75], stiffness: f64) -> f64 {
        energy(x, ends, rest, stiffness)
    }

    /// The same in a loop.
    #[derivatives(hessian_product)]
    pub fn in_a_loop<const N: usize, const E: usize>(
        x: &[[f64; 2]; N],
        ends: &[[usize; 2]; E],
        rest: &[f64; E],
        stiffness: f64,
    ) -> f64 {
        let mut energy = 0.0;
        #[unroll(never)]
        for e in 0..E {
            let stretch = norm(x[ends[e][0]] - x[ends[e][1]]) - rest[e];
            energy += 0.5 * stiffness * stretch * stretch;
        }
        energy
    }

    #[derivatives(hessian_product)]
    pub fn in_a_loop_4_6(x: &[[f64; 2]; 4], ends: &[[usize; 2]; 6], rest: &[f64; 6], stiffness: f64) -> f64 {
        in_a_loop(x, ends, rest, stiffness)
    }
    #[derivatives(hessian_product)]
    pub fn in_a_loop_30_75(x: &[[f64; 2]; 30], ends: &[[usize; 2]; 75], rest: &[f64; 75], stiffness: f64) -> f64 {
        in_a_loop(x, ends, rest, stiffness)
    }

    /// Forces at the points.
    pub fn forces<const N: usize, const E: usize>(x: &[[f64; 2]; N], ends: &[[usize; 2]; E]) -> [[f64; 2]; N] {
        let first = ends[(.., 0)];
        let second = ends[(.., 1)];
        let pull = x[second] - x[first];
        scatter_add(pull, first, N) - scatter_add(pull, second, N)
    }

    pub fn forces_4_6(x: &[[f64; 2]; 4], ends: &[[usize; 2]; 6]) -> [[f64; 2]; 4] { forces(x, ends) }
    pub fn forces_30_75(x: &[[f64; 2]; 30], ends: &[[usize; 2]; 75]) -> [[f64; 2]; 30] { forces(x, ends) }

    /// How often each of five values is seen.
    pub fn histogram<const N: usize>(weights: &[f64; N], seen: &[usize; N]) -> [f64; 5] {
        scatter_add(weights, seen, 5)
    }
    pub fn histogram_6(weights: &[f64; 6], seen: &[usize; 6]) -> [f64; 5] { histogram(weights, seen) }
    pub fn histogram_75(weights: &[f64; 75], seen: &[usize; 75]) -> [f64; 5] { histogram(weights, seen) }

    /// Positions that are computed, in an order that a table says, and from a place on.
    #[derivatives(only(value, gradient))]
    pub fn shuffled<const N: usize>(x: &[f64; N], order: &[usize; N], from: usize) -> f64 {
        let mut sum = 0.0;
        #[unroll(never)]
        for i in 0..N {
            let j = order[(i + from) % 6];
            sum = 0.5 * sum + x[order[j]] * x[i];
        }
        sum
    }
    #[derivatives(only(value, gradient))]
    pub fn shuffled_6(x: &[f64; 6], order: &[usize; 6], from: usize) -> f64 { shuffled(x, order, from) }
    #[derivatives(only(value, gradient))]
    pub fn shuffled_75(x: &[f64; 75], order: &[usize; 75], from: usize) -> f64 { shuffled(x, order, from) }

    /// One element.
    #[derivatives(only(value, gradient))]
    pub fn picked<T: Float, const N: usize>(x: &[T; N], at: usize) -> T { x[at] * x[at] }
}

fn points<const N: usize>() -> [[f64; 2]; N] {
    std::array::from_fn(|i| [0.3 + (i * 7 % 23) as f64 / 11.0, (i * 5 % 17) as f64 / 9.0])
}

/// Connections of points, some of which are connected to many others, and each to another one.
fn connections<const E: usize>(points: usize) -> [[usize; 2]; E] {
    std::array::from_fn(|e| {
        let first = e * e % points;
        [first, (first + 1 + e % (points - 1)) % points]
    })
}

macro_rules! of_lengths {
    ($n:literal $e:literal: $energy:ident $in_a_loop:ident $forces:ident $histogram:ident $shuffled:ident) => {{
        let (x, ends) = (points::<$n>(), connections::<$e>($n));
        let rest = crate::common::numbers::<$e>();
        let seen: [usize; $e] = std::array::from_fn(|i| i * i % 5);
        let order: [usize; $e] = std::array::from_fn(|i| (i * 7 + 3) % 6);
        same! {
            energy $energy: &x, &ends, &rest, 1.5;
            energy $energy::gradient: &x, &ends, &rest, 1.5;
            in_a_loop $in_a_loop: &x, &ends, &rest, 1.5;
            in_a_loop $in_a_loop::gradient: &x, &ends, &rest, 1.5;
            forces $forces: &x, &ends;
            histogram $histogram: &rest, &seen;
            shuffled $shuffled: &rest, &order, 2;
            shuffled $shuffled::gradient: &rest, &order, 2;
        }
        let found = forces::adjoint(&x, &ends, &x);
        assert_eq!(format!("{found:?}"), format!("{:?}", $forces::adjoint(&x, &ends, x)));
        let along = energy::Tangent { x: x.to_vec(), rest: rest.to_vec(), stiffness: 0.5 };
        let known = $energy::Tangent { x, rest, stiffness: 0.5 };
        let found = energy::hessian_product(&x, &ends, &rest, 1.5, &along);
        let expected = $energy::hessian_product(&x, &ends, &rest, 1.5, &known);
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        // The derivative by hand.
        let (value, d) = energy::gradient(&x, &ends, &rest, 1.5);
        let (mut sum, mut pull) = (0.0, vec![[0.0; 2]; $n]);
        for (&[i, j], rest) in ends.iter().zip(rest) {
            let way = [x[i][0] - x[j][0], x[i][1] - x[j][1]];
            let length = way[0].hypot(way[1]);
            sum += 0.75 * (length - rest).powi(2);
            for axis in 0..2 {
                let force = 1.5 * (length - rest) * way[axis] / length;
                pull[i][axis] += force;
                pull[j][axis] -= force;
            }
        }
        assert!((value - sum).abs() < 1e-12 * sum.abs());
        for (found, expected) in d.x.iter().flatten().zip(pull.iter().flatten()) {
            assert!((found - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{found} {expected}");
        }
    }};
}

#[test]
fn networks_below_a_tile() {
    of_lengths!(4 6: energy_4_6 in_a_loop_4_6 forces_4_6 histogram_6 shuffled_6);
}

#[test]
fn networks_of_many_tiles() {
    of_lengths!(30 75: energy_30_75 in_a_loop_30_75 forces_30_75 histogram_75 shuffled_75);
}

#[test]
fn one_element_is_picked() {
    let x = crate::common::numbers::<9>();
    assert_eq!(picked(&x, 8), x[8] * x[8]);
    let (_, d) = picked::gradient(&x, 8);
    let expected: Vec<f64> = (0..9)
        .map(|i| if i == 8 { 2.0 * x[8] } else { 0.0 })
        .collect();
    assert_eq!(d.x, expected);
}

#[test]
fn positions_out_of_range_panic_at_their_line() {
    let text = message(|| _ = picked(&[1.0, 2.0], 2));
    assert!(
        text.contains("index out of bounds: the len is 2 but the index is 2"),
        "{text}"
    );
    let x = points::<4>();
    let text = message(|| _ = energy(&x, &[[0, 1], [1, 4]], &[1.0, 1.0], 1.0));
    assert!(text.contains("the len is 4 but the index is 4"), "{text}");
    let text = message(|| _ = histogram(&[1.0; 3], &[0, 5, 1]));
    assert!(text.contains("the len is 5 but the index is 5"), "{text}");
    // Nothing is read of nothing.
    assert_eq!(energy(&x, &[], &[], 1.0), 0.0);
    assert_eq!(forces(&[], &[]), Vec::<[f64; 2]>::new());
}
