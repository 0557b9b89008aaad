//! The structs of a block in the modules of functions. A block may stand in the body of a function,
//! whose items no path of a module reaches. So a module names a struct by a type of its own that
//! stands for it, and an implementation next to the module says which struct that is: a trait
//! implementation applies globally.

use proc_macro2::{Ident, TokenStream};
use quote::format_ident;

use crate::emit::mixed;
use crate::emit::names::{Names, angles, ident};
use crate::signature::StructType;
use crate::tokens::joined;

/// The types that stand for structs, and the structs under their own names, so that the weights of a
/// network are `network::Weights` too.
pub(super) fn aliases(names: &Names<'_>) -> TokenStream {
    let private = &names.private;
    joined(names.structs().into_iter().map(|of| {
        let (name, stands, [declared, passed]) = (&of.name, stands_for(of), lengths(of));
        let visibility = &of.visibility;
        mixed! {
            #[doc(hidden)]
            #visibility enum #stands #declared {}

            #[doc(hidden)]
            #visibility type #name #declared = <#stands #passed as #private::generated::StandsFor>::Struct;
        }
    }))
}

/// The implementations, in the scope of the structs.
pub(super) fn implementations(names: &Names<'_>) -> TokenStream {
    let (private, module, cfg) = (&names.private, names.signature.module(), names.cfg());
    joined(names.structs().into_iter().map(|of| {
        let (name, stands, [declared, passed]) = (&of.name, stands_for(of), lengths(of));
        mixed! {
            #(#cfg)*
            #[diagnostic::do_not_recommend]
            impl #declared #private::generated::StandsFor for #module::#stands #passed {
                type Struct = #name #passed;
            }
        }
    }))
}

/// The type that stands for a struct in a module.
fn stands_for(of: &StructType) -> Ident {
    format_ident!("__{}", of.name, span = proc_macro2::Span::mixed_site())
}

/// The parameters of a struct, as they are declared, and their names alone.
fn lengths(of: &StructType) -> [TokenStream; 2] {
    let lengths: Vec<Ident> = of.lengths.iter().map(|(name, _)| ident(name)).collect();
    let declared: Vec<TokenStream> = lengths
        .iter()
        .map(|name| mixed!(const #name: usize))
        .collect();
    let passed: Vec<TokenStream> = lengths.iter().map(|name| mixed!({ #name })).collect();
    [angles(&declared), angles(&passed)]
}
