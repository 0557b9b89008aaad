//! Reading an operator: its name, its own attributes, then its arguments.
//!
//! The opposite direction stands in `print/operator.rs`, in the same order.

use alloc::vec::Vec;
use core::num::NonZeroUsize;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Cursor;
use super::section::Reader;
use crate::algebra::Algebra;
use crate::composite::Composite;
use crate::error::Result;
use crate::graph::{Input, InputKind, TypeId};
use crate::ops::attributes::axes_list;
use crate::ops::{Contraction, Op, Placement, Reduction, ScalarOp, Scan, Slice, Windows};
use crate::text::name;

/// The scalar operators by name: texts have many nodes, so the table is not searched for each.
pub(super) struct Operators(HashMap<&'static str, ScalarOp, FxBuildHasher>);

impl Operators {
    pub(super) fn new() -> Self {
        let all = ScalarOp::all().into_iter();
        Self(all.map(|op| (op.name(), op)).collect())
    }

    /// The operator of that name; one with a parameter with any.
    pub(super) fn get(&self, name: &str) -> Option<ScalarOp> {
        self.0.get(name).copied()
    }
}

/// Reads what stands after the `=` of a node of type `ty`: operator, attributes and arguments.
pub(super) fn read(reader: &mut Reader<'_>, line: &mut Cursor<'_>, ty: TypeId) -> Result<Op> {
    let before = *line;
    let Some(word) = line.word() else {
        return Err(line.expected("an operator"));
    };
    let op = match word {
        "input" => return read_input(reader, line, InputKind::Independent),
        "dynamic" => return read_input(reader, line, InputKind::Dynamic),
        "constant" => return reader.constant(line, ty).map(Op::Constant),
        "assemble" => return read_assembly(reader, line),
        "cast" => Op::Cast,
        "select" => Op::Select,
        "sum" => Op::Sum,
        "broadcast" => Op::Broadcast(reader.list(axes(line)?)),
        "transpose" => Op::Transpose(reader.list(axes(line)?)),
        "reshape" => Op::Reshape,
        "slice" => Op::Slice(reader.list(read_slice(line)?.to_list())),
        "windows" => Op::Windows(reader.list(read_windows(line)?.to_list())),
        "reduce" => {
            let reduction = read_reduction(line)?;
            Op::Reduce(reduction, reader.list(axes(line)?))
        }
        "contract" => Op::Contract(reader.list(read_contraction(line)?.to_list())),
        "gather" => Op::Gather(line.number("an axis")?),
        "scatter_add" => Op::ScatterAdd(line.number("an axis")?),
        "stop_gradient" => Op::StopGradient,
        "composite" => {
            let composite = read_composite(line)?;
            Op::Composite(composite, reader.list(axes(line)?))
        }
        "algebra" => Op::Algebra(read_algebra(line)?),
        "project" => Op::Project(line.number("the position of a result")?),
        "branch" => {
            let then = reader.function(line)?;
            line.expect_keyword("else")?;
            Op::Branch(then, reader.function(line)?)
        }
        "scan" => {
            let scan = read_scan(reader, line)?;
            Op::Scan(reader.list(scan.to_list()))
        }
        "call" => Op::Call(reader.function(line)?),
        "external" => Op::External(reader.host_function(line)?),
        name => match reader.operator(name) {
            Some(op) => Op::Scalar(read_parameter(line, op)?),
            None => return Err(before.expected("an operator")),
        },
    };
    read_arguments(reader, line)?;
    Ok(op)
}

/// Reads a list of values, which may be empty.
pub(super) fn read_arguments(reader: &mut Reader<'_>, line: &mut Cursor<'_>) -> Result<()> {
    if line.peek() != Some(b'%') {
        return Ok(());
    }
    reader.argument(line.node()?);
    while line.eat(b',') {
        reader.argument(line.node()?);
    }
    Ok(())
}

fn read_input(reader: &mut Reader<'_>, line: &mut Cursor<'_>, kind: InputKind) -> Result<Op> {
    let position = line.number("the position of an input")?;
    let input = Input {
        node: reader.next(),
        name: name::read_optional(line)?,
        kind,
    };
    reader.input(position, input);
    Ok(Op::Input(position))
}

fn read_parameter(line: &mut Cursor<'_>, op: ScalarOp) -> Result<ScalarOp> {
    if op.parameter().is_none() {
        return Ok(op);
    }
    let before = *line;
    let parameter = line.number("the operator's integer parameter")?;
    let made = ScalarOp::from_name(op.name(), Some(parameter));
    made.ok_or_else(|| before.error("a parameter that the operator does not have"))
}

fn axes(line: &mut Cursor<'_>) -> Result<Vec<i64>> {
    line.list(|line| line.small("an axis"))
        .map(|axes| axes_list(&axes))
}

fn read_slice(line: &mut Cursor<'_>) -> Result<Slice> {
    let axes = line.list(|line| {
        let start = line.number("the start of a slice")?;
        let step = if line.eat(b':') {
            line.number("the step of a slice")?
        } else {
            1
        };
        Ok((start, step))
    })?;
    Ok(Slice { axes })
}

fn read_windows(line: &mut Cursor<'_>) -> Result<Windows> {
    let size = line.number("the size of a window")?;
    line.expect_keyword("along")?;
    let axis = line.number("an axis")?;
    line.expect_keyword("by")?;
    let stride = line.number("the stride of windows")?;
    line.expect_keyword("apart")?;
    let dilation = line.number("the dilation of windows")?;
    Ok(Windows {
        axis,
        size,
        stride,
        dilation,
    })
}

fn read_reduction(line: &mut Cursor<'_>) -> Result<Reduction> {
    let mut ahead = *line;
    let word = ahead.word();
    let found = Reduction::ALL.into_iter().find(|r| Some(r.name()) == word);
    match found {
        Some(reduction) => {
            *line = ahead;
            Ok(reduction)
        }
        None => Err(line.expected("a reduction")),
    }
}

fn read_composite(line: &mut Cursor<'_>) -> Result<Composite> {
    let mut ahead = *line;
    match ahead.word().and_then(Composite::from_name) {
        Some(composite) => {
            *line = ahead;
            Ok(composite)
        }
        None => Err(line.expected("a composite operator")),
    }
}

fn read_algebra(line: &mut Cursor<'_>) -> Result<Algebra> {
    let mut ahead = *line;
    match ahead.word().and_then(Algebra::from_name) {
        Some(op) => {
            *line = ahead;
            Ok(op)
        }
        None => Err(line.expected("an operator of linear algebra")),
    }
}

fn read_assembly(reader: &mut Reader<'_>, line: &mut Cursor<'_>) -> Result<Op> {
    reader.argument(line.node()?);
    let mut pieces: Vec<Slice> = Vec::new();
    while line.eat(b',') {
        reader.argument(line.node()?);
        line.expect_keyword("at")?;
        let before = *line;
        let place = read_slice(line)?;
        // All places stand in one list, which is cut into equal parts again.
        let rank = pieces.first().map_or(place.axes.len(), |p| p.axes.len());
        if place.axes.len() != rank {
            return Err(before.error("all places need the same number of axes"));
        }
        pieces.push(place);
    }
    Ok(Op::Assemble(reader.list(Placement { pieces }.to_list())))
}

fn read_contraction(line: &mut Cursor<'_>) -> Result<Contraction> {
    let absolute = line.keyword("absolute");
    let batch = if line.keyword("batch") {
        line.list(read_pair)?
    } else {
        Vec::new()
    };
    line.expect_keyword("over")?;
    Ok(Contraction {
        batch,
        contracted: line.list(read_pair)?,
        absolute,
    })
}

fn read_pair(line: &mut Cursor<'_>) -> Result<(usize, usize)> {
    let left = line.small("an axis of the left operand")?;
    line.expect(b':')?;
    Ok((left, line.small("an axis of the right operand")?))
}

fn read_scan(reader: &mut Reader<'_>, line: &mut Cursor<'_>) -> Result<Scan> {
    let body = reader.function(line)?;
    line.expect_keyword("captured")?;
    let captured = line.small("the number of captured values")?;
    line.expect_keyword("carried")?;
    let carried = line.small("the number of carried values")?;
    line.expect_keyword("length")?;
    let before = *line;
    let length: i64 = line.number("the number of iterations")?;
    let Ok(length) = usize::try_from(length) else {
        return Err(before.expected("the number of iterations"));
    };
    let reverse = line.keyword("reverse");
    let checkpoint = match line.keyword("checkpoint") {
        true => Some(read_checkpoint(line)?),
        false => None,
    };
    Ok(Scan {
        body,
        captured,
        carried,
        length,
        reverse,
        checkpoint,
    })
}

fn read_checkpoint(line: &mut Cursor<'_>) -> Result<NonZeroUsize> {
    let before = *line;
    let every: i64 = line.number("the iterations between checkpoints")?;
    let every = usize::try_from(every).ok().and_then(NonZeroUsize::new);
    every.ok_or_else(|| before.expected("the iterations between checkpoints"))
}
