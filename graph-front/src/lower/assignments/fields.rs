//! Assignments to fields of structs and values of tuples.

use syn::ExprField;

use crate::diagnostics::{SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::values::Value;
use crate::lower::variables::{Field, Stored, Told, Variable, VariableId, paired};
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Assigns to a field, or to a part of it: `s.a = ..`, `t.1.0[i] += ..`. The fields are variables
    /// from then on, so that each is assigned, handed on by loops and differentiated by as one.
    pub(super) fn assign_field(
        &mut self,
        id: VariableId,
        fields: &[&'e ExprField],
        assign: impl FnOnce(&mut Self, VariableId),
    ) {
        let Some(first) = fields.first() else { return };
        if !self.has_value(id, SourcePlace::of(&first.base)) {
            return;
        }
        self.variables.hold_fields(id);
        match self.field_at(id, fields) {
            Some(Field::One(field)) => assign(self, field),
            Some(Field::Several(several)) => self.assign_several(id, fields, &several, assign),
            None => self.no_field_at(id, fields),
        }
    }

    /// The field of a variable to which names lead, if it is held by its fields and has it.
    pub(in crate::lower) fn field_at(&self, id: VariableId, names: &[&ExprField]) -> Option<Field> {
        let Stored::Fields(fields) = &self.variables.get(id).stored else {
            return None;
        };
        let (last, before) = names.split_last()?;
        let mut fields: &Parts<Field> = fields;
        for name in before {
            match &fields[fields.position_of(&name.member)?] {
                Field::Several(inner) => fields = inner,
                Field::One(_) => return None,
            }
        }
        let field = fields.position_of(&last.member)?;
        Some(fields[field].clone())
    }

    /// Assigns to a struct in a struct: a variable for this time, whose fields are then those.
    fn assign_several(
        &mut self,
        id: VariableId,
        names: &[&'e ExprField],
        fields: &Parts<Field>,
        assign: impl FnOnce(&mut Self, VariableId),
    ) {
        let field = Field::Several(fields.clone());
        let (value, whole) = (self.read_field(&field), self.variables.get(id));
        let variable = Variable {
            name: names.last().map(|last| print(*last)).unwrap_or_default(),
            mutable: true,
            origin: whole.origin.clone(),
            declared: None,
            labels: value.labels(),
            told: Told::default(),
            stored: Stored::Value(value),
        };
        let scope = self.variables.scope();
        let inner = self.variables.declare(variable);
        assign(self, inner);
        let value = self.read(inner);
        self.variables.leave(scope);
        let pairs = match &value {
            Value::Tuple(parts) => paired(fields, parts),
            _ => None,
        };
        let Some(pairs) = pairs else {
            return self.variables.assign(id, Value::Poison);
        };
        for (field, value) in pairs {
            let value = self.set_apart_as(field, value);
            self.variables.assign(field, value);
        }
    }

    /// Reports a field that a variable does not have.
    fn no_field_at(&mut self, id: VariableId, names: &[&'e ExprField]) {
        let mut part = self.read(id);
        for name in names {
            let position = self.field_of(&part, name, SourcePlace::of(name));
            part = match (position, part) {
                (Some(position), Value::Tuple(parts)) => parts[position].clone(),
                _ => return,
            };
        }
    }
}
