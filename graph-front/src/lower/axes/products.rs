//! `contract` and `rename`: functions of arrays with axes alone.

use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `contract(a, b)`: the sum of the products along the axes that both have. The result has the
    /// other axes of `a`, then those of `b`.
    pub(in crate::lower) fn contract(
        &mut self,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let [left, right] = operands else {
            return Value::Poison;
        };
        let Some(element) = self.common_element("contract", true, operands) else {
            return Value::Poison;
        };
        for operand in operands {
            let rank = operand.value.shape().map_or(0, |shape| shape.rank());
            if !operand.value.labels().are_axes(rank) {
                self.no_axes(operand);
                return Value::Poison;
            }
        }
        let [left, right] = [left, right].map(|operand| operand.value.labels());
        let [left, right] = [&left, &right].map(|labels| labels.axes().collect::<Vec<&Label>>());
        let mut all = left.clone();
        all.extend(right.iter().filter(|axis| !left.contains(axis)));
        let result: Vec<&Label> = { all.iter().copied() }
            .filter(|axis| left.contains(axis) != right.contains(axis))
            .collect();
        let letters = |axes: &[&Label]| -> Option<Vec<char>> {
            let places = axes
                .iter()
                .map(|axis| all.iter().position(|own| own == axis));
            let letter = |place: Option<usize>| char::from_u32(u32::from('a') + place? as u32);
            places.map(letter).collect()
        };
        let named = [letters(&left), letters(&right), letters(&result)];
        let [Some(left), Some(right), Some(out)] = named else {
            return Value::Poison;
        };
        self.at(place);
        let wires = operands.iter().map(|o| self.wire(&o.value, element));
        let Some(wires) = wires.collect::<Option<Vec<_>>>() else {
            return Value::Poison;
        };
        let labels = Labels::of(result.into_iter().cloned().map(Some));
        match self.builder.einsum(&[&left, &right], &out, &wires) {
            Ok(wire) => Value::from(wire).labelled(labels),
            Err(error) => self.refused_by(Some("contract"), &error, place, operands),
        }
    }

    /// `rename(x, N, M)`: the same array, of which the dimension `N` is called `M`.
    pub(in crate::lower) fn rename(
        &mut self,
        receiver: Option<Operand<'b, 'e>>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let mut args = args.iter();
        let array = receiver.or_else(|| args.next().map(|arg| self.operand(arg)));
        let (Some(array), [Some(from), Some(to), None]) =
            (array, [args.next(), args.next(), args.next()])
        else {
            let message = "`rename` takes an array and two names";
            let help =
                "it is called as `rename(x, N, M)`: the dimension `N` of `x` is called `M` then";
            return self.error(Diagnostic::new(place, message).help(help));
        };
        if array.value.is_poison() {
            return Value::Poison;
        }
        let Some(shape) = array.value.shape() else {
            let found = self.describe(&array.value);
            let message = format!("`rename` needs an array, found {found}");
            return self.error(Diagnostic::new(array.place, message));
        };
        let labels = array.value.labels();
        let Some(found) = self.named_dimensions(from, &array, &labels) else {
            return self.no_name(from);
        };
        let (Ok(found), Some(name)) = (found, self.label_of(to)) else {
            return match self.label_of(to) {
                Some(_) => Value::Poison,
                None => self.no_name(to),
            };
        };
        let Some(length) = self.extent(to) else {
            return Value::Poison;
        };
        let &[dimension] = &found[..] else {
            return self.no_name(from);
        };
        let dimension = usize::try_from(dimension).unwrap_or(usize::MAX);
        let extent = shape.count_along(dimension);
        let text = name.name();
        let whole = short_text(array.expr).unwrap_or_else(|| "the array".into());
        if extent != length {
            let message = format!("`{text}` has the length {length}, and the dimension {extent}");
            let diagnostic = Diagnostic::new(SourcePlace::of(to), message);
            let note = self.explain_named(&array);
            let help = extent.is_symbolic() || length.is_symbolic();
            let help = help.then(|| {
                let from = short_text(from).unwrap_or_else(|| "N".into());
                format!("declare an axis of that length: `const {text}: Axis = {from};`")
            });
            return self.error(diagnostic.note_if(note).help_if(help));
        }
        let taken = labels.positions(&name);
        if name.is_axis() && taken.iter().any(|&other| other != dimension) {
            let message = format!("`{whole}` has an axis `{text}` already");
            let note = self.explain_named(&array);
            return self.error(Diagnostic::new(SourcePlace::of(to), message).note_if(note));
        }
        let mut labels = labels.list(shape.rank());
        labels[dimension] = Some(name);
        array.value.labelled(Labels::of(labels))
    }

    fn no_name(&mut self, expr: &'e Expr) -> Value<'b> {
        let place = SourcePlace::of(expr);
        let text = short_text(expr).unwrap_or_else(|| "this".into());
        let message = format!("`{text}` is no name of a dimension");
        let help = "names are those of axes, `const N: Axis = 3;`, and of lengths";
        self.error(Diagnostic::new(place, message).help(help))
    }
}
