//! `#[allow(..)]`, `#[expect(..)]` and the like: the levels of lints.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Meta, Path, Token};

use crate::tokens::joined;

/// The lints that mirrors of bodies serve, and their groups.
const IN_BODIES: [&str; 19] = [
    "dead_code",
    "deprecated",
    "double_negations",
    "invalid_nan_comparisons",
    "non_snake_case",
    "non_upper_case_globals",
    "nonstandard_style",
    "path_statements",
    "redundant_semicolons",
    "unused",
    "unused_assignments",
    "unused_braces",
    "unused_comparisons",
    "unused_doc_comments",
    "unused_must_use",
    "unused_mut",
    "unused_parens",
    "unused_variables",
    "warnings",
];

/// The attributes that set the level of lints.
pub(super) const LEVELS: [&str; 5] = ["allow", "warn", "deny", "forbid", "expect"];

/// Whether an attribute sets the level of lints.
pub(crate) fn is_level(attribute: &Attribute) -> bool {
    LEVELS.iter().any(|level| attribute.path().is_ident(level))
}

/// The lints that other mirrors serve than that of the body.
const NOT_IN_FLOW: [&str; 2] = ["dead_code", "deprecated"];

/// The levels of lints in a body, without expectations.
pub(crate) fn levels_in_body(attributes: &[Attribute]) -> TokenStream {
    let is_set = |attribute: &&Attribute| is_level(attribute) && !is_expectation(attribute);
    let levels = attributes.iter().filter(is_set);
    joined(levels.map(ToTokens::to_token_stream))
}

/// The expectations of lints in a body: all but that nothing uses the function, or that it uses
/// what is deprecated.
pub(crate) fn expectations_in_body(attributes: &[Attribute]) -> TokenStream {
    let is_own = |lint: &Path| !NOT_IN_FLOW.iter().any(|other| lint.is_ident(other));
    let expectations = attributes.iter().filter(|own| expects_in_body(own));
    joined(expectations.map(|own| expecting(own, is_own)))
}

/// The levels of lints about a function as a whole: of expectations the one that nothing uses it.
pub(crate) fn levels_of_function(attributes: &[Attribute]) -> TokenStream {
    with_expectation_of(attributes, "dead_code")
}

/// The levels of lints about deprecated items that a function uses: of expectations the one that
/// there are any.
pub(crate) fn levels_of_deprecated(attributes: &[Attribute]) -> TokenStream {
    with_expectation_of(attributes, "deprecated")
}

/// The levels of lints, with no expectation but that of one lint.
fn with_expectation_of(attributes: &[Attribute], expected: &str) -> TokenStream {
    let levels = attributes.iter().filter(|attribute| is_level(attribute));
    joined(levels.map(|attribute| match is_expectation(attribute) {
        true => expecting(attribute, |lint| lint.is_ident(expected)),
        false => attribute.to_token_stream(),
    }))
}

fn is_expectation(attribute: &Attribute) -> bool {
    attribute.path().is_ident("expect")
}

/// `#[expect(..)]` of those lints of a list that are wanted, if there are any.
fn expecting(attribute: &Attribute, wanted: impl Fn(&Path) -> bool) -> TokenStream {
    type List = Punctuated<Meta, Token![,]>;
    let (path, list) = (
        attribute.path(),
        attribute.parse_args_with(List::parse_terminated),
    );
    let list = list.unwrap_or_default();
    let lints = list
        .iter()
        .filter(|meta| matches!(meta, Meta::Path(lint) if wanted(lint)));
    let lints: Vec<&Meta> = lints.collect();
    match lints.is_empty() {
        true => TokenStream::new(),
        false => quote!(#[#path(#(#lints),*)]),
    }
}

/// Whether an attribute expects a lint that nothing but the mirror of a function can fulfil.
pub(super) fn expects_in_body(attribute: &Attribute) -> bool {
    let mut found = false;
    if is_expectation(attribute) {
        // A list that is no list of lints is the compiler's to report.
        let _ = attribute.parse_nested_meta(|lint| {
            found = found || IN_BODIES.iter().any(|name| lint.path.is_ident(name));
            if lint.input.peek(Token![=]) {
                lint.value()?.parse::<Expr>()?;
            }
            Ok(())
        });
    }
    found
}
