//! The dimension that a name means.

use syn::Expr;

use crate::diagnostics::SourcePlace;
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::{Operand, Scalar, Value};
use crate::lower::variables::{Origin, Stored};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The name of a dimension whose extent is written so: that of an axis or of a length.
    pub(in crate::lower) fn label_of(&self, expr: &Expr) -> Option<Label> {
        let Expr::Path(path) = without_parentheses(expr) else {
            return None;
        };
        self.label_named(&path.path.get_ident()?.to_string())
    }

    /// The axis or the length of this name.
    pub(in crate::lower) fn label_named(&self, name: &str) -> Option<Label> {
        let Some(id) = self.variables.find(name) else {
            let is_axis = self.names.constants.is_axis(name);
            let is_known = is_axis || self.names.constants.is_length(name);
            return is_known.then(|| Label::new(name, is_axis));
        };
        let variable = self.variables.get(id);
        match (&variable.origin, &variable.stored) {
            (Origin::Axis { .. }, _) => Some(Label::new(name, true)),
            (Origin::Length, _)
            | (Origin::Constant, Stored::Value(Value::Scalar(Scalar::Integer(_)))) => {
                Some(Label::new(name, false))
            }
            _ => None,
        }
    }

    /// The names of the dimensions of a shape that is written out: `[N, 3]`.
    pub(in crate::lower) fn labels_of_shape(&self, shape: &Expr) -> Labels {
        Labels::of(entries(shape).into_iter().map(|e| self.label_of(e)))
    }

    /// The dimensions of an array that are named: one, or several in brackets or parentheses, each
    /// by its name or its number. `None` where none is called by a name, and all are numbers.
    pub(in crate::lower) fn named_dimensions(
        &mut self,
        expr: &'e Expr,
        array: &Operand<'b, 'e>,
        labels: &Labels,
    ) -> Option<Result<Vec<i64>, ()>> {
        let entries = entries(expr);
        let names: Vec<Option<Label>> = entries.iter().map(|e| self.label_of(e)).collect();
        let has_names = names.iter().any(Option::is_some);
        if !has_names || array.value.is_poison() || array.value.shape().is_none() {
            return None;
        }
        let all = entries.into_iter().zip(names);
        let found: Vec<Option<i64>> = all
            .map(|(entry, name)| match name {
                Some(name) => self.dimension(&name, entry, array, labels),
                None => self.constant_index(entry, "an axis"),
            })
            .collect();
        Some(found.into_iter().collect::<Option<_>>().ok_or(()))
    }

    /// The dimension of an array that is called by a name. A length that no dimension is called by
    /// is a number like another: that of a dimension.
    fn dimension(
        &mut self,
        name: &Label,
        entry: &'e Expr,
        array: &Operand<'b, 'e>,
        labels: &Labels,
    ) -> Option<i64> {
        let value = self.expression(entry).value;
        if value.is_poison() {
            return None;
        }
        let shape = array.value.shape()?;
        let mut found = labels.positions(name);
        if let (true, Some(extent)) = (found.is_empty(), value.as_extent())
            && extent.is_symbolic()
        {
            let unnamed = |at: &usize| labels.get(*at).is_none();
            let all = (0..shape.rank()).filter(unnamed);
            found = all.filter(|&at| shape.count_along(at) == extent).collect();
        }
        let number = value.as_integer().filter(|_| !name.is_axis());
        match (&found[..], number) {
            (&[one], _) => i64::try_from(one).ok(),
            (&[], Some(number @ ..0)) => Some(number),
            (&[], Some(number)) if usize::try_from(number).is_ok_and(|n| n < shape.rank()) => {
                Some(number)
            }
            _ => {
                let place = SourcePlace::of(entry);
                self.no_one_dimension(name, found.len(), place, array, labels);
                None
            }
        }
    }
}

/// The expressions in brackets or parentheses, or the one that stands alone.
fn entries(expr: &Expr) -> Vec<&Expr> {
    match without_parentheses(expr) {
        Expr::Array(array) => array.elems.iter().collect(),
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        one => vec![one],
    }
}
