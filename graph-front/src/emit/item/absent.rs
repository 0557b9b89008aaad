//! Stand-ins for items that a function does not have: to use one is an error that says why.
//!
//! Without them, the compiler would say that there is no such function and propose one of a similar
//! name, which is another one. A stand-in has the name, the number of parameters and, as far as it
//! is known, the result of the item. A constant has a function as its stand-in. Its first parameter
//! is of any type with a trait that no type has, whose error text is the reason.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::function::{by_value, returned_size};
use super::{Bodies, matrix};
use crate::derivatives::Request;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::requests;
use crate::signature::{RETURN_LIMIT, Signature};
use crate::tokens::joined;

/// The reason why there is no such item.
struct Reason {
    message: String,
    /// The text to write instead, or another explanation.
    advice: String,
}

/// The stand-ins of a module.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    // Without arguments, nothing is of any type; and an editor would offer what is not there.
    if names.signature.arguments.is_empty() || matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let all = Request::ALL.iter().copied();
    let functions = all.filter_map(|request| {
        let reason = reason(names, bodies, request)?;
        let result = match names.signature.is_differentiable() {
            true => by_value(names, bodies, request),
            false => nothings(request.row().outputs.len()),
        };
        Some(function(names, request, &reason, &result))
    });
    let functions = joined(functions);
    let constants = [Request::SparseJacobian, Request::SparseHessian];
    let constants = joined(constants.map(|request| constant(names, request)));
    let batch = batch(names);
    mixed!(#functions #constants #batch)
}

/// The stand-in for the constant that says where the entries of a matrix are, if a request makes
/// it. To name the function that it is takes a trait that no type has; without the lifetime, the
/// compiler would notice that where the function stands.
fn constant(names: &Names<'_>, request: Request) -> TokenStream {
    let signature = names.signature;
    let Some(matrix) = matrix::entries_of(request) else {
        return TokenStream::new();
    };
    if signature
        .made()
        .any(|made| matrix::entries_of(made) == Some(matrix))
    {
        return TokenStream::new();
    }
    let (name, _) = matrix::constant_of(matrix);
    let reason = unmade(
        signature,
        request,
        &format!("`{}::{name}`", signature.module()),
    );
    let required = format!("__{}", camel_case(&name.to_lowercase()));
    let required = Ident::new(&required, signature.name.span());
    let demanded = demand(signature, &required, &reason);
    let name = ident(name);
    mixed! {
        #demanded
        #[doc(hidden)]
        pub fn #name<'any>() where &'any (): #required { loop {} }
    }
}

/// The stand-in for a function whose results are too large to be returned.
pub(super) fn value(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    let (visibility, name, module) = (&signature.visibility, &signature.name, signature.module());
    // Of another name than its module, the function may be the user's own.
    let is_free = !signature.makes(Request::Value) && name != module;
    if signature.arguments.is_empty() || is_free {
        return TokenStream::new();
    }
    let (cfg, result) = (names.cfg(), names.result());
    let parameters = parameters(names, 0);
    let returned = Ident::new("__Returned", name.span());
    let bound = &signature.bound;
    let generics = generics(signature, bound, &mixed!(#module::#returned));
    mixed! {
        #(#cfg)*
        #[doc(hidden)]
        #[allow(unused, clippy::all, clippy::pedantic, reason = "generated code")]
        #visibility fn #name #generics(#parameters) -> #result { loop {} }
    }
}

fn function(
    names: &Names<'_>,
    request: Request,
    reason: &Reason,
    result: &TokenStream,
) -> TokenStream {
    let name = request.row().word;
    // The function itself has the name of its module, outside.
    let of = match request {
        Request::Value => "__Returned".into(),
        _ => format!("__{}", camel_case(name)),
    };
    let required = Ident::new(&of, names.signature.name.span());
    let demanded = demand(names.signature, &required, reason);
    let function = stand_in(names, name, &required, given(names, request), result);
    mixed!(#demanded #function)
}

/// A stand-in in a module, with so many parameters more than the function has.
fn stand_in(
    names: &Names<'_>,
    name: &str,
    required: &Ident,
    more: usize,
    result: &TokenStream,
) -> TokenStream {
    let (name, private) = (ident(name), &names.private);
    let bound = mixed!(#private::math::Float);
    let generics = generics(names.signature, &bound, &mixed!(#required));
    let parameters = parameters(names, more);
    mixed! {
        #[doc(hidden)]
        pub fn #name #generics(#parameters) -> #result { loop {} }
    }
}

/// As many results of no content.
fn nothings(count: usize) -> TokenStream {
    match count {
        1 => mixed!(()),
        count => {
            let results = (0..count).map(|_| mixed!((),));
            let results = joined(results);
            mixed!((#results))
        }
    }
}

/// A trait that no type of a value has. The compiler shows where it stands: at the user's function.
/// Of a trait without any implementation it would say that one may be added.
fn demand(signature: &Signature, name: &Ident, reason: &Reason) -> TokenStream {
    let escaped = |text: &str| text.replace('{', "{{").replace('}', "}}");
    let (message, advice) = (escaped(&reason.message), escaped(&reason.advice));
    quote_spanned! {signature.name.span()=>
        #[doc(hidden)]
        #[allow(dead_code)]
        #[diagnostic::on_unimplemented(message = #message, label = #advice)]
        pub trait #name {}
        #[diagnostic::do_not_recommend]
        impl #name for ::core::convert::Infallible {}
    }
}

/// The type parameters of a stand-in.
fn generics(signature: &Signature, bound: &TokenStream, demand: &TokenStream) -> TokenStream {
    let any = Ident::new("Any", signature.name.span());
    let float = signature.generic.as_ref();
    let float = float.map(|float| mixed!(#float: #bound,));
    mixed!(<#float #any: #demand>)
}

/// As many parameters as the function has, and more.
fn parameters(names: &Names<'_>, more: usize) -> TokenStream {
    let any = Ident::new("Any", names.signature.name.span());
    let others = 1..names.signature.arguments.len() + more;
    let others = others.map(|_| mixed!(_: impl ::core::marker::Sized,));
    let others = joined(others);
    mixed!(_: #any, #others)
}

/// How many groups of inputs come after the arguments.
fn given(names: &Names<'_>, request: Request) -> usize {
    use crate::derivatives::InputGroup::Weights;
    let groups = request.row().inputs.iter();
    let given = groups.filter(|&&group| group != Weights || !names.returns_number());
    given.count()
}

/// Why a request has no function that returns its results, if it has none.
fn reason(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> Option<Reason> {
    let signature = names.signature;
    let (title, word) = (signature.module(), request.row().word);
    let item = match request {
        Request::Value => format!("`{title}`"),
        _ => format!("`{title}::{word}`"),
    };
    if signature.makes(request) {
        let large = returned_size(names, bodies, request) > RETURN_LIMIT;
        return large.then(|| Reason {
            message: format!("{item} would return more than 64 KiB"),
            advice: format!("call `{title}::{word}_into`, which writes its results in place"),
        });
    }
    Some(unmade(signature, request, &item))
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
            advice: format!("write `#[derivatives({})]` on `{name}`", asking(word)),
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

/// The stand-in for the module `batch`.
fn batch(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    if signature.derivatives.batch.is_some() {
        return TokenStream::new();
    }
    let item = format!("`{}::batch`", signature.module());
    let reason = match requests::refusal_of_batch(signature) {
        Some((message, advice)) => Reason { message, advice },
        None => unasked(signature, &item, "batch"),
    };
    let required = Ident::new("__Batch", signature.name.span());
    let demanded = demand(signature, &required, &reason);
    let forms = Request::ALL.iter().filter(|r| r.row().points.is_some());
    let functions = forms.map(|&request| {
        let more = given(names, request) + request.row().outputs.len();
        stand_in(names, request.row().word, &required, more, &mixed!(()))
    });
    let functions = joined(functions);
    mixed! {
        #[doc(hidden)]
        pub mod batch {
            use super::*;
            #demanded
            #functions
        }
    }
}

/// The stand-ins in the module `batch` that there is: of what is not made, and of what has no form
/// for many points or no sum.
pub(super) fn in_batch(names: &Names<'_>, bodies: &Bodies<'_>, has_shared: bool) -> TokenStream {
    if matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let (signature, title) = (names.signature, names.signature.module());
    let mut items = TokenStream::new();
    let mut add = |name: &str, reason: Reason, more: usize, result: &TokenStream| {
        let of = format!("__{}OfPoints", camel_case(name));
        let required = Ident::new(&of, signature.name.span());
        items.extend(demand(signature, &required, &reason));
        items.extend(stand_in(names, name, &required, more, result));
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
            add(word, reason, given + results, &mixed!(()));
        }
        let item = format!("`{title}::batch::sum_{word}`");
        let has_sum = match request {
            Request::Value | Request::Gradient => true,
            _ => row
                .points
                .as_ref()
                .is_some_and(|points| points.sum.is_some()),
        };
        let of_sum = match (has_sum, made) {
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
            add(&format!("sum_{word}"), reason, given, &nothings(results));
        }
    }
    items
}

/// A word of a request as the name of a trait.
fn camel_case(word: &str) -> String {
    let parts = word.split('_').map(|part| {
        let mut letters = part.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    parts.collect()
}
