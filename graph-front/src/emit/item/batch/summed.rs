//! The results of sums, as variables refer to them.

use graph_ir::{Shape, Type};
use proc_macro2::{Ident, TokenStream};

use super::Batch;
use crate::derivatives::OutputGroup;
use crate::emit::mixed;
use crate::emit::names::ident;

/// A result of a sum.
pub(super) struct Summed {
    pub(super) group: OutputGroup,
    pub(super) name: Ident,
    pub(super) ty: TokenStream,
    pub(super) zero: TokenStream,
    /// The types of its parts, and their places where the variable refers to it.
    pub(super) types: Vec<Type>,
    pub(super) places: Vec<TokenStream>,
}

impl Batch<'_> {
    /// A group of results.
    pub(super) fn summed(&self, group: OutputGroup, name: &str) -> Summed {
        let (names, name, shared) = (self.names, ident(name), self.shared());
        let parameters = names.parameters();
        let (ty, zero, types, places) = match group {
            OutputGroup::Adjoint | OutputGroup::Product => (
                mixed!(Shared #parameters),
                mixed!(Shared::ZERO),
                shared.iter().map(|a| a.ty.clone()).collect(),
                shared
                    .iter()
                    .map(|argument| argument.field())
                    .map(|field| mixed!(#name.#field))
                    .collect(),
            ),
            OutputGroup::Dense(_) | OutputGroup::Entries(_) => {
                let count = shared.iter().map(|a| a.ty.shape.size()).sum();
                // A matrix that is too large for an array has been refused.
                let shape = Shape::new(&[count, count]).unwrap_or_else(|_| Shape::scalar());
                let ty = Type::new(self.element, shape);
                let rust = names.signature.rust_type(&ty);
                (rust, names.zero(&ty), vec![ty], vec![mixed!(*#name)])
            }
            OutputGroup::Value | OutputGroup::Tangent | OutputGroup::Series => (
                names.result(),
                names.zero_result(),
                names.signature.result.parts().to_vec(),
                names.result_parts(&mixed!((*#name))),
            ),
        };
        Summed {
            group,
            name,
            ty,
            zero,
            types,
            places,
        }
    }
}
