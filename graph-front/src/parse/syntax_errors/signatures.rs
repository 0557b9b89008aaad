//! Errors in signatures: a missing type or length, and arguments as other languages write them.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::ParseStream;

use super::{
    Fault, Rule, empty_array_type, extents_behind, keyword_before, keyword_for_name, starts_at,
};
use crate::diagnostics::{Diagnostic, SourcePlace, position_of, print};
use crate::parse::type_names::own_type;
use crate::tokens::{levels, sign};

const RULES: &[Rule] = &[
    empty_array_type,
    unfinished,
    types_first,
    extent_behind_element,
    bare_attribute,
    wrong_parameter,
    word_before_argument,
    wrong_argument,
    keyword,
    keyword_before,
];

/// The error in a signature, with help where a type is missing or a value is given.
pub(in crate::parse) fn in_signature(error: syn::Error, signature: ParseStream<'_>) -> syn::Error {
    let rest = signature.parse::<TokenStream>().unwrap_or_default();
    let found = Fault::new(&error, rest).by(RULES);
    found.map_or(error, Diagnostic::into_syn)
}

/// `fn f(x: f64) ->`.
fn unfinished(fault: &Fault) -> Option<Diagnostic> {
    if !fault.message.starts_with("unexpected end of input") || fault.before.is_some() {
        return None;
    }
    let tokens: Vec<TokenTree> = fault.tokens.clone().into_iter().collect();
    let last = tokens.last()?;
    let is_arrow = matches!(&tokens[..], [.., dash, _] if sign(dash) == Some('-'));
    let text = match sign(last) {
        Some('>') if is_arrow => "->".into(),
        _ => print(last),
    };
    let message = format!("the signature ends behind `{text}`");
    let help = "a function is written `fn f(x: f64) -> f64 { .. }`";
    Some(Diagnostic::new(SourcePlace::token(last.span()), message).help(help))
}

/// The error for arguments with their types before their names: `double x, const double y[3]`.
fn types_first(fault: &Fault) -> Option<Diagnostic> {
    let arguments = fault
        .tokens
        .clone()
        .into_iter()
        .find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group),
            _ => None,
        })?;
    let tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
    let (mut written, mut place) = (Vec::new(), None);
    for argument in tokens.split(|token| sign(token) == Some(',')) {
        let all: TokenStream = argument.iter().cloned().collect();
        match type_first(argument) {
            Some(own) => {
                place = place.or(Some(SourcePlace::of(&all)));
                written.push(own);
            }
            None if argument.is_empty() => {}
            None => written.push(print(&all)),
        }
    }
    let message = "the type of an argument stands behind its name";
    let help = format!("write `({})`", written.join(", "));
    place.map(|place| Diagnostic::new(place, message).help(help))
}

/// An argument with its type before its name, as the language writes it.
fn type_first(argument: &[TokenTree]) -> Option<String> {
    let is_const = matches!(argument.first(), Some(TokenTree::Ident(word)) if word == "const");
    let [TokenTree::Ident(ty), rest @ ..] = &argument[usize::from(is_const)..] else {
        return None;
    };
    let ty = own_type(&ty.to_string())?;
    let is_pointer = |token: &&TokenTree| matches!(sign(token), Some('*' | '&'));
    let pointers = rest.iter().take_while(is_pointer).count();
    let [TokenTree::Ident(name), extents @ ..] = &rest[pointers..] else {
        return None;
    };
    let extents = extents.iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            Some(print(&group.stream()))
        }
        _ => None,
    });
    let extents: Vec<String> = extents.collect::<Option<_>>()?;
    let is_array = rest.first().and_then(sign) == Some('*') && extents.is_empty();
    let inner_first = extents.iter().rev();
    let ty = inner_first.fold(ty.to_string(), |ty, extent| match extent.as_str() {
        "" => format!("[{ty}; 3]"),
        extent => format!("[{ty}; {extent}]"),
    });
    Some(match is_array {
        true => format!("{name}: &[{ty}; 3]"),
        false => format!("{name}: {ty}"),
    })
}

/// `x: f64[3]`.
fn extent_behind_element(fault: &Fault) -> Option<Diagnostic> {
    match (&fault.before, &fault.found) {
        (Some(element), Some(TokenTree::Group(extent)))
            if extent.delimiter() == Delimiter::Bracket && fault.message == "expected `,`" =>
        {
            let mut extents = vec![extent.clone()];
            levels(fault.tokens.clone(), |level| {
                let behind = level
                    .iter()
                    .skip_while(|token| !starts_at(token, fault.place));
                extents.extend(behind.skip(1).map_while(brackets).cloned());
            });
            Some(extents_behind(element, &extents))
        }
        _ => None,
    }
}

/// Brackets, if a token is a group of these.
fn brackets(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    }
}

/// The error for an attribute of an argument without its brackets: `dynamic p: f64`, or with a sign
/// alone.
fn bare_attribute(fault: &Fault) -> Option<Diagnostic> {
    let found = fault.word_found()?;
    let (attribute, behind) = match fault.message.as_str() {
        "expected `:`" => (fault.word_before()?, format!(" {found}: ..")),
        "expected square brackets" => (found, String::new()),
        _ => return None,
    };
    let is_own = attribute == "dynamic" || attribute == "shared";
    is_own.then(|| {
        let place = SourcePlace::token(attribute.span());
        let message = format!("the attribute `{attribute}` stands in brackets");
        Diagnostic::new(place, message).help(format!("write `#[{attribute}]{behind}`"))
    })
}

/// The error between `<` and `>`.
fn wrong_parameter(fault: &Fault) -> Option<Diagnostic> {
    let message = fault.message.as_str();
    if !matches!(message, "expected `:`" | "expected `,`")
        || !is_outside(&fault.tokens, fault.place)
    {
        return None;
    }
    let word = match fault.word_found() {
        Some(word) => Some(word),
        None => fault.word_before(),
    };
    let name = word.map_or_else(|| "N".into(), ToString::to_string);
    Some(fault.help(format!("a length is written `const {name}: usize`")))
}

/// `const x: f64` and `let x: f64`.
fn word_before_argument(fault: &Fault) -> Option<Diagnostic> {
    let is_own = |word: &&syn::Ident| {
        let words = ["const", "let", "static", "ref"];
        words.iter().any(|own| word == own)
    };
    let word = match fault.message.as_str() {
        "expected curly braces" => fault.word_before().filter(|word| *word == "const"),
        message if message.contains("identifier") => fault.word_found().filter(is_own),
        _ => None,
    }?;
    let message = format!("an argument has no `{word}`");
    let help = "remove it: an argument is written `x: f64`";
    Some(Diagnostic::new(SourcePlace::token(word.span()), message).help(help))
}

/// An argument that lacks its name, its type or the comma behind it, or has a value.
fn wrong_argument(fault: &Fault) -> Option<Diagnostic> {
    let help = match (fault.message.as_str(), fault.word_before()) {
        _ if !fault.is_inside => return None,
        ("expected `const` or `mut`", _) => {
            "an argument is a value, `x: f64`, or a reference to an array, `x: &[f64; 3]`".into()
        }
        ("expected `,`", _) if fault.finds('=') => {
            "arguments have no default values: give the value at the call".into()
        }
        ("expected `,`", _) => "a comma stands between two arguments".into(),
        ("expected `:`", Some(word)) => match own_type(&word.to_string()) {
            Some(_) => format!("an argument has a name: `x: {word}`"),
            None => format!("an argument has a type: `{word}: f64`, or `{word}: [f64; 3]`"),
        },
        ("unexpected token, expected `]`", _) if fault.finds(',') => {
            "the length of an array stands behind a semicolon: `[f64; 3]`".into()
        }
        _ => return None,
    };
    Some(fault.help(help))
}

/// A keyword as the name of an argument.
fn keyword(fault: &Fault) -> Option<Diagnostic> {
    let word = fault.word_found()?;
    if !fault.message.contains("identifier") {
        return None;
    }
    if word == "dyn" && fault.word_before().is_none() {
        let message = "an argument cannot have the attribute `dyn`";
        let place = SourcePlace::token(word.span());
        return Some(Diagnostic::new(place, message).help("did you mean `dynamic`?"));
    }
    keyword_for_name(word)
}

/// Whether a place is that of a token outside of all groups.
fn is_outside(tokens: &TokenStream, place: Span) -> bool {
    let place = position_of(place);
    let mut tokens = tokens.clone().into_iter();
    place.is_some() && tokens.any(|token| position_of(token.span()) == place)
}
