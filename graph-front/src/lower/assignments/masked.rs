//! Assignments to the elements for which a condition holds, as numpy has them: `y[y < 0.0] = 0.0`.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use syn::{BinOp, Expr, ExprIndex, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::variables::Variable;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether the target is an array at the elements of a condition, which is reported.
    pub(super) fn masked(
        &mut self,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: &'e Expr,
    ) -> bool {
        let Expr::Index(ExprIndex { expr, index, .. }) = target else {
            return false;
        };
        let rank = self.variable_of(expr).and_then(Variable::shape);
        if !is_condition(index) || rank.is_none_or(|shape| shape.rank() == 0) {
            return false;
        }
        let condition = self.operand(index);
        if condition.value.is_poison() {
            return true;
        }
        let is_array = condition
            .value
            .shape()
            .is_some_and(|shape| shape.rank() > 0);
        if !is_array || condition.value.element() != Some(Element::Bool) {
            return false;
        }
        let found = self.describe(&condition.value);
        let message = format!("an index must be an integer, found {found}");
        let (name, mask) = (print(expr), print(index));
        // The elements of another array at the same places are those of all of it.
        let (new, is_masked) = match value {
            Expr::Index(value) if print(&value.index) == mask => (short_text(&value.expr), true),
            value => (short_text(value), false),
        };
        if !is_masked {
            self.operand(value);
        }
        let new = new.and_then(|new| match op {
            None => Some(new),
            Some(op) => Some(format!("{name} {} {}", op.symbol()?, grouped(&new))),
        });
        let help = new.map(|new| format!("write `{name} = select({mask}, {new}, {name});`"));
        let note = self.explain(&condition);
        let diagnostic = Diagnostic::new(SourcePlace::of(&**index), message);
        self.error(diagnostic.note_if(note).help_if(help));
        true
    }
}

/// Whether an expression is a condition by its operator.
fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_condition(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
        Expr::Binary(binary) => matches!(
            binary.op,
            BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::And(_)
                | BinOp::Or(_)
        ),
        _ => false,
    }
}
