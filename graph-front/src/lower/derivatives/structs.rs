//! Derivatives by whole structs: by each of their floats, put together again.

use graph_ir::Wire;
use quote::ToTokens as _;
use syn::Expr;

use super::{Asked, With};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::calls::Builtin;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Stored, VariableId};
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The operands of a derivative's variables, those of a struct in place of it: its floats.
    pub(super) fn floats_of(&self, variables: &[Operand<'b, 'e>]) -> Vec<Vec<Operand<'b, 'e>>> {
        let each = variables.iter().map(|of| match &of.value {
            Value::Tuple(parts) if parts.of().is_some() => {
                let mut floats = Vec::new();
                floats_in(parts, &mut |value| {
                    floats.push(Operand {
                        value: value.clone(),
                        ..of.clone()
                    });
                });
                floats
            }
            _ => vec![of.clone()],
        });
        each.collect()
    }

    /// The variable that an expression is, or whose field it is.
    pub(super) fn variable_behind(&self, expr: &Expr) -> Option<VariableId> {
        let (mut base, mut is_field) = (without_parentheses(expr), false);
        while let Expr::Field(field) = base {
            base = without_parentheses(&field.base);
            is_field = true;
        }
        let Expr::Path(path) = base else { return None };
        let id = self.variables.find(&path.path.get_ident()?.to_string())?;
        // A part of a tuple is no value that is kept apart.
        let is_struct =
            |value: &Value<'b>| matches!(value, Value::Tuple(own) if own.of().is_some());
        let is_known = !is_field
            || matches!(&self.variables.get(id).stored, Stored::Value(own) if is_struct(own));
        is_known.then_some(id)
    }

    /// Reports a matrix of derivatives by a whole struct.
    pub(super) fn matrix_by_struct(
        &mut self,
        asked: Asked<'_, 'b, 'e>,
        variables: &[Operand<'b, 'e>],
    ) -> bool {
        let is_matrix = matches!(asked.builtin, Builtin::Jacobian | Builtin::Hessian);
        let is_struct =
            |of: &&Operand<'b, 'e>| matches!(&of.value, Value::Tuple(own) if own.of().is_some());
        let Some(of) = variables.iter().find(is_struct).filter(|_| is_matrix) else {
            return false;
        };
        let (name, found) = (asked.name, self.describe(&of.value));
        let message = format!("`{name}` is by numbers and arrays, found {found}");
        let help = match (&of.value, short_text(of.expr)) {
            (Value::Tuple(parts), Some(text)) => parts.members().next().map(|(member, _)| {
                let field = member.to_token_stream();
                format!("take one of its fields, `{text}.{field}`, or several in parentheses")
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
        groups.iter().zip(variables).all(|(group, of)| {
            let Some(first) = group.first() else {
                return true;
            };
            let whole = With {
                wires: group.iter().flat_map(|with| with.wires.clone()).collect(),
                places: first.places.clone().filter(|_| group.len() == 1),
                ty: first.ty.clone(),
                labels: first.labels.clone(),
                ..*first
            };
            self.follows(wire, value, &whole, of, asked)
        })
    }

    /// The derivatives by each variable, from those by all floats.
    pub(super) fn regrouped(
        &mut self,
        derivatives: &mut impl Iterator<Item = (Wire<'b>, Labels)>,
        variables: &[Operand<'b, 'e>],
    ) -> Vec<Value<'b>> {
        let each = variables.iter().map(|of| match &of.value {
            Value::Tuple(parts) if parts.of().is_some() => {
                Value::Tuple(self.derivative_of_struct(parts, derivatives))
            }
            _ => derivatives.next().map_or(Value::Poison, |(wire, labels)| {
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
            Value::Tuple(parts) => Value::Tuple(self.derivative_of_struct(parts, derivatives)),
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
            Value::Tuple(parts) => Value::Tuple(parts.map(|part| self.zeros_of(part))),
            value => match self.default_wire(value) {
                Some(wire) => Value::from(wire.zeros_like()).labelled(value.labels()),
                None => Value::Poison,
            },
        }
    }
}

/// For each part of a struct whether `#[dynamic]` stands on its field.
fn dynamic_fields(parts: &Parts<Value<'_>>) -> Vec<bool> {
    match parts.of() {
        Some(of) => of.fields.iter().map(|field| field.is_dynamic).collect(),
        None => vec![false; parts.len()],
    }
}

/// The floats in a struct, in their order. Recurses as deeply as structs are nested.
fn floats_in<'v, 'b>(parts: &'v Parts<Value<'b>>, found: &mut impl FnMut(&'v Value<'b>)) {
    for (part, is_dynamic) in parts.iter().zip(dynamic_fields(parts)) {
        match part {
            _ if is_dynamic => {}
            Value::Tuple(parts) => floats_in(parts, found),
            value if value.is_float() => found(value),
            _ => {}
        }
    }
}
