//! Fields with a name, which no value of the language has.

use syn::ExprField;

use crate::diagnostics::{Diagnostic, SourcePlace, closest};
use crate::lower::Lowerer;
use crate::lower::calls::{BUILTINS, is_builtin};
use crate::lower::report::short_text;
use crate::lower::values::Value;

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
        let close = closest(name, BUILTINS.iter().copied());
        let close = if is_builtin(name) { Some(name) } else { close };
        let help = match name {
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
            _ => close
                .map(|close| format!("to call the method write `.{close}()`"))
                .or_else(|| self.in_place_of_field(value, name, &base)),
        };
        let message = format!("values of the language have no field `{name}`");
        self.error(Diagnostic::new(place, message).help_if(help));
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
