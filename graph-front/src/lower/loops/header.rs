//! The header of a loop: its variable and its range.

use syn::{Expr, Pat, RangeLimits};

use crate::diagnostics::{Diagnostic, SourcePlace, unsupported_pattern};
use crate::lower::Lowerer;
use crate::lower::values::Range;

impl<'e> Lowerer<'_, 'e> {
    /// The name of the variable, if any; `None` for other patterns, which are reported.
    pub(super) fn loop_variable(&mut self, pattern: &Pat) -> Option<Option<String>> {
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

    /// The values of the loop variable: a range with constant bounds, possibly reversed or with a
    /// step.
    pub(super) fn loop_range(&mut self, expr: &'e Expr) -> Option<Range> {
        match expr {
            Expr::Paren(e) => self.loop_range(&e.expr),
            Expr::Group(e) => self.loop_range(&e.expr),
            Expr::MethodCall(e) if e.method == "rev" && e.args.is_empty() => {
                self.loop_range(&e.receiver).map(Range::reversed)
            }
            Expr::MethodCall(e) if e.method == "step_by" && e.args.len() == 1 => {
                let range = self.loop_range(&e.receiver);
                let step = self.constant_index(e.args.first()?, "the step of a loop")?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => range.map(|range| range.step_by(step)),
                    _ => {
                        let place = SourcePlace::of(&e.args);
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
                        lowerer.error(Diagnostic::new(SourcePlace::of(expr), message));
                        None
                    }
                };
                let start = bound(self, &e.start);
                let end = bound(self, &e.end)?;
                let start = start?;
                let closed = matches!(e.limits, RangeLimits::Closed(_));
                let count = i128::from(end) - i128::from(start) + i128::from(closed);
                let Ok(count) = i64::try_from(count.max(0)) else {
                    self.too_many(SourcePlace::of(expr));
                    return None;
                };
                Some(Range {
                    start,
                    step: 1,
                    count: usize::try_from(count).unwrap_or(usize::MAX),
                })
            }
            other => {
                let message = "a loop of the language runs over a range with constant bounds";
                let help = "write `for i in 0..n { .. }` and index with `i`";
                self.error(Diagnostic::new(SourcePlace::of(other), message).help(help));
                None
            }
        }
    }
}
