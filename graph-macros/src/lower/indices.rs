//! What stands between the brackets of an index: positions and ranges.

use graph_ir::Element;
use syn::{Expr, ExprIndex, ExprRange, RangeLimits};

use super::Lowerer;
use super::report::short_text;
use super::scalar::Scalar;
use super::selection::Index;
use super::value::Value;
use crate::diagnostics::{Diagnostic, Place};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The entries of one pair of brackets.
    pub(super) fn indices(&mut self, expr: &'e ExprIndex) -> Vec<Index<'b>> {
        match &*expr.index {
            Expr::Tuple(tuple) => tuple.elems.iter().map(|e| self.entry(e)).collect(),
            single => vec![self.entry(single)],
        }
    }

    fn entry(&mut self, expr: &'e Expr) -> Index<'b> {
        if let Expr::Range(range) = expr {
            return self.range_entry(range);
        }
        let operand = self.operand(expr);
        match &operand.value {
            Value::Poison => Index::Wrong,
            Value::Scalar(Scalar::Integer(index)) => Index::Position(*index, operand.place),
            value if value.element() == Some(Element::I64) => match self.default_wire(value) {
                Some(wire) => Index::Computed(wire, operand.place),
                None => Index::Wrong,
            },
            value => {
                let found = self.describe(value);
                let message = format!("an index must be an integer, found {found}");
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                self.error(diagnostic.help("indices are integers: literals, `const` items, loop variables and `usize` arguments"));
                Index::Wrong
            }
        }
    }

    fn range_entry(&mut self, range: &'e ExprRange) -> Index<'b> {
        let mut bound = |bound: &'e Option<Box<Expr>>| match bound {
            None => Ok(None),
            Some(bound) => match self.constant_index(bound, "the bounds of a range") {
                Some(index) => Ok(Some(index)),
                None => Err(()),
            },
        };
        let (Ok(start), Ok(end)) = (bound(&range.start), bound(&range.end)) else {
            return Index::Wrong;
        };
        let end = match range.limits {
            RangeLimits::HalfOpen(_) => end,
            RangeLimits::Closed(_) => end.map(|end| end.saturating_add(1)),
        };
        Index::Range(start, end, Place::of(range))
    }

    /// A compile-time integer; `what` says in the plural what it is for.
    pub(super) fn constant_index(&mut self, expr: &'e Expr, what: &str) -> Option<i64> {
        self.wanted = "usize";
        let operand = self.operand(expr);
        self.wanted = "f64";
        match &operand.value {
            Value::Poison => None,
            Value::Scalar(Scalar::Integer(index)) => Some(*index),
            value => {
                let found = self.describe(value);
                let verb = if what.starts_with("the bounds") {
                    "are"
                } else {
                    "is"
                };
                let (message, help) = if value.element() == Some(Element::I64) {
                    let text = short_text(expr).unwrap_or_else(|| "this".into());
                    (
                        format!("{what} {verb} constant, and `{text}` is known only at run time"),
                        "literals, `const` items, loop variables and arithmetic on them are constant",
                    )
                } else {
                    (
                        format!("{what} {verb} constant integers, found {found}"),
                        "write integers: `0..3`",
                    )
                };
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                self.error(diagnostic.help(help));
                None
            }
        }
    }
}
