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

graph! {
    /// Rows that share a number, whose position may lie out of range.
    #[derivatives(hessian_product)]
    pub fn shares<const N: usize>(x: &[f64; N], p: &[f64; 5], k: usize) -> f64 {
        sum(map(|x| { let scale = exp(p[k]); sin(scale * x) }, x))
    }
    #[derivatives(hessian_product)]
    pub fn shares_29(x: &[f64; 29], p: &[f64; 5], k: usize) -> f64 { shares(x, p, k) }
}

#[test]
fn a_shared_number_that_may_not_be_there() {
    let (x, p) = (
        crate::common::sines::<29>(0.3),
        crate::common::sines::<5>(0.8),
    );
    same! {
        shares shares_29: &x, &p, 2;
        shares shares_29::gradient: &x, &p, 2;
    }
    let scale = p[2].exp();
    let (value, d) = shares::gradient(&x, &p, 2);
    let expected: f64 = x.iter().map(|x| (scale * x).sin()).sum();
    assert!((value - expected).abs() < 1e-13, "{value}, {expected}");
    let expected: f64 = x.iter().map(|x| (scale * x).cos() * scale * x).sum();
    assert!((d.p[2] - expected).abs() < 1e-12, "{:?}, {expected}", d.p);
    assert_eq!([d.p[0], d.p[1], d.p[3], d.p[4]], [0.0; 4]);
    // Along `p[2]`, the second derivative by itself.
    let along = shares::Tangent {
        x: vec![0.0; 29],
        p: [0.0, 0.0, 1.0, 0.0, 0.0],
    };
    let product = shares::hessian_product(&x, &p, 2, &along);
    let terms = x
        .iter()
        .map(|x| scale * x)
        .map(|y| y * y.cos() - y * y * y.sin());
    let expected: f64 = terms.sum();
    assert!(
        (product.p[2] - expected).abs() < 1e-12,
        "{:?}, {expected}",
        product.p
    );
}

/// Rows need it, and fail where it is not there; without rows nothing does.
#[test]
fn no_row_needs_the_shared_number() {
    let p = [0.5; 5];
    let (value, d) = shares::gradient(&[], &p, 5);
    assert_eq!(
        (value.to_bits(), d.x.len(), d.p),
        (0.0f64.to_bits(), 0, [0.0; 5])
    );
    let message = crate::common::message(|| drop(shares::gradient(&[1.0], &p, 5)));
    assert!(message.contains("index"), "{message}");
}
