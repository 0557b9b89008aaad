//! The first line in the shape of an operator: the words of the language, with the constants among
//! its operands, and a point for each operand that an edge brings: `0.5 * .`, `matmul`,
//! `softmax axis 1`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_ir::graph::FunctionKind;
use graph_ir::ops::{Contraction, Op, OpView, Placement, ScalarOp};
use graph_ir::types::Extent;
use graph_ir::{Graph, NodeId};

use super::view::{self, View};
use super::words;

/// An operand that an edge brings.
const OPERAND: &str = ".";

/// How many operands are written with their signs in between, and how long a constant may be.
const WRITTEN: usize = 4;
const CONSTANT: usize = 16;

/// The operator of a node in words.
pub(super) fn text(graph: &Graph, view: &View, id: NodeId) -> String {
    let operands = || -> Vec<String> {
        let arguments = graph.arguments(id).iter().take(2 * WRITTEN);
        arguments.map(|&a| operand(graph, view, a)).collect()
    };
    let call = |name: &str| call_of(name, &operands(), "");
    match graph.view(id) {
        OpView::Input(input) => match words::name(graph, id) {
            "" => format!("input {}", input.0),
            name => name.into(),
        },
        OpView::Constant(_) => constant(graph, id, 4),
        OpView::Extent(value) => value.extent.to_string(),
        OpView::Iota(_) => format!("0..{}", graph.ty(id).shape.count()),
        OpView::Scalar(op) => scalar(op, &operands()),
        OpView::Cast(_) => format!("{} as {}", operands().join(""), graph.ty(id).element),
        OpView::Select(_) => call("select"),
        OpView::Sum(_) if graph.arguments(id).len() <= WRITTEN => operands().join(" + "),
        OpView::Sum(_) => format!("sum of {}", graph.arguments(id).len()),
        OpView::Broadcast(_) => "broadcast".into(),
        OpView::Transpose(_) => "transpose".into(),
        OpView::Reshape(_) => "reshape".into(),
        OpView::Slice(_) => "slice".into(),
        OpView::Windows(w) => format!("windows of {} axis {}", w.size, w.axis),
        OpView::Assemble(placement) => assembly(graph, id, &placement, &operands()),
        OpView::Reduce(reduce) => along(graph, id, reduce.reduction.name(), &reduce.axes),
        OpView::Cumulate(c) => along(graph, id, c.cumulation.name(), &[c.axis]),
        OpView::Sort(sort) => along(graph, id, "sort", &[sort.axis]),
        OpView::ArgSort(sort) => along(graph, id, "argsort", &[sort.axis]),
        OpView::Contract(contraction) => {
            call_of(&product(graph, id, &contraction), &operands(), "")
        }
        OpView::Gather(gather) if gather.axis == 0 => match &operands()[..] {
            [data, index] => format!("{data}[{index}]"),
            _ => "gather".into(),
        },
        OpView::Gather(gather) => call_of("gather", &operands(), &axes(&[gather.axis])),
        OpView::PartAt(part) => call_of("part_at", &operands(), &axes(&part.axes)),
        OpView::ScatterAdd(add) => call_of("scatter_add", &operands(), &axes(&[add.axis])),
        OpView::Replace(replace) => call_of("replace", &operands(), &axes(&replace.axes)),
        OpView::StopGradient(_) => "stop_gradient".into(),
        OpView::Composite(c) => along(graph, id, c.composite.name(), &c.axes),
        OpView::Algebra(algebra) => match algebra.part() {
            Some((function, position)) => format!("{}.{position}", call(function)),
            None => call(algebra.name()),
        },
        OpView::Project(project) => format!("result {}", project.0),
        OpView::Branch(_) => "if".into(),
        OpView::Scan(scan) => {
            let s = if scan.length == 1 { "" } else { "s" };
            let order = if scan.reverse { ", backwards" } else { "" };
            format!("for: {} iteration{s}{order}", scan.length)
        }
        OpView::Call(callee) => {
            let function = graph.function(callee.0);
            match (&function.kind, function.graph.name()) {
                (FunctionKind::Foreign(foreign), _) => foreign.op.clone(),
                // Of the language's own functions one alone comes with its derivative.
                (FunctionKind::WithRule(_), "") => "solve".into(),
                (_, "") => "call".into(),
                (_, name) => format!("{name}(..)"),
            }
        }
        OpView::External(external) => format!("{}(..)", graph.external(external.0).name),
    }
}

/// The name under which operators are counted: without operands and axes.
pub(super) fn kind(graph: &Graph, view: &View, id: NodeId) -> String {
    match graph.op(id) {
        Op::Scalar(op) => op.name().into(),
        Op::Sum => "add".into(),
        Op::Cast => "cast".into(),
        Op::Assemble(_) => "array".into(),
        Op::Gather(_) => "gather".into(),
        Op::Scan(..) => "for".into(),
        Op::Input(_) => "input".into(),
        Op::Constant(_) => "constant".into(),
        Op::Extent(_) => "extent".into(),
        Op::Iota => "iota".into(),
        Op::Select
        | Op::Broadcast(_)
        | Op::Transpose(_)
        | Op::Reshape
        | Op::Slice(_)
        | Op::Windows(_)
        | Op::Reduce(..)
        | Op::Cumulate(..)
        | Op::Sort(_)
        | Op::ArgSort(_)
        | Op::Contract(_)
        | Op::ScatterAdd(_)
        | Op::PartAt(_)
        | Op::Replace(_)
        | Op::StopGradient
        | Op::Composite(..)
        | Op::Algebra(_)
        | Op::Project(_)
        | Op::Branch(..)
        | Op::Call(_)
        | Op::External(_) => {
            let text = text(graph, view, id);
            text.split([' ', '(']).next().unwrap_or_default().into()
        }
    }
}

/// The words at the edges of a node's operands; empty where the order does not matter, or where
/// the operator's own text shows it.
pub(super) fn roles(graph: &Graph, view: &View, id: NodeId) -> Vec<String> {
    let arguments = graph.arguments(id);
    let operator = graph.view(id);
    if let OpView::Assemble(placement) = operator {
        return places(graph, id, &placement);
    }
    if let OpView::Branch(branch) = operator {
        let mut roles = parameters(graph.function(branch.then), arguments.len() - 1);
        roles.insert(0, "if".into());
        return roles;
    }
    let function = graph.functions_of(id).next();
    if let Some(function) = function {
        return parameters(function, arguments.len());
    }
    let brought = |a: &&NodeId| !view.is_constant(&view.source(**a));
    let several = arguments.iter().filter(brought).take(2).count() > 1;
    let commutes = matches!(
        operator,
        OpView::Sum(_)
            | OpView::Scalar(ScalarOp::Add | ScalarOp::Mul | ScalarOp::Max | ScalarOp::Min)
    );
    if !several || commutes {
        return alloc::vec![String::new(); arguments.len()];
    }
    let words: &[&str] = match graph.op(id) == Op::Select {
        true => &["if", "then", "else"],
        false if operator == OpView::Scalar(ScalarOp::Sub) => &["", "minus"],
        false if operator == OpView::Scalar(ScalarOp::Div) => &["", "by"],
        false if matches!(operator, OpView::Gather(_) | OpView::PartAt(_)) => &["", "at"],
        false => &[],
    };
    let word = |at: usize| match words.get(at) {
        Some(&word) => word.into(),
        None => (at + 1).to_string(),
    };
    (0..arguments.len()).map(word).collect()
}

/// The names of a function's inputs; the edges of some file's operator are numbered.
fn parameters(function: &graph_ir::graph::Function, count: usize) -> Vec<String> {
    let inputs = function.graph.inputs().iter();
    let mut names: Vec<String> = inputs.map(|input| words::short(&input.name)).collect();
    if matches!(function.kind, FunctionKind::Foreign(_)) && count > 1 {
        names = (1..=count).map(|number| number.to_string()).collect();
    }
    names.resize(count, String::new());
    names
}

/// The place of each piece of an assembly, where it is not clear from the order.
fn places(graph: &Graph, id: NodeId, placement: &Placement) -> Vec<String> {
    let arguments = graph.arguments(id);
    let whole = &graph.ty(id).shape;
    let pieces = arguments.iter().skip(1).zip(&placement.pieces);
    let places = pieces.map(|(&piece, slice)| {
        match view::place(slice, whole, &graph.ty(piece).shape).as_str() {
            "[..]" => String::new(),
            place => place.into(),
        }
    });
    core::iter::once(String::new()).chain(places).collect()
}

/// An operand as it stands in its operator's text.
fn operand(graph: &Graph, view: &View, id: NodeId) -> String {
    let source = view.source(id);
    match view.is_constant(&source) {
        false => OPERAND.into(),
        true if !source.text.is_empty() => source.text,
        true => constant(graph, source.node, 2),
    }
}

fn constant(graph: &Graph, id: NodeId, most: usize) -> String {
    let value = graph.as_constant(id).map(|c| words::value(c, most));
    match value {
        Some(value) if value.chars().count() <= CONSTANT || most > 2 => value,
        _ => "[…]".into(),
    }
}

/// A function with its operands, unless edges bring all of them.
fn call_of(name: &str, operands: &[String], options: &str) -> String {
    match operands.iter().all(|operand| operand == OPERAND) {
        true if options.is_empty() => name.into(),
        true => format!("{name} {options}"),
        false => format!("{name}({})", operands.join(", ")),
    }
}

fn scalar(op: ScalarOp, operands: &[String]) -> String {
    match (op.symbol(), operands, op.parameter()) {
        (Some(symbol), [x], _) => format!("{symbol}{x}"),
        (Some(symbol), [x, y], _) => format!("{x} {symbol} {y}"),
        (_, [x], Some(parameter)) => format!("{}({x}, {parameter})", op.name()),
        _ => call_of(op.name(), operands, ""),
    }
}

/// A function along axes, which are not named where they are all of them.
fn along(graph: &Graph, id: NodeId, name: &str, over: &[usize]) -> String {
    let rank = graph
        .arguments(id)
        .first()
        .map(|&a| graph.ty(a).shape.rank());
    match Some(over.len()) == rank {
        true => name.into(),
        false => format!("{name} {}", axes(over)),
    }
}

fn axes(axes: &[usize]) -> String {
    let numbers: Vec<String> = axes.iter().map(ToString::to_string).collect();
    let word = if axes.len() == 1 { "axis" } else { "axes" };
    format!("{word} {}", numbers.join(", "))
}

/// The name of a product of tensors.
fn product(graph: &Graph, id: NodeId, contraction: &Contraction) -> String {
    let ranks = graph
        .arguments(id)
        .iter()
        .map(|&a| graph.ty(a).shape.rank());
    let ranks: Vec<usize> = ranks.collect();
    match (
        &ranks[..],
        &contraction.batch[..],
        &contraction.contracted[..],
    ) {
        ([1, 1], [], [(0, 0)]) => "dot".into(),
        ([2, 1 | 2] | [1, 2], [], [(left, 0)]) if left + 1 == ranks[0] => "matmul".into(),
        ([2, 1 | 2], [], [(0, 0)]) => "matmul(.ᵀ, .)".into(),
        ([1 | 2, 2], [], [(left, 1)]) if left + 1 == ranks[0] => "matmul(., .ᵀ)".into(),
        (_, [], []) => "outer product".into(),
        (_, [], pairs) => format!("contract {}", axis_pairs(pairs)),
        (_, batch, []) => format!("product along {}", axis_pairs(batch)),
        (_, batch, pairs) => {
            format!("contract {} along {}", axis_pairs(pairs), axis_pairs(batch))
        }
    }
}

/// Axes of two operands that run together: `1:0`.
fn axis_pairs(pairs: &[(usize, usize)]) -> String {
    let pairs = pairs.iter().map(|(left, right)| format!("{left}:{right}"));
    pairs.collect::<Vec<_>>().join(", ")
}

/// An array of its elements, or pieces in a larger one; pieces that overlap are added.
fn assembly(graph: &Graph, id: NodeId, placement: &Placement, operands: &[String]) -> String {
    let pieces = graph.arguments(id).get(1..).unwrap_or_default();
    let count = |id: NodeId| graph.ty(id).shape.count().clone();
    let sizes = pieces.iter().map(|&piece| count(piece));
    let total = sizes.fold(Extent::from(0), |total, size| total + size);
    // Of lengths of the call one is the greater where it is so whatever they are.
    let missing = count(id) - total;
    match (placement.pieces.len(), operands) {
        (1..=WRITTEN, [_, elements @ ..]) if missing == 0 => format!("[{}]", elements.join(", ")),
        (count, _) if missing == 0 => format!("array of {count}"),
        (count, _) if missing.is_negative() => format!("sum of {count} parts"),
        (1, [background, ..]) => format!("place in {background}"),
        (count, _) => format!("array with {count} parts"),
    }
}
