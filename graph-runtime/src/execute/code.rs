//! Code: a program as a flat list of instructions for the machine.
//!
//! Every value has its place in the arena when the code is made. Scalar variables and literals are
//! *registers*, single elements at the begin of the lane of their kind; buffers lie above them.
//! Loops and branches are jumps between instructions.
//!
//! The iterations of some loops run side by side, a *strip* of them at a time: each instruction for
//! all of them before the next. Values that differ between iterations, or lanes, have *wide*
//! registers of several elements, which [`Shape`] describes. Outside of strips, sums and products
//! come in *chains*, one after another as `x * y + z`, and other scalar operators in *runs*: the
//! same operator on as many statements as the order of the program allows.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::Type;
use graph_ir::graph::{Role, Site};
use graph_ir::passes::Provenance;
use graph_math::order::LANES;
use graph_program::Condition;

use super::constants::Placed;
use super::instruction::Instruction;
use super::place::{Extents, Kind, Span};

/// The size of a register that differs between the iterations of a strip, which has as many
/// iterations as that allows: enough elements that decoding an instruction costs little compared
/// with executing it, and few enough that the registers of a body stay in the first cache.
pub(super) const STRIP: usize = 128;

/// The number of elements of a register, and their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A single value.
    One,
    /// One for each lane.
    Lanes,
    /// One for each iteration of the strip.
    Rows,
    /// One for each lane of each iteration.
    Full,
}

impl Shape {
    /// The shape of what differs between lanes, and between the iterations of a strip.
    pub(super) fn of(lanes: bool, rows: bool) -> Self {
        match (lanes, rows) {
            (false, false) => Self::One,
            (true, false) => Self::Lanes,
            (false, true) => Self::Rows,
            (true, true) => Self::Full,
        }
    }

    /// The shape of what differs where either does.
    pub(super) fn join(self, other: Self) -> Self {
        Self::of(
            self.has_lanes() || other.has_lanes(),
            self.has_rows() || other.has_rows(),
        )
    }

    pub(super) fn has_lanes(self) -> bool {
        matches!(self, Self::Lanes | Self::Full)
    }

    pub(super) fn has_rows(self) -> bool {
        matches!(self, Self::Rows | Self::Full)
    }

    /// The number of elements in a strip of so many iterations.
    pub(super) fn size(self, rows: usize) -> usize {
        let lanes = if self.has_lanes() { LANES } else { 1 };
        if self.has_rows() { lanes * rows } else { lanes }
    }
}

/// The place of a register in the lane of its kind.
pub(super) type Register = u32;

/// A position in a list of the code.
pub(super) type Position = u32;

/// A value between two texts.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) texts: [String; 2],
    pub(super) extents: Vec<usize>,
    pub(super) value: Span,
}

/// A program for the machine.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// The operands of chains and runs: those of one statement after those of another.
    pub(super) operands: Vec<Register>,
    pub(super) places: Vec<ArenaPlace>,
    /// The terms that move places, those of each place side by side.
    pub(super) terms: Vec<Term>,
    pub(super) checks: Vec<Check>,
    pub(super) calls: Vec<Call>,
    pub(super) products: Vec<Product>,
    pub(super) sorts: Vec<Sort>,
    pub(super) triangulars: Vec<Triangular>,
    pub(super) reports: Vec<Report>,
    /// The initial contents of the arena.
    pub(super) constants: Vec<Placed>,
    pub(super) inputs: Vec<Port>,
    pub(super) outputs: Vec<Port>,
    /// Where the results of a function of the host begin while it runs: above everything else.
    pub(super) frame: Extents,
    /// The size of the arena.
    pub(super) extents: Extents,
    /// The cost of running it, in instructions over single values.
    pub(super) cost: f64,
    /// Which nodes of the graph the sites of checks and calls are.
    pub(super) provenance: Arc<Provenance>,
}

/// An input or output.
#[derive(Debug)]
pub(super) struct Port {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) span: Span,
}

impl Port {
    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.span.len
    }
}

/// An element of a buffer, or one for each lane or iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArenaPlace {
    /// The part of the position that never moves.
    pub(super) start: usize,
    /// Where its terms begin.
    pub(super) terms: Position,
    /// The number of terms that are single values.
    pub(super) single: u32,
    /// The number of terms after them that are wide.
    pub(super) wide: u32,
    /// How far apart neighbouring iterations of the strip lie, but for wide terms.
    pub(super) row: isize,
    /// How far apart neighbouring lanes lie, but for wide terms.
    pub(super) lane: isize,
}

/// An integer register times a stride.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) register: Register,
    pub(super) shape: Shape,
    pub(super) stride: i64,
}

/// The condition of an integer, and the node that demands it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub(super) condition: Condition,
    pub(super) site: Site,
}

/// A product of matrices of floats, computed by the kernel that generated code calls.
#[derive(Clone, Debug)]
pub(super) struct Product {
    /// The numbers of rows, columns and terms.
    pub(super) extents: [usize; 3],
    pub(super) left: Matrix,
    pub(super) right: Matrix,
    /// Axes inside the terms and the columns of the right operand.
    pub(super) inner: [Vec<(usize, isize)>; 2],
    pub(super) result: Matrix,
    /// The buffer that the result lies in, which is neither operand's.
    pub(super) target: Span,
    pub(super) accumulate: bool,
    pub(super) zeros_win: [bool; 2],
    pub(super) contract: bool,
}

/// Where a matrix is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    /// The place of its first element.
    pub(super) place: Position,
    /// The distances between neighbouring rows and between neighbouring columns.
    pub(super) strides: [isize; 2],
}

/// Positions in ascending order, found by the kernel that generated code calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort {
    /// How many there are.
    pub(super) length: usize,
    pub(super) kind: Kind,
    /// The place of the first key.
    pub(super) keys: Position,
    /// The distance between neighbouring keys.
    pub(super) stride: isize,
    /// The place of the first position.
    pub(super) positions: Position,
}

/// Rows that a kernel changes in place: the one that generated code calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangular {
    /// The number of rows, and of elements of each of them.
    pub(super) extents: [usize; 2],
    pub(super) kind: Kind,
    /// The place of the first element.
    pub(super) rows: Position,
    pub(super) method: Method,
    pub(super) contract: bool,
}

/// The method of a kernel that changes rows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    Factor,
    /// With the factor.
    FactorAdjoint(Matrix),
    /// With the matrix of the system, and whether rows go from the last to the first.
    Substitute(Matrix, bool),
}

/// A call of a function of the host.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) role: Role,
    /// The number of the call, for a function whose calls are numbered.
    pub(super) number: Option<u64>,
    /// The function's own arguments, then those that the role adds.
    pub(super) arguments: Vec<Span>,
    /// How many of the arguments are the function's own.
    pub(super) own: usize,
    /// The results, counted from the begin of the frame.
    pub(super) results: Vec<Span>,
    /// Where the results go from there.
    pub(super) targets: Vec<usize>,
    pub(super) site: Site,
}
