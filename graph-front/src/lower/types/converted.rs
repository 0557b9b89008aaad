//! Integers as floats, for help. Of a quotient the numbers are converted and not the quotient, the
//! rest of which is gone.

use syn::{BinOp, Expr, ExprLit, Lit, UnOp};

use super::as_float;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::variables::{Origin, Variable};

/// How deep an expression is followed, which keeps long chains of operators off the stack.
const DEEPEST: usize = 16;

impl<'b> Lowerer<'b, '_> {
    /// The help for an integer, or an array of them, where values of a float type are needed.
    pub(in crate::lower) fn converted(&self, expr: &Expr, float: &str) -> Option<String> {
        let text = short_text(expr)?;
        let whole = || format!("`{} as {float}`", grouped(&text));
        if let Some(quotient) = self.quotient_of_let(expr) {
            let name = &quotient.name;
            return Some(match &quotient.told.start {
                // What has to hold integers elsewhere cannot become a float.
                Some(start) if *text == *name && !quotient.mutable && !self.must_count(name) => {
                    format!(
                        "divide floats in its `let`: `let {name} = {start};`; integers drop the rest of \
                     a quotient"
                    )
                }
                _ => format!(
                    "integers drop the rest of a quotient, as the `let` of `{name}` has one; without \
                     the rest it is {}",
                    whole()
                ),
            });
        }
        Some(match self.quotient_of_floats(expr, float) {
            Some(quotient) => {
                format!("divide floats: `{quotient}`; integers drop the rest of a quotient")
            }
            None => format!("convert it: {}", whole()),
        })
    }

    /// Whether integers dropped the rest of a quotient on the way to a value.
    pub(in crate::lower) fn has_lost_rest(&self, expr: &Expr, float: &str) -> bool {
        self.quotient_of_let(expr).is_some() || self.quotient_of_floats(expr, float).is_some()
    }

    /// The text of an expression of integers that has a quotient, as one of floats.
    pub(in crate::lower) fn quotient_of_floats(&self, expr: &Expr, float: &str) -> Option<String> {
        has_quotient(expr, DEEPEST).then(|| of_floats(expr, float, DEEPEST))?
    }

    /// The variable of integers in an expression whose `let` has a quotient.
    fn quotient_of_let(&self, expr: &Expr) -> Option<&Variable<'b>> {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match without_parentheses(expr) {
                Expr::Binary(e) => open.extend([&*e.left, &*e.right]),
                Expr::Unary(e) => open.push(&e.expr),
                expr => {
                    let variable = self.variable_of(expr);
                    let own = variable.filter(|own| {
                        let first = own.told.start.as_deref().unwrap_or_default();
                        let is_quotient = syn::parse_str::<Expr>(first)
                            .is_ok_and(|first| has_quotient(&first, DEEPEST));
                        is_quotient && own.holds_integers() && matches!(own.origin, Origin::Let(_))
                    });
                    if own.is_some() {
                        return own;
                    }
                }
            }
        }
        None
    }
}

/// Whether arithmetic has a quotient.
fn has_quotient(expr: &Expr, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match without_parentheses(expr) {
        Expr::Binary(e) => {
            matches!(e.op, BinOp::Div(_))
                || has_quotient(&e.left, depth)
                || has_quotient(&e.right, depth)
        }
        Expr::Unary(e) => has_quotient(&e.expr, depth),
        _ => false,
    }
}

/// The text of arithmetic with integers as one with floats.
fn of_floats(expr: &Expr, float: &str, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let of_floats = |expr| of_floats(expr, float, depth);
    Some(match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(_), ..
        }) => as_float(expr),
        Expr::Paren(e) => format!("({})", of_floats(&e.expr)?),
        Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => format!("-{}", of_floats(&e.expr)?),
        Expr::Binary(e) => {
            let op = match e.op {
                BinOp::Add(_) => "+",
                BinOp::Sub(_) => "-",
                BinOp::Mul(_) => "*",
                BinOp::Div(_) => "/",
                BinOp::Rem(_) => "%",
                _ => return None,
            };
            format!("{} {op} {}", of_floats(&e.left)?, of_floats(&e.right)?)
        }
        // Of integers already.
        Expr::Cast(e) => format!("{} as {float}", grouped(&short_text(&e.expr)?)),
        expr => format!("{} as {float}", grouped(&short_text(expr)?)),
    })
}
