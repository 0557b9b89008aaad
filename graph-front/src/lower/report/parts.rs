//! Parts of arrays, as the help for lengths that differ.

use graph_ir::Shape;
use graph_ir::types::Extent;
use syn::{Expr, ExprLit, Lit, RangeLimits};

use super::{grouped, short_text};
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Operand;
use crate::tokens::idents;

impl Lowerer<'_, '_> {
    /// How to make two arrays of unequal lengths along an axis agree, if slicing one does it.
    pub(in crate::lower) fn equal_lengths(
        &self,
        left: (&Operand<'_, '_>, &Extent),
        right: (&Operand<'_, '_>, &Extent),
        axis: usize,
    ) -> Option<String> {
        let [(left, l), (right, r)] = [left, right];
        let other_line = |own: &Operand<'_, '_>, found, wanted| {
            (axis == 0).then(|| self.other_line(own.expr, found, wanted))?
        };
        let other_line = other_line(left, l, r).or_else(|| other_line(right, r, l));
        if other_line.is_some() {
            return other_line;
        }
        if (l - r).is_natural() {
            return self.longer_sliced((left.expr, l), (right.expr, r), axis);
        }
        if (r - l).is_natural() {
            return self.longer_sliced((right.expr, r), (left.expr, l), axis);
        }
        // Neither is a part of the other: they may be meant to be equal.
        same_parameter(l, r)
    }

    /// The help for two ranges of one array that begin at the same place and end at two: the longer
    /// one ends too late. It is for products along the ranges; a difference of such ranges may be
    /// meant to take one of them elsewhere.
    pub(super) fn end_of_range(
        &self,
        left: (&Operand<'_, '_>, &Extent),
        right: (&Operand<'_, '_>, &Extent),
    ) -> Option<String> {
        let (longer, (shorter, count)) = match (left.1 - right.1).is_natural() {
            true => (left.0, right),
            false => (right.0, left),
        };
        let cuts = [Cut::of(longer.expr, 0)?, Cut::of(shorter.expr, 0)?];
        let begin_together = cuts[0].array == cuts[1].array && cuts[0].start == cuts[1].start;
        let have_ends = cuts.iter().all(|cut| !cut.end.is_empty());
        let part =
            (begin_together && have_ends).then(|| first_positions(longer.expr, 0, count))??;
        Some(format!("slice the longer one: `{part}`"))
    }

    /// The column of a matrix in place of its row, or the row in place of the column, where its
    /// length is the one that is wanted.
    fn other_line(&self, expr: &Expr, found: &Extent, wanted: &Extent) -> Option<String> {
        let Expr::Index(index) = without_parentheses(expr) else {
            return None;
        };
        let matrix = self.variable_of(&index.expr)?.shape()?;
        let counts = matrix.counts();
        let [rows, columns] = &counts[..] else {
            return None;
        };
        let text = short_text(&index.expr)?;
        let fits = |at: &Expr, own: &Extent, other: &Extent, count: &Extent| {
            let position = match at {
                Expr::Lit(ExprLit {
                    lit: Lit::Int(literal),
                    ..
                }) => Some(literal.base10_parse::<usize>().ok()?),
                Expr::Range(_) | Expr::Tuple(_) | Expr::Array(_) => return None,
                _ => None,
            };
            let is_inside = position.is_none_or(|position| (count - (position + 1)).is_natural());
            (own == found && other == wanted && own != other && is_inside)
                .then(|| short_text(at))?
        };
        match without_parentheses(&index.index) {
            Expr::Tuple(entries) => {
                let entries: Vec<&Expr> = entries.elems.iter().collect();
                let [whole, at] = entries[..] else {
                    return None;
                };
                let is_column = print(whole) == "..";
                let at = is_column.then(|| fits(at, rows, columns, rows))??;
                Some(format!("take the row: `{text}[{at}]`"))
            }
            at => {
                let at = fits(at, columns, rows, columns)?;
                Some(format!("take the column: `{text}[(.., {at})]`"))
            }
        }
    }

    /// The help for two arrays of which one is longer. Where both are made of one array, its first
    /// positions may be the other operand once more.
    fn longer_sliced(
        &self,
        (longer, of_longer): (&Expr, &Extent),
        (shorter, of_shorter): (&Expr, &Extent),
        axis: usize,
    ) -> Option<String> {
        let part = match self.have_array_in_common(longer, shorter) {
            true if of_longer - of_shorter == 1 => other_end(longer, shorter, axis, of_shorter)?,
            true => return None,
            false => {
                let cut = is_cut(of_longer, of_shorter);
                return cut.then(|| ends_of(longer, axis, of_longer, of_shorter))?;
            }
        };
        Some(format!("slice the longer one: `{part}`"))
    }

    /// Whether both expressions name the same variable that holds an array.
    fn have_array_in_common(&self, a: &Expr, b: &Expr) -> bool {
        let names = idents(b);
        let is_array = |name: &str| {
            let found = self.variables.find(name);
            found.is_some_and(|id| self.variables.get(id).is_array())
        };
        idents(a)
            .iter()
            .any(|name| names.contains(name) && is_array(&name.to_string()))
    }
}

/// The positions of an array that differ by one from those of the other operand, a slice of the same
/// array with one element less: without the first one, or without the last one.
fn other_end(longer: &Expr, shorter: &Expr, axis: usize, count: &Extent) -> Option<String> {
    let (longer_cut, shorter_cut) = (Cut::of(longer, axis)?, Cut::of(shorter, axis)?);
    if longer_cut.array != shorter_cut.array {
        return None;
    }
    match shorter_cut.start - longer_cut.start {
        0 => {
            let range = format!("{}..{}", longer_cut.start + 1, longer_cut.end);
            Some(format!("{}[{}]", longer_cut.array, along(axis, range)))
        }
        1 => first_positions(longer, axis, count),
        _ => None,
    }
}

/// An array, or a range of its positions along an axis.
struct Cut {
    array: String,
    start: i64,
    /// The end of the range as it is written.
    end: String,
}

impl Cut {
    fn of(expr: &Expr, axis: usize) -> Option<Self> {
        let Expr::Index(index) = without_parentheses(expr) else {
            return Some(Self {
                array: grouped(&short_text(expr)?),
                start: 0,
                end: String::new(),
            });
        };
        let entry = match without_parentheses(&index.index) {
            Expr::Tuple(entries) if entries.elems.len() == axis + 1 => {
                let mut before = entries.elems.iter().take(axis);
                let is_whole = before.all(|entry| print(entry) == "..");
                entries.elems.last().filter(|_| is_whole)?
            }
            entry if axis == 0 => entry,
            _ => return None,
        };
        let Expr::Range(range) = entry else {
            return None;
        };
        let end = match (&range.end, range.limits) {
            (None, _) => String::new(),
            (Some(end), RangeLimits::HalfOpen(_)) => short_text(end)?,
            (Some(end), RangeLimits::Closed(_)) => format!("={}", short_text(end)?),
        };
        Some(Self {
            array: short_text(&index.expr)?,
            start: start_of(entry)?.1,
            end,
        })
    }
}

/// A range as the index of an axis.
pub(in crate::lower) fn along(axis: usize, range: String) -> String {
    match axis {
        0 => range,
        _ => format!("({}{range})", ".., ".repeat(axis)),
    }
}

/// How to take as many elements of an array as another shape has, which differs along one axis
/// alone.
pub(in crate::lower) fn part_of(expr: &Expr, found: &Shape, wanted: &Shape) -> Option<String> {
    let axis = one_difference(found, wanted)?;
    let (found, wanted) = (found.count_along(axis), wanted.count_along(axis));
    is_cut(&found, &wanted).then(|| ends_of(expr, axis, &found, &wanted))?
}

/// The help for an operand with a range of a range, which both count along the first axis.
pub(super) fn cut_twice(operands: &[Operand<'_, '_>]) -> Option<String> {
    let range = |expr: &Expr| matches!(without_parentheses(expr), Expr::Range(_));
    operands.iter().find_map(|operand| {
        let Expr::Index(second) = without_parentheses(operand.expr) else {
            return None;
        };
        let Expr::Index(first) = without_parentheses(&second.expr) else {
            return None;
        };
        let is_meant = range(&first.index) && range(&second.index);
        let has_axes = operand.value.shape()?.rank() > 1;
        let array = short_text(&first.expr).filter(|_| is_meant && has_axes)?;
        let [rows, columns] = [&first.index, &second.index].map(print);
        Some(format!(
            "a part along two axes is `{array}[({rows}, {columns})]`: a second index counts along \
             the first axis too"
        ))
    })
}

/// Whether a part of so many positions may be meant of an array of that length: a length that is
/// known only at run time has no part of a known one in mind.
pub(super) fn is_cut(found: &Extent, wanted: &Extent) -> bool {
    let is_any = found.is_symbolic() && !wanted.is_symbolic();
    !is_any && (found - wanted).is_natural()
}

/// The help that names both ends of an array, since any positions of it may be meant.
pub(super) fn ends_of(expr: &Expr, axis: usize, found: &Extent, wanted: &Extent) -> Option<String> {
    let text = short_text(expr)?;
    let first = first_positions(expr, axis, wanted)?;
    let last = last_positions(expr, axis, &(found - wanted))?;
    Some(match wanted.known() {
        Some(1) => format!("the first one of `{text}` is `{first}`, the last one is `{last}`"),
        _ => {
            format!("the first {wanted} of `{text}` are `{first}`, the last {wanted} are `{last}`")
        }
    })
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
    let index = along(axis, range);
    let text = grouped(&short_text(expr)?);
    Some(format!("{text}[{index}]"))
}

/// The text of the positions of an array behind the first ones along an axis.
fn last_positions(expr: &Expr, axis: usize, skipped: &Extent) -> Option<String> {
    if let Some(cut) = Cut::of(expr, axis)
        && matches!(without_parentheses(expr), Expr::Index(_))
    {
        let range = format!("{}..{}", skipped + Extent::from(cut.start), cut.end);
        return Some(format!("{}[{}]", cut.array, along(axis, range)));
    }
    let text = grouped(&short_text(expr)?);
    Some(format!("{text}[{}]", along(axis, format!("{skipped}.."))))
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
