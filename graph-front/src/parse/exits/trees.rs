//! Statements around the user's expressions, as trees from the start: as tokens, an expression that
//! binds more loosely than what stands around it would be read otherwise, or not at all.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::token::{Brace, DotDot};
use syn::{
    Block, Expr, ExprAssign, ExprIf, ExprLit, ExprRange, Ident, Lit, LitInt, Local, LocalInit,
    LocalModifiers, Pat, PatIdent, RangeLimits, Stmt, Token,
};

/// `0..limit`.
pub(super) fn range(limit: Expr) -> Expr {
    let place = limit.span();
    let zero = ExprLit {
        attrs: Vec::new(),
        lit: Lit::Int(LitInt::new("0", place)),
    };
    let dots = DotDot { spans: [place; 2] };
    Expr::Range(ExprRange {
        attrs: Vec::new(),
        start: Some(Box::new(Expr::Lit(zero))),
        limits: RangeLimits::HalfOpen(dots),
        end: Some(Box::new(limit)),
    })
}

/// `let mut name = value;`, at the place of the name.
pub(super) fn declared(name: &Ident, value: Expr) -> Stmt {
    let place = name.span();
    let variable = PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: Some(Token![mut](place)),
        ident: name.clone(),
        subpat: None,
    };
    Stmt::Local(Local {
        attrs: Vec::new(),
        let_token: Token![let](place),
        modifiers: LocalModifiers::default(),
        pat: Pat::Ident(variable),
        init: Some(LocalInit {
            eq_token: Token![=](place),
            expr: Box::new(value),
            diverge: None,
        }),
        semi_token: Token![;](place),
    })
}

/// `name = value;`, at the place of the name.
pub(super) fn assigned(name: &Ident, value: Expr) -> Stmt {
    let place = name.span();
    let assignment = ExprAssign {
        attrs: Vec::new(),
        left: Box::new(variable(name)),
        eq_token: Token![=](place),
        right: Box::new(value),
    };
    Stmt::Expr(Expr::Assign(assignment), Some(Token![;](place)))
}

/// `if name { .. }` around statements.
pub(super) fn only_if(name: &Ident, place: Span, stmts: Vec<Stmt>) -> Stmt {
    let branch = ExprIf {
        attrs: Vec::new(),
        if_token: Token![if](place),
        cond: Box::new(variable(name)),
        then_branch: Block {
            brace_token: Brace(place),
            stmts,
        },
        else_branch: None,
    };
    Stmt::Expr(Expr::If(branch), None)
}

/// The value [`assigned`] to a variable at the end of a loop's body, perhaps [`only_if`] the loop
/// goes on: the condition of a `while`.
pub(crate) fn condition_of<'x>(body: &'x Block, name: &str) -> Option<&'x Expr> {
    let last = match body.stmts.last()? {
        Stmt::Expr(Expr::If(branch), None) => branch.then_branch.stmts.last()?,
        other => other,
    };
    match last {
        Stmt::Expr(Expr::Assign(again), Some(_)) => match &*again.left {
            Expr::Path(own) if own.path.is_ident(name) => Some(&again.right),
            _ => None,
        },
        _ => None,
    }
}

fn variable(name: &Ident) -> Expr {
    let place = name.span();
    syn::parse_quote_spanned!(place=> #name)
}
