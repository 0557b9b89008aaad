//! Functions given by tables, whose knots are checked where they are known.

use super::arguments::Arguments;
use super::builtins::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::{Scalar, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `interpolate(x, xs, ys)` and its like.
    pub(super) fn interpolated(
        &mut self,
        builtin: Builtin,
        name: &str,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
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
}
