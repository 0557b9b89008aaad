//! The body of a loop: nodes over arrays as nodes over a row.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::plan::{Plan, Taken, Way, rows, taken};
use crate::builder::{Builder, Change, Wire};
use crate::error::Result;
use crate::graph::{Graph, InputKind, NodeId};
use crate::ops::{Contraction, Op, OpView, Slice};
use crate::types::{Extent, Type};

/// The body of a loop under construction.
pub(super) struct Row<'l, 'b> {
    graph: &'l Graph,
    plan: &'l Plan,
    body: &'b Builder,
    count: &'l Extent,
    stage: usize,
    /// The nodes whose rows are computed.
    computed: BTreeSet<NodeId>,
    /// The nodes whose rows are taken from arrays.
    pub(super) taken: Vec<NodeId>,
    /// The nodes that are taken as wholes.
    pub(super) captured: Vec<NodeId>,
    pub(super) rows: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
    wholes: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
}

impl<'l, 'b> Row<'l, 'b> {
    pub(super) fn new(
        (graph, plan): (&'l Graph, &'l Plan),
        body: &'b Builder,
        count: &'l Extent,
        stage: usize,
    ) -> Self {
        Self {
            graph,
            plan,
            body,
            count,
            stage,
            computed: BTreeSet::new(),
            taken: Vec::new(),
            captured: Vec::new(),
            rows: HashMap::default(),
            wholes: HashMap::default(),
        }
    }

    /// Whether this loop computes the rows of a node.
    fn computes(&self, id: NodeId) -> bool {
        let (graph, plan) = (self.graph, self.plan);
        plan.ways[id.index()] == Way::Row
            && rows(graph, id) == Some(self.count)
            && (plan.stages[id.index()] == self.stage || plan.is_computed_again(id))
    }

    /// Finds what the results need.
    pub(super) fn find(&mut self, results: &[NodeId]) {
        let (graph, plan) = (self.graph, self.plan);
        let mut open = results.to_vec();
        while let Some(id) = open.pop() {
            if self.computes(id) && !self.computed.insert(id) {
                continue;
            }
            for (position, &argument) in graph.arguments(id).iter().enumerate() {
                match plan.takes(graph, id, position) {
                    Taken::Row if self.computes(argument) => open.push(argument),
                    Taken::Row => push_new(&mut self.taken, argument),
                    Taken::Whole => push_new(&mut self.captured, argument),
                }
            }
        }
    }

    /// Adds an input of the body for each value that is captured. Constants are none, nor are the
    /// numbers of rows.
    pub(super) fn capture(&mut self) -> Result<()> {
        let graph = self.graph;
        let captured = core::mem::take(&mut self.captured);
        for id in captured {
            let whole = if matches!(graph.op(id), Op::Constant(_) | Op::Iota) {
                self.body.copy_node(graph, id, &[])?
            } else {
                self.captured.push(id);
                self.input(graph.ty(id).clone())
            };
            self.wholes.insert(id, whole);
        }
        Ok(())
    }

    /// Adds an input of the body for each array of which it takes a row.
    pub(super) fn stack(&mut self) {
        for id in self.taken.clone() {
            let row = self.input(row_type(self.graph.ty(id)));
            self.rows.insert(id, row);
        }
    }

    fn input(&self, ty: Type) -> Wire<'b> {
        self.body.input("", ty, InputKind::Dynamic)
    }

    pub(super) fn compute(&mut self) -> Result<()> {
        for id in core::mem::take(&mut self.computed) {
            self.body.set_site(self.graph.node(id).site);
            let row = self.row(id)?;
            self.rows.insert(id, row);
        }
        Ok(())
    }

    fn argument(&self, id: NodeId, position: usize) -> Wire<'b> {
        let (graph, plan) = (self.graph, self.plan);
        let argument = graph.arguments(id)[position];
        match plan.takes(graph, id, position) {
            Taken::Row => self.rows[&argument],
            Taken::Whole => self.wholes[&argument],
        }
    }

    fn row(&self, id: NodeId) -> Result<Wire<'b>> {
        let (body, graph) = (self.body, self.graph);
        let shape = row_type(graph.ty(id)).shape;
        let arguments = (0..graph.arguments(id).len()).map(|position| self.argument(id, position));
        let arguments: Vec<Wire<'b>> = arguments.collect();
        let within = |axes: &[usize]| -> Vec<usize> {
            let inner = axes.iter().filter(|&&axis| axis > 0);
            inner.map(|axis| axis - 1).collect()
        };
        let view = graph.view(id);
        if let (OpView::Contract(spec), &[left, right]) = (&view, &arguments[..]) {
            return body.contract(left, right, &contraction_of_row(graph, id, spec));
        }
        let &[operand, ..] = &arguments[..] else {
            return body.copy_node_with(graph, id, &arguments, &mut OfRow);
        };
        if let OpView::Broadcast(broadcast) = view {
            body.broadcast(operand, &shape, &within(&broadcast.axes))
        } else if let OpView::Transpose(transpose) = view {
            body.transpose(operand, &within(&transpose.permutation))
        } else if let OpView::Reshape(_) = view {
            body.reshape(operand, &shape)
        } else if let OpView::Slice(slice) = view {
            let axes = slice.axes[1..].to_vec();
            body.slice(operand, &Slice { axes }, &shape)
        } else if let OpView::Reduce(reduce) = view {
            body.reduce(reduce.reduction, operand, &within(&reduce.axes))
        } else {
            body.copy_node_with(graph, id, &arguments, &mut OfRow)
        }
    }

    /// The part of a row in a sum over rows.
    pub(super) fn term(&self, id: NodeId) -> Result<Wire<'b>> {
        let first = self.argument(id, 0);
        let OpView::Contract(spec) = self.graph.view(id) else {
            return Ok(first);
        };
        let products = Contraction {
            contracted: Vec::new(),
            ..spec
        };
        self.body.contract(first, self.argument(id, 1), &products)
    }
}

/// The type of a row.
fn row_type(ty: &Type) -> Type {
    ty.row()
}

/// A contraction of arrays as one of a row, where an operand that has rows has lost its first axis.
fn contraction_of_row(graph: &Graph, id: NodeId, spec: &Contraction) -> Contraction {
    let lost = [0, 1].map(|position| usize::from(taken(graph, id, position) == Taken::Row));
    let inner = |pairs: &[(usize, usize)]| {
        let pairs = pairs.iter();
        let pairs = pairs.map(|&(left, right)| (left - lost[0], right - lost[1]));
        pairs.collect()
    };
    let of_both = usize::from(lost == [1, 1]);
    Contraction {
        batch: inner(&spec.batch[of_both..]),
        contracted: inner(&spec.contracted),
        absolute: spec.absolute,
    }
}

/// Nodes over arrays as nodes over a row.
struct OfRow;

impl Change for OfRow {
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        Cow::Owned(row_type(ty))
    }
}

fn push_new(list: &mut Vec<NodeId>, id: NodeId) {
    if !list.contains(&id) {
        list.push(id);
    }
}
