//! Fields with a name, which no value of the language has.

use syn::{Expr, ExprField};

use super::without_parentheses;
use crate::diagnostics::{Diagnostic, SourcePlace, print, slipped};
use crate::lower::Lowerer;
use crate::lower::calls::{BUILTINS, is_builtin};
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Value;

/// The functions whose value has a part for each of several variables.
const DERIVATIVES: [&str; 3] = ["deriv", "jacobian", "hessian"];

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a field with a name.
    pub(super) fn no_named_field(
        &mut self,
        value: &Value<'b>,
        name: &str,
        expr: &'e ExprField,
        place: SourcePlace,
    ) {
        let base = short_text(&expr.base).unwrap_or_else(|| "x".into());
        let close = slipped(name, BUILTINS.iter().copied());
        let close = if is_builtin(name) { Some(name) } else { close };
        let help = match name {
            _ if let Some(position) = self.part_named(&expr.base, name) => {
                let part = match short_text(&expr.base) {
                    Some(base) => format!("`{}.{position}`", grouped(&base)),
                    None => format!("`.{position}`"),
                };
                Some(format!(
                    "parts of tuples have numbers: that of `{name}` is {part}"
                ))
            }
            _ if let Value::Tuple(parts) = value => {
                let count = parts.len().saturating_sub(1);
                Some(format!(
                    "the values of a tuple have numbers: `{base}.0` to `{base}.{count}`"
                ))
            }
            "T" => Some(format!("write `transpose({base})`")),
            "shape" | "size" | "ndim" => Some(format!(
                "shapes are part of types; `{base}.len()` is the extent of the first axis"
            )),
            "I" => Some(format!("write `inverse({base})`")),
            "real" | "data" | "values" => Some(format!("write `{base}`")),
            "dtype" => Some("the type of an element is part of the type: `[f64; 3]`".into()),
            "grad" => Some(format!(
                "a derivative is a value of its own: `deriv(c, {base})`"
            )),
            "at" => Some("assign to a variable: `y[i] = ..`, `y[i] += ..`".into()),
            _ if self.has_value_named(name) => self.in_place_of_field(value, name, &base),
            _ => close
                .map(|close| format!("to call the method write `.{close}()`"))
                .or_else(|| self.in_place_of_field(value, name, &base)),
        };
        let message = format!("values of the language have no field `{name}`");
        self.error(Diagnostic::new(place, message).help_if(help));
    }

    /// The position in a tuple of the part that belongs to a variable of this name.
    fn part_named(&self, tuple: &Expr, name: &str) -> Option<usize> {
        let position = |names: &[String]| names.iter().position(|own| own == name);
        match self.variable_of(without_parentheses(tuple)) {
            Some(variable) => position(&variable.parts),
            None => position(&names_of_parts(tuple)),
        }
    }

    /// The help for a field of a number or an array: a variable of the field's name, as a struct
    /// would have it, or an element.
    fn in_place_of_field(&self, value: &Value<'b>, name: &str, base: &str) -> Option<String> {
        if self.has_value_named(name) {
            return Some(format!("`{name}` is a value of its own: write `{name}`"));
        }
        let shape = value.shape()?;
        if shape.rank() == 0 {
            return Some(format!("`{base}` is a number, and has no parts"));
        }
        let position = ["x", "y", "z", "w"].iter().position(|own| *own == name);
        let position = position.filter(|position| !shape.count_along(0).at_most(*position));
        let position = position.unwrap_or(0);
        Some(format!(
            "the parts of an array have positions: `{base}[{position}]`"
        ))
    }
}

/// The names of the variables to which the parts of a tuple belong: those that it is made of, or
/// those that its derivatives are by. There are none where the text does not tell.
pub(in crate::lower) fn names_of_parts(expr: &Expr) -> Vec<String> {
    let parts = match without_parentheses(expr) {
        Expr::Call(call) if DERIVATIVES.contains(&print(&call.func).as_str()) => call.args.get(1),
        Expr::MethodCall(call) if DERIVATIVES.iter().any(|own| call.method == own) => {
            call.args.first()
        }
        expr => Some(expr),
    };
    match parts {
        Some(Expr::Tuple(parts)) => parts.elems.iter().map(print).collect(),
        _ => Vec::new(),
    }
}
