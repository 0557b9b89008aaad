//! The stand-in for the workspace of functions that need none, and what those demand that would
//! take it.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{Reason, demand};
use crate::emit::item::{Bodies, workspace};
use crate::emit::names::Names;
use crate::emit::{demanded, mixed};

/// The trait that they demand.
pub(super) const WORKSPACE: &str = "workspace";

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    if workspace::ty(names, bodies).is_some() {
        return TokenStream::new();
    }
    let (signature, module) = (names.signature, names.signature.module());
    let reason = Reason {
        message: format!("`{module}` has no workspace: its arrays fit on the stack"),
        advice: "leave out `_with` and the workspace".into(),
    };
    let demanded = demand(names, WORKSPACE, &reason);
    let place = signature.name.span();
    let [word, new, default] = [WORKSPACE, "new", "default"].map(|name| Ident::new(name, place));
    let subject = demanded::subject(&names.private);
    let bound = quote_spanned!(place=> #subject: #word);
    mixed! {
        #demanded

        #[doc(hidden)]
        pub struct Workspace {}

        impl Workspace {
            #[doc(hidden)]
            pub fn #new<'any>() -> Self where #bound { loop {} }

            #[doc(hidden)]
            pub fn #default<'any>() -> Self where #bound { loop {} }
        }
    }
}
