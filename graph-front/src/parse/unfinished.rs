//! Lines that end before their statement does: `p +` in front of a `let`, a loop or an assignment,
//! `let` in front of another keyword, and `break` in front of any statement, which Rust reads as an
//! operand.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{is_value, levels, sign, unknown_value};

/// Whether a statement stands behind an unfinished line.
pub(super) fn is_unfinished(tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        let mut places = 1..level.len();
        found = found
            || places.any(|at| {
                let (before, rest) = level.split_at(at);
                is_behind_sign(before, rest) || exit_before(before, &rest[0]).is_some()
            });
    });
    found
}

/// The end of an unfinished line in front of a statement, or of a `break` or a `continue`.
pub(super) fn unfinished(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Repair> {
    let last = before.last()?;
    if let Some(what) = lacks_word(before, token) {
        let (span, unknown) = (last.span(), unknown_value(last.span()));
        let message = format!("expected {what} behind `{}`", print(last));
        let tokens = match print(last).as_str() {
            "let" => quote_spanned!(span=> _ = #unknown; #token),
            "mut" => quote_spanned!(span=> #unknown = #unknown; #token),
            "const" => quote_spanned!(span=> _: f64 = 0.0; #token),
            _ => quote_spanned!(span=> f64; #token),
        };
        return Some(Repair {
            error: Diagnostic::new(SourcePlace::token(span), message),
            tokens,
            taken: 0,
        });
    }
    if let Some(exit) = exit_before(before, token) {
        let message = format!("expected `;` behind this, found `{}`", print(token));
        return Some(Repair {
            error: Diagnostic::new(SourcePlace::token(exit), message),
            tokens: quote_spanned!(exit=> ; #token),
            taken: 0,
        });
    }
    let is_possible = sign(last).is_some() && matches!(token, TokenTree::Ident(_));
    let mut rest = Vec::new();
    if is_possible {
        rest.push(token.clone());
        rest.extend(after.take(MOST));
    }
    if !is_possible || !is_behind_sign(before, &rest) {
        return None;
    }
    let (span, unknown) = (last.span(), unknown_value(last.span()));
    // An editor has the end of the statement before next to them.
    let is_joint = |token: &&TokenTree| {
        matches!(token, TokenTree::Punct(own)
            if own.spacing() == Spacing::Joint && !matches!(own.as_char(), ';' | ','))
    };
    let signs = 1 + before[..before.len() - 1]
        .iter()
        .rev()
        .take_while(is_joint)
        .count();
    let signs = &before[before.len() - signs..];
    let text: String = signs.iter().filter_map(sign).collect();
    let what = if matches!(text.as_str(), "." | "::") {
        "a name"
    } else {
        "an expression"
    };
    let place = SourcePlace::between(signs[0].span(), span);
    if text == ":" && is_typed_let(before) {
        return Some(Repair {
            error: Diagnostic::new(place, "expected a type behind `:`"),
            tokens: quote_spanned!(span=> _ = #unknown; #token),
            taken: 0,
        });
    }
    Some(Repair {
        error: Diagnostic::new(place, format!("expected {what} behind `{text}`")),
        tokens: quote_spanned!(span=> #unknown; #token),
        taken: 0,
    })
}

/// Whether the rest is a statement, and what stands before it ends with a sign that needs a value.
fn is_behind_sign(before: &[TokenTree], rest: &[TokenTree]) -> bool {
    let (Some(last), Some(token)) = (before.last(), rest.first()) else {
        return false;
    };
    let Some(sign_before) = sign(last).filter(|sign| !matches!(sign, ';' | ',')) else {
        return false;
    };
    // Names and types are no keywords.
    let lacks_name = match sign_before {
        '.' => !is_dots(before),
        ':' => is_path(before) || is_typed_let(before),
        _ => false,
    };
    if lacks_name && is_word(token, &KEYWORDS) {
        return true;
    }
    let is_let = is_word(token, &["let"]);
    let (of_last, of_token) = (line_of(last.span()), line_of(token.span()));
    let is_later = of_last < of_token;
    // On the same line a loop is meant to have a value; an editor tells no lines.
    let is_loop = is_word(token, &["for", "while", "loop"])
        && (is_later || of_token.is_none())
        && !is_label(before);
    let is_branch = is_word(token, &["if"])
        && match behind_body(rest) {
            Some(next) if is_word(next, &["else"]) => false,
            // One that ends here may be meant as the value, and one that has a value.
            Some(next) if sign(next) == Some(';') => is_later,
            _ => is_later || of_token.is_none() && !has_value(rest),
        };
    let is_assignment = (is_later || of_token.is_none() && is_binary(before)) && assigns_at(rest);
    if !is_let && !is_loop && !is_branch && !is_assignment {
        return false;
    }
    // A condition may have `let` behind its `&&`.
    let is_own = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        token => sign(token) != Some(';'),
    };
    let mut own = before.iter().rev().take_while(is_own);
    !matches!(sign_before, '&' | '|') || !own.any(|token| is_word(token, &["if", "while"]))
}

/// The most tokens of a statement that are looked at.
const MOST: usize = 512;

/// Keywords that start a statement or a branch.
const KEYWORDS: [&str; 10] = [
    "break", "const", "continue", "else", "for", "if", "let", "loop", "return", "while",
];

/// The name or type that is missing where tokens end with a `let`, `const` or `as` and another
/// statement follows.
fn lacks_word(before: &[TokenTree], token: &TokenTree) -> Option<&'static str> {
    let last = before.last()?;
    let is_let = match before {
        [.., word, last] if is_word(last, &["mut"]) => is_word(word, &["let"]),
        _ => is_word(last, &["let", "const"]),
    };
    let is_later = line_of(last.span()) < line_of(token.span());
    let is_cast = is_word(last, &["as"]);
    if !is_let && !is_cast || !is_later && !is_word(token, &KEYWORDS) {
        return None;
    }
    // A condition has its own `let`.
    let own = before.iter().rev().skip(1);
    let mut own = own.take_while(|token| sign(token) != Some(';') && !is_braces(token));
    let is_condition = own.any(|token| is_word(token, &["if", "while"]));
    match is_let && !is_condition {
        true => Some("a name"),
        false => is_cast.then_some("a type"),
    }
}

/// Whether tokens end with the sign between the names of a path.
fn is_path(before: &[TokenTree]) -> bool {
    matches!(before, [.., first, last] if sign(first) == Some(':') && sign(last) == Some(':'))
}

/// Whether tokens end with the sign of a range.
fn is_dots(before: &[TokenTree]) -> bool {
    matches!(before, [.., first, _] if sign(first) == Some('.'))
}

/// Whether tokens end with a sign between two values, or of an assignment.
fn is_binary(before: &[TokenTree]) -> bool {
    let is_sign = |token: &&TokenTree| sign(token).is_some();
    let count = before.iter().rev().take_while(is_sign).count();
    let (values, signs) = before.split_at(before.len() - count);
    let text: String = signs.iter().filter_map(sign).collect();
    let is_other = matches!(text.as_str(), "=>" | "|" | "||" | ":" | "::" | "!" | "'");
    values.last().is_some_and(is_value) && !is_other
}

/// Whether the first braces end without a `;`.
fn has_value(tokens: &[TokenTree]) -> bool {
    let body = tokens.iter().find(|token| is_braces(token));
    let last = match body {
        Some(TokenTree::Group(body)) => body.stream().into_iter().last(),
        _ => None,
    };
    last.is_some_and(|last| sign(&last) != Some(';') && !is_braces(&last))
}

/// The token behind the first braces.
fn behind_body(tokens: &[TokenTree]) -> Option<&TokenTree> {
    let body = tokens.iter().position(is_braces);
    body.and_then(|body| tokens.get(body + 1))
}

/// Whether tokens begin with an assignment: `x =`, `x[0].1 +=`.
pub(super) fn assigns_at(tokens: &[TokenTree]) -> bool {
    let is_target = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => is_value(token),
        TokenTree::Punct(point) => point.as_char() == '.',
    };
    let target = tokens.iter().take_while(is_target).count();
    let signs = tokens[target..].iter().map_while(sign);
    let signs: String = signs.take(3).collect();
    let is_name = matches!(tokens.first(), Some(name @ TokenTree::Ident(_)) if is_value(name));
    let is_chain = tokens[..target].windows(2).all(|pair| {
        let is_point = |token: &TokenTree| sign(token) == Some('.');
        let is_part = matches!(pair[1], TokenTree::Group(_) | TokenTree::Literal(_));
        is_point(&pair[1]) || is_part
    });
    let equals = signs
        .strip_prefix(['+', '-', '*', '/', '%'])
        .unwrap_or(&signs);
    is_name
        && is_chain
        && equals.starts_with('=')
        && !equals.starts_with("==")
        && !equals.starts_with("=>")
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Whether tokens end with the pattern of a `let` and the `:` in front of its type.
fn is_typed_let(before: &[TokenTree]) -> bool {
    let is_end = |token: &&TokenTree| matches!(sign(token), Some(';' | '='));
    let mut own = before.iter().rev().take_while(|token| !is_end(token));
    own.any(|token| is_word(token, &["let"]))
}

/// Whether tokens end with the label of a loop, `'a:`.
fn is_label(before: &[TokenTree]) -> bool {
    matches!(before, [.., tick, TokenTree::Ident(_), colon]
        if sign(tick) == Some('\'') && sign(colon) == Some(':'))
}

/// Whether a token is one of these words.
fn is_word(token: &TokenTree, words: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(word) if words.iter().any(|own| word == own))
}

/// The end of a `break` or a `continue` which the statement that this token starts shall not
/// belong to: one on a later line, or a `let`.
fn exit_before(before: &[TokenTree], token: &TokenTree) -> Option<Span> {
    let is_exit = |token| is_word(token, &["break", "continue"]);
    let last = match before {
        [.., exit, tick, label] if is_exit(exit) && sign(tick) == Some('\'') => label,
        [.., exit] if is_exit(exit) => exit,
        _ => return None,
    };
    let is_let = is_word(token, &["let"]);
    let is_later = line_of(last.span()) < line_of(token.span());
    let starts = !matches!(sign(token), Some(';' | ',' | '\''));
    (is_let || is_later && starts).then(|| last.span())
}
