//! Sparse matrices of every program: entries against dual numbers, and zeros outside of the
//! patterns.

use adgraph::derivative::Evaluator;
use num_dual::Dual3;

use super::evaluate::close;
use super::list;
use super::program::Program;

/// Matrices of at most so many variables take a moment for each entry.
const VARIABLES: usize = 40;

/// A dense matrix from its entries, of so many columns.
fn spread(
    entries: impl Iterator<Item = (usize, usize, f64)>,
    [rows, columns]: [usize; 2],
) -> Vec<f64> {
    let mut dense = vec![0.0; rows * columns];
    entries.for_each(|(row, column, entry)| dense[row * columns + column] = entry);
    dense
}

/// The derivatives of first and second order along a direction, of the results each.
fn along(program: &Program, x: &[f64], direction: impl Fn(usize) -> f64) -> Option<[Vec<f64>; 2]> {
    let reference = program.reference?;
    let duals = x.iter().enumerate();
    let duals = duals.map(|(i, &x)| Dual3::new(x, direction(i), 0.0, 0.0));
    let results = reference(&duals.collect::<Vec<_>>());
    let parts: [fn(&Dual3<f64>) -> f64; 2] = [|d| d.v1, |d| d.v2];
    Some(parts.map(|part| results.iter().map(part).collect()))
}

fn unit(position: usize) -> impl Fn(usize) -> f64 {
    move |i| f64::from(u8::from(i == position))
}

#[test]
fn entries_agree_with_dual_numbers() {
    let mut compared = 0;
    for program in list::all() {
        let (n, m) = (program.n_in, program.n_out);
        if n > VARIABLES || program.reference.is_none() {
            continue;
        }
        compared += 1;
        let mut function = Evaluator::<f64>::new(&program.graph).unwrap();
        let weights = program.seed();
        let weighted = |y: &[f64]| -> f64 { y.iter().zip(&weights).map(|(y, w)| y * w).sum() };
        for x in program.points().into_iter().take(2) {
            let jacobian = function.sparse_jacobian(&x).unwrap();
            let jacobian = spread(jacobian.triplets(), [m, n]);
            let hessian = function.sparse_hessian(&x, &weights).unwrap();
            let hessian = spread(hessian.triplets(), [n, n]);
            let mut columns = vec![0.0; m * n];
            let mut lower = vec![0.0; n * n];
            for i in 0..n {
                let [first, second] = along(&program, &x, unit(i)).unwrap();
                (0..m).for_each(|row| columns[row * n + i] = first[row]);
                lower[i * n + i] = weighted(&second);
                for j in 0..i {
                    let both = |k: usize| unit(i)(k) + unit(j)(k);
                    let [_, both] = along(&program, &x, both).unwrap();
                    lower[i * n + j] = weighted(&both) - lower[i * n + i];
                    lower[i * n + j] = (lower[i * n + j] - lower[j * n + j]) / 2.0;
                }
            }
            for (what, found, expected) in
                [("Jacobian", jacobian, columns), ("Hessian", hessian, lower)]
            {
                assert!(
                    close(&found, &expected, 1e-9),
                    "{}: the {what} at {x:?} is {found:?}, dual numbers give {expected:?}",
                    program.name
                );
            }
        }
    }
    assert!(compared >= 70, "only {compared} programs are compared");
}

/// At ties and sides not taken too, where dual numbers decide otherwise.
#[test]
fn entries_agree_with_dense_matrices() {
    for program in list::all() {
        let (n, m) = (program.n_in, program.n_out);
        if n > VARIABLES {
            continue;
        }
        let mut function = Evaluator::<f64>::new(&program.graph).unwrap();
        let weights = program.seed();
        let corners = program.corners.iter().map(|(x, _)| x.clone());
        for x in program.points().into_iter().take(2).chain(corners) {
            let dense = function.jacobian(&x).unwrap().elements().to_vec();
            let sparse = spread(function.sparse_jacobian(&x).unwrap().triplets(), [m, n]);
            assert!(
                close(&sparse, &dense, 1e-12),
                "{}: the Jacobian at {x:?} is {sparse:?}, dense it is {dense:?}",
                program.name
            );
            let mut dense = function.hessian(&x, &weights).unwrap().elements().to_vec();
            (0..n).for_each(|row| dense[row * n + row + 1..(row + 1) * n].fill(0.0));
            let sparse = function.sparse_hessian(&x, &weights).unwrap();
            let sparse = spread(sparse.triplets(), [n, n]);
            assert!(
                close(&sparse, &dense, 1e-10),
                "{}: the Hessian at {x:?} is {sparse:?}, dense it is {dense:?}",
                program.name
            );
        }
    }
}
