//! Functions whose text is that of plain Rust too, and comparisons of the two.

/// The same functions in `graph!` and in plain Rust.
macro_rules! in_both {
    ($plain:ident: $($item:item)*) => {
        graph! { $($item)* }
        #[allow(clippy::needless_range_loop, clippy::manual_swap, reason = "the text is that of the block")]
        mod $plain {
            $(#[expect(unreachable_pub, reason = "the text is that of the block")] $item)*
        }
    };
}

/// Compares values and derivatives of lengths of the call with plain Rust and its differences.
macro_rules! follows {
    ($n:literal: $($f:ident)*) => {$({
        let (x, q) = (numbers::<$n>(0.3), numbers::<$n>(0.9));
        let expected = plain::$f(&x, &q);
        let (value, d) = $f::gradient(&x, &q);
        let close = |a: f64, b: f64, by: f64| (a - b).abs() <= by * (1.0 + b.abs());
        let name = stringify!($f);
        assert!(close(value, expected, 1e-13), "{name}: {value}, {expected}");
        let along = |s: f64| -> f64 {
            let moved = |a: &[f64; $n], from: f64| -> [f64; $n] {
                std::array::from_fn(|i| a[i] + s * numbers::<$n>(from)[i])
            };
            plain::$f(&moved(&x, 2.0), &moved(&q, 4.0))
        };
        let (dx, dq) = (numbers::<$n>(2.0), numbers::<$n>(4.0));
        let h = 1e-4;
        let slope = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let adjoint = dot(&d.x, &dx) + dot(&d.q, &dq);
        assert!(close(adjoint, slope, 1e-9), "{name} of {}: {adjoint}, {slope}", $n);
        let direction = $f::Tangent { x: dx.to_vec(), q: dq.to_vec() };
        let (again, tangent) = $f::tangent(&x, &q, &direction);
        assert!(close(again, expected, 1e-13) && close(tangent, adjoint, 1e-12), "{name}: {tangent}");
    })*};
}

/// Numbers between -1 and 1.
pub(super) fn numbers<const N: usize>(seed: f64) -> [f64; N] {
    std::array::from_fn(|i| (seed + 1.7 * i as f64).sin())
}
