//! Products of matrices.
//!
//! Each element of the result is a sum whose terms are added from the first to the last, as in
//! [`Order::Sequential`](crate::order::Order::Sequential), for all sizes and machines. The elements
//! are independent of each other, so the kernel keeps a tile of them in registers (some rows times
//! one or two vectors of columns) and adds one term to each at a time.
//!
//! | level | holds |
//! |---|---|
//! | `tile` | a tile of the result in registers, over all terms of a block |
//! | `block` | some rows of the columns of a tile, over some of the terms |
//! | `panel` | the columns of one tile in a contiguous copy, if the right operand is large, transposed, narrower than a vector, or has several axes in place of one |
//! | `absolute` | tiles of absolute products, in which zeros absorb infinities and NaN |
//! | `axes` | groups of tensor axes that act as one axis, as in the windows of a convolution |
//! | this file | blocks of terms, so that a panel stays in the first-level cache, and blocks of rows, so that their part of the left operand stays in the second-level cache |
//!
//! A sum starts at negative zero, the neutral element of addition, and the next block of terms
//! continues from the result, so that blocks do not affect the bits.

mod absolute;
mod axes;
mod block;
mod panel;
mod tile;

use super::factor::factor;
use super::factor_adjoint::factor_adjoint;
use super::is_dispatched;
use super::number::Number;
use super::substitute::substitute;
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(all(target_feature = "avx2", target_feature = "fma"))
))]
use crate::lanes::Avx2;
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(target_feature = "avx512f")
))]
use crate::lanes::Avx512;
use crate::lanes::{FUSED, LANES, Machine, Target, Vectors, dispatch};
use crate::matrix::{FactorAdjoint, Factorization, Kernel, Kernels, Matrix, Product, Substitution};
use axes::Axes;
use block::{Block, strips};
use panel::Panel;
use tile::Right;

/// Computes a product.
///
/// # Panics
/// When an element that is read or written lies outside its slice.
///
/// ```
/// use graph_math::kernels::product;
/// use graph_math::matrix::{Matrix, Product, Rows};
///
/// let (left, right) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
/// let mut result = [0.0; 4];
/// product(Product {
///     extents: [2, 2, 2],
///     left: Matrix { elements: &left, offset: 0, strides: [2, 1] },
///     right: Matrix { elements: &right, offset: 0, strides: [2, 1] },
///     inner: [&[], &[]],
///     result: Rows { elements: &mut result, offset: 0, row: 2 },
///     accumulate: false,
///     zeros_win: [false; 2],
///     contract: false,
/// });
/// assert_eq!(result, [19.0, 22.0, 43.0, 50.0]);
/// ```
#[inline]
pub fn product<T: Vectors>(mut product: Product<'_, T>) {
    if is_dispatched(product.extents) {
        // The target decides, not the processor, so that the bits are the same on all.
        product.contract &= FUSED;
        <T::Lanes as Kernels<T>>::dispatch(Kernel::Product(product));
    } else {
        <T::Lanes as Kernels<T>>::product(product);
    }
}

/// The kernels of a machine, with the tile of `f64` and that of `f32`.
macro_rules! kernels {
    ($machine:ident, $tiles:expr) => {
        kernels!($machine, f64, F64, $tiles[0]);
        kernels!($machine, f32, F32, $tiles[1]);
    };
    ($machine:ident, $float:ident, $lanes:ident, $tile:expr) => {
        impl Kernels<$float> for <$machine as Machine>::$lanes {
            fn product(product: Product<'_, $float>) {
                compute::<$machine, $float, { $tile.rows }, { $tile.vectors }, { $tile.alone }>(
                    product,
                );
            }

            fn factor(factorization: Factorization<'_, $float>) {
                factor::<Self, $float>(factorization);
            }

            fn factor_adjoint(adjoint: FactorAdjoint<'_, $float>) {
                factor_adjoint::<Self, $float>(adjoint);
            }

            fn substitute(substitution: Substitution<'_, $float>) {
                substitute::<Self, $float>(substitution);
            }

            fn dispatch(kernel: Kernel<'_, $float>) {
                match kernel {
                    Kernel::Product(product) => dispatch(product),
                    Kernel::Factor(factorization) => dispatch(factorization),
                    Kernel::FactorAdjoint(adjoint) => dispatch(adjoint),
                    Kernel::Substitute(substitution) => dispatch(substitution),
                }
            }
        }
    };
}

kernels!(Target, TILES);
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(all(target_feature = "avx2", target_feature = "fma"))
))]
kernels!(Avx2, AVX2);
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(target_feature = "avx512f")
))]
kernels!(Avx512, AVX512);

/// The size of a full tile: as many sums as the registers hold beside one row of columns and one
/// factor.
struct Tile {
    rows: usize,
    vectors: usize,
    /// How many vectors a tile of a single row has.
    alone: usize,
}

/// 12 of 32 registers: more would not be faster, and tails would be longer.
const AVX512: [Tile; 2] = [Tile::new(6, 2, 4), Tile::new(6, 4, 4)];

/// 12 of AVX's 16 registers, and 24 of NEON's 32.
const AVX2: [Tile; 2] = [Tile::new(6, 1, 4), Tile::new(6, 2, 4)];

/// The tiles of `f64` and of `f32` on the crate's target.
const TILES: [Tile; 2] = if cfg!(target_feature = "avx512f") {
    AVX512
} else if cfg!(any(target_feature = "avx", target_arch = "aarch64")) {
    AVX2
} else {
    // 8 of 16 registers.
    [Tile::new(2, 1, 2), Tile::new(4, 1, 4)]
};

impl Tile {
    const fn new(rows: usize, vectors: usize, alone: usize) -> Self {
        Self {
            rows,
            vectors,
            alone,
        }
    }
}

/// How many terms panels hold, each for products of up to as many; the last one for larger ones
/// too. A panel is cleared first, which should not cost more than its use; the largest has 32 KiB
/// of `f64` in the widest tiles.
const BLOCKS: [usize; 3] = [16, 64, 256];

/// How many rows are multiplied with one panel before the next one is filled.
const ROW_BLOCK: usize = 192;

/// From this number of rows on, a panel is read often enough to be worth filling.
const PANEL_ROWS: usize = 24;

/// The columns of one tile span this many bytes of the right operand before a panel is worth it:
/// below, they stay in the first cache as they lie.
const PANEL_SPAN: usize = 48 * 1024;

fn compute<M: Machine, T: Number, const ROWS: usize, const VECTORS: usize, const ALONE: usize>(
    product: Product<'_, T>,
) {
    match product.contract && product.zeros_win == [false; 2] {
        true if const { M::CONTRACTS } => choose::<M, T, ROWS, VECTORS, ALONE, true>(product),
        _ => choose::<M, T, ROWS, VECTORS, ALONE, false>(product),
    }
}

/// Decides how the columns of tiles are read.
fn choose<
    M: Machine,
    T: Number,
    const ROWS: usize,
    const VECTORS: usize,
    const ALONE: usize,
    const CONTRACT: bool,
>(
    mut product: Product<'_, T>,
) {
    let [rows, columns, terms] = product.extents;
    let [term, column] = product.right.strides;
    let plain = product.inner == [&[], &[]];
    let span = terms
        .saturating_mul(term.unsigned_abs())
        .saturating_mul(size_of::<T>());
    let product = &mut product;
    if terms == 0 {
        clear(product);
    } else if plain && column == 1 && columns >= LANES && (rows < PANEL_ROWS || span < PANEL_SPAN) {
        if rows == 1 {
            as_it_lies::<M, T, 1, ALONE, CONTRACT>(product);
        } else {
            as_it_lies::<M, T, ROWS, VECTORS, CONTRACT>(product);
        }
    } else if terms <= BLOCKS[0] {
        in_panels::<M, T, ROWS, VECTORS, { BLOCKS[0] }, CONTRACT>(product);
    } else if terms <= BLOCKS[1] {
        in_panels::<M, T, ROWS, VECTORS, { BLOCKS[1] }, CONTRACT>(product);
    } else {
        in_panels::<M, T, ROWS, VECTORS, { BLOCKS[2] }, CONTRACT>(product);
    }
}

/// Sums without terms.
fn clear<T: Number>(product: &mut Product<'_, T>) {
    let [rows, columns, _] = product.extents;
    if product.accumulate {
        return;
    }
    for i in 0..rows {
        let start = at(product.result.offset, i, product.result.row);
        product.result.elements[start..][..columns].fill(T::ZERO);
    }
}

/// Reads the right operand where it is.
fn as_it_lies<
    M: Machine,
    T: Number,
    const ROWS: usize,
    const VECTORS: usize,
    const CONTRACT: bool,
>(
    product: &mut Product<'_, T>,
) {
    let [rows, columns, terms] = product.extents;
    for strip in strips(columns, VECTORS * LANES) {
        let right = Right {
            elements: product.right.elements,
            offset: product.right.offset + strip.start,
            term: product.right.strides[0].cast_unsigned(),
        };
        let block = Block {
            rows: 0..rows,
            terms: 0..terms,
            strip,
        };
        block.compute::<M, T, ROWS, VECTORS, CONTRACT>(product, right);
    }
}

/// Copies the right operand's columns into a panel, block by block.
fn in_panels<
    M: Machine,
    T: Number,
    const ROWS: usize,
    const VECTORS: usize,
    const TERMS: usize,
    const CONTRACT: bool,
>(
    product: &mut Product<'_, T>,
) {
    let [rows, columns, terms] = product.extents;
    let mut panel = Panel::<T, VECTORS, TERMS>::new();
    let [term, column] = product.right.strides;
    let [terms_of, columns_of] = [(term, product.inner[0]), (column, product.inner[1])]
        .map(|(stride, inner)| Axes { stride, inner });
    for first_term in (0..terms).step_by(TERMS) {
        let terms = first_term..terms.min(first_term + TERMS);
        for first_row in (0..rows).step_by(ROW_BLOCK) {
            let rows = first_row..rows.min(first_row + ROW_BLOCK);
            for strip in strips(columns, VECTORS * LANES) {
                let columns = strip.start..strip.start + strip.wanted.end;
                let right = if product.inner == [&[], &[]] {
                    let from = Matrix {
                        offset: at(
                            at(product.right.offset, terms.start, term),
                            strip.start,
                            column,
                        ),
                        ..product.right
                    };
                    panel.fill(from, terms.len(), columns.len())
                } else {
                    let columns = columns_of.runs(columns);
                    panel.gather(product.right, terms_of.runs(terms.clone()), columns)
                };
                let block = Block {
                    rows: rows.clone(),
                    terms: terms.clone(),
                    strip,
                };
                block.compute::<M, T, ROWS, VECTORS, CONTRACT>(product, right);
            }
        }
    }
}

/// A place `steps` strides further on.
fn at(offset: usize, steps: usize, stride: isize) -> usize {
    offset.wrapping_add(steps.wrapping_mul(stride.cast_unsigned()))
}
