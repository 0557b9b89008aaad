//! Sparsity patterns that are known by reasoning. That they are those of the derivatives
//! themselves is tested where these can be evaluated.

mod inner;
mod refused;
mod scalars;
mod scale;
mod tensors;

use graph_autodiff::sparsity::{self, Pattern};
use graph_ir::graph::{Constant, InputKind};
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};

fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).unwrap()
}

fn tensor(element: Element, extents: &[usize]) -> Type {
    Type::new(element, shape(extents))
}

fn variables<'b>(b: &'b Builder, extents: &[usize]) -> Wire<'b> {
    b.input("x", tensor(Element::F64, extents), InputKind::Independent)
}

fn table<'b>(b: &'b Builder, extents: &[usize], values: &[f64]) -> Wire<'b> {
    let constant = Constant::from_f64s(Element::F64, shape(extents), values);
    b.constant(constant.unwrap())
}

fn indices<'b>(b: &'b Builder, values: &[i64]) -> Wire<'b> {
    let constant = Constant::from_i64s(shape(&[values.len()]), values.to_vec());
    b.constant(constant.unwrap())
}

/// A function of the inputs that `f` makes.
fn graph(f: impl for<'b> Fn(&'b Builder) -> Wire<'b>) -> Graph {
    let builder = Builder::new();
    builder.output("y", f(&builder)).unwrap();
    builder.finish().unwrap()
}

fn rows(pattern: &Pattern) -> Vec<Vec<usize>> {
    (0..pattern.rows())
        .map(|row| pattern.row(row).to_vec())
        .collect()
}

/// The rows of the Jacobian by the first input.
fn jacobian(f: impl for<'b> Fn(&'b Builder) -> Wire<'b>) -> Vec<Vec<usize>> {
    rows(&sparsity::jacobian(&graph(f), &[0]).unwrap())
}

/// The rows of the Hessian's lower triangle by the first input.
fn hessian(f: impl for<'b> Fn(&'b Builder) -> Wire<'b>) -> Vec<Vec<usize>> {
    rows(&sparsity::hessian(&graph(f), &[0]).unwrap())
}

/// The value without a derivative.
fn stopped(wire: Wire<'_>) -> Wire<'_> {
    wire.builder().stop_gradient(wire).unwrap()
}
