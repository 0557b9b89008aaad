//! Reductions along another axis than the one that is meant.

use graph_ir::Shape;
use syn::{Expr, ExprLit, Lit};

use super::brackets::without;
use super::short_text;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;

impl Lowerer<'_, '_> {
    /// The help for a variable that is reduced along one axis, where the shape that is wanted is
    /// that along another.
    pub(in crate::lower) fn other_axis(
        &self,
        expr: &Expr,
        found: &Shape,
        wanted: &Shape,
    ) -> Option<String> {
        let expr = without_parentheses(expr);
        let (array, args) = match expr {
            Expr::Call(call) => (call.args.first()?, &call.args),
            Expr::MethodCall(call) => (&*call.receiver, &call.args),
            _ => return None,
        };
        let axis: usize = args.iter().find_map(|arg| match arg {
            Expr::Assign(option) if print(&option.left) == "axis" => match &*option.right {
                Expr::Lit(ExprLit {
                    lit: Lit::Int(axis),
                    ..
                }) => axis.base10_parse().ok(),
                _ => None,
            },
            _ => None,
        })?;
        let shape = self.variable_of(array)?.shape()?;
        if axis >= shape.rank() || without(&shape, axis) != *found {
            return None;
        }
        let mut others = (0..shape.rank()).filter(|&own| without(&shape, own) == *wanted);
        let (other, None) = (others.next()?, others.next()) else {
            return None;
        };
        let [own, meant] = [axis, other].map(|axis| format!("axis = {axis}"));
        let text = short_text(expr).filter(|text| text.matches(&own).count() == 1)?;
        Some(format!(
            "along the other axis it is `{}`",
            text.replace(&own, &meant)
        ))
    }
}
