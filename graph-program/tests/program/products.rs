//! Golden programs of contractions: those that become calls of the kernel, and those that stay
//! loops.

use graph_ir::algebra::Algebra;
use graph_ir::builder::Builder;
use graph_ir::graph::Literal;
use graph_ir::ops::Contraction;
use graph_ir::passes::prepare;
use graph_ir::types::Element;

use super::check;
use super::golden::{golden, golden_of, input};

/// The axes of a contraction.
fn over(batch: &[(usize, usize)], contracted: &[(usize, usize)]) -> Contraction {
    Contraction {
        batch: batch.to_vec(),
        contracted: contracted.to_vec(),
        absolute: false,
    }
}

#[test]
fn products_of_matrices_are_calls_whatever_lies_across() {
    golden("matrices", |b| {
        let (x, y) = (input(b, "x", &[12, 16]), input(b, "y", &[16, 20]));
        let w = input(b, "w", &[20, 16]);
        let rows = b.range(y, 0, 0, 12).unwrap();
        let transposed = b.transpose(x, &[1, 0]).unwrap();
        vec![
            b.matmul(x, y).unwrap(),
            // As a layer has it: both operands end with the terms.
            b.contract(x, w, &over(&[], &[(1, 1)])).unwrap(),
            b.matmul(transposed, rows).unwrap(),
            // The columns of the result are the left operand's.
            b.contract(y, x.square(), &over(&[], &[(0, 1)])).unwrap(),
            b.contract(input(b, "v", &[12]), x, &over(&[], &[(0, 0)]))
                .unwrap(),
        ]
    });
}

#[test]
fn further_axes_of_a_product_are_loops_around_it() {
    golden("stacks", |b| {
        let (x, y) = (input(b, "x", &[5, 12, 16]), input(b, "y", &[5, 16, 20]));
        let z = input(b, "z", &[12, 5, 20]);
        vec![
            b.matmul(x, y).unwrap(),
            // Stacks of rows are more rows.
            b.contract(x, input(b, "w", &[16, 20]), &over(&[], &[(2, 0)]))
                .unwrap(),
            // Two axes of terms that run through memory together are one.
            b.contract(x, input(b, "u", &[5, 12, 8]), &over(&[], &[(0, 0), (1, 1)]))
                .unwrap(),
            // These do not: the sums are continued.
            b.contract(x, z, &over(&[], &[(0, 1), (1, 0)])).unwrap(),
        ]
    });
}

#[test]
fn factors_and_triangular_systems_are_calls() {
    golden("triangular", |b| {
        let (a, right) = (input(b, "a", &[40, 40]), input(b, "b", &[40, 3]));
        let lower = b.algebra(Algebra::Cholesky, &[a]).unwrap();
        let half = b.algebra(Algebra::LowerSolve, &[lower, right]).unwrap();
        let operands = [lower, half];
        vec![
            lower,
            b.algebra(Algebra::LowerTransposedSolve, &operands).unwrap(),
            b.algebra(Algebra::CholeskyAdjoint, &[lower, a]).unwrap(),
        ]
    });
}

/// The graph is evaluated with the loops that smaller matrices are expanded into.
#[test]
fn kernels_of_triangular_matrices_have_the_bits_of_loops() {
    for definite in [true, false] {
        let builder = Builder::new();
        let a = input(&builder, "a", &[33, 33]);
        let right = input(&builder, "b", &[2, 33]);
        let right = builder.transpose(right, &[1, 0]).unwrap();
        let lower = builder.algebra(Algebra::Cholesky, &[a]).unwrap();
        let solution = builder.algebra(Algebra::LowerSolve, &[lower, right]);
        let solution = solution.unwrap();
        let other = builder.algebra(Algebra::LowerTransposedSolve, &[lower, solution * 2.0]);
        builder.output("", other.unwrap()).unwrap();
        builder.output("", lower).unwrap();
        let graph = builder.finish().unwrap();
        let number = |value: f64| Literal::from_f64(Element::F64, value);
        let matrix = (0..33 * 33).map(|at| match (at % 34, definite) {
            (0, false) if at > 600 => number(-1.0),
            (0, _) => number(40.0),
            _ => number((at as f64).sin()),
        });
        let right = (0..66).map(|at| number((at as f64).cos()));
        let inputs = [matrix.collect(), right.collect::<Vec<_>>()];
        check(&graph, &inputs, "triangular");
    }
}

#[test]
fn contractions_without_a_product_are_loops() {
    golden("sums", |b| {
        let (x, v) = (input(b, "x", &[40, 20]), input(b, "v", &[20]));
        vec![
            b.matmul(x, v).unwrap(),
            // An operand for this sum alone is computed in its loop.
            b.matmul(x.sin(), v).unwrap(),
        ]
    });
}

#[test]
fn zeros_win_in_products_whose_contraction_is_absolute() {
    golden("absolute", |b| {
        let (x, y) = (input(b, "x", &[40, 20]), input(b, "y", &[20, 8]));
        let absolute = |pair| Contraction {
            absolute: true,
            ..over(&[], &[pair])
        };
        vec![
            b.contract(x, y, &absolute((1, 0))).unwrap(),
            // The rows of the result are the columns of the product.
            b.transpose(b.contract(y, x, &absolute((0, 1))).unwrap(), &[1, 0])
                .unwrap(),
        ]
    });
}

#[test]
fn an_outer_product_is_computed_where_it_is_used() {
    let builder = Builder::new();
    let b = &builder;
    builder.set_name("outer");
    let (u, v) = (input(b, "u", &[20]), input(b, "v", &[30]));
    let outer = b.contract(u, v, &over(&[], &[])).unwrap();
    b.output("y", input(b, "x", &[20, 30]) - outer * 0.1)
        .unwrap();
    golden_of(
        "outer",
        &prepare(&builder.finish().unwrap()).unwrap(),
        graph_program::Options::default(),
    );
}
