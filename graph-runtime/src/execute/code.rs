//! Code: a graph as a flat list of steps over places in memory.
//!
//! A block is the code of one graph. The places of its values count from the begin of its frame,
//! so that the block of an inner graph runs wherever the frames above it end, and is there once
//! however often it is called.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::Type;
use graph_ir::graph::NodeId;
use graph_ir::ops::ScalarOp;

use super::constants::Placed;
use super::host::Host;
use super::machine::Fault;
use super::memory::Memory;
use super::place::{Extents, Kind, Operand, Origin, Place};
use super::steps::call::Call;
use super::steps::contract::Contract;
use super::steps::effects::Effect;
use super::steps::elementwise::{Cast, Scalar, Select, Sum};
use super::steps::index::{Gather, ScatterAdd};
use super::steps::inner::Inner;
use super::steps::moves::{Assemble, Move};
use super::steps::reduce::Reduce;

/// A graph with all graphs inside it.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) blocks: Vec<Block>,
    /// The block of the whole graph.
    pub(super) main: usize,
    pub(super) inputs: Vec<Port>,
    pub(super) outputs: Vec<Port>,
    /// The constants, and where they begin: above the inputs.
    pub(super) constants: Vec<Placed>,
    /// The size of inputs and constants.
    pub(super) fixed: Extents,
}

/// An input or output of the whole graph.
#[derive(Debug)]
pub(super) struct Port {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) operand: Operand,
}

/// The code of one graph.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) steps: Vec<Step>,
    /// The node that each step computes.
    pub(super) nodes: Vec<NodeId>,
    /// The names of the nodes that can fail and have one.
    pub(super) names: BTreeMap<NodeId, String>,
    /// The effects in order, with the step before which each happens.
    pub(super) effects: Vec<(usize, Effect)>,
    pub(super) outputs: Vec<Operand>,
    /// The number of arguments; the whole graph's inputs are not counted.
    pub(super) arguments: usize,
    /// The size of its own frame.
    pub(super) frame: Extents,
    /// The size of its own frame and of all frames above it.
    pub(super) total: Extents,
    /// The largest number of arguments in its own frame and all frames above it.
    pub(super) tables: usize,
    /// The largest number of frames, its own included.
    pub(super) height: usize,
}

/// One step: what it computes and where its operands and its result lie.
#[derive(Debug)]
pub(super) enum Step {
    Scalar(Scalar),
    Cast(Cast),
    Select(Select),
    Sum(Box<Sum>),
    Move(Box<Move>),
    Assemble(Box<Assemble>),
    Reduce(Box<Reduce>),
    Contract(Box<Contract>),
    Gather(Box<Gather>),
    ScatterAdd(Box<ScatterAdd>),
    Call(Box<Call>),
    /// The steps of another block.
    Inner(Box<Inner>),
}

impl Step {
    /// Computes the result. The machine itself runs other blocks.
    pub(super) fn run(&self, frame: &mut Frame<'_>, host: &Host<'_>) -> Result<(), Fault> {
        match self {
            Self::Scalar(step) => step.run(frame),
            Self::Cast(step) => step.run(frame),
            Self::Select(step) => step.run(frame),
            Self::Sum(step) => step.run(frame),
            Self::Move(step) => step.run(frame),
            Self::Assemble(step) => step.run(frame),
            Self::Reduce(step) => step.run(frame),
            Self::Contract(step) => step.run(frame),
            Self::Gather(step) => return step.run(frame),
            Self::ScatterAdd(step) => return step.run(frame),
            Self::Call(step) => return step.run(frame, host),
            Self::Inner(_) => {}
        }
        Ok(())
    }
}

/// The memory as a step of a running block sees it.
pub(super) struct Frame<'m> {
    pub(super) memory: &'m mut Memory,
    /// Where the block's frame begins.
    pub(super) base: Extents,
    /// Where the block's arguments begin, and above them room for those of a call.
    pub(super) table: &'m mut [usize],
}

impl Frame<'_> {
    /// Where a value begins in its lane.
    pub(super) fn at(&self, kind: Kind, place: Place) -> usize {
        address(self.base, self.table, kind, place)
    }
}

/// Where a value begins in its lane, for a block with this frame and these arguments.
pub(super) fn address(base: Extents, table: &[usize], kind: Kind, place: Place) -> usize {
    place.offset
        + match place.origin {
            Origin::Fixed => 0,
            Origin::Frame => base[kind],
            Origin::Argument(position) => table[position as usize],
        }
}

/// The scalar operator that adds: its function is the one definition of a sum of two.
pub(super) const ADD: ScalarOp = ScalarOp::Add;
