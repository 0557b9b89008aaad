//! Loops whose rows do not depend on each other are computed with a row in each lane. Whole blocks
//! of rows, and the rows that are left, have the bits of one row after the other.

use adgraph::{Float, graph};

/// Functions of rows for any length, each with the same of known lengths: those of fewer than two
/// blocks are computed row by row there. One row, a block but one, two but one, two, and several
/// with a rest.
macro_rules! rows {
    ($($f:ident -> $result:ty: |$x:ident, $y:ident, $w:ident| $body:block)*) => {
        $(mod $f {
            rows!(known $result, |$x, $y, $w| $body:
                  of_1 1, of_7 7, of_15 15, of_16 16, of_29 29);
        })*

        #[test]
        fn rows_have_the_bits_of_known_lengths() {
            $($f::check();)*
        }

        #[test]
        fn derivatives_are_the_slopes_of_values() {
            $($f::check_slopes();)*
        }
    };
    (known $result:ty, $function:tt: $($known:ident $n:literal),*) => {};
    (known $result:ty, |$x:ident, $y:ident, $w:ident| $body:block:
     $($known:ident $n:literal),*) => {
        adgraph::graph! {
            pub fn any<const N: usize>(
                $x: &[[f64; 3]; N], $y: &[f64; N], $w: &[[f64; 2]; 3],
            ) -> $result $body
            $(pub fn $known($x: &[[f64; 3]; $n], $y: &[f64; $n], $w: &[[f64; 2]; 3]) -> $result {
                any($x, $y, $w)
            })*
        }

        pub(super) fn check() {
            $({
                let (x, y, w) = (crate::common::rows::<$n>(), crate::common::numbers::<$n>(), super::W);
                same! {
                    any $known: &x, &y, &w;
                    any $known::gradient: &x, &y, &w;
                }
            })*
            assert_eq!(any(&[], &[], &super::W).to_bits(), 0.0f64.to_bits());
        }

        pub(super) fn check_slopes() {
            let (x, y) = (crate::common::rows::<11>(), crate::common::numbers::<11>());
            let flat = [x.as_flattened(), &y, super::W.as_flattened()].concat();
            let value = |at: &[f64]| {
                let (x, rest) = at.split_at(33);
                let (y, w) = rest.split_at(11);
                any(x.as_chunks().0, y, w.as_chunks().0.try_into().expect("three rows"))
            };
            let (_, d) = any::gradient(&x, &y, &super::W);
            let found = [d.x.as_flattened(), &d.y, d.w.as_flattened()].concat();
            for (i, found) in found.iter().enumerate() {
                let slope = crate::common::slope(value, &flat, i);
                let error = (found - slope).abs();
                assert!(error < 1e-6 * (1.0 + slope.abs()), "{i}: {found} {slope}");
            }
        }
    };
}

const W: [[f64; 2]; 3] = [[0.3, -0.7], [1.1, 0.4], [-0.2, 0.9]];

rows! {
    /* A branch, whose sides both are computed. */
    branch -> f64: |x, y, w| {
        sum(map(|row, v| if v > 0.4 { sin(v) * row[0] } else { dot(row, row) - w[0][1] }, x, y))
    }
    /* Matrices and a solved system in each row. */
    solved -> f64: |x, y, w| {
        sum(map(|row, v| {
            let a = diag(2.0 + row * row) + 0.1 * matmul(w, transpose(w)) * v;
            dot(row, linear_solve(a, row)) + ln(det(a))
        }, x, y))
    }
    /* A loop in each row, with a branch in it. */
    steps -> f64: |x, y, w| {
        sum(map(|row, v| {
            let mut p = v;
            for k in 0..30 {
                p += if p > 0.5 { -0.1 * p * w[1][0] } else { 0.01 * row[k % 3] };
            }
            p
        }, x, y))
    }
    /* Sums that the loop carries: of several terms, added and taken away, of numbers and arrays. */
    carried -> f64: |x, y, w| {
        let mut total = 0.0;
        let mut of_rows = [0.0; 3];
        for i in 0..N {
            let r = norm(x[i]) * w[0][0];
            total = total + r * y[i] - exp(-r);
            of_rows = of_rows - x[i] * r + x[i];
        }
        total + dot(of_rows, of_rows)
    }
    /* The same from the last row to the first. */
    backwards -> f64: |x, y, w| {
        let mut total = 0.0;
        let mut of_rows = [0.0; 3];
        for i in (0..N).rev() {
            let r = norm(x[i]) * w[0][0];
            total = total + r * y[i] - exp(-r);
            of_rows = of_rows - x[i] * r + x[i];
        }
        total + dot(of_rows, of_rows)
    }
    /* Rows of arrays that become arrays, and sums of all of their elements. */
    arrays -> f64: |x, y, w| {
        let turned = map(|row, v| matmul(transpose(w), row) / norm(row) * v, x, y);
        let outers = map(|row| outer(row, row) / norm(row), x);
        sum(turned * turned) + sum(outers) + sum(outers * outers)
    }
    /* The largest and the product. */
    extrema -> f64: |x, y, w| {
        let sizes = map(|row, v| norm(matmul(transpose(w), row)) + v * v, x, y);
        if N > 0 { max(concat(sizes, [0.0])) + prod(sizes / (sizes + 1.0)) } else { 0.0 }
    }
    /* Two loops over the same rows, of which the second waits for the first. */
    waiting -> f64: |x, y, w| {
        let scale = sum(map(|row| norm(row), x));
        sum(map(|row, v| sin(norm(row) * scale) * v * w[2][0], x, y))
    }
}

graph! {
    /// Rows of another float type.
    #[derivatives(only(value, gradient))]
    pub fn single<const N: usize>(x: &[[f32; 2]; N], a: f32) -> f32 {
        sum(map(|row| if row[0] > row[1] { a * norm(row) } else { row[0] / a }, x))
    }
    #[derivatives(only(value, gradient))]
    pub fn single_19(x: &[[f32; 2]; 19], a: f32) -> f32 { single(x, a) }

    /// Rows of any float type.
    #[derivatives(only(value, gradient))]
    pub fn any_float<T: Float, const N: usize>(x: &[[T; 2]; N], a: T) -> T {
        sum(map(|row| if row[0] > row[1] { a * norm(row) } else { row[0] / a }, x))
    }

    /// A table of which each row reads an element: an index that differs between rows.
    #[derivatives(only(value, gradient))]
    pub fn picked<const N: usize, const M: usize>(x: &[f64; N], at: &[usize; M]) -> f64 {
        sum(map(|k| if x[k] > 0.0 { ln(x[k]) } else { x[k] }, at))
    }
    #[derivatives(only(value, gradient))]
    pub fn picked_12(x: &[f64; 12], at: &[usize; 9]) -> f64 { picked(x, at) }

    /// Results that are rows: matrices, numbers and truth values.
    pub fn results<const N: usize>(x: &[[f64; 3]; N]) -> ([[[f64; 3]; 3]; N], [f64; N], [bool; N]) {
        map(|row| (outer(row, row), if row[0] > 0.0 { norm(row) } else { 0.0 }, row[1] > 0.0), x)
    }
    pub fn results_13(x: &[[f64; 3]; 13]) -> ([[[f64; 3]; 3]; 13], [f64; 13], [bool; 13]) { results(x) }
}

#[test]
fn rows_of_other_types() {
    let x: [[f32; 2]; 19] = std::array::from_fn(|i| [(i as f32).sin(), (i as f32).cos()]);
    same! {
        single single_19: &x, 1.5;
        single single_19::gradient: &x, 1.5;
    }
    let (value, d) = single::gradient(&x, 1.5);
    let (generic, own) = any_float::gradient::<f32>(&x, 1.5);
    assert_eq!(
        (value.to_bits(), d.a.to_bits()),
        (generic.to_bits(), own.a.to_bits())
    );
    let x = crate::common::numbers::<12>();
    let at = [3, 0, 11, 5, 5, 2, 7, 1, 9];
    same! {
        picked picked_12: &x, &at;
        picked picked_12::gradient: &x, &at;
    }
}

#[test]
fn rows_that_are_results() {
    let x = crate::common::rows::<13>();
    let (matrices, norms, signs) = results(&x);
    let expected = results_13(&x);
    assert_eq!(
        format!("{:?}", (matrices, norms, signs)),
        format!("{expected:?}")
    );
}

#[test]
fn a_row_that_is_no_number_is_its_own() {
    let (mut x, y) = (crate::common::rows::<20>(), crate::common::numbers::<20>());
    x[11][1] = f64::NAN;
    x[19][0] = f64::INFINITY;
    let (_, norms, _) = results(&x);
    let (others, _) = (results(&crate::common::rows::<20>()).1, y);
    for i in (0..20).filter(|i| ![11, 19].contains(i)) {
        assert_eq!(norms[i].to_bits(), others[i].to_bits(), "{i}");
    }
    assert!(norms[19] == f64::INFINITY && (norms[11].is_nan() || norms[11] == 0.0));
}
