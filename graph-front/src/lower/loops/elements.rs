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
    /// The array whose elements a loop names, as many as these. The elements of a list that is
    /// written out may well be meant as positions.
    pub(super) fn new(expr: &ExprForLoop, count: &Extent) -> Option<Self> {
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
        let is_place = matches!(array, Expr::Path(_) | Expr::Index(_) | Expr::Field(_));
        let array = short_text(array).filter(|_| is_place)?;
        Some(Self { array, positions })
    }
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
        let (name, RunsOver { array, positions }) = (&variable.name, &**over);
        let counted = format!("count positions: `for {name} in {positions}`");
        let is_alone = !matches!(without_parentheses(&index.index), Expr::Tuple(_));
        let is_own = short_text(behind_iterator(&index.expr)).as_ref() == Some(array);
        Some(if is_own && is_alone && is_read {
            format!("`{name}` is the element: write `{name}`, or {counted}")
        } else if is_own || operand.value.shape()?.rank() > 0 {
            format!("`{name}` is an element of `{array}`: {counted}")
        } else {
            format!(
                "`{name}` is an element of `{array}`: {counted}; or convert it: `{name} as usize`"
            )
        })
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
