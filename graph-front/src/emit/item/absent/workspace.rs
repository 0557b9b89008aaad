//! Stand-ins for the workspace of functions that need none, and for the functions that take it.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{Counts, Reason, StandIn, demand};
use crate::emit::item::{Bodies, workspace};
use crate::emit::mixed;
use crate::emit::names::Names;
use crate::tokens::joined;

/// The trait that all of them demand.
const WORKSPACE: &str = "workspace";

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
    let functions = signature.made().map(|request| {
        let (word, counts) = (request.row().word, Counts::of(names, request));
        let parameters = counts.parameters + 1;
        let forms = [
            ("_with", parameters),
            ("_into_with", parameters + counts.written),
        ];
        let forms = forms.map(|(end, parameters)| {
            let name = format!("{word}{end}");
            let stand_in = StandIn {
                demanded: Some(WORKSPACE),
                ..StandIn::new(&name, parameters)
            };
            stand_in.function(names)
        });
        joined(forms)
    });
    let functions = joined(functions);
    let place = signature.name.span();
    let word = Ident::new(WORKSPACE, place);
    let bound = quote_spanned!(place=> &'any (): #word);
    mixed! {
        #demanded
        #functions

        #[doc(hidden)]
        pub struct Workspace {}

        impl Workspace {
            #[doc(hidden)]
            pub fn new<'any>() -> Self where #bound { loop {} }
        }
    }
}
