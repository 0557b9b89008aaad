//! Arrays that are written as tuples, and tuples that are written as arrays.

use graph_ir::{Shape, Type};
use syn::{Expr, ExprClosure, Stmt};

use super::short_text;
use crate::lower::Lowerer;
use crate::lower::calls::MAP;
use crate::lower::expressions::without_parentheses;
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
        if let (Value::Tuples(_), Expr::Array(rows)) = (value, expr) {
            let rows = rows.elems.iter().map(row_of_tuple);
            return Some(format!(
                "[{}]",
                rows.collect::<Option<Vec<_>>>()?.join(", ")
            ));
        }
        let Value::Tuple(parts) = value else {
            return None;
        };
        let mut types = parts.iter().map(|part| self.describe(part));
        let first = types.next()?;
        if !types.all(|other| other == first) {
            return None;
        }
        let written = match result_of_map(expr).unwrap_or(expr) {
            Expr::Tuple(written) => written,
            Expr::Path(_) => {
                let text = short_text(expr)?;
                let parts: Vec<String> = (0..parts.len()).map(|n| format!("{text}.{n}")).collect();
                return Some(format!("[{}]", parts.join(", ")));
            }
            Expr::Call(_) | Expr::MethodCall(_) => {
                let is_flat = parts.iter().all(|part| part.shape().is_some());
                let text = short_text(expr).filter(|_| is_flat)?;
                let name = self.unused_names(1).concat();
                let parts: Vec<String> = (0..parts.len()).map(|n| format!("{name}.{n}")).collect();
                return Some(format!("{{ let {name} = {text}; [{}] }}", parts.join(", ")));
            }
            _ => return None,
        };
        let parts = parts.iter().zip(&written.elems);
        let parts = parts.map(|(part, expr)| match part {
            Value::Tuple(_) => self.bracketed(part, expr),
            _ => short_text(expr),
        });
        let parts: Vec<String> = parts.collect::<Option<_>>()?;
        Some(format!("[{}]", parts.join(", ")))
    }

    /// The tuple to write for an array, where as many values of these types are meant.
    pub(in crate::lower) fn in_parentheses(
        &self,
        value: &Value<'b>,
        wanted: &[Type],
        expr: &Expr,
    ) -> Option<String> {
        let found = value.ty(self.float)?;
        let closure = result_of_map(expr);
        // The results of a closure are stacked along an axis in front of their own.
        let axis = usize::from(closure.is_some());
        if axis >= found.shape.rank() || found.shape.count_along(axis).known()? != wanted.len() {
            return None;
        }
        let part = without(&found.shape, axis);
        let is_part = |ty: &Type| ty.shape == part && ty.element == found.element;
        if !wanted.iter().all(is_part) {
            return None;
        }
        let parts: Option<Vec<String>> = match closure.unwrap_or(without_parentheses(expr)) {
            Expr::Array(array) => array.elems.iter().map(short_text).collect(),
            Expr::Path(_) if closure.is_none() => {
                let text = short_text(expr)?;
                Some((0..wanted.len()).map(|n| format!("{text}[{n}]")).collect())
            }
            _ => None,
        };
        Some(format!(
            "a tuple has parentheses: `({})`",
            parts?.join(", ")
        ))
    }
}

/// The row of a matrix that is written as a tuple.
fn row_of_tuple(expr: &Expr) -> Option<String> {
    let Expr::Tuple(row) = expr else {
        return None;
    };
    let parts = row.elems.iter().map(short_text);
    Some(format!(
        "[{}]",
        parts.collect::<Option<Vec<_>>>()?.join(", ")
    ))
}

/// A shape without an axis.
pub(super) fn without(shape: &Shape, axis: usize) -> Shape {
    shape.filter_axes(|own| own != axis)
}

/// The value of the closure of a call of `map`.
fn result_of_map(expr: &Expr) -> Option<&Expr> {
    let closure: &ExprClosure = match without_parentheses(expr) {
        Expr::Call(call) if matches!(&*call.func, Expr::Path(f) if f.path.is_ident(MAP)) => {
            call.args.iter().find_map(as_closure)?
        }
        Expr::MethodCall(call) if call.method == MAP => call.args.iter().find_map(as_closure)?,
        _ => return None,
    };
    match without_parentheses(&closure.body) {
        Expr::Block(body) => match body.block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => Some(without_parentheses(tail)),
            _ => None,
        },
        body => Some(body),
    }
}

fn as_closure(expr: &Expr) -> Option<&ExprClosure> {
    match expr {
        Expr::Closure(closure) => Some(closure),
        _ => None,
    }
}
