//! Loops that end early, as loops of one form: `while`, `loop`, and the `break` and `continue` of
//! these and of `for`.
//!
//! A loop that ends early becomes a `for` with a variable that says whether it goes on, which the
//! attribute [`GOES_ON`] names; [`LIMITED`] marks its range. A `break` is an assignment to it, and the statements behind a
//! `break` or `continue` become the other side of a branch:
//!
//! ```text
//! #[limit(50)]                        let mut goes_on = r > e;
//! while r > e {                       #[while(goes_on)]
//!     if r > m { break; }             for _ in 0..50 {
//!     r = g(r);                           if r > m { goes_on = false; } else { r = g(r); }
//! }                                       if goes_on { goes_on = r > e; }
//!                                     }
//! ```
//!
//! `paths` finds exits and puts branches in their place.
//!
//! Exits are statements: a `break` that is part of an expression is an error, which is found where
//! the expression is lowered.

mod limit;
mod paths;
mod trees;

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::{
    AttrStyle, Attribute, Block, Expr, ExprForLoop, Ident, MacroDelimiter, Meta, MetaList, Path,
    Stmt, Token,
};

use super::function::is_misread;
use super::mistyped::has_mistyped;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use crate::tokens::{mentions, unknown_value, words};
use limit::{is_assignment, limit, limits};
use paths::{Frame, exits_of};
use trees::{assigned, declared, only_if};

pub(super) use limit::meant_count;
pub(crate) use trees::condition_of;

/// The attribute of a loop that ends early. No source text can have it: it is a keyword.
pub(crate) const GOES_ON: &str = "while";

/// The attribute of a loop whose range ends at the limit that is written above it. A keyword, too.
pub(crate) const LIMITED: &str = "loop";

/// The attribute that says how often a loop repeats at most.
pub(crate) const LIMIT: &str = "limit";

/// The body of a function, with `for` loops in place of all others; `None` where all are. The
/// tokens are the body's, which is parsed again: a tree can be too deep to be copied.
pub(super) fn structured(
    tokens: &TokenTree,
    body: &Block,
    diagnostics: &Diagnostics,
) -> Option<Block> {
    let names: HashSet<String> = words(tokens).into_iter().collect();
    let keywords = ["while", "loop", "break", "continue"];
    let is_mistyped = has_mistyped(tokens.clone().into());
    if !is_mistyped && !keywords.iter().any(|&keyword| names.contains(keyword)) {
        return None;
    }
    // What lacks its end may be read otherwise than the body was.
    let again = match is_misread(&tokens.clone().into()) {
        true => None,
        false => syn::parse2(tokens.clone().into()).ok(),
    };
    let mut body = again.unwrap_or_else(|| body.clone());
    let mut exits = Exits { diagnostics, names };
    exits.block(&mut body);
    Some(body)
}

struct Exits<'d> {
    diagnostics: &'d Diagnostics,
    /// The names in the function, of which new ones are none.
    names: HashSet<String>,
}

impl Exits<'_> {
    /// The loops in a block.
    fn block(&mut self, block: &mut Block) {
        let statements = std::mem::take(&mut block.stmts);
        // The value of a loop's body, where the loop is last, is that of the block behind it.
        let misplaced = statements.last().and_then(value_in_loop);
        for statement in statements {
            match statement {
                Stmt::Expr(expr, semicolon) => self.expression_statement(expr, semicolon, block),
                Stmt::Local(mut local) => {
                    if let Some(init) = &mut local.init {
                        self.value(&mut init.expr);
                    }
                    block.stmts.push(Stmt::Local(local));
                }
                other @ (Stmt::Item(_) | Stmt::Macro(_)) => block.stmts.push(other),
            }
        }
        if let Some(place) = misplaced {
            let unknown = unknown_value(place);
            let value = Expr::Path(syn::parse_quote!(#unknown));
            block.stmts.push(Stmt::Expr(value, None));
        }
    }

    fn expression_statement(
        &mut self,
        mut expr: Expr,
        semicolon: Option<Token![;]>,
        block: &mut Block,
    ) {
        match expr {
            Expr::While(e) if !matches!(*e.cond, Expr::Let(_)) => {
                let place = e.while_token.span;
                let statements = self.limited(&e.attrs, place, Some(*e.cond), e.body);
                block.stmts.extend(statements);
            }
            Expr::Loop(e) => {
                let place = e.loop_token.span;
                // A `break` with its label, from an inner loop, is an error of its own.
                let label = e.label.as_ref().map(|label| label.name.ident.to_string());
                let named = label.is_some_and(|label| mentions(&e.body, |name| name == label));
                // A `return` is an error of its own too.
                let returns = mentions(&e.body, |name| name == "return");
                let is_left = exits_of(&e.body).breaks || named || returns;
                let before = self.diagnostics.len();
                let statements = self.limited(&e.attrs, place, None, e.body);
                block.stmts.extend(statements);
                if !is_left {
                    // Without an end it needs no limit.
                    self.diagnostics.truncate(before);
                    let message = "this `loop` has no `break`";
                    let count = limits(&e.attrs).0.into_iter().find_map(meant_count);
                    let count = count.unwrap_or_else(|| "N".into());
                    let help = format!(
                        "leave it with `break`, `if error < tolerance {{ break; }}`, or repeat it a \
                         number of times: `for _ in 0..{count} {{ .. }}`"
                    );
                    let diagnostic = Diagnostic::new(SourcePlace::token(place), message);
                    self.diagnostics.push(diagnostic.help(help));
                }
            }
            Expr::ForLoop(mut e) if exits_of(&e.body).any() => {
                let breaks = exits_of(&e.body).breaks;
                let goes_on = self.fresh("goes_on", e.for_token.span);
                e.body = self.body(e.body, &goes_on);
                match breaks {
                    true => block.stmts.extend(ending_loop(e, &goes_on, None)),
                    false => block.stmts.push(Stmt::Expr(Expr::ForLoop(e), semicolon)),
                }
            }
            _ => {
                self.value(&mut expr);
                block.stmts.push(Stmt::Expr(expr, semicolon));
            }
        }
    }

    /// The loops in the blocks of an expression, those of closures included. Operators and methods
    /// that follow each other are as deep as there are many.
    fn value(&mut self, expr: &mut Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Block(e) => self.block(&mut e.block),
                Expr::If(e) => {
                    self.block(&mut e.then_branch);
                    open.push(&mut e.cond);
                    open.extend(
                        e.else_branch
                            .as_mut()
                            .map(|(_, otherwise)| &mut **otherwise),
                    );
                }
                Expr::ForLoop(e) => self.block(&mut e.body),
                Expr::Assign(e) => open.extend([&mut *e.left, &mut *e.right]),
                Expr::Binary(e) => open.extend([&mut *e.left, &mut *e.right]),
                Expr::Index(e) => open.extend([&mut *e.expr, &mut *e.index]),
                Expr::Repeat(e) => open.extend([&mut *e.expr, &mut *e.len]),
                Expr::Call(e) => open.extend(&mut e.args),
                Expr::MethodCall(e) => {
                    open.push(&mut e.receiver);
                    open.extend(&mut e.args);
                }
                Expr::Array(e) => open.extend(&mut e.elems),
                Expr::Tuple(e) => open.extend(&mut e.elems),
                Expr::Cast(e) => open.push(&mut e.expr),
                Expr::Closure(e) => open.push(&mut e.body),
                Expr::Field(e) => open.push(&mut e.base),
                Expr::Group(e) => open.push(&mut e.expr),
                Expr::Paren(e) => open.push(&mut e.expr),
                Expr::Reference(e) => open.push(&mut e.expr),
                Expr::Unary(e) => open.push(&mut e.expr),
                _ => {}
            }
        }
    }

    /// A loop under `#[limit(n)]`, which ends where a condition does not hold.
    fn limited(
        &mut self,
        attributes: &[Attribute],
        place: Span,
        condition: Option<Expr>,
        body: Block,
    ) -> Vec<Stmt> {
        // After an error the body is lowered all the same.
        let once = || syn::parse_quote_spanned!(place=> 1);
        let limit = limit(attributes, place, self.diagnostics).unwrap_or_else(once);
        let goes_on = self.fresh("goes_on", place);
        let breaks = exits_of(&body).breaks;
        let mut body = self.body(body, &goes_on);
        let condition = condition.map(|condition| self.short(condition));
        if let Some(condition) = condition.clone() {
            let again = assigned(&goes_on, condition);
            body.stmts.push(match breaks {
                true => only_if(&goes_on, place, vec![again]),
                false => again,
            });
        }
        let (_, others) = limits(attributes);
        let others = others.into_iter().cloned();
        let repeated = ExprForLoop {
            attrs: others.chain([said(LIMITED, place, [])]).collect(),
            label: None,
            for_token: Token![for](place),
            pat: Box::new(syn::parse_quote_spanned!(place=> _)),
            in_token: Token![in](place),
            expr: Box::new(trees::range(limit)),
            body,
        };
        ending_loop(repeated, &goes_on, condition)
    }

    /// A condition, which stands twice in what a loop becomes; in place of one that is too long to
    /// be copied, an error.
    fn short(&self, condition: Expr) -> Expr {
        const LONGEST: usize = 256;
        let (mut length, mut left) = (0, &condition);
        while let Expr::Binary(e) = left {
            left = &e.left;
            length += 1;
        }
        if length <= LONGEST {
            return condition;
        }
        let message = format!("the condition of a loop has at most {LONGEST} operators");
        let help = "compute a part of it in a variable";
        let place = SourcePlace::of(left);
        self.diagnostics
            .push(Diagnostic::new(place, message).help(help));
        syn::parse_quote_spanned!(place.start()=> false)
    }

    /// The body of a loop without exits.
    fn body(&mut self, mut body: Block, goes_on: &Ident) -> Block {
        self.expect_no_value(&mut body);
        let stays = paths::is_open(&body).then(|| self.fresh("stays", goes_on.span()));
        let mut stmts = Frame::new(goes_on, stays.as_ref()).without_exits(body.stmts);
        if let Some(stays) = stays {
            let declared = syn::parse_quote_spanned!(stays.span()=> let mut #stays = true;);
            stmts.insert(0, declared);
        }
        let mut body = Block { stmts, ..body };
        self.block(&mut body);
        body
    }

    /// Reports and drops the value of a loop's body, which what its exits become would hide.
    fn expect_no_value(&self, body: &mut Block) {
        let Some(Stmt::Expr(last, end @ None)) = body.stmts.last_mut() else {
            return;
        };
        if !is_statement(last) {
            let message = "the body of a loop has no value";
            let diagnostic = Diagnostic::new(SourcePlace::of(last), message);
            self.diagnostics.push(diagnostic.help(behind_loop(last)));
            *end = Some(Token![;](SourcePlace::of(last).end()));
        }
    }

    /// A name that the function does not have.
    fn fresh(&mut self, name: &str, place: Span) -> Ident {
        let mut unused = String::from(name);
        while !self.names.insert(unused.clone()) {
            unused.push('_');
        }
        Ident::new(&unused, place)
    }
}

/// The help for the value of a loop's body. A variable alone is meant as the result, in front of a
/// brace that belongs before it.
pub(crate) fn behind_loop(value: &Expr) -> String {
    match value {
        Expr::Path(path) => format!("end it with `;`, or move `{}` behind the loop", print(path)),
        _ => "end it with `;`".into(),
    }
}

/// Where the value of a loop's body stands, if a statement without `;` is a loop with exits whose
/// body has one.
fn value_in_loop(statement: &Stmt) -> Option<Span> {
    let body = match statement {
        Stmt::Expr(Expr::ForLoop(e), None) if exits_of(&e.body).any() => &e.body,
        Stmt::Expr(Expr::While(e), None) => &e.body,
        Stmt::Expr(Expr::Loop(e), None) => &e.body,
        _ => return None,
    };
    match body.stmts.last()? {
        Stmt::Expr(last, None) if !is_statement(last) => Some(last.span()),
        _ => None,
    }
}

/// Whether an expression without `;` has no value.
fn is_statement(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(e) => is_assignment(&e.op),
        Expr::Assign(_)
        | Expr::Block(_)
        | Expr::Break(_)
        | Expr::Continue(_)
        | Expr::ForLoop(_)
        | Expr::If(_)
        | Expr::Loop(_)
        | Expr::While(_) => true,
        _ => false,
    }
}

/// A loop with the declaration of the variable that says whether it goes on.
fn ending_loop(mut repeated: ExprForLoop, goes_on: &Ident, first: Option<Expr>) -> Vec<Stmt> {
    let place = goes_on.span();
    let first = first.unwrap_or_else(|| syn::parse_quote_spanned!(place=> true));
    let goes_on_then = [goes_on.to_token_stream()];
    repeated.attrs.push(said(GOES_ON, place, goes_on_then));
    vec![
        declared(goes_on, first),
        Stmt::Expr(Expr::ForLoop(repeated), None),
    ]
}

/// An attribute that no source text can have.
fn said(name: &str, place: Span, of: impl IntoIterator<Item = TokenStream>) -> Attribute {
    Attribute {
        pound_token: Token![#](place),
        style: AttrStyle::Outer,
        bracket_token: syn::token::Bracket(place),
        meta: Meta::List(MetaList {
            path: Path::from(Ident::new(name, place)),
            delimiter: MacroDelimiter::Paren(Paren(place)),
            tokens: of.into_iter().collect(),
        }),
    }
}
