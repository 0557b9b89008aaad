//! `#[derivative(adjoint = f_adjoint, tangent = f_tangent)]`: the functions of the block that
//! compute a function's derivative.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta, Token};

use super::words::{each_word, name};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, edits};

/// The words of `derivative`.
const MODES: [&str; 2] = ["adjoint", "tangent"];

/// The names of the functions that a function's derivative is made of, at least one.
#[derive(Clone)]
pub(crate) struct RuleNames {
    /// The vector-Jacobian product.
    pub(crate) adjoint: Option<Ident>,
    /// The Jacobian-vector product.
    pub(crate) tangent: Option<Ident>,
}

impl RuleNames {
    /// The names that there are.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Ident> {
        self.adjoint.iter().chain(&self.tangent)
    }
}

/// Whether an attribute is this one.
pub(super) fn is_rule(attribute: &Attribute) -> bool {
    attribute.path().is_ident("derivative")
}

/// The rule that the attributes of a function name, if they name one; errors are reported.
pub(in crate::parse) fn rule(
    attributes: &[Attribute],
    diagnostics: &Diagnostics,
) -> Option<RuleNames> {
    let mut named = attributes.iter().filter(|a| is_rule(a));
    let attribute = named.next()?;
    if let Some(second) = named.next() {
        let message = "a function has one derivative of its own";
        let help = "name both functions in one attribute: \
                    `#[derivative(adjoint = .., tangent = ..)]`";
        diagnostics.push(Diagnostic::new(SourcePlace::of(second), message).help(help));
    }
    let before = diagnostics.len();
    let mut rule = RuleNames {
        adjoint: None,
        tangent: None,
    };
    let mode = |word: Ident, input: ParseStream<'_>| {
        let text = word.to_string();
        if !MODES.contains(&text.as_str()) {
            let is_only = input.is_empty() && rule.iter().next().is_none();
            let help = match input.peek(Token![=]) {
                true => None,
                false => with_mode(&text, is_only),
            };
            diagnostics.push(unknown(&word, &text, help));
            // Nothing is known of the tokens that follow.
            input.parse::<proc_macro2::TokenStream>()?;
            return Ok(());
        }
        input.parse::<Token![=]>()?;
        let name = function_name(input)?;
        let place = match text.as_str() {
            "adjoint" => &mut rule.adjoint,
            _ => &mut rule.tangent,
        };
        if place.replace(name).is_some() {
            let message = format!("`{text}` is named twice");
            diagnostics.push(Diagnostic::new(SourcePlace::token(word.span()), message));
        }
        Ok(())
    };
    let result = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => each_word(list, mode),
        _ => Err(syn::Error::new_spanned(
            attribute,
            "write which functions of the block compute the derivative: \
             `#[derivative(adjoint = f_adjoint, tangent = f_tangent)]`, or one of them",
        )),
    };
    if let Err(error) = result {
        diagnostics.push_syntax(error);
    }
    (diagnostics.len() == before && rule.iter().next().is_some()).then_some(rule)
}

/// The name of a function of the block, not a path to one elsewhere.
fn function_name(input: ParseStream<'_>) -> syn::Result<Ident> {
    let path: syn::Path = name(input, "the name of a function of the block")?;
    path.get_ident().cloned().ok_or_else(|| {
        let message = "the functions of a derivative stand in the same block: write the name alone";
        syn::Error::new_spanned(&path, message)
    })
}

/// The help for the name of a function without the word for what it computes; `is_only` says
/// whether nothing else stands in the attribute.
fn with_mode(name: &str, is_only: bool) -> Option<String> {
    let code = |mode: &str| match is_only {
        true => format!("`#[derivative({mode} = {name})]`"),
        false => format!("`{mode} = {name}`"),
    };
    let is_slip = MODES.iter().any(|mode| edits(name, mode) <= 1);
    let mut said = MODES.iter().filter(|mode| name.contains(**mode));
    match (said.next(), said.next()) {
        _ if is_slip => None,
        (Some(mode), None) => Some(format!("say what the function computes: {}", code(mode))),
        _ => Some(format!(
            "say what the function computes: {} where it takes weights of the results, {} where it \
             takes a direction",
            code(MODES[0]),
            code(MODES[1])
        )),
    }
}

/// The error for a word that is none of `derivative`, with the help where it is a function.
fn unknown(word: &Ident, text: &str, function: Option<String>) -> Diagnostic {
    let close = || closest(text, MODES).map(|name| format!("did you mean `{name}`?"));
    let close = function.or_else(close);
    let close = match super::derivatives::is_request(text) {
        true => Some(format!(
            "what a function shall have is asked for by another attribute: \
             `#[derivatives({text})]`"
        )),
        false => close,
    };
    let message = format!("a derivative has no function `{text}`");
    Diagnostic::new(SourcePlace::token(word.span()), message)
        .note(
            "`#[derivative(..)]` names functions of the block that compute the derivative: \
             `adjoint = name`, `tangent = name`, or both",
        )
        .help_if(close)
}
