//! `max`, `min`, `clamp` and `abs` of integers, which are choices by a comparison.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;

use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Scalar, Value};

impl<'b> Lowerer<'b, '_> {
    /// One of some integers, if the operator chooses among them. A choice that is the same in all
    /// iterations of a loop, or in each of its parts, remains a position.
    pub(super) fn choice(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let integers = |o: &Operand<'b, '_>| o.value.element() == Some(Element::I64);
        if !operands.iter().all(integers) {
            return None;
        }
        Some(match (op, operands) {
            (ScalarOp::Max, [a, b]) => self.chosen(ScalarOp::Greater, [a, b], a, b, place),
            (ScalarOp::Min, [a, b]) => self.chosen(ScalarOp::Less, [a, b], a, b, place),
            (ScalarOp::Clamp, [x, least, most]) => {
                let value = self.chosen(ScalarOp::Greater, [x, least], x, least, place);
                let above = Operand { value, ..x.clone() };
                self.chosen(ScalarOp::Less, [&above, most], &above, most, place)
            }
            (ScalarOp::Abs, [x]) => {
                let value = self.elementwise(ScalarOp::Neg, std::slice::from_ref(x), place);
                let negated = Operand { value, ..x.clone() };
                self.chosen(ScalarOp::Greater, [x, &negated], x, &negated, place)
            }
            _ => return None,
        })
    }

    /// `a` where two integers compare, else `b`.
    fn chosen<'x>(
        &mut self,
        comparison: ScalarOp,
        compared: [&Operand<'b, 'x>; 2],
        a: &Operand<'b, 'x>,
        b: &Operand<'b, 'x>,
        place: SourcePlace,
    ) -> Value<'b> {
        match self.elementwise(comparison, &compared.map(Clone::clone), place) {
            Value::Poison => Value::Poison,
            Value::Scalar(Scalar::Truth(true)) => a.value.clone(),
            Value::Scalar(Scalar::Truth(false)) => b.value.clone(),
            condition => {
                let wires = [&condition, &self.computed(a).value, &self.computed(b).value]
                    .map(|value| self.wire(value, Element::I64));
                let [Some(condition), Some(a), Some(b)] = wires else {
                    return Value::Poison;
                };
                match self.builder.select(condition, a, b) {
                    Ok(wire) => Value::from(wire),
                    Err(error) => self.refused(&error, place, &[]),
                }
            }
        }
    }
}
