//! Polynomials with constant coefficients.

/// The polynomial whose coefficient of `x^i` is `blocks[i / 4][i % 4]`.
///
/// Four Horner chains in `x^4` run beside each other, so that a processor is not kept waiting for
/// one long chain; the order is fixed, so the bits are.
#[inline]
pub(super) fn polynomial<const BLOCKS: usize>(x: f64, blocks: &[[f64; 4]; BLOCKS]) -> f64 {
    let square = x * x;
    let fourth = square * square;
    let mut chains = [0.0; 4];
    for (i, block) in blocks.iter().rev().enumerate() {
        for (chain, coefficient) in chains.iter_mut().zip(block) {
            *chain = if i == 0 {
                *coefficient
            } else {
                *chain * fourth + coefficient
            };
        }
    }
    (chains[0] + chains[1] * x) + (chains[2] + chains[3] * x) * square
}

/// `1 / (first + step * i)!` for each `i`: coefficients of the exponential series and its parts.
pub(super) const fn reciprocal_factorials<const BLOCKS: usize>(
    first: usize,
    step: usize,
) -> [[f64; 4]; BLOCKS] {
    let mut blocks = [[0.0; 4]; BLOCKS];
    let mut i = 0;
    while i < 4 * BLOCKS {
        let (mut factorial, mut factor) = (1.0, 2);
        while factor <= first + step * i {
            factorial *= factor as f64;
            factor += 1;
        }
        blocks[i / 4][i % 4] = 1.0 / factorial;
        i += 1;
    }
    blocks
}
