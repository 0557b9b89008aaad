//! Colours against their definitions, checked by following all short paths and all cycles.

use graph_autodiff::colouring::{self, Colouring, Ordering};
use graph_autodiff::sparsity::Pattern;

use crate::matrices::{arrow, band, grid, lower};
use crate::{Random, random, random_symmetric};

pub(crate) fn is_column_colouring(matrix: &Pattern, colouring: &Colouring) -> bool {
    (0..matrix.rows()).all(|row| {
        let colours = matrix.row(row).iter().map(|&column| colouring.of(column));
        let mut colours: Vec<Option<usize>> = colours.collect();
        let count = colours.len();
        colours.sort_unstable();
        colours.dedup();
        colours.len() == count && !colours.contains(&None)
    })
}

/// The neighbours of each vertex of a symmetric matrix.
fn neighbours(lower: &Pattern) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); lower.rows()];
    for (row, column) in lower.places().filter(|(row, column)| row != column) {
        neighbours[row].push(column);
        neighbours[column].push(row);
    }
    neighbours
}

fn is_proper(lower: &Pattern, colouring: &Colouring) -> bool {
    lower.places().all(|(row, column)| {
        let (a, b) = (colouring.of(row), colouring.of(column));
        a.is_some() && b.is_some() && (a != b || row == column)
    })
}

pub(crate) fn is_star_colouring(lower: &Pattern, colouring: &Colouring) -> bool {
    let near = neighbours(lower);
    let same = |a: usize, b: usize| colouring.of(a) == colouring.of(b);
    let bad = |b: usize, c: usize| {
        // a - b - c - d with the colours of a and c, and of b and d, alike.
        let left = near[b].iter().any(|&a| a != c && same(a, c));
        let right = near[c].iter().any(|&d| d != b && same(d, b));
        left && right
    };
    is_proper(lower, colouring) && (0..near.len()).all(|b| near[b].iter().all(|&c| !bad(b, c)))
}

pub(crate) fn is_acyclic_colouring(lower: &Pattern, colouring: &Colouring) -> bool {
    let count = colouring.count();
    let of = |vertex: usize| colouring.of(vertex).unwrap_or(usize::MAX);
    is_proper(lower, colouring)
        && (0..count).all(|first| {
            (first + 1..count).all(|second| {
                // Vertices are joined one edge at a time: no edge may join vertices that are joined
                // already.
                let mut group: Vec<usize> = (0..lower.rows()).collect();
                lower.places().all(|(row, column)| {
                    let colours = [of(row).min(of(column)), of(row).max(of(column))];
                    if colours != [first, second] {
                        return true;
                    }
                    let (from, to) = (group[row], group[column]);
                    for own in &mut group {
                        if *own == from {
                            *own = to;
                        }
                    }
                    from != to
                })
            })
        })
}

#[test]
fn columns_and_rows() {
    for seed in 0..60 {
        let random_ = &mut Random(seed);
        let (rows, columns) = (1 + random_.below(40), 1 + random_.below(40));
        let matrix = random(random_, rows, columns, 3);
        assert!(is_column_colouring(&matrix, &colouring::columns(&matrix)));
        let transposed = matrix.transposed();
        assert!(is_column_colouring(&transposed, &colouring::rows(&matrix)));
        for ordering in Ordering::ALL {
            let found = colouring::columns_in(&matrix, ordering);
            assert!(is_column_colouring(&matrix, &found), "{ordering:?}");
        }
    }
}

#[test]
fn stars_and_trees() {
    for seed in 0..200 {
        let random_ = &mut Random(seed);
        let (count, each) = (1 + random_.below(30), 1 + random_.below(5));
        let lower = random_symmetric(random_, count, each);
        for ordering in Ordering::ALL {
            let found = colouring::star_in(&lower, ordering);
            assert!(is_star_colouring(&lower, &found), "{seed} {ordering:?}");
            let found = colouring::acyclic_in(&lower, ordering);
            assert!(is_acyclic_colouring(&lower, &found), "{seed} {ordering:?}");
        }
    }
    for matrix in [band(30, 2), arrow(30), grid(5, 6)] {
        let lower = lower(&matrix);
        assert!(is_star_colouring(&lower, &colouring::star(&lower)));
        assert!(is_acyclic_colouring(&lower, &colouring::acyclic(&lower)));
    }
}

/// Vertices of very many neighbours are left out and get colours of their own.
#[test]
fn stars_and_trees_around_hubs() {
    let random_ = &mut Random(5);
    let lower = random_symmetric(random_, 4000, 2);
    let rows = (0..4000).map(|row| {
        let mut own = lower.row(row).to_vec();
        // Two hubs, neighbours of each other and of nearly all.
        own.extend((0..row.min(2)).filter(|hub| row % 7 != *hub));
        own
    });
    let rows: Vec<Vec<usize>> = rows.collect();
    let lower = Pattern::from_rows(4000, rows);
    let star = colouring::star(&lower);
    assert!(is_star_colouring(&lower, &star));
    assert!(star.count() < 30, "{}", star.count());
    let acyclic = colouring::acyclic(&lower);
    assert!(is_acyclic_colouring(&lower, &acyclic));
}
