//! Variables that hold floats and are indices: each is one error, wherever it is an index again.

use graph_ir::Element;
use syn::{BinOp, Expr, ExprLit, Lit};

use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::grouped;
use crate::lower::variables::{Origin, Stored, Variable};

/// How many operands of an index are looked at.
const MOST_OPERANDS: usize = 16;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports an index that is a variable of floats, or one with integers added to it. Whether it
    /// is one.
    pub(super) fn float_as_index(&mut self, index: &'e Expr) -> bool {
        let Some(expr) = self.only_float(index) else {
            return false;
        };
        let Some(variable) = self.variable_of(expr) else {
            return false;
        };
        let name = variable.name.clone();
        let conversion = self.integer_in_let(variable);
        let operand = self.operand(expr);
        let found = self.describe(&operand.value);
        let message = format!("an index must be an integer, found {found}");
        let help = conversion.unwrap_or_else(|| self.integer_for_index(&operand));
        let diagnostic = Diagnostic::new(operand.place, message);
        let diagnostic = diagnostic.note_if(self.explain(&operand)).help(help);
        let mistake = self.is_index_mistake(&name);
        self.error(diagnostic.showing(Some(mistake)));
        true
    }

    /// The only operand of an index that is no integer, where that is a variable of one float.
    fn only_float(&self, index: &'e Expr) -> Option<&'e Expr> {
        let (mut open, mut found) = (vec![index], None);
        for _ in 0..MOST_OPERANDS {
            let Some(expr) = open.pop().map(without_parentheses) else {
                return found;
            };
            match expr {
                Expr::Binary(e) if keeps_integers(&e.op) => open.extend([&*e.left, &*e.right]),
                Expr::Lit(ExprLit {
                    lit: Lit::Int(_), ..
                }) => {}
                expr => {
                    let variable = self.variable_of(expr)?;
                    if !variable.holds_integers() {
                        let is_first = found.replace(expr).is_none();
                        is_first.then_some(()).filter(|()| holds_float(variable))?;
                    }
                }
            }
        }
        None
    }

    /// The help for a variable whose `let` gives it a float, where it is to be an integer.
    fn integer_in_let(&self, variable: &Variable<'b>) -> Option<String> {
        if !matches!(variable.origin, Origin::Let(_)) {
            return None;
        }
        let name = &variable.name;
        if let Some(start) = self.start_with_integer(variable) {
            return Some(format!("{start}; or convert it: `{name} as usize`"));
        }
        if let Some(start) = self.rounded_start(variable).filter(|_| variable.mutable) {
            return Some(format!("convert its first value: {start}"));
        }
        let first = variable
            .told
            .first
            .as_deref()
            .filter(|_| !variable.mutable)?;
        let converted = format!("{} as usize", grouped(first));
        Some(format!("convert it in its `let`: `{converted}`"))
    }
}

/// Whether a variable holds one number that is a float, as an argument or by its `let`.
fn holds_float(variable: &Variable<'_>) -> bool {
    let is_own = matches!(variable.origin, Origin::Let(_) | Origin::Argument);
    let Stored::Value(value) = &variable.stored else {
        return false;
    };
    let is_number = value.shape().is_some_and(|shape| shape.rank() == 0);
    is_own && is_number && value.element().is_none_or(Element::is_float)
}

/// Whether the value of an operator of integers is a position.
fn keeps_integers(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_))
}
