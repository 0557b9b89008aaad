//! Reading and writing the contents of variables.

use graph_ir::{Element, Shape};
use syn::Expr;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::indexing::Selection;
use crate::lower::report::{field_at, short_text};
use crate::lower::values::{MAX_ELEMENTS, Value};
use crate::lower::variables::{Field, Stored, VariableId};
use crate::signature::Parts;

impl<'b> Lowerer<'b, '_> {
    /// The value of a variable.
    pub(in crate::lower) fn read(&mut self, id: VariableId) -> Value<'b> {
        let variable = self.variables.get(id);
        let labels = variable.labels.clone();
        match &variable.stored {
            Stored::Value(value) => {
                let value = value.clone().labelled(labels);
                return self.as_array(value);
            }
            Stored::Elements(_) => {}
            Stored::Fields(fields) => {
                let fields = fields.clone();
                let value = Value::Tuple(self.read_fields(&fields));
                return self.as_array(value);
            }
            // The text of a loop's body showed no use of the whole.
            Stored::Part(_) | Stored::Nothing => return Value::Poison,
        }
        let Stored::Elements(mut elements) = self.variables.take(id) else {
            return Value::Poison;
        };
        let value = self.make_whole(&mut elements);
        self.variables.represent(id, Stored::Elements(elements));
        value.labelled(labels)
    }

    /// The values of fields. Calls itself as deeply as structs are nested.
    fn read_fields(&mut self, fields: &Parts<Field>) -> Parts<Value<'b>> {
        fields.map(|field| self.read_field(field))
    }

    /// The value of a field.
    pub(in crate::lower) fn read_field(&mut self, field: &Field) -> Value<'b> {
        match field {
            Field::One(id) => self.read(*id),
            Field::Several(fields) => Value::Tuple(self.read_fields(fields)),
        }
    }

    /// Whether a variable has a value, in an expression or an assignment to a part of it; an error
    /// if it has not.
    pub(in crate::lower) fn has_value(&mut self, id: VariableId, place: SourcePlace) -> bool {
        let variable = self.variables.get(id);
        if !matches!(variable.stored, Stored::Nothing) {
            return true;
        }
        let name = &variable.name;
        let message = format!("`{name}` has no value here");
        let note = format!("`{name}` is {}, which gives it none", self.origin(variable));
        let help = "assign it on every way to here, or give it a value in its `let`";
        self.error(Diagnostic::new(place, message).note(note).help(help));
        // One error for all that follows.
        self.variables.assign(id, Value::Poison);
        false
    }

    /// The value of a variable with some elements replaced.
    pub(in crate::lower) fn read_with(
        &mut self,
        id: VariableId,
        own: &[(usize, Value<'b>)],
    ) -> Value<'b> {
        let Stored::Elements(elements) = &self.variables.get(id).stored else {
            return Value::Poison;
        };
        let mut elements = elements.clone();
        for (position, value) in own {
            match self.add_source(&mut elements, value).as_deref() {
                Some(&[slot]) => {
                    elements.set_slot(*position, slot);
                }
                _ => return Value::Poison,
            }
        }
        self.make_whole(&mut elements)
    }

    /// One element of a variable that is held by its elements.
    pub(in crate::lower) fn read_element(&mut self, id: VariableId, position: usize) -> Value<'b> {
        self.read_positions(id, &[position], &Shape::scalar())
    }

    /// Some elements of a variable that is held by its elements.
    pub(in crate::lower) fn read_positions(
        &mut self,
        id: VariableId,
        positions: &[usize],
        shape: &Shape,
    ) -> Value<'b> {
        let Stored::Elements(elements) = self.variables.take(id) else {
            return Value::Poison;
        };
        let value = self.gather_slots(&elements, positions, shape);
        self.variables.represent(id, Stored::Elements(elements));
        value
    }

    /// Assigns one element.
    pub(in crate::lower) fn assign_element(
        &mut self,
        id: VariableId,
        position: usize,
        value: &Value<'b>,
    ) {
        self.assign_positions(id, &[position], value);
    }

    pub(super) fn assign_positions(
        &mut self,
        id: VariableId,
        positions: &[usize],
        value: &Value<'b>,
    ) {
        let stored = self.variables.take(id);
        let Stored::Elements(mut elements) = stored else {
            return self.variables.represent(id, stored);
        };
        let slots = self.add_source(&mut elements, value);
        self.variables.represent(id, Stored::Elements(elements));
        match slots {
            Some(slots) => self.variables.assign_slots(id, positions, &slots),
            None => self.variables.assign(id, Value::Poison),
        }
    }

    /// Takes the value of a variable apart, if it is not yet; whether that was possible.
    pub(super) fn hold_elements(&mut self, id: VariableId, base: &Expr) -> bool {
        let value = match &self.variables.get(id).stored {
            Stored::Elements(_) => return true,
            Stored::Value(value) => value.clone(),
            Stored::Fields(_) => self.read(id),
            Stored::Part(_) | Stored::Nothing => return false,
        };
        if value.is_poison() {
            return false;
        }
        let rank = value.shape().map_or(0, |shape| shape.rank());
        let apart = (rank > 0).then(|| self.take_apart(&value)).flatten();
        if let Some(elements) = apart {
            let stored = Stored::Elements(Box::new(elements));
            self.variables.represent(id, stored);
            return true;
        }
        let found = self.describe(&value);
        let is_of_tuples = value.has_tuples();
        let message = if is_of_tuples {
            format!("an array of tuples is assigned as a whole, and this one is {found}")
        } else if rank == 0 {
            format!("cannot index into {found}")
        } else {
            format!(
                "arrays of up to {MAX_ELEMENTS} elements can be assigned by element, this is {found}"
            )
        };
        let help = match &value {
            _ if is_of_tuples => Some("keep an array for each of the values of its tuples".into()),
            Value::Tuple(parts) if parts.of().is_some() => {
                Some(field_at(parts, short_text(base), None))
            }
            _ => self.start_of_array(base, None),
        };
        self.error(Diagnostic::new(SourcePlace::of(base), message).help_if(help));
        false
    }

    /// Everything that a variable held by its elements has, and the element type.
    pub(in crate::lower) fn whole_of(&self, id: VariableId) -> Option<(Selection, Element)> {
        match &self.variables.get(id).stored {
            Stored::Elements(elements) => {
                let ty = elements.ty(self.float);
                Some((Selection::all(&ty.shape), ty.element))
            }
            Stored::Nothing | Stored::Value(_) | Stored::Fields(_) | Stored::Part(_) => None,
        }
    }
}
