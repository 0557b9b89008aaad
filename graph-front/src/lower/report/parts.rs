//! Parts of arrays, as the help for lengths that differ.

use graph_ir::Shape;
use graph_ir::types::Extent;
use syn::{Expr, ExprLit, Lit};

use super::{grouped, short_text};
use crate::diagnostics::print;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Operand;

/// How to make two arrays of unequal lengths along an axis agree, if slicing one does it.
pub(in crate::lower) fn equal_lengths(
    left: (&Operand<'_, '_>, &Extent),
    right: (&Operand<'_, '_>, &Extent),
    axis: usize,
) -> Option<String> {
    let [(left, l), (right, r)] = [left, right];
    if (l - r).is_natural() {
        let part = first_positions(left.expr, axis, r)?;
        return Some(format!("slice the longer one: `{part}`"));
    }
    if (r - l).is_natural() {
        let part = first_positions(right.expr, axis, l)?;
        return Some(format!("slice the longer one: `{part}`"));
    }
    match (l.known(), r.known()) {
        (None, Some(_)) => some_of_any(left.expr, axis, r),
        (Some(_), None) => some_of_any(right.expr, axis, l),
        // Neither is a part of the other: they may be meant to be equal.
        _ => same_parameter(l, r),
    }
}

/// How to take as many elements of an array as another shape has, which differs along one axis
/// alone.
pub(in crate::lower) fn part_of(expr: &Expr, found: &Shape, wanted: &Shape) -> Option<String> {
    let axis = one_difference(found, wanted)?;
    let (found, wanted) = (found.count_along(axis), wanted.count_along(axis));
    let is_longer = (&found - &wanted).is_natural();
    let is_any = found.is_symbolic() && wanted.known().is_some();
    (is_longer || is_any).then(|| some_of_any(expr, axis, &wanted))?
}

/// The axis along which two shapes of equal rank differ, where there is one alone.
pub(in crate::lower) fn one_difference(left: &Shape, right: &Shape) -> Option<usize> {
    if left.rank() != right.rank() {
        return None;
    }
    let mut axes =
        (0..left.rank()).filter(|&axis| left.count_along(axis) != right.count_along(axis));
    let axis = axes.next()?;
    axes.next().is_none().then_some(axis)
}

fn some_of_any(expr: &Expr, axis: usize, count: &Extent) -> Option<String> {
    let part = first_positions(expr, axis, count)?;
    Some(format!("the first {count} of them are `{part}`"))
}

/// The help where two lengths differ of which neither is a part of the other.
pub(super) fn same_parameter(left: &Extent, right: &Extent) -> Option<String> {
    let alone = |extent: &Extent| match &extent.symbols()[..] {
        [symbol] if *extent == Extent::symbol(symbol) => Some(symbol.name().to_string()),
        _ => None,
    };
    let (left, right) = (alone(left)?, alone(right)?);
    Some(format!(
        "`{left}` and `{right}` are any two lengths: if they are always equal, write `{left}` for \
         both"
    ))
}

/// The text of the first positions along an axis of an array.
fn first_positions(expr: &Expr, axis: usize, count: &Extent) -> Option<String> {
    if axis == 0
        && let Expr::Index(index) = without_parentheses(expr)
        && let Some((text, start)) = start_of(without_parentheses(&index.index))
    {
        let array = short_text(&index.expr)?;
        let end = count + Extent::from(start);
        return Some(format!("{array}[{text}..{end}]"));
    }
    let range = format!("..{count}");
    let index = match axis {
        0 => range,
        _ => format!("({}{range})", ".., ".repeat(axis)),
    };
    let text = grouped(&short_text(expr)?);
    Some(format!("{text}[{index}]"))
}

/// The start of a range, in words and as a number.
fn start_of(index: &Expr) -> Option<(String, i64)> {
    let Expr::Range(range) = index else {
        return None;
    };
    match range.start.as_deref() {
        None => Some((String::new(), 0)),
        Some(Expr::Lit(ExprLit {
            lit: Lit::Int(start),
            ..
        })) => Some((print(start), start.base10_parse().ok()?)),
        Some(_) => None,
    }
}
