//! Calls: what a visitor of a trace gets.

use alloc::string::String;

use graph_ir::graph::NodeId;
use graph_ir::ops::Op;
use graph_ir::{Graph, Type};

use crate::check::Step;
use crate::execute::Values;

/// An operator that an evaluation called, with its place, operands and results.
///
/// Displayed as one line of text; [`Self::to_json`] is a line for machines.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Call<'t> {
    /// The node, in the innermost graph.
    pub node: NodeId,
    /// The calls, branches and iterations around it, from the outermost graph inwards.
    pub path: &'t [Step],
    /// The operator with its attributes, as the textual form has them.
    pub operator: &'t str,
    /// The kind of operator.
    pub kind: Kind,
    /// The name of the value; empty when it has none.
    pub name: &'t str,
    /// The tags of the node.
    pub tags: &'t [String],
    /// The source file, where the graph knows it.
    pub file: Option<&'t str>,
    /// The line of the source, where the graph knows lines.
    pub line: Option<u32>,
    /// The operands, in their order.
    pub operands: &'t [Value<'t>],
    /// The results: one, or those of a branch, a loop or a function.
    pub results: &'t [Value<'t>],
}

/// An operand or a result of a call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Value<'t> {
    /// The node whose value it is; of a result among several, the node that has all of them.
    pub node: NodeId,
    /// Its name; empty when it has none. Inside of a loop or branch, a value of the outside has the
    /// name that it has there.
    pub name: &'t str,
    /// Its type.
    pub ty: &'t Type,
    /// Its elements, in row-major order.
    pub values: Values<'t>,
    /// Whether it is a constant.
    pub is_constant: bool,
}

/// The kinds of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// Inputs and constants, which are not called.
    Source,
    /// Element by element: `sin`, `add`, `select`, casts.
    Elementwise,
    /// The same elements in another order or shape: slices, `transpose`, `broadcast`, `assemble`.
    Structural,
    /// Sums and other reductions, running sums, contractions.
    Reduction,
    /// Reading and writing at computed positions, and sorting.
    Indexing,
    /// Operators said in terms of others: `softmax`, linear algebra.
    Composite,
    /// Branches, loops and functions, whose own calls come before.
    Control,
    /// Functions of the host.
    Host,
}

impl Kind {
    /// All kinds of operators that are called.
    pub const ALL: [Self; 7] = [
        Self::Elementwise,
        Self::Structural,
        Self::Reduction,
        Self::Indexing,
        Self::Composite,
        Self::Control,
        Self::Host,
    ];

    /// The kind of a node.
    #[must_use]
    pub fn of(graph: &Graph, node: NodeId) -> Self {
        match graph.op(node) {
            Op::Input(_) | Op::Constant(_) | Op::Extent(_) | Op::Project(_) => Self::Source,
            Op::Scalar(_) | Op::Cast | Op::Select | Op::Sum | Op::StopGradient => Self::Elementwise,
            Op::Iota
            | Op::Broadcast(_)
            | Op::Transpose(_)
            | Op::Reshape
            | Op::Slice(_)
            | Op::Windows(_)
            | Op::Assemble(_) => Self::Structural,
            Op::Reduce(..) | Op::Cumulate(..) | Op::Contract(_) => Self::Reduction,
            Op::Sort(_)
            | Op::ArgSort(_)
            | Op::Gather(_)
            | Op::PartAt(_)
            | Op::ScatterAdd(_)
            | Op::Replace(_) => Self::Indexing,
            Op::Composite(..) | Op::Algebra(_) => Self::Composite,
            Op::Branch(..) | Op::Scan(..) | Op::Call(_) => Self::Control,
            Op::External(_) => Self::Host,
        }
    }

    /// The word for it: `elementwise`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Elementwise => "elementwise",
            Self::Structural => "structural",
            Self::Reduction => "reduction",
            Self::Indexing => "indexing",
            Self::Composite => "composite",
            Self::Control => "control",
            Self::Host => "host",
        }
    }
}
