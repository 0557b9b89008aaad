//! One factorisation of a matrix serves all that need one.

use graph_ir::algebra::Algebra;
use graph_ir::ops::{Op, Reduction, ScalarOp};
use graph_ir::{Graph, passes};

use super::check::graph;

/// How many times a matrix is searched for pivots: choices by magnitude in straight lines, loops
/// with such a search elsewhere.
fn factorisations(graph: &Graph, n: usize) -> usize {
    let prepared = passes::prepare(graph).unwrap();
    let searches = |graph: &Graph| {
        let ops = graph.ids().map(|id| graph.op(id));
        ops.filter(|op| {
            matches!(
                op,
                Op::Reduce(Reduction::ArgMax, _) | Op::Scalar(ScalarOp::Greater)
            )
        })
        .count()
    };
    let straight = searches(&prepared);
    let loops = prepared.ids().filter(|&id| match prepared.op(id) {
        Op::Scan(body, _) => searches(&prepared.function(body).graph) > 0,
        _ => false,
    });
    straight / (n * (n - 1) / 2) + loops.count()
}

#[test]
fn value_tangent_adjoint_and_several_systems_share_the_factors() {
    for n in [3, 9] {
        let function = graph(&[&[n, n], &[n], &[n, 2]], |b, x| {
            let one = b.algebra(Algebra::LinearSolve, &[x[0], x[1]]).unwrap();
            let two = b.algebra(Algebra::LinearSolve, &[x[0], x[2]]).unwrap();
            let three = b.algebra(Algebra::TransposedSolve, &[x[0], x[1]]).unwrap();
            let inverse = b.algebra(Algebra::Inverse, &[x[0]]).unwrap();
            let terms = [one, two, three, inverse].map(|y| {
                let axes: Vec<usize> = (0..y.ty().unwrap().shape.rank()).collect();
                y.square().sum(&axes)
            });
            vec![terms.into_iter().reduce(|sum, term| sum + term).unwrap()]
        });
        assert_eq!(factorisations(&function, n), 1);
        let gradient = graph_autodiff::gradient(&function, &[0, 1, 2]).unwrap();
        assert_eq!(factorisations(&gradient, n), 1);
        let second = graph_autodiff::forward(&gradient, &[0, 1, 2]).unwrap();
        assert_eq!(factorisations(&second, n), 1);
    }
    // The determinant and its gradient, beyond what is a polynomial.
    let det = graph(&[&[9, 9]], |b, x| vec![b.algebra(Algebra::Det, x).unwrap()]);
    let gradient = graph_autodiff::gradient(&det, &[0]).unwrap();
    assert_eq!(factorisations(&gradient, 9), 1);
}
