//! `as`, and values in declared types.

use graph_ir::{Element, Type};
use syn::ExprCast;

use super::Declared;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Lowered, Number, Scalar, Value};
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `x as f32`.
    pub(in crate::lower) fn cast(
        &mut self,
        lowered: Lowered<'b>,
        expr: &'e ExprCast,
    ) -> Lowered<'b> {
        let target = SourcePlace::of(&expr.ty);
        let place = lowered.place.to(target);
        let element = match self.resolve_type(&expr.ty) {
            Some(Declared::Tensor(ty, _)) if ty.is_scalar() => Some(ty.element),
            Some(_) => {
                let message = "`as` converts elements: its target is a scalar type";
                let help = "arrays are converted element by element: `x as f32`";
                self.error(Diagnostic::new(target, message).help(help));
                None
            }
            None => None,
        };
        let value = match element {
            Some(Element::Bool) if self.is_compared(&lowered.value, expr, place) => Value::Poison,
            Some(Element::I64) => self.cast_integer(lowered.value, expr, place),
            Some(element) => self.cast_value(lowered.value, element, place),
            None => Value::Poison,
        };
        Lowered { value, place }
    }

    /// Reports a number that is to be a bool by `as`, and not by a comparison.
    fn is_compared(&mut self, value: &Value<'b>, expr: &ExprCast, place: SourcePlace) -> bool {
        let zero = match (value.element(), value.shape()) {
            (Some(Element::Bool), _) | (_, None) => return false,
            (Some(Element::I64), _) => "0",
            _ => "0.0",
        };
        let found = self.describe(value);
        let message = format!("{found} cannot be converted to bool");
        let text = short_text(&expr.expr);
        let help = text.map(|text| format!("compare: `{text} != {zero}`"));
        self.error(Diagnostic::new(place, message).help_if(help));
        true
    }

    /// `x as i64` or `x as usize`: integers of the language have 64 bits, so of a narrower target,
    /// where Rust would cut bits off, only known integers are that fit. Of a float below zero
    /// `usize` makes 0.
    fn cast_integer(
        &mut self,
        value: Value<'b>,
        expr: &'e ExprCast,
        place: SourcePlace,
    ) -> Value<'b> {
        let narrow = ["i8", "i16", "i32", "u8", "u16", "u32", "u64"];
        let is = |name: &&str| matches!(&*expr.ty, syn::Type::Path(ty) if ty.path.is_ident(*name));
        if let Some(name) = narrow.iter().find(|name| is(name)) {
            if value.is_constant_integer() {
                return match self.holds(&expr.ty, &value, &expr.expr) {
                    true => value,
                    false => Value::Poison,
                };
            }
            if value.is_poison() {
                return value;
            }
            let message = format!("`as {name}` takes an integer that is known while compiling");
            let help = "integers have 64 bits: write `as i64`, or `as usize` for an index";
            return self.error(Diagnostic::new(SourcePlace::of(&expr.ty), message).help(help));
        }
        let from_float = matches!(value, Value::Scalar(Scalar::Float(_)))
            || value.element().is_some_and(Element::is_float);
        let value = self.cast_value(value, Element::I64, place);
        match value {
            Value::Scalar(Scalar::Integer(n @ ..0)) if !from_float && is(&"usize") => {
                let message = format!("the value {n} is out of range for `usize`");
                let note = "`as` would make an index beyond every array of it";
                self.error(Diagnostic::new(place, message).note(note))
            }
            Value::Scalar(Scalar::Integer(n)) if from_float && is(&"usize") => {
                Value::Scalar(Scalar::Integer(n.max(0)))
            }
            value if from_float && is(&"usize") => self.at_least_zero(&value, place),
            value => value,
        }
    }

    fn at_least_zero(&mut self, value: &Value<'b>, place: SourcePlace) -> Value<'b> {
        let Some(wire) = self.wire(value, Element::I64) else {
            return Value::Poison;
        };
        let zero = wire.zeros_like();
        match self.builder.select(wire.less(zero), zero, wire) {
            Ok(wire) => Value::from(wire).labelled(value.labels()),
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    /// A value with its elements converted.
    pub(in crate::lower) fn cast_value(
        &mut self,
        value: Value<'b>,
        to: Element,
        place: SourcePlace,
    ) -> Value<'b> {
        match value {
            Value::Poison => Value::Poison,
            Value::Position(_) if to == Element::I64 => value,
            Value::Scalar(scalar) => match self.cast_scalar(scalar, to) {
                Some(scalar) => Value::Scalar(scalar),
                None => self.cast_wire(&Value::Scalar(scalar), to, place),
            },
            value => self.cast_wire(&value, to, place),
        }
    }

    /// A number converted while the macro runs; `None` when that needs the program.
    fn cast_scalar(&self, scalar: Scalar, to: Element) -> Option<Scalar> {
        Some(match (scalar, to) {
            (Scalar::Float(number), _)
                if number.element() == Some(Element::Float) && to != Element::Float =>
            {
                return None;
            }
            (Scalar::Float(number), Element::F64 | Element::F32 | Element::Float) => {
                Scalar::Float(number.cast(to))
            }
            #[allow(
                clippy::cast_possible_truncation,
                reason = "the truncation of `as` is meant"
            )]
            (Scalar::Float(number), Element::I64) => {
                Scalar::Integer(number.value(self.float) as i64)
            }
            #[allow(clippy::cast_precision_loss, reason = "the rounding of `as` is meant")]
            (Scalar::Integer(value), Element::F64 | Element::Float) => {
                Scalar::Float(Number::typed(value as f64, to))
            }
            #[allow(clippy::cast_precision_loss, reason = "the rounding of `as` is meant")]
            (Scalar::Integer(value), Element::F32) => {
                Scalar::Float(Number::typed(f64::from(value as f32), to))
            }
            (Scalar::Integer(value), Element::I64) => Scalar::Integer(value),
            (Scalar::Truth(value), Element::Bool) => Scalar::Truth(value),
            _ => return None,
        })
    }

    fn cast_wire(&mut self, value: &Value<'b>, to: Element, place: SourcePlace) -> Value<'b> {
        let found = self.describe(value);
        self.at(place);
        let open = if to.is_float() { to } else { self.float };
        let Some(wire) = self.wire(value, open) else {
            let message = format!("`as` converts scalars and arrays, found {found}");
            return self.error(Diagnostic::new(place, message));
        };
        match self.builder.cast(wire, to) {
            Ok(wire) => Value::from(wire).labelled(value.labels()),
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    /// The value in a declared type; `None` if it has another.
    pub(in crate::lower) fn fit(
        &mut self,
        value: &Value<'b>,
        declared: &Declared,
    ) -> Option<Value<'b>> {
        match (value, declared) {
            (_, Declared::Infer) => Some(value.clone()),
            (Value::Tuple(values), Declared::Tuple(types)) if values.is_like(types) => {
                let mut types = types.iter();
                let parts = values.try_map(|value| self.fit(value, types.next()?));
                parts.map(Value::Tuple)
            }
            (Value::Tuples(values), Declared::Tuples(types)) if values.is_like(types) => {
                let mut types = types.iter();
                let columns = values.try_map(|value| self.fit(value, types.next()?));
                columns.map(Value::Tuples)
            }
            (Value::Tuples(_), Declared::Tuple(types)) if types.are_elements() => {
                let elements = self.elements_of_array(value, types.len())?;
                self.fit(&elements, declared)
            }
            (Value::Tuple(elements), Declared::Tuples(_)) if elements.are_elements() => {
                let array = self.as_array(value.clone());
                self.fit(&array, declared)
            }
            (_, Declared::Tensor(ty, labels)) => self.fit_type(value, ty, labels),
            _ => None,
        }
    }

    /// The value in a type, an open type being decided, under the names of the type's dimensions;
    /// `None` if it has another, or another axis. A dimension without an axis becomes the one that
    /// is written, and an axis becomes a number where one is written: both are said by the type.
    pub(in crate::lower) fn fit_type(
        &mut self,
        value: &Value<'b>,
        ty: &Type,
        labels: &Labels,
    ) -> Option<Value<'b>> {
        if value.shape()? != ty.shape || value.labels().conflict(labels).is_some() {
            return None;
        }
        let fitted = match value.element() {
            Some(element) => (element == ty.element).then(|| value.clone()),
            None => ty.is_float().then(|| value.decide(ty.element)),
        };
        Some(fitted?.labelled(labels.clone()))
    }

    /// The type of the tuples of an array of them, in words.
    fn describe_declared_rows(&self, columns: &Parts<Declared>) -> String {
        if let Some(of) = columns.of() {
            return of.text();
        }
        if columns.are_elements()
            && let Some(Declared::Tuples(first)) = columns.first()
        {
            let element = self.describe_declared_rows(first);
            return format!("[{element}; {}]", columns.len());
        }
        let parts = columns.iter().map(|column| match column {
            Declared::Tensor(ty, labels) => self.describe_row(ty, labels),
            Declared::Tuples(columns) => self.describe_declared_rows(columns),
            Declared::Tuple(_) | Declared::Infer => "_".into(),
        });
        format!("({})", parts.collect::<Vec<String>>().join(", "))
    }

    /// A declared type in words.
    pub(in crate::lower) fn describe_declared(&self, declared: &Declared) -> String {
        match declared {
            Declared::Tensor(ty, labels) => self.describe_array(ty, labels),
            Declared::Infer => "_".into(),
            Declared::Tuple(parts) => match parts.of() {
                Some(of) => of.text(),
                None if parts.are_elements() => {
                    let first = parts.first().map(|first| self.describe_declared(first));
                    format!("[{}; {}]", first.unwrap_or_default(), parts.len())
                }
                None => {
                    let parts: Vec<String> =
                        parts.iter().map(|p| self.describe_declared(p)).collect();
                    format!("({})", parts.join(", "))
                }
            },
            Declared::Tuples(columns) => {
                let count = declared.count_of_tuples();
                format!("[{}; {count}]", self.describe_declared_rows(columns))
            }
        }
    }
}
