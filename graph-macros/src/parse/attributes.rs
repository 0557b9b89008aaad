//! Attributes: those that the macro consumes, and those that it passes on.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Meta, Path, Token};

use super::check::check;
use super::words::each_word;
use super::{codegen, is_codegen, is_outside, is_rule};
use crate::diagnostics::{Diagnostic, Diagnostics, Place, closest};
use crate::import::is_import;
use crate::signature::{Attributes, Codegen, Derivatives};

/// What `#[derivatives(..)]` may ask for.
pub(super) const REQUESTS: [&str; 10] = [
    "jacobian",
    "hessian",
    "hessian_product",
    "value_gradient_hessian",
    "sparse_jacobian",
    "sparse_hessian",
    "value_gradient_sparse_hessian",
    "taylor",
    "batch",
    "module",
];

/// The highest order of Taylor coefficients: their code grows with the square of the order.
const MAX_ORDER: usize = 16;

/// A function's attributes, and where derivatives were asked for.
#[derive(Default)]
pub(crate) struct ParsedAttributes {
    /// The attributes by where they go.
    pub(crate) attributes: Attributes,
    /// What is asked for.
    pub(crate) derivatives: Derivatives,
    /// What generated code may do.
    pub(crate) codegen: Codegen,
    /// The words that ask for derivatives.
    pub(crate) requests: Vec<Ident>,
}

impl ParsedAttributes {
    /// Sorts attributes.
    pub(crate) fn of(all: &[Attribute], diagnostics: &Diagnostics) -> Self {
        let mut parsed = Self {
            codegen: codegen(all, diagnostics),
            ..Self::default()
        };
        for attribute in all {
            let path = attribute.path();
            if path.is_ident("doc") {
                parsed.attributes.docs.push(attribute.clone());
            } else if path.is_ident("cfg") {
                parsed.attributes.cfg.push(attribute.clone());
            } else if path.is_ident("derivatives") {
                parsed.derivatives(attribute, diagnostics);
            } else if path.is_ident("check") {
                match check(attribute) {
                    Ok(check) => parsed.derivatives.check = Some(check),
                    Err(error) => diagnostics.push_syntax(error),
                }
                parsed.requests.extend(path.get_ident().cloned());
            } else if !is_codegen(attribute)
                && !is_import(attribute)
                && !is_rule(attribute)
                && !is_outside(attribute)
                && !last_is(path, "differentiable")
            {
                parsed.attributes.other.push(attribute.clone());
            }
        }
        parsed
    }

    fn derivatives(&mut self, attribute: &Attribute, diagnostics: &Diagnostics) {
        let request = |word: Ident, input: ParseStream<'_>| {
            let asked = &mut self.derivatives;
            match word.to_string().as_str() {
                "jacobian" => asked.jacobian = true,
                "hessian" => asked.hessian = true,
                "hessian_product" => asked.hessian_product = true,
                "value_gradient_hessian" => asked.value_gradient_hessian = true,
                "sparse_jacobian" => asked.sparse_jacobian = true,
                "sparse_hessian" => asked.sparse_hessian = true,
                "value_gradient_sparse_hessian" => asked.value_gradient_sparse_hessian = true,
                "taylor" => asked.taylor = Some(order(input)?),
                "batch" => asked.batch = true,
                "module" => {
                    input.parse::<Token![=]>()?;
                    asked.module = Some(input.parse()?);
                }
                other => diagnostics.push(unknown_request(&word, other)),
            }
            self.requests.push(word);
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

/// The arguments of `#[differentiable(..)]`: the facade's path.
pub(crate) fn differentiable_arguments(arguments: TokenStream) -> syn::Result<TokenStream> {
    let parser = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Ok(quote!(::adgraph));
        }
        if !input.peek(Token![crate]) {
            return Err(input.error("expected `crate = path`, the path of the crate `adgraph`"));
        }
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        let path: Path = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(quote!(#path))
    };
    parser.parse2(arguments)
}

fn unknown_request(word: &Ident, text: &str) -> Diagnostic {
    let place = Place::token(word.span());
    let close = closest(text, REQUESTS).map(|name| format!("did you mean `{name}`?"));
    let close = match text {
        "adjoint" | "tangent" => Some(format!(
            "every function with a derivative has it; to give a function a derivative of its own, \
             write `#[derivative({text} = name)]`"
        )),
        _ => close,
    };
    Diagnostic::new(place, format!("there is no derivative item `{text}`"))
        .note(
            "`#[derivatives(..)]` takes `jacobian`, `hessian`, `hessian_product`, \
             `value_gradient_hessian`, `sparse_jacobian`, `sparse_hessian`, \
             `value_gradient_sparse_hessian`, `taylor(order)`, `batch` and `module = name`",
        )
        .help_if(close)
}

fn last_is(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|s| s.ident == name)
}
