//! Assignments to values of tuples.

use syn::ExprField;

use crate::diagnostics::{SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::values::Value;
use crate::lower::variables::{Stored, Told, Variable, VariableId};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Assigns to a value of a tuple, or to a part of it: `t.0 = ..`, `t.1.0[i] += ..`. The value is
    /// a variable of its own for this time.
    pub(super) fn assign_field(
        &mut self,
        id: VariableId,
        fields: &[&'e ExprField],
        assign: impl FnOnce(&mut Self, VariableId),
    ) {
        let Some(last) = fields.last() else { return };
        if !self.has_value(id, SourcePlace::of(&fields[0].base)) {
            return;
        }
        let mut whole = self.read(id);
        let mut part = &mut whole;
        for field in fields {
            let position = self.field_of(part, field, SourcePlace::of(field));
            part = match (position, part) {
                (Some(position), Value::Tuple(parts)) => &mut parts[position],
                _ => return,
            };
        }
        let scope = self.variables.scope();
        let field = self.variables.declare(Variable {
            name: print(last),
            mutable: true,
            origin: self.variables.get(id).origin.clone(),
            declared: None,
            labels: part.labels(),
            told: Told::default(),
            stored: Stored::Value(part.clone()),
        });
        assign(self, field);
        let (value, name) = (self.read(field), self.variables.get(id).name.clone());
        *part = self.set_apart(&name, value);
        self.variables.leave(scope);
        self.variables.assign(id, whole);
    }
}
