//! Assignments, to variables and to parts of them.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprIndex, Index, Member};

use super::Mirror;
use super::kinds::Kind;
use super::reads::ends_of;
use crate::diagnostics::SourcePlace;
use crate::emit::mixed;
use crate::lower::{Place, is_useless, without_parentheses};
use crate::tokens::joined;

impl Mirror {
    /// `target = value`, or with an operator.
    pub(super) fn assignment(
        &mut self,
        target: &Expr,
        op: &dyn ToTokens,
        value: &Expr,
    ) -> TokenStream {
        match without_parentheses(target) {
            Expr::Tuple(e) => self.assignments(&e.elems, value),
            Expr::Array(e) => self.assignments(&e.elems, value),
            _ => {
                let useless = self.useless(target, op, value);
                let [reads, value] = self.apart(value, self.kind_of(target));
                let assigned = self.assignment_of(target, op, &value);
                mixed!(#useless #reads #assigned)
            }
        }
    }

    /// An assignment of something to itself, in a function of its own, where it has its type.
    fn useless(&self, target: &Expr, op: &dyn ToTokens, value: &Expr) -> Option<TokenStream> {
        let is_plain = op.to_token_stream().into_iter().count() == 1;
        let ty = self.self_assignments.of(target);
        let mut ty = ty.filter(|_| is_plain && is_useless(target, value))?;
        let [target, value] = [target, value].map(|side| Place::of(without_parentheses(side)));
        let [members, others] = [target.fields()?, value.fields()?];
        for field in members.iter().rev() {
            let Member::Unnamed(position) = &field.member else {
                return None;
            };
            let before = (0..position.index).map(|_| mixed!((),));
            let before = joined(before);
            ty = mixed!((#before #ty,));
        }
        let name = match target.base {
            Expr::Path(path) => path.path.get_ident()?,
            _ => return None,
        };
        let [target, value] = [(target, members), (value, others)].map(|(side, fields)| {
            let mut name = name.clone();
            name.set_span(name.span().located_at(SourcePlace::of(side.base).start()));
            let fields = fields.iter().map(|field| &field.member);
            mixed!(#name #(.#fields)*)
        });
        let parameters = &self.parameters;
        let given = parameters.iter().map(|_| mixed!(f64));
        Some(mixed! {
            {
                fn assigned<#(#parameters),*>(mut #name: #ty) {
                    #target #op #value;
                    flow::value(#name);
                }
                // The compiler looks at what is used.
                let _ = assigned::<#(#given),*>;
            }
        })
    }

    /// The kind of value that a target is assigned.
    fn kind_of(&self, target: &Expr) -> Kind {
        match without_parentheses(target) {
            Expr::Path(path) => path
                .path
                .get_ident()
                .map_or(Kind::Number, |name| self.kind(name)),
            _ => Kind::Number,
        }
    }

    /// `(a, b) = value`: the value is read first, and then each target is assigned. The compiler
    /// names the place of a target alone.
    fn assignments<'e>(
        &mut self,
        targets: impl IntoIterator<Item = &'e Expr>,
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
                    let last = ends_of(target).1;
                    let value = self.kind_of(target).constant_between(last, last);
                    let op = quote_spanned!(last=> =);
                    statements.extend(self.assignment_of(target, &op, &value));
                }
            }
        }
        statements
    }

    /// The assignment of something that stands at a place to a variable, or to a part of it.
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
        let Some((name, variable)) = name.and_then(|name| Some((name, self.variable(name)?)))
        else {
            return mixed!(flow::value(#value););
        };
        if place.is_whole() {
            // No tuple has an operator of its own.
            if op.to_token_stream().into_iter().count() > 1 {
                self.tuples.note_number(name);
            }
            return mixed!(#variable #op #value;);
        }
        let indices: Vec<&ExprIndex> = place.all_indices().collect();
        let assigned = match place.path.last() {
            Some(Expr::Field(field)) => {
                self.tuples.note(name);
                match self.kind(name) {
                    Kind::Tuple => {
                        let mut number = Index::from(0);
                        number.span = SourcePlace::of(&field.member).end();
                        mixed!(#variable.#number)
                    }
                    Kind::Number => variable.to_token_stream(),
                }
            }
            _ => variable.to_token_stream(),
        };
        if indices.is_empty() && matches!(self.kind(name), Kind::Tuple) {
            return mixed!(#assigned #op #value;);
        }
        let positions = indices.iter().map(|index| self.position(&index.index));
        let positions: Vec<TokenStream> = positions.collect();
        // The compiler looks at an array before it assigns an element.
        let op = match op.to_token_stream().into_iter().next() {
            Some(sign) => quote_spanned!(sign.span()=> =),
            None => quote_spanned!(Span::mixed_site()=> =),
        };
        mixed!(flow::value((#(#positions,)* #assigned,)); #assigned #op #value;)
    }
}
