//! Functions given by tables, whose knots are checked where they are known.

use quote::ToTokens;

use super::arguments::Arguments;
use super::builtins::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Scalar, Value};
use crate::tokens::calls;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `interpolate(x, xs, ys)` and its like.
    pub(super) fn interpolated(
        &mut self,
        builtin: Builtin,
        name: &str,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        if let Some(diagnostic) = self.in_another_order(name, &arguments.operands) {
            return self.error(diagnostic);
        }
        if let [_, knots, _] = &arguments.operands[..]
            && let Value::Table(table) = &knots.value
        {
            let number = |item: &Scalar| match item {
                Scalar::Float(number) => Some(number.value(self.float)),
                _ => None,
            };
            let knots_known: Vec<f64> = table.items.iter().filter_map(number).collect();
            // A step of a piecewise linear function has two equal knots.
            let steps = builtin == Builtin::Interpolate;
            let ascend = |pair: &[f64]| pair[0] < pair[1] || steps && pair[0] == pair[1];
            if let Some([a, b]) = knots_known.windows(2).find(|pair| !ascend(pair)) {
                let message = format!("the knots of `{name}` ascend, found {a} before {b}");
                return self.error(Diagnostic::new(knots.place, message));
            }
        }
        self.with_wires(builtin, name, arguments, place)
    }

    /// The error for bounds of `clamp` that are known and leave no number between them.
    pub(super) fn bounds_exchanged(
        &self,
        name: &str,
        operands: &[Operand<'b, 'e>],
    ) -> Option<Diagnostic> {
        let [x, least, most] = operands else {
            return None;
        };
        // Bounds that are computed may meet by chance.
        let is_written = |bound: &Operand<'b, 'e>| calls(bound.expr.to_token_stream()).is_empty();
        if !is_written(least) || !is_written(most) {
            return None;
        }
        let (lower, upper) = (self.numbers(&least.value), self.numbers(&most.value));
        // A number is the bound of all elements.
        let count = lower.len().max(upper.len());
        if ![lower.len(), upper.len()]
            .iter()
            .all(|len| [1, count].contains(len))
        {
            return None;
        }
        let repeated = |bounds: Vec<f64>| bounds.into_iter().cycle().take(count);
        let mut pairs = repeated(lower).zip(repeated(upper));
        let (a, b) = pairs.find(|(lower, upper)| lower > upper)?;
        let message = format!("the bounds of `{name}` ascend, found {a} before {b}");
        let texts = [x, most, least].map(|operand| short_text(operand.expr));
        let help = match texts {
            [Some(x), Some(least), Some(most)] => Some(format!(
                "the lower bound stands first: `{name}({x}, {least}, {most})`"
            )),
            _ => None,
        };
        let place = least.place.to(most.place);
        Some(Diagnostic::new(place, message).help_if(help))
    }

    /// The numbers of a value that are known while the macro runs.
    fn numbers(&self, value: &Value<'b>) -> Vec<f64> {
        let number = |item: &Scalar| match *item {
            Scalar::Float(number) => Some(number.value(self.float)),
            #[allow(
                clippy::cast_precision_loss,
                reason = "bounds far from one another differ"
            )]
            Scalar::Integer(number) => Some(number as f64),
            Scalar::Truth(_) => None,
        };
        match value {
            Value::Scalar(item) => number(item).into_iter().collect(),
            Value::Table(table) => table.items.iter().filter_map(number).collect(),
            Value::Tensor(_)
            | Value::Position(_)
            | Value::Tuple(_)
            | Value::Tuples(_)
            | Value::Unit
            | Value::Poison => Vec::new(),
        }
    }

    /// The error for a number in the place of the knots or of the values.
    fn in_another_order(&self, name: &str, operands: &[Operand<'b, 'e>]) -> Option<Diagnostic> {
        let [x, knots, values] = operands else {
            return None;
        };
        let is_number = |own: &&Operand<'b, 'e>| own.value.shape().is_some_and(|s| s.rank() == 0);
        let (own, what) = match (is_number(&knots), is_number(&values)) {
            (true, _) => (knots, "knots"),
            (false, true) => (values, "values"),
            (false, false) => return self.table_in_another_place(name, operands),
        };
        let found = self.describe(&own.value);
        let message = format!("the {what} of `{name}` are a vector, found {found}");
        // The two vectors, in their order, behind the number.
        let vectors = [x, knots, values].into_iter().filter(|own| !is_number(own));
        let vectors: Vec<String> = vectors.filter_map(|own| short_text(own.expr)).collect();
        let own_text = short_text(own.expr).unwrap_or_else(|| "x".into());
        let help = match &vectors[..] {
            [knots, values] => {
                format!("the number stands first: `{name}({own_text}, {knots}, {values})`")
            }
            _ => format!("write `{name}(x, knots, values)`"),
        };
        Some(
            Diagnostic::new(own.place, message)
                .note_if(self.explain(own))
                .help(help),
        )
    }

    /// The error for knots or values of another length, where the first operand has the length of
    /// the one that is left.
    fn table_in_another_place(
        &self,
        name: &str,
        operands: &[Operand<'b, 'e>],
    ) -> Option<Diagnostic> {
        let [x, knots, values] = operands else {
            return None;
        };
        let shapes = [x, knots, values].map(|own| own.value.shape());
        let [Some(first), Some(second), Some(third)] = shapes else {
            return None;
        };
        let are_vectors = [&second, &third].iter().all(|shape| shape.rank() == 1);
        let ordered = match (first == second, first == third) {
            (true, false) => [values, x, knots],
            (false, true) => [knots, x, values],
            _ => return None,
        };
        let texts = ordered.iter().map(|own| short_text(own.expr));
        let texts = texts.collect::<Option<Vec<_>>>().filter(|_| are_vectors)?;
        let message = format!("the arguments of `{name}` stand in another order");
        let note = format!(
            "it is called as `{name}(x, knots, values)`, with as many knots as values: `{}` is {}, \
             `{}` and `{}` are {}",
            texts[0],
            self.describe(&ordered[0].value),
            texts[1],
            texts[2],
            self.describe(&ordered[1].value)
        );
        let place = x.place.to(values.place);
        let help = format!("write `{name}({})`", texts.join(", "));
        Some(Diagnostic::new(place, message).note(note).help(help))
    }
}
