//! The scheduled program: loop nests over buffers, between the graph and the back ends.
//!
//! A [`Program`] is a small language of its own, the last form before text or execution. A graph
//! defines *what* is computed, over whole tensors and in no order but that of its dependencies; a
//! program defines *how*: the loops, the order of additions, and the memory. [`schedule`] makes a
//! program from a graph; a back end prints or runs it and makes no further decisions. A better
//! schedule therefore changes `schedule` only, and no back end.
//!
//! The parts of the language:
//!
//! - A [`Buffer`] is a flat, row-major array of known size: an argument, a result, a local, or a
//!   table of constants. The outermost extent of an argument may be symbolic where it is read at
//!   checked rows alone. Locals are uninitialised before the first store, and locals with disjoint
//!   lifetimes share memory ([`Storage`]).
//! - A [`Variable`] is a scalar, or a vector of [`LANES`](graph_math::order::LANES) *lanes*. `Let`
//!   gives it its only value; `Mutable` declares one that `Assign` changes: accumulators and the
//!   state of loops.
//! - An [`Index`] is a position in a buffer: an offset, plus loop counters times strides, plus
//!   variables (checked before by [`Expression::Check`]) times strides. Views of the graph
//!   (transposes, slices, repetition) are folded into indices and never copied.
//! - Lanes express independent iterations: an operator on a vector computes each lane separately, a
//!   scalar operand next to a vector applies to every lane, and an index with a [`Position::Lane`]
//!   term loads or stores one element for each lane. Only [`Expression::Combine`] reduces lanes to
//!   a scalar, in a fixed order. A back end may therefore use vector registers of any width, or
//!   none, with identical bits.
//! - A [`Statement`] computes, stores, loops, calls a kernel, or branches to one of two blocks.
//!
//! [`Names`] are the source names of values, for readers of generated code. They have no effect.
//!
//! A variable is visible after its statement in its block and in nested blocks; a loop counter is
//! visible in the body of its loop.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
#![no_std]

extern crate alloc;

mod batch;
mod contract;
mod cost;
mod dead_stores;
mod display;
mod effects;
mod forward_stores;
mod fuse;
mod index;
mod liveness;
mod matrix_product;
mod merge_branches;
mod names;
mod options;
mod outline;
mod peel;
mod pipeline;
mod schedule;
mod share_branches;
mod simplify;
mod sort;
mod statement;
mod storage;
mod tile;
mod triangular;
mod visit;

use alloc::string::String;
use alloc::vec::Vec;

pub use batch::{Adds, Points};
pub use cost::Cost;
pub use index::{Counter, Index, Position, Term};
pub use matrix_product::{Matrix, Product};
pub use names::{Name, Names};
pub use options::{Options, Parts};
pub use pipeline::{Observer, Pipeline, Stage, StageForm, UnknownStage, schedule};
pub use schedule::STATEMENT_LIMIT;
pub use sort::{Line, Sort};
pub use statement::{
    Atom, Block, Bound, BufferPlace, Choice, Condition, Expression, If, Limit, MulAdd, PartId,
    Partial, Reported, Statement, Variable,
};
pub use storage::{Home, OWN_LIMIT, Scope, Slot, SlotId, Storage};
pub use tile::{Lanes, RowsInLanes, StepPrograms, TiledProgram};
pub use triangular::{Method, Triangular};
pub use visit::Access;

use graph_ir::graph::{Constant, External};
use graph_ir::types::{Element, Type};

/// A function as loops over buffers.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The function's name; empty when it has none.
    pub name: String,
    /// All buffers.
    pub buffers: Vec<Buffer>,
    /// The buffers of the arguments, in their order.
    pub inputs: Vec<BufferId>,
    /// The buffers of the results, in their order.
    pub outputs: Vec<BufferId>,
    /// The type of each variable.
    pub variables: Vec<VariableType>,
    /// The names that the source has for variables and local buffers.
    pub names: Names,
    /// The number of iterations of each counter's loop.
    pub counters: Vec<usize>,
    /// The functions of the host that are called.
    pub externals: Vec<External>,
    /// The texts to print before and after a value.
    pub texts: Vec<[String; 2]>,
    /// The statements.
    pub body: Block,
    /// The memory of the local buffers. A back end may also give each buffer its own memory.
    pub storage: Storage,
}

impl Program {
    /// One buffer.
    #[must_use]
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.0 as usize]
    }

    /// The element type of a variable.
    #[must_use]
    pub fn element(&self, variable: Variable) -> Element {
        self.variables[variable.0 as usize].element
    }

    /// Whether a variable has a value for each lane.
    #[must_use]
    pub fn has_lanes(&self, variable: Variable) -> bool {
        self.variables[variable.0 as usize].lanes
    }

    /// A variable that nothing uses yet.
    pub(crate) fn new_variable(&mut self, ty: VariableType) -> Variable {
        self.variables.push(ty);
        Variable(graph_ir::intern::number_of(self.variables.len() - 1))
    }

    /// A variable that nothing uses yet, for a value that another one holds elsewhere.
    pub(crate) fn new_variable_like(&mut self, other: Variable) -> Variable {
        let copy = self.new_variable(self.variables[other.0 as usize]);
        self.names.hand_on(other, copy);
        copy
    }

    /// All buffer ids, ascending.
    pub fn buffer_ids(&self) -> impl Iterator<Item = BufferId> + use<> {
        (0..graph_ir::intern::number_of(self.buffers.len())).map(BufferId)
    }
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableType {
    /// The element type.
    pub element: Element,
    /// Whether there is one element for each lane rather than a single one.
    pub lanes: bool,
}

impl VariableType {
    /// Whether it is a truth value for each lane, for which there is no buffer.
    pub(crate) fn is_mask(self) -> bool {
        self.lanes && self.element == Element::Bool
    }
}

/// A buffer of a program, as a position in [`Program::buffers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

/// A flat array; a scalar is one of rank 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// The buffer's role in the function.
    pub kind: BufferKind,
    /// The type of its contents, which lie in row-major order.
    pub ty: Type,
    /// The name of the argument or result; empty when it has none.
    pub name: String,
}

/// The role of a buffer in the function.
#[derive(Clone, Debug, PartialEq)]
pub enum BufferKind {
    /// An argument, which is only read.
    Input,
    /// A result. All of it is stored before the end; it may be read after that.
    Output,
    /// An intermediate result.
    Local,
    /// A table.
    Constant(Constant),
}

impl BufferKind {
    /// Whether it is never stored to.
    pub(crate) fn is_only_read(&self) -> bool {
        matches!(self, Self::Input | Self::Constant(_))
    }
}
