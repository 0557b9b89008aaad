//! Places in buffers as Rust text.
//!
//! Arguments and results are nested arrays and locals are flat ones. An index into a nested array
//! is taken apart into one index for each axis, which the compiler can prove to be in range;
//! where that is not possible for some index, the whole buffer is used as a flat slice.

use std::fmt::Write as _;

use graph_ir::intern::signed;
use graph_ir::types::Shape;
use graph_math::order::LANES;
use graph_program::{BufferId, BufferKind, Index, Position, Program, Term};

use super::Writer;
use super::identifiers::Identifiers;
use super::scan::Scan;

/// How a buffer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BufferForm {
    /// A scalar argument or result.
    Scalar,
    /// An array as deep as its type.
    Nested,
    /// A flat array or slice.
    Flat,
}

/// The form of a buffer, given all places of it.
pub(crate) fn form(program: &Program, scan: &Scan<'_>, id: BufferId) -> BufferForm {
    let buffer = program.buffer(id);
    let flat = matches!(buffer.kind, BufferKind::Local | BufferKind::Constant(_));
    let shape = &buffer.ty.shape;
    let take_apart = |index: &&Index| axes(program, scan, index, shape).is_some();
    match shape.rank() {
        _ if flat => BufferForm::Flat,
        0 => BufferForm::Scalar,
        1 => BufferForm::Nested,
        // Lanes cross the rows of a nested array.
        _ if scan.places(id).iter().any(|index| index.has_lanes()) => BufferForm::Flat,
        _ if scan.is_whole(id) => BufferForm::Flat,
        _ if scan.places(id).iter().all(take_apart) => BufferForm::Nested,
        _ => BufferForm::Flat,
    }
}

impl Writer<'_> {
    /// Writes the brackets of a place.
    pub(super) fn place(&mut self, (id, form): (BufferId, BufferForm), index: &Index) {
        let shape = &self.program.buffer(id).ty.shape;
        let (text, names) = (&mut self.text, &self.names);
        if form == BufferForm::Flat || shape.rank() == 1 {
            text.push('[');
            write_index(text, names, index.offset, &index.terms);
            text.push(']');
            return;
        }
        let axes = axes(self.program, &self.scan, index, shape);
        for (offset, terms) in axes.unwrap_or_default() {
            text.push('[');
            write_index(text, names, offset, &terms);
            text.push(']');
        }
    }
}

/// Writes an affine form as unsigned arithmetic that does not go below zero on its way.
pub(super) fn write_index(text: &mut String, names: &Identifiers, offset: i64, terms: &[Term]) {
    let mut first = true;
    for term in terms.iter().filter(|term| term.stride > 0) {
        text.push_str(if first { "" } else { "+" });
        first = false;
        write_term(text, names, term);
    }
    if offset != 0 || first {
        let plus = if first { "" } else { "+" };
        let written = write!(text, "{plus}{offset}");
        debug_assert!(written.is_ok(), "memory takes any text");
    }
    for term in terms.iter().filter(|term| term.stride < 0) {
        text.push('-');
        write_term(text, names, term);
    }
}

fn write_term(text: &mut String, names: &Identifiers, term: &Term) {
    let factor = match (term.stride.unsigned_abs(), term.position) {
        (1, _) | (_, Position::Lane) => Ok(()),
        (stride, _) => write!(text, "{stride}*"),
    };
    let written = factor.and_then(|()| match term.position {
        Position::Counter(counter) => write!(text, "i{}", counter.0),
        Position::Variable(variable) => names.write_variable(text, variable),
        // Lanes are loaded and stored together, from the first one on.
        Position::Lane => Ok(()),
    });
    debug_assert!(written.is_ok(), "memory takes any text");
}

/// An index along one axis.
type AlongAxis = (i64, Vec<Term>);

/// A flat index taken apart into one for each axis, if each stays within its extent.
fn axes(
    program: &Program,
    scan: &Scan<'_>,
    index: &Index,
    shape: &Shape,
) -> Option<Vec<AlongAxis>> {
    let mut result: Vec<AlongAxis> = Vec::with_capacity(shape.rank());
    let mut offset = index.offset;
    let mut terms: Vec<Term> = index.terms.clone();
    for (dim, stride) in shape.dims().iter().zip(shape.strides()) {
        let stride = signed(stride);
        let (own, rest) = terms.into_iter().partition::<Vec<Term>, _>(|term| {
            term.stride.abs() >= stride && term.stride % stride == 0
        });
        terms = rest;
        let own: Vec<Term> = own
            .into_iter()
            .map(|term| Term {
                stride: term.stride / stride,
                ..term
            })
            .collect();
        let start = offset / stride;
        offset %= stride;
        if !stays_within(program, scan, start, &own, dim.count().known()) {
            return None;
        }
        result.push((start, own));
    }
    terms.is_empty().then_some(result)
}

/// Whether an index lies within 0 and the extent, if that is known, for all values of its positions.
fn stays_within(
    program: &Program,
    scan: &Scan<'_>,
    offset: i64,
    terms: &[Term],
    extent: Option<usize>,
) -> bool {
    let (mut lowest, mut highest) = (offset, offset);
    for term in terms {
        let last = match term.position {
            Position::Counter(counter) => program.counters[counter.0 as usize],
            Position::Variable(variable) => scan.bound(variable),
            Position::Lane => LANES,
        };
        let reach = signed(last.max(1) - 1).saturating_mul(term.stride);
        lowest = lowest.saturating_add(reach.min(0));
        highest = highest.saturating_add(reach.max(0));
    }
    lowest >= 0 && extent.is_none_or(|extent| highest < signed(extent))
}
