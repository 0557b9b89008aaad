//! Variables that start as arrays of written extents, one of which is not the one that is meant.

use std::fmt::Display;

use graph_ir::Shape;
use graph_ir::types::Extent;
use syn::{Expr, ExprLit, Lit};

use super::{repeated, short_text};
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::variables::Variable;

/// The functions whose first argument is the extents of their value.
const CONSTRUCTORS: [&str; 3] = ["zeros", "ones", "full"];

impl Lowerer<'_, '_> {
    /// The help for a variable whose `let` gives it this shape in numbers, where another count is
    /// wanted along an axis.
    pub(super) fn other_extent(
        &self,
        expr: &Expr,
        found: &Shape,
        axis: usize,
        wanted: &Extent,
    ) -> Option<String> {
        let variable = self.variable_of(without_parentheses(expr))?;
        let filled = variable.told.filled.as_deref()?;
        let (name, count) = (&variable.name, found.count_along(axis));
        let along = match found.rank() {
            1 => String::new(),
            _ => format!(" along axis {axis}"),
        };
        let says = format!("`{name}` has {count} elements{along} by its `let`");
        let other = with_extent(filled, axis, wanted).filter(|_| variable.declared.is_none());
        Some(match other {
            Some(other) => format!("{says}; of {wanted} it is `{}`", bound(variable, &other)),
            None => says,
        })
    }
}

/// The `let` of a variable with another value.
fn bound(variable: &Variable<'_>, value: &str) -> String {
    let mutable = if variable.mutable { "mut " } else { "" };
    format!("let {mutable}{} = {value};", variable.name)
}

/// The text of an array whose extents are written as numbers.
pub(in crate::lower) fn filled_text(expr: &Expr) -> Option<String> {
    let expr = without_parentheses(expr);
    let are_numbers = extents(expr)?.into_iter().all(is_number);
    are_numbers.then(|| short_text(expr))?
}

/// The text of an array with another extent along one axis.
fn with_extent(text: &str, axis: usize, extent: &Extent) -> Option<String> {
    let extent: Expr = syn::parse_str(&extent.to_string()).ok()?;
    let mut expr: Expr = syn::parse_str(text).ok()?;
    *extent_along(&mut expr, axis)? = extent;
    Some(print(&expr))
}

/// The text of an array of one number whose elements, at positions along the first axes, are arrays
/// of these counts.
pub(in crate::lower) fn with_elements(
    text: &str,
    rank: usize,
    outer: usize,
    counts: &[impl Display],
) -> Option<String> {
    let expr: Expr = syn::parse_str(text).ok()?;
    let written = extents(&expr).filter(|written| written.len() == rank)?;
    let outer = written.iter().take(outer).map(print);
    let all: Vec<String> = outer
        .chain(counts.iter().map(ToString::to_string))
        .collect();
    match &expr {
        Expr::Call(call) => {
            let behind = call
                .args
                .iter()
                .skip(1)
                .map(|own| format!(", {}", print(own)));
            let behind: String = behind.collect();
            let extents = match &all[..] {
                [only] => only.clone(),
                all => format!("[{}]", all.join(", ")),
            };
            Some(format!("{}({extents}{behind})", print(&call.func)))
        }
        expr => {
            let mut element = expr;
            while let Expr::Repeat(row) = element {
                element = &row.expr;
            }
            Some(repeated(print(element), &all))
        }
    }
}

/// The written extents of an array.
fn extents(expr: &Expr) -> Option<Vec<&Expr>> {
    match expr {
        Expr::Call(call) if CONSTRUCTORS.contains(&print(&call.func).as_str()) => {
            Some(match without_parentheses(call.args.first()?) {
                Expr::Array(extents) => extents.elems.iter().collect(),
                extent => vec![extent],
            })
        }
        Expr::Repeat(_) => {
            let (mut inner, mut all) = (expr, Vec::new());
            while let Expr::Repeat(row) = inner {
                all.push(&*row.len);
                inner = &row.expr;
            }
            Some(all)
        }
        _ => None,
    }
}

/// The extent along an axis of an array that [`extents`] knows.
fn extent_along(expr: &mut Expr, axis: usize) -> Option<&mut Expr> {
    match expr {
        Expr::Call(call) => match call.args.first_mut()? {
            Expr::Array(extents) => extents.elems.iter_mut().nth(axis),
            extent => (axis == 0).then_some(extent),
        },
        Expr::Repeat(row) => match axis {
            0 => Some(&mut row.len),
            _ => extent_along(&mut row.expr, axis - 1),
        },
        _ => None,
    }
}

fn is_number(extent: &Expr) -> bool {
    matches!(
        extent,
        Expr::Lit(ExprLit {
            lit: Lit::Int(_),
            ..
        })
    )
}
