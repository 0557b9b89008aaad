//! How a body ends that has no value, and the help for it: the variable that its last statement
//! makes is what it computed.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{BinOp, Block, Expr, ExprBinary, Pat, Stmt};

use super::calls::is_builtin;
use super::expressions::compound_operator;
use super::report::short_text;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::parse::missing_semicolon;
use crate::signature::ResultType;
use crate::tokens::{assigned, bound};

/// Where the mistake of one branch is probably made again.
const EVERYWHERE: &str = ", here and in each other branch";

/// How to end a body with a value, behind its last statement.
pub(super) fn missing_result(last: Option<&Stmt>, result: &ResultType) -> String {
    if let Some(Stmt::Expr(expr, Some(_))) = last
        && is_value(expr)
        && let Some(text) = short_text(expr)
    {
        return format!("remove the `;` after the result: `{text}`");
    }
    if let Some(Stmt::Expr(expr, Some(_))) = last
        && is_value(expr)
    {
        return "remove the `;` after the result".into();
    }
    let name = last.and_then(made).filter(|made| made.may_be(result));
    let name = name.map_or(String::new(), |made| format!(": `{}`", made.name));
    match last {
        Some(Stmt::Expr(Expr::Assign(_) | Expr::Binary(_), None)) => {
            format!("write `;` behind it, and then the result as the last expression{name}")
        }
        Some(Stmt::Expr(_, None)) => {
            format!("write the result behind it, as the last expression{name}")
        }
        _ => format!("write the result as the last expression, without `;`{name}"),
    }
}

/// A variable that a statement gives a value.
struct Made {
    name: String,
    /// Whether only a part of it is assigned, so that it is no number.
    in_part: bool,
}

impl Made {
    /// Whether the result of a function may be this variable.
    fn may_be(&self, result: &ResultType) -> bool {
        let single = result.as_single();
        single.is_some_and(|ty| !(self.in_part && ty.is_scalar()))
    }
}

/// The variable that a statement makes, where that is one alone.
fn made(statement: &Stmt) -> Option<Made> {
    let whole = |name: String| Made {
        name,
        in_part: false,
    };
    match statement {
        Stmt::Local(local) => match &local.pat {
            Pat::Ident(name) => Some(whole(name.ident.to_string())),
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => Some(whole(name.ident.to_string())),
                _ => None,
            },
            _ => None,
        },
        Stmt::Expr(Expr::Assign(assign), _) => target(&assign.left),
        Stmt::Expr(Expr::Binary(e), _) if compound_operator(&e.op).is_some() => target(&e.left),
        Stmt::Expr(expr @ (Expr::ForLoop(_) | Expr::While(_) | Expr::If(_)), _) => {
            let tokens = expr.to_token_stream();
            let own = bound(tokens.clone());
            let mut outer = assigned(tokens).into_iter();
            let mut outer = outer.by_ref().filter(|name| !own.contains(name));
            match (outer.next(), outer.next()) {
                (Some(name), None) => Some(whole(name)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The variable that an assignment changes.
fn target(left: &Expr) -> Option<Made> {
    let (mut base, mut in_part) = (left, false);
    loop {
        base = match base {
            Expr::Index(index) => &index.expr,
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                return Some(Made { name, in_part });
            }
            _ => return None,
        };
        in_part = true;
    }
}

/// Whether a statement without its semicolon is a value.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(e) => compound_operator(&e.op).is_none(),
        Expr::Array(_)
        | Expr::Call(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Lit(_)
        | Expr::MethodCall(_)
        | Expr::Paren(_)
        | Expr::Path(_)
        | Expr::Repeat(_)
        | Expr::Tuple(_)
        | Expr::Unary(_) => true,
        _ => false,
    }
}

/// The error for a value that an expression has not: a block or a branch without a value at its
/// end, an `if` without `else`, a loop.
pub(super) fn without_value(expr: &Expr) -> Option<Diagnostic> {
    match expr {
        Expr::Paren(e) => without_value(&e.expr),
        Expr::Group(e) => without_value(&e.expr),
        Expr::Block(e) => Some(valueless(&e.block, "")),
        Expr::If(e) if e.else_branch.is_some() => Some(valueless(&e.then_branch, EVERYWHERE)),
        Expr::If(e) => Some(dropped_value(&e.then_branch, "").unwrap_or_else(|| {
            let place = SourcePlace::token(e.if_token.span);
            let help = "write both values: `if c { a } else { b }`";
            Diagnostic::new(place, "an `if` without `else` has no value").help(help)
        })),
        Expr::ForLoop(e) => Some(loop_without_value(e.for_token.span)),
        Expr::While(e) => Some(loop_without_value(e.while_token.span)),
        Expr::Call(e) if !is_builtin(&print(&e.func)) => {
            let message = format!("`{}` returns nothing", print(&e.func));
            let help = "it changes its arguments: write it as a statement of its own";
            Some(Diagnostic::new(SourcePlace::of(expr), message).help(help))
        }
        _ => None,
    }
}

/// The error for a block that ends without a value, at the block that is at fault.
fn valueless(block: &Block, everywhere: &str) -> Diagnostic {
    if let Some(Stmt::Expr(last, None)) = block.stmts.last()
        && let Some(inner) = without_value(last)
    {
        return inner;
    }
    if let Some(dropped) = dropped_value(block, everywhere) {
        return dropped;
    }
    let braces = block.brace_token.span;
    let place = SourcePlace::between(braces.open(), braces.close());
    let name = block.stmts.last().and_then(made);
    let name = name.filter(|made| !made.in_part);
    let name = name.map_or(String::new(), |made| format!(": `{}`", made.name));
    let help = format!("write its value as its last expression, without `;`{everywhere}{name}");
    Diagnostic::new(place, "this block ends without a value").help(help)
}

/// The error for an assignment at the end of a body that lacks its `;` in front of the result, a line
/// that begins with `-`.
pub(super) fn difference_of_lines(tail: &Expr) -> Option<Diagnostic> {
    let value = match tail {
        Expr::Assign(assign) => &assign.right,
        Expr::Binary(e) if compound_operator(&e.op).is_some() => &e.right,
        _ => return None,
    };
    // The last line ends the leftmost difference: `s += a \n - b - c` is `s += a; -b - c`.
    let mut differences = std::iter::successors(Some(&**value), |value| match value {
        Expr::Binary(e) => Some(&*e.left),
        _ => None,
    });
    differences.find_map(|value| match value {
        Expr::Binary(ExprBinary {
            left,
            op: BinOp::Sub(minus),
            ..
        }) => {
            let before = SourcePlace::of(left);
            let is_later = line_of(before.end())? < line_of(minus.span)?;
            is_later.then(|| missing_semicolon(before, '-'))
        }
        _ => None,
    })
}

/// The `;` behind the last statement, if that would be a value without it.
pub(super) fn dropped_by(last: Option<&Stmt>) -> Option<Span> {
    match last {
        Some(Stmt::Expr(expr, Some(semicolon))) => is_value(expr).then_some(semicolon.span),
        _ => None,
    }
}

/// The error for the last expression of a body that would have a value but for a `;` in it.
pub(super) fn dropped_at_end(expr: &Expr) -> Option<Diagnostic> {
    match expr {
        Expr::Block(e) => dropped_value(&e.block, ""),
        Expr::If(e) => dropped_value(&e.then_branch, EVERYWHERE),
        _ => None,
    }
}

/// The error for a block that would have a value but for the `;` behind it.
pub(super) fn dropped_value(block: &Block, everywhere: &str) -> Option<Diagnostic> {
    let Some(Stmt::Expr(last, Some(semicolon))) = block.stmts.last() else {
        return None;
    };
    is_value(last).then(|| {
        let place = SourcePlace::token(semicolon.span);
        let message = "the value in front of this `;` is dropped, and the block has none";
        Diagnostic::new(place, message).help(format!("remove the `;`{everywhere}"))
    })
}

fn loop_without_value(keyword: Span) -> Diagnostic {
    let help = "declare a variable before the loop, `let mut y = 0.0;`, assign it in the loop, and \
                use it behind the loop";
    Diagnostic::new(SourcePlace::token(keyword), "a loop has no value").help(help)
}
