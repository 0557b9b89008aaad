//! Loop-invariant code motion: what each iteration of a loop computes alike is computed once, in
//! front of the loop.
//!
//! The loop of a derivative then adds up the adjoints of such a value over the iterations, and what
//! leads from them to the captured values is computed once as well.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::inside::Functions;
use super::provenance::may_fail;
use super::rewrite::{Rewriter, Rewritten, contains, rewrite};
use super::set_outputs::with_signature;
use super::split_uniform::{UniformSplit, split_uniform};
use super::trim::trim;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, Graph, Literal, NodeId};
use crate::ops::{Op, OpView, Runs, Scan};
use crate::types::Extent;

/// The same function with values that no iteration changes in front of their loops, in inner
/// functions too, where computing them again is worth a value to be kept. Every value keeps its
/// bits.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let number = Type::scalar(Element::F64);
/// let p = builder.input("p", number.clone(), InputKind::Independent);
/// let x = Type::new(Element::F64, Shape::new(&[1000])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// builder.begin_region()?;
/// let row = builder.region_input(number);
/// let body = builder.end_region(&[row * p.exp()])?;
/// let rows = builder.scan_region(body, &[], &[x], 1000, false)?;
/// builder.output("y", rows[0])?;
/// let graph = builder.finish()?;
/// let text = passes::hoist(&graph)?.to_string();
/// // Functions stand in front of the graph that runs them.
/// assert!(text.find("exp") > text.find("graph"), "{text}");
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn hoist(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if !contains(graph, |_, op| matches!(op, Op::Scan(..))) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = Hoist {
        functions: Functions::default(),
        moved: false,
    };
    let hoisted = rewrite(graph, &mut pass)?;
    match pass.moved {
        true => trim(&hoisted).map(Cow::Owned),
        false => Ok(Cow::Borrowed(graph)),
    }
}

struct Hoist {
    functions: Functions,
    /// Whether anything was moved.
    moved: bool,
}

impl Rewriter for Hoist {
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
        // Values that leave a loop inside of this one may leave this one as well.
        let body = self.function(graph.function(scan.body))?;
        let Some((split, fails)) = invariants(&body.graph, &scan)? else {
            return Ok(None);
        };
        self.moved = true;
        let (captured, rest) = arguments.split_at(scan.captured);
        let handed = match fails {
            Fails::Never => in_front(builder, &split.head, captured)?,
            Fails::Where(length) => if_it_runs(builder, &split.head, captured, &length)?,
        };
        let captured = [captured, &handed].concat();
        let scan = Scan {
            body: FunctionId::from_number(0),
            captured: captured.len(),
            ..scan.clone()
        };
        let body = Function::plain(body_of(&split, &scan)?);
        let results = builder.scan(&body, &scan, &[&captured, rest].concat())?;
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// Whether what is computed in front of a loop may fail where the loop would not.
enum Fails {
    Never,
    /// Where the loop has no iteration, as this length may say when the program runs.
    Where(Extent),
}

/// The split of a body into values that no iteration changes and the rest, if there are any that
/// may be computed in front of the loop.
fn invariants(body: &Graph, scan: &Scan) -> Result<Option<(UniformSplit, Fails)>> {
    let own: Vec<bool> = { 0..body.inputs().len() }
        .map(|position| position >= scan.captured)
        .collect();
    let split = split_uniform(body, &own)?;
    Ok(split.and_then(|split| {
        let fails = fails(&split.head, scan)?;
        Some((split, fails))
    }))
}

/// Whether values may fail in front of a loop; `None` where they must stay in it, since it is not
/// known in front of it whether an iteration runs.
fn fails(values: &Graph, scan: &Scan) -> Option<Fails> {
    let mut graphs = values.graphs();
    if !graphs.any(|graph| graph.ids().any(|id| may_fail(graph, id))) {
        return Some(Fails::Never);
    }
    match (scan.runs, scan.length.known()) {
        (Runs::All, None) => Some(Fails::Where(scan.length.clone())),
        (Runs::All, Some(length)) if length > 0 => Some(Fails::Never),
        _ => None,
    }
}

/// The values that a loop captures in place of computing them.
fn in_front<'b>(
    builder: &'b Builder,
    head: &Graph,
    captured: &[Wire<'b>],
) -> Result<Vec<Wire<'b>>> {
    let wires = builder.copy_graph(head, captured)?;
    let outputs = head.outputs().iter();
    Ok(outputs.map(|output| wires[output.node.index()]).collect())
}

/// The same where the loop has an iteration, else zeros.
fn if_it_runs<'b>(
    builder: &'b Builder,
    head: &Graph,
    captured: &[Wire<'b>],
    length: &Extent,
) -> Result<Vec<Wire<'b>>> {
    let runs = builder
        .literal(Literal::I64(0))
        .less(builder.extent(length));
    builder.begin_region()?;
    let values = in_front(builder, head, captured)?;
    let values = builder.end_region(&values)?;
    builder.begin_region()?;
    let zeros = head.output_types().map(|ty| builder.full(ty, 0.0));
    let zeros = builder.end_region(&zeros.collect::<Result<Vec<_>>>()?)?;
    builder.branch(runs, values, zeros)
}

/// The body of the loop that captures the values that were moved, behind those before.
fn body_of(split: &UniformSplit, scan: &Scan) -> Result<Graph> {
    let (rest, moved) = (&split.body, split.head.outputs().len());
    let own = rest.inputs().len() - moved;
    let before = scan.captured - moved;
    let positions = (0..before).chain(own..own + moved).chain(before..own);
    let inputs = positions.map(|position| match position < own {
        true => (position, &*rest.inputs()[position].name),
        false => (position, ""),
    });
    with_signature(rest, inputs, |_| true)
}
