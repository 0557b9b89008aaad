//! The numbers of colours, against those that are known to be the fewest.

use graph_autodiff::colouring::{self, Ordering};
use graph_autodiff::sparsity::Pattern;

use crate::matrices::{arrow, band, full, grid, lower};
use crate::{Random, random, random_symmetric};

#[test]
fn bands() {
    for width in 0..5 {
        let band = band(200, width);
        assert_eq!(colouring::columns(&band).count(), 2 * width + 1);
        assert_eq!(colouring::rows(&band).count(), 2 * width + 1);
        // A full square of 2 * width + 1 rows within the band cannot do with fewer on both sides.
        let both = colouring::both(&band, 1, 1);
        assert_eq!(both.price(1, 1), 2 * width + 1);
    }
}

#[test]
fn a_tridiagonal_hessian() {
    let lower = lower(&band(1000, 1));
    // A path of four vertices needs three colours; a tree has no cycle.
    assert_eq!(colouring::star(&lower).count(), 3);
    assert_eq!(colouring::acyclic(&lower).count(), 2);
    // Five neighbours, all within two of each other's reach.
    let wider = crate::matrices::lower(&band(1000, 2));
    assert_eq!(colouring::acyclic(&wider).count(), 3);
    assert_eq!(colouring::star(&wider).count(), 5);
}

#[test]
fn arrows() {
    for count in [4, 50, 3000] {
        let arrow = arrow(count);
        assert_eq!(colouring::columns(&arrow).count(), count);
        let both = colouring::both(&arrow, 1, 1);
        assert_eq!(both.price(1, 1), 3);
        assert_eq!(colouring::star(&lower(&arrow)).count(), 2);
        assert_eq!(colouring::acyclic(&lower(&arrow)).count(), 2);
    }
}

#[test]
fn an_arrow_too_long_for_its_paths_of_length_two() {
    let arrow = arrow(100_000);
    assert_eq!(colouring::star(&lower(&arrow)).count(), 2);
    assert_eq!(colouring::acyclic(&lower(&arrow)).count(), 2);
    assert_eq!(colouring::both(&arrow, 1, 1).price(1, 1), 3);
}

#[test]
fn grids() {
    // Each point with its four neighbours must be told apart: five tile the plane.
    let grid = grid(20, 20);
    assert!((5..=7).contains(&colouring::columns(&grid).count()));
    // E. Fertin, A. Raspaud and B. Reed, "Star coloring of graphs", J. Graph Theory 47(3), 2004:
    // five for stars; and three for acyclic colourings, by diagonals.
    let lower = lower(&grid);
    assert!((5..=6).contains(&colouring::star(&lower).count()));
    assert!((3..=4).contains(&colouring::acyclic(&lower).count()));
}

#[test]
fn full_and_empty_matrices() {
    let full = full(7, 9);
    assert_eq!(colouring::columns(&full).count(), 9);
    assert_eq!(colouring::rows(&full).count(), 7);
    assert_eq!(colouring::both(&full, 1, 1).price(1, 1), 7);
    assert_eq!(colouring::both(&full, 100, 1).columns.count(), 9);
    let square = lower(&crate::matrices::full(8, 8));
    assert_eq!(colouring::star(&square).count(), 8);
    assert_eq!(colouring::acyclic(&square).count(), 8);
    for (rows, columns) in [(0, 0), (0, 4), (4, 0), (3, 3)] {
        let empty = Pattern::from_rows(columns, vec![Vec::new(); rows]);
        assert_eq!(colouring::columns(&empty).count(), 0);
        assert_eq!(colouring::both(&empty, 1, 1).price(1, 1), 0);
        if rows == columns {
            assert_eq!(colouring::star(&empty).count(), 0);
            assert_eq!(colouring::acyclic(&empty).count(), 0);
        }
    }
    let diagonal = band(10, 0);
    assert_eq!(colouring::star(&diagonal).count(), 1);
    assert_eq!(colouring::acyclic(&diagonal).count(), 1);
}

#[test]
fn large_dense_matrices_get_a_colour_for_each_vertex_at_once() {
    let full = full(400, 400);
    assert_eq!(colouring::columns(&full).count(), 400);
    assert_eq!(colouring::star(&lower(&full)).count(), 400);
    assert_eq!(colouring::acyclic(&lower(&full)).count(), 400);
}

/// Of random matrices it is known that a row of so many entries needs as many colours.
#[test]
fn random_matrices_need_little_more_than_their_longest_row() {
    for seed in 0..10 {
        let matrix = random(&mut Random(seed), 400, 400, 4);
        let longest = (0..400).map(|row| matrix.row(row).len()).max().unwrap();
        let found = colouring::columns(&matrix).count();
        assert!(
            longest <= found && found <= 3 * longest,
            "{longest} {found}"
        );
        for ordering in Ordering::ALL {
            assert!(found <= colouring::columns_in(&matrix, ordering).count());
        }
        let both = colouring::both(&matrix, 1, 1).price(1, 1);
        assert!(both <= found.min(colouring::rows(&matrix).count()));
        let lower = random_symmetric(&mut Random(seed), 300, 3);
        let (star, acyclic) = (colouring::star(&lower), colouring::acyclic(&lower));
        assert!(acyclic.count() <= star.count());
        assert!(star.count() <= colouring::columns(&lower.symmetric()).count());
        for ordering in Ordering::ALL {
            assert!(star.count() <= colouring::star_in(&lower, ordering).count());
            assert!(acyclic.count() <= colouring::acyclic_in(&lower, ordering).count());
        }
    }
}
