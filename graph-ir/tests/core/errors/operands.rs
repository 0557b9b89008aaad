//! Operands of a kind, a shape or an element type that an operator does not take.

use graph_ir::algebra::Algebra;
use graph_ir::composite::Composite;
use graph_ir::graph::EffectKind;
use graph_ir::ops::{Reduction, ScalarOp, Slice};
use graph_ir::{Builder, Element};

use super::inner::sine;
use super::{integers, truths};
use crate::{doubles, input, shape, tensor, x};

#[test]
fn shapes_that_differ() {
    refuse!(
        "`+` needs operands of equal shape, found [f64; 3] and [f64; 4]",
        |b| b.scalar(ScalarOp::Add, &[x(b, &[3]), x(b, &[4])]),
    );
    refuse!(
        "`clamp` needs operands of equal shape, found [f64; 3] and [[f64; 3]; 1]",
        |b| b.scalar(ScalarOp::Clamp, &[x(b, &[3]), x(b, &[]), x(b, &[1, 3])]),
    );
    refuse!(
        "`select` needs operands of equal shape, found [bool; 2] and [f64; 3]",
        |b| b.select(truths(b, &[2]), x(b, &[3]), x(b, &[3])),
    );
    refuse!(
        "`sum` needs operands of equal shape, found [f64; 2] and f64",
        |b| b.sum(&[x(b, &[2]), x(b, &[])], &doubles(&[2])),
    );
    refuse!(
        "`concat` needs operands of equal shape, found [[f64; 3]; 2] and [[f64; 4]; 2]",
        |b| b.concat(&[x(b, &[2, 3]), x(b, &[2, 4])], 0),
    );
    refuse!(
        "`concat` needs operands of equal shape, found [[f64; 1]; 2] and [[f64; 1]; 3]",
        |b| b.stack(&[x(b, &[2]), x(b, &[3])], 1),
    );
}

#[test]
fn element_types_that_differ() {
    refuse!(
        "`*` needs operands of one element type, found f64 and f32",
        |b| {
            b.scalar(
                ScalarOp::Mul,
                &[x(b, &[]), input(b, tensor(Element::F32, &[]))],
            )
        },
    );
    refuse!(
        "`<` needs operands of one element type, found T and f64",
        |b| {
            b.scalar(
                ScalarOp::Less,
                &[input(b, tensor(Element::Float, &[])), x(b, &[])],
            )
        },
    );
    refuse!(
        "`select` needs operands of one element type, found f64 and i64",
        |b| b.select(truths(b, &[]), x(b, &[]), integers(b, &[])),
    );
    refuse!(
        "`dot` needs operands of one element type, found [f64; 2] and [f32; 2]",
        |b| b.dot(x(b, &[2]), input(b, tensor(Element::F32, &[2]))),
    );
    refuse!(
        "`concat` needs operands of one element type, found [f64; 2] and [i64; 2]",
        |b| b.concat(&[x(b, &[2]), integers(b, &[2])], 0),
    );
}

#[test]
fn elements_that_an_operator_does_not_take() {
    refuse!("`sin` needs floating point numbers, found i64", |b| {
        b.scalar(ScalarOp::Sin, &[integers(b, &[])])
    });
    refuse!("`+` needs numbers, found bool", |b| {
        b.scalar(ScalarOp::Add, &[truths(b, &[]), truths(b, &[])])
    });
    refuse!("`&&` needs truth values of `bool`, found f64", |b| {
        b.scalar(ScalarOp::And, &[x(b, &[]), x(b, &[])])
    });
    refuse!("`select` needs a condition of `bool`, found f64", |b| {
        b.select(x(b, &[]), x(b, &[]), x(b, &[]))
    });
    refuse!("`sum` needs numbers, found bool", |b| {
        b.sum(&[], &tensor(Element::Bool, &[]))
    });
    refuse!("`prod` needs numbers, found [bool; 2]", |b| {
        b.reduce(Reduction::Prod, truths(b, &[2]), &[0])
    });
    refuse!(
        "`matmul` needs floating point numbers, found [i64; 2]",
        |b| b.matmul(integers(b, &[2]), integers(b, &[2])),
    );
    refuse!("`gather` needs integer indices, found [f64; 2]", |b| {
        b.gather(x(b, &[3]), x(b, &[2]), 0)
    });
    refuse!(
        "`scatter_add` needs floating point numbers, found [i64; 2]",
        |b| b.scatter_add(integers(b, &[2]), integers(b, &[2]), 0, &doubles(&[3])),
    );
    refuse!(
        "`replace` needs positions, each one integer, found f64",
        |b| b.replace(x(b, &[3]), x(b, &[]), &[0], &[x(b, &[])])
    );
    refuse!(
        "`replace` needs positions, each one integer, found [i64; 2]",
        |b| b.replace(x(b, &[3]), x(b, &[]), &[0], &[integers(b, &[2])])
    );
    refuse!("`norm` needs floating point numbers, found [i64; 2]", |b| {
        b.composite(Composite::Norm, &[integers(b, &[2])], &[0])
    });
    refuse!(
        "`if` needs a condition of type `bool`, found [bool; 2]",
        |b| {
            let function = sine(b);
            b.branch_to(truths(b, &[2]), &[x(b, &[])], &function, &function)
        },
    );
}

#[test]
fn ranks_and_steps_that_an_operator_does_not_take() {
    refuse!("`dot` needs a vector, found f64", |b| {
        b.dot(x(b, &[3]), x(b, &[]))
    });
    let stacks = "vectors, matrices or stacks of matrices of equal rank";
    refuse!(format!("`matmul` needs {stacks}, found f64"), |b| {
        b.matmul(x(b, &[]), x(b, &[3]))
    });
    refuse!(
        format!("`matmul` needs {stacks}, found [[f64; 4]; 3]"),
        |b| b.matmul(x(b, &[2, 2, 3]), x(b, &[3, 4])),
    );
    refuse!("`slice` needs a step other than 0, found [f64; 3]", |b| {
        let axes = vec![(0, 0)];
        b.slice(x(b, &[3]), &Slice::from_known(axes), &shape(&[2]))
    });
}

#[test]
fn effects_that_do_not_fit() {
    let print = || EffectKind::Print {
        before: String::new(),
        after: String::new(),
    };
    refuse!("`print` takes 2 operands, found 1", |b| {
        b.effect(print(), &[x(b, &[])])
    });
    refuse!(
        "`print` needs a single number as its condition, found [f64; 2]",
        |b| { b.effect(print(), &[x(b, &[2]), x(b, &[])]) }
    );
    refuse!(
        "`<` needs operands of equal shape, found f64 and [f64; 2]",
        |b| {
            b.effect(
                EffectKind::Compare(ScalarOp::Less),
                &[x(b, &[]), x(b, &[2])],
            )
        },
    );
    refuse!("`add` needs to yield a truth value, found f64", |b| {
        b.effect(EffectKind::Compare(ScalarOp::Add), &[x(b, &[]), x(b, &[])])
    });
    refuse!("`control` takes 1 operand, found 0", |b| {
        b.effect(EffectKind::ControlDependency, &[])
    });
}

#[test]
fn matrices_and_right_sides() {
    for (found, extents) in [("[f64; 4]", &[4][..]), ("[[f64; 3]; 2]", &[2, 3])] {
        let expected =
            format!("`det` needs a square matrix of floating point numbers, found {found}");
        refuse!(expected, |b| b.algebra(Algebra::Det, &[x(b, extents)]));
    }
    refuse!(
        "`inverse` needs a square matrix of floating point numbers, found [[i64; 2]; 2]",
        |b| b.algebra(Algebra::Inverse, &[integers(b, &[2, 2])])
    );
    refuse!(
        "`lower_solve` needs equal extents along the axes that run together, found 3 (axis 0 of \
         [[f64; 3]; 3]) and 2 (axis 0 of [f64; 2])",
        |b| b.algebra(Algebra::LowerSolve, &[x(b, &[3, 3]), x(b, &[2])])
    );
    refuse!(
        "`linear_solve` needs a vector or a matrix on the right side, found [[[f64; 1]; 1]; 2]",
        |b| b.algebra(Algebra::LinearSolve, &[x(b, &[2, 2]), x(b, &[2, 1, 1])])
    );
    refuse!(
        "`linear_solve` needs operands of one element type, found [[f64; 2]; 2] and [i64; 2]",
        |b| b.algebra(Algebra::LinearSolve, &[x(b, &[2, 2]), integers(b, &[2])])
    );
}

#[test]
fn numbers_of_operands() {
    refuse!("`-` takes 2 operands, found 1", |b| {
        b.scalar(ScalarOp::Sub, &[x(b, &[])])
    });
    refuse!("`sin` takes 1 operand, found 0", |b| {
        b.scalar(ScalarOp::Sin, &[])
    });
    refuse!("`linear_solve` takes 2 operands, found 1", |b| {
        b.algebra(Algebra::LinearSolve, &[x(b, &[2, 2])])
    });
    refuse!("`softmax` takes 1 operand, found 2", |b| {
        b.composite(Composite::Softmax, &[x(b, &[2]), x(b, &[2])], &[0])
    });
}
