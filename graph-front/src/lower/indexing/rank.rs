//! Indices with more positions than the array has axes.

use graph_ir::{Element, Type};
use syn::{Expr, ExprIndex};

use super::{Index, Selection};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};

impl<'b> Lowerer<'b, '_> {
    /// Whether the part of an array that a pair of brackets stands behind has so many axes; it is an
    /// error that it has not, in place of others between the brackets.
    pub(in crate::lower) fn has_axes(
        &mut self,
        selection: &Selection,
        entries: &[Index<'b>],
        expr: &ExprIndex,
        element: Element,
    ) -> bool {
        let rank = selection.kept().len();
        if entries.len() <= rank {
            return true;
        }
        let found = self.words.ty(&Type::new(element, selection.shape()));
        let base = short_text(&expr.expr).map(|text| grouped(&text));
        let base = base.unwrap_or_else(|| "x".into());
        let count = entries.len();
        let message = match rank {
            0 => format!("`{base}` is a number, {found}, and has no elements"),
            1 => format!("`{base}` is a vector, {found}, and {count} positions are given"),
            _ => format!("`{base}` has {rank} axes, {found}, and {count} positions are given"),
        };
        let positions: Vec<String> = match &*expr.index {
            Expr::Tuple(tuple) => tuple.elems.iter().take(rank).map(print).collect(),
            _ => Vec::new(),
        };
        let help = match &positions[..] {
            [] => None,
            [one] => Some(format!("an element of it is `{base}[{one}]`")),
            several => {
                let each: Vec<String> = several.iter().map(|own| format!("[{own}]")).collect();
                Some(format!(
                    "an element of it is `{base}{}`, or `{base}[({})]`",
                    each.concat(),
                    several.join(", ")
                ))
            }
        };
        let brackets = expr.bracket_token.span;
        let place = SourcePlace::between(brackets.open(), brackets.close());
        let diagnostic = Diagnostic::new(place, message).help_if(help);
        // A comma without parentheses is the same mistake.
        self.error(diagnostic.instead_of_inner());
        false
    }
}
