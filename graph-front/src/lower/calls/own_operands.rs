//! Calls through the modules of libraries in the operands of another one, `np.exp(np.mean(x))`: one
//! help writes all of them as the language has them.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::punctuated::Punctuated;
use syn::token::Comma;

use super::foreign::{has_namesake, is_module, same};
use super::is_builtin;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::constant_of_path;
use crate::tokens::{chain_before, sign};

/// The longest code of a help.
const LONGEST: usize = 80;

/// The names of other languages that some tokens have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Nothing.
    Nothing,
    /// Something that the language has too.
    Known,
    /// Something else.
    Unknown,
}

impl<'e> Lowerer<'_, 'e> {
    /// The help for a call of a library's function by these names, if there are such calls in its
    /// operands too, and the language has all of them.
    pub(super) fn with_own_operands(
        &mut self,
        names: &[String],
        args: &'e Punctuated<Expr, Comma>,
    ) -> Option<String> {
        let function = own_name(names)?;
        let mut found = Found::Nothing;
        let operands = self.own(args.to_token_stream(), &mut found);
        let text = format!("{function}({})", print(&operands));
        if found != Found::Known || text.chars().count() > LONGEST {
            return None;
        }
        // Trees of the block live as long as its graph, and so does this one, of one error.
        let call: &'static Expr = Box::leak(Box::new(syn::parse_str(&text).ok()?));
        let before = self.names.diagnostics.len();
        self.expression(call);
        let is_right = self.names.diagnostics.len() == before;
        self.names.diagnostics.truncate(before);
        is_right.then(|| format!("write `{text}`"))
    }

    /// The tokens with calls, constants and powers of other languages as this one writes them.
    /// Follows groups by recursion, whose depth [`crate::guard`] bounds.
    fn own(&self, tokens: TokenStream, found: &mut Found) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut done: Vec<TokenTree> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let is_member = done.last().and_then(sign) == Some('.');
            match token {
                TokenTree::Group(group) => {
                    let mut new = Group::new(group.delimiter(), self.own(group.stream(), found));
                    new.set_span(group.span());
                    done.push(new.into());
                }
                TokenTree::Ident(first)
                    if !is_member
                        && is_module(&first.to_string())
                        && !self.has_value_named(&first.to_string()) =>
                {
                    let (names, taken) = path(&tokens[at..]);
                    at += taken - 1;
                    let is_called = matches!(
                        tokens.get(at + 1),
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
                    );
                    let own = match is_called {
                        true => own_name(&names).map(String::from),
                        false => names.last().and_then(|name| constant_of_path(name)),
                    };
                    match own.and_then(|own| own.parse::<TokenStream>().ok()) {
                        Some(own) => {
                            done.extend(own);
                            *found = (*found).or(Found::Known);
                        }
                        None => *found = Found::Unknown,
                    }
                }
                _ if let Some((function, number)) = power(&tokens[at..], &done) => {
                    done.extend(quote!(.#function(#number)));
                    *found = (*found).or(Found::Known);
                    at += 2;
                }
                token => done.push(token.clone()),
            }
            at += 1;
        }
        done.into_iter().collect()
    }
}

impl Found {
    fn or(self, other: Self) -> Self {
        match self {
            Self::Unknown => self,
            Self::Nothing | Self::Known => other,
        }
    }
}

/// The language's name of the function that a library has by these.
fn own_name(names: &[String]) -> Option<&str> {
    let name = names.last().filter(|_| !has_namesake(names))?;
    match is_builtin(name) {
        true => Some(name),
        false => same(name),
    }
}

/// The names of a path, with points or colons between them, and the number of its tokens.
fn path(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let (mut names, mut at) = (Vec::new(), 0);
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        names.push(name.to_string());
        let sign_at = |at: usize| tokens.get(at).and_then(sign);
        let separator = match (sign_at(at + 1), sign_at(at + 2)) {
            (Some('.'), _) => 1,
            (Some(':'), Some(':')) => 2,
            _ => 0,
        };
        if separator == 0 || !matches!(tokens.get(at + 1 + separator), Some(TokenTree::Ident(_))) {
            return (names, at + 1);
        }
        at += 1 + separator;
    }
    (names, at)
}

/// The method and the exponent of a power, `** 2`, behind a value.
fn power(tokens: &[TokenTree], before: &[TokenTree]) -> Option<(Ident, TokenTree)> {
    let [first, second, number @ TokenTree::Literal(exponent), ..] = tokens else {
        return None;
    };
    if sign(first) != Some('*') || sign(second) != Some('*') || chain_before(before) == 0 {
        return None;
    }
    let is_whole = exponent.to_string().parse::<u32>().is_ok();
    let method = if is_whole { "powi" } else { "powf" };
    Some((Ident::new(method, first.span()), number.clone()))
}
