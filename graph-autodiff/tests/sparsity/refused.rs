//! Functions without a pattern, and functions with a pattern that is too large.

use graph_autodiff::sparsity;
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Error};

use crate::{graph, shape, tensor, variables};

#[test]
fn inputs_that_cannot_be_differentiated_by() {
    let builder = Builder::new();
    let x = variables(&builder, &[2]);
    builder.input("i", tensor(Element::I64, &[]), InputKind::Independent);
    builder.output("y", x).unwrap();
    let graph = builder.finish().unwrap();
    let refused = |wrt: &[usize]| sparsity::jacobian(&graph, wrt).unwrap_err().to_string();
    assert_eq!(refused(&[1]), "input `i` of type i64 has no derivative");
    assert_eq!(refused(&[2]), "the number of inputs should be 3, found 2");
    assert_eq!(refused(&[0, 0]), "input 0 is named twice");
}

#[test]
fn a_dense_hessian_of_many_variables() {
    let norm = graph(|b| variables(b, &[20_000]).sin().sum(&[0]).exp());
    assert_eq!(sparsity::jacobian(&norm, &[0]).unwrap().entries(), 20_000);
    let error = sparsity::hessian(&norm, &[0]).unwrap_err();
    assert!(matches!(
        error,
        Error::PatternTooLarge {
            what: "entries",
            ..
        }
    ));
    assert_eq!(
        error.to_string(),
        "the sparsity pattern of this function is too large: it takes more than 67108864 entries"
    );
}

#[test]
fn extents_that_no_memory_holds() {
    let claimed = graph(|b| variables(b, &[1 << 39]).sin());
    let error = sparsity::jacobian(&claimed, &[0]).unwrap_err();
    assert!(matches!(
        error,
        Error::PatternTooLarge { what: "steps", .. }
    ));
    let repeated = graph(|b| variables(b, &[]).broadcast(&shape(&[1 << 39]), &[]));
    let error = sparsity::jacobian(&repeated, &[0]).unwrap_err();
    assert!(matches!(
        error,
        Error::PatternTooLarge { what: "steps", .. }
    ));
}

#[test]
fn no_variables_and_no_results() {
    let none = graph(|b| variables(b, &[0]).sin());
    let pattern = sparsity::jacobian(&none, &[0]).unwrap();
    assert_eq!(
        (pattern.rows(), pattern.columns(), pattern.entries()),
        (0, 0, 0)
    );
    assert_eq!(sparsity::hessian(&none, &[0]).unwrap().rows(), 0);
    let constant = graph(|b| {
        variables(b, &[2]);
        b.number(Element::F64, 1.0)
    });
    let pattern = sparsity::jacobian(&constant, &[]).unwrap();
    assert_eq!(
        (pattern.rows(), pattern.columns(), pattern.entries()),
        (1, 0, 0)
    );
}
