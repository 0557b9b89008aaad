//! Functions applied to rows, however many the call brings.

use adgraph::{Rows, graph};

graph! {
    #[derivatives(only(value, gradient))]
    fn error(row: [f64; 3], target: f64, w: [f64; 3]) -> f64 { (dot(row, w) - target).powi(2) }

    /// Numbers, of rows and values around them.
    #[derivatives(hessian_product)]
    pub fn errors<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        sum(map(|row, target| error(row, target, w) * sin(target), x, y))
    }
    #[derivatives(hessian_product)]
    pub fn errors_5(x: &[[f64; 3]; 5], y: &[f64; 5], w: [f64; 3]) -> f64 { errors(x, y, w) }
    #[derivatives(hessian_product)]
    pub fn errors_75(x: &[[f64; 3]; 75], y: &[f64; 75], w: [f64; 3]) -> f64 { errors(x, y, w) }

    /// A chain of numbers.
    #[derivatives(hessian_product)]
    pub fn chain<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        let p = map(|v| if v > 0.3 { exp(sin(v) * w[0]) } else { w[1] }, y);
        let q = map(|v, u| exp(v * u) * w[2], p, y);
        dot(q, p) + sum(x)
    }
    #[derivatives(hessian_product)]
    pub fn chain_5(x: &[[f64; 3]; 5], y: &[f64; 5], w: [f64; 3]) -> f64 { chain(x, y, w) }
    #[derivatives(hessian_product)]
    pub fn chain_75(x: &[[f64; 3]; 75], y: &[f64; 75], w: [f64; 3]) -> f64 { chain(x, y, w) }

    /// Rows and tuples, of values of the whole.
    #[derivatives(hessian_product)]
    pub fn rows<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        let scale = norm(y);
        let (unit, size) = map(|row| (row / norm(row), norm(row) * scale), x);
        sum(map(|u, s, v| dot(u, w) * s + v, unit, size, y))
    }
    #[derivatives(hessian_product)]
    pub fn rows_5(x: &[[f64; 3]; 5], y: &[f64; 5], w: [f64; 3]) -> f64 { rows(x, y, w) }
    #[derivatives(hessian_product)]
    pub fn rows_75(x: &[[f64; 3]; 75], y: &[f64; 75], w: [f64; 3]) -> f64 { rows(x, y, w) }

    /// Elements of rows of any length.
    #[derivatives(hessian_product)]
    pub fn ends<const N: usize, const M: usize>(x: Rows<f64, N, M>, a: f64) -> f64 {
        sum(map(|row| exp(row[0] * a) + row[M - 1], x))
    }
    #[derivatives(hessian_product)]
    pub fn ends_40(x: &[[f64; 3]; 40], a: f64) -> f64 { ends(x, a) }

    /// Positions in a table.
    pub fn picked<const N: usize>(y: &[f64; N], at: &[usize; N]) -> [f64; N] {
        map(|k, v| y[k] * v + y[0], at, y)
    }
    pub fn picked_5(y: &[f64; 5], at: &[usize; 5]) -> [f64; 5] { picked(y, at) }
    pub fn picked_75(y: &[f64; 75], at: &[usize; 75]) -> [f64; 75] { picked(y, at) }
}

macro_rules! of_length {
    ($n:literal: $errors:ident $chain:ident $rows:ident $picked:ident) => {{
        let (x, y) = (crate::common::rows::<$n>(), crate::common::numbers::<$n>());
        let w = [0.3, -0.7, 1.1];
        let at: [usize; $n] = std::array::from_fn(|i| (i * 7 + 3) % $n);
        same! {
            errors $errors: &x, &y, w;
            errors $errors::gradient: &x, &y, w;
            chain $chain: &x, &y, w;
            chain $chain::gradient: &x, &y, w;
            rows $rows: &x, &y, w;
            rows $rows::gradient: &x, &y, w;
            picked $picked: &y, &at;
        }
        let seed = y.map(|v| v * 0.5);
        let found = format!("{:?}", picked::adjoint(&y, &at, &seed));
        assert_eq!(found, format!("{:?}", $picked::adjoint(&y, &at, seed)));
    }};
}

#[test]
fn functions_of_rows() {
    of_length!(5: errors_5 chain_5 rows_5 picked_5);
    of_length!(75: errors_75 chain_75 rows_75 picked_75);
}

#[test]
fn rows_of_any_length() {
    let x = crate::common::rows::<40>();
    let own = Rows::from(&x);
    assert_eq!(ends(own, 0.3).to_bits(), ends_40(&x, 0.3).to_bits());
    let (found, expected) = (ends::gradient(own, 0.3), ends_40::gradient(&x, 0.3));
    assert_eq!(found.1.x.elements(), expected.1.x.as_flattened());
    assert_eq!(found.1.a.to_bits(), expected.1.a.to_bits());
}

/// Of no rows the sums are zero.
#[test]
fn no_rows() {
    let (value, d) = errors::gradient(&[], &[], [1.0; 3]);
    assert_eq!((value, d.x.len(), d.y.len(), d.w), (0.0, 0, 0, [0.0; 3]));
    assert_eq!(chain::gradient(&[], &[], [1.0; 3]).1.w, [0.0; 3]);
}
