//! Constants that are declared as references or slices, as Rust has its tables:
//! `const X: &[f64; 3] = &[..];`, `const X: [f64] = [..];`.

use syn::{Expr, ItemConst, Type};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;

impl Lowerer<'_, '_> {
    /// Reports a constant whose type is a reference or a slice, with the type that its literal has;
    /// whether there is such an error. A reference in its value is the same habit.
    pub(super) fn is_unsized_constant(&self, item: &ItemConst) -> bool {
        let (mut ty, mut value) = (&*item.ty, without_parentheses(&item.expr));
        let is_reference = matches!(ty, Type::Reference(_));
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        while let (true, Expr::Reference(reference)) = (is_reference, value) {
            value = without_parentheses(&reference.expr);
        }
        let is_array = matches!(ty, Type::Array(_) | Type::Slice(_));
        if !is_array || !is_reference && !matches!(ty, Type::Slice(_)) {
            return false;
        }
        let length = match value {
            Expr::Array(array) => Some(array.elems.len().to_string()),
            Expr::Repeat(repeat) => Some(print(&repeat.len)),
            _ => None,
        };
        let own = match (ty, length) {
            (Type::Slice(slice), Some(length)) => {
                Some(format!("[{}; {length}]", print(&slice.elem)))
            }
            (Type::Slice(_), None) => None,
            (array, _) => Some(print(array)),
        };
        let message = match is_reference {
            true => "a constant is no reference: it is its value",
            false => "the type of an array has its length",
        };
        let name = &item.ident;
        let help = match (own, short_text(value)) {
            (Some(own), Some(value)) => format!("write `const {name}: {own} = {value};`"),
            (Some(own), None) if is_reference => {
                format!("write `const {name}: {own} = ..;`, without a `&` in front of the value")
            }
            (Some(own), None) => format!("write `const {name}: {own} = ..;`"),
            (None, _) => "write the type with the length of its value: `[f64; 3]`".into(),
        };
        self.error(Diagnostic::new(SourcePlace::of(&item.ty), message).help(help));
        true
    }
}
