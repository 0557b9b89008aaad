//! The core: inference, sharing and errors of the builder, regions, operators, invariants.

mod errors;
mod extents;
mod inference;
mod limits;
mod lists;
mod operators;
mod passes;
mod regions;
mod sharing;
mod tools;
mod verification;

use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Shape, Type, Wire};

/// A tensor type.
fn tensor(element: Element, extents: &[usize]) -> Type {
    Type::new(element, shape(extents))
}

/// A tensor type of `f64`.
fn doubles(extents: &[usize]) -> Type {
    tensor(Element::F64, extents)
}

fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).expect("small extents")
}

/// An input without a name.
fn input(builder: &Builder, ty: Type) -> Wire<'_> {
    builder.input("", ty, InputKind::Independent)
}

/// An input of `f64`s.
fn x<'b>(builder: &'b Builder, extents: &[usize]) -> Wire<'b> {
    input(builder, doubles(extents))
}
