//! Matrices read back from their products: every entry, exactly.

use graph_autodiff::colouring::recovery::{self, ProductPlace};
use graph_autodiff::colouring::{self, Colouring, Sides};
use graph_autodiff::sparsity::Pattern;

use crate::matrices::{arrow, band, full, grid, lower};
use crate::{Random, random, random_symmetric};

/// A different whole number for each entry, so that sums of few are different too.
fn numbers(pattern: &Pattern) -> Vec<f64> {
    let number = |entry: usize| ((entry * entry + 1) % 1_000_003) as f64;
    (0..pattern.entries()).map(number).collect()
}

/// The products with a direction for each colour: of columns, or of rows for the transposed matrix.
fn products(
    places: impl Iterator<Item = (usize, usize)>,
    values: &[f64],
    lines: usize,
    colouring: &Colouring,
) -> Vec<Vec<f64>> {
    let mut products = vec![vec![0.0; lines]; colouring.count()];
    for ((line, coloured), value) in places.zip(values) {
        if let Some(colour) = colouring.of(coloured) {
            products[colour][line] += value;
        }
    }
    products
}

fn read(products: &[Vec<f64>], place: ProductPlace) -> f64 {
    products[place.product][place.position]
}

fn check_sides(matrix: &Pattern, sides: &Sides) {
    let values = numbers(matrix);
    let swapped = matrix.places().map(|(row, column)| (column, row));
    let mut all = products(matrix.places(), &values, matrix.rows(), &sides.columns);
    all.extend(products(swapped, &values, matrix.columns(), &sides.rows));
    let found = recovery::sides(matrix, sides);
    let found: Vec<f64> = found.into_iter().map(|place| read(&all, place)).collect();
    assert_eq!(found, values);
}

fn check_symmetric(lower: &Pattern) {
    let values = numbers(lower);
    let whole = lower.symmetric();
    let whole_values = whole.places().map(|(row, column)| {
        let entry = lower.position(row.max(column), row.min(column));
        values[entry.unwrap()]
    });
    let whole_values: Vec<f64> = whole_values.collect();
    let count = lower.rows();
    let star = colouring::star(lower);
    let all = products(whole.places(), &whole_values, count, &star);
    let found = recovery::star(lower, &star);
    let found: Vec<f64> = found.into_iter().map(|place| read(&all, place)).collect();
    assert_eq!(found, values);
    let acyclic = colouring::acyclic(lower);
    let all = products(whole.places(), &whole_values, count, &acyclic);
    let steps = recovery::acyclic(lower, &acyclic);
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|&entry| steps[entry].level);
    let mut found = vec![f64::NAN; steps.len()];
    for entry in order {
        let step = &steps[entry];
        assert!(
            step.minus
                .iter()
                .all(|&other| steps[other].level < step.level)
        );
        let known: f64 = step
            .minus
            .iter()
            .map(|&other| found[other])
            .fold(0.0, |a, b| a + b);
        found[entry] = read(&all, step.place) - known;
    }
    assert_eq!(found, values);
}

#[test]
fn from_columns_rows_and_both() {
    for seed in 0..80 {
        let random_ = &mut Random(seed);
        let (rows, columns) = (1 + random_.below(40), 1 + random_.below(40));
        let each = 1 + random_.below(4);
        let matrix = random(random_, rows, columns, each);
        let none = |count| Colouring::new(vec![None; count]);
        check_sides(
            &matrix,
            &Sides {
                rows: none(rows),
                columns: colouring::columns(&matrix),
            },
        );
        check_sides(
            &matrix,
            &Sides {
                rows: colouring::rows(&matrix),
                columns: none(columns),
            },
        );
        for (of_row, of_column) in [(1, 1), (2, 1), (1, 2)] {
            check_sides(&matrix, &colouring::both(&matrix, of_row, of_column));
        }
    }
    for matrix in [band(20, 2), arrow(25), arrow(3000), grid(5, 5), full(4, 6)] {
        check_sides(&matrix, &colouring::both(&matrix, 1, 1));
    }
}

#[test]
fn from_stars_and_trees() {
    for seed in 0..200 {
        let random_ = &mut Random(seed);
        let (count, each) = (1 + random_.below(40), 1 + random_.below(5));
        check_symmetric(&random_symmetric(random_, count, each));
    }
    for matrix in [
        band(40, 1),
        band(30, 3),
        arrow(25),
        arrow(3000),
        grid(6, 7),
        full(6, 6),
    ] {
        check_symmetric(&lower(&matrix));
    }
}

#[test]
fn the_trees_of_a_chain_are_known_from_both_ends() {
    let lower = lower(&band(100, 1));
    let steps = recovery::acyclic(&lower, &colouring::acyclic(&lower));
    let deepest = steps.iter().map(|step| step.level).max();
    assert_eq!(deepest, Some(49));
}
