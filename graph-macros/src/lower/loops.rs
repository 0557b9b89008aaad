//! `for`: unrolled, over ranges with constant bounds.

use syn::{Expr, ExprForLoop, Pat, RangeLimits};

use super::Lowerer;
use super::scalar::Scalar;
use super::value::{Lowered, Value};
use super::variables::{Origin, Stored, Variable};
use crate::diagnostics::{Diagnostic, Place, unsupported_pattern};

/// How often all loops of a function together may repeat their bodies.
const MAX_ITERATIONS: usize = 1 << 16;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `for i in a..b { .. }`, its body repeated.
    pub(super) fn for_loop(&mut self, expr: &'e ExprForLoop) -> Lowered<'b> {
        let place = Place::between(expr.for_token.span, expr.body.brace_token.span.close());
        let value = match (self.loop_variable(&expr.pat), self.loop_range(&expr.expr)) {
            (Some(name), Some(positions)) => self.repeat_body(expr, name.as_deref(), positions),
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    fn repeat_body(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        positions: Box<dyn Iterator<Item = i64>>,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        for position in positions {
            self.iterations += 1;
            if self.iterations > MAX_ITERATIONS {
                return self.too_many(Place::of(&expr.expr));
            }
            let scope = self.variables.scope();
            if let Some(name) = name {
                self.variables.declare(Variable {
                    name: name.into(),
                    mutable: false,
                    origin: Origin::Loop,
                    declared: None,
                    stored: Stored::Value(Value::Scalar(Scalar::Integer(position))),
                });
            }
            let value = self.block(&expr.body);
            self.variables.leave(scope);
            if !matches!(value, Value::Unit | Value::Poison) {
                let found = self.describe(&value);
                let message = format!("the body of a `for` has no value, found {found}");
                let place = expr
                    .body
                    .stmts
                    .last()
                    .map_or_else(|| Place::token(expr.for_token.span), Place::of);
                return self.error(Diagnostic::new(place, message).help("end it with `;`"));
            }
            // The next repetition would report the same errors again.
            if self.names.diagnostics.len() > before {
                return Value::Poison;
            }
        }
        Value::Unit
    }

    fn loop_variable(&mut self, pattern: &Pat) -> Option<Option<String>> {
        match pattern {
            Pat::Wild(_) => Some(None),
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() && p.mutability.is_none() => {
                Some(Some(p.ident.to_string()))
            }
            Pat::Paren(p) => self.loop_variable(&p.pat),
            other => {
                self.error(unsupported_pattern(other));
                None
            }
        }
    }

    /// The positions that a loop runs over: a range with constant bounds, perhaps reversed or
    /// with a step.
    fn loop_range(&mut self, expr: &'e Expr) -> Option<Box<dyn Iterator<Item = i64>>> {
        match expr {
            Expr::Paren(e) => self.loop_range(&e.expr),
            Expr::Group(e) => self.loop_range(&e.expr),
            Expr::MethodCall(e) if e.method == "rev" && e.args.is_empty() => {
                let positions = self.loop_range(&e.receiver)?;
                let mut all: Vec<i64> = positions.take(MAX_ITERATIONS + 1).collect();
                all.reverse();
                Some(Box::new(all.into_iter()))
            }
            Expr::MethodCall(e) if e.method == "step_by" && e.args.len() == 1 => {
                let positions = self.loop_range(&e.receiver);
                let step = self.constant_index(e.args.first()?, "the step of a loop")?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => Some(Box::new(positions?.step_by(step))),
                    _ => {
                        let place = Place::of(&e.args);
                        self.error(Diagnostic::new(
                            place,
                            "the step of a loop must be positive",
                        ));
                        None
                    }
                }
            }
            Expr::Range(e) => {
                let bound = |lowerer: &mut Self, bound: &'e Option<Box<Expr>>| match bound {
                    Some(bound) => lowerer.constant_index(bound, "the bounds of a loop"),
                    None => {
                        let message = "the range of a loop needs both bounds";
                        lowerer.error(Diagnostic::new(Place::of(expr), message));
                        None
                    }
                };
                let start = bound(self, &e.start);
                let end = bound(self, &e.end)?;
                let start = start?;
                let end = match e.limits {
                    RangeLimits::HalfOpen(_) => end,
                    RangeLimits::Closed(_) => end.saturating_add(1),
                };
                let count = end.saturating_sub(start);
                if usize::try_from(count).is_ok_and(|count| count > MAX_ITERATIONS) {
                    self.too_many(Place::of(expr));
                    return None;
                }
                Some(Box::new(start..end))
            }
            other => {
                let message = "a loop of the language runs over a range with constant bounds";
                let help = "write `for i in 0..n { .. }` and index with `i`";
                self.error(Diagnostic::new(Place::of(other), message).help(help));
                None
            }
        }
    }

    fn too_many(&mut self, place: Place) -> Value<'b> {
        let message = format!(
            "loops are unrolled, and this function's repeat more than {MAX_ITERATIONS} times"
        );
        self.error(
            Diagnostic::new(place, message)
                .help("compute with whole arrays: `sum(x * y)` instead of a loop over elements"),
        )
    }
}
