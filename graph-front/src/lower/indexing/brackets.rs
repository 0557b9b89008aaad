//! The entries between the brackets of an index.

use graph_ir::Element;
use graph_ir::types::Extent;
use syn::{Expr, ExprIndex};

use super::selection::Index;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::whole_number;
use crate::lower::values::{Operand, Scalar, Value};

/// One pair of brackets, lowered.
pub(in crate::lower) struct Bracket<'b, 'e> {
    pub(in crate::lower) entries: Vec<Index<'b>>,
    pub(in crate::lower) expr: &'e ExprIndex,
}

impl Bracket<'_, '_> {
    /// Whether it takes one known position along each of its axes.
    pub(in crate::lower) fn is_one(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.all(|entry| matches!(entry, Index::Position(..)))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A chain of brackets, behind what is read or assigned.
    pub(in crate::lower) fn brackets(
        &mut self,
        chain: &[&'e ExprIndex],
        is_read: bool,
    ) -> Vec<Bracket<'b, 'e>> {
        let brackets = chain.iter().map(|&expr| Bracket {
            entries: self.indices(expr, is_read),
            expr,
        });
        brackets.collect()
    }

    /// The entries of one pair of brackets.
    fn indices(&mut self, expr: &'e ExprIndex, is_read: bool) -> Vec<Index<'b>> {
        let is_wrong = self.is_counted_from_end(expr);
        match &*expr.index {
            Expr::Tuple(tuple) if is_wrong => tuple.elems.iter().map(|_| Index::Wrong).collect(),
            _ if is_wrong => vec![Index::Wrong],
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .map(|e| self.entry(e, expr, is_read))
                .collect(),
            single => vec![self.entry(single, expr, is_read)],
        }
    }

    /// One entry of an index.
    fn entry(&mut self, expr: &'e Expr, index: &'e ExprIndex, is_read: bool) -> Index<'b> {
        if let Expr::Range(range) = expr {
            return self.range_entry(range);
        }
        if self.float_as_index(expr) {
            return Index::Wrong;
        }
        let operand = self.integer_operand(expr);
        match &operand.value {
            value if value.is_poison() || value.element() == Some(Element::I64) => {
                self.index_at(value, operand.place)
            }
            value => {
                let found = self.describe(value);
                let message = format!("an index must be an integer, found {found}");
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                let element = self.element_as_index(&operand, index, is_read);
                let help = element.or_else(|| self.sum_where(&operand, index));
                let help = help.unwrap_or_else(|| self.integer_for_index(&operand));
                self.error(diagnostic.help(help));
                Index::Wrong
            }
        }
    }

    /// The index that an integer is.
    pub(in crate::lower) fn index_at(
        &mut self,
        value: &Value<'b>,
        place: SourcePlace,
    ) -> Index<'b> {
        match value {
            Value::Scalar(Scalar::Integer(index)) => Index::Position(Extent::from(*index), place),
            Value::Position(affine) => match affine.as_extent() {
                Some(index) => Index::Position(index.clone(), place),
                None => Index::Moving(affine.clone(), place),
            },
            value => match self.default_wire(value) {
                Some(wire) => Index::Computed(wire, place),
                None => Index::Wrong,
            },
        }
    }

    /// The sum of the elements where a condition holds, which stands in the place of their
    /// positions.
    fn sum_where(&mut self, condition: &Operand<'b, 'e>, index: &'e ExprIndex) -> Option<String> {
        let is_summed = self.summed.is_some_and(|own| std::ptr::eq(own, index));
        let is_alone = std::ptr::eq(condition.expr, &*index.index);
        if !is_summed || !is_alone || condition.value.element() != Some(Element::Bool) {
            return None;
        }
        let whole = self.operand_if_valid(&index.expr)?.value;
        let is_of_floats = whole.element().is_some_and(Element::is_float);
        if whole.shape() != condition.value.shape() || !is_of_floats {
            return None;
        }
        let (condition, whole) = (short_text(condition.expr)?, short_text(&index.expr)?);
        Some(format!(
            "elsewhere, add 0: `sum(select({condition}, {whole}, 0.0))`"
        ))
    }

    /// How to write an index that is a float.
    pub(super) fn integer_for_index(&self, operand: &Operand<'b, 'e>) -> String {
        let value = &operand.value;
        let text = short_text(operand.expr);
        let is_scalar = value.shape().is_some_and(|shape| shape.rank() == 0);
        let is_number = is_scalar && value.element() != Some(Element::Bool);
        match (whole_number(operand.expr), text) {
            (Some(whole), _) => format!("write an integer: `{whole}`"),
            (None, Some(text)) if value.element() == Some(Element::Bool) && !is_scalar => {
                let names = self.unused_names(2);
                let (a, b) = (&names[0], &names[1]);
                format!(
                    "`select({text}, {a}, {b})` is `{a}` where it holds and `{b}` elsewhere, element \
                     by element"
                )
            }
            (None, Some(text)) if !is_scalar && !matches!(operand.expr, Expr::Array(_)) => {
                format!("convert the floats: `{} as usize`", grouped(&text))
            }
            (None, Some(text)) if is_number && !matches!(operand.expr, Expr::Lit(_)) => {
                format!(
                    "write an integer without a point, or convert the float: `{} as usize`",
                    grouped(&text)
                )
            }
            _ => "indices are integers: literals, `const` items, loop variables and `usize` \
                  arguments"
                .into(),
        }
    }
}
