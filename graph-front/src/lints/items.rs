//! The constants and type aliases of a block that are not public, of which generated code uses the
//! values alone. Those that no function mentions are not used in the mirror either; a constant uses
//! the constants that its value mentions. Items start and end with the user's tokens: the compiler
//! does not tell that an item of a macro is unused.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Visibility};

use super::{is_cfg, module};
use crate::emit::{ident, mixed};
use crate::parse::{BlockItems, is_level};
use crate::tokens::{idents, joined};

/// The mirror of constants and aliases, if there are any.
pub(super) fn mirror(source: &BlockItems) -> TokenStream {
    let is_own = |visibility: &Visibility, attributes: &[Attribute]| {
        matches!(visibility, Visibility::Inherited) && !attributes.iter().any(is_cfg)
    };
    let constants = source.constants.iter();
    let constants: Vec<_> = constants
        .filter(|item| is_own(&item.vis, &item.attrs) && item.ident != "_")
        .collect();
    let aliases = source.aliases.iter();
    let aliases: Vec<_> = aliases
        .filter(|item| is_own(&item.vis, &item.attrs))
        .collect();
    if constants.is_empty() && aliases.is_empty() {
        return TokenStream::new();
    }
    let names: HashSet<&Ident> = constants.iter().map(|item| &item.ident).collect();
    let used = mentioned(source);
    // An alias may be named `u8`.
    let byte = mixed!(::core::primitive::u8);
    let constants = constants.iter().map(|item| {
        let (name, levels) = (&item.ident, levels(&item.attrs));
        let of = idents(&item.expr);
        let of = of.iter().filter(|name| names.contains(name));
        let root = used.contains(name).then(|| mixed!(const _: #byte = #name;));
        let (start, end) = (item.const_token, item.semi_token);
        mixed!(#levels #start #name: #byte = [#(#of,)* 0][0] #end #root)
    });
    let aliases = aliases.iter().map(|item| {
        let (name, levels) = (&item.ident, levels(&item.attrs));
        let root = used.contains(name).then(|| mixed!(const _: #name = 0;));
        let (start, end) = (item.type_token, item.semi_token);
        mixed!(#levels #start #name = #byte #end #root)
    });
    let items = joined(constants.chain(aliases));
    module(&ident("items"), &TokenStream::new(), &items)
}

/// The names in all that is not the value of a constant of the block alone.
fn mentioned(source: &BlockItems) -> HashSet<Ident> {
    let functions = source.functions.iter().flat_map(|function| {
        let attributes = function.attributes.iter().map(ToTokens::to_token_stream);
        let signature = function.signature.to_token_stream();
        attributes.chain([signature, function.tokens.clone().into()])
    });
    let types = source.aliases.iter().map(|item| item.ty.to_token_stream());
    let constants = source.constants.iter().map(|item| match item.vis {
        Visibility::Inherited => item.ty.to_token_stream(),
        _ => item.to_token_stream(),
    });
    let all = functions.chain(types).chain(constants);
    all.flat_map(|tokens| idents(&tokens)).collect()
}

/// The attributes that set levels of lints.
pub(super) fn levels(attributes: &[Attribute]) -> TokenStream {
    let levels = attributes.iter().filter(|attribute| is_level(attribute));
    joined(levels.map(ToTokens::to_token_stream))
}
