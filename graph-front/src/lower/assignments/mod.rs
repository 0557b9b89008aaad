//! Assignments, to variables as a whole and to parts of them.
//!
//! | file | does |
//! |---|---|
//! | `fields` | assigns to values of tuples |
//! | `masked` | says how elements are assigned under a condition |
//! | `part` | assigns to known positions of an array |
//! | `parts` | takes tuples and arrays apart |
//! | `patterns` | binds the names of a `let` |
//! | `replacement` | assigns at indices that are computed at run time |
//! | `starts` | says how variables start with floats |
//! | `storage` | reads and writes the contents of variables |
//! | `targets` | finds the variables that are assigned |

mod fields;
mod masked;
mod part;
mod parts;
mod patterns;
mod replacement;
mod starts;
mod storage;
mod targets;

use graph_ir::ops::ScalarOp;
use graph_ir::{Element, Type};
use syn::{Expr, ExprField, ExprIndex};

use super::Lowerer;
use super::expressions::without_parentheses;
use super::report::short_text;
use super::types::whole_number;
use super::values::{Operand, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace};
use parts::Several;

/// The target of an assignment to a part: the variable, and the whole expression.
#[derive(Clone, Copy)]
struct Target<'e> {
    base: &'e Expr,
    whole: &'e Expr,
}

/// The target of an assignment: `base.0.1[i][j]`.
pub(crate) struct Place<'e> {
    pub(crate) base: &'e Expr,
    /// The values of tuples on the way from the base, the outermost first.
    fields: Vec<&'e ExprField>,
    /// The indices behind them, the first one first.
    pub(crate) indices: Vec<&'e ExprIndex>,
}

impl<'e> Place<'e> {
    pub(crate) fn of(target: &'e Expr) -> Self {
        let (mut base, mut fields, mut indices) = (target, Vec::new(), Vec::new());
        loop {
            base = match base {
                // Arrays hold no tuples.
                Expr::Index(e) if fields.is_empty() => {
                    indices.push(e);
                    &e.expr
                }
                Expr::Field(e) => {
                    fields.push(e);
                    &e.base
                }
                Expr::Paren(e) => &e.expr,
                Expr::Group(e) => &e.expr,
                _ => break,
            };
        }
        fields.reverse();
        indices.reverse();
        Self {
            base,
            fields,
            indices,
        }
    }

    /// Whether this is a variable, and no part of one.
    pub(crate) fn is_whole(&self) -> bool {
        self.fields.is_empty() && self.indices.is_empty()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `target = value`, or `target op= value`.
    pub(super) fn assignment(&mut self, target: &'e Expr, op: Option<ScalarOp>, value: &'e Expr) {
        if self.masked(target, op, value) {
            return;
        }
        let value = self.operand(value);
        match op {
            None => self.assign(target, value),
            Some(_) => self.assign_one(target, op, value),
        }
    }

    /// Assigns the parts of a value to the targets of a tuple or an array of these.
    fn assign(&mut self, target: &'e Expr, value: Operand<'b, 'e>) {
        let place = SourcePlace::of(target);
        let elements = match without_parentheses(target) {
            Expr::Infer(_) => return,
            Expr::Tuple(e) => &e.elems,
            Expr::Array(e) => &e.elems,
            _ => return self.assign_one(target, None, value),
        };
        let several = Several::of(elements, is_rest);
        if let Expr::Array(_) = without_parentheses(target)
            && !self.has_known_length(&value, &several, ("", place))
        {
            return;
        }
        let (parts, written) = match (without_parentheses(target), without_parentheses(value.expr))
        {
            (Expr::Tuple(_), written) => {
                let parts = self.parts_of_tuple(&value.value, &several, place);
                let written = match written {
                    Expr::Tuple(e) => Some(&e.elems),
                    _ => None,
                };
                (parts, written)
            }
            (_, written) => {
                let parts = self.parts_of_array(&value.value, &several, place);
                let written = match written {
                    Expr::Array(e) => Some(&e.elems),
                    _ => None,
                };
                (parts, written)
            }
        };
        let parts = parts.into_iter().enumerate().map(|(position, part)| {
            let expr = written.and_then(|written| written.get(position));
            Operand {
                value: part,
                expr: expr.unwrap_or(value.expr),
                place: expr.map_or(value.place, SourcePlace::of),
            }
        });
        for (target, part) in several.with(parts.collect()) {
            self.assign(target, part);
        }
    }

    fn assign_one(&mut self, target: &'e Expr, op: Option<ScalarOp>, value: Operand<'b, 'e>) {
        let place = Place::of(target);
        let Some(id) = self.assigned_variable(&place, op, &value) else {
            return;
        };
        match &place.fields[..] {
            [] => self.assign_from(id, &place, target, op, value),
            fields => self.assign_field(id, fields, |lowerer, field| {
                lowerer.assign_from(field, &place, target, op, value);
            }),
        }
    }

    /// Assigns to what the indices of a place leave of a variable.
    fn assign_from(
        &mut self,
        id: VariableId,
        place: &Place<'e>,
        whole: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        let Some(first) = place.indices.first() else {
            return self.assign_whole(id, whole, op, value);
        };
        let base = &first.expr;
        let brackets = self.brackets(&place.indices);
        self.assign_part(id, Target { base, whole }, brackets, op, value);
    }

    /// The first value of a variable, in the type that it is declared with.
    fn first_value(&mut self, id: VariableId, value: &Operand<'b, 'e>) -> Value<'b> {
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
        if declared.is_float() && value.value.is_constant_integer() {
            self.integer_for_float(value, declared.element);
            return Value::Poison;
        }
        let holds = self.describe_array(&declared, &labels);
        let found = self.describe(&value.value);
        let message = format!("`{name}` is declared as {holds} and cannot be assigned {found}");
        let diagnostic = Diagnostic::new(value.place, message);
        let diagnostic = self.with_axes(diagnostic, value, &labels);
        let is_array = !declared.is_scalar();
        let help = is_array.then(|| self.in_brackets(&value.value, value.expr));
        self.error(diagnostic.help_if(help.flatten()))
    }

    fn assign_whole(
        &mut self,
        id: VariableId,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        if let (Stored::Nothing, None) = (&self.variables.get(id).stored, op) {
            let value = self.first_value(id, &value);
            let value = self.set_apart_as(id, value);
            let name = self.variables.get(id).name.clone();
            self.name_node(&name, &value);
            self.variables.name_dimensions(id, value.labels());
            return self.variables.assign(id, value);
        }
        if !self.has_value(id, SourcePlace::of(target)) {
            return;
        }
        let current = self.read(id);
        let value = self.compound(op, &current, target, value);
        let declared = self.variables.get(id).declared.clone();
        let value = self.fit_assigned(&current, declared.as_ref(), &value, target);
        let value = self.set_apart_as(id, value);
        self.variables.assign(id, value);
    }

    /// The value that a compound assignment assigns.
    fn compound(
        &mut self,
        op: Option<ScalarOp>,
        current: &Value<'b>,
        target: &'e Expr,
        value: Operand<'b, 'e>,
    ) -> Operand<'b, 'e> {
        let Some(op) = op else { return value };
        let counts = current.element() == Some(Element::I64) && !current.is_constant_integer();
        let is_float = match value.value.element() {
            Some(element) => element.is_float(),
            None => value.value.as_integer().is_none() && value.value.shape().is_some(),
        };
        if counts && is_float {
            self.float_for_counter(target, &value);
            return Operand {
                value: Value::Poison,
                ..value
            };
        }
        let left = Operand {
            value: current.clone(),
            expr: target,
            place: SourcePlace::of(target),
        };
        let place = left.place.to(value.place);
        let result = self.elementwise(op, &[left, value.clone()], place);
        Operand {
            value: result,
            expr: value.expr,
            place,
        }
    }

    /// Reports a float that is added, or the like, to an integer.
    fn float_for_counter(&mut self, target: &'e Expr, value: &Operand<'b, 'e>) {
        let float = self.words.element(self.float);
        let [text, added] = [target, value.expr].map(short_text);
        let [text, added] = [text, added].map(|text| text.unwrap_or_else(|| "this".into()));
        let message = format!("`{text}` is an integer, and `{added}` is {float}");
        let place = Place::of(target);
        let help = match (whole_number(value.expr), self.variable_of(place.base)) {
            (Some(whole), _) => Some(format!("write an integer: `{whole}`")),
            (None, variable) => variable.map(|variable| self.start_with_float(variable)),
        };
        self.error(Diagnostic::new(value.place, message).help_if(help));
    }

    /// The assigned value in the type of the value that it replaces; poison, and an error, if it
    /// does not fit.
    fn fit_assigned(
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
        if element.unwrap_or(self.float).is_float() && value.value.as_integer().is_some() {
            let meant = self.float_meant(value, element.unwrap_or(self.float));
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
        let counts = current.element() == Some(Element::I64)
            && value.value.element().is_none_or(Element::is_float);
        let is_array = current.shape().is_some_and(|shape| shape.rank() > 0);
        let place = Place::of(target);
        let help = match self.variable_of(place.base).filter(|_| counts) {
            Some(variable) => Some(self.start_with_float(variable)),
            None if is_array => self.in_brackets(&value.value, value.expr),
            None => None,
        };
        self.error(diagnostic.help_if(help))
    }
}

/// Whether a part of a target is `..`.
fn is_rest(part: &Expr) -> bool {
    matches!(part, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

/// The value in the type of another; `element` is the type's if it is decided.
fn fit_like<'b>(
    like: &Value<'b>,
    element: Option<Element>,
    value: &Value<'b>,
) -> Option<Value<'b>> {
    match (like, value) {
        (Value::Unit, Value::Unit) => Some(Value::Unit),
        (Value::Tuple(likes), Value::Tuple(values)) if likes.len() == values.len() => {
            let parts = likes.iter().zip(values);
            let parts = parts.map(|(like, value)| fit_like(like, like.element(), value));
            parts.collect::<Option<Vec<_>>>().map(Value::Tuple)
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
