//! Stand-ins for items that a function does not have: to use one is an error that says why.
//!
//! Without them, the compiler would say that there is no such function and propose one of a similar
//! name, which is another one. A stand-in is a function of the item's name, of as many parameters.
//! To name it takes a trait that nothing has, whose error text is the reason. Its result is a type
//! of that trait, so that the compiler reports nothing of what is done with it. The trait has the
//! name of the item as well, since the compiler shows it; what should have it has a lifetime, without
//! which the compiler would notice where the function stands.

mod batch;
mod constants;
mod flat;
mod functions;
mod guessed;
mod workspace;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::{Bodies, adjoint};
use crate::derivatives::Request;
use crate::emit::names::{Names, ident};
use crate::emit::{demanded, mixed};
use crate::requests;
use crate::signature::{Formal, Signature};
use crate::tokens::joined;

pub(super) use batch::in_batch;
pub(super) use workspace::on_heap;

/// The reason why there is no such item.
struct Reason {
    message: String,
    /// The text to write instead, or another explanation.
    advice: String,
}

/// The stand-ins of a module.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    // An editor would offer what is not there.
    if matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let mut functions = StandIns::new(names);
    functions::add(&mut functions, bodies);
    guessed::add(&mut functions, bodies);
    batch::add_beside(&mut functions);
    let workspace = workspace::items(&mut functions, bodies);
    let functions = functions.tokens;
    let structs = structs(names);
    let (constants, batch) = (constants::items(names), batch::module(names));
    let (check, flat, unallocated) = (check(names), flat::items(names), unallocated(names));
    let allocator = allocator(names, bodies);
    mixed! {
        #functions
        #structs
        #workspace
        #constants
        #check
        #batch
        #flat
        #unallocated
        #allocator
    }
}

/// Stand-ins for the structs of derivatives, where no function has them: they take fields of any
/// types, since the function that is called with them has the error.
fn structs(names: &Names<'_>) -> TokenStream {
    let fields: Vec<&Ident> = names.independent_formals().map(Formal::name).collect();
    if adjoint::exists(names) || fields.is_empty() {
        return TokenStream::new();
    }
    let types: Vec<Ident> = (0..fields.len())
        .map(|n| ident(&format!("Field{n}")))
        .collect();
    let any = mixed!(::core::convert::Infallible);
    let structs = ["Adjoint", "Tangent"].map(|name| {
        let name = ident(name);
        mixed! {
            #[doc(hidden)]
            pub struct #name<#(#types = #any),*> {
                #(pub #fields: #types,)*
            }
        }
    });
    mixed!(#(#structs)*)
}

/// The stand-in for the comparison of derivatives.
fn check(names: &Names<'_>) -> TokenStream {
    let (signature, private) = (names.signature, &names.private);
    if signature.derivatives.check.is_some() {
        return TokenStream::new();
    }
    let item = format!("`{}::check`", signature.module());
    let reason = match requests::refusal_of_check(signature) {
        Some((message, advice)) => Reason { message, advice },
        None => Reason {
            message: format!("{item} is made where it is asked for"),
            advice: format!("write `#[check]` on `{}`", signature.name),
        },
    };
    let stand_in = StandIn::new("check", 0).tokens(names, &reason);
    mixed!(#private::generated::with_alloc! { #stand_in })
}

/// The stand-ins for the graph and the comparison of derivatives where there is no allocator.
fn unallocated(names: &Names<'_>) -> TokenStream {
    let (private, module) = (&names.private, names.signature.module());
    let reason = needs_allocator(&format!("`{module}::graph` and `{module}::check`"));
    let graph = StandIn::new("graph", 0).tokens(names, &reason);
    let check = StandIn {
        demanded: Some("graph"),
        ..StandIn::new("check", 0)
    };
    let check = check.function(names);
    mixed!(#private::generated::without_alloc! { #graph #check })
}

/// The stand-in for a function of the module that there is only with an allocator.
pub(super) fn without_allocator(names: &Names<'_>, name: &str, parameters: usize) -> TokenStream {
    let stand_in = StandIn {
        demanded: Some(ALLOCATOR),
        ..StandIn::new(name, parameters)
    };
    stand_in.function(names)
}

/// A function where there is an allocator, and its stand-in where there is none.
pub(super) fn with_allocator(
    names: &Names<'_>,
    function: &TokenStream,
    stand_in: &TokenStream,
) -> TokenStream {
    let private = &names.private;
    mixed! {
        #private::generated::with_alloc! { #function }
        #private::generated::without_alloc! { #stand_in }
    }
}

/// The trait that stand-ins demand where there is no allocator.
pub(super) const ALLOCATOR: &str = "allocator";

/// That trait, of a function of run-time length.
fn allocator(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (signature, private) = (names.signature, &names.private);
    if !signature.is_symbolic() {
        return TokenStream::new();
    }
    let module = signature.module();
    let within = match super::workspace::ty(names, bodies) {
        Some(_) => format!(" and with `{module}::Workspace::within` memory of the caller"),
        None => String::new(),
    };
    let reason = Reason {
        message: format!("this form of `{module}` needs an allocator"),
        advice: format!(
            "call a method of `{module}::Function`, over flat slices{within}, or ask for the \
             feature `alloc` of `adgraph` in Cargo.toml"
        ),
    };
    let demanded = demand(names, ALLOCATOR, &reason);
    mixed!(#private::generated::without_alloc! { #demanded })
}

/// The reason of items that there are only with an allocator.
fn needs_allocator(items: &str) -> Reason {
    Reason {
        message: format!("{items} need an allocator"),
        advice: "ask for the feature `alloc` of `adgraph` in Cargo.toml".into(),
    }
}

/// The stand-in for a function whose results are too large to be returned, or that needs an
/// allocator where there is none: it demands this trait.
pub(super) fn value(names: &Names<'_>, demanded: &str) -> TokenStream {
    let signature = names.signature;
    let (visibility, name, module) = (&signature.visibility, &signature.name, signature.module());
    // Of another name than its module, the function may be the user's own.
    if !signature.makes(Request::Value) && name != module {
        return TokenStream::new();
    }
    let cfg = names.cfg();
    let generics = generics(names, &names.own_bound());
    let parameters = parameters(signature.formals().count());
    let place = name.span();
    let word = Ident::new(demanded, place);
    let (result, bound) = demanded::unknown(&names.private, &mixed!(#module::#word), place);
    mixed! {
        #(#cfg)*
        #[doc(hidden)]
        #[allow(
            forbidden_lint_groups, unused, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction,
            reason = "generated code"
        )]
        #visibility fn #name #generics(#parameters) -> #result where #bound { loop {} }
    }
}

/// A function that stands for an item of a module.
struct StandIn<'n> {
    name: &'n str,
    /// How many parameters it has.
    parameters: usize,
    /// The trait that it demands: of its own name, unless there is one for all of a module.
    demanded: Option<&'n str>,
}

impl<'n> StandIn<'n> {
    fn new(name: &'n str, parameters: usize) -> Self {
        Self {
            name,
            parameters,
            demanded: None,
        }
    }

    /// The function, with the trait that it demands.
    fn tokens(self, names: &Names<'_>, reason: &Reason) -> TokenStream {
        let demanded = demand(names, self.name, reason);
        let function = self.function(names);
        mixed!(#demanded #function)
    }

    /// The function. The compiler shows where it stands: at the user's.
    fn function(self, names: &Names<'_>) -> TokenStream {
        let place = names.signature.name.span();
        let name = Ident::new(self.name, place);
        let demanded = Ident::new(self.demanded.unwrap_or(self.name), place);
        function(names, &name, self.parameters, &demanded.to_token_stream())
    }
}

/// The function of a stand-in, given the path of the trait that it demands.
fn function(names: &Names<'_>, name: &Ident, count: usize, demanded: &TokenStream) -> TokenStream {
    let private = &names.private;
    let generics = generics(names, &mixed!(#private::math::Float));
    let parameters = parameters(count);
    let place = names.signature.name.span();
    let (result, bound) = demanded::unknown(private, demanded, place);
    mixed! {
        #[doc(hidden)]
        pub fn #name #generics(#parameters) -> #result where #bound { loop {} }
    }
}

/// The stand-ins for functions of a module. Those that demand one trait and have as many parameters
/// are one function of several names: a module has two hundred names, and the compiler checks each
/// function, where a name costs it next to nothing.
struct StandIns<'n> {
    names: &'n Names<'n>,
    /// The traits that there are.
    demands: HashSet<String>,
    /// The function of each trait and number of parameters.
    functions: HashMap<(String, usize), String>,
    tokens: TokenStream,
}

impl<'n> StandIns<'n> {
    fn new(names: &'n Names<'n>) -> Self {
        Self {
            names,
            demands: HashSet::new(),
            functions: HashMap::new(),
            tokens: TokenStream::new(),
        }
    }

    /// Adds the trait of this name, unless it is there.
    fn demand(&mut self, name: &str, reason: impl FnOnce() -> Reason) {
        if self.demands.insert(name.into()) {
            self.tokens.extend(demand(self.names, name, &reason()));
        }
    }

    /// Adds the stand-in for a function of the name of the user's, `f::f`. The module may have an
    /// item of this name, which hides what comes from all of another module.
    fn add_own_name(&mut self, parameters: usize, demanded: &str) {
        let name = &self.names.signature.name;
        let (place, demanded) = (name.span(), Ident::new(demanded, name.span()));
        let demanded = quote_spanned!(place=> super::#demanded);
        let function = function(self.names, name, parameters, &demanded);
        self.tokens.extend(mixed! {
            mod itself { #function }
            #[doc(hidden)]
            pub use itself::*;
        });
    }

    /// Adds the stand-in for a function of this name, which demands a trait.
    fn add(&mut self, name: &str, parameters: usize, demanded: &str) {
        let own = (demanded.to_string(), parameters);
        let place = self.names.signature.name.span();
        self.tokens.extend(match self.functions.get(&own) {
            Some(first) => {
                let [first, name] = [first, name].map(|name| Ident::new(name, place));
                mixed! {
                    #[doc(hidden)]
                    pub use self::#first as #name;
                }
            }
            None => {
                self.functions.insert(own, name.into());
                let stand_in = StandIn {
                    demanded: Some(demanded),
                    ..StandIn::new(name, parameters)
                };
                stand_in.function(self.names)
            }
        });
    }
}

/// A trait that nothing has. The compiler shows where it stands: at the user's function.
fn demand(names: &Names<'_>, name: &str, reason: &Reason) -> TokenStream {
    let name = Ident::new(name, names.signature.name.span());
    demanded::definition(&names.private, &name, &reason.message, &reason.advice)
}

/// The type parameters of a stand-in.
fn generics(names: &Names<'_>, bound: &TokenStream) -> TokenStream {
    let float = names.signature.generic.as_ref();
    let float = float.map(|float| mixed!(#float: #bound,));
    mixed!(<'any, #float>)
}

/// As many parameters of any types.
fn parameters(count: usize) -> TokenStream {
    joined((0..count).map(|_| mixed!(_: impl ::core::marker::Sized,)))
}

/// How many groups of inputs come after the arguments.
fn given(names: &Names<'_>, request: Request) -> usize {
    use crate::derivatives::InputGroup::Weights;
    let groups = request.row().inputs.iter();
    let given = groups.filter(|&&group| group != Weights || !names.returns_number());
    given.count()
}

/// The reason why an item of a request is not made.
fn unmade(signature: &Signature, request: Request, item: &str) -> Reason {
    if let Some(why) = &signature.undifferentiable {
        return Reason {
            message: format!("{item} does not exist: there are no derivatives"),
            advice: why.clone(),
        };
    }
    match requests::refusal(signature, request) {
        Some((message, advice)) => Reason { message, advice },
        None => unasked(signature, item, request.row().word),
    }
}

/// The reason of an item that nobody asked for.
fn unasked(signature: &Signature, item: &str, word: &str) -> Reason {
    let name = &signature.name;
    match signature.derivatives.only {
        true => Reason {
            message: format!("{item} is left out by `only(..)`"),
            advice: format!("add `{word}` to the list on `{name}`: `only(.., {word})`"),
        },
        false => Reason {
            message: format!("{item} is made where it is asked for"),
            advice: match signature.derivatives.batch {
                // The list that asks for the batch is there.
                Some(_) => format!(
                    "add `{}` to the `#[derivatives(..)]` of `{name}`",
                    asking(word)
                ),
                None => format!("write `#[derivatives({})]` on `{name}`", asking(word)),
            },
        },
    }
}

/// A word as it stands in `derivatives(..)`.
fn asking(word: &str) -> String {
    match word {
        "taylor" => "taylor(2)".into(),
        word => word.into(),
    }
}
