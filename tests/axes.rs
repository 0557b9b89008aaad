//! Functions of arrays with axes, compiled: they are called with plain arrays.

use adgraph::{differentiable, graph};

graph! {
    const C: Axis = 3;
    const W: Axis = 4;
    const H: Axis = 4;
    const Y: Axis = 2;
    const N: Axis = 5;

    /// The squared error of a layer: the dot product of weights and images, a bias, and `tanh`.
    pub fn cost(
        w: &[[[[f64; Y]; H]; W]; C],
        x: &[[[[f64; N]; H]; W]; C],
        b: [f64; Y],
        y0: [[f64; N]; Y],
    ) -> f64 {
        let y = tanh(contract(w, x) + b);
        sum((y - y0).powi(2))
    }

    /// Its derivative by the weights.
    pub fn slope(
        w: &[[[[f64; Y]; H]; W]; C],
        x: &[[[[f64; N]; H]; W]; C],
        b: [f64; Y],
        y0: [[f64; N]; Y],
    ) -> [[[[f64; Y]; H]; W]; C] {
        let c = cost(w, x, b, y0);
        deriv(c, w)
    }
}

/// A number for each position, none of which is another's.
fn number(position: usize) -> f64 {
    (position as f64 * 0.739 + 0.3).sin()
}

#[test]
fn a_layer_of_an_operational_graph_and_its_derivative() {
    let image =
        |c: usize, w: usize, h: usize, last: usize| number(((c * 4 + w) * 4 + h) * 7 + last);
    let mut w = [[[[0.0; 2]; 4]; 4]; 3];
    let mut x = [[[[0.0; 5]; 4]; 4]; 3];
    for c in 0..3 {
        for i in 0..4 {
            for j in 0..4 {
                w[c][i][j] = std::array::from_fn(|y| image(c, i, j, y) / 8.0);
                x[c][i][j] = std::array::from_fn(|n| image(c, i, j, 2 + n));
            }
        }
    }
    let (b, y0) = (
        [0.25, -0.5],
        [[0.1, 0.2, 0.3, 0.4, 0.5], [-0.1, 0.0, 0.1, 0.2, 0.3]],
    );

    let (mut wanted, mut slopes) = (0.0, [[[[0.0; 2]; 4]; 4]; 3]);
    for y in 0..2 {
        for n in 0..5 {
            let mut sum = b[y];
            for (w, x) in w
                .iter()
                .flatten()
                .flatten()
                .zip(x.iter().flatten().flatten())
            {
                sum += w[y] * x[n];
            }
            let (value, error) = (sum.tanh(), sum.tanh() - y0[y][n]);
            wanted += error * error;
            let images = x.iter().flatten().flatten();
            for (slope, x) in slopes.iter_mut().flatten().flatten().zip(images) {
                slope[y] += 2.0 * error * (1.0 - value * value) * x[n];
            }
        }
    }
    let (found, derivatives) = cost::gradient(&w, &x, b, y0);
    assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    for by in [derivatives.w, slope(&w, &x, b, y0)] {
        let pairs = by
            .iter()
            .flatten()
            .flatten()
            .zip(slopes.iter().flatten().flatten());
        for (found, wanted) in pairs {
            assert!((found[0] - wanted[0]).abs() < 1e-12, "{found:?} {wanted:?}");
            assert!((found[1] - wanted[1]).abs() < 1e-12, "{found:?} {wanted:?}");
        }
    }
}

/// An axis is its length outside of a block: the names of constants and parameters are Rust's.
#[differentiable]
mod centred {
    pub(crate) const STATIONS: Axis = 3;

    fn above<const A: Axis, const B: Axis>(x: [[f64; B]; A]) -> [[f64; B]; A] {
        x - mean(x, axis = A)
    }

    pub(crate) fn anomaly(x: [[f64; STATIONS]; 2], scale: [f64; STATIONS]) -> [[f64; STATIONS]; 2] {
        const TIME: Axis = 2;
        let x: [[f64; STATIONS]; TIME] = x;
        above(x) * scale
    }
}

#[test]
fn axes_of_a_module_and_of_functions_inside() {
    assert_eq!(centred::STATIONS, 3_usize);
    let x = [[1.0, 2.0, 3.0], [3.0, 6.0, 9.0]];
    let scale = [1.0, 0.5, 1.0];
    let expected = [[-1.0, -1.0, -3.0], [1.0, 1.0, 3.0]];
    assert_eq!(centred::anomaly(x, scale), expected);
}

graph! {
    const K: Axis = 2;

    /// The mean squared error of a linear model, over an axis whose length comes with the call.
    pub fn loss<const POINTS: Axis>(
        x: &[[f64; K]; POINTS],
        y: &[f64; POINTS],
        w: [f64; K],
    ) -> f64 {
        let error = contract(w, x) - y;
        contract(error, error) / POINTS as f64
    }

    /// An inner product in single precision, whose axis is a type.
    pub fn single<const A: Axis>(x: [f32; A], y: [f32; A]) -> f32 {
        contract(x, y)
    }
}

#[test]
fn axes_of_run_time_length() {
    let x = vec![[0.0, 1.0], [1.0, 1.0], [2.0, 0.5]];
    let (y, w) = (vec![1.0, 2.0, 4.0], [0.5, -1.0]);
    // Errors of -2, -2.5 and -3.5.
    let (found, d) = loss::gradient(&x, &y, w);
    assert!((found - 22.5 / 3.0).abs() < 1e-14, "{found}");
    let slopes = [-2.5 - 7.0, -2.0 - 2.5 - 1.75].map(|sum: f64| sum * 2.0 / 3.0);
    for (found, wanted) in d.w.iter().zip(slopes) {
        assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
    }
    assert_eq!((d.x.len(), d.y.len()), (3, 3));
    let product = single([1.0, 2.0, 3.0], [0.5, 0.0, 1.0]);
    assert_eq!(product.to_bits(), 3.5_f32.to_bits());
}
