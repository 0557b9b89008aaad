//! Calls of `concat` and `stack` as numpy has them: the arrays in a list, and the axis behind them.

use syn::Expr;

use super::Builtin;
use super::arguments::Arguments;
use super::positional::axes_of;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The error for arrays in one list, and for an axis that is one of the operands.
    pub(super) fn list_or_axis(
        &self,
        builtin: Builtin,
        name: &str,
        arguments: &Arguments<'b, 'e>,
    ) -> Option<Diagnostic> {
        let (axis, arrays) = behind(&arguments.operands);
        let list = match arrays {
            [only] => list(only.expr),
            _ => None,
        };
        let place = match (list, axis) {
            (Some(_), _) => arrays.first()?.place,
            (None, axis) => axis?.place,
        };
        let message = match list {
            Some(_) => format!("`{name}` takes the arrays one after another, and this is one"),
            None => format!("the axis of `{name}` is named"),
        };
        let texts: Option<Vec<String>> = match list {
            Some(parts) => parts.iter().map(short_text).collect(),
            None => arrays.iter().map(|array| short_text(array.expr)).collect(),
        };
        let rank = match list.and_then(|parts| parts.first()) {
            Some(_) => arrays[0]
                .value
                .shape()
                .map(|shape| shape.rank().saturating_sub(1)),
            None => arrays.first()?.value.shape().map(|shape| shape.rank()),
        };
        let axes = rank.map(|rank| rank + usize::from(builtin == Builtin::Stack));
        let axes = axes.and_then(|axes| i64::try_from(axes).ok());
        let given = axis.and_then(|axis| axis.value.as_integer());
        let given = given.or(arguments.axes().and_then(|axes| axes.first().copied()));
        let given = given.map(|axis| match axes {
            Some(axes) if axis < 0 => axis.saturating_add(axes),
            _ => axis,
        });
        let help = texts.map(|texts| match (given, axes) {
            (Some(axis), Some(axes)) if !(0..axes).contains(&axis) => {
                format!("the axes are {}", axes_of(axes))
            }
            (Some(axis), _) => format!("write `{name}({}, axis = {axis})`", texts.join(", ")),
            (None, _) => format!("write `{name}({})`", texts.join(", ")),
        });
        Some(Diagnostic::new(place, message).help_if(help))
    }
}

/// An integer behind arrays, and the arrays.
fn behind<'o, 'b, 'e>(
    operands: &'o [Operand<'b, 'e>],
) -> (Option<&'o Operand<'b, 'e>>, &'o [Operand<'b, 'e>]) {
    let is_array = |operand: &Operand<'b, 'e>| {
        let rank = operand.value.shape().map(|shape| shape.rank());
        rank.is_none_or(|rank| rank > 0)
    };
    match operands {
        [arrays @ .., axis]
            if axis.value.as_integer().is_some() && arrays.first().is_some_and(is_array) =>
        {
            (Some(axis), arrays)
        }
        _ => (None, operands),
    }
}

/// The expressions in a list or a tuple, as long as there are any.
fn list(expr: &Expr) -> Option<&syn::punctuated::Punctuated<Expr, syn::Token![,]>> {
    let parts = match expr {
        Expr::Array(list) => &list.elems,
        Expr::Tuple(list) => &list.elems,
        _ => return None,
    };
    (!parts.is_empty()).then_some(parts)
}
