//! Stand-ins in the module `batch`: for all of it where nobody asked for it, and for what it lacks.

use proc_macro2::{Ident, TokenStream};

use super::{Reason, StandIn, demand, given, needs_allocator, unasked, unmade};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::requests;
use crate::tokens::joined;

/// The word that asks for a module of functions at many points, and its name.
const BATCH: &str = "batch";

/// The stand-in for the module. It holds nothing else: what it took from the module around it would
/// be meant by its callers, and is not.
pub(super) fn module(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    if signature.derivatives.batch.is_some() {
        return TokenStream::new();
    }
    let item = format!("`{}::batch`", signature.module());
    let reason = match requests::refusal_of_batch(signature) {
        Some((message, advice)) => Reason { message, advice },
        None => unasked(signature, &item, BATCH),
    };
    let demanded = demand(names, BATCH, &reason);
    let mut functions = TokenStream::new();
    let mut add = |name: &str, parameters: usize| {
        let stand_in = StandIn {
            demanded: Some(BATCH),
            ..StandIn::new(name, signature.arguments.len() + parameters)
        };
        functions.extend(stand_in.function(names));
    };
    for &request in Request::ALL {
        let (row, given) = (request.row(), given(names, request));
        let results = row.outputs.len();
        if row.points.is_some() {
            add(row.word, given + results);
        }
        if has_sum(request) {
            let sum = format!("sum_{}", row.word);
            add(&sum, given);
            // A value is returned in any case.
            let written = results.saturating_sub(usize::from(names.returns_number()));
            add(&format!("{sum}_into"), given + written.max(1));
        }
    }
    let structs = structs(names);
    mixed! {
        #[doc(hidden)]
        pub mod batch {
            #demanded
            #functions
            #structs
        }
    }
}

/// Stand-ins for the structs: they take fields of any types.
fn structs(names: &Names<'_>) -> TokenStream {
    if !names.signature.is_differentiable() {
        return TokenStream::new();
    }
    let fields: Vec<&Ident> = names.independent().map(|argument| &argument.name).collect();
    let types = (0..fields.len()).map(|number| ident(&format!("Field{number}")));
    let types: Vec<Ident> = types.collect();
    let Some(first) = types.first() else {
        return TokenStream::new();
    };
    let demanded = Ident::new(BATCH, names.signature.name.span());
    // As a type the struct stands without parameters, and what has the trait is then taken for one.
    let any = mixed!(::core::convert::Infallible);
    let structs = ["Adjoint", "Tangent", "Shared"].map(|name| {
        let name = ident(name);
        mixed! {
            #[doc(hidden)]
            pub struct #name<#(#types = #any),*> where #first: #demanded {
                #(pub #fields: #types,)*
            }
        }
    });
    mixed!(#(#structs)*)
}

/// The stand-ins for the sums that there are, where there is no allocator for them.
fn unallocated(names: &Names<'_>, has_shared: bool) -> TokenStream {
    let (private, signature) = (&names.private, names.signature);
    let made = signature.made().filter(|&request| has_sum(request));
    let made = made.filter(|&request| has_shared || request == Request::Value);
    let functions = made.map(|request| {
        let name = format!("sum_{}", request.row().word);
        let parameters = signature.arguments.len() + given(names, request);
        let stand_in = StandIn {
            demanded: Some(SUMS),
            ..StandIn::new(&name, parameters)
        };
        stand_in.function(names)
    });
    let functions = joined(functions);
    if functions.is_empty() {
        return functions;
    }
    let reason = needs_allocator(&format!("sums of `{}::batch`", signature.module()));
    let demanded = demand(names, SUMS, &reason);
    mixed!(#private::generated::without_alloc! { #demanded #functions })
}

/// The trait that sums demand where there is no allocator.
const SUMS: &str = "sums";

/// Whether there is a sum of what a request makes.
fn has_sum(request: Request) -> bool {
    match request {
        Request::Value | Request::Gradient => true,
        _ => {
            let points = request.row().points.as_ref();
            points.is_some_and(|points| points.sum.is_some())
        }
    }
}

/// The stand-ins in the module `batch` that there is: of what is not made, and of what has no form
/// for many points or no sum.
pub(in crate::emit::item) fn in_batch(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    has_shared: bool,
) -> TokenStream {
    if matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let (signature, title) = (names.signature, names.signature.module());
    let mut items = unallocated(names, has_shared);
    let mut add = |name: &str, reason: Reason, more: usize| {
        let stand_in = StandIn::new(name, signature.arguments.len() + more);
        items.extend(stand_in.tokens(names, &reason));
    };
    for &request in Request::ALL {
        let (row, made) = (request.row(), signature.makes(request));
        let (word, given) = (row.word, given(names, request));
        let results = row.outputs.len();
        let item = format!("`{title}::batch::{word}`");
        let of_each = match (&row.points, made) {
            (Some(_), true) => None,
            (Some(_), false) => Some(unmade(signature, request, &item)),
            (None, _) => Some(Reason {
                message: format!("{item} does not exist: `{word}` has no form for many points"),
                advice: format!("`{title}::{word}` is that of one point: call it for each"),
            }),
        };
        if let Some(reason) = of_each {
            add(word, reason, given + results);
        }
        let item = format!("`{title}::batch::sum_{word}`");
        let of_sum = match (has_sum(request), made) {
            (false, _) => Some(Reason {
                message: format!("{item} does not exist"),
                advice: "there are sums of values, gradients, Hessians and their products; add up \
                         the others yourself"
                    .into(),
            }),
            (true, false) => Some(unmade(signature, request, &item)),
            (true, true) if request == Request::Value => None,
            (true, true) => (!has_shared).then(|| Reason {
                message: format!("{item} is by arguments with `#[shared]`"),
                advice: format!(
                    "the derivatives by all other arguments are those of each point: \
                     `batch::{word}`"
                ),
            }),
        };
        if let Some(reason) = of_sum {
            add(&format!("sum_{word}"), reason, given);
        }
    }
    items
}
