//! Functions of the language that a function of the block shadows, as it has their name: in its own
//! body they are methods.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use crate::diagnostics::print;
use crate::lower::is_builtin;
use crate::tokens::{levels, sign};

/// The help for a function that calls its own name, where this is also one of the language's.
pub(crate) fn as_method(name: &str, body: &TokenTree) -> Option<String> {
    if !is_builtin(name) {
        return None;
    }
    let told = format!("to call the language's `{name}` instead");
    Some(match method(name, body) {
        Some(method) => format!("{told}, write it as a method: `{method}`"),
        None => format!("{told}, give this function another name"),
    })
}

/// The first call of the name as a method of its first argument.
fn method(name: &str, body: &TokenTree) -> Option<String> {
    let mut found = None;
    levels(body.to_token_stream(), |level| {
        for (at, pair) in level.windows(2).enumerate() {
            let [TokenTree::Ident(called), TokenTree::Group(group)] = pair else {
                continue;
            };
            let before = at.checked_sub(1).and_then(|before| sign(&level[before]));
            let is_own = called == name && !matches!(before, Some('.' | ':'));
            if is_own && group.delimiter() == Delimiter::Parenthesis && found.is_none() {
                found = Some(group.stream());
            }
        }
    });
    let arguments: Vec<TokenTree> = found?.into_iter().collect();
    let is_comma = |token: &TokenTree| sign(token) == Some(',');
    let end = arguments.iter().position(is_comma);
    let (first, others) = match end {
        Some(end) => (&arguments[..end], &arguments[end + 1..]),
        None => (&arguments[..], &[][..]),
    };
    let text = |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
    let receiver = match syn::parse2(first.iter().cloned().collect()).ok()? {
        Expr::Path(_) | Expr::Index(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Paren(_) => {
            text(first)
        }
        Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) => format!("({})", text(first)),
        _ => return None,
    };
    Some(format!("{receiver}.{name}({})", text(others)))
}
