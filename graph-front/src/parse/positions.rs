//! `x[1, 2]`, which is not Rust, read as `x[(1, 2)]`: users of other array languages write it, and
//! a parser's message about the comma does not help.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, print};

/// The tokens with the positions of every index in parentheses, and an error for each index where
/// they were missing. Follows groups by recursion, whose depth [`crate::guard`] bounds.
pub(super) fn in_parentheses(tokens: TokenStream) -> (TokenStream, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let tokens = repaired(tokens, &mut errors);
    (tokens, errors)
}

fn repaired(tokens: TokenStream, errors: &mut Vec<Diagnostic>) -> TokenStream {
    let mut done: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            done.push(token);
            continue;
        };
        let mut content = repaired(group.stream(), errors);
        let is_index = group.delimiter() == Delimiter::Bracket && done.last().is_some_and(is_value);
        if let (true, Some(tuple)) = (is_index, tuple(&content)) {
            content = tuple;
            errors.push(error(done.last(), &group, &content));
        }
        let mut new = Group::new(group.delimiter(), content);
        new.set_span(group.span());
        done.push(TokenTree::Group(new));
    }
    done.into_iter().collect()
}

/// Whether brackets after this token index the expression that ends there.
fn is_value(token: &TokenTree) -> bool {
    match token {
        // A keyword is no identifier of syn's.
        TokenTree::Ident(_) => syn::parse2::<Ident>(token.clone().into()).is_ok(),
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == '?',
    }
}

/// The content of an index with its positions in parentheses, if commas separate several; without
/// the comma, if one ends in it.
fn tuple(content: &TokenStream) -> Option<TokenStream> {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    match tokens.iter().position(is_comma)? {
        0 => None,
        comma if comma + 1 == tokens.len() => Some(tokens[..comma].iter().cloned().collect()),
        _ => {
            let tuple = Group::new(Delimiter::Parenthesis, content.clone());
            Some(TokenTree::Group(tuple).into())
        }
    }
}

fn error(base: Option<&TokenTree>, group: &Group, content: &TokenStream) -> Diagnostic {
    let place = SourcePlace::between(group.span_open(), group.span_close());
    let base = match base {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => String::new(),
    };
    Diagnostic::new(place, "an index has no commas but in parentheses")
        .help(format!("write `{base}[{}]`", print(content)))
}
