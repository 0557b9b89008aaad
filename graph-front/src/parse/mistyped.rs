//! Keywords that are mistyped where statements stand: `fro v in x { .. }`, `whlie s < 3.0 { .. }`,
//! `fi c { .. } esle { .. }`, `lte y = x;`, `retrun y;`, `braek;`. A word is taken for a keyword only where
//! what follows is no Rust behind a name.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, edits};
use crate::tokens::{is_value, levels, sign, unknown_value};

/// Words of other languages that are near to keywords, and have errors of their own.
const FOREIGN: [&str; 3] = ["is", "int", "set"];

/// The most tokens of a pattern in front of `in`.
const LONGEST_PATTERN: usize = 8;

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Where a statement starts.
    Statement,
    /// Behind the braces of the statement before, which an `else` would belong to.
    BehindBraces,
    /// Where a value starts: behind `=` or `else`.
    Value,
}

/// The keyword that is meant by a word between these tokens, with the error.
pub(super) fn mistyped(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree> + Clone,
) -> Option<Repair> {
    let word = match token {
        TokenTree::Ident(word) if is_value(token) => word,
        _ => return None,
    };
    let text = word.to_string();
    if text.len() < 2 || FOREIGN.contains(&&*text) {
        return None;
    }
    let start = start(before)?;
    let is_near = |keyword: &str| edits(&text, keyword) <= 1;
    // Words that are near to no keyword need no look at what follows.
    let near = [
        "break", "continue", "else", "for", "if", "let", "loop", "match", "return", "while",
    ];
    if !near.into_iter().any(is_near) {
        return None;
    }
    let own = after.clone().take_while(|token| sign(token) != Some(';'));
    let own: Vec<TokenTree> = own.collect();
    let ends = after.clone().nth(own.len()).is_some();
    let keyword = near.into_iter().find(|&keyword| {
        is_near(keyword)
            && match keyword {
                // A name alone is a statement too, but says nothing.
                "break" | "continue" => ends && start != Start::Value && own.is_empty(),
                keyword => fits(keyword, start, &own),
            }
    })?;
    let error = Diagnostic::new(
        SourcePlace::token(word.span()),
        format!("there is no `{text}`"),
    )
    .help(format!("did you mean `{keyword}`?"));
    // The result behind a `return` is no error of its own, nor that it may not leave the function.
    if keyword == "return" {
        let rest = after.count();
        let is_last = rest <= own.len() + 1;
        return Some(Repair {
            error,
            tokens: unknown_value(word.span()).into_token_stream(),
            taken: if is_last { rest } else { own.len() },
        });
    }
    let meant = TokenTree::Ident(Ident::new(keyword, word.span()));
    Some(Repair {
        error,
        tokens: TokenStream::from(meant),
        taken: 0,
    })
}

/// Whether a keyword is mistyped among tokens, which Rust may read as something else: `esle { x }`
/// is a literal of a struct.
pub(super) fn has_mistyped(tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        let mut places = 0..level.len();
        found = found
            || places.any(|at| {
                let after = level[at + 1..].iter().cloned();
                mistyped(&level[..at], &level[at], after).is_some()
            });
    });
    found
}

/// Where the token behind these stands, if a keyword may stand there.
fn start(before: &[TokenTree]) -> Option<Start> {
    let is_word =
        |token: &TokenTree, own: &str| matches!(token, TokenTree::Ident(word) if word == own);
    match before {
        [] => Some(Start::Statement),
        [.., last] if is_braces(last) => Some(Start::BehindBraces),
        [.., sharp, TokenTree::Group(attribute)]
            if sign(sharp) == Some('#') && attribute.delimiter() == Delimiter::Bracket =>
        {
            Some(Start::Statement)
        }
        [.., tick, TokenTree::Ident(_), colon]
            if sign(tick) == Some('\'') && sign(colon) == Some(':') =>
        {
            Some(Start::Statement)
        }
        [.., last] if is_word(last, "else") => Some(Start::Value),
        [.., target, equals] if sign(equals) == Some('=') => {
            let is_joint =
                matches!(target, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
            (!is_joint).then_some(Start::Value)
        }
        [.., last] => (sign(last) == Some(';')).then_some(Start::Statement),
    }
}

/// Whether these tokens of a statement stand behind a keyword, and can not stand behind a name.
fn fits(keyword: &str, start: Start, after: &[TokenTree]) -> bool {
    let is_statement = start != Start::Value;
    let begins_value = match after {
        [TokenTree::Literal(_), ..] => true,
        [first @ TokenTree::Ident(_), ..] => is_value(first),
        _ => false,
    };
    match keyword {
        "else" => {
            let is_if = matches!(after.first(), Some(TokenTree::Ident(word)) if word == "if");
            start == Start::BehindBraces && (after.first().is_some_and(is_braces) || is_if)
        }
        "for" => {
            let pattern = after.iter().take(LONGEST_PATTERN);
            let is_in = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "in");
            let place = pattern
                .take_while(|token| !is_braces(token))
                .position(is_in);
            is_statement && place.is_some_and(|place| place > 0)
        }
        "if" | "match" | "while" => {
            let is_called = matches!(after, [TokenTree::Group(condition), body, ..]
                if condition.delimiter() == Delimiter::Parenthesis && is_braces(body));
            let is_negated = matches!(after, [not, TokenTree::Ident(_), ..]
                if sign(not) == Some('!'));
            let has_body = after.iter().skip(1).any(is_braces);
            (is_statement || keyword != "while")
                && (is_called || has_body && (begins_value || is_negated))
                && !assigns(after)
        }
        "let" => match after {
            [TokenTree::Ident(word), name, equals, ..] if word == "mut" => {
                is_statement && is_value(name) && is_bound(equals, after.get(3))
            }
            [TokenTree::Group(pattern), equals, ..] => {
                is_statement
                    && pattern.delimiter() == Delimiter::Parenthesis
                    && is_bound(equals, after.get(2))
            }
            [_, equals, ..] => is_statement && begins_value && is_bound(equals, after.get(2)),
            _ => false,
        },
        "loop" => is_statement && after.first().is_some_and(is_braces),
        "return" => is_statement && begins_value && !assigns(after),
        _ => false,
    }
}

/// Whether a sign in front of this token stands between a name and its value or its type.
fn is_bound(own: &TokenTree, next: Option<&TokenTree>) -> bool {
    matches!(sign(own), Some('=' | ':')) && !matches!(next.and_then(sign), Some('=' | ':'))
}

/// Whether there is a sign of an assignment among tokens, and not in braces.
fn assigns(tokens: &[TokenTree]) -> bool {
    let own = tokens.iter().take_while(|token| !is_braces(token));
    let signs: Vec<Option<char>> = own.map(sign).collect();
    (0..signs.len()).any(|at| {
        let before = at.checked_sub(1).and_then(|before| signs[before]);
        let is_part = matches!(before, Some('=' | '<' | '>' | '!'));
        signs[at] == Some('=') && !is_part && signs.get(at + 1) != Some(&Some('='))
    })
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
