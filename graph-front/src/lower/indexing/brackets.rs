//! The entries between the brackets of an index: positions and ranges.

use graph_ir::Element;
use syn::{Expr, ExprIndex, ExprRange, RangeLimits};

use super::selection::Index;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Affine, Operand, Scalar, Value};

/// One pair of brackets, lowered.
pub(in crate::lower) struct Bracket<'b, 'e> {
    pub(in crate::lower) entries: Vec<Index<'b>>,
    pub(in crate::lower) expr: &'e ExprIndex,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A chain of brackets.
    pub(in crate::lower) fn brackets(&mut self, chain: &[&'e ExprIndex]) -> Vec<Bracket<'b, 'e>> {
        let brackets = chain.iter().map(|&expr| Bracket {
            entries: self.indices(expr),
            expr,
        });
        brackets.collect()
    }

    /// The entries of one pair of brackets.
    fn indices(&mut self, expr: &'e ExprIndex) -> Vec<Index<'b>> {
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
            Value::Position(affine) => Index::Moving(affine.clone(), operand.place),
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
            Some(bound) => {
                let operand = self.integer_operand(bound);
                match operand.value.as_affine() {
                    Some(affine) => Ok(Some((affine, operand))),
                    None => {
                        self.not_constant(&operand, "the bounds of a range");
                        Err(())
                    }
                }
            }
        };
        let (Ok(start), Ok(end)) = (bound(&range.start), bound(&range.end)) else {
            return Index::Wrong;
        };
        let place = SourcePlace::of(range);
        let closed = i64::from(matches!(range.limits, RangeLimits::Closed(_)));
        let known = |bound: &Option<(Affine, Operand<'b, 'e>)>| match bound {
            None => Some(None),
            Some((affine, _)) => affine.as_constant().map(Some),
        };
        if let (Some(start), Some(end)) = (known(&start), known(&end)) {
            let end = end.map(|end| end.saturating_add(closed));
            return Index::Range(start, end, place);
        }
        if let (Some((start, _)), Some((end, _))) = (&start, &end)
            && let Some(count) = end.plus(start, -1).and_then(|count| count.as_constant())
            && let Ok(count) = usize::try_from(count.saturating_add(closed))
        {
            return Index::Window(start.clone().into(), count, place);
        }
        for (affine, operand) in [start, end].into_iter().flatten() {
            if affine.as_constant().is_none() {
                self.not_constant(&operand, "the bounds of a range");
            }
        }
        Index::Wrong
    }

    fn integer_operand(&mut self, expr: &'e Expr) -> Operand<'b, 'e> {
        self.wanted = "usize";
        let operand = self.operand(expr);
        self.wanted = "f64";
        operand
    }

    /// A compile-time integer; `what` names its use.
    pub(in crate::lower) fn constant_index(&mut self, expr: &'e Expr, what: &str) -> Option<i64> {
        let operand = self.integer_operand(expr);
        match operand.value.as_integer() {
            Some(index) => Some(index),
            None => {
                self.not_constant(&operand, what);
                None
            }
        }
    }

    /// Reports an operand that is not a compile-time integer.
    pub(in crate::lower) fn not_constant(&mut self, operand: &Operand<'b, 'e>, what: &str) {
        match &operand.value {
            Value::Poison => {}
            value => {
                let found = self.describe(value);
                let verb = if what.starts_with("the bounds") {
                    "are"
                } else {
                    "is"
                };
                let text = short_text(operand.expr).unwrap_or_else(|| "this".into());
                let (message, help) = if let Value::Position(affine) = value {
                    let message = format!(
                        "{what} {verb} constant, and `{text}` moves with a loop that is not unrolled"
                    );
                    (message, self.instead_of_moving(affine, what))
                } else if value.element() == Some(Element::I64) {
                    (
                        format!("{what} {verb} constant, and `{text}` is known only at run time"),
                        Some(
                            "literals, `const` items, loop variables and arithmetic on them are constant",
                        ),
                    )
                } else {
                    let (wanted, help) = match verb {
                        "are" => ("constant integers", "write integers: `0..3`"),
                        _ => ("a constant integer", "write an integer: `3`"),
                    };
                    (format!("{what} {verb} {wanted}, found {found}"), Some(help))
                };
                let note = self.explain(operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                self.error(diagnostic.help_if(help));
            }
        }
    }

    /// Help where a position may not depend on a loop that is kept.
    fn instead_of_moving(&self, affine: &Affine, what: &str) -> Option<&'static str> {
        if self.loops.can_unroll(affine) {
            return Some("it is a number in a loop that is unrolled: `#[unroll]`");
        }
        let help = "constant bounds and a condition in the loop do the same: `if j < i { .. }`";
        (what == "the bounds of a loop").then_some(help)
    }
}
