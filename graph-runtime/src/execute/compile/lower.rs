//! Which step computes a node: the table of operators.

use graph_ir::graph::NodeId;
use graph_ir::ops::attributes::axes;
use graph_ir::ops::{Contraction, Op, Placement, Scan};

use super::lowering::Lowering;
use crate::execute::error::Result;

impl Lowering<'_, '_> {
    /// Lowers one node whose arguments have been.
    pub(super) fn node(&mut self, id: NodeId) -> Result<()> {
        let (graph, op) = (self.graph, self.graph.op(id));
        match op {
            Op::Input(position) => self.place(id, self.input(position)),
            Op::Constant(constant) => {
                let place = self.constant(constant)?;
                self.place(id, place);
            }
            Op::Project(position) => {
                let tuple = graph.arguments(id)[0];
                self.place(id, self.part(tuple, position));
            }
            Op::Reshape | Op::StopGradient => {
                let place = self.operand(graph.arguments(id)[0])?.place;
                self.place(id, place);
            }
            Op::Scalar(op) => self.scalar(id, op)?,
            Op::Cast => self.cast(id)?,
            Op::Select => self.select(id)?,
            Op::Sum => self.sum(id)?,
            Op::Broadcast(list) => self.broadcast(id, &axes(graph.list(list)))?,
            Op::Transpose(list) => self.transpose(id, &axes(graph.list(list)))?,
            Op::Slice(list) => self.slice(id, list)?,
            Op::Assemble(list) => {
                let pieces = graph.arguments(id).len() - 1;
                self.assemble(id, &Placement::from_list(graph.list(list), pieces))?;
            }
            Op::Reduce(reduction, list) => self.reduce(id, reduction, &axes(graph.list(list)))?,
            Op::Contract(list) => self.contract(id, &Contraction::from_list(graph.list(list)))?,
            Op::Gather(axis) => self.gather(id, axis as usize)?,
            Op::ScatterAdd(axis) => self.scatter_add(id, axis as usize)?,
            Op::Composite(composite, list) => {
                self.composite(id, composite, &axes(graph.list(list)))?;
            }
            Op::Branch(then, otherwise) => self.branch(id, then, otherwise)?,
            Op::Scan(list) => self.scan(id, Scan::from_list(graph.list(list)))?,
            Op::Call(function) => self.call(id, function)?,
            Op::External(external) => self.external(id, external)?,
        }
        Ok(())
    }
}
