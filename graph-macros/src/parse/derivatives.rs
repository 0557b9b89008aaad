//! `#[derivatives(..)]`: what a function gets beyond the items that every function has.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta, Token};

use super::ParsedAttributes;
use super::words::each_word;
use crate::derivatives::{InputGroup, Request};
use crate::diagnostics::{Diagnostic, Diagnostics, Place, closest};

/// The highest order of Taylor coefficients: their code grows with the square of the order.
const MAX_ORDER: usize = 16;

/// Notes what one attribute asks for.
pub(super) fn derivatives(
    attribute: &Attribute,
    parsed: &mut ParsedAttributes,
    diagnostics: &Diagnostics,
) {
    let request = |word: Ident, input: ParseStream<'_>| {
        let asked = &mut parsed.derivatives;
        match word.to_string().as_str() {
            "batch" => asked.batch = true,
            "module" => {
                input.parse::<Token![=]>()?;
                asked.module = Some(input.parse()?);
            }
            text => match on_request().find(|request| request.row().word == text) {
                Some(request) => {
                    if takes_order(request) {
                        asked.order = order(input)?;
                    }
                    asked.ask(request);
                }
                None => diagnostics.push(unknown(&word, text)),
            },
        }
        parsed.requests.push(word);
        Ok(())
    };
    let result = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => each_word(list, request),
        _ => Err(syn::Error::new_spanned(
            attribute,
            "write what is wanted: `#[derivatives(jacobian, hessian)]`",
        )),
    };
    if let Err(error) = result {
        diagnostics.push_syntax(error);
    }
}

/// Whether a word is followed by an order in parentheses.
fn takes_order(request: Request) -> bool {
    request.row().inputs.contains(&InputGroup::Curve)
}

/// The order in `taylor(order)`.
fn order(input: ParseStream<'_>) -> syn::Result<usize> {
    if !input.peek(syn::token::Paren) {
        return Err(input.error("expected the highest order in parentheses: `taylor(3)`"));
    }
    let content;
    syn::parenthesized!(content in input);
    let order: syn::LitInt = content.parse()?;
    if !content.is_empty() {
        return Err(content.error("expected `)`: `taylor` takes one order"));
    }
    match order.base10_parse() {
        Ok(number @ 1..=MAX_ORDER) => Ok(number),
        _ => {
            let message = format!("the order is a number from 1 to {MAX_ORDER}");
            Err(syn::Error::new(order.span(), message))
        }
    }
}

/// Whether `#[derivatives(..)]` takes a word.
pub(super) fn is_request(word: &str) -> bool {
    words().any(|known| known == word)
}

/// The words that it takes.
fn words() -> impl Iterator<Item = &'static str> {
    let requests = on_request().map(|request| request.row().word);
    requests.chain(["batch", "module"])
}

/// The requests that not every function has.
fn on_request() -> impl Iterator<Item = Request> {
    let all = Request::ALL.iter().copied();
    all.filter(|request| !request.row().by_default)
}

fn unknown(word: &Ident, text: &str) -> Diagnostic {
    let place = Place::token(word.span());
    let close = closest(text, words()).map(|name| format!("did you mean `{name}`?"));
    let close = match text {
        "adjoint" | "tangent" => Some(format!(
            "every function with a derivative has it; to give a function a derivative of its own, \
             write `#[derivative({text} = name)]`"
        )),
        _ => close,
    };
    let words = on_request().map(|request| match takes_order(request) {
        true => format!("`{}(order)`, ", request.row().word),
        false => format!("`{}`, ", request.row().word),
    });
    let words: String = words.collect();
    Diagnostic::new(place, format!("there is no derivative item `{text}`"))
        .note(format!(
            "`#[derivatives(..)]` takes {words}`batch` and `module = name`"
        ))
        .help_if(close)
}
