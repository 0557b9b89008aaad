//! How often a `while` or `loop` repeats at most, which is the end of the range of the `for` that it
//! is here.

use syn::{Expr, ExprForLoop};

use super::backwards::is_literal;
use crate::diagnostics::{Diagnostic, print};
use crate::lower::Lowerer;
use crate::parse::LIMITED;

const WRITTEN: &str = "write the most repetitions that there may be, behind which the loop ends: \
                       `#[limit(..)]`";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether the limit of a loop is a number of repetitions; a wrong one is reported. A loop with
    /// a range of its own has none.
    pub(super) fn expect_limit(&mut self, expr: &'e ExprForLoop) -> bool {
        let limit = match &*expr.expr {
            Expr::Range(range) if expr.attrs.iter().any(|a| a.path().is_ident(LIMITED)) => {
                &range.end
            }
            _ => return true,
        };
        let Some(limit) = limit else { return true };
        let operand = self.integer_operand(limit);
        if operand.value.is_poison() {
            return false;
        }
        let text = print(limit);
        let diagnostic = match operand.value.as_extent() {
            Some(extent) => {
                let number = extent.known_integer();
                let none = number.is_some_and(|n| n < 0 || n == 0 && is_literal(limit));
                if !none {
                    return true;
                }
                let message = match number {
                    Some(0) => "a loop that repeats at most 0 times never runs".into(),
                    _ => format!("the limit of a loop is below zero: {extent}"),
                };
                Diagnostic::new(operand.place, message).help(WRITTEN)
            }
            None => {
                let found = self.describe(&operand.value);
                if operand.value.is_one_integer() {
                    let message = format!(
                        "the limit of a loop is constant, and `{text}` is known only at run time"
                    );
                    let count = self.unused_name(&["k", "n", "count", "steps"]);
                    let written = match self.upper(limit) {
                        Some(most) => format!("write `#[limit({most})]`"),
                        None => WRITTEN.into(),
                    };
                    let help = format!(
                        "{written}, and leave the loop after fewer: `let mut {count} = 0;` before \
                         it, and `if {count} >= {text} {{ break; }} {count} += 1;` first in its body"
                    );
                    let note = self.explain(&operand);
                    Diagnostic::new(operand.place, message)
                        .note_if(note)
                        .help(help)
                } else {
                    let message =
                        format!("the limit of a loop is a constant integer, found {found}");
                    Diagnostic::new(operand.place, message).help(WRITTEN)
                }
            }
        };
        self.error(diagnostic);
        false
    }

    /// The first of some names that no variable has.
    pub(in crate::lower) fn unused_name(&self, names: &[&'static str]) -> &'static str {
        let mut unused = names
            .iter()
            .filter(|name| self.variables.find(name).is_none());
        unused.next().copied().unwrap_or("counter")
    }
}
