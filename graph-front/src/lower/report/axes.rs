//! Reductions along another axis than the one that is meant.

use graph_ir::{Shape, Type};
use syn::{Expr, ExprLit, Lit};

use super::brackets::without;
use super::short_text;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;

/// How many operands are looked at for a reduction in them.
const MOST_OPERANDS: usize = 32;

impl Lowerer<'_, '_> {
    /// The help for an array that is reduced along one axis, where the shape that is wanted is that
    /// along another.
    pub(in crate::lower) fn other_axis(
        &self,
        expr: &Expr,
        found: &Shape,
        wanted: &Type,
    ) -> Option<String> {
        let expr = without_parentheses(expr);
        let (array, axis) = reduction(expr)?;
        let variable = || self.variable_of(array)?.shape();
        let shape = variable().or_else(|| self.reduced.get(&(&raw const *array)).cloned())?;
        if axis >= shape.rank() || without(&shape, axis) != *found {
            return None;
        }
        let mut others = (0..shape.rank()).filter(|&own| without(&shape, own) == wanted.shape);
        let (other, None) = (others.next()?, others.next()) else {
            return None;
        };
        let along = format!("along axis {other} it is {}", self.words.ty(wanted));
        let [own, meant] = [axis, other].map(|axis| format!("axis = {axis}"));
        Some(match short_text(expr) {
            Some(text) if text.matches(&own).count() == 1 => {
                format!("{along}: `{}`", text.replace(&own, &meant))
            }
            _ => along,
        })
    }

    /// The help of [`Self::other_axis`] for an operand, or for the part that gives it its shape.
    pub(super) fn other_axis_within(
        &self,
        expr: &Expr,
        found: &Shape,
        wanted: &Type,
    ) -> Option<String> {
        let mut open = vec![expr];
        for _ in 0..MOST_OPERANDS {
            let own = without_parentheses(open.pop()?);
            if let Some(help) = self.other_axis(own, found, wanted) {
                return Some(help);
            }
            match own {
                Expr::Binary(e) => open.extend([&*e.left, &*e.right]),
                Expr::Unary(e) => open.push(&e.expr),
                Expr::MethodCall(e) => open.push(&e.receiver),
                Expr::Call(e) => open.extend(&e.args),
                _ => {}
            }
        }
        None
    }
}

/// The array and the written axis of a call that may reduce along one.
fn reduction(expr: &Expr) -> Option<(&Expr, usize)> {
    let (array, args) = match expr {
        Expr::Call(call) => (call.args.first()?, &call.args),
        Expr::MethodCall(call) => (&*call.receiver, &call.args),
        _ => return None,
    };
    let axis = args.iter().find_map(|arg| match arg {
        Expr::Assign(option) if print(&option.left) == "axis" => match &*option.right {
            Expr::Lit(ExprLit {
                lit: Lit::Int(axis),
                ..
            }) => axis.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    })?;
    Some((array, axis))
}
