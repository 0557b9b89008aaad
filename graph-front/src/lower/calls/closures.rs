//! The closures of `solve` and `map`: their bodies are regions of their own, which read the values of
//! their surroundings and assign none of them.

use std::collections::HashMap;

use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprClosure, ReturnType, Stmt, Token};

use super::map::MAP;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::{compound_operator, without_parentheses};
use crate::lower::report::short_text;
use crate::lower::values::Operand;

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

/// The assignment that a body ends with, and the body as that of a loop.
fn last_assigned(body: &Expr) -> Option<(&Expr, String)> {
    match without_parentheses(body) {
        Expr::Block(e) => match e.block.stmts.last()? {
            Stmt::Expr(last, _) if target_of(last).is_some() => Some((last, print(&e.block))),
            _ => None,
        },
        body => target_of(body).map(|_| (body, format!("{{ {}; }}", print(body)))),
    }
}

/// The target of an assignment.
fn target_of(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Assign(assign) => Some(&assign.left),
        Expr::Binary(e) => compound_operator(&e.op).map(|_| &*e.left),
        _ => None,
    }
}

/// The name of the variable that an assignment changes, or a part of it.
fn assigned_name(assignment: &Expr) -> Option<String> {
    let mut target = target_of(assignment)?;
    while let Expr::Index(e) = target {
        target = &e.expr;
    }
    name_of(target)
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

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The error for a closure of `map` that does nothing but assign variables of its surroundings,
    /// and has no value: it is the body of a loop.
    pub(super) fn assigns_alone(
        &self,
        closure: &ExprClosure,
        arrays: &[Operand<'b, 'e>],
    ) -> Option<Diagnostic> {
        let (assigned, statements) = last_assigned(&closure.body)?;
        let name = assigned_name(assigned).filter(|name| self.has_value_named(name))?;
        let message = format!("the closure of `{MAP}` assigns `{name}`, which is not its own");
        let text = arrays.first().and_then(|array| short_text(array.expr));
        let help = match (arrays, text) {
            ([_], Some(text)) => {
                let pattern = print(closure.inputs.first()?);
                format!("write a loop: `for {pattern} in {text} {statements}`")
            }
            _ => "write a loop, `for i in 0..x.len() { .. }`".into(),
        };
        Some(Diagnostic::new(SourcePlace::of(closure), message).help(help))
    }

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
