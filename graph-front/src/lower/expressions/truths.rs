//! Truth values that are compared with numbers.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Value};

impl<'b> Lowerer<'b, '_> {
    /// Reports a truth value that is compared with a number, `k == 1` or `k > 0.5`: it is a
    /// condition itself.
    pub(super) fn compared_truth(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>; 2],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let [left, right] = operands;
        let is_truth = |operand: &Operand<'b, '_>| operand.value.element() == Some(Element::Bool);
        let (truth, number) = match [left, right].map(is_truth) {
            [true, false] => (left, right),
            [false, true] => (right, left),
            _ => return None,
        };
        number.value.shape().filter(|shape| shape.rank() == 0)?;
        let is_one = truth.value.shape()?.rank() == 0;
        // What the comparison says of the numbers that other languages have for `false` and `true`.
        let says = number_of(number.expr).map(|number| {
            [0.0, 1.0].map(|truth_as_number| match is_truth(left) {
                true => holds(op, truth_as_number, number),
                false => holds(op, number, truth_as_number),
            })
        });
        // Of another number a test for equality says nothing: the truth value is to be one.
        let is_equality = matches!(op, ScalarOp::Equal | ScalarOp::NotEqual);
        if is_equality && says.is_none_or(|[of_false, of_true]| of_false == of_true) {
            return None;
        }
        let text = short_text(without_parentheses(truth.expr));
        let negated = text.as_ref().map(|text| format!("!{}", grouped(text)));
        let code = match (says, text, negated) {
            (Some([false, true]), Some(text), _) => Some(format!("`{text}`")),
            (Some([true, false]), _, Some(negated)) => Some(format!("`{negated}`")),
            (_, Some(text), Some(negated)) => {
                Some(format!("`{text}`, and `{negated}` its negation"))
            }
            _ => None,
        };
        let is = match is_one {
            true => "it is a condition itself",
            false => "its elements are conditions themselves",
        };
        let help = match code {
            Some(code) => format!("{is}: {code}"),
            None => is.into(),
        };
        let found = self.describe(&number.value);
        let message = match is_one {
            true => format!("a bool is no number, and is compared with {found}"),
            false => {
                let truths = self.describe(&truth.value);
                format!("{truths} has no numbers, and is compared with {found}")
            }
        };
        let diagnostic = Diagnostic::new(place, message).note_if(self.explain(truth));
        Some(self.error(diagnostic.help(help)))
    }
}

/// The number that a literal is, with its sign.
fn number_of(expr: &Expr) -> Option<f64> {
    match without_parentheses(expr) {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => match without_parentheses(expr) {
            Expr::Lit(literal) => number_of_literal(literal).map(|number| -number),
            _ => None,
        },
        Expr::Lit(literal) => number_of_literal(literal),
        _ => None,
    }
}

fn number_of_literal(literal: &ExprLit) -> Option<f64> {
    match &literal.lit {
        Lit::Int(digits) => digits.base10_parse().ok(),
        Lit::Float(digits) => digits.base10_parse().ok(),
        _ => None,
    }
}

/// Whether a comparison of two numbers holds.
fn holds(op: ScalarOp, left: f64, right: f64) -> bool {
    match op {
        ScalarOp::Less => left < right,
        ScalarOp::LessEqual => left <= right,
        ScalarOp::Greater => left > right,
        ScalarOp::GreaterEqual => left >= right,
        ScalarOp::NotEqual => left != right,
        _ => left == right,
    }
}
