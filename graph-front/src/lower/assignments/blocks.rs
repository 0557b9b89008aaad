//! The block in which a text has a name.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::diagnostics::is_same;
use crate::tokens::{assignment, levels, walk};

/// The keyword of a declaration in place of the assignment at `place`, which names a variable:
/// `let`, or `let mut` where more is assigned to it. `None` where the variable has mentions before
/// that place, or outside of its block.
pub(super) fn declaration_at(tokens: TokenStream, name: &str, place: Span) -> Option<&'static str> {
    let all = mentions_of(name, &tokens);
    if !is_same(*all.first()?, place) {
        return None;
    }
    let block = block_of(tokens, name, place);
    if mentions_of(name, &block).len() < all.len() {
        return None;
    }
    match is_assigned_behind(name, place, block) {
        false => Some("let"),
        true => Some("let mut"),
    }
}

/// The innermost block with braces in which a name stands at a place.
fn block_of(mut tokens: TokenStream, name: &str, place: Span) -> TokenStream {
    let is_there = |group: &TokenStream| {
        let mentions = mentions_of(name, group);
        mentions.iter().any(|&mention| is_same(mention, place))
    };
    loop {
        let mut inner = None;
        walk(tokens.clone(), |token| {
            if let TokenTree::Group(group) = token
                && group.delimiter() == Delimiter::Brace
                && inner.is_none()
            {
                inner = Some(group.stream()).filter(is_there);
            }
        });
        match inner {
            Some(inner) => tokens = inner,
            None => return tokens,
        }
    }
}

/// The places of a name, in their order.
fn mentions_of(name: &str, tokens: &TokenStream) -> Vec<Span> {
    let mut found = Vec::new();
    walk(tokens.clone(), |token| match token {
        TokenTree::Ident(own) if own == name => found.push(own.span()),
        _ => {}
    });
    found
}

/// Whether a text assigns a variable, as a whole or in parts, elsewhere than at a place.
fn is_assigned_behind(name: &str, place: Span, tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        for (position, token) in level.iter().enumerate() {
            let is_own = matches!(token, TokenTree::Ident(own) if own == name);
            found |= is_own && is_target(&level[position + 1..]) && !is_same(token.span(), place);
        }
    });
    found
}

/// Whether these tokens assign the variable in front of them: `= ..`, `[i] += ..`.
fn is_target(behind: &[TokenTree]) -> bool {
    let is_index = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
        _ => false,
    };
    let indices = behind.iter().take_while(|token| is_index(token)).count();
    assignment(&behind[indices..]).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How the variable `y` is declared at its first mention.
    fn declared(text: &str) -> Option<&'static str> {
        let tokens: TokenStream = text.parse().expect("tokens");
        let first = mentions_of("y", &tokens)[0];
        declaration_at(tokens, "y", first)
    }

    #[test]
    fn a_name_is_declared_where_its_block_has_all_of_it() {
        assert_eq!(declared("for i in 0..3 { y = i; s += y; }"), Some("let"));
        assert_eq!(declared("for i in 0..3 { (y, z) = i; f(y); }"), Some("let"));
        assert_eq!(declared("{ { y = a; } { b; } }"), Some("let"));
        assert_eq!(
            declared("{ y = a; for i in b { y[i] += c; } }"),
            Some("let mut")
        );
        assert_eq!(declared("{ y = a == b; if y == c { y } }"), Some("let"));
        assert_eq!(declared("{ y = a; } y"), None);
        assert_eq!(declared("if a { y = 1; } else { y = 2; }"), None);
        let tokens: TokenStream = "b = y; y = a;".parse().expect("tokens");
        let second = mentions_of("y", &tokens)[1];
        assert_eq!(declaration_at(tokens, "y", second), None);
    }
}
