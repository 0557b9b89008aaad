//! Calls of functions of the block whose values are dropped. They stand outside of the mirror, in the
//! scope of the block: there the compiler finds the function itself, whose path it prints. A function
//! that code around the block does not see has a stand-in there.

use std::collections::{BTreeSet, HashMap};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt as _;

use super::reads::in_parentheses;
use crate::block::Lowered;
use crate::derivatives::Request;
use crate::emit::{ident, mixed};
use crate::parse::{FunctionSource, levels_in_body};
use crate::signature::{RETURN_LIMIT, Signature, bytes_of};
use crate::tokens::joined;

/// The functions of a block by their names, as calls of them are shown.
pub(super) type Functions = HashMap<String, Shown>;

/// A function in a call that is shown to the compiler.
pub(super) enum Shown {
    /// Itself.
    Itself {
        /// The number of its arguments.
        arguments: usize,
        /// Whether it has a type parameter.
        is_generic: bool,
    },
    /// Another of its name, which has these attributes.
    StandIn(TokenStream),
}

/// The functions of a block.
pub(super) fn functions(lowered: &[Lowered<'_>]) -> Functions {
    let mut functions = Functions::new();
    for function in lowered {
        let mut attributes = function.source.attributes.iter();
        let is_deprecated = attributes.any(|own| own.path().is_ident("deprecated"));
        // That a function is deprecated is said elsewhere.
        let shown = match seen_around(function).filter(|_| !is_deprecated) {
            Some(signature) => Shown::Itself {
                arguments: signature.formals().count(),
                is_generic: signature.generic.is_some(),
            },
            None => stand_in(function.source),
        };
        let name = function.source.signature.ident.unraw().to_string();
        let other = functions.insert(name.clone(), shown);
        // Which of several there is under `cfg`s only the compiler knows.
        if other.is_some() {
            functions.insert(name, stand_in(function.source));
        }
    }
    functions
}

fn stand_in(function: &FunctionSource) -> Shown {
    let changes = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(own) => {
            matches!(&*own.ty, syn::Type::Reference(ty) if ty.mutability.is_some())
        }
        syn::FnArg::Receiver(_) => false,
    };
    if function.signature.inputs.iter().any(changes) {
        return Shown::StandIn(TokenStream::new());
    }
    let mut attributes = function.attributes.iter();
    let own = attributes.find(|own| own.path().is_ident("must_use"));
    Shown::StandIn(own.map_or_else(|| mixed!(#[must_use]), ToTokens::to_token_stream))
}

/// The signature of a function that code around the block calls by its name, for its value.
pub(super) fn seen_around<'l>(function: &'l Lowered<'_>) -> Option<&'l Signature> {
    let mut lengths = function.source.signature.generics.const_params();
    let signature = function.signature.as_ref()?;
    let is_returned = bytes_of(signature.result.parts()) <= RETURN_LIMIT;
    let is_seen = function.outside.is_none() && is_returned && signature.makes(Request::Value);
    (is_seen && lengths.next().is_none()).then_some(signature)
}

/// The calls of a function of the block whose values are dropped, in the order of the body.
#[derive(Default)]
pub(super) struct Calls {
    calls: TokenStream,
    /// The functions that have a stand-in.
    others: BTreeSet<Ident>,
}

impl Calls {
    /// Adds the call of a function, from its first token to its last.
    pub(super) fn add(
        &mut self,
        name: &Ident,
        functions: &Functions,
        caller: &Ident,
        [first, last]: [Span; 2],
    ) {
        let (arguments, parameters) = match functions.get(&name.unraw().to_string()) {
            Some(Shown::Itself {
                arguments,
                is_generic,
            }) => (
                *arguments,
                is_generic.then(|| quote_spanned!(first=> ::<f64>)),
            ),
            Some(Shown::StandIn(_)) | None => {
                self.others.insert(name.clone());
                (0, None)
            }
        };
        let callee = in_parentheses(mixed!(#name #parameters), first);
        let arguments = (0..arguments).map(|_| mixed!(#caller::flow::any(),));
        let arguments = in_parentheses(joined(arguments), last);
        let end = quote_spanned!(last=> ;);
        self.calls.extend(mixed!(#callee #arguments #end));
    }

    /// The function that makes the calls, with the stand-ins.
    pub(super) fn items(&self, caller: &FunctionSource, functions: &Functions) -> TokenStream {
        let calls = &self.calls;
        if calls.is_empty() {
            return TokenStream::new();
        }
        let silent = mixed! {
            #[allow(
                forbidden_lint_groups, nonstandard_style, clippy::all, clippy::pedantic,
                clippy::nursery, clippy::restriction, reason = "a mirror of what the block calls"
            )]
        };
        let others = joined(self.others.iter().map(|name| {
            let must_use = match functions.get(&name.unraw().to_string()) {
                Some(Shown::StandIn(must_use)) => must_use.clone(),
                Some(Shown::Itself { .. }) | None => mixed!(#[must_use]),
            };
            mixed!(#silent #must_use fn #name() -> f64 { loop {} })
        }));
        // No function of the user's is called so.
        let user = ident("__calls");
        let levels = levels_in_body(&caller.attributes);
        mixed! {
            #others
            #silent
            #levels
            fn #user() { #calls }
        }
    }
}
