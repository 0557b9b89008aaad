//! The constants, imports and type aliases of a block that are not public, of which generated code
//! uses the values alone. In the mirror a function uses those that it mentions, and an item those
//! that its value or its type mentions: what only unused functions use is not used either. Items
//! start and end with the user's tokens: the compiler does not tell that an item of a macro is
//! unused.

use std::collections::{BTreeSet, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Index, ItemConst, ItemType, Visibility};

use super::imported::{import, stand_ins};
use super::{is_cfg, scope};
use crate::emit::{ident, mixed};
use crate::parse::{BlockItems, FunctionSource, imported_constants, is_level};
use crate::tokens::{idents, joined};

/// The module of the mirror in which the items stand.
const ITEMS: &str = "items";

/// The items of a block and their mirror.
#[derive(Default)]
pub(super) struct Items {
    /// The constants, those of imports among them.
    values: HashSet<Ident>,
    /// The type aliases.
    types: HashSet<Ident>,
    /// The module with the items.
    pub(super) mirror: TokenStream,
}

impl Items {
    pub(super) fn of(source: &BlockItems) -> Self {
        let imported = source.imports.iter().filter_map(imported_constants);
        let imported: HashSet<Ident> = imported.flatten().map(|constant| constant.ident).collect();
        let constants = source.constants.iter();
        let constants =
            constants.filter(|item| is_own(&item.vis, &item.attrs) && item.ident != "_");
        let constants: Vec<&ItemConst> = constants
            .filter(|item| !imported.contains(&item.ident))
            .collect();
        let aliases = source.aliases.iter();
        let aliases = aliases.filter(|item| is_own(&item.vis, &item.attrs));
        let aliases: Vec<&ItemType> = aliases.collect();
        let values = constants.iter().map(|item| item.ident.clone());
        let mut items = Self {
            values: values.chain(imported).collect(),
            types: aliases.iter().map(|item| item.ident.clone()).collect(),
            mirror: TokenStream::new(),
        };
        if items.values.is_empty() && items.types.is_empty() {
            return items;
        }
        let stand_ins = stand_ins(&source.imports);
        let imports = source.imports.iter();
        let imports = imports.map(|item| import(item, &visible(item.use_token.span)));
        let constants = constants.into_iter().map(|item| items.constant(item));
        let aliases = aliases.into_iter().map(|item| items.alias(item));
        let all = joined(imports.chain(constants).chain(aliases));
        let public = items.uses(public(source), None);
        let public = mixed!(const _: () = { #public };);
        items.mirror = scope(&ident(ITEMS), &mixed!(#stand_ins #all #public));
        items
    }

    /// The uses of the items that a function mentions.
    pub(super) fn used_by(&self, function: &FunctionSource) -> TokenStream {
        self.uses(mentioned_by(function), Some(&ident(ITEMS)))
    }

    /// Statements that use items, which stand in a module.
    fn uses(&self, names: impl IntoIterator<Item = Ident>, module: Option<&Ident>) -> TokenStream {
        let module = module.map(|module| mixed!(#module::));
        let (values, types) = self.named(names);
        mixed!(#(let _ = #module #values;)* #(let _: #module #types;)*)
    }

    /// The constants and the types among names, each once.
    fn named(&self, names: impl IntoIterator<Item = Ident>) -> (Vec<Ident>, Vec<Ident>) {
        let is_own = |name: &Ident| self.values.contains(name) || self.types.contains(name);
        let names: BTreeSet<Ident> = names.into_iter().filter(is_own).collect();
        let names = names.into_iter().map(|mut name| {
            name.set_span(Span::mixed_site());
            name
        });
        names.partition(|name| self.values.contains(name))
    }

    fn constant(&self, item: &ItemConst) -> TokenStream {
        let (name, levels) = (&item.ident, levels(&item.attrs));
        let of = idents(&item.ty).into_iter().chain(idents(&item.expr));
        let (values, types) = self.named(of.filter(|of| of != name));
        let last = Index::from(values.len());
        let mut value = mixed!((#(#values,)* 0,).#last);
        if !types.is_empty() {
            value = mixed!({ #(let _: #types;)* #value });
        }
        let (start, end) = (item.const_token, item.semi_token);
        let visibility = visible(start.span);
        // An alias may be named `u8`.
        mixed!(#levels #visibility #start #name: ::core::primitive::u8 = #value #end)
    }

    fn alias(&self, item: &ItemType) -> TokenStream {
        let (name, levels) = (&item.ident, levels(&item.attrs));
        let of = idents(&item.ty).into_iter().filter(|of| of != name);
        let uses = self.uses(of, None);
        let (start, end) = (item.type_token, item.semi_token);
        let visibility = visible(start.span);
        mixed! {
            #levels #visibility #start #name = [::core::primitive::u8; { #uses 0 }] #end
        }
    }
}

/// The visibility of an item for the mirrors of functions, at the start of the item.
fn visible(start: Span) -> TokenStream {
    quote_spanned!(start=> pub(super))
}

/// Whether nothing but the block sees an item.
fn is_own(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Inherited) && !attributes.iter().any(is_cfg)
}

/// The names that a function mentions.
pub(super) fn mentioned_by(function: &FunctionSource) -> Vec<Ident> {
    let attributes = function.attributes.iter().map(ToTokens::to_token_stream);
    let signature = function.signature.to_token_stream();
    let all = attributes.chain([signature, function.tokens.clone().into()]);
    all.flat_map(|tokens| idents(&tokens)).collect()
}

/// The names that the items mention which others than the block may see, or which the macro alone
/// reads: rules.
fn public(source: &BlockItems) -> Vec<Ident> {
    let constants = source.constants.iter();
    let constants = constants.filter(|item| !is_own(&item.vis, &item.attrs));
    let constants = constants.map(ToTokens::to_token_stream);
    let aliases = source.aliases.iter();
    let aliases = aliases.filter(|item| !is_own(&item.vis, &item.attrs));
    // Code outside has all structs, whose lengths and start values are constants perhaps.
    let structs = source.structs.iter().map(ToTokens::to_token_stream);
    let aliases = aliases.map(ToTokens::to_token_stream);
    let rules = source.rules.iter().map(|set| set.tokens.clone());
    let all = constants.chain(aliases).chain(structs).chain(rules);
    all.flat_map(|tokens| idents(&tokens)).collect()
}

/// The attributes that set levels of lints.
pub(super) fn levels(attributes: &[Attribute]) -> TokenStream {
    let levels = attributes.iter().filter(|attribute| is_level(attribute));
    joined(levels.map(ToTokens::to_token_stream))
}
