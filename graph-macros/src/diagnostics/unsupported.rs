//! Rust that is no part of the language, named in plain words with what to write instead.

use syn::{Expr, Item, Pat};

use super::{Diagnostic, Place};

/// The error for an expression that the language does not have.
pub(crate) fn unsupported_expression(expr: &Expr) -> Diagnostic {
    let at = |span| Place::token(span);
    let all = || Place::of(expr);
    let (place, what, help) = match expr {
        Expr::While(e) => (
            at(e.while_token.span),
            "`while` loops are",
            "repeat a fixed number of times: `for i in 0..n { .. }`",
        ),
        Expr::Loop(e) => (
            at(e.loop_token.span),
            "`loop` is",
            "repeat a fixed number of times: `for i in 0..n { .. }`",
        ),
        Expr::Match(e) => (
            at(e.match_token.span),
            "`match` is",
            "choose with `if .. { .. } else { .. }`",
        ),
        Expr::Let(e) => (
            at(e.let_token.span),
            "`if let` is",
            "choose with a comparison: `if x > 0.0 { .. }`",
        ),
        Expr::Return(e) => (
            all_of_return(e),
            "`return` is",
            "the last expression of the body, without `;`, is the result",
        ),
        Expr::Break(e) => (
            at(e.break_token.span),
            "`break` is",
            "a loop runs over its whole range; choose inside of it with `if`",
        ),
        Expr::Continue(e) => (
            at(e.continue_token.span),
            "`continue` is",
            "a loop runs over its whole range; choose inside of it with `if`",
        ),
        Expr::Try(e) => (
            at(e.question_token.span),
            "the `?` operator is",
            "an operation of the language cannot fail: remove the `?`",
        ),
        Expr::Closure(_) => (
            all(),
            "closures are",
            "write a function in the block and call it by name",
        ),
        Expr::Reference(_) => (
            all(),
            "references inside of a body are",
            "values are passed as they are: remove the `&`",
        ),
        Expr::RawAddr(_) => (all(), "raw pointers are", "values are passed as they are"),
        Expr::Struct(_) => (
            all(),
            "struct literals are",
            "return several values as a tuple: `(a, b)`",
        ),
        Expr::Macro(_) => (
            all(),
            "macro calls are",
            "write out what the macro would expand to",
        ),
        Expr::Unsafe(e) => (
            at(e.unsafe_token.span),
            "`unsafe` is",
            "nothing in the language needs it: remove it",
        ),
        Expr::Async(e) => (
            at(e.async_token.span),
            "`async` is",
            "a function of the language computes at once",
        ),
        Expr::Await(e) => (
            at(e.await_token.span),
            "`await` is",
            "a function of the language computes at once",
        ),
        Expr::Const(e) => (
            at(e.const_token.span),
            "`const` blocks are",
            "write a `const` item",
        ),
        Expr::Yield(e) => (
            at(e.yield_token.span),
            "`yield` is",
            "return several values as a tuple: `(a, b)`",
        ),
        Expr::TryBlock(e) => (
            at(e.try_token.span),
            "`try` blocks are",
            "an operation of the language cannot fail",
        ),
        Expr::Range(_) => (
            all(),
            "a range on its own is",
            "ranges stand in an index, `x[1..3]`, or in a loop, `for i in 0..3`",
        ),
        Expr::Infer(_) => (all(), "`_` as a value is", "write the value"),
        _ => (
            all(),
            "this expression is",
            "the language is described in the documentation of `adgraph::ops`",
        ),
    };
    let message = format!("{what} not part of the language of `graph!`");
    Diagnostic::new(place, message).help(help)
}

fn all_of_return(expr: &syn::ExprReturn) -> Place {
    Place::of(expr)
}

/// The error for a pattern that the language does not have.
pub(crate) fn unsupported_pattern(pattern: &Pat) -> Diagnostic {
    let what = match pattern {
        Pat::Reference(_) => "`&` in a pattern is",
        Pat::Struct(_) | Pat::TupleStruct(_) => "struct patterns are",
        Pat::Lit(_) | Pat::Range(_) | Pat::Or(_) => "patterns that may not match are",
        Pat::Rest(_) => "`..` in a pattern is",
        _ => "this pattern is",
    };
    let message = format!("{what} not part of the language of `graph!`");
    Diagnostic::new(Place::of(pattern), message)
        .help("bind a name, `_`, or a tuple or an array of them: `let (a, b) = ..`")
}

/// The error for an item that cannot stand in a block or in a body.
pub(crate) fn unsupported_item(item: &Item) -> Diagnostic {
    let what = match item {
        Item::Struct(_) | Item::Enum(_) | Item::Union(_) => "type definitions",
        Item::Trait(_) | Item::TraitAlias(_) | Item::Impl(_) => "traits and implementations",
        Item::Static(_) => "statics",
        Item::Use(_) | Item::ExternCrate(_) => "imports",
        Item::Mod(_) => "modules",
        Item::Macro(_) => "macro calls",
        Item::Fn(_) => "functions",
        Item::Type(_) => "type aliases",
        _ => "items of this kind",
    };
    let message = format!("{what} cannot stand here");
    Diagnostic::new(Place::of(item), message)
        .help("functions, `const` items and type aliases stand in the block, beside the functions")
}
