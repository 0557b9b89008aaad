//! The language's attributes, and the constructs that each may stand on.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::Attribute;

use super::super::exits::meant_count;
use super::super::mistyped::mistyped;
use super::super::rules::REWRITE;
use super::derivatives::is_asked_for;
use super::levels::LEVELS;
use super::tags::{TAG, wrong_tags};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, print};
use crate::tokens::{idents, levels, sign};

/// The item that an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    Function,
    Argument,
    /// A value with nodes of its own: an argument, a field of a struct, or a `let`.
    Value,
    Loop,
    /// A struct that a file gives its fields.
    Struct,
    /// A constant, a type alias, or a struct.
    Definition,
}

/// The attributes of the language, and what they stand on.
const OWN: [(&str, Carrier); 15] = [
    ("derivatives", Carrier::Function),
    ("check", Carrier::Function),
    ("codegen", Carrier::Function),
    ("derivative", Carrier::Function),
    (REWRITE, Carrier::Function),
    ("external", Carrier::Function),
    ("cppad", Carrier::Function),
    ("nnvm", Carrier::Function),
    ("dynamic", Carrier::Argument),
    ("shared", Carrier::Argument),
    (TAG, Carrier::Value),
    ("weights", Carrier::Struct),
    ("unroll", Carrier::Loop),
    ("checkpoint", Carrier::Loop),
    ("limit", Carrier::Loop),
];

const OWN_DERIVATIVE: &str = "a function has its own derivative by `#[derivative(tangent = ..)]` or \
                              `#[derivative(adjoint = ..)]`";
const COMPILED: &str = "all functions are compiled: remove it";
const DIFFERENTIATED: &str = "all functions have derivatives, `f::gradient(..)`, `f::adjoint(..)`, \
                              `f::tangent(..)`: remove it";
const MAPPED: &str = "write `map(f, x, y)` in the block; for many points from outside, \
                      `#[derivatives(batch)]`";

/// Attributes and decorators of functions that other tools have, and the language's way.
const ELSEWHERE: [(&str, &str); 15] = [
    ("custom_vjp", OWN_DERIVATIVE),
    ("custom_jvp", OWN_DERIVATIVE),
    ("custom_gradient", OWN_DERIVATIVE),
    ("custom_derivative", OWN_DERIVATIVE),
    ("jit", COMPILED),
    ("njit", COMPILED),
    ("vmap", MAPPED),
    ("vectorize", MAPPED),
    ("autodiff", DIFFERENTIATED),
    ("autodiff_forward", DIFFERENTIATED),
    ("autodiff_reverse", DIFFERENTIATED),
    ("autograd", DIFFERENTIATED),
    ("grad", DIFFERENTIATED),
    ("value_and_grad", DIFFERENTIATED),
    ("differentiate", DIFFERENTIATED),
];

/// The error for an attribute on a function whose name is close to one of the language's, or that
/// asks for a derivative by its own name.
pub(crate) fn misspelt(attribute: &Attribute) -> Option<Diagnostic> {
    // Attributes of Rust and of other crates are the compiler's.
    let name = attribute.path().get_ident()?.to_string();
    let place = SourcePlace::of(attribute);
    let message = format!("a function has no attribute `{name}`");
    if name == "derive"
        && let Ok(list) = attribute.meta.require_list()
        && let words = idents(&list.tokens)
        && words.iter().any(|word| is_asked_for(&word.to_string()))
    {
        let help = format!(
            "derivatives are asked for by `#[derivatives({})]`",
            print(&list.tokens)
        );
        let message = "`derive` is for types, and no attribute of a function";
        return Some(Diagnostic::new(place, message).help(help));
    }
    if carrier(&name).is_some() || KNOWN.contains(&&*name) {
        return None;
    }
    if let Some((_, help)) = ELSEWHERE.iter().find(|(own, _)| *own == name) {
        return Some(Diagnostic::new(place, message).help(*help));
    }
    if is_asked_for(&name) {
        let help = format!("derivatives are asked for by `#[derivatives({name})]`");
        return Some(Diagnostic::new(place, message).help(help));
    }
    let own = OWN
        .iter()
        .filter(|(_, carrier)| *carrier == Carrier::Function);
    let close = closest(&name, own.map(|(own, _)| *own))?;
    Some(Diagnostic::new(place, message).help(format!("did you mean `{close}`?")))
}

/// The error for an attribute of the language that stands before the one that makes a function
/// differentiable, at this place: the compiler looks there for a macro of its name.
pub(crate) fn too_early(attribute: &Attribute, differentiable: Span) -> Option<Diagnostic> {
    let name = attribute.path().get_ident()?.to_string();
    carrier(&name).filter(|carrier| *carrier == Carrier::Function)?;
    let [own, other] = [attribute.pound_token.span, differentiable];
    let is_above = own.file() == other.file() && own.start() < other.start();
    is_above.then(|| {
        let message = format!("`#[{name}]` stands above `#[differentiable]`, which it is for");
        let help = "write `#[differentiable]` as the first attribute";
        Diagnostic::new(SourcePlace::of(attribute), message).help(help)
    })
}

/// Attributes of Rust whose names are close to those of the language, and the attribute of a block.
const KNOWN: [&str; 4] = ["derive", "differentiable", "doc", "inline"];

/// The error for an attribute on a loop that the language does not have; the attributes that it has
/// are in the help, unless one has a name that is close.
pub(crate) fn unknown_on_loop(attribute: &Attribute) -> Diagnostic {
    const OWN: &str = "there are `#[unroll]`, `#[unroll(never)]` and `#[checkpoint(every = 100)]`";
    no_such_on_loop(attribute, OWN.into())
}

/// As [`unknown_on_loop`], on a `while` or `loop` that lacks its limit, which may be meant: with what
/// stands in the parentheses.
pub(in crate::parse) fn in_place_of_limit(attribute: &Attribute) -> Diagnostic {
    let limit = meant_count(attribute).unwrap_or_else(|| "..".into());
    let help = format!("how often the loop repeats at most is said by `#[limit({limit})]`");
    no_such_on_loop(attribute, help)
}

/// Whether the language has an attribute of this name for loops, or takes one of the compiler's.
pub(in crate::parse) fn is_known_on_loop(attribute: &Attribute) -> bool {
    let name = attribute.path().get_ident().map(ToString::to_string);
    name.is_some_and(|name| {
        name == "doc" || carrier(&name) == Some(Carrier::Loop) || LEVELS.contains(&&*name)
    })
}

fn no_such_on_loop(attribute: &Attribute, help: String) -> Diagnostic {
    let name = attribute.path().get_ident().map(ToString::to_string);
    if let Some(name) = &name
        && carrier(name) == Some(Carrier::Value)
    {
        return error(name, Carrier::Value, SourcePlace::of(attribute));
    }
    let own = OWN.iter().filter(|(_, carrier)| *carrier == Carrier::Loop);
    let close = name.and_then(|name| closest(&name, own.map(|(own, _)| *own)));
    let diagnostic = Diagnostic::new(SourcePlace::of(attribute), "a loop has no such attribute");
    diagnostic.help(close.map_or(help, |close| format!("did you mean `{close}`?")))
}

/// The item that the language's attribute of that name stands on.
fn carrier(name: &str) -> Option<Carrier> {
    let row = OWN.iter().find(|(own, _)| *own == name);
    row.map(|&(_, carrier)| carrier)
}

/// The error for an attribute of the language in a `cfg_attr`: the macro does not know whether its
/// condition holds.
pub(super) fn conditional(attribute: &Attribute) -> Option<Diagnostic> {
    let syn::Meta::List(list) = &attribute.meta else {
        return None;
    };
    let is_comma = |token: &TokenTree| sign(token) == Some(',');
    let attributes = list.tokens.clone().into_iter();
    let attributes: TokenStream = attributes.skip_while(|token| !is_comma(token)).collect();
    let mut words = idents(&attributes).into_iter();
    let own = words.find(|word| carrier(&word.to_string()).is_some())?;
    let message = format!("the macro cannot tell whether `{own}` applies here");
    let help = "put a `cfg` on the function, and write the function twice";
    let place = SourcePlace::token(own.span());
    attribute
        .path()
        .is_ident("cfg_attr")
        .then(|| Diagnostic::new(place, message).help(help))
}

/// Whether the language has an attribute of this name.
pub(in crate::parse) fn is_attribute(name: &str) -> bool {
    carrier(name).is_some()
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
        Carrier::Value => "an argument, a field of a struct or a `let`",
        Carrier::Loop if name == "limit" => "a `while` or `loop`",
        Carrier::Loop => "a `for` loop",
        Carrier::Struct => "a struct without fields",
        Carrier::Definition => "a definition",
    };
    let help = match wanted {
        Carrier::Value => Some("give the value a name, and tag that: `#[tag(hidden)] let y = ..;`"),
        _ => None,
    };
    Diagnostic::new(place, format!("`#[{name}]` stands on {carrier}")).help_if(help)
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
                && group.delimiter() == Delimiter::Bracket
            {
                let place = SourcePlace::between(token.span(), group.span_close());
                found.extend(in_body(&name.to_string(), place, &level[position..]));
            }
        }
    });
    found
}

/// The error at an attribute in a body, with which some tokens begin.
fn in_body(name: &str, place: SourcePlace, tokens: &[TokenTree]) -> Option<Diagnostic> {
    let follows = |words: &[&str]| {
        matches!(first_behind(tokens), Some(TokenTree::Ident(word))
            if words.iter().any(|known| word == known))
    };
    // Loops and bindings are checked where they are lowered; a function is refused as a whole.
    let is_mistyped = tokens.get(2).is_some_and(|word| {
        let after = tokens[3..].iter().cloned();
        mistyped(&tokens[..2], word, after).is_some()
    });
    let is_loop = follows(&["for", "while", "loop", "fn"]) || is_mistyped;
    if let Some(wanted) = carrier(name) {
        if wanted == Carrier::Value && follows(&["let"]) {
            let attribute: TokenStream = tokens[..2].iter().cloned().collect();
            return wrong_tags(attribute);
        }
        // The value of a loop is an error of its own.
        let mut statement = tokens.iter().take_while(|token| sign(token) != Some(';'));
        let is_loop = is_loop
            || name == "limit"
                && follows(&["let"])
                && statement.any(|token| matches!(token, TokenTree::Ident(word) if word == "loop"));
        return (!is_loop).then(|| error(name, wanted, place));
    }
    let is_known = name == "doc" || LEVELS.contains(&name);
    if is_known || is_loop || follows(&["let"]) {
        return None;
    }
    if name == "cfg" || name == "cfg_attr" {
        let message = "the macro cannot tell whether a `cfg` inside of a body holds";
        let help = "put the `cfg` on the function, and write the function twice";
        return Some(Diagnostic::new(place, message).help(help));
    }
    let message = format!("nothing in a body can have the attribute `{name}`");
    Some(Diagnostic::new(place, message).help("remove it"))
}

/// The token behind some attributes, and behind the label of a loop.
fn first_behind(mut tokens: &[TokenTree]) -> Option<&TokenTree> {
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
    tokens.first()
}
