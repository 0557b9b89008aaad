//! Looks for names in tokens, without parsing them: what a body calls and mentions.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree, token_stream::IntoIter};
use quote::ToTokens;

/// A name that is called: `name(..)`, or `.name(..)`.
pub(crate) struct Called {
    /// The name.
    pub(crate) name: Ident,
    /// Whether it follows a dot.
    pub(crate) is_method: bool,
}

/// All names that are called, in their order.
pub(crate) fn calls(tokens: TokenStream) -> Vec<Called> {
    let mut found = Vec::new();
    let mut previous: Option<(Ident, bool)> = None;
    let mut after_dot = false;
    walk(tokens, |token| {
        let name = previous.take();
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                if let Some((name, is_method)) = name {
                    found.push(Called { name, is_method });
                }
            }
            TokenTree::Ident(ident) => previous = Some((ident.clone(), after_dot)),
            _ => {}
        }
        after_dot = matches!(token, TokenTree::Punct(p) if p.as_char() == '.');
    });
    found
}

/// Whether an expression mentions a name that the predicate accepts.
pub(crate) fn mentions(expr: &impl ToTokens, accept: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    walk(expr.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            found = found || accept(&ident.to_string());
        }
    });
    found
}

/// The names that start with a small letter, each once.
pub(crate) fn words(tokens: &impl ToTokens) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    walk(tokens.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            let name = ident.to_string();
            if name.starts_with(char::is_lowercase) && !found.contains(&name) {
                found.push(name);
            }
        }
    });
    found
}

/// Visits every token, groups before their content.
fn walk(tokens: TokenStream, mut visit: impl FnMut(&TokenTree)) {
    let mut stack: Vec<IntoIter> = vec![tokens.into_iter()];
    while let Some(tokens) = stack.last_mut() {
        match tokens.next() {
            None => {
                stack.pop();
            }
            Some(token) => {
                visit(&token);
                if let TokenTree::Group(group) = token {
                    stack.push(group.stream().into_iter());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{calls, mentions};

    #[test]
    fn calls_are_found_at_any_depth() {
        let tokens = "let y = f(x, [g(1.0); 3]).sin() + (h) * k;".parse();
        let found = calls(tokens.expect("tokens"));
        let names: Vec<String> = found.iter().map(|c| c.name.to_string()).collect();
        assert_eq!(names, ["f", "g", "sin"]);
        assert_eq!(found.iter().filter(|c| c.is_method).count(), 1);
    }

    #[test]
    fn mentions_sees_all_names() {
        let expr: syn::Expr = syn::parse_str("x[(.., i)] + 1.0").expect("expression");
        assert!(mentions(&expr, |name| name == "i"));
        assert!(!mentions(&expr, |name| name == "j"));
    }
}
