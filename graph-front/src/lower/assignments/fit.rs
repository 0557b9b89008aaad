//! Assigned values in the types of those that they replace.

use graph_ir::{Element, Shape, Type};
use syn::Expr;

use super::Place;
use super::starts::is_whole;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::purpose::integer_meant;
use crate::lower::report::{grouped, repeated, short_text, with_elements};
use crate::lower::types::{as_float, whole_number};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Origin, VariableId};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The first value of a variable, in the type that it is declared with.
    pub(super) fn first_value(&mut self, id: VariableId, value: &Operand<'b, 'e>) -> Value<'b> {
        let variable = self.variables.get(id);
        let Some(declared) = variable.declared.clone() else {
            return value.value.clone();
        };
        let name = variable.name.clone();
        if value.value.is_poison() {
            return Value::Poison;
        }
        let labels = variable.labels.clone();
        if let Some(fitted) = self.fit_type(&value.value, &declared, &labels) {
            return fitted;
        }
        let is_filled = !declared.is_scalar() && value.value.shape().is_some_and(|s| s.rank() == 0);
        if declared.is_float() && value.value.is_constant_integer() && !is_filled {
            self.integer_for_float(value, declared.element);
            return Value::Poison;
        }
        let holds = self.describe_array(&declared, &labels);
        let found = self.describe(&value.value);
        let message = format!("`{name}` is declared as {holds} and cannot be assigned {found}");
        let diagnostic = Diagnostic::new(value.place, message);
        let diagnostic = self.with_axes(diagnostic, value, &labels);
        let help = match declared.is_scalar() {
            true if declared.element == Element::I64 => integer_meant(value.expr),
            true => None,
            false => self
                .in_brackets(&value.value, value.expr)
                .or_else(|| filled(value, &declared.shape, declared.is_float())),
        };
        self.error(diagnostic.help_if(help))
    }

    /// Reports a float that is added, or the like, to an integer.
    pub(super) fn float_for_counter(&mut self, target: &'e Expr, value: &Operand<'b, 'e>) {
        let float = self.words.element(self.float);
        let [text, added] = [target, value.expr].map(|expr| match short_text(expr) {
            Some(text) => format!("`{text}`"),
            None => "the value here".into(),
        });
        let message = format!("{text} is an integer, and {added} is {float}");
        let help = integer_meant(value.expr).filter(|_| {
            // Of a conversion it is not certain which of the two is meant.
            whole_number(value.expr).is_some() || self.must_count_target(target)
        });
        let help = help
            .or_else(|| self.whole_step(value.expr))
            .or_else(|| self.start_of_counter(target));
        self.error(Diagnostic::new(value.place, message).help_if(help));
        self.hold_float(target);
    }

    /// The help for a step that is a whole number, as its `let` says, but a float: a sign, or a
    /// rounded number. It may be below zero.
    fn whole_step(&self, value: &Expr) -> Option<String> {
        let text = short_text(value)?;
        let variable = self.variable_of(value);
        let own = || Some(text.clone());
        let first = variable.map_or_else(own, |variable| variable.told.first.clone());
        is_whole(&first?).then(|| format!("convert it: `{} as i64`", grouped(&text)))
    }

    /// Whether the variable of a target has to hold integers.
    pub(super) fn must_count_target(&self, target: &Expr) -> bool {
        let variable = self.variable_of(Place::of(target).base);
        variable.is_some_and(|variable| self.must_count(&variable.name))
    }

    /// The help for a float that the variable of a target is to hold instead of integers, where it
    /// need not hold these.
    fn start_of_counter(&self, target: &Expr) -> Option<String> {
        let variable = self.variable_of(Place::of(target).base)?;
        (!self.must_count(&variable.name)).then(|| self.start_with_float(variable))
    }

    /// Reports an integer for a variable of floats that has to hold integers.
    pub(super) fn integer_for_start(
        &mut self,
        current: &Value<'b>,
        value: &Operand<'b, 'e>,
        target: &'e Expr,
    ) {
        let (holds, found) = (self.describe(current), self.describe(&value.value));
        let text = short_text(target).unwrap_or_else(|| "this".into());
        let message = format!("`{text}` holds {holds} and cannot be assigned {found}");
        let Some(variable) = self.variable_of(Place::of(target).base) else {
            self.error(Diagnostic::new(value.place, message));
            return;
        };
        let note = format!("`{}` is {}", variable.name, self.origin(variable));
        let help = self.start_with_integer(variable);
        let name = variable.name.clone();
        self.error(
            Diagnostic::new(value.place, message)
                .note(note)
                .help_if(help),
        );
        self.variables.doubt(name);
    }

    /// The assigned value in the type of the value that it replaces; poison, and an error, if it
    /// does not fit.
    pub(super) fn fit_assigned(
        &mut self,
        current: &Value<'b>,
        declared: Option<&Type>,
        value: &Operand<'b, 'e>,
        target: &'e Expr,
    ) -> Value<'b> {
        if current.is_poison() || value.value.is_poison() {
            return Value::Poison;
        }
        let element = declared.map(|ty| ty.element).or(current.element());
        if let Some(fitted) = fit_like(current, element, &value.value) {
            return fitted;
        }
        let element_of_float = element.unwrap_or(self.float);
        let is_integer = value.value.element() == Some(Element::I64);
        if element_of_float.is_float() && is_integer && self.must_count_target(target) {
            self.integer_for_start(current, value, target);
            return Value::Poison;
        }
        let is_whole = Place::of(target).indices.is_empty();
        let whole = current.shape().filter(|shape| is_whole && shape.rank() > 0);
        if element_of_float.is_float() && value.value.as_integer().is_some() && whole.is_none() {
            let meant = self.float_meant(value, element_of_float);
            return meant
                .and_then(|meant| fit_like(current, element, &meant))
                .unwrap_or(Value::Poison);
        }
        let (holds, found) = (self.describe(current), self.describe(&value.value));
        let text = short_text(target).unwrap_or_else(|| "this".into());
        let message = format!("`{text}` holds {holds} and cannot be assigned {found}");
        let diagnostic = Diagnostic::new(value.place, message);
        let diagnostic = match self.variable_of(target) {
            Some(variable) => {
                let note = format!("`{text}` is {holds}: {}", self.origin(variable));
                diagnostic.note(note)
            }
            None => diagnostic,
        };
        let diagnostic = self.with_axes(diagnostic, value, &current.labels());
        let help = match current.element() == Some(Element::I64) && value.value.is_float() {
            true => self
                .start_of_counter(target)
                .or_else(|| integer_meant(value.expr))
                .or_else(|| truncated(value)),
            false => self.fitting(current, element_of_float, value, target),
        };
        let help = self.along_both_axes(target).or(help);
        let rows = self.start_of_rows(current, value, target);
        if rows.is_some() {
            // That its type is another is no error of the result.
            self.doubt_target(target);
        }
        let mut help = rows.or(help);
        if help.is_none() && is_whole {
            let shape = value.value.shape();
            help = shape.and_then(|shape| self.start_of_array(target, Some(&shape)));
            if help.is_some() {
                self.doubt_target(target);
            }
        }
        self.error(diagnostic.help_if(help))
    }

    /// The help for `a[at][at]` with arrays of positions, of which the second selects among the rows
    /// of the first.
    pub(in crate::lower) fn along_both_axes(&self, expr: &Expr) -> Option<String> {
        let Expr::Index(outer) = without_parentheses(expr) else {
            return None;
        };
        let Expr::Index(inner) = &*outer.expr else {
            return None;
        };
        let indices = [&*inner.index, &*outer.index];
        let texts = indices.map(|index| {
            let variable = self.variable_of(index)?;
            let are_positions = variable.holds_integers() && variable.is_array();
            are_positions.then(|| variable.name.clone())
        });
        let [Some(rows), Some(columns)] = texts else {
            return None;
        };
        let array = short_text(&inner.expr)?;
        Some(format!(
            "positions along both axes stand in one pair of brackets: `{array}[({rows}, {columns})]`"
        ))
    }

    /// The help for rows, or larger arrays, that are assigned to the elements of an array of
    /// numbers, or of shorter rows.
    fn start_of_rows(
        &self,
        current: &Value<'b>,
        value: &Operand<'b, 'e>,
        target: &Expr,
    ) -> Option<String> {
        let place = Place::of(target);
        let variable = self.variable_of(place.base)?;
        let (whole, own) = (variable.shape()?, current.shape()?);
        let row = value.value.shape().filter(|row| row.rank() > own.rank())?;
        let is_let = matches!(variable.origin, Origin::Let(_)) && variable.mutable;
        if !is_let || place.indices.is_empty() {
            return None;
        }
        let name = &variable.name;
        let start = self
            .start_in_body(name)
            .or_else(|| variable.told.first.clone())?;
        let outer = whole.rank().checked_sub(own.rank())?;
        let start = with_elements(&start, whole.rank(), outer, &row.counts())?;
        let rows = if row.rank() == 1 { "rows" } else { "arrays" };
        Some(format!("start with {rows}: `let mut {name} = {start};`"))
    }

    /// The help for a value that does not fit a variable, or a part of one, of another type.
    fn fitting(
        &mut self,
        current: &Value<'b>,
        element: Element,
        value: &Operand<'b, 'e>,
        target: &Expr,
    ) -> Option<String> {
        let is_whole = Place::of(target).indices.is_empty();
        let shape = current.shape()?;
        let is_integer = value.value.element() == Some(Element::I64);
        if element.is_float() && is_integer && value.value.shape()? == shape {
            let float = self.words.element(element);
            if self.has_lost_rest(value.expr, &float) {
                return self.converted(value.expr, &float);
            }
            let text = grouped(&short_text(value.expr)?);
            let converted = format!("`{text} as {float}`");
            let variable = self.variable_of(Place::of(target).base);
            let start =
                variable.filter(|own| own.is_array() && matches!(own.origin, Origin::Let(_)));
            let start = start.and_then(|own| self.start_with_integer(own));
            return Some(match start {
                Some(start) => format!("{start}; or convert what is assigned: {converted}"),
                None => format!("convert it: {converted}"),
            });
        }
        if shape.rank() == 0 {
            return self.as_number(value, element.is_float());
        }
        let array = self.in_brackets(&value.value, value.expr);
        array.or_else(|| is_whole.then(|| filled(value, &shape, element.is_float()))?)
    }
}

/// The value in the type of another; `element` is the type's if it is decided.
fn fit_like<'b>(
    like: &Value<'b>,
    element: Option<Element>,
    value: &Value<'b>,
) -> Option<Value<'b>> {
    match (like, value) {
        (Value::Unit, Value::Unit) => Some(Value::Unit),
        (Value::Tuple(likes), Value::Tuple(values))
        | (Value::Tuples(likes), Value::Tuples(values))
            if likes.is_like(values) =>
        {
            let of = like.as_several().map(|(_, of)| of)?;
            let mut values = values.iter();
            let parts = likes.try_map(|like| fit_like(like, like.element(), values.next()?));
            parts.map(of)
        }
        _ => {
            let labels = like.labels();
            if like.shape()? != value.shape()? || labels.conflict(&value.labels()).is_some() {
                return None;
            }
            let fitted = match (element, value.element()) {
                (Some(a), Some(b)) => (a == b).then(|| value.clone()),
                (Some(element), None) => element.is_float().then(|| value.decide(element)),
                (None, Some(element)) => element.is_float().then(|| value.clone()),
                (None, None) => Some(value.clone()),
            };
            Some(fitted?.labelled(labels))
        }
    }
}

/// The help for a number in place of an array of a shape: the array that it fills.
pub(super) fn filled(value: &Operand<'_, '_>, shape: &Shape, is_float: bool) -> Option<String> {
    if value.value.shape()?.rank() > 0 {
        return None;
    }
    let element = match value.value.as_integer() {
        Some(_) if is_float => as_float(value.expr),
        _ => short_text(value.expr)?,
    };
    let array = repeated(element, &shape.counts());
    Some(format!("the array that it fills is `{array}`"))
}

/// The help for a float where an integer has to be: the one that is left without its fraction.
fn truncated(value: &Operand<'_, '_>) -> Option<String> {
    let is_number = value.value.shape()?.rank() == 0;
    let text = short_text(value.expr).filter(|_| is_number)?;
    Some(format!("convert it: `{} as usize`", grouped(&text)))
}
