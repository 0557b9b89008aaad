//! The stand-in for the workspace of functions that need none, and what those demand that would
//! take it.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{ALLOCATOR, Reason, StandIn, demand};
use crate::emit::item::{Bodies, workspace};
use crate::emit::names::Names;
use crate::emit::{demanded, mixed};

/// The trait that they demand.
pub(super) const WORKSPACE: &str = "workspace";

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    if workspace::ty(names, bodies).is_some() {
        return TokenStream::new();
    }
    let module = names.signature.module();
    let reason = Reason {
        message: format!("`{module}` has no workspace: its arrays fit on the stack"),
        advice: "leave out `_with` and the workspace".into(),
    };
    let demanded = demand(names, WORKSPACE, &reason);
    let constructors = constructors(names, WORKSPACE);
    let symbols = names.signature.symbols();
    let within = |name, parameters| {
        let stand_in = StandIn {
            demanded: Some(WORKSPACE),
            ..StandIn::new(name, parameters)
        };
        let is_symbolic = names.signature.is_symbolic();
        is_symbolic.then(|| stand_in.function(names))
    };
    let (within, len) = (within("within", 1), within("workspace_len", symbols.len()));
    mixed! {
        #demanded

        #[doc(hidden)]
        pub struct Workspace {}

        impl Workspace { #constructors #within }

        #len
    }
}

/// The stand-ins for the constructors of a workspace that grows, where there is no allocator.
pub(in super::super) fn on_heap(names: &Names<'_>) -> TokenStream {
    constructors(names, ALLOCATOR)
}

/// Constructors that demand a trait.
fn constructors(names: &Names<'_>, demanded: &str) -> TokenStream {
    let place = names.signature.name.span();
    let [word, new, default] = [demanded, "new", "default"].map(|name| Ident::new(name, place));
    let subject = demanded::subject(&names.private);
    let bound = quote_spanned!(place=> #subject: #word);
    mixed! {
        #[doc(hidden)]
        pub fn #new<'any>() -> Self where #bound { loop {} }

        #[doc(hidden)]
        pub fn #default<'any>() -> Self where #bound { loop {} }
    }
}
