//! Arrays that are written as tuples.

use syn::Expr;

use super::short_text;
use crate::lower::Lowerer;
use crate::lower::values::Value;

impl<'b> Lowerer<'b, '_> {
    /// The array to write for a tuple of values of one type, where an array or its elements are
    /// meant.
    pub(in crate::lower) fn in_brackets(&self, value: &Value<'b>, expr: &Expr) -> Option<String> {
        let array = self.bracketed(value, expr)?;
        Some(format!("an array has brackets: `{array}`"))
    }

    /// Recurses as deeply as tuples are nested, which [`crate::guard`] bounds.
    fn bracketed(&self, value: &Value<'b>, expr: &Expr) -> Option<String> {
        let (Value::Tuple(parts), Expr::Tuple(written)) = (value, expr) else {
            return None;
        };
        let mut types = parts.iter().map(|part| self.describe(part));
        let first = types.next()?;
        if !types.all(|other| other == first) {
            return None;
        }
        let parts = parts.iter().zip(&written.elems);
        let parts = parts.map(|(part, expr)| match part {
            Value::Tuple(_) => self.bracketed(part, expr),
            _ => short_text(expr),
        });
        let parts: Vec<String> = parts.collect::<Option<_>>()?;
        Some(format!("[{}]", parts.join(", ")))
    }
}
