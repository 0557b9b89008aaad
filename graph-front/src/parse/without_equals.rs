//! A `let` whose `=` is missing: `let y sum(x)`, `let y: f64 sum(x)`, `let mut y 0.0`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Type};

use super::declarations::{is_name, words};
use super::foreign_syntax::Repair;
use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{sign, unknown_value};

/// The most tokens that are parsed for a help: a tree is as deep as its longest chain of operators.
const LONGEST: usize = 256;

/// The error for a statement that binds a variable to the value next to it, behind its `let`. It is
/// read with its `=`.
pub(super) fn without_equals(first: &Ident, statement: &[TokenTree]) -> Option<Repair> {
    if statement.iter().any(|token| sign(token) == Some('=')) {
        return None;
    }
    let is_mut = matches!(statement.first(), Some(TokenTree::Ident(word)) if word == "mut");
    let pattern = &statement[usize::from(is_mut)..];
    let behind = 1 + type_behind(pattern.get(1..)?);
    let value = pattern.get(behind..)?;
    let begins = match pattern.first()? {
        name if is_name(name) => begins_value(value, behind == 1) && !is_type(pattern),
        TokenTree::Group(group) => {
            group.delimiter() != Delimiter::Brace && begins_value(value, false)
        }
        _ => false,
    };
    let (last, next) = (pattern.get(behind - 1)?, value.first()?);
    if !begins {
        return None;
    }
    let taken = statement.len() - value.len();
    let bound: TokenStream = statement[..taken].iter().cloned().collect();
    let place = SourcePlace::token(SourcePlace::of(last).end());
    // What stands on a later line may be another statement.
    if line_of(last.span()) < line_of(next.span()) {
        let (span, unknown) = (first.span(), unknown_value(first.span()));
        let message = format!("expected `=` and a value behind `{}`", print(&bound));
        return Some(Repair {
            error: Diagnostic::new(place, message),
            tokens: quote_spanned!(span=> let #bound = #unknown;),
            taken,
        });
    }
    let message = format!("expected `=` behind this, found `{}`", print(next));
    let error = Diagnostic::new(place, message);
    let span = first.span();
    match parsed(value) {
        Some(value) => Some(Repair {
            error: error.help(format!(
                "write `let {} = {};`",
                print(&bound),
                written(&value)
            )),
            tokens: quote_spanned!(span=> let #bound =),
            taken,
        }),
        // What else is wrong is not known before the value is.
        None => {
            let unknown = unknown_value(span);
            Some(Repair {
                error,
                tokens: quote_spanned!(span=> let #bound = #unknown),
                taken: statement.len(),
            })
        }
    }
}

/// How many of these tokens are a type with its colon.
fn type_behind(tokens: &[TokenTree]) -> usize {
    let [colon, ty @ ..] = tokens else {
        return 0;
    };
    let after_type = |input: ParseStream<'_>| {
        input.parse::<Type>()?;
        Ok(input.parse::<TokenStream>()?.into_iter().count())
    };
    let rest = after_type.parse2(ty.iter().cloned().collect());
    match (sign(colon), rest) {
        (Some(':'), Ok(rest)) => 1 + ty.len() - rest,
        _ => 0,
    }
}

/// Whether a value begins here, behind a name or a type. Brackets behind a name may be the extent of
/// an array, as C writes it.
fn begins_value(value: &[TokenTree], is_behind_name: bool) -> bool {
    match value.first() {
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Bracket => !is_behind_name || has_elements(group),
            Delimiter::Parenthesis | Delimiter::None => true,
            Delimiter::Brace => false,
        },
        Some(TokenTree::Ident(word)) => word == "if" || is_name(&value[0]),
        Some(TokenTree::Literal(_)) => true,
        Some(token) => matches!(sign(token), Some('-' | '!')),
        None => false,
    }
}

/// Whether brackets hold the elements of an array, and no extent.
fn has_elements(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    tokens.any(|token| match &token {
        TokenTree::Literal(literal) => literal.to_string().contains('.'),
        token => matches!(sign(token), Some(',' | ';')),
    })
}

/// Whether what stands in the place of a name is a type, in front of its variable.
fn is_type(pattern: &[TokenTree]) -> bool {
    let first = print(&pattern[0]);
    let is_alias = first.starts_with(char::is_uppercase) && words(pattern) == pattern.len();
    own_type(&first).is_some() || is_alias
}

/// The value, as far as it is one: a line that lacks its `;` ends with the value too.
fn parsed(value: &[TokenTree]) -> Option<Expr> {
    if value.len() > LONGEST {
        return None;
    }
    let line = line_of(value.first()?.span());
    let on_line = value
        .iter()
        .take_while(|token| line_of(token.span()) == line);
    let parse = |tokens: TokenStream| syn::parse2::<Expr>(tokens).ok();
    let all = parse(value.iter().cloned().collect());
    all.or_else(|| parse(on_line.cloned().collect()))
}

/// The value as it stands behind `=`.
fn written(value: &Expr) -> String {
    match value {
        Expr::Paren(inner) => print(&inner.expr),
        value => print(value),
    }
}
