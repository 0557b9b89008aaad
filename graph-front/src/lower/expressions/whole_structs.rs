//! Operators on whole structs: field by field.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
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
        if let Some(refused) = self.integer_beside_struct(op, first, operands) {
            return Some(refused);
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

    /// Reports a comparison of a struct that has no one answer: of an order, of values of two types,
    /// or of structs with arrays, which are compared element by element. `None` where there is no
    /// struct, or where the comparison has an answer.
    pub(super) fn uncompared_structs(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>; 2],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return None;
        }
        let (parts, text) = operands.iter().find_map(|operand| match &operand.value {
            Value::Tuple(parts) if parts.of().is_some() => {
                Some((parts, short_text(operand.expr).map(|text| grouped(&text))))
            }
            _ => None,
        })?;
        let [left, right] = operands;
        let are_alike = match [&left.value, &right.value] {
            [Value::Tuple(left), Value::Tuple(right)] => left.is_like(right),
            _ => false,
        };
        let is_equality = matches!(op, ScalarOp::Equal | ScalarOp::NotEqual);
        let array = are_alike.then(|| first_array(parts)).flatten();
        if are_alike && is_equality && array.is_none() {
            return None;
        }
        let symbol = op.symbol().unwrap_or(op.name());
        let found = [left, right].map(|operand| self.describe(&operand.value));
        let message = match (are_alike, &array) {
            (true, Some(path)) if is_equality => format!(
                "`{symbol}` of `{}` has no one answer: the field `{}` is an array, whose elements are \
                 compared one by one",
                found[0],
                path.trim_start_matches('.')
            ),
            (true, _) => format!(
                "structs have no order, and `{symbol}` of `{}` no answer",
                found[0]
            ),
            (false, _) => format!(
                "`{symbol}` compares values of one type, found {} and {}",
                found[0], found[1]
            ),
        };
        let texts = [left, right].map(|operand| short_text(operand.expr).map(|own| grouped(&own)));
        let fields = |number: &dyn Fn(&Value<'b>) -> bool| {
            let mut steps = parts.steps().filter(|(_, part)| number(part));
            steps.next().map(|(step, _)| step)
        };
        let is_number = |part: &Value<'b>| part.shape().is_some_and(|shape| shape.rank() == 0);
        let help = match texts {
            [Some(l), Some(r)] if are_alike => {
                let number = fields(&is_number)
                    .map(|step| format!("compare a field: `{l}{step} {symbol} {r}{step}`"));
                let whole = array.filter(|_| is_equality).map(|path| {
                    let all = if op == ScalarOp::Equal { "min" } else { "max" };
                    format!(
                        "arrays are compared as wholes by \
                         `{all}(select({l}{path} {symbol} {r}{path}, 1.0, 0.0)) > 0.5`"
                    )
                });
                let helps: Vec<String> = [number, whole].into_iter().flatten().collect();
                (!helps.is_empty()).then(|| helps.join("; "))
            }
            _ => text.map(|text| {
                let fields = parts.steps().map(|(step, _)| format!("`{text}{step}`"));
                format!(
                    "compare its fields: {}",
                    fields.collect::<Vec<String>>().join(", ")
                )
            }),
        };
        Some(self.error(Diagnostic::new(place, message).help_if(help)))
    }

    /// Reports an integer beside a struct once, which each of its fields of floats would refuse.
    fn integer_beside_struct(
        &mut self,
        op: ScalarOp,
        whole: &Parts<Value<'b>>,
        operands: &[Operand<'b, '_>],
    ) -> Option<Value<'b>> {
        let float = first_float(whole)?;
        let is_integer = |operand: &&Operand<'b, '_>| {
            operand.value.is_constant_integer() || operand.value.element() == Some(Element::I64)
        };
        let integer = operands.iter().find(is_integer)?;
        if integer.value.shape().is_none_or(|shape| shape.rank() > 0) {
            return None;
        }
        if integer.value.is_constant_integer() {
            self.integer_for_float(integer, float);
            return Some(Value::Poison);
        }
        let symbol = op.symbol().unwrap_or(op.name());
        let own = whole.of().map_or_else(String::new, |of| of.text());
        let message = format!(
            "`{symbol}` of a whole struct takes structs of its type and floats, found {own} and {}",
            self.describe(&integer.value)
        );
        let help = self.converted(integer.expr, &self.words.element(float));
        let diagnostic = Diagnostic::new(integer.place, message).help_if(help);
        Some(self.error(diagnostic))
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

/// The type of the first float in a struct.
fn first_float(parts: &Parts<Value<'_>>) -> Option<Element> {
    parts.iter().find_map(|part| match part {
        Value::Tuple(parts) => first_float(parts),
        value => value.element().filter(|element| element.is_float()),
    })
}

/// The path of the first array in a struct: `.layer.w`.
fn first_array(parts: &Parts<Value<'_>>) -> Option<String> {
    parts.steps().find_map(|(step, part)| match part {
        Value::Tuple(parts) => first_array(parts).map(|inner| format!("{step}{inner}")),
        value => value
            .shape()
            .filter(|shape| shape.rank() > 0)
            .map(|_| step.to_string()),
    })
}
