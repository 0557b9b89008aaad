//! Calls of `concat` and `stack` as numpy has them: the arrays in a list, and the axis behind them.

use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

use super::Builtin;
use super::arguments::{Arguments, option};
use super::positional::axes_of;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
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
            (Some(axis), Some(axes)) if !(0..axes).contains(&axis) => axes_of(axes, axis),
            (Some(axis), _) => format!("write `{name}({}, axis = {axis})`", texts.join(", ")),
            (None, _) => format!("write `{name}({})`", texts.join(", ")),
        });
        Some(Diagnostic::new(place, message).help_if(help))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The help for a function of another library that joins arrays, `hcat(x, y)` or
    /// `concatenate((x, y), axis = 1)`.
    pub(super) fn joined_elsewhere(
        &mut self,
        name: &str,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Option<String> {
        let names = ["axis", "dim", "dims"];
        let is_axis = |name: &Ident| names.iter().any(|own| name == own);
        let mut named = args.iter().filter_map(option);
        if !named.clone().all(|(name, _)| is_axis(name)) {
            return None;
        }
        let axis = named.next().and_then(|(_, axis)| short_text(axis));
        let positional: Vec<&'e Expr> = args.iter().filter(|arg| option(arg).is_none()).collect();
        let (parts, behind): (Vec<&'e Expr>, &[&Expr]) = match &positional[..] {
            [first, behind @ ..] => match list(first) {
                // Before another array it is one of several, and no list of them.
                Some(parts) if behind.first().and_then(|next| self.rank_of(next)) <= Some(0) => {
                    (parts.iter().collect(), behind)
                }
                _ => (positional.clone(), &[]),
            },
            [] => return None,
        };
        let axis = axis.or_else(|| behind.first().and_then(|axis| short_text(axis)));
        let is_written = positional
            .first()
            .is_some_and(|first| list(first).is_some());
        let ranks: Vec<Option<usize>> = parts.iter().map(|part| self.rank_of(part)).collect();
        let rank = (*ranks.first()?)?;
        let joins = [
            "concatenate",
            "cat",
            "concat",
            "vcat",
            "hcat",
            "hstack",
            "vertcat",
        ];
        let of_vectors = ranks.iter().all(|rank| matches!(rank, Some(0 | 1)));
        if joins.contains(&name)
            && of_vectors
            && ranks.contains(&Some(0))
            && ranks.contains(&Some(1))
        {
            let parts = parts.iter().zip(&ranks).map(|(part, rank)| {
                let text = short_text(part)?;
                Some(if *rank == Some(0) {
                    format!("[{text}]")
                } else {
                    text
                })
            });
            let parts = parts.collect::<Option<Vec<String>>>()?.join(", ");
            return Some(format!(
                "numbers are joined with arrays in brackets: `concat({parts})`"
            ));
        }
        // A vector beside matrices is one of their rows, or of their columns.
        let rank = ranks.iter().flatten().copied().fold(rank, usize::max);
        let own = |function: &'static str, own: usize| {
            let axis = axis.clone().unwrap_or_else(|| own.to_string());
            Some((function, axis))
        };
        let (function, axis) = match (name, rank) {
            ("concatenate" | "cat" | "concat" | "vcat" | "hcat" | "hstack", 0) => {
                let texts: Vec<String> =
                    parts.iter().map(|x| short_text(x)).collect::<Option<_>>()?;
                let list = texts.join(", ");
                return Some(format!("numbers make an array in brackets: `[{list}]`"));
            }
            // Those of the language are called with a list elsewhere alone.
            ("concat" | "stack", _) if !is_written => None,
            ("concatenate" | "cat" | "concat" | "vcat", _) => own("concat", 0),
            ("stack", _) => own("stack", 0),
            ("hstack", 1) => own("concat", 0),
            ("hstack" | "hcat" | "column_stack", rank) if rank > 1 => own("concat", 1),
            ("hcat" | "column_stack", _) => own("stack", 1),
            ("vstack" | "row_stack", 1) => own("stack", 0),
            ("vstack" | "row_stack", _) => own("concat", 0),
            // Of vectors there would be an axis of one element in front.
            ("dstack", 2) => own("stack", 2),
            ("dstack", rank) if rank > 2 => own("concat", 2),
            _ => None,
        }?;
        let texts: Vec<String> = parts.iter().map(|x| short_text(x)).collect::<Option<_>>()?;
        let texts = with_rows(name, &texts, &ranks);
        let list = texts.join(", ");
        Some(match axis.as_str() {
            "0" => format!("write `{function}({list})`"),
            axis => format!("write `{function}({list}, axis = {axis})`"),
        })
    }
}

/// The error for `a.concat()` of one array, which joins its rows in Rust.
pub(super) fn joined_alone(
    builtin: Builtin,
    receiver: Option<&Operand<'_, '_>>,
    args: &[&Expr],
) -> Option<Diagnostic> {
    let array = receiver.filter(|_| builtin == Builtin::Concat && args.is_empty())?;
    let shape = array.value.shape().filter(|shape| shape.rank() > 1)?;
    let counts = shape.counts();
    let rest = counts[2..].iter().map(|extent| format!(", {extent}"));
    let extents = format!("{}{}", &counts[0] * &counts[1], rest.collect::<String>());
    let help = short_text(array.expr)
        .map(|text| format!("its rows one behind the other are `reshape({text}, [{extents}])`"));
    let message = "`concat` joins several arrays, and this is one";
    Some(Diagnostic::new(array.place, message).help_if(help))
}

/// The texts of the arrays that a function joins: of vectors beside matrices as the rows or the
/// columns that they are there.
fn with_rows(name: &str, texts: &[String], ranks: &[Option<usize>]) -> Vec<String> {
    let is_beside_matrix = ranks.contains(&Some(2));
    let parts = texts.iter().zip(ranks);
    let parts = parts.map(|(text, rank)| match (name, rank) {
        ("vstack" | "row_stack" | "vcat", Some(1)) if is_beside_matrix => format!("[{text}]"),
        ("column_stack" | "hcat", Some(1)) if is_beside_matrix => {
            format!("reshape({text}, [{}.len(), 1])", grouped(text))
        }
        _ => text.clone(),
    });
    parts.collect()
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
fn list(expr: &Expr) -> Option<&Punctuated<Expr, Token![,]>> {
    let parts = match expr {
        Expr::Array(list) => &list.elems,
        Expr::Tuple(list) => &list.elems,
        _ => return None,
    };
    (!parts.is_empty()).then_some(parts)
}
