//! Places of syntax errors. A parser stops at the first token that does not fit, which is on the next
//! line where a statement lacks its end.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, line_of, position_of, print};

/// The error at the token behind which something is missing, if the parser reports it at the token
/// after, and that stands on a later line or the statement's `;` is missing.
pub(super) fn behind_statement(error: syn::Error, tokens: TokenStream) -> syn::Error {
    let message = error.to_string();
    let lacks_end = message.contains("expected `;`");
    let lacks_rest = message.contains("expected an expression");
    if !lacks_end && !lacks_rest {
        return error;
    }
    let Some((before, found)) = around(tokens, error.span()) else {
        return error;
    };
    let is_later = line_of(before.span()) < line_of(error.span());
    let place = SourcePlace::token(before.span());
    let diagnostic = match (lacks_end, found) {
        (true, Some(found)) => Diagnostic::new(
            place,
            format!("expected `;` behind this, found `{}`", print(&found)),
        ),
        (true, None) => return error,
        (false, _) if is_later => {
            let message = format!("expected an expression behind `{}`", print(&before));
            Diagnostic::new(place, message)
        }
        (false, _) => return error,
    };
    diagnostic.into_syn()
}

/// The last token before a place, and the token there, which is none where the place is the end of a
/// group.
fn around(tokens: TokenStream, place: Span) -> Option<(TokenTree, Option<TokenTree>)> {
    let place = position_of(place)?;
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let mut before: Option<TokenTree> = None;
        for token in tokens {
            let starts = position_of(token.span())?;
            if starts == place {
                return before.map(|before| (before, Some(token)));
            }
            if let TokenTree::Group(group) = &token {
                let ends = position_of(group.span_close())?;
                if starts < place && place < ends {
                    open.push(group.stream());
                }
                if ends == place {
                    let last = group.stream().into_iter().last();
                    return last.map(|last| (last, None));
                }
            }
            before = Some(token);
        }
    }
    None
}
