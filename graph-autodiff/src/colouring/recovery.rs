//! Where each entry of a matrix is read in its products.
//!
//! Colours must be valid: [`columns`](super::columns) and [`rows`](super::rows), or
//! [`both`](super::both), for [`sides`]; with others, the entries read are wrong.

use alloc::vec::Vec;

use super::{Colouring, Sides};
use crate::sparsity::Pattern;

/// A place in the products of a matrix: the number of the product, and the position in it.
///
/// The products with directions of columns come first, by their colours, and then those with
/// directions of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductPlace {
    /// The number of the product.
    pub product: usize,
    /// The row, in a product with a direction of columns; else the column.
    pub position: usize,
}

/// An entry as the number at a place, less other entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// Where its line's sum stands.
    pub place: ProductPlace,
    /// The entries to subtract, which are known before: their level is lower.
    pub minus: Vec<usize>,
    /// 0 for an entry that is read directly, else one more than the highest level of those that are
    /// subtracted.
    pub level: usize,
}

/// The place of each entry, for colours of rows and columns; either may have none.
#[must_use]
pub fn sides(matrix: &Pattern, sides: &Sides) -> Vec<ProductPlace> {
    // An entry can be read along its row if no other column of the row has its column's colour.
    let alone = lonely(matrix, &sides.columns);
    let places = matrix.places().zip(alone);
    let places = places.map(|((row, column), alone)| match sides.columns.of(column) {
        Some(product) if alone => ProductPlace {
            product,
            position: row,
        },
        _ => ProductPlace {
            product: sides.columns.count() + sides.rows.of(row).unwrap_or(0),
            position: column,
        },
    });
    places.collect()
}

/// The place of each entry of the lower triangle of a symmetric matrix, for a [star](super::star)
/// colouring of its variables.
///
/// # Panics
/// When the matrix is not square, or an entry lies above the diagonal.
#[must_use]
pub fn star(lower: &Pattern, colouring: &Colouring) -> Vec<ProductPlace> {
    let whole = lower.symmetric();
    let alone = lonely(&whole, colouring);
    let mut places = Vec::with_capacity(lower.entries());
    for ((row, column), alone) in whole.places().zip(alone) {
        if column <= row {
            let (of, position) = if alone { (column, row) } else { (row, column) };
            places.push(ProductPlace {
                product: colouring.of(of).unwrap_or(0),
                position,
            });
        }
    }
    places
}

/// For each entry, whether its column's colour is that of no other column in its row.
fn lonely(matrix: &Pattern, columns: &Colouring) -> Vec<bool> {
    let mut seen = alloc::vec![(usize::MAX, 0_usize); columns.count()];
    let mut alone = alloc::vec![false; matrix.entries()];
    for row in 0..matrix.rows() {
        let first = matrix.starts()[row];
        for (entry, &column) in matrix.row(row).iter().enumerate() {
            let Some(colour) = columns.of(column) else {
                continue;
            };
            alone[first + entry] = seen[colour].0 != row;
            if seen[colour].0 == row {
                alone[seen[colour].1] = false;
            }
            seen[colour] = (row, first + entry);
        }
    }
    alone
}

/// How each entry of the lower triangle of a symmetric matrix is computed, for an
/// [acyclic](super::acyclic) colouring of its variables: in each tree of two colours from the
/// leaves to the middle.
#[must_use]
pub fn acyclic(lower: &Pattern, colouring: &Colouring) -> Vec<Substitution> {
    let colour = |variable: usize| colouring.of(variable).unwrap_or(0);
    let mut lines = Lines::of(lower, colouring);
    let mut known: Vec<Option<Substitution>> = alloc::vec![None; lower.entries()];
    for (entry, (row, column)) in lower.places().enumerate() {
        let place = ProductPlace {
            product: colour(row),
            position: row,
        };
        known[entry] = (row == column).then_some(Substitution {
            place,
            minus: Vec::new(),
            level: 0,
        });
    }
    let lonely = (0..lines.unknown.len()).filter(|&line| lines.unknown[line] == 1);
    let (mut ready, mut level): (Vec<usize>, usize) = (lonely.collect(), 0);
    while !ready.is_empty() {
        let mut next = Vec::new();
        for line in ready {
            let entries = lines.entries(line);
            // The last two lines of a tree have one edge, which the first of them gives.
            let Some(&entry) = entries.iter().find(|&&entry| known[entry].is_none()) else {
                continue;
            };
            let minus = entries.iter().copied().filter(|&other| other != entry);
            known[entry] = Some(Substitution {
                place: lines.places[line],
                minus: minus.collect(),
                level,
            });
            for line in lines.through[entry] {
                lines.unknown[line] -= 1;
                if lines.unknown[line] == 1 {
                    next.push(line);
                }
            }
        }
        ready = next;
        level += 1;
    }
    let known: Vec<Substitution> = known.into_iter().flatten().collect();
    debug_assert_eq!(known.len(), lower.entries(), "two colours make trees");
    known
}

/// The entries, off the diagonal, of one variable with those of one colour: they are summed up at
/// one place.
struct Lines {
    places: Vec<ProductPlace>,
    starts: Vec<usize>,
    entries: Vec<usize>,
    /// How many entries of each line are not known.
    unknown: Vec<usize>,
    /// The two lines of each entry.
    through: Vec<[usize; 2]>,
}

impl Lines {
    fn of(lower: &Pattern, colouring: &Colouring) -> Self {
        let beside = lower.places().enumerate();
        let beside = beside.filter(|&(_, (row, column))| row != column);
        let mut ends: Vec<(ProductPlace, usize)> = Vec::new();
        for (entry, (row, column)) in beside {
            for (position, other) in [(row, column), (column, row)] {
                let product = colouring.of(other).unwrap_or(0);
                ends.push((ProductPlace { product, position }, entry));
            }
        }
        ends.sort_unstable();
        let mut lines = Self {
            places: Vec::new(),
            starts: alloc::vec![0],
            entries: ends.iter().map(|&(_, entry)| entry).collect(),
            unknown: Vec::new(),
            through: alloc::vec![[usize::MAX; 2]; lower.entries()],
        };
        for line in ends.chunk_by(|(a, _), (b, _)| a == b) {
            let number = lines.places.len();
            lines.places.push(line[0].0);
            lines.unknown.push(line.len());
            lines.starts.push(lines.starts[number] + line.len());
            for &(_, entry) in line {
                let [first, second] = &mut lines.through[entry];
                *(if *first == usize::MAX { first } else { second }) = number;
            }
        }
        lines
    }

    fn entries(&self, line: usize) -> &[usize] {
        &self.entries[self.starts[line]..self.starts[line + 1]]
    }
}
