//! Checkpoints: loops of which not all states are kept become loops of loops.
//!
//! Reverse mode keeps the carried values of every iteration of a loop. Of a loop over segments, in
//! each of which a loop inside runs through its iterations, it therefore keeps those at the start
//! of each segment; the backward loop over the segments runs through one segment again, keeping its
//! states, before it runs through it backwards. Checkpoints `s` iterations apart in a loop of `n`
//! so take the memory of `n / s + s` states, and running forward once more.
//!
//! A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, section 12.1 (two
//! levels of checkpoints).

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph, InputKind, NodeId};
use graph_ir::ops::{Op, OpView, Runs, Scan, Slice};
use graph_ir::passes::{Functions, Rewriter, Rewritten, contains, rewrite};
use graph_ir::types::{Extent, Shape};

use super::kept::{self, Reads, STATES_LIMIT};

/// The graph with a loop of loops in place of each loop with checkpoints, in inner functions too.
pub(super) fn segmented(graph: Graph) -> Result<Graph> {
    if !contains(&graph, |_, op| matches!(op, Op::Scan(..))) {
        return Ok(graph);
    }
    rewrite(&graph, &mut Segment::default())
}

/// How many iterations there are from one checkpoint to the next, if not all states are kept. By
/// itself the root of the length, which takes the least memory; of a length that comes with the
/// call all are kept, unless others are asked for.
fn interval(body: &Graph, scan: &Scan) -> Option<Extent> {
    if scan.runs == Runs::Count {
        return None;
    }
    let length = scan.length.known();
    let every = match &scan.checkpoint {
        Some(every) => every.clone(),
        None => { length.map(usize::isqrt) }
            .filter(|&every| saves_memory(body, scan, every))?
            .into(),
    };
    // A loop of a length that comes with the call may be no longer than a segment, too.
    let is_shorter = every
        .known()
        .zip(length)
        .is_none_or(|(every, length)| every < length);
    (every != 1 && is_shorter).then_some(every)
}

/// Whether a loop keeps much, and more than checkpoints so many iterations apart would: of these,
/// each holds whole arrays, of which the iterations may keep a few elements.
fn saves_memory(body: &Graph, scan: &Scan, every: usize) -> bool {
    let kept = kept::bytes(body, scan, &Reads::of(body, scan));
    if kept <= STATES_LIMIT {
        return false;
    }
    let length = scan.length.estimate().max(1);
    let state = kept::bytes(body, scan, &Reads::default()) / length;
    every > 1 && kept > state.saturating_mul(length / every + every)
}

#[derive(Default)]
struct Segment {
    functions: Functions,
}

impl Rewriter for Segment {
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
        let body = graph.function(scan.body);
        let Some(every) = interval(&body.graph, &scan) else {
            return Ok(None);
        };
        let body = self.function(body)?;
        let loops = Loops {
            builder,
            body: &body,
            scan: Scan {
                checkpoint: Some(Extent::from(1)),
                ..scan
            },
            every,
        };
        loops
            .results(arguments)
            .map(|r| Some(Rewritten::Results(r)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// A loop that becomes a loop over segments, and one over the iterations that are left.
struct Loops<'s, 'b> {
    builder: &'b Builder,
    body: &'s Arc<Function>,
    scan: Scan,
    every: Extent,
}

impl<'b> Loops<'_, 'b> {
    fn results(&self, arguments: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let Scan {
            captured, carried, ..
        } = self.scan;
        let (length, every) = (&self.scan.length, &self.every);
        let count = Extent::quotient(length, every);
        let covered = &count * every;
        let rest = length - &covered;
        let state = captured + carried;
        // The segments come first in the order in which the loop runs.
        let (first, left) = match self.scan.reverse {
            true => (rest.clone(), Extent::from(0)),
            false => (Extent::from(0), covered.clone()),
        };
        let mut operands = arguments[..state].to_vec();
        for &stack in &arguments[state..] {
            let part = self.part(stack, &first, &covered)?;
            operands.push(self.reshaped(part, &[&count, every])?);
        }
        let segments = Scan {
            length: count.clone(),
            ..self.scan.clone()
        };
        let segment = self.segment(&operands)?;
        let results = self.builder.scan(&segment, &segments, &operands)?;
        let (last, stacks) = results.split_at(carried);
        let stacks = stacks.iter();
        let stacks = stacks.map(|&stack| self.reshaped(stack, &[&covered]));
        let stacks: Vec<Wire<'b>> = stacks.collect::<Result<_>>()?;
        if rest == 0 {
            return Ok([last, &stacks].concat());
        }
        let mut operands = [&arguments[..captured], last].concat();
        for &stack in &arguments[state..] {
            operands.push(self.part(stack, &left, &rest)?);
        }
        let remaining = Scan {
            length: rest,
            ..self.scan.clone()
        };
        let results = self.builder.scan(self.body, &remaining, &operands)?;
        let (last, others) = results.split_at(carried);
        let pairs = stacks.into_iter().zip(others);
        let stacks = pairs.map(|(segments, &others)| match self.scan.reverse {
            true => self.builder.concat(&[others, segments], 0),
            false => self.builder.concat(&[segments, others], 0),
        });
        let stacks: Vec<Wire<'b>> = stacks.collect::<Result<_>>()?;
        Ok([last, &stacks].concat())
    }

    /// The body of the loop over segments: the loop over the iterations of one.
    fn segment(&self, operands: &[Wire<'b>]) -> Result<Arc<Function>> {
        let builder = Builder::new();
        let state = self.scan.captured + self.scan.carried;
        let mut inputs = Vec::with_capacity(operands.len());
        for (position, operand) in operands.iter().enumerate() {
            let ty = operand.ty()?;
            let ty = match position < state {
                true => ty,
                false => ty.row(),
            };
            inputs.push(builder.input("", ty, InputKind::Independent));
        }
        let inside = Scan {
            length: self.every.clone(),
            ..self.scan.clone()
        };
        for result in builder.scan(self.body, &inside, &inputs)? {
            builder.output("", result)?;
        }
        Ok(Function::plain(builder.finish()?))
    }

    /// Some slices of a stack.
    fn part(&self, stack: Wire<'b>, first: &Extent, count: &Extent) -> Result<Wire<'b>> {
        let mut extents = stack.ty()?.shape.counts();
        extents[0] = count.clone();
        let mut slice = Slice::whole(extents.len());
        slice.axes[0].0 = first.clone();
        self.builder.slice(stack, &slice, &Shape::of(extents)?)
    }

    /// A stack, of slices or of segments, as one of segments or of slices.
    fn reshaped(&self, stack: Wire<'b>, front: &[&Extent]) -> Result<Wire<'b>> {
        let counts = stack.ty()?.shape.counts();
        // Two axes for one, or one for two.
        let front = front.iter().copied();
        let inner = &counts[3 - front.len()..];
        let extents = front.chain(inner).cloned();
        self.builder.reshape(stack, &Shape::of(extents)?)
    }
}
