//! The types of the variables that patterns bind, for editors.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use graph_ir::types::Extent;
use graph_ir::{Dim, Type};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Pat;

use super::Lowerer;
use super::values::{Scalar, Value};
use crate::signature::{Signature, rust_type};
use crate::tokens::idents;

/// The type of what each pattern of a block binds, where it is lowered for the first time.
#[derive(Default)]
pub(crate) struct BoundTypes {
    /// By the place of the first name: nothing else tells which tokens a pattern was parsed from.
    by_place: RefCell<HashMap<String, TokenStream>>,
    seen: RefCell<HashSet<*const Pat>>,
}

impl BoundTypes {
    /// The type of what the pattern binds whose first name ([`first_name`]) this is.
    pub(crate) fn of(&self, name: &Ident) -> Option<TokenStream> {
        self.by_place.borrow().get(&place(name)).cloned()
    }
}

/// The first name of a pattern, which may be `_`.
pub(crate) fn first_name(pattern: &impl ToTokens) -> Option<Ident> {
    let mut names = idents(pattern).into_iter();
    names.find(|name| name != "mut" && name != "ref")
}

fn place(name: &Ident) -> String {
    format!("{:?}", name.span())
}

impl<'b> Lowerer<'b, '_> {
    /// Notes the type of a value that a pattern binds, where somebody wants to know.
    pub(super) fn note_type(&self, pattern: &Pat, value: &Value<'b>) {
        let Some(types) = self.names.notes.types else {
            return;
        };
        if !types.seen.borrow_mut().insert(pattern) {
            return;
        }
        if let Some(name) = first_name(pattern) {
            let mut types = types.by_place.borrow_mut();
            types
                .entry(place(&name))
                .or_insert_with(|| self.type_of(value));
        }
    }

    /// The type of a value as Rust writes it; `_` where an error hides it.
    pub(super) fn type_of(&self, value: &Value<'b>) -> TokenStream {
        let generic = self
            .signature
            .and_then(|signature| signature.generic.as_ref());
        match value {
            Value::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.type_of(part));
                quote!((#(#parts,)*))
            }
            Value::Unit => quote!(()),
            Value::Scalar(Scalar::Integer(number)) if *number < 0 => quote!(isize),
            other => match other.ty(self.float) {
                Some(ty) if self.is_type_of_rust(&ty) => rust_type(&ty, generic),
                Some(ty) => slice_type(&ty, generic).unwrap_or(quote!(_)),
                None => quote!(_),
            },
        }
    }

    /// Whether each extent is a number, or a length that is a parameter of the Rust function too.
    fn is_type_of_rust(&self, ty: &Type) -> bool {
        let typed = self.signature.map(Signature::typed_symbols);
        let typed = typed.unwrap_or_default();
        let is_typed = |extent: &Extent| {
            let mut typed = typed.iter();
            typed.any(|symbol| *extent == Extent::symbol(symbol))
        };
        let mut extents = ty.shape.dims().iter().map(Dim::count);
        extents.all(|extent| !extent.is_symbolic() || is_typed(extent))
    }
}

/// The slice that stands for an array whose outermost length comes with the call: Rust does not
/// write every formula of lengths in a type.
fn slice_type(ty: &Type, generic: Option<&Ident>) -> Option<TokenStream> {
    let row = ty.with_shape(ty.shape.filter_axes(|axis| axis > 0));
    let row = (!row.shape.is_symbolic()).then(|| rust_type(&row, generic))?;
    Some(quote!(&[#row]))
}
