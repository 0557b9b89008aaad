//! Arguments that a function takes elsewhere and not here: the base of `ln(x, 2.0)`, the weights of
//! `mean(x, w)`. Their help has all of them, because a call without them is another function.

use graph_ir::ops::ScalarOp;
use syn::Expr;

use super::builtins::Builtin;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::values::Operand;

/// The help for one argument more than a function takes, where it means something elsewhere.
pub(super) fn surplus(
    name: &str,
    builtin: Builtin,
    operands: &[Operand<'_, '_>],
) -> Option<String> {
    let text = |operand: &Operand<'_, '_>| match operand.value.is_constant_integer() {
        true => Some(as_float(operand.expr)),
        false => short_text(operand.expr),
    };
    let texts: Vec<String> = operands.iter().map(text).collect::<Option<_>>()?;
    let rank = |at: usize| operands[at].value.shape().map(|shape| shape.rank());
    Some(match (builtin, name, &texts[..]) {
        (Builtin::Scalar(ScalarOp::Ln), _, [x, base]) => {
            format!("a logarithm to another base is `ln({x}) / ln({base})`")
        }
        (Builtin::Scalar(ScalarOp::Sqrt), _, [x, order]) => format!(
            "another root is `{}.powf(1.0 / {})`",
            grouped(x),
            grouped(order)
        ),
        (Builtin::Scalar(ScalarOp::Hypot), _, [_, _, ..]) => {
            format!("of more numbers it is `norm([{}])`", texts.join(", "))
        }
        (_, "mean", numbers) if (0..numbers.len()).all(|at| rank(at) == Some(0)) => format!(
            "of numbers it is `({}) / {}.0`",
            numbers.join(" + "),
            numbers.len()
        ),
        (_, "mean", [x, weights]) if rank(0) == rank(1) => format!(
            "with weights it is `sum({} * {}) / sum({weights})`",
            grouped(weights),
            grouped(x)
        ),
        (
            Builtin::Reduce(_, None) | Builtin::Composite(_),
            "log_sum_exp" | "sum" | "prod",
            numbers,
        ) if (0..numbers.len()).all(|at| rank(at) == Some(0))
            && !operands.iter().any(|own| own.value.is_constant_integer()) =>
        {
            format!("of numbers it is `{name}([{}])`", numbers.join(", "))
        }
        (Builtin::Matmul, _, [a, b, others @ ..]) => {
            let product = others
                .iter()
                .fold(format!("matmul({a}, {b})"), |product, next| {
                    format!("matmul({product}, {next})")
                });
            format!("a product has two factors: `{product}`")
        }
        // Bounds, or a mean and a deviation, which numpy and Rust's crates have there.
        (Builtin::Uniform, _, [_, low, high]) => {
            let key = short_text(operands[0].expr)?;
            let (from, to) = (grouped(low), grouped(high));
            format!("between two numbers it is `{from} + ({to} - {from}) * uniform({key})`")
        }
        (Builtin::Normal, _, [_, mean, deviation]) => format!(
            "of another mean and deviation it is `{} + {} * normal({})`",
            grouped(mean),
            grouped(deviation),
            short_text(operands[0].expr)?
        ),
        _ => return None,
    })
}

/// The help for a range where a function takes both ends of it: `x.clamp(0.0..1.0)`.
pub(super) fn bounds_apart(
    name: &str,
    operands: &[Operand<'_, '_>],
    is_method: bool,
) -> Option<String> {
    let (range, others) = operands.split_last()?;
    let Expr::Range(range) = range.expr else {
        return None;
    };
    let (start, end) = (range.start.as_deref()?, range.end.as_deref()?);
    let others = others.iter().map(|operand| operand.expr);
    let texts = others.chain([start, end]).map(short_text);
    let texts: Vec<String> = texts.collect::<Option<_>>()?;
    Some(match (is_method, &texts[..]) {
        (true, [receiver, arguments @ ..]) => {
            format!(
                "write `{}.{name}({})`",
                grouped(receiver),
                arguments.join(", ")
            )
        }
        _ => format!("write `{name}({})`", texts.join(", ")),
    })
}
