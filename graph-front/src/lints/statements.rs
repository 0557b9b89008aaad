//! The statements of a block: constants, and values that are dropped.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Attribute, BinOp, Expr, ExprBinary, Item, ItemConst, ItemUse, Stmt, Token};

use super::Mirror;
use super::imported::import;
use super::items::levels;
use super::kinds::Kind;
use super::probes::{Delimited, delimited_constant, endless, prefixed};
use super::reads::{call_at, ends_of, in_parentheses};
use super::types::in_parentheses_of;
use crate::diagnostics::SourcePlace;
use crate::emit::mixed;
use crate::lower::{PRINT, compound_operator, documented_signature};
use crate::parse::imported_constants;
use crate::tokens::{idents, joined};

impl Mirror {
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        let mut mirrored = TokenStream::new();
        for (position, statement) in statements.iter().enumerate() {
            if position
                .checked_sub(1)
                .is_some_and(|before| leaves(&statements[before]))
            {
                mirrored.extend(unreached(statement));
            }
            mirrored.extend(self.statement(statement));
        }
        mirrored
    }

    fn statement(&mut self, statement: &Stmt) -> TokenStream {
        let documented = documented(statement);
        let mirrored = self.undocumented(statement);
        mixed!(#documented #mirrored)
    }

    fn undocumented(&mut self, statement: &Stmt) -> TokenStream {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(Item::Const(item)) => self.constant(item),
            Stmt::Item(Item::Use(item)) => self.import(item),
            // These are errors.
            Stmt::Item(_) | Stmt::Macro(_) => TokenStream::new(),
            Stmt::Expr(Expr::Assign(e), _) => self.assignment(&e.left, &e.eq_token, &e.right),
            Stmt::Expr(Expr::Binary(e), _) if compound_operator(&e.op).is_some() => {
                self.assignment(&e.left, &e.op, &e.right)
            }
            Stmt::Expr(Expr::If(e), _) => self.branch(e),
            Stmt::Expr(Expr::ForLoop(e), _) => self.repeated(e),
            Stmt::Expr(Expr::While(e), _) => {
                let endless = endless(e);
                let condition = self.truth(&e.cond);
                let body = self.block(&e.body);
                let (label, token) = (&e.label, e.while_token);
                mixed!(#endless #label #token #condition #body)
            }
            Stmt::Expr(Expr::Loop(e), _) => {
                let (label, token) = (&e.label, e.loop_token);
                let body = self.block(&e.body);
                // Its limit ends it, too. What it assigns has a value before it, as the language
                // demands, and so nobody is told that this one is never read.
                mixed!(#label #token { if flow::truth(()) { break; } #body })
            }
            Stmt::Expr(exit @ (Expr::Break(_) | Expr::Continue(_)), end) => mixed!(#exit #end),
            Stmt::Expr(expr @ Expr::Block(e), end)
                if end.is_some() || Delimited::new(expr).is_none() =>
            {
                self.block(&e.block)
            }
            Stmt::Expr(Expr::Verbatim(nothing), semicolon) if nothing.is_empty() => {
                semicolon.to_token_stream()
            }
            Stmt::Expr(expr, Some(end)) => self.dropped(expr, *end),
            Stmt::Expr(expr, None) => {
                let value = self.value(expr);
                match Delimited::new(expr) {
                    Some(_) => mixed!(flow::value({ #value });),
                    None => mixed!(#value;),
                }
            }
        }
    }

    /// An import of constants; where something else of the function has the name of one, they are
    /// variables.
    fn import(&mut self, item: &ItemUse) -> TokenStream {
        let constants = imported_constants(item).unwrap_or_default();
        let mut names = constants.iter().map(|constant| &constant.ident);
        if !names.all(|name| self.unique.contains(&name.to_string())) {
            return joined(constants.iter().map(|item| self.constant(item)));
        }
        for constant in &constants {
            self.declare(&constant.ident);
        }
        self.has_constants = true;
        self.imports.push(item.clone());
        import(item, &TokenStream::new())
    }

    /// A constant; where something else of the function has its name, as the variable that it is
    /// in the language.
    fn constant(&mut self, item: &ItemConst) -> TokenStream {
        self.has_constants = true;
        let of = idents(&item.expr);
        let of: Vec<Ident> = of.iter().filter_map(|name| self.variable(name)).collect();
        let mut names = of.iter().chain([&item.ident]);
        let is_constant = names.all(|name| self.unique.contains(&name.to_string()));
        let levels = levels(&item.attrs);
        let name = &item.ident;
        let mirrored = match is_constant {
            true => {
                let (start, end) = (item.const_token, item.semi_token);
                let delimited = delimited_constant(&item.expr, &levels);
                // For one of the variables' type the compiler has a help that would show its path.
                mixed! {
                    #delimited
                    #levels
                    #start #name: ::core::primitive::u8 = { #(let _ = #of;)* 0 } #end
                }
            }
            false => {
                let value = self.value(&item.expr);
                mixed!(#levels #[allow(forbidden_lint_groups, non_snake_case)] let #name: f64 = #value;)
            }
        };
        self.declare(name);
        self.tuples.note_number(name);
        let types = in_parentheses_of(&item.ty);
        mixed!(#types #mirrored)
    }

    /// The statement of a value that nothing takes. The compiler calls operators by their kind, and
    /// functions by their names.
    fn dropped(&mut self, expr: &Expr, end: Token![;]) -> TokenStream {
        if let (Expr::Paren(e), Some(delimited)) = (expr, Delimited::new(expr)) {
            let (value, operation) = self.operation(&e.expr);
            let operation = delimited.around(operation);
            return mixed!(#value #operation #end);
        }
        let (value, operation) = self.operation(expr);
        mixed!(#value #operation #end)
    }

    /// Statements that read what a dropped value is computed from, and the operation that yields
    /// it, if the compiler has a word for that.
    fn operation(&mut self, expr: &Expr) -> (TokenStream, TokenStream) {
        let call = match expr {
            Expr::Path(path) => {
                let variable = path.path.get_ident().and_then(|name| self.variable(name));
                let (first, last) = ends_of(expr);
                let read = match variable {
                    Some(variable) => quote_spanned!(last=> #variable),
                    None => Kind::Number.constant_between(first, last),
                };
                return (TokenStream::new(), read);
            }
            Expr::Binary(e) => return (TokenStream::new(), self.dropped_operation(e)),
            Expr::Unary(e) => {
                let value = self.value(expr);
                return (mixed!(#value;), prefixed(e).unwrap_or_default());
            }
            Expr::Call(e) => match &*e.func {
                Expr::Path(path) => path.path.get_ident().or_else(|| of_floats(&path.path)),
                _ => None,
            },
            Expr::MethodCall(e) => Some(&e.method),
            _ => None,
        };
        let value = self.value(expr);
        match call {
            // A variable of the function's name would be called; `print` has an effect.
            Some(name) if name != PRINT && self.variable(name).is_none() => {
                let (first, last) = ends_of(expr);
                if self.is_own(name) {
                    if let Some(caller) = &self.name {
                        self.calls.add(name, &self.of_block, caller, [first, last]);
                    }
                    return (TokenStream::new(), value);
                }
                self.dropped.insert(name.clone());
                let callee = in_parentheses(name.to_token_stream(), first);
                let arguments = in_parentheses(documented_arguments(name), last);
                (mixed!(#value;), mixed!(#callee #arguments))
            }
            _ => (TokenStream::new(), value),
        }
    }

    fn dropped_operation(&mut self, expr: &ExprBinary) -> TokenStream {
        let (op, left, right) = (&expr.op, &expr.left, &expr.right);
        let [left, right] = match op {
            BinOp::And(_) | BinOp::Or(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) => {
                [self.truth(left), self.truth(right)]
            }
            _ => [self.value(left), self.value(right)],
        };
        mixed!(#left #op #right)
    }
}

/// Whether nothing behind a statement is reached: it leaves the loop, or both sides of a choice do.
fn leaves(statement: &Stmt) -> bool {
    let Stmt::Expr(expr, _) = statement else {
        return false;
    };
    let mut expr = expr;
    loop {
        expr = match expr {
            Expr::Break(_) | Expr::Continue(_) => return true,
            Expr::Block(block) => return block.block.stmts.iter().any(leaves),
            Expr::If(choice) if choice.then_branch.stmts.iter().any(leaves) => {
                match &choice.else_branch {
                    Some((_, other)) => other,
                    None => return false,
                }
            }
            _ => return false,
        };
    }
}

/// A call that the compiler reports as unreachable, at the place of a statement.
fn unreached(statement: &Stmt) -> TokenStream {
    let place = SourcePlace::of(statement);
    let (start, end) = (place.start(), place.end());
    let mut call = quote_spanned!(start=> flow::);
    call.extend(quote_spanned!(end=> value));
    call.extend([in_parentheses(quote_spanned!(end=> ()), end)]);
    call.extend(quote_spanned!(end=> ;));
    call
}

/// The function of the language that a path of Rust's floats names: `f64::sin`.
fn of_floats(path: &syn::Path) -> Option<&Ident> {
    let [ty, name] = [path.segments.first()?, path.segments.last()?].map(|segment| &segment.ident);
    let is_float = path.segments.len() == 2 && (ty == "f64" || ty == "f32");
    (is_float && documented_signature(&name.to_string()).is_some()).then_some(name)
}

/// As many arguments as a function of the language has in its documentation. One that is generic
/// takes any float.
fn documented_arguments(name: &Ident) -> TokenStream {
    let signature = documented_signature(&name.unraw().to_string()).unwrap_or_default();
    let arguments = (0..signature.arguments).map(|number| match number {
        0 if signature.is_generic => mixed!(0.0,),
        _ => mixed!(flow::any(),),
    });
    joined(arguments)
}

/// A statement with the comments that look like documentation of a statement, which has none.
fn documented(statement: &Stmt) -> Option<TokenStream> {
    let docs = |attributes: &[Attribute]| {
        let docs = attributes.iter().filter(|a| a.path().is_ident("doc"));
        let docs = joined(docs.map(ToTokens::to_token_stream));
        (!docs.is_empty()).then_some(docs)
    };
    match statement {
        Stmt::Local(local) => {
            let (docs, start, end) = (docs(&local.attrs)?, local.let_token, local.semi_token);
            let nothing = quote_spanned!(end.span=> _ = ());
            Some(mixed!(#docs #start #nothing #end))
        }
        Stmt::Expr(expr, _) => {
            let docs = docs(match expr {
                Expr::If(e) => &e.attrs,
                Expr::ForLoop(e) => &e.attrs,
                Expr::Block(e) => &e.attrs,
                _ => return None,
            })?;
            let call = call_at(expr, &mixed!(value), mixed!(()));
            Some(mixed!(#docs #call;))
        }
        Stmt::Item(_) | Stmt::Macro(_) => None,
    }
}
