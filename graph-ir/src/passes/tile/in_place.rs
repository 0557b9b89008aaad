//! Which values are in the array of another one, which a step changes.
//!
//! A step that replaces a part of an array, one that factors a matrix or solves with a factor, a loop
//! that carries an array, and a branch take over the array of an operand that no other step reads any
//! more. Steps are in the order of their stages:
//! in each first what is computed once, then passes over rows, then the others in the order of
//! their nodes.

use alloc::vec::Vec;

use super::blocks::Phase;
use super::plan::{Kind, Plan};
use super::{Kernel, Tiling, tile_changing};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView, Scan};

/// Whether the array of an input may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writable {
    No,
    /// Any result may be in it.
    Yes,
    /// The output at this position may be in it, and what that is computed from.
    For(usize),
}

/// A result, as a node, and the operand in whose array it could be.
type Candidate = (NodeId, usize);

impl Plan {
    /// Finds the computations of inner graphs, and the values that are in the arrays of operands,
    /// where the arrays of these inputs may be changed.
    ///
    /// Recurses as deeply as loops and branches are nested.
    pub(super) fn take_over(
        &mut self,
        graph: &Graph,
        readers: &[Vec<(NodeId, usize)>],
        (sizes, writable): (&[usize], &[Writable]),
    ) -> Result<()> {
        let owned = self.owned(graph, writable);
        for id in graph.ids() {
            let is_free = |plan: &Self, operand: usize| {
                let whole = graph.arguments(id)[operand];
                owned[whole.index()] && plan.have_read(graph, readers, whole, (id, operand))
            };
            let (kind, view) = (self.of(id).clone(), graph.view(id));
            let candidates: Vec<Candidate> = if let (Kind::Kernel(_), OpView::Replace(_)) =
                (&kind, &view)
            {
                alloc::vec![(id, 0)]
            } else if let (Kind::Kernel(Kernel::Algebra(_)), operands @ 1..) =
                (&kind, graph.arguments(id).len())
            {
                // The last operand: a factor is read beside it.
                alloc::vec![(id, operands - 1)]
            } else if let (Kind::Scan, OpView::Scan(scan)) = (&kind, &view) {
                let body = &graph.function(scan.body).graph;
                let tiling = changing_states(body, scan, sizes)?;
                self.inner.insert(id, alloc::vec![tiling]);
                let states = results(graph, readers, id, scan.carried).into_iter();
                let states = states.enumerate().filter_map(|(number, node)| {
                    let ty = graph.ty(node?);
                    (ty.shape.rank() > 0).then_some((node?, scan.captured + number))
                });
                states.collect()
            } else if kind == Kind::Branch {
                let sides: Vec<&Graph> = graph.functions_of(id).map(|side| &side.graph).collect();
                let captured = graph.arguments(id).len() - 1;
                let all = sides_changing(&sides, sizes, &alloc::vec![Writable::Yes; captured])?;
                let nodes = results(graph, readers, id, graph.result_types(id).len());
                let nodes = nodes.into_iter().enumerate().filter_map(|(result, node)| {
                    let input = common_input(&all, result)?;
                    Some((node?, 1 + input))
                });
                let mut nodes: Vec<Candidate> = nodes.collect();
                let changes = |input: usize| {
                    let mut own = nodes.iter().filter(|(_, operand)| *operand == 1 + input);
                    own.next().is_some() && own.next().is_none() && is_free(self, 1 + input)
                };
                let own = (0..captured).map(|input| match changes(input) {
                    true => Writable::Yes,
                    false => Writable::No,
                });
                let own: Vec<Writable> = own.collect();
                let tilings = match own.contains(&Writable::No) {
                    true => sides_changing(&sides, sizes, &own)?,
                    false => all,
                };
                self.inner.insert(id, tilings);
                nodes.retain(|(_, operand)| own[operand - 1] == Writable::Yes);
                nodes
            } else {
                Vec::new()
            };
            for (node, operand) in candidates {
                if is_free(self, operand) {
                    self.same.insert(node, graph.arguments(id)[operand]);
                }
            }
        }
        Ok(())
    }

    /// For each value whether it is in an array that steps may change.
    pub(super) fn owned(&self, graph: &Graph, writable: &[Writable]) -> Vec<bool> {
        let mut owned: Vec<bool> = self.kinds.iter().map(is_computed).collect();
        for (input, &writable) in graph.inputs().iter().zip(writable) {
            owned[input.node.index()] = writable != Writable::No;
        }
        owned
    }

    /// The value in whose array a value is: itself, unless that is another one's.
    pub(super) fn origin(&self, mut id: NodeId) -> NodeId {
        while let Some(&other) = self.same.get(&id) {
            id = other;
        }
        id
    }

    /// Whether all others have read a value when this reader is computed.
    fn have_read(
        &self,
        graph: &Graph,
        readers: &[Vec<(NodeId, usize)>],
        value: NodeId,
        by: (NodeId, usize),
    ) -> bool {
        let own = (self.stage_of(by.0), Phase::Step, Some(by.0));
        let mut others = readers[value.index()].iter().filter(|own| **own != by);
        let has_run = |&(reader, _): &(NodeId, usize)| {
            let time = self.time_of(reader);
            time.is_some_and(|time| time < own)
        };
        !graph.is_output(value) && others.all(has_run)
    }
}

/// Whether a value of this kind is in an array of its own.
fn is_computed(kind: &Kind) -> bool {
    match kind {
        Kind::Whole
        | Kind::Piece
        | Kind::Rows
        | Kind::Positions
        | Kind::Terms
        | Kind::Folded(_)
        | Kind::Kernel(_)
        | Kind::Assembled(_)
        | Kind::Scattered
        | Kind::RegionResult => true,
        Kind::Input
        | Kind::Constant
        | Kind::Extent(_)
        | Kind::Window
        | Kind::Part(_)
        | Kind::Block(_)
        | Kind::Scan
        | Kind::Branch => false,
    }
}

/// The first results of a tuple as nodes; `None` for those that no node or several ones are.
fn results(
    graph: &Graph,
    readers: &[Vec<(NodeId, usize)>],
    tuple: NodeId,
    count: usize,
) -> Vec<Option<NodeId>> {
    let of = |result: usize| {
        let own = readers[tuple.index()].iter();
        let mut own = own.filter(|(reader, _)| {
            matches!(graph.op(*reader), Op::Project(position) if position as usize == result)
        });
        let node = own.next().map(|&(reader, _)| reader);
        node.filter(|_| own.next().is_none())
    };
    (0..count).map(of).collect()
}

/// The computations of a loop's body, which change the arrays of carried values where they can.
fn changing_states(body: &Graph, scan: &Scan, sizes: &[usize]) -> Result<Tiling> {
    let mut writable: Vec<Writable> = (0..body.inputs().len())
        .map(|input| match input.checked_sub(scan.captured) {
            Some(state) if state < scan.carried => Writable::For(state),
            _ => Writable::No,
        })
        .collect();
    loop {
        let tiling = tile_changing(body, sizes, &writable)?;
        let stays = writable.iter().enumerate().map(|(input, &own)| match own {
            Writable::For(state) if tiling.input_of(tiling.outputs[state]) == Some(input) => own,
            _ => Writable::No,
        });
        let stays: Vec<Writable> = stays.collect();
        if stays == writable {
            return Ok(tiling);
        }
        writable = stays;
    }
}

fn sides_changing(sides: &[&Graph], sizes: &[usize], writable: &[Writable]) -> Result<Vec<Tiling>> {
    let tilings = sides
        .iter()
        .map(|side| tile_changing(side, sizes, writable));
    tilings.collect()
}

/// The input in whose array both sides have a result, which is no number.
fn common_input(sides: &[Tiling], result: usize) -> Option<usize> {
    let mut inputs = sides.iter().map(|side| {
        let array = side.outputs[result];
        let same = side.outputs.iter().filter(|own| **own == array);
        let is_one = same.count() == 1 && side.arrays[array.0].ty.shape.rank() > 0;
        is_one.then(|| side.input_of(array)).flatten()
    });
    let first = inputs.next()??;
    inputs.all(|own| own == Some(first)).then_some(first)
}
