//! The struct `Workspace`, where a function needs one.
//!
//! One workspace serves all functions of a module, so it is as large as the largest of them needs
//! it. Modules whose arrays fit on the stack have none, and no `_with` twins, which would only
//! duplicate the other functions. Generic code finds the same methods everywhere, through the run
//! time's traits.
//!
//! That of a function of known lengths has as many elements. That of one of run-time length grows
//! on demand, or is within memory of the caller, which needs no allocator.

mod grown;

use std::collections::BTreeMap;

use graph_ir::Element;
use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::tokens::joined;
use grown::grown;

/// The type of the workspace; `None` where there is none. One that grows, if its size is not known.
pub(super) fn ty(names: &Names<'_>, bodies: &Bodies<'_>) -> Option<TokenStream> {
    let exists = match bodies {
        Bodies::Programs(programs) => !programs.workspace.is_empty(),
        Bodies::Stub { has_workspace, .. } => *has_workspace,
    };
    if !exists {
        return None;
    }
    let parameters = is_generic(bodies).then(|| names.float_parameters());
    Some(mixed!(Workspace #parameters))
}

/// The type of the parameter that takes one: with any memory.
pub(super) fn parameter(names: &Names<'_>, bodies: &Bodies<'_>) -> Option<TokenStream> {
    let ty = ty(names, bodies)?;
    let Some(grown) = grown(names, bodies) else {
        return Some(ty);
    };
    let private = &names.private;
    let memory = grown.elements().map(|element| {
        let ty = element_type(names, element);
        mixed!(impl #private::generated::rows::Memory<#ty>)
    });
    Some(grown.workspace(&memory.collect::<Vec<_>>()))
}

/// Whether there are elements of the generic float type.
fn is_generic(bodies: &Bodies<'_>) -> bool {
    match bodies {
        Bodies::Programs(programs) => programs.workspace.contains_key(&Element::Float),
        // Unknown without programs; code that uses a workspace shall not report further errors.
        Bodies::Stub { .. } => true,
    }
}

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(ty) = ty(names, bodies) else {
        return TokenStream::new();
    };
    if let Some(grown) = grown(names, bodies) {
        return grown.items();
    }
    let (none, marker) = (BTreeMap::new(), ident("marker"));
    let (pools, marker) = match (bodies, &names.signature.generic) {
        (Bodies::Programs(programs), _) => (&programs.workspace, None),
        (Bodies::Stub { .. }, Some(generic)) => (&none, Some((marker, generic))),
        (Bodies::Stub { .. }, None) => (&none, None),
    };
    let generics = is_generic(bodies).then(|| names.float_generics());
    let (marker_field, marker_value) = match marker {
        Some((marker, generic)) => (
            Some(mixed!(#marker: ::core::marker::PhantomData<#generic>,)),
            Some(mixed!(#marker: ::core::marker::PhantomData,)),
        ),
        None => (None, None),
    };
    let fields = fields(names, pools);
    let zeros = zeros(names, pools);
    let doc = documentation(names);
    let (within, len) = grown::stubs(names);
    mixed! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        pub struct #ty { #fields #marker_field }

        impl #generics #ty {
            /// A workspace: on the heap, or in place without an allocator.
            #[must_use]
            pub fn new() -> Self {
                Self { #zeros #marker_value }
            }

            #within
        }

        #len

        impl #generics ::core::default::Default for #ty {
            fn default() -> Self {
                Self::new()
            }
        }
    }
}

fn documentation(names: &Names<'_>) -> String {
    format!(
        " Room for the intermediate arrays of the functions beside `{}`, which are too large for \
         the stack. One workspace serves any number of calls, one after the other; nothing of a \
         call is kept for the next.",
        names.title()
    )
}

/// A field with room for the elements of each type.
pub(super) fn fields(names: &Names<'_>, pools: &BTreeMap<Element, usize>) -> TokenStream {
    let private = &names.private;
    let fields = pools.iter().map(|(&element, &size)| {
        let (name, size) = (pool(element), Literal::usize_unsuffixed(size));
        let ty = element_type(names, element);
        mixed!(#name: #private::generated::Arena<#ty, #size>,)
    });
    joined(fields)
}

/// The fields with zeros.
pub(super) fn zeros(names: &Names<'_>, pools: &BTreeMap<Element, usize>) -> TokenStream {
    let private = &names.private;
    let zeros = pools.keys().map(|&element| {
        let (name, zero) = (pool(element), names.zero(&graph_ir::Type::scalar(element)));
        mixed!(#name: #private::generated::Arena::new(#zero),)
    });
    joined(zeros)
}

/// The Rust type of the elements of a pool.
fn element_type(names: &Names<'_>, element: Element) -> TokenStream {
    match element {
        // The user's `usize` is an `i64` inside.
        Element::I64 => mixed!(i64),
        float => names.element(float),
    }
}

/// The field that holds the elements of a type.
pub(crate) fn pool(element: Element) -> proc_macro2::Ident {
    ident(match element {
        Element::F64 => "doubles",
        Element::F32 => "singles",
        Element::Bool => "truths",
        Element::I64 => "integers",
        Element::Float => "floats",
    })
}
