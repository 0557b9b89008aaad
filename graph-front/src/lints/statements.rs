//! Blocks, bindings, assignments, and values that are dropped.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{BinOp, Expr, ExprBinary, Item, ItemConst, Local, Pat, Stmt};

use super::Mirror;
use super::reads::{call_at, ends_of, in_parentheses};
use crate::emit::mixed;
use crate::lower::{PRINT, base_of_target, compound_operator, without_parentheses};
use crate::parse::sets_level;
use crate::tokens::{idents, joined};

impl Mirror {
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        let statements = statements.iter().map(|statement| self.statement(statement));
        joined(statements)
    }

    fn statement(&mut self, statement: &Stmt) -> TokenStream {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(Item::Const(item)) => self.constant(item),
            // These are errors.
            Stmt::Item(_) | Stmt::Macro(_) => TokenStream::new(),
            Stmt::Expr(Expr::Assign(e), _) => self.assignment(&e.left, &e.eq_token, &e.right),
            Stmt::Expr(Expr::Binary(e), _) if compound_operator(&e.op).is_some() => {
                self.assignment(&e.left, &e.op, &e.right)
            }
            Stmt::Expr(Expr::If(e), _) => self.branch(e),
            Stmt::Expr(Expr::ForLoop(e), _) => self.repeated(e),
            Stmt::Expr(Expr::Block(e), _) => self.block(&e.block),
            Stmt::Expr(expr, Some(_)) => self.dropped(expr),
            Stmt::Expr(expr, None) => {
                let value = self.value(expr);
                mixed!(#value;)
            }
        }
    }

    fn local(&mut self, local: &Local) -> TokenStream {
        let declared = match &local.pat {
            Pat::Type(typed) => idents(&typed.ty),
            _ => Vec::new(),
        };
        let Some(init) = &local.init else {
            return self.declaration(&local.pat);
        };
        let reads = self.reads([&*init.expr]);
        let extents = declared.iter().filter_map(|name| self.variable(name));
        let value = call_at(&init.expr, "value", mixed!((#reads, #(#extents,)*)));
        let levels = local.attrs.iter().filter(|a| sets_level(a));
        let levels = levels.map(ToTokens::to_token_stream);
        self.bind(&local.pat, &value, &joined(levels))
    }

    /// A `let` without a value.
    fn declaration(&mut self, pattern: &Pat) -> TokenStream {
        match pattern {
            Pat::Type(typed) => self.declaration(&typed.pat),
            Pat::Ident(name) => {
                self.declare(&name.ident);
                mixed!(let #name: u8;)
            }
            // An error.
            _ => TokenStream::new(),
        }
    }

    /// The variables of a pattern, one after another: the compiler says the same of each as where
    /// they stand in a tuple.
    pub(super) fn bind(
        &mut self,
        pattern: &Pat,
        value: &TokenStream,
        levels: &TokenStream,
    ) -> TokenStream {
        let mut names = Vec::new();
        let mut open = vec![pattern];
        while let Some(pattern) = open.pop() {
            match pattern {
                Pat::Ident(pattern) => names.push(pattern),
                Pat::Paren(p) => open.push(&p.pat),
                Pat::Type(p) => open.push(&p.pat),
                Pat::Tuple(p) => open.extend(p.elems.iter().rev()),
                Pat::Slice(p) => open.extend(p.elems.iter().rev()),
                // Nothing is bound, or it is an error.
                _ => {}
            }
        }
        for name in &names {
            self.declare(&name.ident);
        }
        match &names[..] {
            [name] => mixed!(#levels let #name: u8 = #value;),
            _ => mixed!(#value; #(#levels let #names: u8 = flow::value(());)*),
        }
    }

    /// A constant, as the variable that it is in the language: a later one may have its name.
    fn constant(&mut self, item: &ItemConst) -> TokenStream {
        let value = self.value(&item.expr);
        self.declare(&item.ident);
        let name = &item.ident;
        mixed!(let #name: u8 = #value;)
    }

    /// `target = value`, or with an operator.
    fn assignment(&mut self, target: &Expr, op: &dyn ToTokens, value: &Expr) -> TokenStream {
        match without_parentheses(target) {
            Expr::Tuple(e) => self.assignments(&e.elems, op, value),
            Expr::Array(e) => self.assignments(&e.elems, op, value),
            _ => {
                let reads = self.reads([value]);
                self.assignment_of(target, op, value, &reads)
            }
        }
    }

    /// `(a, b) = value`: the value is read first, and then each target is assigned.
    fn assignments<'e>(
        &mut self,
        targets: impl IntoIterator<Item = &'e Expr>,
        op: &dyn ToTokens,
        value: &Expr,
    ) -> TokenStream {
        let mut statements = self.value(value);
        statements.extend(mixed!(;));
        let mut open: Vec<&Expr> = targets.into_iter().collect();
        open.reverse();
        while let Some(target) = open.pop() {
            match without_parentheses(target) {
                Expr::Tuple(e) => open.extend(e.elems.iter().rev()),
                Expr::Array(e) => open.extend(e.elems.iter().rev()),
                _ => {
                    let nothing = mixed!(());
                    statements.extend(self.assignment_of(target, op, target, &nothing));
                }
            }
        }
        statements
    }

    /// The assignment of something that stands at a place to a variable, or to a part of it, which is
    /// a use of the variable.
    fn assignment_of(
        &mut self,
        target: &Expr,
        op: &dyn ToTokens,
        at: &Expr,
        reads: &TokenStream,
    ) -> TokenStream {
        let (base, chain) = base_of_target(target);
        let positions = chain.iter().map(|index| &*index.index);
        let positions = self.reads(positions);
        let reads = mixed!((#reads, #positions));
        let value = call_at(at, "value", reads.clone());
        let name = match base {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(variable) = name.and_then(|name| self.variable(name)) else {
            return mixed!(#value;);
        };
        match chain.is_empty() {
            true => mixed!(#variable #op #value;),
            false => mixed!(flow::change(#reads, &mut #variable);),
        }
    }

    /// The statement of a value that nothing takes. The compiler calls operators by their kind, and
    /// functions by their names.
    fn dropped(&mut self, expr: &Expr) -> TokenStream {
        let call = match expr {
            Expr::Path(path) => {
                let variable = path.path.get_ident().and_then(|name| self.variable(name));
                let place = ends_of(expr).1;
                let read = |variable| quote_spanned!(place=> #variable;);
                return variable.map_or_else(TokenStream::new, read);
            }
            Expr::Binary(e) => return self.dropped_operation(e),
            Expr::Call(e) => match &*e.func {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            },
            Expr::MethodCall(e) => Some(&e.method),
            _ => None,
        };
        let value = self.value(expr);
        match call {
            // It is called for its effect.
            Some(name) if name == PRINT => mixed!(#value;),
            // A variable of the function's name would be called.
            Some(name) if self.variable(name).is_none() => {
                self.dropped.insert(name.clone());
                let (first, last) = ends_of(expr);
                let callee = in_parentheses(name.to_token_stream(), first);
                let arguments = in_parentheses(TokenStream::new(), last);
                mixed!(#value; #callee #arguments;)
            }
            _ => mixed!(#value;),
        }
    }

    fn dropped_operation(&mut self, expr: &ExprBinary) -> TokenStream {
        let (op, left, right) = (&expr.op, &expr.left, &expr.right);
        let [left, right] = match op {
            BinOp::And(_) | BinOp::Or(_) => [self.truth(left), self.truth(right)],
            _ => [self.value(left), self.value(right)],
        };
        mixed!(#left #op #right;)
    }
}
