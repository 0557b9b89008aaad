//! Looks for names and values in tokens, without parsing them: the functions that a body calls, and
//! the variables that it mentions.

mod calls;
mod runs;
mod targets;

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree, token_stream::IntoIter};
use quote::ToTokens;

pub(crate) use calls::{applied, calls, closures, named_arguments};
pub(crate) use runs::{chain_before, is_value, run, values};
pub(crate) use targets::{
    Assigned, Mention, assigned, assigned_places, assignment, bound, indexed,
};

/// A name that stands where the user wrote something that is no Rust, and whose error is reported:
/// its value is unknown.
pub(crate) const UNKNOWN_VALUE: &str = "__unknown";

/// That name, at a place.
pub(crate) fn unknown_value(span: Span) -> Ident {
    Ident::new(UNKNOWN_VALUE, span)
}

/// Whether something holds what is no Rust, and is unknown.
pub(crate) fn has_unknown_value(text: &impl ToTokens) -> bool {
    mentions(text, |name| name == UNKNOWN_VALUE)
}

/// Whether an expression mentions a name that the predicate accepts.
pub(crate) fn mentions(expr: &impl ToTokens, accept: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    walk(expr.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            found = found || accept(&ident.to_string());
        }
    });
    found
}

/// The names that start with a small letter, each once.
pub(crate) fn words(tokens: &impl ToTokens) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    walk(tokens.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            let name = ident.to_string();
            if name.starts_with(char::is_lowercase) && known.insert(name.clone()) {
                found.push(name);
            }
        }
    });
    found
}

/// All names, in their order; of a path the first one, as the others mean nothing here.
pub(crate) fn idents(tokens: &impl ToTokens) -> Vec<Ident> {
    let (mut found, mut colons) = (Vec::new(), 0);
    walk(tokens.to_token_stream(), |token| match token {
        TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
        token => {
            if let TokenTree::Ident(ident) = token
                && colons < 2
            {
                found.push(ident.clone());
            }
            colons = 0;
        }
    });
    found
}

/// The character of a punctuation mark.
pub(crate) fn sign(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

/// Tokens one after another. To collect them is the same, and more to compile: `proc_macro2` takes
/// each iterator apart for the compiler and again for use without one.
pub(crate) fn joined(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for part in parts {
        all.extend(part);
    }
    all
}

/// Visits the tokens, and those of each group, which stand side by side.
pub(crate) fn levels(tokens: TokenStream, mut visit: impl FnMut(&[TokenTree])) {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let level: Vec<TokenTree> = tokens.into_iter().collect();
        visit(&level);
        open.extend(level.iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        }));
    }
}

/// Visits every token, groups before their content.
pub(crate) fn walk(tokens: TokenStream, mut visit: impl FnMut(&TokenTree)) {
    let mut stack: Vec<IntoIter> = vec![tokens.into_iter()];
    while let Some(tokens) = stack.last_mut() {
        match tokens.next() {
            None => {
                stack.pop();
            }
            Some(token) => {
                visit(&token);
                if let TokenTree::Group(group) = token {
                    stack.push(group.stream().into_iter());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{idents, mentions};

    #[test]
    fn mentions_sees_all_names() {
        let expr: syn::Expr = syn::parse_str("x[(.., i)] + 1.0").expect("expression");
        assert!(mentions(&expr, |name| name == "i"));
        assert!(!mentions(&expr, |name| name == "j"));
    }

    #[test]
    fn names_inside_of_paths_are_none() {
        let expr: syn::Expr = syn::parse_str("f64::consts::PI + (E * ::core::f64::MAX)").unwrap();
        let names: Vec<String> = idents(&expr).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["f64", "E"]);
    }
}
