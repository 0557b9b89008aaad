//! A Gaussian process at 12 places, rows of three vectors of four. No root is taken: a value
//! eliminates row by row, with what was seen as a further column, and the pivots' product is the
//! determinant; a gradient inverts by Gauss and Jordan's method, whose factors are a pivot's row.
//! The exponentials of the blocks on and above the diagonal are computed, eight at a time, and the
//! others mirrored. A value takes 6 kflop, most of them the exponentials', and 12 divisions that
//! wait for each other, a gradient 9 kflop: a fifth to a quarter of the machine's peak.

use wide::{bytemuck, f64x4, f64x8};

use super::lanes;

const N: usize = 12;
const BLOCKS: usize = 3;

type Rows = [[f64x4; BLOCKS]; N];

const ZERO: Rows = [[f64x4::ZERO; BLOCKS]; N];

/// The negative logarithm of the likelihood.
pub(crate) fn value(x: &[f64; N], p: &[f64; 3], seen: &[f64; N]) -> f64 {
    let (_, mut k) = covariance::<false>(x, p);
    let mut seen = vectors(seen);
    let (mut square, mut determinant) = (0.0, 1.0);
    for pivot in 0..N {
        let row = k[pivot];
        let numbers = flat(&row);
        let over = 1.0 / numbers[pivot];
        let own = flat(&seen)[pivot];
        square += own * own * over;
        determinant *= numbers[pivot];
        for i in pivot + 1..N {
            let factor = f64x4::splat(numbers[i] * over);
            for block in i / 4..BLOCKS {
                k[i][block] = row[block].mul_neg_add(factor, k[i][block]);
            }
        }
        let factor = f64x4::splat(own * over);
        for block in pivot / 4..BLOCKS {
            seen[block] = row[block].mul_neg_add(factor, seen[block]);
        }
    }
    0.5 * (square + determinant.ln())
}

/// Value and gradient.
pub(crate) fn gradient(
    x: &[f64; N],
    p: &[f64; 3],
    seen: &[f64; N],
    (by_x, by_p): &mut ([f64; N], [f64; 3]),
) -> f64 {
    let &[height, reach, _] = p;
    let (powers, mut k) = covariance::<true>(x, p);
    let mut determinant = 1.0;
    for pivot in 0..N {
        let numbers = flat(&k[pivot]);
        let over = 1.0 / numbers[pivot];
        determinant *= numbers[pivot];
        let mut row = k[pivot];
        for block in 0..BLOCKS {
            row[block] *= over;
        }
        let others = OTHERS[pivot % 4];
        let own = f64x4::splat(over);
        row[pivot / 4] = others.bitselect(row[pivot / 4], own);
        for i in 0..N {
            if i == pivot {
                continue;
            }
            // The column is the row, whose sign rows that were pivots have turned.
            let factor = f64x4::splat(if i < pivot { -numbers[i] } else { numbers[i] });
            k[i][pivot / 4] &= others;
            for block in 0..BLOCKS {
                k[i][block] = row[block].mul_neg_add(factor, k[i][block]);
            }
        }
        k[pivot] = row;
    }
    let seen_vectors = vectors(seen);
    let mut solution = [0.0; N];
    let mut square = 0.0;
    for i in 0..N {
        let [a, b, c] = k[i];
        solution[i] = sum(a * seen_vectors[0] + (b * seen_vectors[1] + c * seen_vectors[2]));
        square += solution[i] * seen[i];
    }
    let solutions = vectors(&solution);
    let places = vectors(x);
    let over = 1.0 / reach;
    let (mut by_height, mut by_reach) = (f64x4::ZERO, f64x4::ZERO);
    let mut by_noise = 0.0;
    for i in 0..N {
        let own = f64x4::splat(x[i]);
        let mut turned = f64x4::ZERO;
        let solution = f64x4::splat(-solution[i]);
        let mut bars = [f64x4::ZERO; BLOCKS];
        for block in 0..BLOCKS {
            // Twice the derivative by the covariance.
            let bar = solution.mul_add(solutions[block], k[i][block]);
            bars[block] = bar;
            let away = (own - places[block]) * over;
            let weighted = bar * powers[i][block];
            by_height += weighted.mul_add(away.abs(), weighted);
            let by_away = weighted * away;
            turned += by_away;
            by_reach = by_away.mul_add(away, by_reach);
        }
        by_noise += flat(&bars)[i];
        by_x[i] = -height * over * sum(turned);
    }
    *by_p = [
        0.5 * sum(by_height),
        0.5 * height * over * sum(by_reach),
        0.5 * by_noise,
    ];
    0.5 * (square + determinant.ln())
}

/// All bits of the other lanes.
const OTHERS: [f64x4; 4] = {
    let all = f64::from_bits(u64::MAX);
    [
        f64x4::new([0.0, all, all, all]),
        f64x4::new([all, 0.0, all, all]),
        f64x4::new([all, all, 0.0, all]),
        f64x4::new([all, all, all, 0.0]),
    ]
};

/// The exponentials of minus the distances, and the covariance: on and above the diagonal's blocks,
/// or all of both.
#[inline(always)]
fn covariance<const ALL: bool>(x: &[f64; N], &[height, reach, noise]: &[f64; 3]) -> (Rows, Rows) {
    let (mut powers, mut k) = (ZERO, ZERO);
    let places = vectors(x);
    let over = 1.0 / reach;
    for i in (0..N).step_by(2) {
        for block in i / 4..BLOCKS {
            // Two rows in one vector of eight.
            let to = places[block];
            let away = [
                (f64x4::splat(x[i]) - to).abs() * over,
                (f64x4::splat(x[i + 1]) - to).abs() * over,
            ];
            let both: f64x8 = bytemuck::cast(away);
            let power: [f64x4; 2] = bytemuck::cast(lanes::exp_of(-both));
            for row in 0..2 {
                let scaled = power[row] * height;
                powers[i + row][block] = power[row];
                k[i + row][block] = scaled.mul_add(away[row], scaled);
            }
        }
    }
    if ALL {
        for row in 1..BLOCKS {
            for column in 0..row {
                for all in [&mut powers, &mut k] {
                    let first = 4 * column;
                    let block = [
                        all[first][row],
                        all[first + 1][row],
                        all[first + 2][row],
                        all[first + 3][row],
                    ];
                    let mirrored = f64x4::transpose(block);
                    for i in 0..4 {
                        all[4 * row + i][column] = mirrored[i];
                    }
                }
            }
        }
    }
    for i in 0..N {
        let mut own = [0.0; 4];
        own[i % 4] = noise;
        k[i][i / 4] += f64x4::from(own);
    }
    (powers, k)
}

fn vectors(x: &[f64; N]) -> [f64x4; BLOCKS] {
    bytemuck::cast(*x)
}

fn flat(row: &[f64x4; BLOCKS]) -> [f64; N] {
    bytemuck::cast(*row)
}

#[inline(always)]
fn sum(x: f64x4) -> f64 {
    let [a, b, c, d] = x.to_array();
    (a + c) + (b + d)
}
