//! Operators on whole structs: field by field.

use graph_ir::ops::ScalarOp;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};
use crate::signature::Parts;

impl<'b> Lowerer<'b, '_> {
    /// An operator on whole structs of one type, and numbers: field by field. What is no float stays
    /// as the first struct has it. `None` where there is no struct.
    pub(super) fn of_structs(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let mut structs = operands.iter().filter_map(|operand| match &operand.value {
            Value::Tuple(parts) if parts.of().is_some() => Some(parts),
            _ => None,
        });
        let first = structs.next()?;
        if !op.class().has_partials() {
            return None;
        }
        let is_wrong = |operand: &&Operand<'b, '_>| match &operand.value {
            Value::Tuple(parts) => !parts.is_like(first),
            value => value.shape().is_none_or(|shape| shape.rank() > 0),
        };
        if let Some(wrong) = operands.iter().find(is_wrong) {
            let symbol = op.symbol().unwrap_or(op.name());
            let (own, found) = (
                first.of().map_or_else(String::new, |of| of.text()),
                self.describe(&wrong.value),
            );
            let message = format!(
                "`{symbol}` of a whole struct takes structs of its type and numbers, found {own} and {found}"
            );
            let note = self.explain(wrong);
            return Some(self.error(Diagnostic::new(wrong.place, message).note_if(note)));
        }
        let first = first.clone();
        Some(self.field_by_field(op, &first, operands, place))
    }

    /// An operator on the parts of tuples and structs that are like the first one. Recurses as
    /// deeply as these are nested.
    fn field_by_field(
        &mut self,
        op: ScalarOp,
        first: &Parts<Value<'b>>,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        let fields = first.iter().enumerate().map(|(position, own)| {
            if !matches!(own, Value::Tuple(_)) && !own.is_float() {
                return own.clone();
            }
            let operands = operands.iter().map(|operand| Operand {
                value: match &operand.value {
                    Value::Tuple(parts) => parts[position].clone(),
                    value => value.clone(),
                },
                expr: operand.expr,
                place: operand.place,
            });
            let operands: Vec<Operand<'b, '_>> = operands.collect();
            match own {
                Value::Tuple(parts) => self.field_by_field(op, parts, &operands, place),
                _ => self.elementwise(op, &operands, place),
            }
        });
        let fields: Vec<Value<'b>> = fields.collect();
        match fields.iter().any(Value::is_poison) {
            true => Value::Poison,
            false => Value::Tuple(first.with(fields)),
        }
    }
}
