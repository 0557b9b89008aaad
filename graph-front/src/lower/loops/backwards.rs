//! Ranges that end before they start. Rust takes `3..0` for empty, and stops at the end of `0..n - 5`
//! where that is below zero; here such an end is a number, and the loop would never run.

use graph_ir::types::Extent;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, RangeLimits, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::variables::{Origin, Variable};
use crate::tokens::idents;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a range of known bounds that ends before it starts, whether or not a loop around it
    /// runs: of numbers as written, or one that ends below zero for these constants and lengths. A
    /// range that starts with a constant, `1..N`, may well be empty.
    pub(super) fn ends_before_it_starts(&mut self, range: &'e ExprRange, ends: [i64; 2]) -> bool {
        let [start, end] = ends;
        let bounds = [&range.start, &range.end];
        let literal = bounds
            .iter()
            .all(|bound| bound.as_deref().is_some_and(is_literal));
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        let is_down = range.end.as_deref().is_some_and(is_literal) && (0..=1).contains(&end);
        if !literal && !self.changes(range) && is_down {
            return self.runs_down(range, end);
        }
        if !literal && (end >= 0 || self.changes(range)) {
            return false;
        }
        let dots = if closed { "..=" } else { ".." };
        let found = format!("{start}{dots}{end}");
        let place = SourcePlace::of(range);
        if literal {
            let help = downwards(&start.to_string(), end, closed);
            let message = format!("the range `{found}` ends before it starts");
            self.error(Diagnostic::new(place, message).help_if(help));
            return true;
        }
        let text = print(range);
        let message = format!("the range `{text}` ends before it starts: it is `{found}`");
        let help = range.end.as_deref().map(|end| {
            let (first, end) = (range.start.as_ref().map(print), print(end));
            let first = first.unwrap_or_default();
            format!(
                "where it may be empty, end it at its start: `{first}{dots}max({end}, {first})`"
            )
        });
        // The last position of a closed range is one before its first where it is empty.
        let help = help.filter(|_| !closed);
        self.error(Diagnostic::new(place, message).help_if(help));
        true
    }

    /// Reports a range from a constant down to one of the first positions, `(N - 1)..=0`.
    fn runs_down(&mut self, range: &'e ExprRange, end: i64) -> bool {
        let Some(start) = range.start.as_deref() else {
            return false;
        };
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        let message = format!("the range `{}` ends before it starts", print(range));
        let help = downwards(&print(without_parentheses(start)), end, closed);
        self.error(Diagnostic::new(SourcePlace::of(range), message).help_if(help));
        true
    }

    /// Reports a range from a length that is known only at run time down to a number, `N..0`: it has
    /// one position at most, however long the arrays are. (`N..4` may be what is left of 4.)
    pub(super) fn runs_backwards(
        &mut self,
        range: &'e ExprRange,
        [start, end]: [&Extent; 2],
    ) -> bool {
        let is_closed = matches!(range.limits, RangeLimits::Closed(_));
        let count = end - start + usize::from(is_closed);
        let most = Extent::from(1 + i64::from(is_closed));
        // One that starts a few positions before the end has more for the shortest arrays alone.
        let constant = |extent: &Extent| {
            let mut terms = extent.terms();
            let constant = terms.find(|(_, symbols)| symbols.is_empty());
            constant.map_or(0, |(constant, _)| constant)
        };
        let is_first = range.end.as_deref().is_some_and(is_literal)
            && end
                .known_integer()
                .is_some_and(|end| (0..=1).contains(&end));
        let from_end = constant(start) < 0 && (start - Extent::from(constant(start))).is_natural();
        let is_down = start.is_symbolic()
            && !end.is_symbolic()
            && ((most - &count).is_natural() || is_first && from_end);
        if !is_down || count == 0 {
            return false;
        }
        let message = format!("the range `{}` ends before it starts", print(range));
        let end = end.known_integer();
        let help = end.and_then(|end| downwards(&start.to_string(), end, is_closed));
        self.error(Diagnostic::new(SourcePlace::of(range), message).help_if(help));
        true
    }

    /// Whether the bounds depend on a variable that may be another number in another iteration of a
    /// loop around it.
    fn changes(&self, range: &ExprRange) -> bool {
        let mut variables = idents(range).into_iter().filter_map(|name| {
            let id = self.variables.find(&name.to_string())?;
            Some(self.variables.get(id))
        });
        let is_length = |variable: &Variable<'b>| {
            let start = variable.told.start.as_deref().unwrap_or_default();
            let length = start.split(" as ").next();
            !variable.mutable && length.is_some_and(|length| length.ends_with(".len()"))
        };
        variables.any(|variable| match &variable.origin {
            Origin::Let(_) if is_length(variable) => false,
            Origin::Loop | Origin::Item(..) | Origin::Row(_) | Origin::Let(_) | Origin::Unknown => {
                true
            }
            Origin::Argument
            | Origin::State
            | Origin::Constant
            | Origin::Length
            | Origin::Axis { .. } => false,
        })
    }
}

/// The help for a range that runs down. Of an open one it is not certain whether its end is to be
/// among its positions, nor whether its start is, where that is a length.
fn downwards(start: &str, end: i64, closed: bool) -> Option<String> {
    let is_position = start.contains('-') || start.parse::<i64>().is_ok();
    let last = end.saturating_add(i64::from(!closed));
    let (with_start, with_end) = (
        format!("`({last}..={start}).rev()`"),
        format!("`({end}..={start}).rev()`"),
    );
    let all = match closed {
        _ if last < 0 => return None,
        false if end >= 0 && is_position => format!("{with_start}, or with {end} {with_end}"),
        false if end >= 0 => format!("`({end}..{start}).rev()`, or with {start} {with_start}"),
        _ => with_start,
    };
    Some(format!("backwards it runs by `.rev()`: {all}"))
}

/// Whether an expression is a number as it stands.
pub(super) fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(ExprLit { .. }) => true,
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => is_literal(expr),
        _ => false,
    }
}
