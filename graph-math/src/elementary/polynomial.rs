//! Polynomials with constant coefficients.

use super::Double;

/// The polynomial whose coefficient of `x^i` is `coefficients[i]`; there must be four of them or
/// more.
///
/// Four Horner chains in `x^4` run beside each other, so that a processor is not kept waiting for
/// one long chain; the order is fixed, so the bits are.
#[inline(always)]
pub(super) fn polynomial<V: Double, const N: usize>(x: V, coefficients: &[f64; N]) -> V {
    let square = x * x;
    let fourth = square * square;
    let chain = |first: usize| {
        let mut at = N - 1 - (N - 1 - first) % 4;
        let mut chain = V::constant(coefficients[at]);
        while at > first {
            at -= 4;
            chain = chain * fourth + V::constant(coefficients[at]);
        }
        chain
    };
    (chain(0) + chain(1) * x) + (chain(2) + chain(3) * x) * square
}

/// `1 / (first + step * i)!` for each `i`: coefficients of the exponential series and its parts.
pub(super) const fn reciprocal_factorials<const N: usize>(first: usize, step: usize) -> [f64; N] {
    let mut coefficients = [0.0; N];
    let mut i = 0;
    while i < N {
        let (mut factorial, mut factor) = (1.0, 2);
        while factor <= first + step * i {
            factorial *= factor as f64;
            factor += 1;
        }
        coefficients[i] = 1.0 / factorial;
        i += 1;
    }
    coefficients
}
