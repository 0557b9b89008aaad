//! `if`, and its conditions.
//!
//! A condition that is known during expansion (for example, on the variable of an unrolled loop)
//! selects its side at once. Any other condition makes a branch: `sides` lowers both sides as
//! regions, and `join` merges their values. `conditions` has the errors of those that are not one
//! bool, and `equality` helps where arrays are compared as wholes.

mod conditions;
mod equality;
mod join;
mod sides;

use graph_ir::{Element, Type};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprIf, ExprUnary, UnOp};

pub(in crate::lower) use conditions::Conditional;

use super::Lowerer;
use super::calls::PRINT;
use super::report::short_text;
use super::values::{Lowered, Operand, Scalar, Value};
use super::variables::{Mark, Stored};
use crate::diagnostics::{Diagnostic, SourcePlace, position_of, unsupported_expression};
use crate::tokens::mentions;

/// The types and functions that make integers of floats.
const MAKES_INTEGERS: [&str; 5] = ["usize", "i64", "argmax", "argmin", "argsort"];

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `if .. { .. } else { .. }`.
    pub(super) fn if_expression(&mut self, expr: &'e ExprIf) -> Lowered<'b> {
        let place = SourcePlace::token(expr.if_token.span).to(match &expr.else_branch {
            Some((_, otherwise)) => end_of(otherwise),
            None => SourcePlace::token(expr.then_branch.brace_token.span.close()),
        });
        let condition = match &*expr.cond {
            Expr::Let(_) => self.error(unsupported_expression(&expr.cond)),
            cond if let Some(error) = assigned_condition(cond) => self.error(error),
            cond => {
                let condition = self.operand(cond);
                self.condition(condition, Conditional::If(expr))
            }
        };
        let value = match condition {
            Value::Scalar(Scalar::Truth(true)) => {
                if let Some((_, otherwise)) = &expr.else_branch {
                    self.unreached(|lowerer| drop(lowerer.expression(otherwise)));
                }
                self.block(&expr.then_branch)
            }
            Value::Scalar(Scalar::Truth(false)) => {
                self.unreached(|lowerer| drop(lowerer.block(&expr.then_branch)));
                match &expr.else_branch {
                    Some((_, otherwise)) => self.expression(otherwise).value,
                    None => Value::Unit,
                }
            }
            Value::Tensor(condition) => {
                let guards = self.is_guard(&expr.cond);
                self.loops.guarded += usize::from(guards);
                let value = self.branch(condition.wire, expr, place);
                self.loops.guarded -= usize::from(guards);
                value
            }
            _ => self.poisoned_branch(expr),
        };
        Lowered { value, place }
    }

    /// A condition: one truth value, perhaps of an `if`.
    fn condition(&mut self, condition: Operand<'b, 'e>, of: Conditional<'e>) -> Value<'b> {
        match &condition.value {
            Value::Poison | Value::Scalar(Scalar::Truth(_)) => return condition.value,
            Value::Tensor(tensor) if *tensor.ty == Type::scalar(Element::Bool) => {
                return condition.value;
            }
            _ => {}
        }
        let error = self.no_condition(&condition, of);
        self.error(error)
    }

    /// Both sides, for the errors in them.
    fn poisoned_branch(&mut self, expr: &'e ExprIf) -> Value<'b> {
        let mark = self.variables.enter_branch();
        let scope = self.variables.scope();
        if let Expr::Let(condition) = &*expr.cond {
            self.bind_nothing(&condition.pat, condition.let_token.span);
        }
        let then = self.block(&expr.then_branch);
        self.variables.leave(scope);
        self.poison_touched(mark);
        if let Some((_, otherwise)) = &expr.else_branch {
            let mark = self.variables.enter_branch();
            self.expression(otherwise);
            self.poison_touched(mark);
            return Value::Poison;
        }
        match then {
            Value::Unit => Value::Unit,
            _ => Value::Poison,
        }
    }

    fn poison_touched(&mut self, mark: Mark) {
        let touched = self.variables.touched(mark);
        self.variables.undo_branch(mark);
        let elements = touched.slots.into_iter().map(|(id, _)| id);
        for id in touched.whole.into_iter().chain(elements) {
            self.variables.assign(id, Value::Poison);
        }
    }

    /// Whether a condition would be known if the loops around were unrolled: errors in its side
    /// then do not count where that side is not taken.
    fn is_guard(&self, condition: &Expr) -> bool {
        let in_loop = !self.loops.open.is_empty();
        in_loop
            && mentions(condition, |name| {
                let counts = |id| {
                    let variable = self.variables.get(id);
                    match &variable.stored {
                        Stored::Value(value) if value.moves() => true,
                        Stored::Value(Value::Tensor(tensor)) => {
                            variable.mutable && !tensor.ty.is_float()
                        }
                        _ => false,
                    }
                };
                let id = self.variables.find(name);
                id.is_some_and(|id| self.variables.holders(id).into_iter().any(counts))
            })
    }

    /// Whether computing the expression could fail or have an effect: where an integer, which may
    /// be an index or a divisor, is computed at run time, or something is printed.
    pub(super) fn may_fail(&self, expr: &Expr) -> bool {
        mentions(expr, |name| {
            // It is not known yet what its body does for the lengths of this call.
            if self.names.templates.contains_key(name) {
                return true;
            }
            // It changes variables.
            if !self.states_of(name).is_empty() {
                return true;
            }
            let prints = match self.names.functions.get(name) {
                Some(callee) => callee.graph.as_ref().is_some_and(|f| f.graph.has_effects()),
                None => name == PRINT,
            };
            if prints || MAKES_INTEGERS.contains(&name) {
                return true;
            }
            let is_index = |id| match &self.variables.get(id).stored {
                Stored::Value(Value::Tensor(tensor)) => tensor.ty.element == Element::I64,
                Stored::Value(value) if value.moves() => true,
                _ => false,
            };
            let id = self.variables.find(name);
            id.is_some_and(|id| self.variables.holders(id).into_iter().any(is_index))
        })
    }
}

fn end_of(otherwise: &Expr) -> SourcePlace {
    let mut last = otherwise;
    loop {
        match last {
            Expr::If(e) => match &e.else_branch {
                Some((_, next)) => last = next,
                None => return SourcePlace::token(e.then_branch.brace_token.span.close()),
            },
            Expr::Block(e) => return SourcePlace::token(e.block.brace_token.span.close()),
            other => return SourcePlace::token(other.span()),
        }
    }
}

/// The error for a condition that assigns: `=` may be meant for `==`, and `=!` and `/=` for `!=`.
fn assigned_condition(condition: &Expr) -> Option<Diagnostic> {
    let (left, sign, right) = match condition {
        Expr::Assign(e) => (&e.left, SourcePlace::token(e.eq_token.span), &e.right),
        Expr::Binary(e) => match &e.op {
            BinOp::DivAssign(op) => (&e.left, SourcePlace::of(op), &e.right),
            _ => return None,
        },
        _ => return None,
    };
    let (sign, text, own, right) = match (condition, &**right) {
        (Expr::Binary(_), right) => (sign, "/=", "!=", right),
        (
            _,
            Expr::Unary(ExprUnary {
                op: UnOp::Not(not),
                expr,
                ..
            }),
        ) if position_of(sign.end()).map(|(line, column)| (line, column + 1))
            == position_of(not.span) =>
        {
            (sign.to(SourcePlace::token(not.span)), "=!", "!=", &**expr)
        }
        (_, right) => (sign, "=", "==", right),
    };
    let compared = short_text(left).zip(short_text(right));
    let (left, right) = compared.unwrap_or_else(|| ("a".into(), "b".into()));
    let message = format!("`{text}` assigns, and does not compare");
    Some(Diagnostic::new(sign, message).help(format!("write `{left} {own} {right}`")))
}
