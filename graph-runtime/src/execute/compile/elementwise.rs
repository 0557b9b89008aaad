//! Lowering of elementwise operators.

use alloc::boxed::Box;

use graph_ir::graph::NodeId;
use graph_ir::ops::ScalarOp;

use super::lowering::Lowering;
use crate::execute::code::Step;
use crate::execute::error::Result;
use crate::execute::place::Kind;
use crate::execute::steps::elementwise::{Cast, Scalar, Select, Sum};
use crate::execute::steps::moves::Assemble;

impl Lowering<'_, '_> {
    pub(super) fn scalar(&mut self, id: NodeId, op: ScalarOp) -> Result<()> {
        let arguments = self.graph.arguments(id);
        let first = self.operand(arguments[0])?;
        let mut operands = [first.place; 3];
        for (operand, &argument) in operands.iter_mut().zip(arguments) {
            *operand = self.operand(argument)?.place;
        }
        let result = self.allocate(id)?;
        let step = Step::Scalar(Scalar {
            op,
            kind: first.kind,
            operands,
            out: result.place.offset,
            len: result.len,
        });
        self.step(id, step);
        Ok(())
    }

    pub(super) fn cast(&mut self, id: NodeId) -> Result<()> {
        let operand = self.operand(self.graph.arguments(id)[0])?;
        if operand.kind == Kind::of(self.graph.ty(id).element)? {
            self.place(id, operand.place);
            return Ok(());
        }
        let result = self.allocate(id)?;
        let step = Step::Cast(Cast {
            from: operand.kind,
            to: result.kind,
            operand: operand.place,
            out: result.place.offset,
            len: result.len,
        });
        self.step(id, step);
        Ok(())
    }

    pub(super) fn select(&mut self, id: NodeId) -> Result<()> {
        let operands = self.operands(id)?;
        let result = self.allocate(id)?;
        let step = Step::Select(Select {
            kind: result.kind,
            condition: operands[0].place,
            choices: [operands[1].place, operands[2].place],
            out: result.place.offset,
            len: result.len,
        });
        self.step(id, step);
        Ok(())
    }

    pub(super) fn sum(&mut self, id: NodeId) -> Result<()> {
        let terms = self.operands(id)?;
        if let [only] = terms[..] {
            self.place(id, only.place);
            return Ok(());
        }
        let result = self.allocate(id)?;
        let (kind, out, len) = (result.kind, result.place.offset, result.len);
        let step = if terms.is_empty() {
            Step::Assemble(Box::new(Assemble {
                kind,
                background: self.zero(kind)?,
                pieces: Box::default(),
                out,
                len,
            }))
        } else {
            let terms = terms.iter().map(|term| term.place).collect();
            Step::Sum(Box::new(Sum {
                kind,
                terms,
                out,
                len,
            }))
        };
        self.step(id, step);
        Ok(())
    }
}
