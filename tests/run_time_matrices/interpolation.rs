//! Tables whose length comes with the call.

use adgraph::graph;

graph! {
    /// One position.
    #[derivatives(hessian)]
    pub fn linear<const N: usize>(x: f64, xs: &[f64; N], ys: &[f64; N]) -> f64 {
        interpolate(x, xs, ys)
    }

    /// Many positions, whose number comes with the call too.
    #[derivatives(only(value, gradient))]
    pub fn lines<const N: usize, const M: usize>(
        x: &[f64; M],
        xs: &[f64; N],
        ys: &[f64; N],
    ) -> f64 {
        sum(interpolate(x, xs, ys).powi(2))
    }

    /// As many as are written, in two axes.
    pub fn grid<const N: usize>(x: [[f64; 2]; 3], xs: &[f64; N], ys: &[f64; N]) -> [[f64; 2]; 3] {
        interpolate(x, xs, ys)
    }

    #[derivatives(hessian)]
    pub fn spline<const N: usize>(x: f64, xs: &[f64; N], ys: &[f64; N]) -> f64 {
        cubic_spline(x, xs, ys)
    }

    #[derivatives(only(value, gradient))]
    pub fn splines<const N: usize, const M: usize>(
        x: &[f64; M],
        xs: &[f64; N],
        ys: &[f64; N],
    ) -> f64 {
        sum(cubic_spline(x, xs, ys).powi(2))
    }

    /// A path through a table in a loop.
    #[derivatives(only(value, gradient))]
    pub fn walk<const N: usize>(x: f64, xs: &[f64; N], ys: &[f64; N], steps: usize) -> f64 {
        let mut x = x;
        for _ in 0..7 { x += 0.1 * interpolate(x, xs, ys); }
        x * steps as f64
    }
}

/// The same for a length that is written.
macro_rules! known {
    ($($module:ident: $n:literal;)*) => {$(mod $module {
        adgraph::graph! {
            #[derivatives(hessian)]
            pub fn linear(x: f64, xs: &[f64; $n], ys: &[f64; $n]) -> f64 { interpolate(x, xs, ys) }

            #[derivatives(only(value, gradient))]
            pub fn lines(x: &[f64; 5], xs: &[f64; $n], ys: &[f64; $n]) -> f64 {
                sum(interpolate(x, xs, ys).powi(2))
            }

            pub fn grid(x: [[f64; 2]; 3], xs: &[f64; $n], ys: &[f64; $n]) -> [[f64; 2]; 3] {
                interpolate(x, xs, ys)
            }

            #[derivatives(hessian)]
            pub fn spline(x: f64, xs: &[f64; $n], ys: &[f64; $n]) -> f64 { cubic_spline(x, xs, ys) }

            #[derivatives(only(value, gradient))]
            pub fn splines(x: &[f64; 5], xs: &[f64; $n], ys: &[f64; $n]) -> f64 {
                sum(cubic_spline(x, xs, ys).powi(2))
            }
        }
    })*};
}

known! { of_2: 2; of_4: 4; of_5: 5; of_12: 12; of_100: 100; }

/// A table of so many knots, at distances that differ.
fn table<const N: usize>() -> ([f64; N], [f64; N]) {
    let knot = |i: usize| i as f64 + 0.3 * (i as f64 * 2.1).sin();
    let xs = std::array::from_fn(knot);
    (xs, xs.map(|x| (0.7 * x).cos() + 0.1 * x))
}

const BELOW: f64 = -3.0;

/// Positions below, at, between, and above the knots, and none at all.
fn positions(xs: &[f64]) -> Vec<f64> {
    let last = xs[xs.len() - 1];
    let inside = (0..40).map(|i| xs[0] + (last - xs[0]) * f64::from(i) / 39.0);
    let others = [
        BELOW,
        -0.0,
        last + 2.5,
        f64::NEG_INFINITY,
        f64::INFINITY,
        f64::NAN,
    ];
    inside.chain(xs.iter().copied()).chain(others).collect()
}

/// The same numbers, but for the signs of zeros.
fn same_numbers(found: &[&[f64]], expected: &[&[f64]]) {
    let (found, expected) = (found.concat(), expected.concat());
    assert_eq!(found.len(), expected.len());
    let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
    assert!(
        found.iter().zip(&expected).all(same),
        "{found:?} for {expected:?}"
    );
}

macro_rules! compared {
    ($($module:ident: $n:literal;)*) => {$({
        let (xs, ys) = table::<$n>();
        for x in positions(&xs) {
            let (value, d) = linear::gradient(x, &xs, &ys);
            let (expected, e) = $module::linear::gradient(x, &xs, &ys);
            assert_eq!(value.to_bits(), expected.to_bits(), "{x}");
            same_numbers(&[&[d.x], &d.xs[..], &d.ys], &[&[e.x], &e.xs[..], &e.ys]);
        }
        let x = [0.4, BELOW, 1.0, 1.3, 7.9];
        let (value, d) = lines::gradient(&x, &xs, &ys);
        let (expected, e) = $module::lines::gradient(&x, &xs, &ys);
        assert_eq!(value.to_bits(), expected.to_bits());
        same_numbers(&[&d.x, &d.xs, &d.ys], &[&e.x, &e.xs, &e.ys]);
        let x = [[0.4, BELOW], [1.0, 1.3], [7.9, 0.2]];
        assert_eq!(grid(x, &xs, &ys), $module::grid(x, &xs, &ys));
    })*};
}

/// The numbers of two printed texts, close to each other.
macro_rules! close {
    ($found:expr, $expected:expr, $($what:tt)*) => {
        for (found, expected) in $found.iter().zip(&$expected) {
            let far = (found - expected).abs() > 1e-9 * (1.0 + expected.abs());
            assert!(!far && found.is_nan() == expected.is_nan(), $($what)*);
        }
    };
}

macro_rules! compared_splines {
    ($($module:ident: $n:literal;)*) => {$({
        let (xs, ys) = table::<$n>();
        for x in positions(&xs) {
            let (value, d) = spline::gradient(x, &xs, &ys);
            let (expected, e) = $module::spline::gradient(x, &xs, &ys);
            close!([value, d.x], [expected, e.x], "{x}: {value} for {expected}");
            close!(d.ys, e.ys, "{x}: {:?} for {:?}", d.ys, e.ys);
            close!(d.xs, e.xs, "{x}: {:?} for {:?}", d.xs, e.xs);
        }
        let x = [0.4, BELOW, 1.0, 1.3, 7.9];
        let (value, d) = splines::gradient(&x, &xs, &ys);
        let (expected, e) = $module::splines::gradient(&x, &xs, &ys);
        close!([value], [expected], "{value} for {expected}");
        close!(d.x, e.x, "{:?} for {:?}", d.x, e.x);
        close!(d.ys, e.ys, "{:?} for {:?}", d.ys, e.ys);
    })*};
}

#[test]
fn lines_are_those_of_known_lengths() {
    compared! { of_2: 2; of_4: 4; of_5: 5; of_12: 12; of_100: 100; }
}

#[test]
fn splines_are_those_of_known_lengths() {
    compared_splines! { of_4: 4; of_5: 5; of_12: 12; of_100: 100; }
}

#[test]
fn a_spline_of_a_cubic_polynomial_is_the_polynomial() {
    let f = |x: f64| ((0.5 * x - 1.0) * x + 2.0) * x - 3.0;
    let xs: Vec<f64> = (0..50).map(|i| 0.1 * f64::from(i * i) - 3.0).collect();
    let ys: Vec<f64> = xs.iter().map(|&x| f(x)).collect();
    for x in [-4.0, -3.0, 0.0, 2.2, 100.0] {
        let (value, d) = spline::gradient(x, &xs, &ys);
        let slope = (1.5 * x - 2.0) * x + 2.0;
        assert!(
            (value - f(x)).abs() < 1e-9 * (1.0 + f(x).abs()),
            "{x}: {value}"
        );
        assert!(
            (d.x - slope).abs() < 1e-8 * (1.0 + slope.abs()),
            "{x}: {}",
            d.x
        );
    }
}

#[test]
fn second_derivatives_are_differences_of_first_ones() {
    let (xs, ys) = table::<12>();
    let hessian = spline::hessian(4.4, &xs, &ys);
    let moved = |by: f64| spline::gradient(4.4 + by, &xs, &ys).1;
    let (above, below) = (moved(1e-6), moved(-1e-6));
    let slopes = |a: &[f64], b: &[f64]| -> Vec<f64> {
        a.iter().zip(b).map(|(a, b)| (a - b) / 2e-6).collect()
    };
    let x = [(above.x - below.x) / 2e-6];
    let expected = [
        &x[..],
        &slopes(&above.xs, &below.xs),
        &slopes(&above.ys, &below.ys),
    ]
    .concat();
    for (column, expected) in expected.iter().enumerate() {
        let found = hessian[0][column];
        assert!(
            (found - expected).abs() < 1e-7,
            "{column}: {found} for {expected}"
        );
    }
}

#[test]
fn a_table_in_a_loop_is_read_where_the_loop_is() {
    let (xs, ys) = table::<12>();
    let mut x = 0.3;
    for _ in 0..7 {
        x += 0.1 * linear(x, &xs, &ys);
    }
    let (value, d) = walk::gradient(0.3, &xs, &ys, 2);
    assert_eq!(value, 2.0 * x);
    let moved = |by: f64| walk(0.3 + by, &xs, &ys, 2);
    let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
    assert!((d.x - slope).abs() < 1e-7);
}

#[test]
fn a_spline_of_two_known_points_is_their_line() {
    let (xs, ys) = table::<2>();
    let slope = (ys[1] - ys[0]) / (xs[1] - xs[0]);
    let line = |x: f64| ys[0] + slope * (x - xs[0]);
    let x = [0.4, BELOW, 1.0, 1.3, 7.9];
    let values = x.map(|x| of_2::spline(x, &xs, &ys));
    close!(values, x.map(line), "{values:?}");
    let squares: f64 = values.iter().map(|value| value * value).sum();
    close!([of_2::splines(&x, &xs, &ys)], [squares], "{squares}");
}

#[test]
fn short_tables_are_refused_by_the_call() {
    let message = |call: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        *std::panic::catch_unwind(call)
            .unwrap_err()
            .downcast::<String>()
            .unwrap()
    };
    let one = message(&|| {
        let _ = linear(0.0, &[1.0], &[1.0]);
    });
    assert!(
        one.starts_with("`xs` has 1 element where `linear` needs at least 2"),
        "{one}"
    );
    let three = message(&|| {
        let _ = spline(0.0, &[1.0, 2.0, 3.0], &[1.0; 3]);
    });
    assert!(
        three.starts_with("`xs` has 3 elements where `spline` needs at least 4"),
        "{three}"
    );
}
