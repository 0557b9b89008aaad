//! The language's attributes, and the constructs that each may stand on.

use proc_macro2::{TokenStream, TokenTree};
use syn::Attribute;

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::tokens::{levels, sign};

/// The item that an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    Function,
    Argument,
    Loop,
    /// A constant, or a type alias.
    Definition,
}

/// The attributes of the language, and what they stand on.
const OWN: [(&str, Carrier); 11] = [
    ("derivatives", Carrier::Function),
    ("check", Carrier::Function),
    ("codegen", Carrier::Function),
    ("derivative", Carrier::Function),
    ("external", Carrier::Function),
    ("cppad", Carrier::Function),
    ("nnvm", Carrier::Function),
    ("dynamic", Carrier::Argument),
    ("shared", Carrier::Argument),
    ("unroll", Carrier::Loop),
    ("checkpoint", Carrier::Loop),
];

/// The item that the language's attribute of that name stands on.
fn carrier(name: &str) -> Option<Carrier> {
    let row = OWN.iter().find(|(own, _)| *own == name);
    row.map(|&(_, carrier)| carrier)
}

/// Whether an attribute is one of the language, which is looked for in the tokens of a body.
pub(crate) fn is_own(attribute: &Attribute) -> bool {
    OWN.iter().any(|(own, _)| attribute.path().is_ident(own))
}

/// Whether an attribute of the language stands on something else than it is for; it is reported.
pub(crate) fn is_misplaced(attribute: &Attribute, on: Carrier, diagnostics: &Diagnostics) -> bool {
    let name = attribute.path().get_ident().map(ToString::to_string);
    let wanted = name.as_deref().and_then(carrier);
    match (name, wanted) {
        (Some(name), Some(wanted)) if wanted != on => {
            diagnostics.push(error(&name, wanted, SourcePlace::of(attribute)));
            true
        }
        _ => false,
    }
}

fn error(name: &str, wanted: Carrier, place: SourcePlace) -> Diagnostic {
    let carrier = match wanted {
        Carrier::Function => "a function",
        Carrier::Argument => "an argument",
        Carrier::Loop => "a `for` loop",
        Carrier::Definition => "a definition",
    };
    Diagnostic::new(place, format!("`#[{name}]` stands on {carrier}"))
}

/// The language's attributes on statements and expressions that are no loops; the attributes of
/// loops are checked with these. The parser hangs an attribute on the leftmost part of an
/// expression, so they are looked for in the tokens.
pub(crate) fn misplaced_in_body(body: TokenStream) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    levels(body, |level| {
        for (position, token) in level.iter().enumerate() {
            if sign(token) == Some('#')
                && let Some(TokenTree::Group(group)) = level.get(position + 1)
                && let Some(TokenTree::Ident(name)) = group.stream().into_iter().next()
                && let Some(wanted) = carrier(&name.to_string())
                && !is_loop_or_function(&level[position..])
            {
                let place = SourcePlace::between(token.span(), group.span_close());
                found.push(error(&name.to_string(), wanted, place));
            }
        }
    });
    found
}

/// Whether some attributes are followed by a loop, be it one that the language has not, or by a
/// function, which is refused as a whole.
fn is_loop_or_function(mut tokens: &[TokenTree]) -> bool {
    while let [TokenTree::Punct(sign), TokenTree::Group(_), rest @ ..] = tokens
        && sign.as_char() == '#'
    {
        tokens = rest;
    }
    // A label: an apostrophe, the name and a colon.
    if let [TokenTree::Punct(sign), TokenTree::Ident(_), _, rest @ ..] = tokens
        && sign.as_char() == '\''
    {
        tokens = rest;
    }
    let first = tokens.first();
    let keywords = ["for", "while", "loop", "fn"];
    matches!(first, Some(TokenTree::Ident(word)) if keywords.iter().any(|k| word == k))
}
