//! Writing an operator: its name, its own attributes, then its arguments.
//!
//! The opposite direction stands in `parse/operator.rs`, in the same order.

use core::fmt::{self, Write};

use super::Numbers;
use crate::graph::{ExternalKind, Graph, InputKind, NodeId, Role};
use crate::ops::{Contraction, Op, Placement, ScalarOp, Scan, Slice, Windows};
use crate::text::name;
use crate::text::value::write_constant;

/// Writes what stands after the `=` of a node: operator, attributes and arguments.
pub(super) fn write(
    out: &mut dyn Write,
    graph: &Graph,
    id: NodeId,
    numbers: &Numbers,
) -> fmt::Result {
    let arguments = graph.arguments(id);
    match graph.op(id) {
        Op::Input(position) => return write_input(out, graph, position),
        Op::Constant(constant) => {
            out.write_str("constant ")?;
            return write_constant(out, graph.constant(constant));
        }
        Op::Assemble(list) => {
            let pieces = arguments.len().saturating_sub(1);
            let placement = Placement::from_list(graph.list(list), pieces);
            return write_assembly(out, arguments, &placement);
        }
        Op::External(external) => write!(out, "external e{}", numbers.external(external))?,
        _ => write_head(out, graph, id, numbers)?,
    }
    write_arguments(out, arguments)
}

/// Writes the operator and its attributes without its arguments, and without what would be long:
/// the elements of a constant, and the places of an assembly. A function of the host has its name.
pub(super) fn write_head(
    out: &mut dyn Write,
    graph: &Graph,
    id: NodeId,
    numbers: &Numbers,
) -> fmt::Result {
    match graph.op(id) {
        Op::Input(position) => out.write_str(input_word(graph, position))?,
        Op::Constant(_) => out.write_str("constant")?,
        Op::Assemble(_) => out.write_str("assemble")?,
        Op::Scalar(op) => write_scalar(out, op)?,
        Op::Cast => out.write_str("cast")?,
        Op::Select => out.write_str("select")?,
        Op::Sum => out.write_str("sum")?,
        Op::Broadcast(list) => write_list(out, "broadcast", graph.list(list))?,
        Op::Transpose(list) => write_list(out, "transpose", graph.list(list))?,
        Op::Reshape => out.write_str("reshape")?,
        Op::Slice(list) => {
            out.write_str("slice ")?;
            write_slice(out, &Slice::from_list(graph.list(list)))?;
        }
        Op::Windows(list) => {
            let Windows {
                axis,
                size,
                stride,
                dilation,
            } = Windows::from_list(graph.list(list));
            write!(
                out,
                "windows {size} along {axis} by {stride} apart {dilation}"
            )?;
        }
        Op::Reduce(reduction, list) => {
            out.write_str("reduce ")?;
            write_list(out, reduction.name(), graph.list(list))?;
        }
        Op::Contract(list) => {
            write_contraction(out, &Contraction::from_list(graph.list(list)))?;
        }
        Op::Gather(axis) => write!(out, "gather {axis}")?,
        Op::ScatterAdd(axis) => write!(out, "scatter_add {axis}")?,
        Op::StopGradient => out.write_str("stop_gradient")?,
        Op::Composite(composite, list) => {
            out.write_str("composite ")?;
            write_list(out, composite.name(), graph.list(list))?;
        }
        Op::Algebra(op) => write!(out, "algebra {}", op.name())?,
        Op::Project(position) => write!(out, "project {position}")?,
        Op::Branch(then, otherwise) => {
            let [then, otherwise] = [then, otherwise].map(|f| numbers.function(graph, f));
            write!(out, "branch f{then} else f{otherwise}")?;
        }
        Op::Scan(list) => write_scan(out, graph, Scan::from_list(graph.list(list)), numbers)?,
        Op::Call(function) => write!(out, "call f{}", numbers.function(graph, function))?,
        Op::External(external) => {
            out.write_str("external ")?;
            name::write(out, &graph.external(external).name)?;
        }
    }
    Ok(())
}

/// Writes a list of values, with a space before it if there is one.
pub(super) fn write_arguments(out: &mut dyn Write, arguments: &[NodeId]) -> fmt::Result {
    for (position, argument) in arguments.iter().enumerate() {
        let comma = if position > 0 { ", " } else { " " };
        write!(out, "{comma}{argument}")?;
    }
    Ok(())
}

/// The word for a family of functions of the host; a numbered one has its number after it.
pub(super) fn write_kind(out: &mut dyn Write, kind: ExternalKind) -> fmt::Result {
    match kind {
        ExternalKind::Smooth => out.write_str("smooth"),
        ExternalKind::Opaque => out.write_str("opaque"),
        ExternalKind::Discrete => out.write_str("discrete"),
        ExternalKind::Numbered { call } => write!(out, "numbered {call}"),
    }
}

/// The word for what of a function of the host is computed.
pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Value => "value",
        Role::Tangent => "tangent",
        Role::Adjoint => "adjoint",
    }
}

/// What an input is called: `dynamic` without a derivative.
fn input_word(graph: &Graph, position: u32) -> &'static str {
    match graph.inputs().get(position as usize) {
        Some(input) if input.kind == InputKind::Dynamic => "dynamic",
        _ => "input",
    }
}

fn write_input(out: &mut dyn Write, graph: &Graph, position: u32) -> fmt::Result {
    let input = graph.inputs().get(position as usize);
    write!(out, "{} {position}", input_word(graph, position))?;
    match input {
        Some(input) if !input.name.is_empty() => {
            out.write_char(' ')?;
            name::write(out, &input.name)
        }
        _ => Ok(()),
    }
}

fn write_scalar(out: &mut dyn Write, op: ScalarOp) -> fmt::Result {
    out.write_str(op.name())?;
    match op.parameter() {
        Some(parameter) => write!(out, " {parameter}"),
        None => Ok(()),
    }
}

fn write_list(out: &mut dyn Write, word: &str, list: &[i64]) -> fmt::Result {
    write!(out, "{word} {list:?}")
}

/// For each axis the start, and the step where it is not 1.
fn write_slice(out: &mut dyn Write, slice: &Slice) -> fmt::Result {
    out.write_char('[')?;
    for (axis, &(start, step)) in slice.axes.iter().enumerate() {
        let comma = if axis > 0 { ", " } else { "" };
        write!(out, "{comma}{start}")?;
        if step != 1 {
            write!(out, ":{step}")?;
        }
    }
    out.write_char(']')
}

fn write_assembly(out: &mut dyn Write, arguments: &[NodeId], placement: &Placement) -> fmt::Result {
    out.write_str("assemble")?;
    let (background, pieces) = arguments.split_at(arguments.len().min(1));
    write_arguments(out, background)?;
    for (piece, place) in pieces.iter().zip(&placement.pieces) {
        write!(out, ", {piece} at ")?;
        write_slice(out, place)?;
    }
    Ok(())
}

fn write_contraction(out: &mut dyn Write, contraction: &Contraction) -> fmt::Result {
    out.write_str("contract")?;
    if contraction.absolute {
        out.write_str(" absolute")?;
    }
    if !contraction.batch.is_empty() {
        out.write_str(" batch ")?;
        write_pairs(out, &contraction.batch)?;
    }
    out.write_str(" over ")?;
    write_pairs(out, &contraction.contracted)
}

fn write_pairs(out: &mut dyn Write, pairs: &[(usize, usize)]) -> fmt::Result {
    out.write_char('[')?;
    for (position, (left, right)) in pairs.iter().enumerate() {
        let comma = if position > 0 { ", " } else { "" };
        write!(out, "{comma}{left}:{right}")?;
    }
    out.write_char(']')
}

fn write_scan(out: &mut dyn Write, graph: &Graph, scan: Scan, numbers: &Numbers) -> fmt::Result {
    let body = numbers.function(graph, scan.body);
    let Scan {
        captured,
        carried,
        length,
        ..
    } = scan;
    write!(
        out,
        "scan f{body} captured {captured} carried {carried} length {length}"
    )?;
    if scan.reverse {
        out.write_str(" reverse")?;
    }
    match scan.checkpoint {
        Some(every) => write!(out, " checkpoint {every}"),
        None => Ok(()),
    }
}
