//! Nodes with graphs inside of them: calls, branches and loops.

use super::tensor::{Dtype, Tensor, TensorSource, extents};
use super::walk::NodeContext;
use super::{Entry, Node, Writer};
use crate::Error;
use crate::nnvm::document_to_graph::format_name;
use crate::unrolled::{Cost, expect_short};
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::{Foreign, FunctionId, FunctionKind};
use graph_ir::intern::signed;
use graph_ir::ops::{Op, Scan};
use graph_ir::{Graph, NodeId};

impl Writer {
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        at: NodeContext<'_>,
    ) -> Result<Vec<Tensor>, Error> {
        if let FunctionKind::Foreign(foreign) = &at.graph.function(function).kind
            && foreign.format == format_name(self.draft.flavour())
        {
            return self.foreign(foreign, at);
        }
        let arguments = self.arguments(at)?;
        self.inside(at, function, &arguments)
    }

    /// An operator of a file.
    fn foreign(&mut self, foreign: &Foreign, at: NodeContext<'_>) -> Result<Vec<Tensor>, Error> {
        let mut inputs = Vec::new();
        for &argument in at.graph.arguments(at.id) {
            inputs.push(self.draft.entry(self.tensor(at.values, argument)?)?);
        }
        let mut node = Node::operator(&*foreign.op, "", inputs);
        for (key, value) in &foreign.attributes {
            node.set_attribute(&**key, &**value);
        }
        let id = self.draft.push(node)?;
        let types = at.graph.result_types(at.id).into_iter();
        let results = (0_u32..).zip(types).map(|(index, ty)| Tensor {
            source: TensorSource::Entry(Entry::new(id, index)),
            extents: extents(&ty.shape),
            dtype: match ty.element {
                graph_ir::Element::I64 => Dtype::Int64,
                element => Dtype::of(element),
            },
        });
        Ok(results.collect())
    }

    /// Both sides of a branch, and a choice between their results.
    pub(super) fn branch(
        &mut self,
        then: FunctionId,
        otherwise: FunctionId,
        at: NodeContext<'_>,
    ) -> Result<Vec<Tensor>, Error> {
        let mut arguments = self.arguments(at)?;
        let condition = arguments.remove(0);
        if let Some(holds) = condition.splat() {
            let taken = if holds == 0.0 { otherwise } else { then };
            return self.inside(at, taken, &arguments);
        }
        self.sides += 1;
        let then = self.inside(at, then, &arguments)?;
        let otherwise = self.inside(at, otherwise, &arguments)?;
        self.sides -= 1;
        let pairs = then.iter().zip(&otherwise);
        pairs
            .map(|(a, b)| {
                if a.is_empty() || a.source == b.source {
                    return Ok(a.clone());
                }
                let mask = self.draft.broadcast(&condition, &[], &a.extents)?;
                self.draft.select(&mask, a, b)
            })
            .collect()
    }

    /// Every iteration of a loop.
    pub(super) fn scan(&mut self, scan: &Scan, at: NodeContext<'_>) -> Result<Vec<Tensor>, Error> {
        let whole = (
            "nodes and inputs of nodes",
            operators as Cost,
            self.draft.budget(),
        );
        expect_short((at.graph, at.id), whole)?;
        let body = &at.graph.function(scan.body).graph;
        let mut arguments = self.arguments(at)?;
        let stacked = arguments.split_off(scan.captured + scan.carried);
        let inner: Vec<Rc<[usize]>> = body.input_types().map(|ty| extents(&ty.shape)).collect();
        let mut iterations = Vec::new();
        for iteration in 0..scan.iterations() {
            for whole in &stacked {
                let row = scan.row(iteration);
                let part = self.part(whole, row, &inner[arguments.len()])?;
                arguments.push(part);
            }
            let mut results = self.inside(at, scan.body, &arguments)?;
            iterations.push(results.split_off(scan.carried));
            arguments.truncate(scan.captured);
            arguments.append(&mut results);
        }
        if scan.reverse {
            iterations.reverse();
        }
        let mut results = arguments.split_off(scan.captured);
        let types = at.graph.result_types(at.id).into_iter();
        for (position, ty) in types.skip(scan.carried).enumerate() {
            let to = extents(&ty.shape);
            if to.contains(&0) {
                results.push(Tensor::number(0.0, &to, Dtype::of(ty.element)));
                continue;
            }
            let mut row = to.to_vec();
            row[0] = 1;
            let rows = iterations.iter();
            let rows = rows.map(|outputs| self.draft.reshape(&outputs[position], &row));
            let rows = rows.collect::<Result<Vec<Tensor>, Error>>()?;
            results.push(self.draft.concat(&rows, 0)?);
        }
        Ok(results)
    }

    /// One entry of the first axis, in the shape of what the axis holds.
    fn part(&mut self, whole: &Tensor, index: usize, to: &[usize]) -> Result<Tensor, Error> {
        if to.contains(&0) {
            return Ok(Tensor::number(0.0, to, whole.dtype));
        }
        let mut row = whole.extents.to_vec();
        row[0] = 1;
        let mut ranges = vec![(0, 1); row.len()];
        ranges[0].0 = signed(index);
        let row = self.draft.slice(whole, &ranges, &row)?;
        self.draft.reshape(&row, to)
    }

    /// The results of a function inside of the graph.
    fn inside(
        &mut self,
        at: NodeContext<'_>,
        function: FunctionId,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, Error> {
        self.draft.spend(1)?;
        let inner = &at.graph.function(function).graph;
        self.function(inner, arguments)
    }
}

/// About the fewest nodes and inputs of nodes that a node becomes; views and numbers may become
/// none.
fn operators(graph: &Graph, id: NodeId) -> u64 {
    let computes = matches!(
        graph.op(id),
        Op::Scalar(_) | Op::Select | Op::Sum | Op::Reduce(..) | Op::Contract(_)
    );
    // A node, and an input: numbers among the operands are none.
    if computes { 2 } else { 0 }
}
