//! Help for the elements of an array that a loop runs over, where they stand in the place of their
//! positions: `for i in x { s += x[i]; }`.

use graph_ir::types::Extent;
use syn::{Expr, ExprForLoop, ExprIndex, ExprMethodCall, Pat};

use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::lower::variables::{Origin, RunsOver};

impl RunsOver {
    /// The array whose elements a loop names, as many as these, by their variable alone. The
    /// elements of a list that is written out may well be meant as positions.
    pub(super) fn elements(expr: &ExprForLoop, count: &Extent) -> Option<Self> {
        let Pat::Ident(_) = *expr.pat else {
            return None;
        };
        let (array, positions) = match behind_iterator(&expr.expr) {
            Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => (
                behind_iterator(&call.receiver),
                format!("(0..{count}).rev()"),
            ),
            array => (array, format!("0..{count}")),
        };
        let array = text_of_place(array)?;
        Some(Self::Elements { array, positions })
    }

    /// The array whose elements a loop names beside their positions, which this variable has.
    pub(super) fn numbered(expr: &ExprForLoop, position: String) -> Self {
        let array = text_of_place(behind_numbers(&expr.expr));
        Self::Numbered { array, position }
    }
}

/// The text of an array that is a variable, or a part of one.
fn text_of_place(array: &Expr) -> Option<String> {
    let is_place = matches!(array, Expr::Path(_) | Expr::Index(_) | Expr::Field(_));
    short_text(array).filter(|_| is_place)
}

impl<'b> Lowerer<'b, '_> {
    /// The help for an element of an array that a loop runs over, as the index of an array that is
    /// read or assigned.
    pub(in crate::lower) fn element_as_index(
        &self,
        operand: &Operand<'b, '_>,
        index: &ExprIndex,
        is_read: bool,
    ) -> Option<String> {
        let variable = self.variable_of(operand.expr)?;
        let Origin::Item(_, Some(over)) = &variable.origin else {
            return None;
        };
        let name = &variable.name;
        let is_alone = !matches!(without_parentheses(&index.index), Expr::Tuple(_));
        let indexed = short_text(behind_iterator(&index.expr));
        let (is_own, element, counted) = match &**over {
            RunsOver::Elements { array, positions } => (
                indexed.as_ref() == Some(array),
                format!("`{name}` is an element of `{array}`: "),
                format!("count positions: `for {name} in {positions}`"),
            ),
            RunsOver::Numbered { array, position } => (
                array.is_some() && indexed == *array,
                format!("`{position}` is the position of `{name}`: "),
                match (is_alone, short_text(&index.expr)) {
                    (true, Some(indexed)) => format!("write `{indexed}[{position}]`"),
                    _ => format!("write `{position}`"),
                },
            ),
        };
        Some(if is_own && is_alone && is_read {
            match &**over {
                RunsOver::Elements { .. } => {
                    format!("`{name}` is the element: write `{name}`, or {counted}")
                }
                RunsOver::Numbered { position, .. } => format!(
                    "`{name}` is the element at position `{position}`: write `{name}`, or `{}[{position}]`",
                    indexed.unwrap_or_default()
                ),
            }
        } else if is_own || operand.value.shape()?.rank() > 0 {
            format!("{element}{counted}")
        } else {
            format!("{element}{counted}; or convert it: `{name} as usize`")
        })
    }
}

/// An array without the methods that number its elements, or leave some of them out.
fn behind_numbers(mut expr: &Expr) -> &Expr {
    const METHODS: [&str; 5] = ["enumerate", "rev", "skip", "step_by", "take"];
    loop {
        expr = match behind_iterator(expr) {
            Expr::MethodCall(call) if METHODS.iter().any(|name| call.method == name) => {
                &call.receiver
            }
            expr => return expr,
        };
    }
}

/// An array without what makes an iterator of its elements.
fn behind_iterator(mut expr: &Expr) -> &Expr {
    loop {
        expr = match without_parentheses(expr) {
            Expr::Reference(reference) => &reference.expr,
            Expr::MethodCall(call) if call.args.is_empty() && is_iterator(call) => &call.receiver,
            expr => return expr,
        };
    }
}

/// Whether a call yields the elements of an array in their order.
fn is_iterator(call: &ExprMethodCall) -> bool {
    ["iter", "into_iter", "copied", "cloned"]
        .iter()
        .any(|name| call.method == name)
}
