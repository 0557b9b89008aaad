//! Operators on the bits of integers, which are arithmetic in other words.

use graph_ir::Element;
use syn::{BinOp, Expr, ExprBinary};

use super::without_parentheses;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Value};

/// How many operands are looked at for operators on bits.
const MOST_OPERANDS: usize = 24;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether `^` stands between bits: between integers of which none is a number as it is written,
    /// or beside another operator on bits.
    pub(super) fn is_of_bits(&mut self, left: &Operand<'b, 'e>, expr: &'e ExprBinary) -> bool {
        if !is_integer(&left.value) {
            return false;
        }
        if [&expr.left, &expr.right].iter().any(|side| has_bits(side)) {
            return true;
        }
        let is_written = |side: &Expr| matches!(without_parentheses(side), Expr::Lit(_));
        let right = self.operand_if_valid(&expr.right);
        right.is_some_and(|right| is_integer(&right.value))
            && !is_written(&expr.left)
            && !is_written(&expr.right)
    }
}

/// The arithmetic that `i & 3`, `i << 3` and `i >> 1` are, as a help; `None` of other operands.
pub(super) fn of_bits(op: &BinOp, operands: &[Operand<'_, '_>]) -> Option<String> {
    let [left, right] = operands else {
        return None;
    };
    let Some(number) = right.value.as_integer() else {
        return by_power(op, left, right);
    };
    if let (BinOp::Shl(_), Some(1), 0..=30) = (op, left.value.as_integer(), number) {
        return Some(format!("write `{}`", 1_i64 << number));
    }
    let (sign, number) = match op {
        BinOp::BitAnd(_) if number > 0 && (number + 1).count_ones() == 1 => ("%", number + 1),
        op => shifted(op, number)?,
    };
    let text = short_text(left.expr).filter(|_| is_integer(&left.value))?;
    Some(format!("write `{} {sign} {number}`", grouped(&text)))
}

/// The arithmetic that a shift by a number of bits is which is known at run time only: one with a
/// power of two.
fn by_power(op: &BinOp, left: &Operand<'_, '_>, right: &Operand<'_, '_>) -> Option<String> {
    let sign = match op {
        BinOp::Shl(_) => "*",
        BinOp::Shr(_) => "/",
        _ => return None,
    };
    if ![left, right].iter().all(|side| is_integer(&side.value)) {
        return None;
    }
    let (text, bits) = (short_text(left.expr)?, short_text(right.expr)?);
    let power = format!("2.0.powi({bits})");
    Some(match (sign, left.value.as_integer()) {
        ("*", Some(1)) => {
            format!("a power of two is `{power}`, and as an integer `{power} as usize`")
        }
        _ => format!("write `{} {sign} ({power} as usize)`", grouped(&text)),
    })
}

/// The assignment that `i <<= 1` and `i >>= 1` are, as a help: of a float, the product or the quotient
/// is meant.
pub(super) fn shift_assigned(
    op: &BinOp,
    expr: &ExprBinary,
    operands: &[Operand<'_, '_>],
) -> Option<String> {
    let [left, right] = operands else {
        return None;
    };
    let (sign, number) = shifted(op, right.value.as_integer()?)?;
    let text = short_text(&expr.left)?;
    match is_integer(&left.value) {
        true => Some(format!("write `{text} {sign}= {number}`")),
        false if left.value.element().is_none_or(Element::is_float) => {
            Some(format!("write `{text} {sign}= {number}.0`"))
        }
        false => None,
    }
}

/// The sign and the number of the arithmetic that a shift is.
fn shifted(op: &BinOp, bits: i64) -> Option<(&'static str, i64)> {
    let sign = match op {
        BinOp::Shl(_) | BinOp::ShlAssign(_) => "*",
        BinOp::Shr(_) | BinOp::ShrAssign(_) => "/",
        _ => return None,
    };
    (0..=30).contains(&bits).then(|| (sign, 1 << bits))
}

/// The arithmetic that `i ^ 1` of an integer is, as a help: its first power is never meant.
pub(super) fn other_parity(left: &Operand<'_, '_>, expr: &ExprBinary) -> Option<String> {
    let is_one = short_text(&expr.right).is_some_and(|text| text == "1");
    let text = short_text(left.expr).filter(|_| is_one && is_integer(&left.value))?;
    let text = grouped(&text);
    Some(format!(
        "whether it is odd is `{text} % 2 == 1`; the other number of a pair, from an even one on, is \
         `{text} + 1 - 2 * ({text} % 2)`"
    ))
}

fn is_integer(value: &Value<'_>) -> bool {
    value.is_constant_integer() || value.element() == Some(Element::I64)
}

/// Whether an expression has an operator on bits, or a number in digits for bits.
fn has_bits(expr: &Expr) -> bool {
    let mut open = vec![expr];
    for _ in 0..MOST_OPERANDS {
        match open.pop().map(without_parentheses) {
            Some(Expr::Binary(e)) => match e.op {
                BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::Shl(_) | BinOp::Shr(_) => return true,
                _ => open.extend([&*e.left, &*e.right]),
            },
            Some(Expr::Lit(literal)) => {
                let text = print(literal);
                if ["0x", "0b", "0o"]
                    .iter()
                    .any(|digits| text.starts_with(digits))
                {
                    return true;
                }
            }
            Some(_) => {}
            None => return false,
        }
    }
    false
}
