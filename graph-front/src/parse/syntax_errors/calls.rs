//! Errors in calls: lengths that are computed and stand without braces, and functions that other
//! languages apply to each element.

use graph_ir::ops::ScalarOp;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::{Fault, starts_at};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, levels, sign};

/// `p::<K - 1>(x)`.
pub(super) fn computed_length(fault: &Fault) -> Option<Diagnostic> {
    if fault.message != "expected `,`" {
        return None;
    }
    let mut found = None;
    levels(fault.tokens.clone(), |level| {
        let Some(at) = { level.iter() }.position(|token| starts_at(token, fault.place)) else {
            return;
        };
        let Some(open) = opened(&level[..at]) else {
            return;
        };
        let lengths = &level[open + 1..];
        let Some(close) = lengths.iter().position(|token| sign(token) == Some('>')) else {
            return;
        };
        let path = &level[..open - 2];
        let path = &path[path.len() - chain_before(path)..];
        let Some(TokenTree::Group(operands)) = lengths.get(close + 1) else {
            return;
        };
        if operands.delimiter() == Delimiter::Parenthesis {
            let lengths: Vec<&[TokenTree]> = lengths[..close]
                .split(|token| sign(token) == Some(','))
                .collect();
            let text = lengths.iter().map(|length| braced(length));
            let text = text.collect::<Vec<String>>().join(", ");
            let call = format!("{}::<{text}>{}", text_of(path), print(operands));
            let wrong = lengths
                .into_iter()
                .find(|length| length.iter().any(|token| starts_at(token, fault.place)));
            found = wrong.and_then(place_of).map(|place| (place, call));
        }
    });
    let (place, call) = found?;
    let message = "a length that is computed stands in braces";
    Some(Diagnostic::new(place, message).help(format!("write `{call}`")))
}

/// The `<` of the last `::<` that is not closed in front of a place.
fn opened(before: &[TokenTree]) -> Option<usize> {
    let open = before.iter().rposition(|token| sign(token) == Some('<'))?;
    let is_colon = |token: &TokenTree| sign(token) == Some(':');
    let is_path = open > 2 && before[open - 2..open].iter().all(is_colon);
    let is_closed = { before[open..].iter() }
        .any(|token| matches!(token, TokenTree::Punct(p) if matches!(p.as_char(), '>' | ';')));
    (is_path && !is_closed).then_some(open)
}

/// A length as it stands between `<` and `>`.
fn braced(length: &[TokenTree]) -> String {
    let text = text_of(length);
    match length {
        [_] => text,
        _ => format!("{{ {text} }}"),
    }
}

fn text_of(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}

fn place_of(tokens: &[TokenTree]) -> Option<SourcePlace> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    Some(SourcePlace::of(first).to(SourcePlace::of(last)))
}

/// `sin.(x)`, as in Julia.
pub(super) fn broadcast_call(fault: &Fault) -> Option<Diagnostic> {
    let Some(TokenTree::Group(operands)) = &fault.found else {
        return None;
    };
    let is_point = fault.before.as_ref().and_then(sign) == Some('.');
    if !is_point || operands.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let mut found = None;
    levels(fault.tokens.clone(), |level| {
        let place = { level.iter() }.position(|token| starts_at(token, fault.place));
        if let Some(at @ 2..) = place
            && let [TokenTree::Ident(name), point] = &level[at - 2..at]
            && !matches!(point, TokenTree::Punct(point) if point.spacing() == Spacing::Joint)
        {
            let is_part = at > 2 && sign(&level[at - 3]) == Some('.');
            found = (!is_part).then(|| name.clone());
        }
    });
    let name = found?;
    let arguments = print(&operands.stream());
    let text = name.to_string();
    let first = operands.stream().into_iter().next();
    let op = ScalarOp::from_name(&text, None).filter(|op| op.symbol().is_none());
    let help = match op.is_some() {
        // It may be a variable, of which a part is meant.
        false if matches!(first, Some(TokenTree::Literal(_)) | None) => return None,
        true => format!("it has an element for each of an array: `{text}({arguments})`"),
        false => {
            format!("to apply it to each element of an array write `map({text}, {arguments})`")
        }
    };
    let place = SourcePlace::of(&name).to(SourcePlace::token(operands.span_close()));
    let message = format!("a call has no `.`: `{text}.(..)`");
    Some(Diagnostic::new(place, message).help(help))
}
