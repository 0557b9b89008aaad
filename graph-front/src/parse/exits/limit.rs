//! How often a `while` or `loop` repeats at most, as the attribute above it says.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Attribute, BinOp, Expr, LitInt, Meta, RangeLimits};

use super::super::attributes::{in_place_of_limit, is_known_on_loop, unknown_on_loop};
use super::LIMIT;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};

/// The attributes of a `while` or `loop` that say how often it repeats at most; without any, those
/// that the language does not have: one of them may be meant to.
///
/// Returns them, and the others.
pub(super) fn limits(attributes: &[Attribute]) -> (Vec<&Attribute>, Vec<&Attribute>) {
    let is_limit = |attribute: &&Attribute| attribute.path().is_ident(LIMIT);
    let has_limit = attributes.iter().any(|attribute| is_limit(&attribute));
    attributes.iter().partition(|attribute| match has_limit {
        true => is_limit(attribute),
        false => !is_known_on_loop(attribute),
    })
}

/// How often a loop repeats at most; `None` after an error.
pub(super) fn limit(
    attributes: &[Attribute],
    place: Span,
    diagnostics: &Diagnostics,
) -> Option<Expr> {
    let help = "write `#[limit(..)]` before it, with the most repetitions that there may be \
                between the parentheses: behind them the loop ends";
    let mut limits = limits(attributes).0.into_iter();
    let Some(limit) = limits.next() else {
        let message = "this loop does not say how often it repeats at most";
        let diagnostic = Diagnostic::new(SourcePlace::token(place), message);
        diagnostics.push(diagnostic.help(help));
        return None;
    };
    if !limit.path().is_ident(LIMIT) {
        diagnostics.push(in_place_of_limit(limit));
        for other in limits {
            diagnostics.push(unknown_on_loop(other));
        }
        return None;
    }
    if let Some(second) = limits.next() {
        let message = "the loop has this attribute already";
        let diagnostic = Diagnostic::new(SourcePlace::of(second), message);
        diagnostics.push(diagnostic.help("remove one of the two"));
        return None;
    }
    let written = match &limit.meta {
        Meta::List(list) => syn::parse2(list.tokens.clone()).ok(),
        Meta::Path(_) | Meta::NameValue(_) => None,
    };
    let count = written.filter(can_be_count);
    if count.is_none() {
        let message = "`limit` takes the most repetitions that the loop may make";
        let diagnostic = Diagnostic::new(SourcePlace::of(limit), message);
        let help = match meant_count(limit) {
            Some(count) => format!("write `#[limit({count})]`"),
            None => "write an integer, or a constant, between the parentheses".into(),
        };
        diagnostics.push(diagnostic.help(help));
    }
    count
}

/// Whether an expression may have a number as its value, as far as its form says.
fn can_be_count(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(e) => can_be_count(&e.expr),
        Expr::Group(e) => can_be_count(&e.expr),
        Expr::Binary(e) => !is_assignment(&e.op),
        Expr::Assign(_)
        | Expr::Break(_)
        | Expr::Closure(_)
        | Expr::Continue(_)
        | Expr::ForLoop(_)
        | Expr::Let(_)
        | Expr::Loop(_)
        | Expr::Range(_)
        | Expr::Return(_)
        | Expr::While(_)
        | Expr::Yield(_) => false,
        _ => true,
    }
}

/// Whether an operator assigns.
pub(super) fn is_assignment(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// The number of repetitions that an attribute means: `5` of `(5)`, `(n = 5)` and `(0..5)`.
pub(in crate::parse) fn meant_count(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::List(list) => {
            let written = syn::parse2(list.tokens.clone()).ok();
            let count = written.and_then(|expr: Expr| count_in(&expr));
            count.or_else(|| only_integer(list.tokens.clone()))
        }
        Meta::NameValue(named) => count_in(&named.value),
        Meta::Path(_) => None,
    }
}

fn count_in(expr: &Expr) -> Option<String> {
    match expr {
        // The name stands on the left, and the number is last where both may be one.
        Expr::Assign(e) if matches!(*e.left, Expr::Lit(_)) => count_in(&e.left),
        Expr::Assign(e) => count_in(&e.right),
        Expr::Range(e) if matches!(e.limits, RangeLimits::HalfOpen(_)) => {
            count_in(e.end.as_deref()?)
        }
        Expr::Paren(e) => count_in(&e.expr),
        expr if can_be_count(expr) => Some(print(expr)),
        _ => None,
    }
}

/// The integer among tokens, where there is one.
fn only_integer(tokens: TokenStream) -> Option<String> {
    let integer = |token: TokenTree| match token {
        TokenTree::Literal(literal) => {
            syn::parse2::<LitInt>(TokenTree::Literal(literal).into()).ok()
        }
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) => None,
    };
    let mut integers = tokens.into_iter().filter_map(integer);
    match (integers.next(), integers.next()) {
        (Some(only), None) => Some(only.to_string()),
        _ => None,
    }
}
