//! Random numbers, which are functions of a key, and keys that follow from a key.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Shape;

use super::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Scalar, Value};

/// The help for a key that is no integer.
const KEY: &str = "make the key an argument: `key: usize`";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// An array of random numbers, or one number where no shape is given.
    pub(super) fn random(
        &mut self,
        builtin: Builtin,
        name: &str,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let Some((key, shape)) = operands.split_first() else {
            return Value::Poison;
        };
        if let Some(error) = self.parameters_for_key(builtin, name, operands, place) {
            return self.error(error);
        }
        if !self.is_key(name, key) {
            return Value::Poison;
        }
        let extents = match shape {
            [] => Some(Vec::new()),
            [shape, ..] => self.shape(shape, false),
        };
        let (Some(extents), Some(wire)) = (extents, self.wire(&key.value, Element::I64)) else {
            return Value::Poison;
        };
        let labels = shape.first().map(|shape| self.labels_of_shape(shape.expr));
        self.at(place);
        let (builder, element) = (self.builder, self.float);
        let numbers = Shape::of(extents)
            .map_err(Into::into)
            .and_then(|shape| match builtin {
                Builtin::Normal => builder.normal(wire, &shape, element),
                _ => builder.uniform(wire, &shape, element),
            });
        match numbers {
            Ok(numbers) => Value::from(numbers).labelled(labels.unwrap_or_default()),
            Err(error) => self.refused(&error, place, operands),
        }
    }

    /// The error for two bounds, or a mean and a deviation, which are all that other languages take.
    fn parameters_for_key(
        &self,
        builtin: Builtin,
        name: &str,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Diagnostic> {
        let [first, second] = operands else {
            return None;
        };
        let are_numbers = operands.iter().all(|own| {
            own.value.is_float() && own.value.shape().is_some_and(|shape| shape.rank() == 0)
        });
        let texts = [first, second].map(|own| short_text(own.expr));
        let [Some(a), Some(b)] = texts.map(|text| text.map(|text| grouped(&text))) else {
            return None;
        };
        let numbers = match builtin {
            Builtin::Normal => format!("{a} + {b} * normal(key)"),
            _ => format!("{a} + ({b} - {a}) * uniform(key)"),
        };
        let message =
            format!("`{name}` takes a key, an integer of which its numbers are a function");
        let help = format!("with a key that is an argument, `key: usize`, it is `{numbers}`");
        are_numbers.then(|| Diagnostic::new(place, message).help(help))
    }

    /// Two keys in the place of one.
    pub(super) fn split_key(&mut self, key: &Operand<'b, 'e>, place: SourcePlace) -> Value<'b> {
        if !self.is_key("split", key) {
            return Value::Poison;
        }
        let keys = [0, 1].map(|number| {
            let number = Operand {
                value: Value::Scalar(Scalar::Integer(number)),
                ..key.clone()
            };
            self.folded_key(&[key.clone(), number], place)
        });
        Value::Tuple(Vec::from(keys).into())
    }

    /// The key that follows from a key and a number, or from each of several.
    pub(super) fn fold_in(
        &mut self,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        match self.are_integers("fold_in", operands) {
            true => self.folded_key(operands, place),
            false => Value::Poison,
        }
    }

    /// The operator of keys and positions itself.
    pub(super) fn random_bits(
        &mut self,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let op = ScalarOp::RandomBits;
        match self.are_integers(op.name(), operands) {
            true => self.elementwise(op, operands, place),
            false => Value::Poison,
        }
    }

    fn folded_key(&mut self, operands: &[Operand<'b, 'e>], place: SourcePlace) -> Value<'b> {
        let [key, number] = operands else {
            return Value::Poison;
        };
        let before = Operand {
            value: Value::Scalar(Scalar::Integer(-1)),
            ..number.clone()
        };
        let number = Operand {
            value: self.elementwise(ScalarOp::Sub, &[before, number.clone()], place),
            ..number.clone()
        };
        self.elementwise(ScalarOp::RandomBits, &[key.clone(), number], place)
    }

    /// Whether an operand is a key, one integer; reports it otherwise.
    fn is_key(&mut self, name: &str, key: &Operand<'b, 'e>) -> bool {
        if key.value.is_poison() {
            return false;
        }
        let is_one = key.value.shape().is_some_and(|shape| shape.rank() == 0);
        let found = self.describe(&key.value);
        let (message, help) = match key.value.element() {
            Some(Element::I64) if is_one => return true,
            Some(Element::I64) => {
                let text = short_text(key.expr).unwrap_or_else(|| "keys".into());
                (
                    format!("`{name}` takes one key, found {found}"),
                    format!("apply a function to each: `map(|key| {name}(key), {text})`"),
                )
            }
            _ => (
                format!("`{name}` takes a key, which is an integer, found {found}"),
                KEY.into(),
            ),
        };
        let diagnostic = Diagnostic::new(key.place, message).note_if(self.explain(key));
        self.error(diagnostic.help(help));
        false
    }

    /// Whether all operands are integers; reports those that are not.
    fn are_integers(&mut self, name: &str, operands: &[Operand<'b, 'e>]) -> bool {
        let mut all = true;
        for (number, operand) in operands.iter().enumerate() {
            if operand.value.element() == Some(Element::I64) {
                continue;
            }
            all = false;
            if operand.value.is_poison() {
                continue;
            }
            let found = self.describe(&operand.value);
            let message = format!("`{name}` takes integers, found {found}");
            let diagnostic = Diagnostic::new(operand.place, message);
            let is_number = operand.value.is_float()
                && operand.value.shape().is_some_and(|own| own.rank() == 0);
            let text = short_text(operand.expr).filter(|_| is_number && number != 0);
            let help = text.map_or_else(
                || KEY.into(),
                |text| format!("convert it: `{} as usize`", grouped(&text)),
            );
            self.error(diagnostic.note_if(self.explain(operand)).help(help));
        }
        all
    }
}
