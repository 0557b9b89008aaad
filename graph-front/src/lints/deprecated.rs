//! Uses of items of a block that are `#[deprecated]`, under the user's tokens: generated code has
//! bodies and values written out, and names nothing of the block. Where code around the block sees
//! an item, the compiler is shown that one, whose path it prints; others have a stand-in.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, FnArg, Pat, Visibility};

use super::dropped::seen_around;
use super::is_cfg;
use crate::block::Lowered;
use crate::emit::mixed;
use crate::lower::MAP;
use crate::parse::{BlockItems, FunctionSource, RuleNames, levels_of_deprecated};
use crate::tokens::{applied, bound, calls, closures, idents, joined};

/// The namespace of an item, and how it is named without a use of its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    /// A function with a type parameter.
    Generic,
    Constant,
    Type,
}

/// A deprecated item.
struct Deprecated {
    kind: Kind,
    /// Itself without its meaning, where code outside does not see it.
    stand_in: TokenStream,
}

/// The deprecated items of a block by their names, of which one has several under `cfg`s.
type All = BTreeMap<String, Deprecated>;

/// The uses of deprecated items, and the stand-ins.
pub(super) fn uses(source: &BlockItems, lowered: &[Lowered<'_>], is_block: bool) -> TokenStream {
    let all = deprecated(source, lowered, is_block);
    let functions = source.functions.iter();
    let functions = functions.map(|own| user(&own.attributes, in_function(own, &all)));
    // A module has its constants and types as the user wrote them.
    let constants = source.constants.iter().filter(|_| is_block).map(|item| {
        let written = [item.ty.to_token_stream(), item.expr.to_token_stream()];
        user(&item.attrs, mentioned(&joined(written), &all, |_| false))
    });
    let aliases = source.aliases.iter().filter(|_| is_block);
    let aliases = aliases.map(|item| user(&item.attrs, mentioned(&item.ty, &all, |_| false)));
    let users = joined(functions.chain(constants).chain(aliases));
    if users.is_empty() {
        return users;
    }
    let stand_ins = joined(all.values().map(|item| item.stand_in.clone()));
    mixed! {
        #[allow(
            forbidden_lint_groups, nonstandard_style, clippy::all, clippy::pedantic,
            clippy::nursery, clippy::restriction,
            reason = "a mirror of what the block uses"
        )]
        const _: () = {
            #stand_ins
            #users
        };
    }
}

fn deprecated(source: &BlockItems, lowered: &[Lowered<'_>], is_block: bool) -> All {
    let mut all = All::new();
    for function in lowered.iter().filter(|own| own.outside.is_none()) {
        let (name, attributes) = (
            &function.source.signature.ident,
            &function.source.attributes,
        );
        let Some(marks) = marks(attributes) else {
            continue;
        };
        let (kind, stand_in) = match seen_around(function) {
            Some(signature) if signature.generic.is_some() => (Kind::Generic, TokenStream::new()),
            Some(_) => (Kind::Function, TokenStream::new()),
            None => (Kind::Function, mixed!(#marks fn #name() {})),
        };
        add(&mut all, name, kind, stand_in);
    }
    let is_seen =
        |visibility: &Visibility| !is_block || !matches!(visibility, Visibility::Inherited);
    for item in &source.constants {
        let (name, seen) = (&item.ident, is_seen(&item.vis));
        let Some(marks) = marks(&item.attrs) else {
            continue;
        };
        let stand_in = (!seen).then(|| mixed!(#marks const #name: ::core::primitive::u8 = 0;));
        add(&mut all, name, Kind::Constant, stand_in.unwrap_or_default());
    }
    for item in &source.aliases {
        let (name, seen) = (&item.ident, is_seen(&item.vis));
        let Some(marks) = marks(&item.attrs) else {
            continue;
        };
        let stand_in = (!seen).then(|| mixed!(#marks type #name = ::core::primitive::u8;));
        add(&mut all, name, Kind::Type, stand_in.unwrap_or_default());
    }
    all
}

fn add(all: &mut All, name: &Ident, kind: Kind, stand_in: TokenStream) {
    let item = all.entry(name.to_string()).or_insert(Deprecated {
        kind,
        stand_in: TokenStream::new(),
    });
    item.stand_in.extend(stand_in);
}

/// The attributes of a deprecated item that say so, and that say whether it is there.
fn marks(attributes: &[Attribute]) -> Option<TokenStream> {
    let is_mark = |attribute: &&Attribute| attribute.path().is_ident("deprecated");
    attributes.iter().find(is_mark)?;
    let marks = attributes.iter().filter(|a| is_cfg(a) || is_mark(a));
    Some(joined(marks.map(ToTokens::to_token_stream)))
}

/// A function that uses what an item of the block uses.
fn user(attributes: &[Attribute], uses: TokenStream) -> TokenStream {
    let levels = levels_of_deprecated(attributes);
    let is_expected = idents(&levels).iter().any(|word| word == "expect");
    if uses.is_empty() && !is_expected {
        return uses;
    }
    let cfg = attributes.iter().filter(|a| is_cfg(a));
    mixed!(#(#cfg)* const _: () = { #levels fn uses() { #uses } };)
}

/// The uses in a function: in its signature, its body, and the functions of its derivative.
fn in_function(function: &FunctionSource, all: &All) -> TokenStream {
    let (signature, body) = (
        &function.signature,
        TokenStream::from(function.tokens.clone()),
    );
    let closures = closures(body.clone());
    let is_own = |name: &Ident| !closures.contains(&name.to_string());
    let called = calls(body.clone()).into_iter();
    let called = called.filter(|called| !called.is_method && !called.is_foreign);
    let called = called.map(|called| called.name);
    let called = called.chain(applied(body.clone(), MAP)).filter(is_own);
    let of_rule = function.rule.iter().flat_map(RuleNames::iter).cloned();
    let functions = called.chain(of_rule);
    let functions = functions.filter(|name| all.get(&name.to_string()).is_some_and(is_function));
    let mut variables = bound(body.clone());
    variables.extend(signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => match &*argument.pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }));
    let lengths = signature.generics.const_params();
    variables.extend(lengths.map(|length| length.ident.to_string()));
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => Some(argument.ty.to_token_stream()),
        FnArg::Receiver(_) => None,
    });
    let written = joined(inputs.chain([signature.output.to_token_stream(), body]));
    let mut uses = joined(functions.map(|name| one(&name, all)));
    uses.extend(mentioned(&written, all, |name| variables.contains(name)));
    uses
}

fn is_function(item: &Deprecated) -> bool {
    matches!(item.kind, Kind::Function | Kind::Generic)
}

/// The uses of constants and types that tokens mention, but for names that stand for a variable.
fn mentioned(tokens: &impl ToTokens, all: &All, is_variable: impl Fn(&str) -> bool) -> TokenStream {
    let named = idents(tokens).into_iter().filter_map(|name| {
        let text = name.to_string();
        let item = all.get(&text)?;
        (!is_function(item) && !is_variable(&text)).then(|| one(&name, all))
    });
    joined(named)
}

/// A use of a deprecated item under a token of the user.
fn one(name: &Ident, all: &All) -> TokenStream {
    match all.get(&name.to_string()).map(|item| item.kind) {
        Some(Kind::Function | Kind::Constant) => mixed!(let _ = #name;),
        Some(Kind::Generic) => mixed!(let _ = #name::<f64>;),
        Some(Kind::Type) => mixed!(let _: #name;),
        None => TokenStream::new(),
    }
}
