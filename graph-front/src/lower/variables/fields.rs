//! Variables that are held by their fields: structs, tuples and arrays of these of which a part is
//! assigned. Each field is a variable of its own, with all that holds for one.

use std::rc::Rc;

use super::{Stored, Told, Variable, VariableId, Variables};
use crate::lower::values::Value;
use crate::signature::Parts;

/// A field of a variable that is held by its fields.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Field {
    /// A variable.
    One(VariableId),
    /// The fields of a struct or a tuple in it, or the elements of an array of these.
    Several(Parts<Field>),
}

impl Field {
    /// The variables in it, in their order. Calls itself as deeply as structs are nested.
    pub(in crate::lower) fn variables(&self, found: &mut Vec<VariableId>) {
        match self {
            Self::One(id) => found.push(*id),
            Self::Several(fields) => fields.iter().for_each(|field| field.variables(found)),
        }
    }
}

impl<'b> Variables<'b> {
    /// The variables that hold the value of one: its fields, or itself.
    pub(in crate::lower) fn holders(&self, id: VariableId) -> Vec<VariableId> {
        let mut found = Vec::new();
        match &self.get(id).stored {
            Stored::Fields(fields) => fields.iter().for_each(|field| field.variables(&mut found)),
            _ => found.push(id),
        }
        found
    }

    /// Holds a variable, which has a struct or a tuple, by its fields.
    pub(in crate::lower) fn hold_fields(&mut self, id: VariableId) {
        let Stored::Value(Value::Tuple(parts)) = &self.all[id.number].stored else {
            return;
        };
        let whole = &self.all[id.number];
        let mut fields = Vec::new();
        let tree = fields_of(parts, &whole.name, &mut |name, value| {
            fields.push(Variable {
                name,
                mutable: whole.mutable,
                origin: whole.origin.clone(),
                declared: None,
                labels: value.labels(),
                told: Told::default(),
                stored: Stored::Value(value.clone()),
            });
            VariableId {
                number: id.number,
                field: Some(fields.len() - 1),
            }
        });
        self.fields.insert(id.number, fields);
        self.represent(id, Stored::Fields(Rc::new(tree)));
    }

    /// The fields of a variable that is held by them, with the values in one of its type.
    pub(in crate::lower) fn by_fields(
        &self,
        id: VariableId,
        value: &Value<'b>,
    ) -> Option<Vec<(VariableId, Value<'b>)>> {
        let (Stored::Fields(fields), Value::Tuple(parts)) = (&self.get(id).stored, value) else {
            return None;
        };
        paired(fields, parts)
    }
}

/// The fields of a struct or a tuple as variables, which `make` declares for their names and values.
/// Calls itself as deeply as structs are nested.
fn fields_of<'b>(
    parts: &Parts<Value<'b>>,
    name: &str,
    make: &mut impl FnMut(String, &Value<'b>) -> VariableId,
) -> Parts<Field> {
    let fields = parts.steps().map(|(step, part)| {
        let name = format!("{name}{step}");
        match part {
            Value::Tuple(parts) => Field::Several(fields_of(parts, &name, make)),
            part => Field::One(make(name, part)),
        }
    });
    parts.with(fields.collect())
}

/// Fields with their values, if these are of the same struct or tuple.
pub(in crate::lower) fn paired<'b>(
    fields: &Parts<Field>,
    parts: &Parts<Value<'b>>,
) -> Option<Vec<(VariableId, Value<'b>)>> {
    let mut pairs = Vec::new();
    collect(fields, parts, &mut pairs).then_some(pairs)
}

/// Calls itself as deeply as structs are nested.
fn collect<'b>(
    fields: &Parts<Field>,
    parts: &Parts<Value<'b>>,
    pairs: &mut Vec<(VariableId, Value<'b>)>,
) -> bool {
    let mut both = fields.iter().zip(parts);
    fields.is_like(parts)
        && both.all(|(field, part)| match (field, part) {
            (Field::One(id), value) => {
                pairs.push((*id, value.clone()));
                true
            }
            (Field::Several(fields), Value::Tuple(parts)) => collect(fields, parts, pairs),
            (Field::Several(_), _) => false,
        })
}
