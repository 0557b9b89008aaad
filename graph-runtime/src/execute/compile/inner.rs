//! Lowering of nodes that run something else: inner graphs, composites, functions of the host.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::builder::Builder;
use graph_ir::composite::Composite;
use graph_ir::graph::{ExternalId, ExternalKind, FunctionId, InputKind, NodeId};
use graph_ir::ops::Scan;

use super::lowering::Lowering;
use crate::execute::code::Step;
use crate::execute::error::Result;
use crate::execute::place::{Operand, Place};
use crate::execute::steps::call::Call;
use crate::execute::steps::inner::{Carried, Inner, Loop};

impl Lowering<'_, '_> {
    pub(super) fn branch(
        &mut self,
        id: NodeId,
        then: FunctionId,
        otherwise: FunctionId,
    ) -> Result<()> {
        let operands = self.operands(id)?;
        let results = self.allocate_all(id)?;
        let inner = Inner::Branch {
            condition: operands[0].place,
            blocks: [self.run(then), self.run(otherwise)],
            arguments: operands[1..].into(),
            results: results.into(),
        };
        self.step(id, Step::Inner(Box::new(inner)));
        Ok(())
    }

    pub(super) fn call(&mut self, id: NodeId, function: FunctionId) -> Result<()> {
        let arguments = self.operands(id)?.into();
        let results = self.allocate_all(id)?.into();
        let block = self.run(function);
        self.step(
            id,
            Step::Inner(Box::new(Inner::Call {
                block,
                arguments,
                results,
            })),
        );
        Ok(())
    }

    /// A composite is a call of its body.
    pub(super) fn composite(
        &mut self,
        id: NodeId,
        composite: Composite,
        axes: &[usize],
    ) -> Result<()> {
        let arguments = self.operands(id)?;
        let ty = self.graph.ty(self.graph.arguments(id)[0]).clone();
        let body = Builder::new();
        let operand = body.input("", ty, InputKind::Independent);
        body.output("", composite.expand(operand, axes)?)?;
        let block = self.run_graph(&body.finish()?)?;
        let result = self.allocate(id)?;
        self.step(
            id,
            Step::Inner(Box::new(Inner::Call {
                block,
                arguments: arguments.into(),
                results: Box::new([result]),
            })),
        );
        Ok(())
    }

    pub(super) fn scan(&mut self, id: NodeId, scan: Scan) -> Result<()> {
        let operands = self.operands(id)?;
        let results = self.allocate_all(id)?;
        let (captured, rest) = operands.split_at(scan.captured);
        let (initial, stacked) = rest.split_at(scan.carried);
        let (last, outputs) = results.split_at(scan.carried);
        let mut carried = Vec::with_capacity(scan.carried);
        for (initial, result) in initial.iter().zip(last) {
            carried.push(Carried {
                initial: *initial,
                scratch: self.allocate_like(*initial)?.place,
                result: result.place,
            });
        }
        let inner = Inner::Loop(Loop {
            block: self.run(scan.body),
            length: scan.length,
            reverse: scan.reverse,
            captured: captured.into(),
            carried: carried.into(),
            inputs: slices(stacked, scan.length),
            outputs: slices(outputs, scan.length),
        });
        self.step(id, Step::Inner(Box::new(inner)));
        Ok(())
    }

    pub(super) fn external(&mut self, id: NodeId, external: ExternalId) -> Result<()> {
        let graph = self.graph;
        let external = graph.external(external);
        let arguments = self.operands(id)?;
        let start = self.frame();
        let mut results = self.allocate_all(id)?;
        for result in &mut results {
            result.place = Place::frame(result.place.offset - start[result.kind]);
        }
        let step = Step::Call(Box::new(Call {
            name: external.name.clone(),
            role: external.role,
            number: match external.kind {
                ExternalKind::Numbered { call } => Some(call),
                _ => None,
            },
            table: self.room(arguments.len()),
            arguments: arguments.into(),
            own: external.arguments.len(),
            start,
            results: results.into(),
        }));
        self.step(id, step);
        Ok(())
    }
}

/// The first slice of each of some stacks of `length` slices.
fn slices(stacks: &[Operand], length: usize) -> Box<[Operand]> {
    let slices = stacks.iter().map(|stack| Operand {
        len: stack.len.checked_div(length).unwrap_or(0),
        ..*stack
    });
    slices.collect()
}
