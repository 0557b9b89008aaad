//! Statements that lack their `;` in front of a line that begins with `[`, `(` or `-`, which Rust
//! reads on as an index, a call or a difference.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use syn::Block;

use crate::diagnostics::{Diagnostic, SourcePlace, line_of, position_of, print};
use crate::tokens::{is_value, sign};

/// The longest statement that a help writes.
const LONGEST: usize = 60;

/// The most tokens of statements that are parsed anew: a tree is as deep as its longest chain.
const MOST: usize = 512;

/// The error for a statement among `before` that ends in front of `token`: what stands on its line
/// and before is a statement, and it is none together with what follows.
pub(super) fn line_end(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Diagnostic> {
    let last = before.last()?;
    let is_attribute = before.len().checked_sub(2).and_then(|at| sign(&before[at])) == Some('#');
    let sign_of_line = begins(token)?;
    let is_later = line_of(SourcePlace::of(last).end())? < line_of(SourcePlace::of(token).start())?;
    if !is_later || is_attribute || !(is_value(last) || is_brace(last)) {
        return None;
    }
    let mut rest = vec![token.clone()];
    for token in after {
        let is_end = sign(&token) == Some(';');
        rest.push(token);
        if is_end || rest.len() > MOST {
            break;
        }
    }
    let statement = starts(before).into_iter().find_map(|start| {
        let statement = &before[start..];
        ends(statement, &rest).then_some(statement)
    })?;
    let text = print(&statement.iter().cloned().collect::<TokenStream>());
    let text = text.replacen("let(", "let (", 1);
    let help = (text.chars().count() <= LONGEST).then(|| format!("write `{text};`"));
    Some(missing_semicolon(SourcePlace::of(last), sign_of_line).help_if(help))
}

/// The error for a missing `;` behind the end of a place.
pub(crate) fn missing_semicolon(before: SourcePlace, found: char) -> Diagnostic {
    let message = format!("expected `;` behind this, found `{found}`");
    Diagnostic::new(SourcePlace::token(before.end()), message)
}

/// The sign with which a line begins that Rust reads as the rest of the one before.
fn begins(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Bracket => Some('['),
            Delimiter::Parenthesis => Some('('),
            Delimiter::Brace | Delimiter::None => None,
        },
        token => sign(token).filter(|sign| *sign == '-'),
    }
}

fn is_brace(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Where the last of some statements may start: behind a `;`, with its `let`, or behind the braces of
/// the statement before it.
fn starts(before: &[TokenTree]) -> Vec<usize> {
    let inner = &before[..before.len() - 1];
    let behind = |is_end: &dyn Fn(&TokenTree) -> bool| inner.iter().rposition(is_end);
    let is_let = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
    let semicolon = behind(&|token| sign(token) == Some(';')).map_or(0, |end| end + 1);
    let starts = [
        behind(&is_let),
        behind(&is_brace).map(|end| end + 1),
        Some(semicolon),
    ];
    let starts = starts.into_iter().flatten();
    starts.filter(|start| *start >= semicolon).collect()
}

/// Whether a statement ends in front of the rest: both are statements, and they are none together.
/// Where only the end of both is missing, the columns of the lines tell.
fn ends(statement: &[TokenTree], rest: &[TokenTree]) -> bool {
    if statement.is_empty() || statement.len() + rest.len() > MOST {
        return false;
    }
    let semicolon = [TokenTree::from(Punct::new(';', Spacing::Alone))];
    let all = [statement, rest].concat();
    if !is_block(&[statement, &semicolon]) || !is_block(&[rest]) || is_block(&[&all]) {
        return false;
    }
    let column = |tokens: &[TokenTree]| {
        let first = tokens.first().map(|first| SourcePlace::of(first).start());
        first.and_then(position_of).map(|(_, column)| column)
    };
    !is_block(&[&all, &semicolon]) || column(rest) <= column(statement)
}

/// Whether tokens are the statements of a block.
fn is_block(parts: &[&[TokenTree]]) -> bool {
    let tokens: TokenStream = parts.iter().flat_map(|part| part.iter().cloned()).collect();
    let block = TokenTree::from(Group::new(Delimiter::Brace, tokens));
    syn::parse2::<Block>(block.into()).is_ok()
}
