//! Attributes: those that the macro consumes, and those that it passes on.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Path, Token};

use super::check::check;
use super::derivatives::{check_only, derivatives};
use super::import::is_import;
use super::{Codegen, codegen, is_codegen, is_outside, is_rule};
use crate::derivatives::Derivatives;
use crate::diagnostics::Diagnostics;

/// The attributes of a function, sorted by where they go.
#[derive(Clone, Default)]
pub(crate) struct Attributes {
    /// Doc comments: on the function; the module refers to it.
    pub(crate) docs: Vec<Attribute>,
    /// `cfg` attributes: on every generated item.
    pub(crate) cfg: Vec<Attribute>,
    /// All others: on the function alone.
    pub(crate) other: Vec<Attribute>,
}

/// A function's attributes, and where derivatives were asked for.
#[derive(Default)]
pub(crate) struct ParsedAttributes {
    /// The attributes by where they go.
    pub(crate) attributes: Attributes,
    /// The requested derivatives.
    pub(crate) derivatives: Derivatives,
    /// The permissions of generated code.
    pub(crate) codegen: Codegen,
    /// The words that ask for derivatives.
    pub(crate) requests: Vec<Ident>,
    /// Those of them that ask for more than every function has.
    pub(super) more: Vec<Ident>,
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
                derivatives(attribute, &mut parsed, diagnostics);
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
        check_only(&parsed, diagnostics);
        parsed
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

fn last_is(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|s| s.ident == name)
}
