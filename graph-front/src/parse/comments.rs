//! Comments that start with `#`. They are taken out of a block before it is parsed: the compiler
//! has made tokens of their words.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::attributes::is_attribute;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, line_of, position_of};
use crate::tokens::sign;

/// The tokens without comments, each of which is reported.
pub(super) fn without_comments(tokens: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    stripped(tokens.clone(), diagnostics).unwrap_or(tokens)
}

/// The tokens where a comment is among them: others keep the places of their brackets. Follows
/// groups by recursion, whose depth [`crate::guard`] bounds.
fn stripped(tokens: TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut done, mut at, mut is_changed) = (Vec::with_capacity(tokens.len()), 0, false);
    while let Some(token) = tokens.get(at) {
        let comment = comment(&tokens[at..]);
        if comment > 0 {
            let place = SourcePlace::token(token.span());
            let message = "a comment starts with `//`, and not with `#`";
            diagnostics.push(Diagnostic::new(place, message));
            (at, is_changed) = (at + comment, true);
            continue;
        }
        at += 1;
        done.push(match token {
            TokenTree::Group(group) => match stripped(group.stream(), diagnostics) {
                Some(content) => {
                    is_changed = true;
                    let mut new = Group::new(group.delimiter(), content);
                    new.set_span(group.span());
                    new.into()
                }
                None => token.clone(),
            },
            token => token.clone(),
        });
    }
    is_changed.then(|| done.into_iter().collect())
}

/// How many of the tokens belong to a comment that starts them: those on its line.
fn comment(tokens: &[TokenTree]) -> usize {
    let [start, behind @ ..] = tokens else {
        return 0;
    };
    let may_be_attribute = match behind {
        [TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Bracket,
        [not, TokenTree::Group(_), ..] => sign(not) == Some('!'),
        // One without its brackets.
        [TokenTree::Ident(name), ..] => {
            let next = position_of(start.span()).map(|(line, column)| (line, column + 1));
            is_attribute(&name.to_string()) && next == position_of(name.span())
        }
        _ => false,
    };
    match line_of(start.span()) {
        Some(line) if sign(start) == Some('#') && !may_be_attribute => {
            let on_line = |token: &&TokenTree| line_of(token.span()) == Some(line);
            tokens.iter().take_while(on_line).count()
        }
        _ => 0,
    }
}
