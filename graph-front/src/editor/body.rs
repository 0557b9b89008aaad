//! A body as the names that it mentions: its statements.
//!
//! `let y = a * sin(x.t + b);` becomes
//!
//! ```text
//! let y = { (a); (sin({ (x); (value().t); (b); ty() })); ty::<[f64; 3]>() };
//! ```
//!
//! Each expression is a block of what it mentions, and of a value of its type or of any type, so
//! that no signature is in the way, in which types stand for arrays of every shape. All of this is
//! done token by token: of text that does not parse, it keeps what is there.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::parse::Parser;
use syn::{ItemUse, Pat};

use super::mentions::Bound;
use super::statements::{braces, is_name, is_word, length_of_type, position_of, split, start};
use super::{Before, constants, words};
use crate::emit::mixed;
use crate::lower::{BoundType, BoundTypes};
use crate::parse::FunctionSource;
use crate::tokens::{idents, joined, sign};

/// The sources of bodies.
pub(super) struct Context<'s> {
    /// The types of variables.
    pub(super) types: &'s BoundTypes,
    /// How many arguments each function of the block takes.
    pub(super) own: &'s HashMap<String, usize>,
    /// The names of structs, and of the fields of any of them.
    pub(super) structs: HashSet<String>,
    pub(super) fields: HashSet<String>,
    pub(super) facade: &'s TokenStream,
    pub(super) before: Before,
}

/// A body that is being written.
pub(super) struct Body<'s> {
    pub(super) context: &'s Context<'s>,
    /// The facade's functions for editors.
    pub(super) support: TokenStream,
    /// The variables in scope.
    pub(super) variables: Vec<Bound>,
    /// Whether this is what a loop follows.
    pub(super) is_sequence: bool,
}

impl<'s> Body<'s> {
    pub(super) fn new(context: &'s Context<'s>) -> Self {
        let facade = context.facade;
        Self {
            context,
            support: mixed!(#facade::__private::editor),
            variables: Vec::new(),
            is_sequence: false,
        }
    }

    /// The statements of a function.
    pub(super) fn function(mut self, source: &FunctionSource) -> TokenStream {
        for input in &source.signature.inputs {
            if let syn::FnArg::Typed(argument) = input {
                let mut bound = self.bound(&argument.pat);
                for own in &mut bound {
                    own.has_members |= self.has_members(&argument.ty);
                }
                self.variables.extend(bound);
            }
        }
        match &source.tokens {
            TokenTree::Group(group) => self.block(group.stream()),
            _ => TokenStream::new(),
        }
    }

    /// A block of statements.
    pub(super) fn block(&mut self, tokens: TokenStream) -> TokenStream {
        let count = self.variables.len();
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut rest, mut statements) = (&tokens[..], TokenStream::new());
        while let Some((statement, after)) = split(rest) {
            rest = after;
            let (attributes, statement) = statement.split_at(start(statement));
            statements.extend(words::of_tokens(attributes, &self.support));
            statements.extend(self.statement(statement));
        }
        self.variables.truncate(count);
        mixed!({ #statements })
    }

    fn statement(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let word = |word| tokens.first().is_some_and(|token| is_word(token, word));
        if word("let") {
            return self.local(tokens);
        }
        if word("const") {
            return self.constant(tokens);
        }
        if word("for") {
            return self.repeated(tokens);
        }
        let whole = || tokens.iter().cloned().collect::<TokenStream>();
        if word("use") && syn::parse2::<ItemUse>(whole()).is_ok() {
            return whole();
        }
        self.mentioned(tokens)
    }

    /// `let pattern: type = value;`
    fn local(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let end = tokens.iter().position(|token| sign(token) == Some(';'));
        let tokens = &tokens[1..end.unwrap_or(tokens.len())];
        let is_mutable = tokens.first().is_some_and(|token| is_word(token, "mut"));
        let one = tokens.len().min(1 + usize::from(is_mutable));
        let head = &tokens[..position_of('=', tokens).unwrap_or(tokens.len())];
        // Without a value and a type the pattern is one token, perhaps behind a `mut`.
        let pattern = match (position_of(':', head), head.len() < tokens.len()) {
            (Some(colon), true) => colon,
            (None, true) => head.len(),
            (_, false) => one,
        };
        // A type ends where it is whole: without a value the next statement may follow it.
        let typed = usize::from(position_of(':', &tokens[pattern..]) == Some(0));
        let annotation = pattern + typed;
        let value = annotation + typed * length_of_type(&tokens[annotation..]);
        let annotation: TokenStream = tokens[annotation..value].iter().cloned().collect();
        let value = self.mentioned(&tokens[value..]);
        let pattern = self.pattern(&tokens[..pattern]);
        let (bound, support) = (self.bound(&pattern), &self.support);
        if bound.is_empty() {
            return value;
        }
        let declared = match annotation.is_empty() {
            false => mixed!(let #pattern: #annotation = { #value #support::ty() };),
            true => {
                let any = self.any_of(&pattern);
                mixed!(let #pattern = { #value #any };)
            }
        };
        self.variables.extend(bound);
        declared
    }

    /// `const NAME: type = value;` An editor shows and computes the value where it is a literal or
    /// plain arithmetic of its type.
    pub(super) fn constant(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let end = tokens.iter().position(|token| sign(token) == Some(';'));
        let tokens = &tokens[1..end.unwrap_or(tokens.len())];
        let equals = position_of('=', tokens).unwrap_or(tokens.len());
        let colon = position_of(':', &tokens[..equals]).unwrap_or(equals);
        let value = tokens.get(equals + 1..).unwrap_or(&[]);
        let head: TokenStream = tokens[..equals].iter().cloned().collect();
        if constants::fits(tokens.get(colon + 1..equals).unwrap_or(&[]), value) {
            let value: TokenStream = value.iter().cloned().collect();
            return mixed!(const #head = #value;);
        }
        let mentioned = self.mentioned(value);
        mixed!(const #head; const _: () = { #mentioned };)
    }

    /// `for pattern in range { .. }`
    fn repeated(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let within = tokens.iter().position(|token| is_word(token, "in"));
        let body = tokens.iter().rposition(|token| braces(token).is_some());
        let body = body.unwrap_or(tokens.len());
        // Without an `in` the pattern is one token.
        let end = within.unwrap_or(2).min(body);
        let range = end + usize::from(within.is_some());
        let was_sequence = std::mem::replace(&mut self.is_sequence, true);
        let range = self.mentioned(tokens.get(range..body).unwrap_or(&[]));
        self.is_sequence = was_sequence;
        let pattern = self.pattern(tokens.get(1..end).unwrap_or(&[]));
        let bound = self.bound(&pattern);
        let declared = match &bound[..] {
            [] => range,
            [_] if is_one_name(&pattern) => {
                let any = self.any_item(&pattern);
                mixed!(let #pattern = { #range #any };)
            }
            _ => {
                let names = idents(&pattern).into_iter().filter(is_name);
                let declared = names.map(|name| {
                    let any = self.any_item(&name.to_token_stream());
                    let name = self.name_bound(&name);
                    mixed!(let #name = #any;)
                });
                let declared = joined(declared);
                mixed!(#range #declared)
            }
        };
        let count = self.variables.len();
        self.variables.extend(bound);
        let block = tokens.get(body).and_then(braces);
        let block = block.map(|tokens| self.block(tokens));
        self.variables.truncate(count);
        mixed!({ #declared #block })
    }

    /// A pattern in which each name is one of a variable, though a constant or a type may have it;
    /// of one that does not parse, the first name.
    pub(super) fn pattern(&self, tokens: &[TokenTree]) -> TokenStream {
        let whole: TokenStream = tokens.iter().cloned().collect();
        if Pat::parse_single.parse2(whole.clone()).is_ok() {
            return self.names_bound(tokens);
        }
        match idents(&whole).into_iter().find(is_name) {
            Some(name) => self.names_bound(&[name.into()]),
            None => TokenStream::new(),
        }
    }

    fn names_bound(&self, tokens: &[TokenTree]) -> TokenStream {
        let mut written = TokenStream::new();
        for (position, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut whole = Group::new(group.delimiter(), self.names_bound(&inner));
                    whole.set_span(group.span());
                    written.extend([TokenTree::Group(whole)]);
                }
                TokenTree::Ident(name) if is_name(name) => {
                    let next = tokens.get(position + 1);
                    let is_alone = next.is_none_or(|next| sign(next) == Some(','));
                    written.extend(match is_alone {
                        true => self.name_bound(name),
                        false => name.to_token_stream(),
                    });
                }
                other => written.extend([other.clone()]),
            }
        }
        written
    }

    /// The variables that a pattern binds.
    pub(super) fn bound(&self, pattern: &impl ToTokens) -> Vec<Bound> {
        let names = idents(pattern).into_iter().filter(is_name);
        let bound = names.map(|name| {
            let ty = self.context.types.of(&name).map(|bound| bound.ty);
            Bound {
                name: name.to_string(),
                has_members: ty.is_some_and(|ty| self.has_members(&ty)),
            }
        });
        bound.collect()
    }

    /// Whether a type, perhaps behind a reference, is a tuple or a struct: these have the members that
    /// Rust knows.
    fn has_members(&self, ty: &impl ToTokens) -> bool {
        let mut tokens = ty.to_token_stream().into_iter();
        let first = tokens.find(|token| sign(token) != Some('&') && !is_word(token, "mut"));
        match first {
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
            Some(TokenTree::Ident(name)) => self.context.structs.contains(&name.to_string()),
            _ => false,
        }
    }

    /// A pattern that binds a name, at a place of the user: one that is not there cannot be renamed.
    fn name_bound(&self, name: &Ident) -> TokenStream {
        let any = quote_spanned!((self.context.before)(name.span())=> @ _);
        mixed!(#name #any)
    }

    /// Some value of the type of what a pattern binds, as lowering found it.
    pub(super) fn any_of(&self, pattern: &TokenStream) -> TokenStream {
        self.noted(pattern).unwrap_or_else(|| {
            let support = &self.support;
            mixed!(#support::ty::<_>())
        })
    }

    /// The same of a name in the pattern of a loop. Only what is bound beside the loop's own
    /// variable is noted.
    fn any_item(&self, name: &TokenStream) -> TokenStream {
        self.noted(name).unwrap_or_else(|| {
            let support = &self.support;
            mixed!(#support::ty::<usize>())
        })
    }

    /// Some value of the type of what a pattern binds, where it was lowered. The names of formulas
    /// are in its own scope, so that nobody offers them.
    fn noted(&self, pattern: &TokenStream) -> Option<TokenStream> {
        let BoundType { ty, formulas, .. } = self.context.types.of(pattern)?;
        let support = &self.support;
        Some(match formulas.is_empty() {
            true => mixed!(#support::ty::<#ty>()),
            false => mixed!({ #(const #formulas: usize;)* #support::ty::<#ty>() }),
        })
    }
}

/// Whether a pattern has no brackets or parentheses, and no `&`.
fn is_one_name(pattern: &TokenStream) -> bool {
    let mut tokens = pattern.clone().into_iter();
    !tokens.any(|token| matches!(token, TokenTree::Group(_)) || sign(&token) == Some('&'))
}
