//! Fragments of `macro_rules!`: what `$x:expr`, `$x:ty` and the like hold comes in groups without
//! delimiters.
//!
//! Such a group keeps an expression together, `$a * $b`. Where it stands alone, between commas for
//! instance, its tokens mean the same without it, and most of the language looks at tokens as they
//! are written: a text, a number, a closure. So groups that keep nothing together are opened.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// The tokens without groups that keep nothing together. Recurses as deeply as groups are nested,
/// which [`crate::guard`] bounds.
pub(crate) fn opened(tokens: TokenStream) -> TokenStream {
    match has_fragments(tokens.clone()) {
        true => open(tokens).into_iter().collect(),
        false => tokens,
    }
}

/// Whether there is a group without delimiters at any depth. The other groups keep their places.
fn has_fragments(tokens: TokenStream) -> bool {
    let mut open = vec![tokens.into_iter()];
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            None => {
                open.pop();
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => return true,
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
        }
    }
    false
}

fn open(tokens: TokenStream) -> Vec<TokenTree> {
    let mut before: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(group) = token else {
            before.push(token);
            continue;
        };
        if group.delimiter() != Delimiter::None {
            before.push(match has_fragments(group.stream()) {
                true => rebuilt(&group, open(group.stream())),
                false => group.into(),
            });
            continue;
        }
        let inner = open(group.stream());
        if matches!(inner.first(), Some(TokenTree::Ident(word)) if word == "let") {
            // A statement has its end in Rust, `$s:stmt` does not hold it.
            before.extend(inner);
            if !matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ';') {
                before.push(at(';', group.span()));
            }
            continue;
        }
        match inner.len() == 1 || is_alone(&before, tokens.peek()) {
            true => before.extend(inner),
            false => before.push(rebuilt(&group, inner)),
        }
    }
    before
}

fn rebuilt(group: &Group, tokens: Vec<TokenTree>) -> TokenTree {
    let mut rebuilt = Group::new(group.delimiter(), tokens.into_iter().collect());
    rebuilt.set_span(group.span());
    rebuilt.into()
}

fn at(punct: char, place: Span) -> TokenTree {
    let mut punct = Punct::new(punct, Spacing::Alone);
    punct.set_span(place);
    punct.into()
}

/// Whether no operator, method or path continues what stands between these tokens.
fn is_alone(before: &[TokenTree], behind: Option<&TokenTree>) -> bool {
    let starts = match before.split_last() {
        None => true,
        Some((TokenTree::Punct(last), rest)) => match (last.as_char(), rest.last()) {
            (',' | ';', _) => true,
            ('=' | ':', rest) => !rest.is_some_and(is_joint),
            // `->`
            ('>', Some(TokenTree::Punct(first))) => first.as_char() == '-' && joins(first),
            _ => false,
        },
        Some((TokenTree::Ident(word), _)) => {
            let words = ["let", "for", "in", "if", "while", "return"];
            words.iter().any(|own| word == own)
        }
        Some(_) => false,
    };
    let ends = match behind {
        None => true,
        Some(TokenTree::Punct(next)) => match next.as_char() {
            ',' | ';' => true,
            '=' | ':' => !joins(next),
            _ => false,
        },
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => word == "in",
        Some(TokenTree::Literal(_)) => false,
    };
    starts && ends
}

fn is_joint(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if joins(punct))
}

fn joins(punct: &Punct) -> bool {
    punct.spacing() == Spacing::Joint
}
