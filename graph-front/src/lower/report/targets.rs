//! Values of other shapes than the targets of compound assignments: the target keeps its own, so
//! the helps are of the value.

use graph_ir::{Error, Shape, Type};
use syn::Expr;

use super::brackets::without;
use super::parts::{ends_of, is_cut, one_difference};
use super::short_text;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::values::Operand;
use crate::tokens::idents;

impl<'b> Lowerer<'b, '_> {
    /// Reports a compound assignment of an array of another shape than the target has. Whether it
    /// is one.
    pub(in crate::lower) fn other_shape(
        &self,
        op: &str,
        target: &Operand<'b, '_>,
        value: &Operand<'b, '_>,
    ) -> bool {
        let types = [target, value].map(|operand| operand.value.ty(self.float));
        let [Some(own), Some(found)] = types else {
            return false;
        };
        let are_arrays = own.shape.rank() > 0 && found.shape.rank() > 0;
        let has_axes = [target, value].iter().any(|o| o.value.labels().has_axes());
        if !are_arrays || has_axes || own.element != found.element || own.shape == found.shape {
            return false;
        }
        let outer = self.all_products(op, (target, &own), (value, &found));
        let help = match (outer, self.shape_of_target((target, &own), (value, &found))) {
            (Some(outer), Some(help)) => Some(format!("{outer}; {help}")),
            (outer, help) => outer.or(help),
        };
        let error = Error::ShapeMismatch {
            op: op.into(),
            left: own,
            right: found,
        };
        let place = target.place.to(value.place);
        let mut diagnostic = Diagnostic::new(place, self.words.text(&error.to_string()));
        for operand in [target, value] {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        self.error(diagnostic.help_if(help));
        true
    }

    /// How to give a value the shape of a target.
    fn shape_of_target(
        &self,
        (target, own): (&Operand<'b, '_>, &Type),
        (value, found): (&Operand<'b, '_>, &Type),
    ) -> Option<String> {
        let (own_shape, found_shape) = (&own.shape, &found.shape);
        if let Some(help) = self.other_axis_within(value.expr, found_shape, own) {
            return Some(help);
        }
        if found_shape.rank() == own_shape.rank() + 1 {
            return self.one_axis_less(value.expr, found_shape, own_shape);
        }
        if let Some(help) = self.repeated_as_target((value, found_shape), (target, own_shape)) {
            return Some(help);
        }
        let axis = one_difference(found_shape, own_shape)?;
        let [wanted, count] = [own_shape, found_shape].map(|shape| shape.count_along(axis));
        let other = self.other_extent(target.expr, own_shape, axis, &count);
        let other = other.or_else(|| self.other_extent(value.expr, found_shape, axis, &wanted));
        other.or_else(|| {
            is_cut(&count, &wanted).then(|| ends_of(value.expr, axis, &count, &wanted))?
        })
    }

    /// The help for a value that has one axis more: an index takes it away, or a sum.
    fn one_axis_less(&self, expr: &Expr, found: &Shape, wanted: &Shape) -> Option<String> {
        let axis = (0..found.rank()).find(|&axis| without(found, axis) == *wanted)?;
        let sum = match short_text(expr) {
            Some(text) => format!("sum along it, `sum({text}, axis = {axis})`"),
            None => format!("sum along it with `axis = {axis}`"),
        };
        let index = match self.only_array_of(expr, found) {
            Some(name) => format!("index `{name}` along axis {axis}"),
            None => format!("index along axis {axis}"),
        };
        Some(format!(
            "it has an axis more than what it is assigned to: {index}, or {sum}"
        ))
    }

    /// The only variable in an expression that holds an array of this shape.
    fn only_array_of(&self, expr: &Expr, shape: &Shape) -> Option<String> {
        let mut names: Vec<String> = idents(expr).iter().map(ToString::to_string).collect();
        names.sort_unstable();
        names.dedup();
        let is_own = |name: &String| {
            let id = self.variables.find(name);
            id.is_some_and(|id| self.variables.get(id).shape().as_ref() == Some(shape))
        };
        names.retain(is_own);
        match &names[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// How to repeat a value along axes that it lacks, or along which it has one position.
    fn repeated_as_target(
        &self,
        (value, found): (&Operand<'b, '_>, &Shape),
        (target, wanted): (&Operand<'b, '_>, &Shape),
    ) -> Option<String> {
        if found.rank() < wanted.rank() {
            let repeated = self.along_others(value, &target.value)?;
            return Some(format!("repeat it: {repeated}"));
        }
        let text = short_text(value.expr)?;
        let is_repeated = |axis| {
            let own = found.count_along(axis);
            own == 1 || own == wanted.count_along(axis)
        };
        let repeats = found.rank() == wanted.rank() && (0..found.rank()).all(is_repeated);
        repeats.then(|| format!("repeat it: `broadcast({text}, {wanted})`"))
    }
}
