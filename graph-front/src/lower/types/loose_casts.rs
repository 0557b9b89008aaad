//! `2.0 * t as usize`, in which `as` takes `t` alone: the help has the product in parentheses.

use graph_ir::Element;
use syn::{Expr, ExprCast, ExprLit, Lit};

use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The operators between which and `as` the parentheses may be forgotten.
const OPERATORS: [&str; 5] = ["+", "-", "*", "/", "%"];

impl<'b> Lowerer<'b, '_> {
    /// The help for an operator whose second operand, a float, became an integer before the
    /// operator was applied.
    pub(in crate::lower) fn loose_cast(
        &self,
        label: &str,
        operands: &[Operand<'b, '_>],
    ) -> Option<String> {
        let [left, right] = operands else { return None };
        let Expr::Cast(cast) = right.expr else {
            return None;
        };
        let to = print(&cast.ty);
        let is_meant = OPERATORS.contains(&label)
            && matches!(&*to, "usize" | "i64" | "i32" | "u32" | "u64" | "isize")
            && left.value.element().is_none_or(Element::is_float)
            && !left.value.is_constant_integer()
            && self.takes_float(cast);
        if !is_meant {
            return None;
        }
        let (left, inner) = (short_text(left.expr)?, short_text(&cast.expr)?);
        let whole = format!("({left} {label} {inner}) as {to}");
        let why = format!("`as` binds more tightly than `{label}`");
        Some(match self.wanted {
            "usize" => format!("{why}: write `{whole}`"),
            wanted => format!(
                "{why}: write `{whole}` for an integer, or `({inner} as {to}) as {wanted}` for a float"
            ),
        })
    }

    /// The help for a condition that is to be a number, in which `as` takes the last operand alone:
    /// `s > 0.0 as f64`.
    pub(in crate::lower) fn loose_cast_of_condition(&self, condition: &Expr) -> Option<String> {
        let Expr::Binary(compared) = without_parentheses(condition) else {
            return None;
        };
        let Expr::Cast(cast) = &*compared.right else {
            return None;
        };
        let (op, to) = (print(&compared.op), print(&cast.ty));
        let compares = matches!(&*op, "==" | "!=" | "<" | "<=" | ">" | ">=");
        let is_float = ["f64", "f32"].contains(&&*to) || self.words.element(self.float) == to;
        let (left, inner) = (short_text(&compared.left)?, short_text(&cast.expr)?);
        (compares && is_float).then(|| {
            format!("`as` binds more tightly than `{op}`: write `({left} {op} {inner}) as {to}`")
        })
    }

    /// Whether what is converted is a float, as far as its text says.
    fn takes_float(&self, cast: &ExprCast) -> bool {
        match without_parentheses(&cast.expr) {
            Expr::Lit(ExprLit { lit, .. }) => matches!(lit, Lit::Float(_)),
            Expr::MethodCall(call) => call.method != "len",
            Expr::Call(call) => print(&call.func) != "len",
            Expr::Index(index) => self.is_of_floats(&index.expr),
            inner => self.is_of_floats(inner),
        }
    }

    /// Whether an expression is a variable of floats.
    fn is_of_floats(&self, expr: &Expr) -> bool {
        self.variable_of(expr)
            .is_some_and(|variable| !variable.holds_integers())
    }
}
