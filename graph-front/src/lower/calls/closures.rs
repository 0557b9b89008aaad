//! The closures of `solve` and `map`: their bodies are regions of their own, which read the values of
//! their surroundings and assign none of them.

use std::collections::HashMap;

use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprClosure, ReturnType, Token};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::short_text;

/// Whether a closure has parameters and a body, and nothing else.
pub(super) fn is_plain(closure: &ExprClosure) -> bool {
    closure.attrs.is_empty()
        && closure.lifetimes.is_none()
        && closure.constness.is_none()
        && closure.modifiers.require_empty().is_ok()
        && closure.asyncness.is_none()
        && closure.capture.is_none()
        && matches!(closure.output, ReturnType::Default)
}

/// The parameters of a closure, with the bars around them.
pub(super) fn parameters_of(closure: &ExprClosure) -> SourcePlace {
    SourcePlace::token(closure.inputs_begin.span).to(SourcePlace::token(closure.inputs_end.span))
}

/// Whether an expression begins with a name and one bar, as a closure does that lacks its first one:
/// `v| v * 2.0`.
fn begins_with_bar(expr: &Expr) -> Option<&Expr> {
    let mut expr = expr;
    while let Expr::Binary(operation) = expr {
        if let BinOp::BitOr(_) = operation.op {
            return Some(&*operation.left).filter(|left| name_of(left).is_some());
        }
        expr = &operation.left;
    }
    None
}

fn name_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// The error for a closure among the arguments of a call that lacks its first bar,
/// `map(a, b| a * b, x, y)`: the language has no other use for one.
pub(super) fn without_first_bar(args: &Punctuated<Expr, Token![,]>) -> Option<Diagnostic> {
    let position = args.iter().position(|arg| begins_with_bar(arg).is_some())?;
    let last = args.iter().nth(position)?;
    let parameters = args.iter().take(position).chain(begins_with_bar(last));
    let names: Vec<String> = parameters.map(name_of).collect::<Option<_>>()?;
    let message = "the parameters of a closure stand between two bars";
    let place = SourcePlace::of(args.first()?).to(SourcePlace::of(begins_with_bar(last)?));
    let text = short_text(last);
    let help = text.as_deref().and_then(|text| text.split_once(" | "));
    let help = help.map(|(_, value)| format!("write `|{}| {value}`", names.join(", ")));
    Some(Diagnostic::new(place, message).help_if(help))
}

impl Lowerer<'_, '_> {
    /// Lowers a body in a new region, which stays open, and undoes what it assigns around it: gives
    /// what the body yields, and the name of a variable of the surroundings that it assigns. `None`
    /// after an error.
    pub(super) fn in_region<R>(
        &mut self,
        place: SourcePlace,
        body: impl FnOnce(&mut Self) -> R,
    ) -> Option<(R, Option<String>)> {
        if let Err(error) = self.builder.begin_region() {
            self.refused(&error, place, &[]);
            return None;
        }
        self.tables.push(HashMap::new());
        let mark = self.variables.enter_branch();
        let scope = self.variables.scope();
        let result = body(self);
        let touched = self.variables.touched(mark);
        let assigned = touched.whole.first().copied();
        let assigned = assigned.or(touched.slots.first().map(|&(id, _)| id));
        let assigned = assigned.map(|id| self.variables.get(id).name.clone());
        self.variables.leave(scope);
        self.variables.undo_branch(mark);
        self.tables.pop();
        Some((result, assigned))
    }
}
