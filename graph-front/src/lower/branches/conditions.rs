//! Conditions that are not one bool: what to write in place of a number, and of an array.

use graph_ir::Element;
use syn::{Block, Expr, ExprIf, Lit, Stmt};

use super::equality::of_equal_arrays;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The construct that a condition belongs to.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Conditional<'e> {
    If(&'e ExprIf),
    While,
    /// A side of `&&` or `||`.
    Side,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The error for a condition that is not one bool.
    pub(in crate::lower) fn no_condition(
        &mut self,
        condition: &Operand<'b, 'e>,
        of: Conditional<'e>,
    ) -> Diagnostic {
        let found = self.describe(&condition.value);
        let word = match of {
            Conditional::If(_) | Conditional::Side => "if",
            Conditional::While => "while",
        };
        let message = format!("the condition of `{word}` must be one bool, found {found}");
        let rank = condition.value.shape().map(|shape| shape.rank());
        let is_array = rank.is_some_and(|rank| rank > 0);
        // A number whose type is open is a float.
        let open = rank.map(|_| self.float);
        let help = match condition.value.element().or(open) {
            Some(Element::Bool) => Some(self.help_for_mask(condition, of)),
            Some(_) if is_array => {
                let help =
                    "compare one number: an element of the array, or its `sum`, `min` or `max`";
                Some(help.into())
            }
            Some(element) => help_for_number(condition.expr, element, of),
            None => None,
        };
        Diagnostic::new(condition.place, message).help_if(help)
    }

    /// The help for an array of bools: a choice of each element, where both sides fit, and else one
    /// bool for all of them.
    fn help_for_mask(&mut self, mask: &Operand<'b, 'e>, of: Conditional<'e>) -> String {
        if let Some(equal) = of_equal_arrays(mask.expr) {
            return equal;
        }
        let text = short_text(mask.expr);
        if let Conditional::If(expr) = of
            && let Some(text) = &text
            && let Some(sides) = self.sides_of_shape(mask, expr)
        {
            let [then, otherwise] = sides;
            return format!(
                "to choose element by element write `select({text}, {then}, {otherwise})`"
            );
        }
        let (before, text) = match text {
            Some(text) => (String::new(), text),
            None => {
                let name = self.unused_names(1).remove(0);
                (format!("name it, `let {name} = ..;`: "), name)
            }
        };
        format!(
            "{before}it is a bool for each element; whether all are true is \
             `min(select({text}, 1.0, 0.0)) > 0.5`, and whether any is, \
             `max(select({text}, 1.0, 0.0)) > 0.5`"
        )
    }

    /// Both sides of an `if`, where they are values of which each element is chosen by a mask.
    fn sides_of_shape(&mut self, mask: &Operand<'b, 'e>, expr: &'e ExprIf) -> Option<[String; 2]> {
        let sides = values(expr)?;
        let shape = mask.value.shape()?;
        let mut is_array = false;
        for side in sides {
            let side = self.operand_if_valid(side)?.value.shape()?;
            is_array |= side == shape;
            if side.rank() > 0 && side != shape {
                return None;
            }
        }
        let [then, otherwise] = sides.map(short_text);
        is_array.then_some([then?, otherwise?])
    }
}

/// The help for a number in the place of a bool.
fn help_for_number(expr: &Expr, element: Element, of: Conditional<'_>) -> Option<String> {
    let text = short_text(expr)?;
    if let Expr::Lit(literal) = without_parentheses(expr) {
        let is_true = match &literal.lit {
            Lit::Int(number) => number.base10_digits() != "0",
            Lit::Float(number) => number.base10_parse::<f64>().ok()? != 0.0,
            _ => return None,
        };
        return Some(format!("write `{is_true}`"));
    }
    Some(match (element, of) {
        (Element::I64, _) => format!("compare: `{text} != 0`"),
        // A number that is computed is seldom zero exactly, at which the loop would end.
        (_, Conditional::While) => format!("compare: `{text} > 0.0`"),
        (_, Conditional::If(_) | Conditional::Side) => format!("compare: `{text} != 0.0`"),
    })
}

/// The values of both sides, where these are nothing else.
fn values(expr: &ExprIf) -> Option<[&Expr; 2]> {
    fn only(block: &Block) -> Option<&Expr> {
        match &block.stmts[..] {
            [Stmt::Expr(value, None)] => Some(value),
            _ => None,
        }
    }
    match &*expr.else_branch.as_ref()?.1 {
        Expr::Block(otherwise) => Some([only(&expr.then_branch)?, only(&otherwise.block)?]),
        _ => None,
    }
}
