//! Methods of iterators that take a condition, `x.any(|v| v > 0.0)`: the help keeps it. Functions
//! apply to all elements of an array, so that the condition of one element becomes that of all by
//! the name of the array in the place of the element's.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, ExprMethodCall, Pat, Token};

use super::Builtin;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::tokens::{is_value, joined, levels, sign};

/// The arguments between the parentheses of a call.
type Args = Punctuated<Expr, Token![,]>;

/// The methods, with what they are of a condition `{c}` of all elements, where that is a value, and
/// what a loop makes of a condition `{c}` of one.
const METHODS: [(&str, &str, &str); 6] = [
    (
        "any",
        "max(select({c}, 1.0, 0.0)) > 0.5",
        "let mut any = false; for {v} in {x} { any = any || {c}; }",
    ),
    (
        "all",
        "min(select({c}, 1.0, 0.0)) > 0.5",
        "let mut all = true; for {v} in {x} { all = all && {c}; }",
    ),
    (
        "count",
        "sum(select({c}, 1.0, 0.0))",
        "let mut count = 0.0; for {v} in {x} { if {c} { count += 1.0; } }",
    ),
    (
        "position",
        "argmax(select({c}, 1.0, 0.0))",
        "for (i, {v}) in {x}.iter().enumerate() { if {c} { .. } }",
    ),
    ("filter", "", "for {v} in {x} { if {c} { .. } }"),
    ("find", "", "for {v} in {x} { if {c} { ..; break; } }"),
];

/// Whether a method only makes an iterator of the array in front of it, for a method behind it that
/// takes a condition.
/// The expressions around it are `outer`, the next one last.
pub(in crate::lower) fn leads_to_condition(iteration: &ExprMethodCall, outer: &[&Expr]) -> bool {
    let calls = outer.iter().rev().map_while(|outer| match outer {
        Expr::MethodCall(call) => Some(call),
        _ => None,
    });
    let next = calls.into_iter().find(|call| !is_iteration(call));
    let takes_condition = next.is_some_and(|next| {
        let is_named = METHODS.iter().any(|(name, ..)| next.method == name);
        is_named && closure_of(&next.args).is_some()
    });
    is_iteration(iteration) && takes_condition
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The help for such a method of an array.
    pub(super) fn with_condition(
        &self,
        name: &str,
        receiver: &Operand<'b, 'e>,
        args: &Args,
        is_operand: bool,
    ) -> Option<String> {
        let (_, whole, by_loop) = METHODS.iter().find(|(own, ..)| *own == name)?;
        let closure = closure_of(args)?;
        let element = element_of(closure.inputs.first()?)?;
        let shape = receiver.value.shape().filter(|shape| shape.rank() > 0)?;
        let array = short_text(behind_iteration(receiver.expr))?;
        let body = without_references(closure.body.to_token_stream(), &element);
        let applies = shape.rank() == 1 && !whole.is_empty();
        let all = applies.then(|| of_all(body.clone(), &element, &array));
        Some(match all.flatten() {
            Some(condition) => {
                let code = whole.replace("{c}", &condition);
                match name {
                    "position" => format!("write `{code}`, which is 0 where it holds nowhere"),
                    "any" | "all" if is_operand => format!("write `({code})`"),
                    _ => format!("write `{code}`"),
                }
            }
            None => {
                let body = match &*closure.body {
                    Expr::Block(_) => "..".into(),
                    _ => print(&body),
                };
                let code = by_loop.replace("{v}", &element).replace("{x}", &array);
                format!("write a loop: `{}`", code.replace("{c}", &body))
            }
        })
    }
}

/// The closure that is the only argument of a call, and takes one itself.
fn closure_of(args: &Args) -> Option<&ExprClosure> {
    match args.first() {
        Some(Expr::Closure(closure)) if args.len() == 1 && closure.inputs.len() == 1 => {
            Some(closure)
        }
        _ => None,
    }
}

/// The name that the parameter of a closure binds.
fn element_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => Some(name.ident.to_string()),
        Pat::Reference(reference) => element_of(&reference.pat),
        Pat::Type(typed) => element_of(&typed.pat),
        Pat::Paren(inner) => element_of(&inner.pat),
        _ => None,
    }
}

/// The expression that methods which make an iterator are called on.
fn behind_iteration(mut expr: &Expr) -> &Expr {
    while let Expr::MethodCall(call) = expr
        && is_iteration(call)
    {
        expr = &call.receiver;
    }
    expr
}

fn is_iteration(call: &ExprMethodCall) -> bool {
    let makes = ["iter", "into_iter", "copied", "cloned"];
    call.args.is_empty() && makes.iter().any(|own| call.method == own)
}

/// A body without the `*` in front of a name.
pub(in crate::lower) fn without_references(body: TokenStream, name: &str) -> TokenStream {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let is_reference = |at: usize| {
        let after = tokens[at..].iter().find(|token| sign(token) != Some('*'));
        let before = tokens[..at]
            .iter()
            .rposition(|token| sign(token) != Some('*'));
        // The first sign behind a value multiplies it.
        let multiplies = before.is_some_and(|before| before + 1 == at && is_value(&tokens[before]));
        sign(&tokens[at]) == Some('*')
            && matches!(after, Some(TokenTree::Ident(own)) if own == name)
            && !multiplies
    };
    let kept = (0..tokens.len()).filter(|&at| !is_reference(at));
    joined(kept.map(|at| match &tokens[at] {
        TokenTree::Group(group) => {
            let inner = without_references(group.stream(), name);
            proc_macro2::Group::new(group.delimiter(), inner).into_token_stream()
        }
        token => token.to_token_stream(),
    }))
}

/// The condition with an array in the place of its elements, where all of it applies to arrays:
/// operators, and functions of numbers.
fn of_all(body: TokenStream, element: &str, array: &str) -> Option<String> {
    let mut applies = true;
    levels(body.clone(), |level| {
        for (at, token) in level.iter().enumerate() {
            let next = level.get(at + 1);
            applies &= match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
                TokenTree::Ident(name) if name == "as" || name == "if" || name == "match" => false,
                TokenTree::Ident(name) if is_parenthesis(next) => {
                    let function = Builtin::of(&name.to_string());
                    function.is_some_and(Builtin::is_method_of_float)
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Punct(_) => true,
            };
        }
    });
    if !applies {
        return None;
    }
    let array: TokenStream = match syn::parse_str::<Expr>(array).ok()? {
        simple @ (Expr::Path(_) | Expr::Field(_) | Expr::Paren(_)) => simple.to_token_stream(),
        other => quote::quote!((#other)),
    };
    Some(print(&replaced(body, element, &array)))
}

fn is_parenthesis(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

fn replaced(tokens: TokenStream, name: &str, by: &TokenStream) -> TokenStream {
    joined(tokens.into_iter().map(|token| match token {
        TokenTree::Ident(own) if own == name => by.clone(),
        TokenTree::Group(group) => {
            let inner = replaced(group.stream(), name, by);
            proc_macro2::Group::new(group.delimiter(), inner).into_token_stream()
        }
        token => token.into_token_stream(),
    }))
}
