//! Columns without an entry in a common row: partial distance-two colouring.

use alloc::vec::Vec;

use super::adjacency::Neighbours;
use super::{Colouring, EFFORT, Ordering, fewest};
use crate::sparsity::Pattern;

/// Columns that are neighbours where they have entries in one row.
struct Columns<'p> {
    matrix: &'p Pattern,
    transposed: &'p Pattern,
}

impl Neighbours for Columns<'_> {
    fn vertices(&self) -> usize {
        self.matrix.columns()
    }

    fn for_each(&self, vertex: usize, mut visit: impl FnMut(usize)) {
        for &row in self.transposed.row(vertex) {
            let others = self.matrix.row(row).iter().copied();
            others.filter(|&other| other != vertex).for_each(&mut visit);
        }
    }
}

/// Colours for the columns, so that no two in one row have the same: from the products of the
/// matrix with one direction for each colour, every entry can be read.
///
/// ```
/// use graph_autodiff::colouring;
/// use graph_autodiff::sparsity::Pattern;
///
/// // A band of three takes three colours, however long it is.
/// let band = |row: usize| (row.saturating_sub(1)..10.min(row + 2)).collect::<Vec<_>>();
/// let band = Pattern::from_rows(10, (0..10).map(band));
/// assert_eq!(colouring::columns(&band).count(), 3);
/// ```
#[must_use]
pub fn columns(matrix: &Pattern) -> Colouring {
    let transposed = matrix.transposed();
    best(matrix, &transposed)
}

/// Colours for the rows, so that no two in one column have the same: for the products of directions
/// with the matrix.
#[must_use]
pub fn rows(matrix: &Pattern) -> Colouring {
    let transposed = matrix.transposed();
    best(&transposed, matrix)
}

/// [`columns`] in one order.
#[must_use]
pub fn columns_in(matrix: &Pattern, ordering: Ordering) -> Colouring {
    let transposed = matrix.transposed();
    match too_much(matrix) {
        true => each(&transposed),
        false => greedy(matrix, &transposed, ordering),
    }
}

fn best(matrix: &Pattern, transposed: &Pattern) -> Colouring {
    let widest = (0..matrix.rows()).map(|row| matrix.row(row).len()).max();
    let widest = widest.unwrap_or(0);
    let used = (0..matrix.columns()).filter(|&column| !transposed.row(column).is_empty());
    if too_much(matrix) || widest == used.count() {
        return each(transposed);
    }
    fewest(widest, |ordering| greedy(matrix, transposed, ordering))
}

/// Whether there are too many pairs of columns in one row.
fn too_much(matrix: &Pattern) -> bool {
    let pairs = (0..matrix.rows()).map(|row| matrix.row(row).len().saturating_pow(2));
    let pairs = pairs.fold(0, usize::saturating_add);
    pairs > EFFORT.saturating_mul(matrix.columns() + matrix.entries())
}

/// A colour of its own for each column with an entry.
fn each(transposed: &Pattern) -> Colouring {
    let columns = 0..transposed.rows();
    Colouring::each(columns.map(|column| !transposed.row(column).is_empty()))
}

fn greedy(matrix: &Pattern, transposed: &Pattern, ordering: Ordering) -> Colouring {
    let graph = Columns { matrix, transposed };
    let mut colours: Vec<Option<usize>> = alloc::vec![None; matrix.columns()];
    // Per colour the last column that may not have it.
    let mut forbidden: Vec<usize> = Vec::new();
    for column in ordering.of(&graph) {
        if transposed.row(column).is_empty() {
            continue;
        }
        graph.for_each(column, |other| {
            if let Some(colour) = colours[other] {
                forbidden[colour] = column;
            }
        });
        let free = forbidden.iter().position(|&last| last != column);
        let free = free.unwrap_or_else(|| {
            forbidden.push(usize::MAX);
            forbidden.len() - 1
        });
        colours[column] = Some(free);
    }
    Colouring::new(colours)
}
