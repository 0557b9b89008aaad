//! Assignments to parts of arrays, at positions that are known.

use graph_ir::ops::{SCALAR_LIMIT, ScalarOp};
use syn::Expr;

use super::Target;
use super::listed::Lists;
use super::replacement::Change;
use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::indexing::{Bracket, is_still};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Stored, VariableId};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `base[..] = value`, or `base[..] op= value`.
    pub(super) fn assign_part(
        &mut self,
        id: VariableId,
        to: Target<'e>,
        mut brackets: Vec<Bracket<'b, 'e>>,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        if let Stored::Part(part) = &self.variables.get(id).stored {
            let part = part.clone();
            let Some(row) = self.row_of(&part, &mut brackets) else {
                return;
            };
            brackets.retain(|bracket| !bracket.entries.is_empty());
            return match brackets.is_empty() {
                true => self.assign_row(row, to.whole, op, value),
                false => self.assign_part(row, to, brackets, op, value),
            };
        }
        if !self.has_value(id, SourcePlace::of(to.base)) {
            return;
        }
        // An array of which something is known only at run time is never taken apart.
        let is_symbolic = match &self.variables.get(id).stored {
            Stored::Value(value) => value.shape().is_some_and(|shape| shape.is_symbolic()),
            Stored::Elements(_) | Stored::Fields(_) | Stored::Nothing | Stored::Part(_) => false,
        };
        let few = match self.lists(id, to, &brackets, op, &value) {
            Some(Lists::Distinct { few }) => few,
            Some(Lists::Added(op)) => {
                return self.assign_moving(id, to, brackets, Change::Added(op), value);
            }
            None => return self.variables.assign(id, Value::Poison),
        };
        // In a loop, an element of a long array is replaced where it is.
        let is_long = self.is_long_in_loop(id);
        let in_place = is_long && brackets.iter().all(Bracket::is_one);
        let by_elements = !is_symbolic
            && !in_place
            && match few && !is_long {
                true => self.hold_lists(&mut brackets),
                false => brackets
                    .iter()
                    .flat_map(|bracket| &bracket.entries)
                    .all(is_still),
            };
        if !by_elements {
            return self.assign_moving(id, to, brackets, Change::Replaced(op), value);
        }
        if !self.hold_elements(id, to.base) {
            return;
        }
        let Some((mut selection, element)) = self.whole_of(id) else {
            return;
        };
        for bracket in &brackets {
            if !self.has_axes(&selection, &bracket.entries, bracket.expr, element)
                || !self.select(&mut selection, &bracket.entries, element)
            {
                return;
            }
        }
        let Some(positions) = selection.positions() else {
            return;
        };
        let shape = selection.shape();
        let labels = selection.labels(&self.variables.get(id).labels);
        let current = self.read_positions(id, &positions, &shape);
        let current = current.labelled(labels);
        let value = self.assigned_part(&current, to.whole, op, value);
        let value = self.set_apart_as(id, value);
        self.assign_positions(id, &positions, &value);
    }

    /// Assigns the part of an array that is a variable of its own in the body of a loop.
    fn assign_row(
        &mut self,
        row: VariableId,
        whole: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        let current = match op {
            None => self.read(row),
            // The sum, or the like, of an array and a number is an array.
            Some(_) => Value::Poison,
        };
        let value = self.spread_to_part(value, &current);
        self.assign_whole(row, whole, op, value);
    }

    /// Whether a loop that is kept carries an array that is too long for its elements to be values
    /// of their own.
    fn is_long_in_loop(&self, id: VariableId) -> bool {
        let Stored::Value(value) = &self.variables.get(id).stored else {
            return false;
        };
        let size = value.shape().and_then(|shape| shape.count().known());
        !self.loops.open.is_empty() && size.is_some_and(|size| size > SCALAR_LIMIT)
    }

    /// The new value of a part of an array.
    pub(super) fn assigned_part(
        &mut self,
        current: &Value<'b>,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) -> Value<'b> {
        let value = self.compound(op, current, target, value);
        let value = self.spread_to_part(value, current);
        self.fit_assigned(current, None, &value, target)
    }

    /// A scalar meets a part of an array freely: it fills the part.
    fn spread_to_part(&mut self, value: Operand<'b, 'e>, current: &Value<'b>) -> Operand<'b, 'e> {
        let is_scalar = value.value.shape().is_some_and(|shape| shape.rank() == 0);
        let shape = current
            .shape()
            .filter(|shape| shape.rank() > 0 && is_scalar);
        let element = current.element().unwrap_or(self.float);
        let fits = match value.value.element() {
            Some(own) => own == element,
            None => element.is_float() && !value.value.is_constant_integer(),
        };
        let Some(shape) = shape.filter(|_| fits) else {
            return value;
        };
        let spread = self.wire(&value.value, element);
        let spread = spread.and_then(|wire| self.builder.broadcast(wire, &shape, &[]).ok());
        Operand {
            value: spread.map_or(Value::Poison, Value::from),
            ..value
        }
    }
}
