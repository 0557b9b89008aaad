//! The functions of the code around that a block declares, beside an error: no generated code calls
//! them, and the compiler would report their imports as unused.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use syn::Path;

use super::is_cfg;
use crate::emit::mixed;
use crate::parse::{BlockItems, FunctionSource};

/// Names that need no import, and that none can have.
const KNOWN: [&str; 6] = ["crate", "self", "super", "Self", "f32", "f64"];

/// A use of the imports that bring these functions, each by the first name of its path: what else
/// is there, or is not, says nothing of the import.
pub(crate) fn uses(source: &BlockItems) -> TokenStream {
    let mut known = HashSet::new();
    let uses = source.functions.iter().flat_map(|function| {
        let cfg = function.attributes.iter().filter(|own| is_cfg(own));
        let cfg: TokenStream = cfg.map(|own| mixed!(#own)).collect();
        let first = firsts(function).into_iter();
        first.map(move |first| (cfg.clone(), first))
    });
    let uses = uses.filter(|(cfg, first)| known.insert((cfg.to_string(), first.to_string())));
    let uses = uses.map(|(cfg, first)| {
        mixed! {
            #cfg
            #[allow(
                forbidden_lint_groups, unused, clippy::all, clippy::pedantic, clippy::restriction,
                reason = "beside an error, the functions from outside are used all the same"
            )]
            const _: () = { use #first as __used; };
        }
    });
    uses.collect()
}

/// The first names of the paths of a function from outside and its derivatives, without those that
/// need no import.
fn firsts(function: &FunctionSource) -> Vec<Ident> {
    let Some(outside) = &function.outside else {
        return Vec::new();
    };
    let value = match &outside.value {
        Some(path) => path.clone(),
        None => Path::from(function.signature.ident.clone()),
    };
    let derivatives = [&outside.adjoint, &outside.tangent].into_iter().flatten();
    let paths = std::iter::once(&value).chain(derivatives);
    let firsts = paths.filter_map(|path| match path.leading_colon {
        Some(_) => None,
        None => path.segments.first().map(|first| first.ident.clone()),
    });
    firsts
        .filter(|name| !KNOWN.iter().any(|own| name == own))
        .collect()
}
