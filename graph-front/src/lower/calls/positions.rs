//! `scatter_add`: sums of parts at positions.

use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape};

use super::apply::single_axis;
use super::arguments::Arguments;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Scalar, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Zeros to which each part of the first operand is added at its position.
    pub(super) fn scatter_add(
        &mut self,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let [parts, at, extent] = &arguments.operands[..] else {
            return Value::Poison;
        };
        if let Some(error) = self.positions_exchanged(arguments) {
            return self.error(error);
        }
        let Some(count) = extent.value.as_extent() else {
            self.not_constant(extent, "the extent of `scatter_add`");
            return Value::Poison;
        };
        if count.is_negative() {
            let message = format!("an array cannot have {count} elements");
            return self.error(Diagnostic::new(extent.place, message));
        }
        let Some(wire) = self.tensor("scatter_add", parts) else {
            return Value::Poison;
        };
        if !self.are_positions(at, &count) {
            return Value::Poison;
        }
        let (Some(indices), Ok(ty)) = (self.wire(&at.value, Element::I64), wire.ty()) else {
            return Value::Poison;
        };
        self.at(place);
        let axis = match single_axis(arguments, &[wire], 0) {
            Ok(axis) => axis,
            Err(error) => {
                let place = arguments.axes_place().unwrap_or(place);
                return self.refused(&error, place, &arguments.operands[..1]);
            }
        };
        let (own, positions) = (ty.shape.counts(), at.value.shape().map(|s| s.counts()));
        let positions = positions.unwrap_or_default();
        let end = axis + positions.len();
        if own.get(axis..end) != Some(&positions[..]) {
            let (found, wanted) = (self.describe(&parts.value), self.describe(&at.value));
            let message = format!("`scatter_add` needs a position for each part along axis {axis}");
            let diagnostic = Diagnostic::new(at.place, message);
            let note = format!("the parts are {found}, the positions {wanted}");
            return self.error(diagnostic.note(note));
        }
        let extents = [&own[..axis], &[count], &own[end..]].concat();
        let sum = Shape::of(extents).map_err(Error::from).and_then(|shape| {
            let whole = ty.with_shape(shape);
            self.builder.scatter_add(indices, wire, axis, &whole)
        });
        // The new dimension is called as its extent is written.
        let mut labels = parts.value.labels().list(ty.shape.rank());
        labels.splice(axis..end, [self.label_of(extent.expr)]);
        match sum {
            Ok(wire) => Value::from(wire).labelled(Labels::of(labels)),
            Err(error) => self.refused(&error, place, &arguments.operands[..1]),
        }
    }

    /// The error for operands in another order, where their types say which is which.
    fn positions_exchanged(&self, arguments: &Arguments<'b, 'e>) -> Option<Diagnostic> {
        let operands = &arguments.operands[..];
        let only = |is_it: &dyn Fn(&Operand<'b, 'e>) -> bool| {
            let mut those = (0..operands.len()).filter(|&at| is_it(&operands[at]));
            those.next().filter(|_| those.next().is_none())
        };
        let parts = only(&|operand| operand.value.element().is_some_and(Element::is_float))?;
        let extent = only(&|operand| operand.value.as_extent().is_some())?;
        let at = (0..3).find(|at| ![parts, extent].contains(at))?;
        if operands[at].value.element() != Some(Element::I64) || [parts, at, extent] == [0, 1, 2] {
            return None;
        }
        let texts = [parts, at, extent].map(|at| short_text(operands[at].expr));
        let help = match (texts, arguments.written_options()?) {
            ([Some(parts), Some(at), Some(extent)], options) => Some(format!(
                "write `scatter_add({parts}, {at}, {extent}{options})`"
            )),
            _ => None,
        };
        let message = "the parts stand first in `scatter_add`, and their positions and the extent \
                       behind them";
        let place = operands[0].place.to(operands[2].place);
        Some(Diagnostic::new(place, message).help_if(help))
    }

    /// Whether an operand has integers, and those that are known are positions; reports it
    /// otherwise.
    fn are_positions(&mut self, at: &Operand<'b, 'e>, extent: &Extent) -> bool {
        if at.value.element() != Some(Element::I64) {
            let found = self.describe(&at.value);
            let message = format!("the positions of `scatter_add` are integers, found {found}");
            let text = short_text(at.expr);
            let help = text.map(|text| format!("convert them: `{} as usize`", grouped(&text)));
            let diagnostic = Diagnostic::new(at.place, message);
            self.error(diagnostic.note_if(self.explain(at)).help_if(help));
            return false;
        }
        let known: &[Scalar] = match &at.value {
            Value::Table(table) => &table.items,
            Value::Scalar(scalar) => core::slice::from_ref(scalar),
            _ => &[],
        };
        let outside = known.iter().find_map(|item| match item {
            Scalar::Integer(n) => {
                let beyond = (extent - Extent::from(*n) - 1).is_negative();
                (*n < 0 || beyond).then_some(*n)
            }
            _ => None,
        });
        if let Some(position) = outside {
            let message =
                format!("the position {position} is out of range for an extent of {extent}");
            self.error(Diagnostic::new(at.place, message));
        }
        outside.is_none()
    }
}
