//! Sums out of branches: where both sides of a branch in a loop add terms to the same value, the
//! branch yields the terms, and they are added behind it.
//!
//! `if p { sum += x }` is then `sum += if p { x } else { -0.0 }`: a loop that does nothing else with
//! `sum` adds up, so that its rows do not depend on each other. A side with fewer terms adds negative
//! zeros, which change no number.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains, rewrite};
use super::row_sums::{dependent, terms};
use super::time::time;
use super::trim::trim;
use crate::builder::{Builder, Region, Wire};
use crate::error::Result;
use crate::graph::{FunctionId, Graph, NodeId};
use crate::ops::{Op, OpView, ScalarOp, Scan};
use crate::types::{Element, Type};

/// How many terms a side may add to a value, at most.
const MOST: usize = 4;

/// How many elements such a value may have, at most: a side that adds nothing adds zeros to all.
const ELEMENTS: usize = 16;

/// How long a side takes, at most, in the time of a sum of two numbers: less than a series. Rows that
/// are computed together take both sides each, so that a branch that leaves much out is faster.
const LIGHT: u64 = 16;

/// The same function with the sums of branches in loops behind these, in inner functions too. Every
/// value keeps its bits.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[1000])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let number = Type::scalar(Element::F64);
/// let zero = builder.number(Element::F64, 0.0);
/// builder.begin_region()?;
/// let sum = builder.region_input(number.clone());
/// let row = builder.region_input(number);
/// builder.begin_region()?;
/// let then = builder.end_region(&[sum + row])?;
/// builder.begin_region()?;
/// let otherwise = builder.end_region(&[sum])?;
/// let sums = builder.branch(row.less(zero), then, otherwise)?;
/// let body = builder.end_region(&sums)?;
/// let sums = builder.scan_region(body, &[zero], &[x], 1000, false)?;
/// builder.output("y", sums[0])?;
/// let graph = builder.finish()?;
/// let text = passes::branch_sums(&graph)?.to_string();
/// assert!(text.contains("constant -0.0"), "{text}");
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn branch_sums(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let has = |wanted: fn(Op) -> bool| contains(graph, |_, op| wanted(op));
    if !has(|op| matches!(op, Op::Scan(..))) || !has(|op| matches!(op, Op::Branch(..))) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = Loops::default();
    let without = rewrite(graph, &mut pass)?;
    match pass.bodies.found {
        true => trim(&without).map(Cow::Owned),
        false => Ok(Cow::Borrowed(graph)),
    }
}

/// The pass outside of loops.
#[derive(Default)]
struct Loops {
    functions: Functions,
    bodies: Bodies,
}

/// The pass in the bodies of loops.
#[derive(Default)]
struct Bodies {
    functions: Functions,
    /// Whether there was such a branch.
    found: bool,
}

/// A result of a branch that is a sum on both sides.
struct Sum {
    /// The captured value that the terms are added to.
    of: usize,
    /// The terms of each side, with their operators.
    terms: [Vec<(ScalarOp, NodeId)>; 2],
}

impl Sum {
    /// How many terms are added behind the branch.
    fn count(&self) -> usize {
        self.terms.iter().map(Vec::len).max().unwrap_or(0)
    }
}

impl Rewriter for Loops {
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
        let body = self.bodies.function(graph.function(scan.body))?;
        let scan = Scan {
            body: FunctionId::from_number(0),
            ..scan.clone()
        };
        let results = builder.scan(&body, &scan, arguments)?;
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

impl Rewriter for Bodies {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let OpView::Branch(branch) = graph.view(id) else {
            return Ok(None);
        };
        // Sums that leave a branch inside of a side may leave this one as well.
        let then = self.function(graph.function(branch.then))?;
        let otherwise = self.function(graph.function(branch.otherwise))?;
        let sides = [&then.graph, &otherwise.graph];
        let sums = sums(sides);
        if sums.iter().all(Option::is_none) {
            return Ok(None);
        }
        self.found = true;
        let results = outside(builder, sides, &sums, arguments)?;
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// For each result of a branch the sum that it is, if both sides add to the same captured value.
fn sums(sides: [&Graph; 2]) -> Vec<Option<Sum>> {
    let [then, otherwise] = sides;
    if sides.iter().any(|side| time(side) > LIGHT) {
        return then.outputs().iter().map(|_| None).collect();
    }
    let outputs = then.outputs().iter().zip(otherwise.outputs());
    let results = outputs.map(|(then, otherwise)| sum(sides, [then.node, otherwise.node]));
    results.collect()
}

fn sum(sides: [&Graph; 2], outputs: [NodeId; 2]) -> Option<Sum> {
    let ty = sides[0].ty(outputs[0]);
    let is_small = ty.shape.count().known().is_some_and(|n| n <= ELEMENTS);
    if ty.element == Element::Bool || !is_small {
        return None;
    }
    (0..sides[0].inputs().len()).find_map(|of| {
        let side = |side: usize| {
            let (graph, input) = (sides[side], sides[side].inputs()[of].node);
            let depends = dependent(graph, core::iter::once(input));
            let terms = terms(graph, outputs[side], input, &depends)?;
            let are_apart = terms.iter().all(|(_, term)| !depends[term.index()]);
            are_apart.then_some(terms)
        };
        let sum = Sum {
            of,
            terms: [side(0)?, side(1)?],
        };
        (1..=MOST).contains(&sum.count()).then_some(sum)
    })
}

/// The results of a branch whose sums are formed behind it.
fn outside<'b>(
    builder: &'b Builder,
    sides: [&Graph; 2],
    sums: &[Option<Sum>],
    arguments: &[Wire<'b>],
) -> Result<Vec<Wire<'b>>> {
    let (condition, captured) = (arguments[0], &arguments[1..]);
    let then = side(builder, (0, sides[0]), sums, captured)?;
    let otherwise = side(builder, (1, sides[1]), sums, captured)?;
    let results = builder.branch(condition, then, otherwise)?;
    let mut rest = &results[..];
    let values = sums.iter().map(|sum| {
        let (own, others) = rest.split_at(sum.as_ref().map_or(1, Sum::count));
        rest = others;
        match sum {
            Some(sum) => own.iter().fold(captured[sum.of], |sum, &term| sum + term),
            None => own[0],
        }
    });
    Ok(values.collect())
}

/// A side, by its number, that yields the terms of sums in place of these.
fn side<'b>(
    builder: &'b Builder,
    (number, graph): (usize, &Graph),
    sums: &[Option<Sum>],
    captured: &[Wire<'b>],
) -> Result<Region> {
    builder.begin_region()?;
    let wires = builder.copy_graph(graph, captured)?;
    let mut values = Vec::new();
    for (output, sum) in graph.outputs().iter().zip(sums) {
        let Some(sum) = sum else {
            values.push(wires[output.node.index()]);
            continue;
        };
        let terms = &sum.terms[number];
        values.extend(terms.iter().map(|&(op, term)| match op {
            ScalarOp::Sub => -wires[term.index()],
            _ => wires[term.index()],
        }));
        let nothing = nothing(builder, graph.ty(output.node))?;
        values.extend(core::iter::repeat_n(nothing, sum.count() - terms.len()));
    }
    builder.end_region(&values)
}

/// A value that changes no number that it is added to.
fn nothing<'b>(builder: &'b Builder, ty: &Type) -> Result<Wire<'b>> {
    match ty.element {
        Element::I64 => builder.full(ty, 0.0),
        _ => builder.full(ty, -0.0),
    }
}
