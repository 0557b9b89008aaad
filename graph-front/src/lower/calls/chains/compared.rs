//! Extremes by a comparison: `max_by` and `min_by` with the closures that order the elements, and
//! `max_by_key` and `min_by_key`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprMethodCall};

use super::stream::{Mapped, body, closure_of, names};
use crate::diagnostics::print;
use crate::lower::expressions::without_parentheses;
use crate::tokens::mentions;

/// The methods whose argument orders the elements.
pub(super) const COMPARED: [&str; 4] = ["max_by", "min_by", "max_by_key", "min_by_key"];

/// The order that a comparison gives elements.
struct Order {
    /// The name of an element, and what is compared of it; `None` of the elements themselves.
    key: Option<(String, String)>,
    is_reversed: bool,
}

/// The code of an extreme of all elements by the order of a closure.
pub(super) fn extreme(mapped: &Mapped, call: &ExprMethodCall) -> Option<String> {
    let Mapped::Array(array, _) = mapped.whole()? else {
        return None;
    };
    let name = call.method.to_string();
    let order = match (call.args.first()?, name.ends_with("_key")) {
        (function, true) => {
            let (element, key) = closure_of(function)?;
            Order {
                key: Some((element.clone(), key)).filter(|(_, key)| *key != element),
                is_reversed: false,
            }
        }
        (Expr::Path(path), false) => {
            let name = &path.path.segments.last()?.ident;
            let is_own = name == "total_cmp" || name == "partial_cmp" || name == "cmp";
            is_own.then_some(Order {
                key: None,
                is_reversed: false,
            })?
        }
        (Expr::Closure(closure), false) => order_of(closure)?,
        _ => return None,
    };
    let function = match name.starts_with("max") != order.is_reversed {
        true => "max",
        false => "min",
    };
    Some(match order.key {
        None => format!("{function}({array})"),
        Some((element, key)) => {
            format!("{array}[arg{function}({array}.map(|{element}| {key}))]")
        }
    })
}

/// The order that a closure of two elements says: `|a, b| a.abs().total_cmp(&b.abs())`.
fn order_of(closure: &ExprClosure) -> Option<Order> {
    let of_parameter = |position: usize| names(closure.inputs.iter().nth(position)?)?.pop();
    let (first, second) = (of_parameter(0)?, of_parameter(1)?);
    let (mut compared, mut is_reversed) = (behind_block(&closure.body), false);
    let comparison = loop {
        let Expr::MethodCall(call) = without_parentheses(compared) else {
            return None;
        };
        match call.method.to_string().as_str() {
            "unwrap" | "unwrap_or" | "expect" => {}
            "reverse" => is_reversed = !is_reversed,
            "total_cmp" | "partial_cmp" | "cmp" => break call,
            _ => return None,
        }
        compared = &call.receiver;
    };
    let other = match without_parentheses(comparison.args.first()?) {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    let has = |expr: &Expr, name: &str| mentions(expr, |own| own == name);
    let sides = [&*comparison.receiver, other];
    let is_of = |names: [&String; 2]| {
        let mut pairs = sides.iter().zip([names, [names[1], names[0]]]);
        pairs.all(|(side, [own, other])| has(side, own) && !has(side, other))
    };
    let own = match (is_of([&first, &second]), is_of([&second, &first])) {
        (true, _) => [&first, &second],
        (_, true) => {
            is_reversed = !is_reversed;
            [&second, &first]
        }
        _ => return None,
    };
    let patterns = match own[0] == &first {
        true => [0, 1],
        false => [1, 0],
    };
    let mut keys = sides.iter().zip(patterns).map(|(side, position)| {
        let side = match without_parentheses(side) {
            Expr::Reference(reference) => &*reference.expr,
            side => side,
        };
        body(&closure.inputs[position], side)
    });
    let (key, other) = (keys.next()??, keys.next()??);
    let other: TokenStream = other.parse().ok()?;
    if print(&renamed(other, own[1], own[0])) != print(&key.parse::<TokenStream>().ok()?) {
        return None;
    }
    Some(Order {
        key: Some((own[0].clone(), key)).filter(|(name, key)| name != key),
        is_reversed,
    })
}

/// The only expression of a block.
fn behind_block(expr: &Expr) -> &Expr {
    match expr {
        Expr::Block(block) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(inner, None)] => inner,
            _ => expr,
        },
        expr => expr,
    }
}

/// The tokens with another name in the place of one. Follows groups by recursion, whose depth
/// [`crate::guard`] bounds.
fn renamed(tokens: TokenStream, from: &str, to: &str) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == from => Ident::new(to, name.span()).into(),
        TokenTree::Group(group) => {
            let inner = renamed(group.stream(), from, to);
            proc_macro2::Group::new(group.delimiter(), inner).into()
        }
        token => token,
    });
    tokens.collect::<TokenStream>().to_token_stream()
}
