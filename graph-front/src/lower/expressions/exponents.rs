//! Numbers of which nothing stands between the point and the exponent, as C and Python have them,
//! `1.e-3`: Rust reads a field of an integer.

use syn::{BinOp, Expr, ExprLit, Lit, Member};

use super::leftmost;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::{Lowered, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A number with such an exponent, which is taken off the spine and reported.
    pub(super) fn exponent_behind_point(
        &mut self,
        base: &Expr,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let (Expr::Lit(number), Some(Expr::Field(field))) = (base, spine.last()) else {
            return None;
        };
        let (Lit::Int(whole), Member::Named(name)) = (&number.lit, &field.member) else {
            return None;
        };
        let text = name.to_string();
        let exponent = text.strip_prefix(['e', 'E'])?;
        if !exponent.chars().all(|c| c.is_ascii_digit() || c == '_') || !whole.suffix().is_empty() {
            return None;
        }
        spine.pop();
        let exponent = match exponent.is_empty() {
            true => spine.last().and_then(|outer| signed_exponent(outer)),
            false => Some(exponent.into()),
        };
        if exponent.is_some() && text.len() == 1 {
            // What is no difference has no operands.
            spine.pop();
        }
        let help = match exponent {
            Some(exponent) => format!("write `{}.0e{exponent}`", whole.base10_digits()),
            None => "write a digit between the point and the exponent, as in `1.0e-3`".into(),
        };
        let place = SourcePlace::of(base).to(SourcePlace::token(name.span()));
        let message = format!(
            "`{}.{text}` is a field of an integer",
            whole.base10_digits()
        );
        self.error(Diagnostic::new(place, message).help(help));
        Some(Lowered {
            value: Value::Poison,
            place,
        })
    }
}

/// The exponent with its sign, which the parser takes for an operator.
fn signed_exponent(outer: &Expr) -> Option<String> {
    let Expr::Binary(binary) = outer else {
        return None;
    };
    let sign = match binary.op {
        BinOp::Sub(_) => "-",
        BinOp::Add(_) => "",
        _ => return None,
    };
    let mut right = &*binary.right;
    while let Some(first) = leftmost(right) {
        right = first;
    }
    match right {
        Expr::Lit(ExprLit {
            lit: Lit::Int(digits),
            ..
        }) => Some(format!("{sign}{digits}")),
        _ => None,
    }
}
