//! Derivatives by whole structs: by each of their floats, put together again.

use graph_ir::Wire;
use syn::Expr;

use super::{Asked, With};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::calls::Builtin;
use crate::lower::expressions::behind_fields;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Several, Value};
use crate::lower::variables::{Field, Stored, VariableId};
use crate::signature::Parts;

/// A float among a derivative's variables: the variable that holds it, and its value.
pub(super) type Float<'b, 'e> = (Option<VariableId>, Operand<'b, 'e>);

impl<'b, 'e> Lowerer<'b, 'e> {
    /// For each of a derivative's variables its floats, where it is a struct, and itself otherwise:
    /// the variables that hold them, and their values as operands.
    pub(super) fn floats_of(&self, variables: &[Operand<'b, 'e>]) -> Vec<Vec<Float<'b, 'e>>> {
        let each = variables.iter().map(|of| {
            let behind = self.variable_behind(of.expr);
            let mut floats = Vec::new();
            match of_structs(&of.value) {
                Some((parts, _)) => {
                    floats_in(parts, behind.as_ref(), &mut |id, value| {
                        let value = value.clone();
                        floats.push((
                            id,
                            Operand {
                                value,
                                ..of.clone()
                            },
                        ));
                    });
                }
                None => floats.push((behind.as_ref().and_then(one), of.clone())),
            }
            floats
        });
        each.collect()
    }

    /// The variable that an expression is, or the field of one.
    fn variable_behind(&self, expr: &Expr) -> Option<Field> {
        let (base, path) = behind_fields(expr);
        let Expr::Path(name) = base else { return None };
        let id = self.variables.find(&name.path.get_ident()?.to_string())?;
        let is_field = !path.is_empty();
        match &self.variables.get(id).stored {
            Stored::Fields(fields) if !is_field => Some(Field::Several((**fields).clone())),
            // A part of a tuple is no value that is kept apart.
            Stored::Fields(fields) if !fields.are_of_tuple() => self.field_at(id, &path),
            Stored::Value(Value::Tuple(own)) if !own.are_of_tuple() => {
                self.has_part(own, &path).then_some(Field::One(id))
            }
            _ => (!is_field).then_some(Field::One(id)),
        }
    }

    /// Whether a path leads to a part of a struct.
    fn has_part(&self, mut parts: &Parts<Value<'b>>, path: &[&Expr]) -> bool {
        let mut steps = path.iter().peekable();
        while let Some(step) = steps.next() {
            parts = match self.part_at(parts, step).map(|at| &parts[at]) {
                Some(Value::Tuple(inner)) => inner,
                Some(_) => return steps.peek().is_none(),
                None => return false,
            };
        }
        true
    }

    /// Reports a matrix of derivatives by a whole struct.
    pub(super) fn matrix_by_struct(
        &mut self,
        asked: Asked<'_, 'b, 'e>,
        variables: &[Operand<'b, 'e>],
    ) -> bool {
        let is_matrix = matches!(asked.builtin, Builtin::Jacobian | Builtin::Hessian);
        let is_struct = |of: &&Operand<'b, 'e>| of_structs(&of.value).is_some();
        let Some(of) = variables.iter().find(is_struct).filter(|_| is_matrix) else {
            return false;
        };
        let (name, found) = (asked.name, self.describe(&of.value));
        let message = format!("`{name}` is by numbers and arrays, found {found}");
        let help = match (&of.value, short_text(of.expr)) {
            (Value::Tuple(parts), Some(text)) => parts.steps().next().map(|(step, _)| {
                format!("take one of its fields, `{text}{step}`, or several in parentheses")
            }),
            _ => None,
        };
        self.error(Diagnostic::new(of.place, message).help_if(help));
        true
    }

    /// Whether a value depends on each variable, on some of the floats of a struct; if not, that is
    /// reported.
    pub(super) fn follows_each(
        &mut self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        groups: &[Vec<With<'b>>],
        variables: &[Operand<'b, 'e>],
        asked: (Asked<'_, 'b, 'e>, SourcePlace),
    ) -> bool {
        groups
            .iter()
            .zip(variables)
            .all(|(group, of)| group.is_empty() || self.follows(wire, value, group, of, asked))
    }

    /// The derivatives by each variable, from those by all floats.
    pub(super) fn regrouped(
        &mut self,
        derivatives: &mut impl Iterator<Item = (Wire<'b>, Labels)>,
        variables: &[Operand<'b, 'e>],
    ) -> Vec<Value<'b>> {
        let each = variables.iter().map(|of| match of_structs(&of.value) {
            Some((parts, make)) => make(self.derivative_of_struct(parts, derivatives)),
            None => derivatives.next().map_or(Value::Poison, |(wire, labels)| {
                Value::from(wire).labelled(labels)
            }),
        });
        each.collect()
    }

    /// A struct of derivatives, with zeros for what has none.
    fn derivative_of_struct(
        &mut self,
        parts: &Parts<Value<'b>>,
        derivatives: &mut impl Iterator<Item = (Wire<'b>, Labels)>,
    ) -> Parts<Value<'b>> {
        let mut dynamic = dynamic_fields(parts).into_iter();
        parts.map(|part| match part {
            part if dynamic.next() == Some(true) => self.zeros_of(part),
            several if let Some((parts, make)) = several.as_several() => {
                make(self.derivative_of_struct(parts, derivatives))
            }
            value if value.is_float() => {
                derivatives.next().map_or(Value::Poison, |(wire, labels)| {
                    Value::from(wire).labelled(labels)
                })
            }
            value => self.zeros_of(value),
        })
    }

    /// Zeros in the type of a value.
    fn zeros_of(&mut self, value: &Value<'b>) -> Value<'b> {
        match value {
            several if let Some((parts, make)) = several.as_several() => {
                make(parts.map(|part| self.zeros_of(part)))
            }
            value => match self.default_wire(value) {
                Some(wire) => Value::from(wire.zeros_like()).labelled(value.labels()),
                None => Value::Poison,
            },
        }
    }
}

/// The parts of a struct, or of an array of structs, and the constructor of its kind.
fn of_structs<'v, 'b>(value: &'v Value<'b>) -> Option<(&'v Parts<Value<'b>>, Several<'b>)> {
    value.as_several().filter(|(parts, _)| parts.of().is_some())
}

/// For each part of a struct whether `#[dynamic]` stands on its field.
fn dynamic_fields(parts: &Parts<Value<'_>>) -> Vec<bool> {
    match parts.of() {
        Some(of) => of.fields.iter().map(|field| field.is_dynamic).collect(),
        None => vec![false; parts.len()],
    }
}

/// The floats in a struct, in their order, with the variables that hold them. Recurses as deeply as
/// structs are nested.
fn floats_in<'v, 'b>(
    parts: &'v Parts<Value<'b>>,
    behind: Option<&Field>,
    found: &mut impl FnMut(Option<VariableId>, &'v Value<'b>),
) {
    for (position, (part, is_dynamic)) in parts.iter().zip(dynamic_fields(parts)).enumerate() {
        let own = match behind {
            Some(Field::Several(fields)) => fields.get(position),
            whole => whole,
        };
        match part {
            _ if is_dynamic => {}
            Value::Tuple(parts) | Value::Tuples(parts) => floats_in(parts, own, found),
            value if value.is_float() => found(own.and_then(one), value),
            _ => {}
        }
    }
}

fn one(field: &Field) -> Option<VariableId> {
    match field {
        Field::One(id) => Some(*id),
        Field::Several(_) => None,
    }
}
