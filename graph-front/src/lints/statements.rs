//! Blocks, bindings, assignments, and values that are dropped.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Attribute, BinOp, Expr, ExprBinary, Item, ItemConst, ItemUse, Local, Pat, Stmt, Token};

use super::Mirror;
use super::imported::import;
use super::items::levels;
use super::probes::{Delimited, endless, prefixed};
use super::reads::{call_at, ends_of, in_parentheses};
use crate::diagnostics::SourcePlace;
use crate::emit::mixed;
use crate::lower::{PRINT, Place, compound_operator, documented_signature, without_parentheses};
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
                let body = self.body_of_loop(&e.body, false);
                let (label, token) = (&e.label, e.while_token);
                mixed!(#endless #label #token #condition #body)
            }
            Stmt::Expr(Expr::Loop(e), _) => {
                let (label, token) = (&e.label, e.loop_token);
                let body = self.body_of_loop(&e.body, true);
                mixed! {
                    #label #token {
                        #body
                        #[allow(
                            forbidden_lint_groups, unreachable_code,
                            reason = "a repetition may never get here"
                        )]
                        if flow::truth(()) { break; }
                    }
                }
            }
            // Where one repetition ends, its limit may end the loop.
            Stmt::Expr(exit @ Expr::Continue(_), end) if self.may_end => {
                mixed!(if flow::truth(()) { break; } #exit #end)
            }
            Stmt::Expr(exit @ (Expr::Break(_) | Expr::Continue(_)), end) => mixed!(#exit #end),
            Stmt::Expr(Expr::Block(e), _) => self.block(&e.block),
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

    fn local(&mut self, local: &Local) -> TokenStream {
        let Some(init) = &local.init else {
            return self.declaration(&local.pat);
        };
        let extents = self.extents(&local.pat);
        let value = self.value(&init.expr);
        let bound = self.bind(&local.pat, &value, &levels(&local.attrs));
        mixed!(#extents #bound)
    }

    /// A read of the variables in the type of a pattern: its extents.
    pub(super) fn extents(&mut self, pattern: &Pat) -> Option<TokenStream> {
        let Pat::Type(typed) = pattern else {
            return None;
        };
        let extents = idents(&typed.ty).into_iter();
        let extents: Vec<Ident> = extents.filter_map(|name| self.variable(&name)).collect();
        (!extents.is_empty()).then(|| mixed!(flow::value((#(#extents,)*));))
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
        match &self.names(pattern)[..] {
            [name] => mixed!(#levels let #name: u8 = #value;),
            names => mixed!(#value; #(#levels let #names: u8 = flow::value(());)*),
        }
    }

    /// Declares the variables of a pattern: for each the pattern that binds it alone, in the
    /// parentheses around it.
    pub(super) fn names(&mut self, pattern: &Pat) -> Vec<TokenStream> {
        let mut names = Vec::new();
        let mut open = vec![(pattern, None)];
        while let Some((pattern, parentheses)) = open.pop() {
            match pattern {
                Pat::Ident(pattern) => {
                    self.declare(&pattern.ident);
                    let name = pattern.to_token_stream();
                    names.push(match parentheses {
                        Some(place) => in_parentheses(name, place).into(),
                        None => name,
                    });
                }
                Pat::Paren(p) => open.push((&p.pat, Some(p.paren_token.span.join()))),
                Pat::Type(p) => open.push((&p.pat, parentheses)),
                Pat::Tuple(p) => open.extend(p.elems.iter().rev().map(|part| (part, None))),
                Pat::Slice(p) => open.extend(p.elems.iter().rev().map(|part| (part, None))),
                // Nothing is bound, or it is an error.
                _ => {}
            }
        }
        names
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
                mixed!(#levels #start #name: u8 = { #(let _ = #of;)* 0 } #end)
            }
            false => {
                let value = self.value(&item.expr);
                mixed!(#levels #[allow(forbidden_lint_groups, non_snake_case)] let #name: u8 = #value;)
            }
        };
        self.declare(name);
        mirrored
    }

    /// `target = value`, or with an operator.
    fn assignment(&mut self, target: &Expr, op: &dyn ToTokens, value: &Expr) -> TokenStream {
        match without_parentheses(target) {
            Expr::Tuple(e) => self.assignments(&e.elems, op, value),
            Expr::Array(e) => self.assignments(&e.elems, op, value),
            _ => {
                let value = self.value(value);
                self.assignment_of(target, op, &value)
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
                    let value = call_at(target, &mixed!(value), mixed!(()));
                    statements.extend(self.assignment_of(target, op, &value));
                }
            }
        }
        statements
    }

    /// The assignment of something that stands at a place to a variable, or to a part of it, which
    /// is a use of the variable.
    fn assignment_of(
        &mut self,
        target: &Expr,
        op: &dyn ToTokens,
        value: &TokenStream,
    ) -> TokenStream {
        let place = Place::of(target);
        let name = match place.base {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(variable) = name.and_then(|name| self.variable(name)) else {
            return mixed!(#value;);
        };
        if place.is_whole() {
            return mixed!(#variable #op #value;);
        }
        let positions = place
            .indices
            .iter()
            .map(|index| self.position(&index.index));
        let positions: Vec<TokenStream> = positions.collect();
        let positions = mixed!((#(#positions,)*));
        mixed!(*flow::part(#positions, &mut #variable) #op #value;)
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
                let place = ends_of(expr).1;
                let read = |variable| quote_spanned!(place=> #variable);
                let read = variable.map_or_else(TokenStream::new, read);
                return (TokenStream::new(), read);
            }
            Expr::Binary(e) => return (TokenStream::new(), self.dropped_operation(e)),
            Expr::Unary(e) => {
                let value = self.value(expr);
                return (mixed!(#value;), prefixed(e).unwrap_or_default());
            }
            Expr::Call(e) => match &*e.func {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            },
            Expr::MethodCall(e) => Some(&e.method),
            _ => None,
        };
        let value = self.value(expr);
        match call {
            // A variable of the function's name would be called; `print` has an effect.
            Some(name) if name != PRINT && self.variable(name).is_none() => {
                self.dropped.insert(name.clone());
                let (first, last) = ends_of(expr);
                let callee = in_parentheses(name.to_token_stream(), first);
                let arguments = match self.is_own(name) {
                    true => TokenStream::new(),
                    false => documented_arguments(name),
                };
                let arguments = in_parentheses(arguments, last);
                (mixed!(#value;), mixed!(#callee #arguments))
            }
            _ => (TokenStream::new(), value),
        }
    }

    fn dropped_operation(&mut self, expr: &ExprBinary) -> TokenStream {
        let (op, left, right) = (&expr.op, &expr.left, &expr.right);
        let [left, right] = match op {
            BinOp::And(_) | BinOp::Or(_) => [self.truth(left), self.truth(right)],
            _ => [self.value(left), self.value(right)],
        };
        mixed!(#left #op #right)
    }
}

/// Whether nothing behind a statement is reached.
fn leaves(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(Expr::Break(_) | Expr::Continue(_), _))
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
