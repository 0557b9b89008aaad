//! Expressions, as the variables that they read.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::{Block, Expr, ExprClosure, ExprForLoop, ExprIf, Pat};

use super::Mirror;
use super::bindings::without_attributes;
use super::kinds::Kind;
use super::probes::{Delimited, comparison, delimited_body, negation};
use super::types::in_parentheses_of;
use crate::diagnostics::SourcePlace;
use crate::emit::mixed;
use crate::lower::{Place, leftmost};
use crate::tokens::idents;

impl Mirror {
    /// A value that is computed from an expression.
    pub(super) fn value(&mut self, of: &Expr) -> TokenStream {
        self.computed(of, &mixed!(value))
    }

    /// A condition that is computed from an expression.
    pub(super) fn truth(&mut self, of: &Expr) -> TokenStream {
        self.computed(of, &mixed!(truth))
    }

    /// A value for a variable, in two parts: what it is computed from, and the value. The compiler
    /// follows a value that a call yields less closely than others, so that it is a call where the
    /// expression is one alone.
    pub(super) fn apart(&mut self, of: &Expr, kind: Kind) -> [TokenStream; 2] {
        let (mut inner, mut delimiters) = (of, Vec::new());
        while let Some(delimited) = Delimited::new(inner) {
            inner = delimited.inner;
            delimiters.push(delimited);
        }
        let is_call = matches!(inner, Expr::Call(_) | Expr::MethodCall(_));
        // A name in braces is a copy of its own to the compiler.
        if is_call || delimiters.iter().any(|delimited| delimited.is_braces()) {
            return [TokenStream::new(), self.computed(of, &kind.function())];
        }
        let reads = self.reads([inner]);
        let inner_first = delimiters.into_iter().rev();
        let value = inner_first.fold(kind.constant(inner), |value, delimited| {
            delimited.around(value)
        });
        [mixed!(flow::value(#reads);), value]
    }

    /// The call of a function of `flow` with what an expression reads, within the same parentheses
    /// and braces.
    pub(super) fn computed(&mut self, of: &Expr, function: &TokenStream) -> TokenStream {
        match Delimited::new(of) {
            Some(delimited) => delimited.around(self.computed(delimited.inner, function)),
            None => {
                let reads = self.reads([of]);
                call_at(of, function, reads)
            }
        }
    }

    /// A tuple of the variables that expressions read, and of the blocks inside of them, which have
    /// no value here. A chain of operators may be long, so it is not followed by recursion.
    pub(super) fn reads<'e>(&mut self, of: impl IntoIterator<Item = &'e Expr>) -> TokenStream {
        let mut open: Vec<&Expr> = of.into_iter().collect();
        let mut reads: Vec<TokenStream> = Vec::new();
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Lit(_) => {}
                Expr::Path(path) => {
                    let variable = path.path.get_ident().and_then(|name| self.variable(name));
                    reads.extend(variable.map(|variable| mixed!(#variable)));
                }
                Expr::Paren(e) => open.push(&e.expr),
                Expr::Group(e) => open.push(&e.expr),
                Expr::Unary(e) => {
                    reads.extend(negation(e));
                    open.push(&e.expr);
                }
                Expr::Cast(e) => {
                    let types = in_parentheses_of(&e.ty);
                    if !types.is_empty() {
                        reads.push(mixed!({ #types }));
                    }
                    open.push(&e.expr);
                }
                Expr::Field(e) => open.push(&e.base),
                Expr::Binary(e) => {
                    reads.extend(comparison(e, |side| self.is_natural(side)));
                    open.extend([&*e.left, &*e.right]);
                }
                Expr::Index(e) => {
                    open.push(&e.expr);
                    reads.push(self.position(&e.index));
                }
                Expr::Range(e) => open.extend(e.start.iter().chain(&e.end).map(|end| &**end)),
                Expr::Repeat(e) => open.extend([&*e.expr, &*e.len]),
                Expr::Array(e) => open.extend(&e.elems),
                Expr::Tuple(e) => open.extend(&e.elems),
                Expr::Call(e) => {
                    reads.extend(self.delimited_arguments(expr, &mixed!(value), &e.args));
                    open.extend(e.args.iter().filter(|a| Delimited::new(a).is_none()));
                }
                Expr::MethodCall(e) => {
                    reads.extend(self.delimited_arguments(expr, &mixed!(Receiver.value), &e.args));
                    open.push(&e.receiver);
                    open.extend(e.args.iter().filter(|a| Delimited::new(a).is_none()));
                }
                Expr::Reference(e) if e.mutability.is_some() => {
                    let place = Place::of(&e.expr);
                    open.extend(place.all_indices().map(|index| &*index.index));
                    let name = match place.base {
                        Expr::Path(path) => path.path.get_ident(),
                        _ => None,
                    };
                    let variable = name.and_then(|name| self.variable(name));
                    reads.extend(variable.map(|variable| mixed!(flow::value(&mut #variable))));
                }
                // An option of a call: `axis = 0`.
                Expr::Assign(e) => open.push(&e.right),
                Expr::Block(e) => reads.push(self.block(&e.block)),
                Expr::If(e) => {
                    let branch = self.branch(e);
                    reads.push(mixed!({ #branch }));
                }
                Expr::ForLoop(e) => {
                    let repeated = self.repeated(e);
                    reads.push(mixed!({ #repeated }));
                }
                Expr::Closure(e) => reads.push(self.closure(e)),
                other => {
                    let names = idents(other);
                    let variables = names.iter().filter_map(|name| self.variable(name));
                    reads.extend(variables.map(|variable| mixed!(#variable)));
                }
            }
        }
        mixed!((#(#reads,)*))
    }

    /// An index, which need not stand in parentheses.
    pub(super) fn position(&mut self, index: &Expr) -> TokenStream {
        match Delimited::new(index) {
            Some(_) => {
                let position = self.computed(index, &mixed!(position));
                mixed!([0.0][#position])
            }
            None => self.reads([index]),
        }
    }

    /// The arguments of a call that stand in parentheses or braces, each in a call of its own.
    fn delimited_arguments<'e>(
        &mut self,
        call: &Expr,
        function: &TokenStream,
        arguments: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<TokenStream> {
        let delimited = arguments
            .into_iter()
            .filter(|a| Delimited::new(a).is_some());
        let calls = delimited.map(|argument| call_at(call, function, self.value(argument)));
        calls.collect()
    }

    /// `if`, with all sides that follow one another.
    pub(super) fn branch(&mut self, first: &ExprIf) -> TokenStream {
        let (mut sides, mut branch) = (TokenStream::new(), first);
        loop {
            let (condition, then) = (self.truth(&branch.cond), self.side(&branch.then_branch));
            sides.extend(quote_spanned!(branch.if_token.span=> if));
            sides.extend(mixed!(#condition #then));
            match branch.else_branch.as_ref().map(|(_, side)| &**side) {
                Some(Expr::If(next)) => {
                    sides.extend(mixed!(else));
                    branch = next;
                }
                Some(side) => {
                    let reads = match side {
                        Expr::Block(side) => self.side(&side.block).into(),
                        side => {
                            let reads = self.value(side);
                            mixed!({ #reads; })
                        }
                    };
                    sides.extend(mixed!(else #reads));
                    return sides;
                }
                None => return sides,
            }
        }
    }

    pub(super) fn repeated(&mut self, repeated: &ExprForLoop) -> TokenStream {
        let range = self.computed(&repeated.expr, &mixed!(range));
        self.scoped(|mirror| {
            let names = mirror.names(&repeated.pat);
            for name in idents(&repeated.pat) {
                mirror.tuples.note_number(&name);
            }
            let body = mirror.block(&repeated.body);
            // One that nothing leaves is unused.
            let label = &repeated.label;
            match &names[..] {
                [name] => mixed!(#label for #name in #range #body),
                names => mixed! {
                    #label for _ in #range { #(let #names: f64 = flow::value(());)* #body }
                },
            }
        })
    }

    /// The body of a closure, whose arguments have values from somewhere.
    fn closure(&mut self, closure: &ExprClosure) -> TokenStream {
        self.scoped(|mirror| {
            let inputs: Vec<TokenStream> = closure
                .inputs
                .iter()
                .map(|pattern| {
                    let extents = mirror.extents(pattern);
                    let (bare, levels) = without_attributes(pattern);
                    let bound = mirror.bind(&bare, None, &levels);
                    let types = match pattern {
                        Pat::Type(typed) => in_parentheses_of(&typed.ty),
                        _ => TokenStream::new(),
                    };
                    mixed!(#types #extents #bound)
                })
                .collect();
            let probe = delimited_body(closure);
            let body = mirror.value(&closure.body);
            mixed!({ #(#inputs)* #probe #body; })
        })
    }

    /// A block of statements, with the variables that it declares.
    pub(super) fn block(&mut self, block: &Block) -> TokenStream {
        let statements = self.inside(block);
        mixed!({ #statements })
    }

    /// A side of a choice, with the braces of the user's: the compiler shows where a choice ends
    /// behind which nothing is reached.
    fn side(&mut self, block: &Block) -> TokenTree {
        let mut side = Group::new(Delimiter::Brace, self.inside(block));
        side.set_span(block.brace_token.span.close());
        side.into()
    }

    fn inside(&mut self, block: &Block) -> TokenStream {
        self.scoped(|mirror| mirror.statements(&block.stmts))
    }

    /// Makes something inside of a scope.
    fn scoped<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let count = self.variables.len();
        let made = make(self);
        self.leave(count);
        made
    }
}

/// A call of a function of `flow` that stands where an expression stands.
pub(super) fn call_at(expr: &Expr, function: &TokenStream, reads: TokenStream) -> TokenStream {
    let (first, last) = ends_of(expr);
    let function = function.clone().into_iter().map(|mut token| {
        token.set_span(last);
        token
    });
    let mut call = quote_spanned!(first=> flow::);
    call.extend(function);
    call.extend([in_parentheses(reads, last)]);
    call
}

/// The first and the last token of an expression. A chain of operators is followed by a loop.
pub(super) fn ends_of(expr: &Expr) -> (Span, Span) {
    let mut base = expr;
    while let Some(left) = leftmost(base) {
        base = left;
    }
    let first = SourcePlace::of(base).start();
    let last = match expr {
        Expr::Binary(e) => return (first, ends_of(&e.right).1),
        Expr::MethodCall(e) => e.paren_token.span.close(),
        Expr::Index(e) => e.bracket_token.span.close(),
        Expr::Field(e) => SourcePlace::of(&e.member).end(),
        Expr::Cast(e) => SourcePlace::of(&e.ty).end(),
        expr => SourcePlace::of(expr).end(),
    };
    (first, last)
}

/// Tokens in parentheses that stand in this place.
pub(super) fn in_parentheses(tokens: TokenStream, place: Span) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(place);
    TokenTree::Group(group)
}
