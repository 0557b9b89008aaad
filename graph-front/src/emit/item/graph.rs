//! The function that gives the graph.

use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::emit::mixed;
use crate::emit::names::Names;

/// `graph`, where there is an allocator.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let facade = &names.signature.facade;
    let (generics, private) = (names.float_generics(), &names.private);
    let text = Literal::string(match bodies {
        Bodies::Programs(programs) => &programs.graph,
        Bodies::Stub { .. } => "",
    });
    let used = bodies.used(&TokenStream::new());
    let body = bodies.body(match &names.signature.generic {
        Some(generic) => mixed! {
            #private::generated::graph_as::<#generic>(#text, ::core::file!())
        },
        None => mixed!(#private::generated::graph(#text, ::core::file!())),
    });
    let doc = format!("The graph of `{}`, as it was written.", names.title());
    let name = names.item("graph");
    mixed! {
        #private::generated::with_alloc! {
            #[doc = #doc]
            #[must_use]
            pub fn #name #generics() -> #facade::Graph { #used #body }
        }
    }
}
