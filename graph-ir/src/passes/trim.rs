//! Trimming: removal of unused nodes, and of unused values that a branch or loop takes, hands from
//! one iteration to the next, or yields.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::dead::{live, without_dead};
use super::inside::Functions;
use super::needs::{Inner, Known, Needs};
use super::rewrite::{Rewriter, Rewritten, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, Graph, NodeId};
use crate::ops::{Op, OpView, Scan};

/// The same function without the nodes that its outputs and effects do not need. Its inputs stay.
///
/// # Errors
/// None but those of building a graph.
pub fn trim(graph: &Graph) -> Result<Graph> {
    let outputs = alloc::vec![true; graph.outputs().len()];
    let needs = Needs::of(graph, &outputs, &mut Known::default());
    let mut pass = Trim {
        needs,
        kept: None,
        made: Made::default(),
    };
    rewrite(graph, &mut pass)
}

/// Functions trimmed already, by address and by the needed results.
type Made = HashMap<(usize, Inner), Arc<Function>, FxBuildHasher>;

/// [`trim`] of a graph in which equal nodes are one already. Where it has no graphs inside, there
/// is nothing to do but to leave out nodes.
pub(super) fn trim_shared(graph: Graph) -> Result<Graph> {
    match graph.functions.is_empty() {
        true => {
            let live = live(&graph);
            Ok(without_dead(graph, &live))
        }
        false => trim(&graph),
    }
}

struct Trim {
    needs: Needs,
    /// Of a function inside, the outputs and inputs that stay.
    kept: Option<Inner>,
    made: Made,
}

impl Trim {
    fn trimmed(&mut self, function: &Arc<Function>, inner: &Inner) -> Result<Arc<Function>> {
        let key = (Arc::as_ptr(function) as usize, inner.clone());
        if let Some(made) = self.made.get(&key) {
            return Ok(Arc::clone(made));
        }
        let needs = Needs::of(&function.graph, &inner.results, &mut Known::default());
        let mut pass = Self {
            needs,
            kept: Some(inner.clone()),
            made: core::mem::take(&mut self.made),
        };
        let graph = rewrite(&function.graph, &mut pass);
        self.made = pass.made;
        let made = Function::plain(graph?);
        self.made.insert(key, Arc::clone(&made));
        Ok(made)
    }

    fn branch<'b>(
        &mut self,
        builder: &'b Builder,
        sides: [&Arc<Function>; 2],
        arguments: &[Wire<'b>],
        inner: &Inner,
    ) -> Result<Rewritten<'b>> {
        let then = self.trimmed(sides[0], inner)?;
        let otherwise = self.trimmed(sides[1], inner)?;
        let captured = kept(&arguments[1..], &inner.inputs);
        let results = builder.branch_to(arguments[0], &captured, &then, &otherwise)?;
        Ok(spread(builder, results, &inner.results))
    }

    /// A carried value that no iteration changes is captured.
    fn scan<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        scan: &Scan,
        arguments: &[Wire<'b>],
        inner: &Inner,
    ) -> Result<Rewritten<'b>> {
        let body = graph.function(scan.body);
        let same: Vec<bool> = (0..scan.carried)
            .map(|position| {
                inner.results[position]
                    && scan.hands_on(&body.graph, position)
                    && !scan.ends_by(position)
            })
            .collect();
        let mut trimmed = self.trimmed(body, inner)?;
        let count = |flags: &[bool]| flags.iter().filter(|&&flag| flag).count();
        let captured = count(&inner.inputs[..scan.captured]);
        let carried = count(&inner.results[..scan.carried]);
        let mut operands = kept(arguments, &inner.inputs);
        let same_among_kept = kept(&same, &inner.results[..scan.carried]);
        let passed = count(&same_among_kept);
        if passed > 0 {
            let stays: Vec<bool> = same_among_kept.iter().map(|&same| !same).collect();
            operands = captured_first(&operands, captured, &stays);
            let mut graph = trimmed.graph.clone();
            capture(&mut graph, captured, &stays);
            trimmed = Function::plain(graph);
        }
        let spec = Scan {
            captured: captured + passed,
            carried: carried - passed,
            reverse: scan.must_run_back(&body.graph),
            ..scan.clone()
        };
        let results = builder.scan(&trimmed, &spec, &operands)?;
        let mut stays = inner.results.clone();
        for (stays, &same) in stays.iter_mut().zip(&same) {
            *stays &= !same;
        }
        let Rewritten::Results(mut results) = spread(builder, results, &stays) else {
            return Ok(Rewritten::Absent);
        };
        for position in (0..scan.carried).filter(|&position| same[position]) {
            results[position] = arguments[scan.captured + position];
        }
        Ok(Rewritten::Results(results))
    }
}

impl Rewriter for Trim {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let Some(inner) = self.needs.inner.remove(&id) else {
            return Ok(None);
        };
        if let OpView::Scan(scan) = graph.view(id) {
            return { self.scan(builder, graph, &scan, arguments, &inner) }.map(Some);
        }
        let Op::Branch(then, otherwise) = graph.op(id) else {
            return Ok(None);
        };
        let sides = [then, otherwise].map(|side: FunctionId| graph.function(side));
        self.branch(builder, sides, arguments, &inner).map(Some)
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }

    fn live(&self, _: &Graph) -> Option<Vec<bool>> {
        Some(self.needs.nodes.clone())
    }

    fn keeps_input(&self, position: usize) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.inputs[position])
    }

    fn keeps_output(&self, position: usize) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.results[position])
    }
}

fn kept<T: Copy>(all: &[T], flags: &[bool]) -> Vec<T> {
    let pairs = all.iter().zip(flags);
    pairs
        .filter_map(|(item, &kept)| kept.then_some(*item))
        .collect()
}

/// The results at their old positions; those left out are not used.
fn spread<'b>(builder: &'b Builder, results: Vec<Wire<'b>>, flags: &[bool]) -> Rewritten<'b> {
    let mut results = results.into_iter();
    let all = flags.iter().map(|&kept| match kept {
        true => results.next(),
        false => None,
    });
    let nothing = Wire::poisoned(builder);
    Rewritten::Results(all.map(|wire| wire.unwrap_or(nothing)).collect())
}

/// Arguments, of which some behind the captured ones are captured too.
fn captured_first<T: Copy>(all: &[T], captured: usize, stays: &[bool]) -> Vec<T> {
    let (before, rest) = all.split_at(captured);
    let (state, after) = rest.split_at(stays.len());
    let passed: Vec<bool> = stays.iter().map(|&stays| !stays).collect();
    let (passed, state) = (kept(state, &passed), kept(state, stays));
    [before, &passed, &state, after].concat()
}

/// Makes carried values of a loop's body, those that do not stay, captured ones.
fn capture(body: &mut Graph, captured: usize, stays: &[bool]) {
    let order: Vec<usize> = (0..body.inputs.len()).collect();
    let order = captured_first(&order, captured, stays);
    let inputs = order.iter().map(|&position| body.inputs[position].clone());
    body.inputs = inputs.collect();
    for (position, input) in body.inputs.iter().enumerate() {
        let op = Op::Input(crate::intern::number_of(position));
        body.nodes[input.node.index()].op = op;
    }
    let mut position = 0;
    body.outputs.retain(|_| {
        position += 1;
        stays.get(position - 1).is_none_or(|&stays| stays)
    });
}
