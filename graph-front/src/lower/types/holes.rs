//! Types of `let` that leave a length or an element to the value: `[f64; _]`, `[_; 4]`.

use graph_ir::Type;
use syn::Expr;

use super::{Declared, array_of};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The type of a pattern that is bound to a value.
    pub(in crate::lower) fn resolve_type_of(
        &mut self,
        ty: &'e syn::Type,
        operand: &Operand<'b, 'e>,
    ) -> Option<Declared> {
        let (arrays, inner) = taken_apart(ty);
        let has_hole = |array: &&syn::TypeArray| matches!(array.len, Expr::Infer(_));
        if arrays.is_empty() || !is_hole(inner) && !arrays.iter().any(has_hole) {
            return self.resolve_type(ty);
        }
        if operand.value.is_poison() {
            return None;
        }
        let rank = arrays.len();
        let shape = operand.value.shape();
        let Some(shape) = shape.filter(|shape| shape.rank() >= rank) else {
            let found = self.describe(&operand.value);
            let message = format!("the type leaves out what its value does not say, found {found}");
            let help = "write the type as a whole, or leave it out";
            self.error(Diagnostic::new(SourcePlace::of(ty), message).help(help));
            return None;
        };
        let labels = operand.value.labels();
        let mut declared = match is_hole(inner) {
            true => {
                let element = operand.value.element().unwrap_or(self.float);
                let rest = shape.filter_axes(|axis| axis >= rank);
                let own = (rank..shape.rank()).map(|axis| labels.get(axis).cloned());
                Declared::Tensor(Type::new(element, rest), Labels::of(own))
            }
            false => self.resolve_type(inner)?,
        };
        for (axis, array) in arrays.into_iter().enumerate().rev() {
            let length = match &array.len {
                Expr::Infer(_) => (shape.count_along(axis), labels.get(axis).cloned()),
                len => (self.extent(len)?, self.label_of(len)),
            };
            declared = array_of(declared, &length, array, self.names)?;
        }
        Some(declared)
    }
}

/// Whether a type leaves the elements of a value open that are open themselves, as literals are.
pub(in crate::lower) fn stays_open(ty: &syn::Type, value: &Value<'_>) -> bool {
    let (arrays, inner) = taken_apart(ty);
    !arrays.is_empty() && is_hole(inner) && value.element().is_none()
}

/// The arrays of a type, outermost first, and the type of their elements.
fn taken_apart(mut ty: &syn::Type) -> (Vec<&syn::TypeArray>, &syn::Type) {
    let mut arrays = Vec::new();
    loop {
        ty = match ty {
            syn::Type::Paren(inner) => &inner.elem,
            syn::Type::Group(inner) => &inner.elem,
            syn::Type::Array(array) => {
                arrays.push(array);
                &array.elem
            }
            inner => return (arrays, inner),
        };
    }
}

fn is_hole(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Infer(_))
}
