//! Imports of constants, `use std::f64::consts::PI;`, of which generated code uses the values
//! alone. In a mirror they stand as the user wrote them, and name stand-ins: whether the crate has
//! `std` is not known.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, ItemUse};

use super::is_cfg;
use super::items::{levels, mentioned_by};
use crate::emit::mixed;
use crate::parse::{BlockItems, imported_constants};
use crate::tokens::joined;

/// Modules with the constants that imports name.
#[derive(Default)]
struct StandIns {
    constants: BTreeSet<String>,
    modules: BTreeMap<String, Self>,
}

impl StandIns {
    fn add(&mut self, path: &[String]) {
        match path {
            [] => {}
            [name] => drop(self.constants.insert(name.clone())),
            [module, rest @ ..] => self.modules.entry(module.clone()).or_default().add(rest),
        }
    }

    fn items(&self) -> TokenStream {
        let name = |text: &String| Ident::new(text, Span::mixed_site());
        let constants = self.constants.iter().map(name);
        let modules = self.modules.iter().map(|(module, inner)| {
            let (module, inner) = (name(module), inner.items());
            mixed!(#[allow(forbidden_lint_groups, unused, nonstandard_style)] pub mod #module { #inner })
        });
        mixed!(#(pub const #constants: ::core::primitive::u8 = 0;)* #(#modules)*)
    }
}

/// Stand-ins for the constants that these imports name, in the module that has the imports.
pub(super) fn stand_ins<'i>(imports: impl IntoIterator<Item = &'i ItemUse>) -> TokenStream {
    let mut all = StandIns::default();
    for constant in imports.into_iter().filter_map(imported_constants).flatten() {
        if let Expr::Path(path) = &*constant.expr {
            let path = path.path.segments.iter().map(|part| part.ident.to_string());
            all.add(&path.collect::<Vec<String>>());
        }
    }
    all.items()
}

/// An import in a mirror.
pub(super) fn import(item: &ItemUse, visibility: &TokenStream) -> TokenStream {
    let (levels, start) = (levels(&item.attrs), item.use_token);
    let (root, tree, end) = (item.leading_colon, &item.tree, item.semi_token);
    mixed!(#levels #visibility #start #root #tree #end)
}

/// Uses of the imports of a module, which has them as the user wrote them, by its functions.
pub(super) fn uses(source: &BlockItems) -> TokenStream {
    let named: HashSet<Ident> = source.functions.iter().flat_map(mentioned_by).collect();
    let uses = source.imports.iter().flat_map(|item| {
        let cfg: Vec<_> = item.attrs.iter().filter(|a| is_cfg(a)).collect();
        let constants = imported_constants(item).unwrap_or_default().into_iter();
        let used = constants.map(|constant| constant.ident);
        let used = used.filter(|name| named.contains(name));
        let uses = used.map(move |name| mixed!(#(#cfg)* const _: () = { let _ = #name; };));
        uses.map(|used| {
            mixed! {
                #[allow(
                    forbidden_lint_groups, clippy::all, clippy::pedantic, clippy::restriction,
                    reason = "generated code uses the value"
                )]
                #used
            }
        })
    });
    joined(uses)
}
