//! Closures that are half typed in a call: without a value, `map(|v| , x)`, and without their second
//! bar, `map(|v v, x)`.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use syn::ExprClosure;

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{is_value, sign};

/// Functions and methods that take closures, here or in Rust: bars in a call of another one are those
/// of an absolute value, `max(|p|, 1.0)`.
const TAKERS: [&str; 17] = [
    "all",
    "any",
    "count",
    "filter",
    "filter_map",
    "find",
    "flat_map",
    "fold",
    "for_each",
    "from_fn",
    "map",
    "max_by",
    "min_by",
    "position",
    "reduce",
    "solve",
    "sort_by",
];

/// The most tokens that are parsed for a help: a tree is as deep as its longest chain of operators.
const LONGEST: usize = 256;

/// The error for a closure among the arguments in `group`, behind the tokens `before`.
pub(super) fn half_typed(before: &[TokenTree], group: &Group) -> Option<Diagnostic> {
    let takes = matches!(before.last(), Some(TokenTree::Ident(name))
        if TAKERS.iter().any(|taker| name == taker));
    if !takes || group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let starts = |at: &usize| {
        let before = at.checked_sub(1).map(|at| &tokens[at]);
        let is_first = before.is_none_or(|before| sign(before) == Some(','));
        let is_moved = matches!(before, Some(TokenTree::Ident(word)) if word == "move");
        sign(&tokens[*at]) == Some('|') && (is_first || is_moved)
    };
    let start = (0..tokens.len()).find(starts)?;
    let is_bar = |token: &TokenTree| sign(token) == Some('|');
    match tokens[start + 1..].iter().position(is_bar) {
        Some(parameters) => without_value(&tokens[start..], parameters + 1),
        None => Some(without_bar(&tokens[start..])),
    }
}

/// The error for a closure whose second bar is the last of its tokens.
fn without_value(closure: &[TokenTree], bar: usize) -> Option<Diagnostic> {
    let ends = closure
        .get(bar + 1)
        .is_none_or(|next| sign(next) == Some(','));
    if !ends {
        return None;
    }
    let place = SourcePlace::between(closure[0].span(), closure[bar].span());
    let help = format!(
        "write it behind the parameters: `{} ..`",
        text(&closure[..=bar])
    );
    Some(Diagnostic::new(place, "the closure needs a value").help(help))
}

/// The error for a closure with one bar, in front of the arguments behind it.
fn without_bar(closure: &[TokenTree]) -> Diagnostic {
    let place = SourcePlace::token(closure[0].span());
    let error = Diagnostic::new(place, "the parameters of a closure stand between two bars");
    error.help_if(with_bar(closure).map(|code| format!("write `{code}`")))
}

/// The closure with its second bar, where it shows where that belongs: between a parameter and a value
/// next to it.
fn with_bar(closure: &[TokenTree]) -> Option<String> {
    if closure.len() > LONGEST {
        return None;
    }
    let mut at = 1;
    loop {
        at += usize::from(closure.get(at).and_then(sign) == Some('&'));
        let is_parameter = closure.get(at).is_some_and(|token| match token {
            TokenTree::Ident(_) => is_value(token) || print(token) == "_",
            TokenTree::Group(pattern) => pattern.delimiter() != Delimiter::Brace,
            _ => false,
        });
        at += 1;
        if !is_parameter {
            return None;
        }
        match closure.get(at)? {
            comma if sign(comma) == Some(',') => at += 1,
            minus if sign(minus).is_some_and(|sign| sign != '-') => return None,
            _ => break,
        }
    }
    let value = closure[at..].iter();
    let value = value.take_while(|token| sign(token) != Some(','));
    let bar = TokenTree::Punct(Punct::new('|', Spacing::Alone));
    let closure = closure[..at].iter().chain([&bar]).chain(value);
    let closure: TokenStream = closure.cloned().collect();
    let code = print(&closure);
    syn::parse2::<ExprClosure>(closure).ok().map(|_| code)
}

fn text(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}
