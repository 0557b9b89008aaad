//! Constants: values that are known while the macro runs.

use graph_ir::Element;
use proc_macro2::Ident;
use syn::{Expr, ItemConst};

use super::Lowerer;
use super::report::Operand;
use super::scalar::Scalar;
use super::value::{Lowered, Value};
use crate::block::Names;
use crate::constants::Fixed;
use crate::diagnostics::Diagnostic;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The value of a `const` item in its declared type; `None` when it is wrong, which is
    /// reported.
    pub(crate) fn constant(&mut self, item: &'e ItemConst) -> Option<Fixed> {
        let declared = self.resolve_type(&item.ty);
        let lowered = self.initialiser(Some(&item.ty), &item.expr);
        let (declared, false) = (declared?, lowered.value.is_poison()) else {
            return None;
        };
        let name = &item.ident;
        let Some(value) = self.fit(&lowered.value, &declared) else {
            self.wrong_constant(name, &item.expr, lowered, &declared);
            return None;
        };
        if !self.holds(&item.ty, &value, &item.expr) {
            return None;
        }
        match value {
            Value::Scalar(scalar) => Some(Fixed::Scalar(scalar)),
            Value::Table(table) => Some(Fixed::Table(table)),
            _ => {
                let message = format!("the value of `{name}` is not known while the macro runs");
                let help = "a `const` is made of numbers, array literals and arithmetic on numbers";
                self.error(Diagnostic::new(lowered.place, message).help(help));
                None
            }
        }
    }

    /// The length of an array, in a type.
    pub(crate) fn constant_extent(&mut self, expr: &'e Expr) -> Option<usize> {
        self.extent(expr)
    }

    /// The names of the body's block.
    pub(crate) fn names(&self) -> &'e Names<'e> {
        self.names
    }

    /// The name of the function's type parameter.
    pub(crate) fn generic_name(&self) -> Option<String> {
        self.words.generic.clone()
    }

    fn wrong_constant(
        &mut self,
        name: &Ident,
        expr: &'e Expr,
        lowered: Lowered<'b>,
        declared: &crate::resolve::Declared,
    ) {
        let float = match declared {
            crate::resolve::Declared::Tensor(ty) if ty.is_float() => Some(ty.element),
            _ => None,
        };
        let place = lowered.place;
        let integer = matches!(lowered.value, Value::Scalar(Scalar::Integer(_)));
        if let (Some(element), true) = (float, integer) {
            let operand = Operand {
                value: lowered.value,
                expr,
                place,
            };
            return self.integer_for_float(&operand, element);
        }
        let (expected, found) = (
            self.describe_declared(declared),
            self.describe(&lowered.value),
        );
        let expected = if expected == Element::I64.name() {
            "usize".into()
        } else {
            expected
        };
        let message = format!("`{name}` is declared as {expected}, but its value is {found}");
        self.error(Diagnostic::new(place, message));
    }
}
