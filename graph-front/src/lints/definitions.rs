//! Parentheses and braces in the values and types of a block's constants and in its type aliases.
//! Code around the block sees public ones as the user wrote them, as far as they have no names.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Type, Visibility};

use super::items::levels;
use super::probes::delimited_constant;
use super::types::in_parentheses_of;
use super::{is_cfg, scope};
use crate::emit::mixed;
use crate::given_back::has_names;
use crate::parse::BlockItems;
use crate::tokens::joined;

/// The mirror of the definitions, if there may be something in them that the compiler reports.
pub(super) fn mirror(source: &BlockItems) -> TokenStream {
    let constants = source.constants.iter().map(|item| {
        let (cfg, levels) = (cfg(&item.attrs), levels(&item.attrs));
        let value = delimited_constant(&item.expr, &mixed!(#cfg #levels));
        let value = value.filter(|_| is_lost(&item.vis, &item.expr));
        let types = of_type(&item.ty, &item.vis, &mixed!(#cfg #levels));
        mixed!(#value #types)
    });
    let aliases = source.aliases.iter().map(|item| {
        let (cfg, levels) = (cfg(&item.attrs), levels(&item.attrs));
        of_type(&item.ty, &item.vis, &mixed!(#cfg #levels))
    });
    let all = joined(constants.chain(aliases));
    if all.is_empty() {
        return all;
    }
    let module = scope(
        &Ident::new("definitions", Span::mixed_site()),
        &mixed! {
            #[allow(forbidden_lint_groups, dead_code, reason = "a mirror need not use all of it")]
            mod flow {
                pub(super) type Any = f64;
                pub(super) const LENGTH_OF_THE_MIRROR: usize = 0;
                pub(super) const NUMBER_OF_THE_MIRROR: f64 = 0.0;
                pub(super) const fn any<T>() -> T { loop {} }
            }
            #all
        },
    );
    mixed!(const _: () = { #module };)
}

/// The types in parentheses, and the lengths in these or in braces.
fn of_type(ty: &Type, visibility: &Visibility, attributes: &TokenStream) -> TokenStream {
    let types = in_parentheses_of(ty);
    match !types.is_empty() && is_lost(visibility, ty) {
        true => mixed!(#attributes const _: fn() = || { #types };),
        false => TokenStream::new(),
    }
}

/// Whether the compiler sees something of a definition in the mirror alone.
fn is_lost(visibility: &Visibility, written: &impl ToTokens) -> bool {
    matches!(visibility, Visibility::Inherited) || has_names(written)
}

fn cfg(attributes: &[Attribute]) -> TokenStream {
    let cfg = attributes.iter().filter(|a| is_cfg(a));
    joined(cfg.map(ToTokens::to_token_stream))
}
