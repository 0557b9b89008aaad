//! The stand-in for the workspace of functions that need none, and what those demand that would
//! take it.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{ALLOCATOR, Reason, StandIn, StandIns};
use crate::emit::item::{Bodies, workspace};
use crate::emit::names::Names;
use crate::emit::{demanded, mixed};

/// The trait that they demand.
pub(super) const WORKSPACE: &str = "workspace";

pub(super) fn items(stand_ins: &mut StandIns<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let names = stand_ins.names;
    if workspace::ty(names, bodies).is_some() {
        return TokenStream::new();
    }
    let module = names.signature.module();
    stand_ins.demand(WORKSPACE, || Reason {
        message: format!("`{module}` has no workspace: its arrays fit on the stack"),
        advice: "leave out `_with` and the workspace".into(),
    });
    let constructors = constructors(names, WORKSPACE);
    let within = names.signature.is_symbolic().then(|| {
        let lengths = names.signature.symbols().len();
        stand_ins.add("workspace_len", lengths, WORKSPACE);
        let within = StandIn {
            demanded: Some(WORKSPACE),
            ..StandIn::new("within", 1)
        };
        within.function(names)
    });
    mixed! {
        #[doc(hidden)]
        pub struct Workspace {}

        impl Workspace { #constructors #within }
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
