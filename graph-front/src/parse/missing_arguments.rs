//! A comma that is missing in front of an array in a call, `dot(v [1.0, 2.0])` and
//! `reshape(load [6])`, which Rust reads as an index. Nobody puts a space in front of the brackets
//! of one.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, position_of, print};
use crate::tokens::{is_value, levels, sign};

/// Functions of two operands, of which the second may be an array literal.
const OF_TWO: [&str; 9] = [
    "broadcast",
    "concat",
    "cross",
    "dot",
    "linear_solve",
    "matmul",
    "outer",
    "reshape",
    "solve",
];

/// Whether the arguments of a call lack such a comma.
pub(super) fn lacks_comma(tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        found = found
            || (1..level.len()).any(|at| match &level[at] {
                TokenTree::Group(arguments) => gap(&level[..at], arguments).is_some(),
                _ => false,
            });
    });
    found
}

/// The arguments of a call behind the tokens `before`, with the comma that is missing, and the
/// error.
pub(super) fn with_comma(
    before: &[TokenTree],
    arguments: &Group,
) -> Option<(TokenStream, Diagnostic)> {
    let at = gap(before, arguments)?;
    let mut tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
    let place = SourcePlace::token(SourcePlace::of(&tokens[at - 1]).end());
    let message = format!("expected `,` behind this, found `{}`", print(&tokens[at]));
    let mut comma = Punct::new(',', Spacing::Alone);
    comma.set_span(tokens[at - 1].span());
    tokens.insert(at, comma.into());
    let tokens: TokenStream = tokens.into_iter().collect();
    let help = format!(
        "write `{}({})`",
        before.last().map(print).unwrap_or_default(),
        print(&tokens)
    );
    Some((tokens, Diagnostic::new(place, message).help(help)))
}

/// The position of the array in front of which a comma is missing, among the arguments of a call.
fn gap(before: &[TokenTree], arguments: &Group) -> Option<usize> {
    let function = match before {
        [.., dot, TokenTree::Ident(_)] if sign(dot) == Some('.') => return None,
        [.., TokenTree::Ident(function)] => function,
        _ => return None,
    };
    if arguments.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
    let is_one = !tokens.iter().any(|token| sign(token) == Some(','));
    let lacks_operand = is_one && OF_TWO.iter().any(|own| function == own);
    (1..tokens.len()).find(|&at| match &tokens[at] {
        TokenTree::Group(array) if array.delimiter() == Delimiter::Bracket => {
            is_value(&tokens[at - 1])
                && is_apart(&tokens[at - 1], array)
                && (lacks_operand && at + 1 == tokens.len() || has_floats(array))
        }
        _ => false,
    })
}

/// Whether there is space between the end of a token and brackets on its line.
fn is_apart(token: &TokenTree, array: &Group) -> bool {
    let last = SourcePlace::of(token).end();
    let (Some(_), Some(start)) = (position_of(last), position_of(array.span_open())) else {
        return false;
    };
    let end = last.end();
    start.0 == end.line && start.1 > end.column
}

/// Whether brackets hold elements that are floats, which are no positions.
fn has_floats(array: &Group) -> bool {
    array.stream().into_iter().any(|token| match &token {
        TokenTree::Literal(literal) => literal.to_string().contains('.'),
        _ => false,
    })
}
