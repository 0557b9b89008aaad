//! The exits of a loop on the paths through its body, and the branches in their place.

use std::cell::Cell;

use proc_macro2::Span;
use syn::token::Brace;
use syn::{Block, Expr, ExprBlock, ExprIf, Ident, Stmt, Token};

use super::trees::only_if;

/// Which exits of the loop around stand in statements.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) breaks: bool,
    pub(super) continues: bool,
}

impl Found {
    pub(super) fn any(self) -> bool {
        self.breaks || self.continues
    }
}

pub(super) fn exits_of(block: &Block) -> Found {
    exits_among(expressions(&block.stmts).collect())
}

fn exits_in(expr: &Expr) -> Found {
    exits_among(vec![expr])
}

fn exits_among(mut open: Vec<&Expr>) -> Found {
    let mut found = Found::default();
    while let Some(expr) = open.pop() {
        match expr {
            // Those of a loop further out are errors.
            Expr::Break(e) => found.breaks |= e.label.is_none(),
            Expr::Continue(e) => found.continues |= e.label.is_none(),
            Expr::Block(e) => open.extend(expressions(&e.block.stmts)),
            Expr::If(e) => {
                open.extend(expressions(&e.then_branch.stmts));
                open.extend(e.else_branch.iter().map(|(_, otherwise)| &**otherwise));
            }
            _ => {}
        }
    }
    found
}

fn expressions(statements: &[Stmt]) -> impl Iterator<Item = &Expr> {
    statements.iter().filter_map(|statement| match statement {
        Stmt::Expr(expr, _) => Some(expr),
        Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => None,
    })
}

/// Whether control never reaches the end of a block.
fn always_exits(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(last, _)) if exits_always(last))
}

/// Whether control never reaches the end of an expression.
fn exits_always(expr: &Expr) -> bool {
    match expr {
        Expr::Break(_) | Expr::Continue(_) => exits_in(expr).any(),
        Expr::Block(e) => always_exits(&e.block),
        Expr::If(e) => {
            let otherwise = e.else_branch.as_ref();
            otherwise.is_some_and(|(_, side)| exits_always(side)) && always_exits(&e.then_branch)
        }
        _ => false,
    }
}

/// The side of a branch that takes along what follows the branch, as the other side always leaves.
#[derive(Clone, Copy)]
enum Staying {
    Otherwise,
    Then,
}

fn staying(branch: &ExprIf) -> Option<Staying> {
    let otherwise = branch.else_branch.as_ref().map(|(_, side)| &**side);
    let chained = matches!(otherwise, Some(Expr::If(_)));
    let leaves = otherwise.is_some_and(|side| exits_in(side).any());
    if always_exits(&branch.then_branch) && (chained || !leaves) {
        return Some(Staying::Otherwise);
    }
    let stays = otherwise.is_some_and(exits_always) && !exits_of(&branch.then_branch).any();
    stays.then_some(Staying::Then)
}

/// The expressions of statements, each of which may have exits.
fn items(statements: &[Stmt]) -> Vec<&Expr> {
    expressions(statements).collect()
}

/// Whether statements follow an exit on one path of several, so that a variable has to say whether
/// they run.
pub(super) fn is_open(body: &Block) -> bool {
    are_open(&items(&body.stmts))
}

fn are_open(items: &[&Expr]) -> bool {
    let Some(position) = items.iter().position(|expr| exits_in(expr).any()) else {
        return false;
    };
    let rest = &items[position + 1..];
    match items[position] {
        Expr::If(e) => {
            let then = || self::items(&e.then_branch.stmts);
            let otherwise: Vec<&Expr> = e.else_branch.iter().map(|(_, side)| &**side).collect();
            match staying(e) {
                Some(Staying::Otherwise) => {
                    are_open(&then()) || are_open(&[&otherwise, rest].concat())
                }
                Some(Staying::Then) => are_open(&otherwise) || are_open(rest),
                None => !rest.is_empty() || are_open(&then()) || are_open(&otherwise),
            }
        }
        Expr::Block(e) => !rest.is_empty() || are_open(&self::items(&e.block.stmts)),
        _ => false,
    }
}

/// A loop in whose body exits become branches.
pub(super) struct Frame<'n> {
    /// The variable that says whether the loop goes on.
    goes_on: &'n Ident,
    /// The variable that says whether the present iteration does, if it is needed.
    stays: Option<&'n Ident>,
    /// Whether a `break` with a value was met. It is an error where it is lowered, once in a loop.
    valued: Cell<bool>,
}

impl<'n> Frame<'n> {
    pub(super) fn new(goes_on: &'n Ident, stays: Option<&'n Ident>) -> Self {
        Self {
            goes_on,
            stays,
            valued: Cell::new(false),
        }
    }

    /// Statements of the loop's body, with branches and assignments in place of exits.
    pub(super) fn without_exits(&self, statements: Vec<Stmt>) -> Vec<Stmt> {
        let mut done = Vec::with_capacity(statements.len());
        let mut statements = statements.into_iter();
        while let Some(statement) = statements.next() {
            match statement {
                Stmt::Expr(expr, semicolon) if exits_in(&expr).any() => {
                    // What follows a plain exit is never reached.
                    self.exit(expr, semicolon, statements.collect(), &mut done);
                    return done;
                }
                other => done.push(other),
            }
        }
        done
    }

    /// A statement with exits, and those behind it.
    fn exit(
        &self,
        expr: Expr,
        semicolon: Option<Token![;]>,
        rest: Vec<Stmt>,
        done: &mut Vec<Stmt>,
    ) {
        match expr {
            Expr::Break(e) => {
                let (goes_on, place) = (self.goes_on, e.break_token.span);
                if e.expr.is_some() && !self.valued.replace(true) {
                    let end = Some(Token![;](place));
                    done.push(Stmt::Expr(Expr::Break(e), end));
                }
                done.push(syn::parse_quote_spanned!(place=> #goes_on = false;));
                done.extend(self.leaves(place));
            }
            Expr::Continue(e) => done.extend(self.leaves(e.continue_token.span)),
            Expr::If(e) => {
                let place = e.if_token.span;
                match staying(&e) {
                    Some(side) => {
                        let branch = Expr::If(self.joined(e, side, rest));
                        done.push(Stmt::Expr(branch, None));
                    }
                    None => {
                        let branch = Expr::If(self.both(e));
                        done.push(Stmt::Expr(branch, semicolon));
                        done.extend(self.behind(rest, place));
                    }
                }
            }
            Expr::Block(mut e) => {
                let place = e.block.brace_token.span.open();
                e.block.stmts = self.without_exits(e.block.stmts);
                done.push(Stmt::Expr(Expr::Block(e), semicolon));
                done.extend(self.behind(rest, place));
            }
            other => done.push(Stmt::Expr(other, semicolon)),
        }
    }

    /// A branch one side of which takes along what follows it.
    fn joined(&self, mut branch: ExprIf, side: Staying, rest: Vec<Stmt>) -> ExprIf {
        let place = branch.if_token.span;
        let otherwise = branch
            .else_branch
            .take()
            .map(|(_, side)| Stmt::Expr(*side, None));
        let (then, otherwise): (Vec<Stmt>, Vec<Stmt>) = match side {
            Staying::Otherwise => (
                branch.then_branch.stmts,
                otherwise.into_iter().chain(rest).collect(),
            ),
            Staying::Then => {
                // In a block of its own: its variables are not those of what follows.
                let own = Stmt::Expr(braced(branch.then_branch.stmts, place), None);
                let then = [own].into_iter().chain(rest).collect();
                (then, otherwise.into_iter().collect())
            }
        };
        branch.then_branch.stmts = self.without_exits(then);
        let otherwise = self.without_exits(otherwise);
        branch.else_branch =
            (!otherwise.is_empty()).then(|| (Token![else](place), Box::new(one(otherwise, place))));
        branch
    }

    /// A branch with exits, on both sides.
    fn both(&self, mut branch: ExprIf) -> ExprIf {
        let place = branch.if_token.span;
        branch.then_branch.stmts = self.without_exits(branch.then_branch.stmts);
        branch.else_branch = branch.else_branch.map(|(token, side)| {
            let side = self.without_exits(vec![Stmt::Expr(*side, None)]);
            (token, Box::new(one(side, place)))
        });
        branch
    }

    /// The assignment that ends the present iteration, where a variable says so.
    fn leaves(&self, place: Span) -> Option<Stmt> {
        let stays = self.stays?;
        Some(syn::parse_quote_spanned!(place=> #stays = false;))
    }

    /// Statements that run unless the iteration has ended.
    fn behind(&self, rest: Vec<Stmt>, place: Span) -> Option<Stmt> {
        let rest = self.without_exits(rest);
        let (stays, false) = (self.stays?, rest.is_empty()) else {
            return None;
        };
        Some(only_if(stays, place, rest))
    }
}

/// Statements in braces.
fn braced(stmts: Vec<Stmt>, place: Span) -> Expr {
    Expr::Block(ExprBlock {
        attrs: Vec::new(),
        label: None,
        block: Block {
            brace_token: Brace(place),
            stmts,
        },
    })
}

/// Statements as what may follow `else`.
fn one(mut statements: Vec<Stmt>, place: Span) -> Expr {
    if let [Stmt::Expr(Expr::If(_) | Expr::Block(_), _)] = &statements[..]
        && let Some(Stmt::Expr(expr, _)) = statements.pop()
    {
        return expr;
    }
    braced(statements, place)
}
