//! Counters of loops as rows: an integer that grows by the same number with each iteration is read
//! from an array of its values.
//!
//! A loop that does nothing else from row to row but add up then has rows that do not depend on each
//! other, as one without a counter has.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains_node, rewrite};
use super::row_sums::rows_apart;
use super::set_outputs::with_signature;
use super::trim::trim;
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Function, FunctionId, Graph, Literal, NodeId};
use crate::ops::{Op, OpView, Runs, ScalarOp, Scan};
use crate::types::{Element, Extent, Shape, Type};

/// How many iterations a loop of known length may have: the values become a table.
const LONGEST: usize = 1024;

/// The same function with counters as rows, where the rows of their loops do not depend on each other
/// then, in inner functions too.
///
/// ```
/// use graph_ir::graph::{InputKind, Literal};
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[1000])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let zero = builder.literal(Literal::I64(0));
/// builder.begin_region()?;
/// let counter = builder.region_input(Type::scalar(Element::I64));
/// let row = builder.region_input(Type::scalar(Element::F64));
/// let next = counter + builder.literal(Literal::I64(1));
/// let term = row * builder.cast(counter, Element::F64)?;
/// let body = builder.end_region(&[next, term])?;
/// let results = builder.scan_region(body, &[zero], &[x], 1000, false)?;
/// builder.output("y", results[1])?;
/// let graph = builder.finish()?;
/// let text = passes::counters(&graph)?.to_string();
/// assert!(graph.to_string().contains("carried 1"));
/// assert!(text.contains("carried 0"), "{text}");
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn counters(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if !contains_node(
        graph,
        |graph, id| matches!(graph.view(id), OpView::Scan(scan) if has_counter(graph, &scan)),
    ) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = Counters {
        functions: Functions::default(),
        found: false,
    };
    let without = rewrite(graph, &mut pass)?;
    match pass.found {
        true => trim(&without).map(Cow::Owned),
        false => Ok(Cow::Borrowed(graph)),
    }
}

struct Counters {
    functions: Functions,
    /// Whether there was such a counter.
    found: bool,
}

impl Rewriter for Counters {
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
        if !has_counter(graph, &scan) {
            return Ok(None);
        }
        let body = self.function(graph.function(scan.body))?;
        let steps = steps(&body.graph, &scan);
        let rows = with_rows(&body.graph, &scan, &steps)?;
        if !rows_apart(&rows.graph, scan.captured, kept(&steps)) {
            return Ok(None);
        }
        self.found = true;
        over_rows(builder, &rows, &scan, &steps, arguments)
            .map(|results| Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// Whether a loop has a counter, and may have it as rows.
fn has_counter(graph: &Graph, scan: &Scan) -> bool {
    let is_short = scan.length.known().is_none_or(|length| length <= LONGEST);
    let body = &graph.function(scan.body).graph;
    scan.runs == Runs::All && is_short && steps(body, scan).iter().any(Option::is_some)
}

/// For each carried value of a loop the number that each iteration adds to it, if it is a counter.
fn steps(body: &Graph, scan: &Scan) -> Vec<Option<i64>> {
    let inputs = body.inputs().iter().skip(scan.captured);
    let carried = inputs.zip(body.outputs()).take(scan.carried);
    let steps = carried.map(|(input, next)| step(body, input.node, next.node));
    steps.collect()
}

/// The number that is added to a counter, if it is one with this next value.
pub(super) fn step(body: &Graph, counter: NodeId, next: NodeId) -> Option<i64> {
    if body.ty(counter) != &Type::scalar(Element::I64) {
        return None;
    }
    let OpView::Scalar(ScalarOp::Add) = body.view(next) else {
        return None;
    };
    let constant = |id: NodeId| {
        let Op::Constant(constant) = body.op(id) else {
            return None;
        };
        let Literal::I64(step) = body.constant(constant).splat()? else {
            return None;
        };
        Some(step)
    };
    match *body.arguments(next) {
        [own, step] if own == counter => constant(step),
        [step, own] if own == counter => constant(step),
        _ => None,
    }
}

/// The number of carried values that are no counters.
fn kept(steps: &[Option<i64>]) -> usize {
    steps.iter().filter(|step| step.is_none()).count()
}

/// The body of a loop that takes its counters behind all other rows.
fn with_rows(body: &Graph, scan: &Scan, steps: &[Option<i64>]) -> Result<Arc<Function>> {
    let is_counter = |carried: usize| steps.get(carried).is_some_and(Option::is_some);
    let positions = 0..body.inputs().len();
    let (counters, others): (Vec<usize>, Vec<usize>) =
        positions.partition(|p| p.checked_sub(scan.captured).is_some_and(is_counter));
    let inputs = others.into_iter().chain(counters);
    let inputs = inputs.map(|position| (position, &*body.inputs()[position].name));
    let graph = with_signature(body, inputs, |position| !is_counter(position))?;
    Ok(Function::plain(graph))
}

/// The results of the loop, those of counters among them.
fn over_rows<'b>(
    builder: &'b Builder,
    body: &Arc<Function>,
    scan: &Scan,
    steps: &[Option<i64>],
    arguments: &[Wire<'b>],
) -> Result<Vec<Wire<'b>>> {
    let (captured, rest) = arguments.split_at(scan.captured);
    let (carried, stacked) = rest.split_at(scan.carried);
    let shape = Shape::of([scan.length.clone()])?;
    let mut operands = captured.to_vec();
    let mut rows = stacked.to_vec();
    for (&first, step) in carried.iter().zip(steps) {
        match step {
            None => operands.push(first),
            Some(step) => rows.push(values(builder, first, *step, scan, &shape)?),
        }
    }
    operands.extend(rows);
    let inner = Scan {
        body: FunctionId::from_number(0),
        carried: kept(steps),
        ..scan.clone()
    };
    let mut results = builder.scan(body, &inner, &operands)?.into_iter();
    let mut all = Vec::with_capacity(results.len() + steps.len());
    for (&first, step) in carried.iter().zip(steps) {
        all.push(match step {
            None => results.next().ok_or(Error::NotATensor)?,
            Some(step) => after(builder, first, *step, &scan.length),
        });
    }
    all.extend(results);
    Ok(all)
}

/// The values of a counter in all iterations, each in the place of its row.
fn values<'b>(
    builder: &'b Builder,
    first: Wire<'b>,
    step: i64,
    scan: &Scan,
    shape: &Shape,
) -> Result<Wire<'b>> {
    let (first, step) = match scan.reverse {
        false => (first, step),
        true => {
            let back = builder.literal(Literal::I64(step.wrapping_neg()));
            (
                after(builder, first, step, &scan.length) + back,
                step.wrapping_neg(),
            )
        }
    };
    let all = |number: Wire<'b>| number.broadcast(shape, &[]);
    let step = builder.literal(Literal::I64(step));
    Ok(all(first) + all(step) * builder.iota(&scan.length)?)
}

/// The value of a counter after all iterations.
fn after<'b>(builder: &'b Builder, first: Wire<'b>, step: i64, length: &Extent) -> Wire<'b> {
    first + builder.literal(Literal::I64(step)) * builder.extent(length)
}
