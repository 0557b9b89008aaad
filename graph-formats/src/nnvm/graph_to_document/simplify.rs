//! Scalar operators on tensors of the document, simplified where the format makes many of one.

use alloc::vec::Vec;

use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Element, Type};

use super::constant::EXACT;
use super::tensor::Tensor;
use super::{Flavour, Writer};
use crate::Error;
use crate::simplify::{Operands, Part, Simpler, simpler};

impl Writer {
    /// The value of an operator by a simpler one, or by none; its operands are of one type.
    pub(super) fn simplified(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Option<Tensor>, Error> {
        let Some(first) = operands.first().filter(|_| self.simplifies()) else {
            return Ok(None);
        };
        let integers = ty.element == Element::I64;
        let tensor = |part: Part| match part {
            Part::Operand(position) => Some(operands[position].clone()),
            // Beyond, doubles are no integers.
            Part::Number(value) if integers && value.abs() > EXACT as f64 => None,
            Part::Number(value) => Some(first.filled(value)),
        };
        let numbers = Numbers {
            operands,
            element: element(op, ty),
        };
        match simpler(op, &numbers) {
            Some(Simpler::Value(part)) => Ok(tensor(part)),
            // One that the program lacks is no simpler there.
            Some(Simpler::Operator(simpler, parts)) if self.has(simpler) => {
                let parts: Option<Vec<Tensor>> = parts.into_iter().map(tensor).collect();
                let value = parts.map(|parts| self.elementwise(simpler, &parts, ty));
                value.transpose()
            }
            _ => Ok(None),
        }
    }

    fn has(&self, op: ScalarOp) -> bool {
        let name = match self.draft.flavour() {
            Flavour::Mxnet => op.mxnet(),
            Flavour::Nnvm => op.nnvm(),
        };
        name.is_some()
    }
}

/// The type in which an operator on operands of a type computes: truth values are numbers for all
/// but the operators on them.
fn element(op: ScalarOp, ty: &Type) -> Element {
    match ty.element {
        Element::Bool if op.class() != Class::Logic => Element::F64,
        Element::Float => Element::F64,
        element => element,
    }
}

/// Tensors of one type as operands.
struct Numbers<'t> {
    operands: &'t [Tensor],
    element: Element,
}

impl Operands for Numbers<'_> {
    fn count(&self) -> usize {
        self.operands.len()
    }

    fn element(&self) -> Element {
        self.element
    }

    fn number(&self, position: usize) -> Option<f64> {
        self.operands[position].splat()
    }

    fn are_same(&self, a: usize, b: usize) -> bool {
        self.operands[a].source == self.operands[b].source
    }
}
