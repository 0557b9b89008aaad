//! `zeros_like(3)`: extents in the place of the array whose shape the result has.

use syn::{Expr, ExprLit, Lit};

use super::Builtin;
use crate::diagnostics::Diagnostic;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The error for integers that are written where a function takes an array for its shape.
pub(super) fn extents_for_array(
    builtin: Builtin,
    name: &str,
    operands: &[Operand<'_, '_>],
) -> Option<Diagnostic> {
    let function = match builtin {
        Builtin::ZerosLike => "zeros",
        Builtin::OnesLike => "ones",
        Builtin::FullLike => "full",
        _ => return None,
    };
    let (like, others) = operands.split_first()?;
    let are_extents = match without_parentheses(like.expr) {
        Expr::Array(list) => !list.elems.is_empty() && list.elems.iter().all(is_extent),
        expr => is_extent(expr),
    };
    let text = short_text(like.expr).filter(|_| are_extents)?;
    let others = others.iter().map(|other| short_text(other.expr));
    let others: Option<Vec<String>> = others.collect();
    let help = others.map(|others| {
        let others: String = others.iter().map(|other| format!(", {other}")).collect();
        format!("of extents it is `{function}({text}{others})`")
    });
    let message = format!("`{name}` takes an array whose shape it has, and `{text}` is none");
    Some(Diagnostic::new(like.place, message).help_if(help))
}

fn is_extent(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Lit(ExprLit {
            lit: Lit::Int(_),
            ..
        })
    )
}
