//! How a body ends that has no value, and the help for it: the variable that its last statement
//! makes is what it computed.

use quote::ToTokens;
use syn::{Expr, Pat, Stmt};

use super::expressions::compound_operator;
use super::report::short_text;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::signature::ResultType;
use crate::tokens::{assigned, bound};

/// How to end a body with a value, behind its last statement.
pub(super) fn missing_result(last: Option<&Stmt>, result: &ResultType) -> String {
    if let Some(Stmt::Expr(expr, Some(_))) = last
        && is_value(expr)
        && let Some(text) = short_text(expr)
    {
        return format!("remove the `;` after the result: `{text}`");
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
        match result {
            ResultType::Single(ty) => !(self.in_part && ty.is_scalar()),
            ResultType::Tuple(_) => false,
        }
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
        Expr::Call(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Lit(_)
        | Expr::MethodCall(_)
        | Expr::Paren(_)
        | Expr::Path(_)
        | Expr::Unary(_) => true,
        _ => false,
    }
}

/// The error for a branch or a block that would have a value but for the `;` behind it.
pub(super) fn dropped_value(expr: &Expr) -> Option<Diagnostic> {
    let block = match expr {
        Expr::If(e) => &e.then_branch,
        Expr::Block(e) => &e.block,
        _ => return None,
    };
    let Some(Stmt::Expr(last, Some(semicolon))) = block.stmts.last() else {
        return None;
    };
    is_value(last).then(|| {
        let place = SourcePlace::token(semicolon.span);
        let message = "the value in front of this `;` is dropped, and the block has none";
        let help = match expr {
            Expr::If(_) => "remove the `;`, here and in each other branch",
            _ => "remove the `;`",
        };
        Diagnostic::new(place, message).help(help)
    })
}
