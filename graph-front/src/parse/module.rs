//! The item that `#[differentiable]` stands on: a function, or a module with its content.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Attribute, Ident, Token, Visibility};

use super::{BlockItems, Surroundings, codegen, is_codegen, is_rewrite, items, rewrites};
use crate::diagnostics::Diagnostics;

/// The module around the items.
pub(crate) struct ModuleSource {
    /// Outer attributes, doc comments among them.
    pub(crate) attributes: Vec<Attribute>,
    /// Inner attributes and doc comments.
    pub(crate) inner: Vec<Attribute>,
    /// The visibility.
    pub(crate) visibility: Visibility,
    /// The name.
    pub(crate) name: Ident,
    /// The items.
    pub(crate) content: TokenStream,
}

impl ModuleSource {
    /// Parses the module that an attribute stands on; `None` when it is something else.
    pub(crate) fn parse(input: ParseStream<'_>) -> syn::Result<Option<Self>> {
        let ahead = input.fork();
        let attributes = ahead.call(Attribute::parse_outer)?;
        let visibility = ahead.parse()?;
        if !ahead.peek(Token![mod]) {
            return Ok(None);
        }
        input.advance_to(&ahead);
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        if input.peek(Token![;]) {
            return Err(input.error(
                "the content of a differentiable module stands in braces: `mod name { .. }`",
            ));
        }
        let content;
        syn::braced!(content in input);
        let inner = content.call(Attribute::parse_inner)?;
        Ok(Some(Self {
            attributes,
            inner,
            visibility,
            name,
            content: content.parse()?,
        }))
    }

    /// The items inside.
    pub(crate) fn items(&self, diagnostics: &Diagnostics) -> BlockItems {
        let mut source = items(self.content.clone(), Surroundings::Module, diagnostics);
        let all = [&self.attributes[..], &self.inner].concat();
        source.codegen = codegen(&all, diagnostics);
        source.rewrites = rewrites(&all, diagnostics);
        source
    }

    /// The outer and the inner attributes that the macro does not consume.
    pub(crate) fn passed_attributes(&self) -> [Vec<&Attribute>; 2] {
        [&self.attributes, &self.inner].map(|all| {
            all.iter()
                .filter(|a| !is_codegen(a) && !is_rewrite(a))
                .collect()
        })
    }
}
