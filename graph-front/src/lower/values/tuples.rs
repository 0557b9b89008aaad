//! Arrays of tuples: an array of each of their values, with the elements of equal position together.

use graph_ir::types::Extent;
use syn::Expr;

use super::{Operand, Value};
use crate::diagnostics::SourcePlace;
use crate::lower::expressions::without_parentheses;
use crate::signature::{Form, Parts};

impl<'b> Value<'b> {
    /// The length of an array of tuples.
    pub(in crate::lower) fn count_of_tuples(&self) -> Option<Extent> {
        let Self::Tuples(columns) = self else {
            return None;
        };
        let first = columns.first()?;
        match first.shape() {
            Some(shape) => (shape.rank() > 0).then(|| shape.count_along(0)),
            None => first.count_of_tuples(),
        }
    }

    /// The element or row at a position along the first axis of an array that is known.
    pub(in crate::lower) fn known_row(&self, at: usize) -> Option<Self> {
        match self {
            Self::Table(table) => {
                let shape = table.shape.row();
                let size = shape.size();
                let items = table.items.get(at * size..(at + 1) * size)?;
                Some(table.part(shape, items.to_vec()))
            }
            Self::Tuples(columns) => {
                let parts = columns.try_map(|column| column.known_row(at));
                parts.map(Self::Tuple)
            }
            _ => None,
        }
    }

    /// Whether this is an array of tuples, or has one in it.
    pub(in crate::lower) fn has_tuples(&self) -> bool {
        match self {
            Self::Tuples(_) => true,
            Self::Tuple(parts) => parts.iter().any(Self::has_tuples),
            _ => false,
        }
    }

    /// The values of a tuple, or the arrays of an array of tuples, and the constructor of its kind.
    pub(in crate::lower) fn as_several(&self) -> Option<(&Parts<Self>, Several<'b>)> {
        match self {
            Self::Tuple(parts) => Some((parts, Self::Tuple)),
            Self::Tuples(columns) => Some((columns, Self::Tuples)),
            _ => None,
        }
    }
}

impl<'b> Value<'b> {
    /// The scalars and arrays that a value of a form has; `None` where it has another form.
    pub(in crate::lower) fn leaves_of(&self, form: &Form) -> Option<Vec<&Self>> {
        match (form, self) {
            (Form::One, value) => Some(vec![value]),
            (Form::Several(forms), Self::Tuple(values)) if values.is_like(forms) => {
                let parts = forms.iter().zip(values);
                let parts = parts.map(|(form, value)| value.leaves_of(form));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            (Form::Several(_), _) => None,
        }
    }

    /// A value of a form, of its scalars and arrays.
    pub(in crate::lower) fn of_form(form: &Form, leaves: &mut impl Iterator<Item = Self>) -> Self {
        let several = |parts: &Parts<Form>, values| Self::Tuple(parts.with(values));
        form.build(leaves, &several).unwrap_or(Self::Poison)
    }
}

/// The constructor of a value that is several.
pub(in crate::lower) type Several<'b> = fn(Parts<Value<'b>>) -> Value<'b>;

impl<'b, 'e> Operand<'b, 'e> {
    /// The operands of a tuple, or the one operand.
    pub(in crate::lower) fn parts(&self) -> Vec<Self> {
        let Value::Tuple(values) = &self.value else {
            return vec![self.clone()];
        };
        let written = match without_parentheses(self.expr) {
            Expr::Tuple(tuple) if tuple.elems.len() == values.len() => Some(&tuple.elems),
            _ => None,
        };
        let parts = values.iter().enumerate().map(|(position, value)| {
            let expr = written.and_then(|elems| elems.iter().nth(position));
            Self {
                value: value.clone(),
                expr: expr.unwrap_or(self.expr),
                place: expr.map_or(self.place, SourcePlace::of),
            }
        });
        parts.collect()
    }
}
