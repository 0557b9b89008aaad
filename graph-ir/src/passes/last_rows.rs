//! Loops over the last rows of arrays: in `for j in i + 1..n { .. x[j] .. }`, whose beginning moves,
//! the rows become the loop's own.
//!
//! A loop that is told the number of its iterations takes the first rows of arrays, and this one reads
//! others, each at a position that is computed and checked. The position of iteration `k` among
//! `count` is `n - count + k`, however: turned around, the array has these rows at its beginning, and
//! the loop runs through them from the last one to the first. No position is left to be computed.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::counters::step;
use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, begun, contains_node, rewrite};
use super::row_sums::rows_apart;
use super::trim::trim;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, Graph, InputKind, Literal, NodeId};
use crate::ops::{OpView, Runs, ScalarOp, Scan, Slice};
use crate::types::{Element, Extent, Shape, Type};

/// How many operators deep a position is looked into.
const DEPTH: usize = 8;

/// The same function with the rows that loops read up to the end of arrays as rows of the loops, where
/// those do not depend on each other but for sums, in inner functions too. Every value keeps its bits.
///
/// ```
/// use graph_ir::graph::{InputKind, Literal};
/// use graph_ir::ops::{Iterations, Runs};
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let number = Type::scalar(Element::F64);
/// let x = Type::new(Element::F64, Shape::new(&[100])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let first = builder.input("i", Type::scalar(Element::I64), InputKind::Dynamic);
/// let count = builder.literal(Literal::I64(100)) - first;
/// builder.begin_region()?;
/// let counter = builder.region_input(Type::scalar(Element::I64));
/// let sum = builder.region_input(number.clone());
/// let row = builder.gather(x, first + counter, 0)?;
/// let next = counter + builder.literal(Literal::I64(1));
/// let mut body = builder.end_region(&[next, sum + row])?;
/// builder.capture_first(&mut body, count)?;
/// let zeros = [builder.literal(Literal::I64(0)), builder.full(&number, 0.0)?];
/// let runs = Iterations { runs: Runs::Count, ..Iterations::new(100, false, None) };
/// let results = builder.scan_region_with(body, &zeros, &[], runs)?;
/// builder.output("sum", results[1])?;
/// let graph = builder.finish()?;
/// assert!(graph.to_string().contains("gather"));
/// assert!(!passes::last_rows(&graph)?.to_string().contains("gather"));
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn last_rows(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let may_change = |graph: &Graph, id| {
        let OpView::Scan(scan) = graph.view(id) else {
            return false;
        };
        is_taken(graph, id, &scan)
    };
    if !contains_node(graph, may_change) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = LastRows {
        functions: Functions::default(),
        found: false,
    };
    let changed = rewrite(graph, &mut pass)?;
    match pass.found {
        // The counters, and the arrays as a whole, are no longer read.
        true => trim(&changed).map(Cow::Owned),
        false => Ok(Cow::Borrowed(graph)),
    }
}

/// Whether a loop is one whose rows may be its own then.
fn is_taken(graph: &Graph, id: NodeId, scan: &Scan) -> bool {
    let has_rows = graph.arguments(id).len() > scan.captured + scan.carried
        || graph.result_types(id).len() > scan.carried;
    scan.runs == Runs::Count
        && !scan.reverse
        && !has_rows
        && scan.length.known().is_some()
        && !graph.function(scan.body).graph.has_effects()
}

struct LastRows {
    functions: Functions,
    /// Whether there was such a loop.
    found: bool,
}

impl Rewriter for LastRows {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let OpView::Scan(scan) = graph.view(id) else {
            return Ok(None);
        };
        if !is_taken(graph, id, &scan) {
            return Ok(None);
        }
        let body = self.function(graph.function(scan.body))?;
        let reads = reads(graph, id, &scan, &body.graph);
        if reads.is_empty() {
            return Ok(None);
        }
        let mut tables: Vec<Rows> = Vec::new();
        for (_, rows) in &reads {
            if !tables.contains(rows) {
                tables.push(*rows);
            }
        }
        let with_rows = with_rows(&body.graph, &reads, &tables)?;
        if !rows_apart(&with_rows, scan.captured, scan.carried) {
            return Ok(None);
        }
        self.found = true;
        let mut operands = arguments.to_vec();
        for rows in &tables {
            operands.push(rows.of(builder, arguments[rows.table], &scan.length)?);
        }
        let scan = Scan {
            body: FunctionId::from_number(0),
            reverse: true,
            ..scan
        };
        let results = builder.scan(&Function::plain(with_rows), &scan, &operands)?;
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// The rows of a captured array that end in front of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rows {
    table: usize,
    end: usize,
}

impl Rows {
    /// So many of them, from the last one on.
    fn of<'b>(self, builder: &'b Builder, table: Wire<'b>, length: &Extent) -> Result<Wire<'b>> {
        let ty = builder.ty(table)?;
        let mut slice = Slice::whole(ty.shape.rank());
        if let Some(axis) = slice.axes.first_mut() {
            *axis = (Extent::from(self.end) - 1, -1);
        }
        let inner = ty.shape.counts().into_iter().skip(1);
        let shape = Shape::of(core::iter::once(length.clone()).chain(inner))?;
        builder.slice(table, &slice, &shape)
    }
}

/// The nodes of a loop's body that read rows up to an end, and which.
fn reads(graph: &Graph, id: NodeId, scan: &Scan, body: &Graph) -> Vec<(NodeId, Rows)> {
    let arguments = graph.arguments(id);
    let count = Linear::of(graph, arguments[0], DEPTH);
    let rows = |read: NodeId| {
        let (OpView::Gather(gather), &[table, position]) = (body.view(read), body.arguments(read))
        else {
            return None;
        };
        let table = body
            .as_input(table)
            .filter(|&input| input < scan.captured)?;
        if gather.axis != 0 || !body.ty(position).is_scalar() {
            return None;
        }
        let mut end = count.clone();
        let mut steps = 0_i64;
        let position = Linear::of(body, position, DEPTH);
        end.constant = end.constant.checked_add(position.constant)?;
        for &(node, factor) in &position.terms {
            let input = body.as_input(node)?;
            if let Some(carried) = input.checked_sub(scan.captured) {
                let next = body.outputs().get(carried)?.node;
                let own = factor.checked_mul(step(body, node, next)?)?;
                steps = own.checked_add(steps)?;
            }
            end.add(&Linear::of(graph, *arguments.get(input)?, DEPTH), factor)?;
        }
        let length = scan.length.known()?;
        let all = body
            .ty(body.arguments(read)[0])
            .shape
            .count_along(0)
            .known()?;
        let end = usize::try_from(end.constant)
            .ok()
            .filter(|_| end.terms.is_empty())?;
        let is_inside = steps == 1 && (length..=all).contains(&end);
        is_inside.then_some((read, Rows { table, end }))
    };
    body.ids().filter_map(rows).collect()
}

/// The body of a loop that takes rows behind all else, in place of what reads them.
fn with_rows(body: &Graph, reads: &[(NodeId, Rows)], tables: &[Rows]) -> Result<Graph> {
    let builder = Builder::new();
    let mut wires = begun(&builder, body);
    let rows = tables.iter().map(|rows| {
        let table = body.inputs()[rows.table].node;
        (
            *rows,
            builder.input("", body.ty(table).row(), InputKind::Independent),
        )
    });
    let rows: Vec<(Rows, Wire<'_>)> = rows.collect();
    for &(read, of) in reads {
        let own = rows.iter().find(|(rows, _)| *rows == of);
        wires[read.index()] = own.map(|&(_, wire)| wire);
    }
    for id in body.ids() {
        if wires[id.index()].is_none() {
            let arguments = body.arguments(id).iter();
            let arguments = arguments.filter_map(|argument| wires[argument.index()]);
            let arguments: Vec<Wire<'_>> = arguments.collect();
            wires[id.index()] = Some(builder.copy_node(body, id, &arguments)?);
        }
        if let (Some(wire), Some(name)) = (wires[id.index()], body.node_name(id)) {
            builder.suggest_name(wire, name);
        }
        if let Some(wire) = wires[id.index()] {
            builder.tag_as(wire, body, id);
        }
    }
    for output in body.outputs() {
        let wire = wires[output.node.index()];
        builder.output(
            &output.name,
            wire.unwrap_or_else(|| Wire::poisoned(&builder)),
        )?;
    }
    builder.finish()
}

/// A sum of integers with factors, and a constant.
#[derive(Clone, Debug)]
struct Linear {
    constant: i64,
    terms: Vec<(NodeId, i64)>,
}

impl Linear {
    /// The form of a node, so many operators deep.
    fn of(graph: &Graph, id: NodeId, depth: usize) -> Self {
        let itself = || Self {
            constant: 0,
            terms: alloc::vec![(id, 1)],
        };
        match *graph.ty(id) == Type::scalar(Element::I64) {
            true => Self::of_integer(graph, id, depth).unwrap_or_else(itself),
            false => itself(),
        }
    }

    fn of_integer(graph: &Graph, id: NodeId, depth: usize) -> Option<Self> {
        let mut sum = Self {
            constant: 0,
            terms: Vec::new(),
        };
        if let Some(constant) = graph.as_constant(id) {
            let Some(Literal::I64(constant)) = constant.splat() else {
                return None;
            };
            sum.constant = constant;
            return Some(sum);
        }
        let OpView::Scalar(op) = graph.view(id) else {
            return None;
        };
        let depth = depth.checked_sub(1)?;
        let operand = |i: usize| Self::of(graph, graph.arguments(id)[i], depth);
        match op {
            ScalarOp::Neg => sum.add(&operand(0), -1)?,
            ScalarOp::Add | ScalarOp::Sub => {
                sum.add(&operand(0), 1)?;
                sum.add(&operand(1), if op == ScalarOp::Add { 1 } else { -1 })?;
            }
            ScalarOp::Mul => {
                let operands = [operand(0), operand(1)];
                let factor = operands.iter().position(|own| own.terms.is_empty())?;
                sum.add(&operands[1 - factor], operands[factor].constant)?;
            }
            _ => return None,
        }
        Some(sum)
    }

    /// Adds a multiple of another form; `None` where that overflows.
    fn add(&mut self, other: &Self, factor: i64) -> Option<()> {
        let constant = other.constant.checked_mul(factor)?;
        self.constant = self.constant.checked_add(constant)?;
        for &(node, own) in &other.terms {
            let own = own.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(other, _)| *other == node) {
                Some((_, sum)) => *sum = sum.checked_add(own)?,
                None => self.terms.push((node, own)),
            }
        }
        self.terms.retain(|&(_, factor)| factor != 0);
        Some(())
    }
}
