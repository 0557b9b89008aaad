//! The help for an array where a variable holds a number.

use graph_ir::Element;
use syn::{BinOp, Expr};

use super::Place;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::lower::variables::Variable;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The help for an array of floats in place of a number: the product of a vector with itself
    /// that makes it an array, or else the sum of its elements.
    pub(in crate::lower) fn as_number(
        &mut self,
        value: &Operand<'b, 'e>,
        is_float: bool,
    ) -> Option<String> {
        let rank = value.value.shape().map_or(0, |shape| shape.rank());
        if rank == 0 || !is_float || value.value.element() == Some(Element::I64) {
            return None;
        }
        let expr = without_parentheses(value.expr);
        let Expr::Binary(computed) = expr else {
            return None;
        };
        let factors = [&*computed.left, &*computed.right];
        let are_names = factors.iter().all(|factor| matches!(factor, Expr::Path(_)));
        if matches!(computed.op, BinOp::Mul(_)) && rank == 1 && are_names {
            let [left, right] = factors.map(short_text);
            return Some(format!(
                "the sum of its elements is `dot({}, {})`",
                left?, right?
            ));
        }
        if let Some(vector) = self.squared_vector(expr).filter(|_| rank == 1) {
            return Some(format!(
                "the sum of the squares of `{vector}` is `dot({vector}, {vector})`"
            ));
        }
        if let Some(arrays) = self.arrays_beside_numbers(expr) {
            return Some(arrays);
        }
        Some(format!(
            "the sum of its elements is `sum({})`",
            short_text(expr)?
        ))
    }

    /// The help for a sum of numbers and arrays: each array is summed, and no number repeated.
    fn arrays_beside_numbers(&mut self, expr: &'e Expr) -> Option<String> {
        let (mut arrays, mut has_number) = (Vec::new(), false);
        let mut open = vec![expr];
        while let Some(term) = open.pop() {
            match without_parentheses(term) {
                Expr::Binary(e) if matches!(e.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                    open.extend([&*e.right, &*e.left]);
                }
                term if self.rank_of(term)? == 0 => has_number = true,
                term => arrays.push(short_text(term)?),
            }
        }
        let sums = arrays.iter().map(|array| format!("`sum({array})`"));
        let sums = sums.collect::<Vec<_>>().join(" and ");
        let found = arrays.iter().map(|array| format!("`{array}`"));
        let found = found.collect::<Vec<_>>().join(" and ");
        let help = match arrays.len() {
            1 => format!("{found} is an array beside numbers: the sum of its elements is {sums}"),
            _ => {
                format!("{found} are arrays beside numbers: the sums of their elements are {sums}")
            }
        };
        has_number.then_some(help)
    }

    /// The vector that stands twice among the factors of a product in a sum, if one does.
    fn squared_vector(&self, expr: &Expr) -> Option<String> {
        let mut terms = vec![expr];
        let mut found = None;
        while let Some(term) = terms.pop() {
            let mut factors = Vec::new();
            let mut open = vec![term];
            while let Some(factor) = open.pop() {
                match without_parentheses(factor) {
                    Expr::Binary(e) if matches!(e.op, BinOp::Mul(_)) => {
                        open.extend([&*e.left, &*e.right]);
                    }
                    Expr::Binary(e) => terms.extend([&*e.left, &*e.right]),
                    Expr::Unary(e) => open.push(&e.expr),
                    Expr::Path(_) | Expr::Index(_) if self.is_vector(factor) => {
                        factors.extend(short_text(factor));
                    }
                    _ => {}
                }
            }
            factors.sort();
            let twice = factors.windows(2).find(|pair| pair[0] == pair[1]);
            if let Some([vector, _]) = twice.map(|pair| [&pair[0], &pair[1]]) {
                match &found {
                    Some(other) if other != vector => return None,
                    _ => found = Some(vector.clone()),
                }
            }
        }
        found
    }

    /// Whether an expression is a variable or a row of one that has one axis.
    fn is_vector(&self, expr: &Expr) -> bool {
        let place = Place::of(expr);
        let rank = self.variable_of(place.base).and_then(Variable::shape);
        let rank = rank.map_or(0, |shape| shape.rank());
        let is_position = |index: &&&syn::ExprIndex| !matches!(*index.index, Expr::Range(_));
        rank == place.indices.iter().filter(is_position).count() + 1 && place.path.is_empty()
    }
}
