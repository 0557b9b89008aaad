//! Assignments to fields of structs, values of tuples, and elements of arrays of these.

use syn::{Expr, ExprIndex, ExprLit, Lit};

use super::Place;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Value;
use crate::lower::variables::{Field, Stored, Told, Variable, VariableId, paired};
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Assigns to a field or an element, or to a part of it: `s.a = ..`, `t.1.0[i] += ..`,
    /// `m.layers[0].b = ..`. These are variables from then on, so that each is assigned, handed on by
    /// loops and differentiated by as one; `assign` gets the one, and the indices behind it.
    pub(super) fn assign_field(
        &mut self,
        id: VariableId,
        (place, whole): (&Place<'e>, &'e Expr),
        assign: impl FnOnce(&mut Self, VariableId, &[&'e ExprIndex]),
    ) {
        if !self.has_value(id, SourcePlace::of(place.base)) {
            return;
        }
        self.hold_fields(id);
        let fields = place.path.len();
        // Indices in front of a field lead to elements, and so may those behind the last one.
        let Some(field) = self.field_at(id, &place.path) else {
            return self.no_field_at(id, whole);
        };
        let (field, taken) = self.elements_in(field, &place.indices);
        let rest = &place.indices[taken..];
        match field {
            Field::One(own) => assign(self, own, rest),
            Field::Several(parts) if parts.are_elements() && !rest.is_empty() => {
                self.no_field_at(id, whole);
            }
            Field::Several(parts) => {
                let name = match fields {
                    0 => print(place.base),
                    _ => print(place.path[fields - 1]),
                };
                self.assign_several(id, name, &parts, |own, inner| assign(own, inner, rest));
            }
        }
    }

    /// Holds a variable, which has a struct, a tuple, or an array of these, by its parts.
    pub(in crate::lower) fn hold_fields(&mut self, id: VariableId) {
        if let Stored::Value(array @ Value::Tuples(_)) = &self.variables.get(id).stored {
            let array = array.clone();
            let stored = Stored::Value(self.as_elements(&array));
            self.variables.represent(id, stored);
        }
        self.variables.hold_fields(id);
    }

    /// Whether a variable is an array of tuples or structs.
    pub(super) fn has_elements(&self, id: VariableId) -> bool {
        match &self.variables.get(id).stored {
            Stored::Value(Value::Tuples(_)) => true,
            Stored::Value(Value::Tuple(parts)) => parts.are_elements(),
            Stored::Fields(fields) => fields.are_elements(),
            _ => false,
        }
    }

    /// An array of tuples or structs as its elements, for a variable that is held by them; any other
    /// value as it is.
    pub(super) fn as_held(&mut self, id: VariableId, value: Value<'b>) -> Value<'b> {
        let count = match &self.variables.get(id).stored {
            Stored::Fields(fields) if fields.are_elements() => fields.len(),
            _ => return value,
        };
        self.elements_of_array(&value, count).unwrap_or(value)
    }

    /// The field of a variable to which a path leads, if it is held by its fields and has it; the
    /// whole of it for an empty path.
    pub(in crate::lower) fn field_at(&self, id: VariableId, path: &[&Expr]) -> Option<Field> {
        let Stored::Fields(fields) = &self.variables.get(id).stored else {
            return None;
        };
        let (mut fields, mut found): (&Parts<Field>, Option<&Field>) = (fields, None);
        for step in path {
            if let Some(last) = found {
                fields = match last {
                    Field::Several(inner) => inner,
                    Field::One(_) => return None,
                };
            }
            found = Some(&fields[self.part_at(fields, step)?]);
        }
        Some(match found {
            Some(field) => field.clone(),
            None => Field::Several(fields.clone()),
        })
    }

    /// The element to which indices lead from an array of tuples or structs, and how many of the
    /// indices that takes.
    fn elements_in(&self, mut field: Field, indices: &[&ExprIndex]) -> (Field, usize) {
        for (taken, index) in indices.iter().enumerate() {
            let inner = match &field {
                Field::Several(parts) => self.element_at(parts, index).map(|at| parts[at].clone()),
                Field::One(_) => None,
            };
            match inner {
                Some(inner) => field = inner,
                None => return (field, taken),
            }
        }
        (field, indices.len())
    }

    /// The position of the part to which a step of a path leads.
    pub(in crate::lower) fn part_at<T>(&self, parts: &Parts<T>, step: &Expr) -> Option<usize> {
        match step {
            Expr::Field(field) => parts.position_of(&field.member),
            Expr::Index(index) => self.element_at(parts, index),
            _ => None,
        }
    }

    /// The position of the element that an index takes, where these are elements, and it is known.
    pub(in crate::lower) fn element_at<T>(
        &self,
        parts: &Parts<T>,
        index: &ExprIndex,
    ) -> Option<usize> {
        let position = parts
            .are_elements()
            .then(|| self.integer_of(&index.index))??;
        let position = usize::try_from(position).ok()?;
        (position < parts.len()).then_some(position)
    }

    /// The integer that an expression is by its text, and by what is known of variables.
    fn integer_of(&self, expr: &Expr) -> Option<i64> {
        match without_parentheses(expr) {
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => number.base10_parse().ok(),
            Expr::Path(path) => {
                let id = self.variables.find(&path.path.get_ident()?.to_string())?;
                match &self.variables.get(id).stored {
                    Stored::Value(value) => value.as_integer(),
                    _ => None,
                }
            }
            Expr::Binary(e) => {
                let (left, right) = (self.integer_of(&e.left)?, self.integer_of(&e.right)?);
                match e.op {
                    syn::BinOp::Add(_) => left.checked_add(right),
                    syn::BinOp::Sub(_) => left.checked_sub(right),
                    syn::BinOp::Mul(_) => left.checked_mul(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Assigns to a struct in a struct, or to an array of them: a variable for this time, whose
    /// fields are then those.
    fn assign_several(
        &mut self,
        id: VariableId,
        name: String,
        fields: &Parts<Field>,
        assign: impl FnOnce(&mut Self, VariableId),
    ) {
        let field = Field::Several(fields.clone());
        let value = self.read_field(&field);
        let value = self.as_array(value);
        let whole = self.variables.get(id);
        let variable = Variable {
            name,
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
        let mut value = self.read(inner);
        self.variables.leave(scope);
        if fields.are_elements() {
            value = self
                .elements_of_array(&value, fields.len())
                .unwrap_or(Value::Poison);
        }
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

    /// Reports a place that a variable does not have, or not as one that is assigned: an element of
    /// an array of tuples at a position that is not known.
    fn no_field_at(&mut self, id: VariableId, place: &'e Expr) {
        let before = self.names.diagnostics.len();
        // All that is wrong with the way there is wrong where it is read too.
        let value = self.expression(place).value;
        if self.names.diagnostics.len() > before || value.is_poison() {
            return;
        }
        let name = &self.variables.get(id).name;
        let message = "an array of tuples or structs is assigned as a whole, or at positions that are \
                       known while compiling";
        let note = format!("`{name}` has such an array");
        let help = match self.loops.open.is_empty() {
            true => "keep an array for each of the values of its elements",
            false => {
                "keep an array for each of the values of its elements, or write the loop with \
                 `#[unroll]` in front of it, if its counter gives the position"
            }
        };
        let place = SourcePlace::of(place);
        self.error(Diagnostic::new(place, message).note(note).help(help));
    }
}
