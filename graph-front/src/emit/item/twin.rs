//! A public function of the module and, where its module has a workspace, the twin that takes it.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use super::{Bodies, absent, workspace};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::tokens::joined;

/// A public function.
pub(super) struct Item {
    /// The name of the twin without its `_with`.
    pub(super) name: String,
    /// The name of the plain function, where it is hidden behind another one.
    pub(super) hidden: Option<&'static str>,
    pub(super) doc: &'static str,
    /// Whether the result is all that the function does.
    pub(super) must_use: bool,
    /// Whether it changes the arguments that the user's function changes.
    pub(super) in_place: bool,
    /// The parameters after the arguments of the user's function.
    pub(super) parameters: Vec<(Ident, TokenStream)>,
    /// The result's type, if any.
    pub(super) result: Option<TokenStream>,
    /// The computation, which uses a workspace named `workspace`.
    pub(super) body: TokenStream,
    /// Its need of an allocator.
    pub(super) allocates: Allocates,
}

/// The parts of a function of run-time length that need an allocator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Allocates {
    Nothing,
    /// The workspace, where the caller has none.
    Workspace,
    /// Arguments, results, or what is computed on the way.
    Vectors,
}

impl Item {
    /// Both functions, with these type parameters.
    pub(super) fn tokens(
        self,
        generics: &TokenStream,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
    ) -> TokenStream {
        let arguments = match self.in_place {
            true => names.called_arguments(),
            false => names.arguments(),
        };
        let passed = names.argument_names();
        let declared = self.parameters.iter().map(|(name, ty)| mixed!(#name: #ty,));
        let declared = names.at_function(joined(declared));
        let more = self.parameters.iter().map(|(name, _)| mixed!(#name,));
        let more = joined(more);
        let result = self.result.map(|ty| mixed!(-> #ty));
        let must_use = self.must_use.then(|| mixed!(#[must_use]));
        let doc = format!(" {}", self.doc);
        let (plain, doc) = match self.hidden {
            Some(hidden) => (ident(hidden), mixed!(#[doc(hidden)])),
            None => (names.item(&self.name), mixed!(#[doc = #doc])),
        };
        let body = bodies.body(self.body);
        let allocates = self.allocates;
        let parameters = self.parameters.len() + names.signature.formals().count();
        // Nothing calls the hidden one where bodies are stubs.
        let caller = names.caller();
        let is_called = self.hidden.is_none() || matches!(bodies, Bodies::Programs(_));
        let plain = |body: TokenStream| {
            let function = mixed! {
                #doc
                #[inline]
                #caller
                #must_use
                pub fn #plain #generics(#arguments #declared) #result { #body }
            };
            match is_called {
                true if allocates == Allocates::Nothing => function,
                true => {
                    let stand_in = absent::without_allocator(names, &plain.to_string(), parameters);
                    absent::with_allocator(names, &function, &stand_in)
                }
                false => TokenStream::new(),
            }
        };
        let Some(ty) = workspace::parameter(names, bodies) else {
            return plain(body);
        };
        let workspace = ident("workspace");
        let with = names.item(&format!("{}_with", self.name));
        let with_doc = format!(" {} Intermediate arrays go to `workspace`.", self.doc);
        let room = names.at_function(mixed!(#workspace: &mut #ty,));
        // To make a workspace takes an allocator, which a program without memory does not need.
        let plain = plain(match allocates {
            Allocates::Nothing if names.signature.is_symbolic() => body.clone(),
            _ => mixed!(#with(&mut Workspace::new(), #passed #more)),
        });
        let function = mixed! {
            #[doc = #with_doc]
            #[inline]
            #caller
            #must_use
            pub fn #with #generics(#room #arguments #declared) #result { #body }
        };
        let function = match allocates {
            Allocates::Vectors => {
                let stand_in = absent::without_allocator(names, &with.to_string(), parameters + 1);
                absent::with_allocator(names, &function, &stand_in)
            }
            Allocates::Nothing | Allocates::Workspace => function,
        };
        mixed!(#plain #function)
    }
}

/// A parameter.
pub(super) fn parameter(name: &Ident, ty: impl ToTokens) -> (Ident, TokenStream) {
    (name.clone(), ty.into_token_stream())
}
