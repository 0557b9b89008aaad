//! Results with names, `-> (value: f64, error: f64)`, read as those without: a parser stops at the
//! colon and loses the rest of the block.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use crate::tokens::sign;

/// The items of a block with types alone in their results; the names are reported.
pub(super) fn without_names(tokens: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let mut done: Vec<TokenTree> = tokens.into_iter().collect();
    for position in 2..done.len() {
        let is_result = [position - 2, position - 1].map(|at| sign(&done[at]));
        let TokenTree::Group(group) = &done[position] else {
            continue;
        };
        if is_result == [Some('-'), Some('>')]
            && group.delimiter() == Delimiter::Parenthesis
            && let Some(types) = types(group, diagnostics)
        {
            let mut result = Group::new(group.delimiter(), types);
            result.set_span(group.span());
            done[position] = TokenTree::Group(result);
        }
    }
    done.into_iter().collect()
}

/// The types of a tuple whose values have names.
fn types(group: &Group, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let content: Vec<TokenTree> = group.stream().into_iter().collect();
    let (mut types, mut first) = (Vec::new(), None);
    for entry in content.split(|token| sign(token) == Some(',')) {
        match entry {
            [TokenTree::Ident(name), colon, ty @ ..]
                if sign(colon) == Some(':') && ty.first().and_then(sign) != Some(':') =>
            {
                first.get_or_insert(SourcePlace::between(name.span(), colon.span()));
                types.push(ty.iter().cloned().collect::<TokenStream>());
            }
            entry => types.push(entry.iter().cloned().collect()),
        }
    }
    let place = first?;
    let types = quote::quote!(#(#types),*);
    let help = match content.iter().any(|token| sign(token) == Some(',')) {
        true => format!("write `({})`", print(&types)),
        false => format!("write `{}`", print(&types)),
    };
    let message = "the values of a result have no names";
    diagnostics.push(Diagnostic::new(place, message).help(help));
    Some(types)
}
