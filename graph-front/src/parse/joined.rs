//! numpy's `np.r_[x, y]` and `np.c_[x, y]`, which join arrays in brackets.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, sign};

/// The error for the brackets behind `np.r_` or `np.c_`.
pub(super) fn joined(before: &[TokenTree], group: &Group) -> Option<Diagnostic> {
    let [.., point, TokenTree::Ident(name)] = before else {
        return None;
    };
    let (name, is_chain) = (name.to_string(), sign(point) == Some('.'));
    if group.delimiter() != Delimiter::Bracket || !is_chain {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let parts = tokens.split(|token| sign(token) == Some(','));
    let parts = parts.map(|part| {
        let text = print(&part.iter().cloned().collect::<TokenStream>());
        let is_number = matches!(part, [TokenTree::Literal(_)]);
        // A range of numbers, `np.r_[0:10]`.
        let is_range = part.iter().any(|token| sign(token) == Some(':'));
        (!is_range && !text.is_empty()).then(|| match (is_number, &*name) {
            (true, "r_") => format!("[{text}]"),
            _ => text,
        })
    });
    let parts: Option<Vec<String>> = parts.collect();
    let help = match (&*name, parts) {
        ("r_", Some(parts)) => format!("arrays are joined by `concat({})`", parts.join(", ")),
        ("c_", Some(parts)) => format!(
            "vectors are the columns of `stack({0}, axis = 1)`, and matrices are joined by \
             `concat({0}, axis = 1)`",
            parts.join(", ")
        ),
        ("r_" | "c_", None) => "numbers in equal steps are `linspace(0.0, 1.0, 11)`".into(),
        _ => return None,
    };
    let place = SourcePlace::of(&before[before.len() - chain_before(before)]);
    let place = place.to(SourcePlace::token(group.span_close()));
    let message = format!("`{name}` of numpy is not part of the language of `graph!`");
    Some(Diagnostic::new(place, message).help(help))
}
