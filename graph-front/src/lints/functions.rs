//! The functions of a block that nothing uses. A function and the items of its module are one thing
//! to the user, so each of them uses the type `Used` of the module. Here that type stands for a
//! mirror of the function, in which the compiler reports that it is never used. The mirrors use one
//! another as the functions do, whose generated code does not call one another.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt as _;

use super::is_cfg;
use super::items::Items;
use crate::block::Lowered;
use crate::call_order;
use crate::emit::{ident, imported, mixed};
use crate::parse::{FunctionSource, levels_of_function};
use crate::tokens::joined;

/// The type by which this block's uses are told from those of another.
const BLOCK: &str = "__OfBlock";

/// The mirrors of functions.
pub(super) fn mirrors(lowered: &[Lowered<'_>], items: &Items) -> TokenStream {
    let sources: Vec<&FunctionSource> = lowered.iter().map(|function| function.source).collect();
    let needed = call_order::needed(&sources);
    let mirrors = lowered.iter().zip(needed).map(|(function, needed)| {
        let named = |name| sources.iter().filter(move |f| f.signature.ident == name);
        let needed = needed.into_iter().flat_map(named);
        mirror(function, needed, items)
    });
    let (mirrors, block, items) = (joined(mirrors), ident(BLOCK), &items.mirror);
    mixed!(const _: () = { enum #block {} #items #mirrors };)
}

fn mirror<'f>(
    function: &Lowered<'_>,
    needed: impl Iterator<Item = &'f &'f FunctionSource>,
    items: &Items,
) -> TokenStream {
    let name = &function.source.signature.ident;
    let attributes = &function.source.attributes;
    let (cfg, levels) = (cfg(function.source), levels_of_function(attributes));
    let needed = joined(needed.map(|function| {
        let (cfg, name) = (self::cfg(function), &function.signature.ident);
        mixed!(#cfg let _ = #name;)
    }));
    // The compiler does not tell that an item of a macro is unused.
    let items = items.used_by(function.source);
    let mirror = quote_spanned!(name.span()=> fn #name() { #needed #items });
    let with_items = function.signature.as_ref();
    let with_items = with_items.filter(|_| function.outside.is_none());
    let used = with_items.map(|signature| {
        let (facade, block) = (&signature.facade, ident(BLOCK));
        let (import, module) = imported(signature.module());
        let uses = ident(&format!("__uses_of_{}", name.unraw()));
        // Where the code around has an item of the module's name, the compiler says that, and shall
        // not say that this one lacks the type.
        mixed! {
            #cfg
            fn #uses() {
                let _ = #name;
            }
            #cfg
            const _: () = {
                #[allow(forbidden_lint_groups, dead_code)]
                enum Used {}
                #import
                const _: () = {
                    #[allow(forbidden_lint_groups, unused_imports)]
                    use #module::*;
                    impl #facade::__private::generated::Uses<#block> for Used {
                        fn uses() {
                            #uses();
                        }
                    }
                };
            };
        }
    });
    mixed! {
        #cfg
        #levels
        #[allow(forbidden_lint_groups, nonstandard_style)]
        #mirror
        #used
    }
}

/// The conditions under which a function is there.
fn cfg(function: &FunctionSource) -> TokenStream {
    let cfg = function.attributes.iter().filter(|a| is_cfg(a));
    mixed!(#(#cfg)*)
}
