//! The types and the trait of the language that a block names. They need no import there, but where
//! the code around has one, the compiler would report it as unused if it served the block alone. An
//! import brings a macro of the same name too, which is named in place of the type: a type of the
//! user's own by that name may have any parameters.

use proc_macro2::{Ident, TokenStream};
use syn::GenericParam;

use super::imported::uses;
use crate::emit::mixed;
use crate::parameters;
use crate::parse::{AXIS, BlockItems};
use crate::tokens::idents;

/// A use of the imports around a block, if there are any.
pub(crate) fn mirror(source: &BlockItems, facade: &TokenStream, is_block: bool) -> TokenStream {
    let constants = match is_block {
        true => TokenStream::new(),
        false => uses(source),
    };
    let mut rows = source.functions.iter().flat_map(|own| &own.rows.names);
    let rows = rows.next().map(|name| {
        let import = mixed!(use #facade::Rows;);
        (import, mixed!(#name! {}))
    });
    let axis = axis(source).map(|name| {
        let import = mixed!(use #facade::ops::Axis;);
        (import, mixed!(#name! {}))
    });
    let float = float(source).map(|name| {
        let import = mixed!(use #facade::Float;);
        (import, mixed!(#name! {}))
    });
    let named = rows.into_iter().chain(axis).chain(float);
    let (imports, mentions): (Vec<_>, Vec<_>) = named.unzip();
    if mentions.is_empty() {
        return constants;
    }
    // Names of an inner block hide those of an outer one, so what the module has comes first.
    mixed! {
        #constants
        #[allow(forbidden_lint_groups, unused, reason = "a mirror of what the block names")]
        const _: () = {
            #(#imports)*
            const _: () = {
                use self::*;
                #(#mentions)*
            };
        };
    }
}

/// The type of an axis, as a constant or a parameter has it.
fn axis(source: &BlockItems) -> Option<Ident> {
    let constants = source.constants.iter().map(|item| &item.ty);
    let functions = source.functions.iter();
    let parameters = functions.flat_map(|own| &own.signature.generics.params);
    let parameters = parameters.filter_map(|parameter| match parameter {
        GenericParam::Const(parameter) => Some(&parameter.ty),
        _ => None,
    });
    let mut named = parameters.chain(constants.map(|ty| &**ty)).flat_map(idents);
    named.find(|name| name == AXIS)
}

/// The bound of a type parameter, by its name alone.
fn float(source: &BlockItems) -> Option<TokenStream> {
    let functions = source.functions.iter();
    let mut bounds = functions.map(parameters::bound);
    bounds.find(parameters::is_float)
}
