//! Operands of one operator, brought to common dimensions: arrays whose dimensions are all axes
//! meet by name, and others place by place.

use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape, Wire};

use crate::diagnostics::SourcePlace;
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};

/// Operands that have met.
pub(in crate::lower) struct Met<'b, 'x> {
    /// The operands, where one of them had to be changed.
    pub(in crate::lower) operands: Option<Vec<Operand<'b, 'x>>>,
    /// The names of the dimensions that they have in common.
    pub(in crate::lower) labels: Labels,
}

/// The axes of a result, with their extents.
struct Axes {
    labels: Vec<Label>,
    extents: Vec<Extent>,
}

impl<'b> Lowerer<'b, '_> {
    /// The operands of an operator that works element by element, in common dimensions; `None`
    /// where these are two axes, or an axis and a number, which is reported.
    pub(in crate::lower) fn meet<'x>(
        &mut self,
        name: &str,
        operands: &[Operand<'b, 'x>],
        place: SourcePlace,
    ) -> Option<Met<'b, 'x>> {
        let mut met = Met {
            operands: None,
            labels: Labels::default(),
        };
        if operands.iter().all(|o| o.value.labels().is_empty()) {
            return Some(met);
        }
        let rank = |o: &Operand<'b, 'x>| o.value.shape().map_or(0, |shape| shape.rank());
        let arrays: Vec<&Operand<'b, 'x>> = operands.iter().filter(|o| rank(o) > 0).collect();
        if arrays.iter().all(|o| o.value.labels().are_axes(rank(o))) {
            let axes = Axes::of(&arrays);
            met.labels = axes.labels();
            if arrays.iter().all(|o| o.value.labels() == met.labels) {
                return Some(met);
            }
            self.at(place);
            let mut elements = operands.iter().filter_map(|o| o.value.element());
            let element = elements.find(|e| e.is_float()).unwrap_or(self.float);
            let changed = operands.iter().map(|operand| match rank(operand) {
                0 => Ok(operand.clone()),
                _ => Ok(Operand {
                    value: self.with_all(&operand.value, &axes, element)?,
                    ..operand.clone()
                }),
            });
            return match changed.collect::<Result<Vec<_>, Error>>() {
                Ok(changed) => {
                    met.operands = Some(changed);
                    Some(met)
                }
                Err(error) => {
                    self.refused_by(Some(name), &error, place, operands);
                    None
                }
            };
        }
        met.labels = self.side_by_side(name, &arrays, place)?;
        Some(met)
    }

    /// The names of the dimensions of arrays that meet place by place; `None`, and an error, where
    /// one is an axis and the other is another or none. Shapes are compared by the builder.
    fn side_by_side<'x>(
        &mut self,
        name: &str,
        arrays: &[&Operand<'b, 'x>],
        place: SourcePlace,
    ) -> Option<Labels> {
        let (first, others) = arrays.split_first()?;
        let shape = first.value.shape()?;
        let mut labels = first.value.labels();
        for other in others {
            let own = other.value.labels();
            let is_equal = other.value.shape().as_ref() == Some(&shape);
            let axis = |labels: &Labels, at| labels.get(at).is_some_and(Label::is_axis);
            let is_number = |at| axis(&labels, at) != axis(&own, at);
            let has_all = [(first, &labels), (other, &own)].map(|(operand, labels)| {
                let rank = operand.value.shape().map_or(0, |shape| shape.rank());
                labels.are_axes(rank)
            });
            if let (true, Some((a, b))) = (is_equal, labels.conflict(&own)) {
                self.two_axes(name, [a, b], place, &[*first, *other]);
                return None;
            }
            if has_all[0] != has_all[1] && !is_equal || is_equal && (0..shape.rank()).any(is_number)
            {
                self.axis_and_number(name, [*first, *other], place);
                return None;
            }
            labels = labels.merged(&own, shape.rank());
        }
        Some(labels)
    }

    /// An array of axes as one of these axes, in their order, repeated along those that it lacks.
    fn with_all(
        &mut self,
        value: &Value<'b>,
        axes: &Axes,
        element: Element,
    ) -> Result<Value<'b>, Error> {
        let (own, labels) = (value.labels(), axes.labels());
        if own == labels {
            return Ok(value.clone());
        }
        let wire: Wire<'b> = self.wire(value, element).ok_or(Error::NotATensor)?;
        let places = own.places_in(wire.ty()?.shape.rank(), &labels, axes.labels.len());
        let (order, to) = places.ok_or(Error::NotATensor)?;
        let moved = self.builder.transpose(wire, &order)?;
        let shape = Shape::of(axes.extents.iter().cloned())?;
        let wire = self.builder.broadcast(moved, &shape, &to)?;
        Ok(Value::from(wire).labelled(labels))
    }
}

impl Axes {
    /// Their names.
    fn labels(&self) -> Labels {
        Labels::of(self.labels.iter().cloned().map(Some))
    }

    /// The axes of the first array, then those that the next has besides, and so on.
    fn of(arrays: &[&Operand<'_, '_>]) -> Self {
        let mut all = Self {
            labels: Vec::new(),
            extents: Vec::new(),
        };
        for operand in arrays {
            let extents = operand.value.shape().map(|shape| shape.counts());
            let labels = operand.value.labels();
            let labels: Vec<&Label> = labels.axes().collect();
            for (label, extent) in labels.into_iter().zip(extents.unwrap_or_default()) {
                if !all.labels.contains(label) {
                    all.labels.push(label.clone());
                    all.extents.push(extent);
                }
            }
        }
        all
    }
}
