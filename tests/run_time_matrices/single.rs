//! Matrices of a single row or column beside a run-time length: the last layer of a network with
//! one output, and all places that an extent of 1 can have.

use adgraph::graph;

use crate::common::{numbers, slope};

graph! {
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Layer<const I: usize, const O: usize> { pub w: [[f64; I]; O], pub b: [f64; O] }

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Net { pub first: Layer<2, 3>, pub last: Layer<3, 1> }

    fn layer<const I: usize, const O: usize>(l: &Layer<I, O>, x: [f64; I]) -> [f64; O] {
        matmul(l.w, x) + l.b
    }

    pub fn loss<const N: usize>(m: &Net, x: &[[f64; 2]; N], y: &[[f64; N]; 1]) -> f64 {
        mean(map(|x, y| (layer(m.last, tanh(layer(m.first, x)))[0] - y).powi(2), x, y[0]))
    }
    pub fn loss_5(m: &Net, x: &[[f64; 2]; 5], y: &[[f64; 5]; 1]) -> f64 { loss(m, x, y) }

    /// The row of the errors of all points.
    pub fn row<const N: usize>(w: &[[f64; 4]; 1], x: &[[f64; 4]; N], y: &[[f64; N]; 1]) -> f64 {
        let e = matmul(w, transpose(x)) - y;
        sum(e * e)
    }
    pub fn row_5(w: &[[f64; 4]; 1], x: &[[f64; 4]; 5], y: &[[f64; 5]; 1]) -> f64 { row(w, x, y) }

    /// Their column.
    pub fn column<const N: usize>(w: &[[f64; 4]; 1], x: &[[f64; 4]; N], y: &[[f64; 1]; N]) -> f64 {
        let e = matmul(x, transpose(w)) - y;
        sum(e * e)
    }
    pub fn column_5(w: &[[f64; 4]; 1], x: &[[f64; 4]; 5], y: &[[f64; 1]; 5]) -> f64 { column(w, x, y) }

    /// Both extents come with the call, and one is part of the type of an argument by value.
    pub fn open<const N: usize, const M: usize>(x: Rows<f64, N, M>, w: [[f64; M]; 1], y: &[[f64; 1]; N]) -> f64 {
        let e = matmul(x, transpose(w)) - y;
        sum(e * e)
    }
    pub fn open_5(x: &[[f64; 4]; 5], w: [[f64; 4]; 1], y: &[[f64; 1]; 5]) -> f64 { open(x, w, y) }

    /// Results of a single row, and of a single column.
    pub fn results<const N: usize>(x: [[f64; N]; 1], y: [[f64; 1]; N]) -> ([[f64; N]; 1], [[f64; 1]; N]) {
        let n = matmul(x, y);
        (matmul(n, x) * transpose(y), matmul(y, n) + transpose(x))
    }
    pub fn results_5(x: [[f64; 5]; 1], y: [[f64; 1]; 5]) -> ([[f64; 5]; 1], [[f64; 1]; 5]) { results(x, y) }
}

fn column_of<const N: usize>(x: [f64; N]) -> [[f64; 1]; N] {
    x.map(|x| [x])
}

#[test]
fn single_rows_and_columns_have_the_bits_of_known_lengths() {
    let x: [[f64; 4]; 5] =
        std::array::from_fn(|i| numbers::<20>()[4 * i..4 * i + 4].try_into().unwrap());
    let (w, y) = ([numbers::<4>()], numbers::<5>());
    same! {
        row row_5: &w, &x, &[y];
        row row_5::gradient: &w, &x, &[y];
        column column_5: &w, &x, &column_of(y);
        column column_5::gradient: &w, &x, &column_of(y);
    }
    let (value, d) = open::gradient(&x, w, &column_of(y));
    let (expected, e) = open_5::gradient(&x, w, &column_of(y));
    assert_eq!(value.to_bits(), expected.to_bits());
    assert_eq!(
        (d.x.as_flattened(), d.w, &d.y[..]),
        (e.x.as_flattened(), e.w, &e.y[..])
    );
    let seed = (
        [[0.5, -1.0, 2.0, 0.25, 1.5]],
        column_of([1.0, 2.0, -0.5, 0.75, -1.5]),
    );
    same! {
        results results_5: [y], column_of(y);
        results results_5::adjoint: [y], column_of(y), seed;
    }
}

#[test]
fn a_network_with_one_output_learns_from_any_number_of_points() {
    let net = Net {
        first: Layer {
            w: [[0.3, -0.2], [0.7, 0.4], [-0.6, 0.1]],
            b: [0.1, -0.3, 0.2],
        },
        last: Layer {
            w: [[0.8, -0.5, 0.9]],
            b: [0.05],
        },
    };
    let x: [[f64; 2]; 5] =
        std::array::from_fn(|i| numbers::<10>()[2 * i..2 * i + 2].try_into().unwrap());
    let y = [numbers::<5>()];
    same! {
        loss loss_5: &net, &x, &y;
        loss loss_5::gradient: &net, &x, &y;
    }
    let (_, d) = loss::gradient(&net, &x, &y);
    let with = |w: &[f64]| {
        let mut net = net;
        net.last.w[0].copy_from_slice(w);
        loss(&net, &x, &y)
    };
    for (number, own) in d.m.last.w[0].iter().enumerate() {
        let expected = slope(with, &net.last.w[0], number);
        assert!((own - expected).abs() < 1e-7, "{own} {expected}");
    }
    let (w, rows) = ([numbers::<4>()], [numbers::<4>(); 5]);
    let (_, d) = row::gradient(&w, &rows, &y);
    for (number, own) in d.w[0].iter().enumerate() {
        let along = |w: &[f64]| row(&[w.try_into().unwrap()], &rows, &y);
        let expected = slope(along, &w[0], number);
        assert!(
            (own - expected).abs() < 1e-5 * expected.abs().max(1.0),
            "{own} {expected}"
        );
    }
}
