//! Stubs: a function's items without their meaning, for a block with errors, so that code that
//! uses the function does not fail too.

use proc_macro2::TokenStream;
use quote::quote;

use crate::block::Lowered;
use crate::emit;

/// The items of a function.
pub(crate) fn function(function: &Lowered<'_>) -> TokenStream {
    match &function.signature {
        Some(signature) => emit::stub(signature, &quote!({ loop {} })),
        // The types as the user wrote them may mean something to the compiler.
        None => {
            let source = function.source;
            let (visibility, signature) = (&source.visibility, &source.signature);
            let docs = source
                .attributes
                .iter()
                .filter(|a| a.path().is_ident("doc"));
            quote! {
                #(#docs)*
                #[allow(warnings)]
                #visibility #signature { loop {} }
            }
        }
    }
}
