//! Structs with lengths, and functions over arrays of run-time length that take structs.

use adgraph::graph;

use crate::bits;

graph! {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Linear<const I: usize, const O: usize> {
        pub w: [[f64; I]; O],
        pub b: [f64; O],
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Net<const H: usize> {
        pub first: Linear<2, H>,
        pub last: Linear<H, 1>,
    }

    fn apply<const I: usize, const O: usize>(l: &Linear<I, O>, x: [f64; I]) -> [f64; O] {
        matmul(l.w, x) + l.b
    }

    fn predict<const H: usize>(n: &Net<H>, x: [f64; 2]) -> f64 {
        apply(n.last, tanh(apply(n.first, x)))[0]
    }

    pub fn loss<const N: usize>(n: &Net<4>, x: &[[f64; 2]; N], y: &[f64; N]) -> f64 {
        mean(map(|x, y| (predict(n, x) - y).powi(2), x, y))
    }

    pub fn flat_loss<const N: usize>(
        w: [[f64; 2]; 4], b: [f64; 4], v: [[f64; 4]; 1], c: [f64; 1], x: &[[f64; 2]; N], y: &[f64; N],
    ) -> f64 {
        mean(map(|x, y| ((matmul(v, tanh(matmul(w, x) + b)) + c)[0] - y).powi(2), x, y))
    }

    /// The length of the fields is a parameter of the function.
    pub fn total<const N: usize>(l: &Linear<N, 3>, x: &[f64; N]) -> f64 { sum(apply(l, x)) }

    pub fn identity<const N: usize>(k: f64, like: &Linear<N, N>) -> Linear<N, N> {
        Linear { w: k * like.w, b: like.b }
    }

    pub fn written(k: f64) -> Linear<1, 2> { Linear::<1, 2> { w: [[k], [k]], b: [1.0, k] } }
}

fn net() -> Net<4> {
    Net {
        first: Linear {
            w: [[0.1, -0.2], [0.3, 0.4], [-0.5, 0.6], [0.7, 0.8]],
            b: [0.01, 0.02, 0.03, -0.04],
        },
        last: Linear {
            w: [[1.0, -2.0, 0.5, 0.25]],
            b: [0.125],
        },
    }
}

#[test]
fn a_loss_over_any_number_of_rows() {
    let n = net();
    for rows in [1, 2, 7, 8, 33] {
        let x: Vec<[f64; 2]> = (0..rows)
            .map(|i| [f64::from(i).sin(), f64::from(i).cos()])
            .collect();
        let y: Vec<f64> = (0..rows).map(|i| f64::from(i) * 0.1).collect();
        let (c, d) = loss::gradient(&n, &x, &y);
        let (w, b, v, k) = (n.first.w, n.first.b, n.last.w, n.last.b);
        let (flat, f) = flat_loss::gradient(w, b, v, k, &x, &y);
        assert_eq!(c.to_bits(), flat.to_bits(), "{rows} rows");
        assert_eq!(
            bits(d.n.first.w.concat()),
            bits(f.w.concat()),
            "{rows} rows"
        );
        assert_eq!(bits(d.n.first.b), bits(f.b), "{rows} rows");
        assert_eq!(bits(d.n.last.w.concat()), bits(f.v.concat()), "{rows} rows");
        assert_eq!(bits(d.n.last.b), bits(f.c), "{rows} rows");
        assert_eq!(bits(d.y), bits(f.y), "{rows} rows");
    }
}

#[test]
fn lengths_of_fields_are_those_of_the_call() {
    let l = Linear {
        w: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
        b: [0.5; 3],
    };
    assert_eq!(total(&l, &[10.0, 100.0]), 90.0 + 1200.0 + 1.5);
    let (_, d) = total::gradient(&l, &[10.0, 100.0]);
    assert_eq!(
        d.l,
        Linear {
            w: [[10.0, 100.0]; 3],
            b: [1.0; 3]
        }
    );
    let zeros: Net<3> = Net::zeros();
    assert_eq!(
        zeros.first,
        Linear {
            w: [[0.0; 2]; 3],
            b: [0.0; 3]
        }
    );
    const NOTHING: Linear<2, 1> = Linear::zeros();
    assert_eq!(NOTHING.w, [[0.0; 2]]);
    let one = Linear {
        w: [[3.0]],
        b: [2.0],
    };
    assert_eq!(
        identity(2.0, &one),
        Linear {
            w: [[6.0]],
            b: [2.0]
        }
    );
    assert_eq!(
        written(3.0),
        Linear {
            w: [[3.0], [3.0]],
            b: [1.0, 3.0]
        }
    );
}
