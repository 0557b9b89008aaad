//! Arrays of tuples and structs: an array of each of their values, with the elements of equal position
//! together. Within a tuple or a struct, which has a scalar or an array for each argument of the
//! graph, such an array is its elements one by one.

use graph_ir::types::Extent;
use syn::Expr;

use super::{MAX_PARTS, Operand, Value};
use crate::diagnostics::SourcePlace;
use crate::labels::Labels;
use crate::lower::Lowerer;
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

impl<'b> Lowerer<'b, '_> {
    /// The scalars and arrays that a value of a form has; `None` where it has another form.
    pub(in crate::lower) fn leaves_of(
        &mut self,
        value: &Value<'b>,
        form: &Form,
    ) -> Option<Vec<Value<'b>>> {
        match (form, value) {
            (Form::One, value) => Some(vec![value.clone()]),
            (Form::Several(forms), Value::Tuple(values)) if values.is_like(forms) => {
                let parts = forms.iter().zip(values);
                let parts = parts.map(|(form, value)| self.leaves_of(value, form));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            (Form::Several(forms), Value::Tuples(_)) if forms.are_elements() => {
                let elements = self.elements_of_array(value, forms.len())?;
                self.leaves_of(&elements, form)
            }
            (Form::Several(_), _) => None,
        }
    }

    /// A value of a form, of its scalars and arrays.
    pub(in crate::lower) fn of_form(
        &mut self,
        form: &Form,
        leaves: &mut impl Iterator<Item = Value<'b>>,
    ) -> Value<'b> {
        let several = |parts: &Parts<Form>, values| Value::Tuple(parts.with(values));
        let value = form.build(leaves, &several).unwrap_or(Value::Poison);
        self.as_array(value)
    }

    /// The elements of an array of tuples that has so many; `None` where it has others.
    pub(in crate::lower) fn elements_of_array(
        &mut self,
        array: &Value<'b>,
        count: usize,
    ) -> Option<Value<'b>> {
        (array.count_of_tuples()?.known() == Some(count)).then_some(())?;
        let elements = (0..count).map(|at| self.part(array, at)).collect();
        Some(Value::Tuple(Parts::of_array(elements)))
    }

    /// An array of tuples as its elements, where these are known and not too many; any other value
    /// as it is.
    pub(in crate::lower) fn as_elements(&mut self, value: &Value<'b>) -> Value<'b> {
        let count = match value {
            Value::Tuples(_) => value.count_of_tuples().and_then(|count| count.known()),
            _ => None,
        };
        let count = count.filter(|count| count.saturating_mul(value.count()) <= MAX_PARTS);
        let elements = count.and_then(|count| self.elements_of_array(value, count));
        elements.unwrap_or_else(|| value.clone())
    }

    /// The array that elements are, where a value is such; any other value as it is.
    pub(in crate::lower) fn as_array(&mut self, value: Value<'b>) -> Value<'b> {
        match &value {
            Value::Tuple(elements) if elements.are_elements() => self.array_of_rows(elements),
            _ => value,
        }
    }

    /// Values of one type, be they tuples, along a first axis.
    fn array_of_rows(&mut self, rows: &[Value<'b>]) -> Value<'b> {
        if let Some((first, _)) = rows.first().and_then(Value::as_several) {
            let columns = (0..first.len()).map(|at| {
                let column = rows.iter().map(|row| match row.as_several() {
                    Some((parts, _)) => parts[at].clone(),
                    None => Value::Poison,
                });
                self.array_of_rows(&column.collect::<Vec<_>>())
            });
            let columns: Vec<Value<'b>> = columns.collect();
            return Value::Tuples(first.with(columns));
        }
        let Some(labels) = rows.first().map(|first| {
            let rank = first.shape().map_or(0, |shape| shape.rank());
            Labels::default().followed_by(1, &first.labels(), rank)
        }) else {
            return Value::Poison;
        };
        let wires: Option<Vec<_>> = rows.iter().map(|row| self.default_wire(row)).collect();
        match wires.map(|wires| self.builder.stack(&wires, 0)) {
            Some(Ok(wire)) => Value::from(wire).labelled(labels),
            Some(Err(_)) | None => Value::Poison,
        }
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
