//! Colours for rows and for columns together: star bicolouring.
//!
//! An entry is read from a product of the matrix with a direction of columns, or of a direction of
//! rows with the matrix: at least one of its row and its column must have a colour. Where only one
//! has, it must be the only one of its colour in the other's line; where both have, at one of the
//! two ends. Which rows and columns have colours is decided by how many entries they have: dense
//! rows have, and the columns of all entries that are not in these; or the other way round. All
//! thresholds between dense and not, by powers of two, are tried.

use alloc::vec::Vec;

use super::adjacency::{Adjacency, Neighbours};
use super::star::{Stars, colour_hubs};
use super::{Colouring, Ordering};
use crate::sparsity::Pattern;

/// Colours for some rows and some columns of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The colours of rows, each a product of a direction of rows with the matrix.
    pub rows: Colouring,
    /// The colours of columns, each a product of the matrix with a direction of columns.
    pub columns: Colouring,
}

impl Sides {
    /// The price of all products, where one by rows and one by columns cost so much.
    #[must_use]
    pub fn price(&self, of_row: usize, of_column: usize) -> usize {
        let rows = self.rows.count().saturating_mul(of_row);
        rows.saturating_add(self.columns.count().saturating_mul(of_column))
    }
}

/// The cheapest colours for rows and columns that are found, where the product of a direction of
/// rows with the matrix costs `of_row`, and the product of the matrix with a direction of columns
/// `of_column`. One side may well have all the colours.
///
/// ```
/// use graph_autodiff::colouring;
/// use graph_autodiff::sparsity::Pattern;
///
/// // A dense first row, a dense first column, and the diagonal.
/// let row = |row: usize| if row > 0 { vec![0, row] } else { (0..50).collect() };
/// let arrow = Pattern::from_rows(50, (0..50).map(row));
/// let sides = colouring::both(&arrow, 1, 1);
/// assert_eq!((sides.rows.count(), sides.columns.count()), (1, 2));
/// ```
#[must_use]
pub fn both(matrix: &Pattern, of_row: usize, of_column: usize) -> Sides {
    let transposed = matrix.transposed();
    let none = |count| Colouring::new(alloc::vec![None; count]);
    let by_columns = Sides {
        rows: none(matrix.rows()),
        columns: super::columns(matrix),
    };
    let by_rows = Sides {
        rows: super::rows(matrix),
        columns: none(matrix.columns()),
    };
    let price = |sides: &Sides| sides.price(of_row, of_column);
    let mut best = match price(&by_rows) < price(&by_columns) {
        true => by_rows,
        false => by_columns,
    };
    let mut graph = None;
    for coloured in choices(matrix, &transposed) {
        let [rows, columns] = least(matrix, &transposed, &coloured);
        if rows * of_row + columns * of_column >= price(&best) {
            continue;
        }
        let graph = graph.get_or_insert_with(|| Adjacency::of_sides(matrix, &transposed));
        for ordering in Ordering::ALL {
            let found = greedy(matrix, graph, &ordering.of(graph), &coloured);
            if price(&found) < price(&best) {
                best = found;
            }
        }
    }
    best
}

/// Which rows and columns may have colours: one choice for each threshold.
fn choices<'p>(
    matrix: &'p Pattern,
    transposed: &'p Pattern,
) -> impl Iterator<Item = Vec<bool>> + 'p {
    [(true, matrix), (false, transposed)]
        .into_iter()
        .flat_map(move |(by_rows, lines)| {
            let longest = (0..lines.rows()).map(|line| lines.row(line).len()).max();
            let thresholds = core::iter::successors(Some(1_usize), |threshold| Some(2 * threshold));
            thresholds
                .take_while(move |&threshold| threshold < longest.unwrap_or(0))
                .map(move |threshold| coloured(matrix, by_rows, threshold))
        })
}

/// The fewest colours that rows and columns can have: lines that cross one without a colour need
/// different ones.
fn least(matrix: &Pattern, transposed: &Pattern, coloured: &[bool]) -> [usize; 2] {
    let (rows, columns) = coloured.split_at(matrix.rows());
    let side = |own: &[bool], crossing: &[bool], lines: &Pattern| {
        let neutral = (0..lines.rows()).filter(|&line| !crossing[line]);
        let longest = neutral.map(|line| lines.row(line).len()).max().unwrap_or(0);
        longest.max(usize::from(own.contains(&true)))
    };
    [side(rows, columns, transposed), side(columns, rows, matrix)]
}

/// For each row, and then for each column, whether it has a colour: lines of more than `threshold`
/// entries, and those that cross them where an entry is left.
fn coloured(matrix: &Pattern, by_rows: bool, threshold: usize) -> Vec<bool> {
    let count = matrix.rows();
    let mut coloured = alloc::vec![false; count + matrix.columns()];
    let mut entries = alloc::vec![0_usize; coloured.len()];
    for (row, column) in matrix.places() {
        entries[row] += 1;
        entries[count + column] += 1;
    }
    for (row, column) in matrix.places() {
        let (dense, crossing) = match by_rows {
            true => (row, count + column),
            false => (count + column, row),
        };
        match entries[dense] > threshold {
            true => coloured[dense] = true,
            false => coloured[crossing] = true,
        }
    }
    coloured
}

fn greedy(matrix: &Pattern, graph: &Adjacency, order: &[usize], coloured: &[bool]) -> Sides {
    let rows = matrix.rows();
    let palette = |vertex: usize| usize::from(vertex >= rows);
    let numbers = Stars::new(graph, 2).colour(order, |vertex| coloured[vertex], palette);
    let of_side = |side: usize, vertices: core::ops::Range<usize>| {
        let own = vertices.map(|vertex| numbers[vertex].map(|number| (number - side) / 2));
        let mut own: Vec<Option<usize>> = own.collect();
        let first = side * rows;
        let hubs = graph.hubs.iter().filter(|&&hub| palette(hub) == side);
        colour_hubs(&mut own, hubs.map(|&hub| hub - first));
        Colouring::new(own)
    };
    Sides {
        rows: of_side(0, 0..rows),
        columns: of_side(1, rows..graph.vertices()),
    }
}
