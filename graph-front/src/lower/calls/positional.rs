//! Integers behind the operands of a call, which are axes, offsets or extents in other languages,
//! and axes that an operand does not have.

use graph_ir::Type;
use graph_ir::ops::ScalarOp;
use syn::Expr;

use super::Builtin;
use super::offsets::{unit_matrix, with_offset};
use super::orders::variables_or_order;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Scalar, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The help for a call with an integer behind the operands, which is an axis, an offset or
    /// an extent in other languages.
    pub(super) fn integer_meant(
        &self,
        name: &str,
        builtin: Builtin,
        operands: &[Operand<'b, 'e>],
        is_method: bool,
    ) -> Option<String> {
        let [operand, .., last] = operands else {
            return None;
        };
        if let Builtin::Deriv | Builtin::Jacobian | Builtin::Hessian = builtin {
            return variables_or_order(name, builtin, operands);
        }
        let (_, most) = builtin.arity(name);
        let number = last.value.as_integer().filter(|_| operands.len() == 2);
        match (builtin, number) {
            (
                Builtin::Zeros
                | Builtin::Ones
                | Builtin::Reshape
                | Builtin::Broadcast
                | Builtin::Uniform
                | Builtin::Normal,
                _,
            ) if let Some(call) = extents_in_brackets(name, builtin, operands, is_method) => {
                return Some(format!("extents stand in brackets: `{call}`"));
            }
            (Builtin::Eye, Some(columns)) => {
                return Some(unit_matrix(operand.value.as_integer()?, columns));
            }
            (Builtin::Diag | Builtin::Triu | Builtin::Tril, Some(offset)) => {
                return with_offset(builtin, operand, offset);
            }
            (Builtin::Scalar(ScalarOp::Round), Some(_)) => {
                let text = short_text(operand.expr)?;
                return Some(format!(
                    "2 digits behind the point are kept by `round({text} * 100.0) / 100.0`"
                ));
            }
            _ => {}
        }
        if operands.len() != most + 1 || !builtin.named(most).contains(&"axis") {
            return None;
        }
        let texts = operands[..most]
            .iter()
            .map(|operand| short_text(operand.expr));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        let named = |axes: &str| {
            let call = match is_method {
                true => {
                    let others = texts[1..].iter().map(|text| format!("{text}, "));
                    let others: String = others.collect();
                    format!("{}.{name}({others}axis = {axes})", grouped(&texts[0]))
                }
                false => format!("{name}({}, axis = {axes})", texts.join(", ")),
            };
            format!("an axis is named: `{call}`")
        };
        let labels = operand.value.labels();
        let label = self.label_of(last.expr);
        if label.is_some_and(|label| !labels.positions(&label).is_empty()) {
            return Some(named(&short_text(last.expr)?));
        }
        let axes = integers(&last.value)?;
        let own = |builtin| matches!(builtin, Builtin::Broadcast);
        let rank = match own(builtin) {
            true => operands[1]
                .value
                .shape()?
                .counts()
                .first()?
                .known_integer()?,
            false => i64::try_from(operand.value.shape()?.rank()).ok()?,
        };
        let from_start = |axis: i64| {
            if axis < 0 {
                rank.saturating_add(axis)
            } else {
                axis
            }
        };
        let axes: Vec<i64> = axes.into_iter().map(from_start).collect();
        let written: Vec<String> = axes.iter().map(ToString::to_string).collect();
        let written = match &written[..] {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        };
        Some(match axes.iter().find(|axis| !(0..rank).contains(*axis)) {
            Some(&axis) => axes_of(rank, axis),
            None => named(&written),
        })
    }

    /// Reports an axis that the operands of a function do not have, or its result, where the axis
    /// is one of that.
    pub(super) fn axis_out_of_range(
        &self,
        builtin: Builtin,
        axis: usize,
        found: &Type,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        let rank = found.shape.rank() + usize::from(builtin == Builtin::Stack);
        let whose = match builtin {
            Builtin::Stack => "the result of `stack`".into(),
            _ => self.words.ty(found),
        };
        let message = format!("axis {axis} is out of range for {whose}, which has rank {rank}");
        let mut diagnostic = Diagnostic::new(place, message);
        for operand in operands {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        let [rank, axis] = [rank, axis].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        self.error(diagnostic.help(axes_of(rank, axis)))
    }
}

/// A call whose extents are several arguments, with them in brackets.
fn extents_in_brackets(
    name: &str,
    builtin: Builtin,
    operands: &[Operand<'_, '_>],
    is_method: bool,
) -> Option<String> {
    let at = builtin.shape_at()?;
    let (others, extents) = operands.split_at_checked(at)?;
    let is_extent = |operand: &Operand<'_, '_>| operand.value.as_extent().is_some();
    if extents.len() < 2 || !extents.iter().all(is_extent) {
        return None;
    }
    let texts = |operands: &[Operand<'_, '_>]| -> Option<Vec<String>> {
        let texts = operands.iter().map(|operand| short_text(operand.expr));
        texts.collect()
    };
    let (others, extents) = (texts(others)?, texts(extents)?.join(", "));
    Some(match (is_method, &others[..]) {
        (true, [receiver]) => format!("{}.{name}([{extents}])", grouped(receiver)),
        (_, [operand]) => format!("{name}({operand}, [{extents}])"),
        _ => format!("{name}([{extents}])"),
    })
}

/// The help for the order of dimensions as several arguments: two exchange these dimensions, as
/// those of torch do.
pub(super) fn order_in_brackets(operands: &[Operand<'_, '_>], orders: &[&Expr]) -> String {
    let any = || "write it in brackets: `transpose(x, [1, 0])`".to_string();
    let written = orders.iter().map(|order| print(order).parse().ok());
    let Some(written) = written.collect::<Option<Vec<usize>>>() else {
        return any();
    };
    let rank = operands.first().and_then(|operand| operand.value.shape());
    let rank = rank.map_or(0, |shape| shape.rank());
    let mut order: Vec<usize> = (0..rank).collect();
    match written[..] {
        [a, b] if a < rank && b < rank => order.swap(a, b),
        _ if written.len() == rank => order = written,
        _ => return any(),
    }
    let text = operands
        .first()
        .and_then(|operand| short_text(operand.expr));
    let text = text.unwrap_or_else(|| "x".into());
    format!("write it in brackets: `transpose({text}, {order:?})`")
}

/// The constant integers of a value: of one, of a tuple, or of a list.
pub(super) fn integers(value: &Value<'_>) -> Option<Vec<i64>> {
    match value {
        Value::Tuple(parts) => parts.iter().map(Value::as_integer).collect(),
        Value::Table(table) => {
            let integer = |scalar: &Scalar| match scalar {
                Scalar::Integer(value) => Some(*value),
                _ => None,
            };
            table.items.iter().map(integer).collect()
        }
        value => value.as_integer().map(|axis| vec![axis]),
    }
}

/// The axes that a value has, in words.
pub(super) fn axes_of(rank: i64, axis: i64) -> String {
    match rank {
        0 => "the axes are none: the value is a number".into(),
        1 => "the axes are 0 alone: `axis = 0`".into(),
        _ if axis == rank => format!(
            "the axes are 0 to {0}, counted from 0: the last one is `axis = {0}`",
            rank - 1
        ),
        2 => "the axes are 0 to 1: `axis = 0` or `axis = 1`".into(),
        _ => format!(
            "the axes are 0 to {0}: `axis = 0` to `axis = {0}`",
            rank - 1
        ),
    }
}
