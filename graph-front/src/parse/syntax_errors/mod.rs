//! Places of syntax errors. A parser stops at the first token that does not fit, which is on the
//! next line where a statement lacks its end.
//!
//! Each rule looks at one [`Fault`] and answers with the error that takes its place; the first
//! answer counts.

mod calls;
mod items;
mod signatures;
mod statements;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::diagnostics::{A_TYPE, Diagnostic, SourcePlace, in_words, is_same, print};
use crate::tokens::{levels, sign};

pub(super) use items::of_item;
pub(super) use signatures::in_signature;
pub(crate) use statements::LACKS_END;
pub(super) use statements::{behind_statement, in_body};

/// An error of the parser, and the tokens around its place.
struct Fault {
    message: String,
    place: Span,
    tokens: TokenStream,
    /// Whether the place is among the tokens.
    is_inside: bool,
    /// The last token before the place and before its attributes, unless a group starts there.
    before: Option<TokenTree>,
    /// The token at the place, unless a group ends there.
    found: Option<TokenTree>,
    /// Whether it is in the body of a function whose result is an array.
    returns_array: bool,
}

/// A rule for the errors of one kind.
type Rule = fn(&Fault) -> Option<Diagnostic>;

impl Fault {
    fn new(error: &syn::Error, tokens: TokenStream) -> Self {
        let around = around(tokens.clone(), error.span());
        let is_inside = around.is_some();
        let (before, found) = around.unwrap_or_default();
        Self {
            message: error.to_string(),
            place: error.span(),
            tokens,
            is_inside,
            before,
            found,
            returns_array: false,
        }
    }

    /// The error of the first rule that knows this kind.
    fn by(&self, rules: &[Rule]) -> Option<Diagnostic> {
        rules.iter().find_map(|rule| rule(self))
    }

    /// The error as it stands, with help.
    fn help(&self, help: impl AsRef<str>) -> Diagnostic {
        self.at_place(self.message.clone()).help(help)
    }

    /// Another message at the same place.
    fn at_place(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(SourcePlace::token(self.place), message)
    }

    /// The word before the place.
    fn word_before(&self) -> Option<&syn::Ident> {
        word(self.before.as_ref())
    }

    /// The word at the place.
    fn word_found(&self) -> Option<&syn::Ident> {
        word(self.found.as_ref())
    }

    /// Whether a punctuation mark stands at the place.
    fn finds(&self, mark: char) -> bool {
        self.found.as_ref().and_then(sign) == Some(mark)
    }
}

fn word(token: Option<&TokenTree>) -> Option<&syn::Ident> {
    match token {
        Some(TokenTree::Ident(word)) => Some(word),
        _ => None,
    }
}

/// The error for an array type with nothing in its brackets, if a type is missing at the place.
fn empty_array_type(fault: &Fault) -> Option<Diagnostic> {
    let message = &fault.message;
    if !message.starts_with("unexpected end of input") || in_words(message) != Some(A_TYPE) {
        return None;
    }
    let mut brackets = None;
    levels(fault.tokens.clone(), |level| {
        for token in level {
            if let TokenTree::Group(group) = token
                && group.delimiter() == Delimiter::Bracket
                && group.stream().is_empty()
                && is_same(group.span_close(), fault.place)
            {
                brackets = Some(SourcePlace::between(group.span_open(), group.span_close()));
            }
        }
    });
    let message = "an array type has the type of its elements and their number";
    Some(Diagnostic::new(brackets?, message).help("write `[f64; 3]`"))
}

/// The error for a keyword in the place of a name.
fn keyword_for_name(word: &syn::Ident) -> Option<Diagnostic> {
    if syn::parse_str::<syn::Ident>(&word.to_string()).is_ok() || word == "_" {
        return None;
    }
    let message = format!("`{word}` is a keyword of Rust, and no name");
    let help = match syn::parse_str::<syn::Ident>(&format!("r#{word}")) {
        Ok(raw) => format!("choose another name, or write `{raw}` everywhere"),
        Err(_) => "choose another name".into(),
    };
    Some(Diagnostic::new(SourcePlace::token(word.span()), message).help(help))
}

/// Keywords in front of names and closures, behind which the parser reports that nothing follows.
const IN_FRONT: [&str; 4] = ["box", "move", "mut", "ref"];

/// Keywords that stand where a value is meant, and start no statement.
const NO_STATEMENTS: [&str; 21] = [
    "abstract", "become", "box", "do", "dyn", "extern", "final", "impl", "macro", "mod",
    "override", "priv", "ref", "super", "trait", "type", "typeof", "unsized", "virtual", "where",
    "yield",
];

/// The error for a keyword as a name in front of the place: `ref: f64`, `let box = ..`.
fn keyword_before(fault: &Fault) -> Option<Diagnostic> {
    let word = fault.word_before()?;
    let message = &fault.message;
    let lacks_name = message.contains("identifier") || message == "expected `|`";
    let is_name = IN_FRONT.iter().any(|own| word == own) && fault.word_found().is_none();
    (lacks_name && is_name).then(|| keyword_for_name(word))?
}

/// The error for a keyword as the name of a value: `x * ref`.
fn keyword_for_value(fault: &Fault) -> Option<Diagnostic> {
    let word = fault.word_found()?;
    let is_name = NO_STATEMENTS.iter().any(|own| word == own);
    (is_name && fault.message.contains("expected an expression")).then(|| keyword_for_name(word))?
}

/// The error for an array type as C writes it, `f64[3]`.
/// The outermost extent comes first there, and last in Rust.
pub(super) fn extents_behind(element: &impl ToTokens, extents: &[Group]) -> Diagnostic {
    let place = match extents {
        [first, .., last] => SourcePlace::between(first.span_open(), last.span_close()),
        [only] => SourcePlace::between(only.span_open(), only.span_close()),
        [] => SourcePlace::of(element),
    };
    let message = match extents.len() {
        1 => "the extent of an array stands inside of its type",
        _ => "the extents of an array stand inside of its type",
    };
    let ty = extents.iter().rev().fold(print(element), |ty, extent| {
        format!("[{ty}; {}]", print(&extent.stream()))
    });
    let help = format!("write `{ty}`");
    Diagnostic::new(place, message).help(help)
}

/// The end of a token as a message names it.
fn last_sign(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => ")".into(),
            Delimiter::Bracket => "]".into(),
            Delimiter::Brace => "}".into(),
            Delimiter::None => print(token),
        },
        token => print(token),
    }
}

/// The last token before a place and before its attributes, which is none at the start of a group,
/// and the token there, which is none at the end of a group.
fn around(tokens: TokenStream, place: Span) -> Option<(Option<TokenTree>, Option<TokenTree>)> {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let mut before: Vec<TokenTree> = Vec::new();
        for token in tokens {
            if starts_at(&token, place) {
                while let [rest @ .., sharp, TokenTree::Group(_)] = &before[..]
                    && sign(sharp) == Some('#')
                {
                    before.truncate(rest.len());
                }
                return Some((before.pop(), Some(token)));
            }
            if let TokenTree::Group(group) = &token {
                if is_same(group.span_close(), place) {
                    return Some((group.stream().into_iter().last(), None));
                }
                open.push(group.stream());
            }
            before.push(token);
        }
    }
    None
}

fn starts_at(token: &TokenTree, place: Span) -> bool {
    match token {
        TokenTree::Group(group) => {
            is_same(group.span(), place) || is_same(group.span_open(), place)
        }
        token => is_same(token.span(), place),
    }
}
