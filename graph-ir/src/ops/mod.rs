//! Operators: their rules, and the builder's methods that follow them.
//!
//! The structural core is closed and small; a scalar operator, mapped over tensors of equal shape,
//! is one row of the table in `scalar/rows.rs`. A structural operator is a type in the file of its
//! family, which holds its attributes and implements `Operator`: the rules of its type, text,
//! derivatives, pattern, cost and schedule. The list in `graph/op/mod.rs` names it too. Its rows
//! generate [`Op`], the enum that nodes store, and here [`OpView`], the enum of decoded operators,
//! with the conversions between the two.
//!
//! Integer attributes (axes, starts, steps) are lists in the graph's pool, so that an operator is
//! a small value to copy and compare. [`Graph::view`](crate::Graph::view) decodes them.

pub mod algebra;
mod assemble;
mod body;
mod build;
pub mod composite;
mod contract;
mod cover;
mod cumulate;
pub mod derivative;
mod elementwise;
mod extents;
mod indexing;
mod library;
mod lines;
mod list;
mod operator;
mod overlap;
mod part_at;
pub mod positions;
mod reduce;
mod regions;
mod replace;
mod running;
pub mod scalar;
mod scalar_operator;
mod scan;
mod slice;
mod sort;
mod source;
mod table;
pub(crate) mod term;
pub(crate) mod typing;
mod views;
mod windows;

pub use assemble::Placement;
pub use contract::Contraction;
pub use cumulate::Cumulate;
pub use elementwise::{Cast, Select, StopGradient, Sum};
pub use extents::{ExtentValue, Iota};
pub use indexing::{Gather, ScatterAdd};
pub use library::CompositeOver;
pub use part_at::PartAt;
pub use reduce::Reduce;
pub use regions::{Branch, Call, ExternalCall, Project};
pub use replace::Replace;
pub(crate) use scalar::direction;
pub use scalar::{Partial, PartialReads, Partials};
pub use scan::{Iterations, Runs, Scan};
pub use slice::Slice;
pub(crate) use sort::sorted_by;
pub use sort::{ArgSort, STRAIGHT_SORT, Sort};
pub use source::{ConstantOf, InputAt};
pub use views::{Broadcast, Reshape, Transpose};
pub use windows::Windows;

pub use crate::graph::op::{Cumulation, Op, Reduction};
pub use crate::scalar::{Class, SCALAR_LIMIT, ScalarOp, ValueVisitor, Visitor, Work};

pub(crate) use list::Stored;
pub use operator::{
    Cost, Depends, Derivative, Elementwise, Forward, Operator, Own, PartAdjoint, Reads, Reverse,
    Role, Tangents, Typing,
};
pub(crate) use typing::ascending_axes;

use alloc::vec::Vec;

use crate::ops::algebra::Algebra;
use crate::types::Extent;

use list::views;

crate::graph::operators!(views);

/// A list of axes, as the operators that take one store it.
pub(crate) fn axes(list: &[Extent]) -> Vec<usize> {
    list.iter().map(axis).collect()
}

/// Axes as a list.
pub(crate) fn axes_list(axes: &[usize]) -> Vec<Extent> {
    axes.iter().map(|&axis| Extent::from(axis)).collect()
}

/// A list entry that is a known position or count. Lists are made by the builder, so it never
/// clamps.
fn axis(entry: &Extent) -> usize {
    entry.known().unwrap_or(0)
}
