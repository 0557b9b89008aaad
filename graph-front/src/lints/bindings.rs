//! Bindings: `let`, and the arguments of closures.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, Local, Pat};

use super::Mirror;
use super::items::levels;
use super::reads::in_parentheses;
use super::types::in_parentheses_of;
use crate::emit::mixed;
use crate::tokens::{idents, joined};

impl Mirror {
    pub(super) fn local(&mut self, local: &Local) -> TokenStream {
        let types = match &local.pat {
            Pat::Type(typed) => in_parentheses_of(&typed.ty),
            _ => TokenStream::new(),
        };
        let Some(init) = &local.init else {
            let declared = self.declaration(&local.pat);
            return mixed!(#types #declared);
        };
        let extents = self.extents(&local.pat);
        let bound = self.bind(&local.pat, Some(&init.expr), &levels(&local.attrs));
        mixed!(#types #extents #bound)
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
                let ty = self.kind(&name.ident).ty();
                self.declare(&name.ident);
                mixed!(let #name: #ty;)
            }
            Pat::Tuple(tuple) => joined(tuple.elems.iter().map(|part| self.declaration(part))),
            // An error, or nothing.
            _ => TokenStream::new(),
        }
    }

    /// The variables of a pattern, of a value that is computed from an expression, or that comes
    /// from elsewhere.
    pub(super) fn bind(
        &mut self,
        pattern: &Pat,
        init: Option<&Expr>,
        levels: &TokenStream,
    ) -> TokenStream {
        let pattern = untyped(pattern);
        if let Some(name) = single(pattern) {
            let kind = self.kind(name);
            let [reads, value] = match init {
                Some(init) => self.apart(init, kind),
                None => [TokenStream::new(), kind.any()],
            };
            let (names, ty) = (joined(self.names(pattern)), kind.ty());
            return mixed!(#reads #levels let #names: #ty = #value;);
        }
        let ty = self.type_of(pattern);
        let function = match ty {
            Some(_) => mixed!(pattern),
            None => mixed!(value),
        };
        let value = match init {
            Some(init) => self.computed(init, &function),
            None => mixed!(flow::#function(())),
        };
        // The compiler tells a variable of a pattern that is only assigned from one of a `let`.
        if let Some(ty) = ty {
            self.names(pattern);
            return mixed!(#levels let #pattern: #ty = #value;);
        }
        let first = self.variables.len();
        let patterns = self.names(pattern);
        let bound = patterns.into_iter().zip(&self.variables[first..]);
        let bound = joined(bound.map(|(pattern, name)| {
            let kind = self.kind(name);
            let (ty, value) = (kind.ty(), kind.any());
            mixed!(#levels let #pattern: #ty = #value;)
        }));
        mixed!(#value; #bound)
    }

    /// The type of a pattern of several variables, in which each is what it is in the mirror;
    /// `None` where the compiler might not accept the pattern.
    fn type_of(&self, pattern: &Pat) -> Option<TokenStream> {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() => Some(self.kind(&name.ident).ty()),
            Pat::Wild(_) => Some(mixed!(f64)),
            Pat::Paren(inner) => self.type_of(&inner.pat),
            Pat::Tuple(tuple) if has_names(pattern) => {
                let parts = self.types_of(&tuple.elems)?;
                Some(mixed!((#(#parts,)*)))
            }
            Pat::Slice(slice) if has_names(pattern) => {
                let parts = self.types_of(&slice.elems)?;
                let (first, count) = (parts.first()?, parts.len());
                let text = first.to_string();
                let is_one = parts.iter().all(|part| part.to_string() == text);
                is_one.then(|| mixed!([#first; #count]))
            }
            _ => None,
        }
    }

    /// The types of parts of a pattern, of which `..` has none.
    fn types_of<'p>(&self, parts: impl IntoIterator<Item = &'p Pat>) -> Option<Vec<TokenStream>> {
        let parts = parts
            .into_iter()
            .filter(|part| !matches!(part, Pat::Rest(_)));
        parts.map(|part| self.type_of(part)).collect()
    }

    /// Declares the variables of a pattern: for each the pattern that binds it alone, in the
    /// parentheses around it.
    pub(super) fn names(&mut self, pattern: &Pat) -> Vec<TokenStream> {
        let mut names = Vec::new();
        let mut open = vec![(pattern, Vec::new())];
        while let Some((pattern, mut around)) = open.pop() {
            match pattern {
                Pat::Ident(pattern) => {
                    self.declare(&pattern.ident);
                    let inner_first = around.into_iter().rev();
                    names.push(inner_first.fold(pattern.to_token_stream(), |name, place| {
                        in_parentheses(name, place).into()
                    }));
                }
                Pat::Paren(p) => {
                    around.push(p.paren_token.span.join());
                    open.push((&p.pat, around));
                }
                Pat::Type(p) => open.push((&p.pat, around)),
                Pat::Tuple(p) => open.extend(p.elems.iter().rev().map(|part| (part, Vec::new()))),
                Pat::Slice(p) => open.extend(p.elems.iter().rev().map(|part| (part, Vec::new()))),
                Pat::Struct(p) => {
                    let fields = p.fields.iter().rev();
                    open.extend(fields.map(|field| (&*field.pat, Vec::new())));
                }
                // Nothing is bound, or it is an error.
                _ => {}
            }
        }
        names
    }
}

/// A pattern of a closure without its attributes, and those of them that set levels of lints.
pub(super) fn without_attributes(pattern: &Pat) -> (Pat, TokenStream) {
    let mut bare = pattern.clone();
    let attributes = match &mut bare {
        Pat::Ident(p) => std::mem::take(&mut p.attrs),
        Pat::Paren(p) => std::mem::take(&mut p.attrs),
        Pat::Slice(p) => std::mem::take(&mut p.attrs),
        Pat::Tuple(p) => std::mem::take(&mut p.attrs),
        Pat::Type(p) => std::mem::take(&mut p.attrs),
        Pat::Wild(p) => std::mem::take(&mut p.attrs),
        // Nothing is bound, or it is an error.
        _ => Vec::new(),
    };
    (bare, levels(&attributes))
}

/// A pattern without its type.
fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        pattern => pattern,
    }
}

/// The only variable of a pattern that is nothing but it.
fn single(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) => Some(&name.ident),
        Pat::Paren(inner) => single(&inner.pat),
        Pat::Type(typed) => single(&typed.pat),
        _ => None,
    }
}

/// Whether a pattern binds something.
fn has_names(pattern: &Pat) -> bool {
    let mut open = vec![pattern];
    while let Some(pattern) = open.pop() {
        match pattern {
            Pat::Ident(_) => return true,
            Pat::Paren(p) => open.push(&p.pat),
            Pat::Tuple(p) => open.extend(&p.elems),
            Pat::Slice(p) => open.extend(&p.elems),
            _ => {}
        }
    }
    false
}
