//! Stubs: a function's items without their meaning, for a block with errors, so that code that
//! uses the function does not fail too.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::block::Lowered;
use crate::parse::FunctionSource;
use crate::signature::Signature;

/// The items of a function.
pub(crate) fn function(function: &Lowered<'_>) -> TokenStream {
    match &function.signature {
        Some(signature) => items(signature, &quote!({ loop {} })),
        None => unresolved(function.source),
    }
}

/// A function whose signature is wrong: arguments of any type are as good as any, and the result
/// as the user wrote it may mean something to the compiler.
fn unresolved(source: &FunctionSource) -> TokenStream {
    let docs = source.attributes.iter();
    let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
    let signature = &source.signature;
    let (visibility, name, output) = (&source.visibility, &signature.ident, &signature.output);
    let generics = &signature.generics;
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) if generics.params.is_empty() => Some(match &*typed.ty {
            syn::Type::Reference(_) => quote!(_: &impl ::core::marker::Sized),
            _ => quote!(_: impl ::core::marker::Sized),
        }),
        syn::FnArg::Typed(typed) => {
            let ty = &typed.ty;
            Some(quote!(_: #ty))
        }
        syn::FnArg::Receiver(_) => None,
    });
    quote! {
        #(#docs)*
        #[allow(warnings)]
        #visibility fn #name #generics(#(#inputs),*) #output { loop {} }
    }
}

/// The items of a function, its value having the given body.
pub(crate) fn items(signature: &Signature, body: &TokenStream) -> TokenStream {
    let Signature {
        name, visibility, ..
    } = signature;
    let (docs, cfg) = (&signature.attributes.docs, &signature.attributes.cfg);
    let module = signature.module();
    let (generics, arguments) = (generics(signature), arguments(signature));
    let result = signature.result_type();
    let inner = module_items(signature);
    quote! {
        #(#cfg)*
        #(#docs)*
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #visibility fn #name #generics(#arguments) -> #result #body

        #(#cfg)*
        #[allow(warnings, missing_docs, clippy::all, clippy::pedantic)]
        #visibility mod #module { #inner }
    }
}

fn module_items(signature: &Signature) -> TokenStream {
    let facade = &signature.facade;
    let (generics, arguments) = (generics(signature), arguments(signature));
    let graph = quote! {
        pub fn graph #generics() -> #facade::Graph { loop {} }
        pub struct Function;
    };
    if !signature.is_differentiable() {
        return graph;
    }
    let result = signature.result_type();
    let own = parameters(signature);
    let independent = signature.independent();
    let fields = independent.iter().map(|&position| {
        let argument = &signature.arguments[position];
        let (name, ty) = (&argument.name, signature.rust_type(&argument.ty));
        quote!(pub #name: #ty)
    });
    let mut items = quote! {
        #graph
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Adjoint #generics { #(#fields,)* }
        pub type Tangent #own = Adjoint #own;
    };
    let mut add = |name: &str, inputs: TokenStream, output: TokenStream, written: TokenStream| {
        let (name, into) = (format_ident!("{name}"), format_ident!("{name}_into"));
        items.extend(quote! {
            pub fn #name #generics(#arguments #inputs) -> #output { loop {} }
            pub fn #into #generics(#arguments #inputs #written) { loop {} }
        });
    };
    add(
        "adjoint",
        quote!(seed: #result),
        quote!((#result, Adjoint #own)),
        quote!(, value: &mut #result, adjoint: &mut Adjoint #own),
    );
    add(
        "tangent",
        quote!(tangent: &Tangent #own),
        quote!((#result, #result)),
        quote!(, value: &mut #result, derivative: &mut #result),
    );
    if signature.scalar_result().is_some() {
        add(
            "gradient",
            quote!(),
            quote!((#result, Adjoint #own)),
            quote!(value: &mut #result, adjoint: &mut Adjoint #own),
        );
    }
    items.extend(matrices(signature));
    items
}

/// The matrices of derivatives that were asked for.
fn matrices(signature: &Signature) -> TokenStream {
    let (generics, arguments) = (generics(signature), arguments(signature));
    let size = |shape: &graph_ir::Shape| shape.size();
    let inputs = signature.independent().into_iter();
    let inputs: usize = inputs.map(|i| size(&signature.arguments[i].ty.shape)).sum();
    let outputs: usize = signature
        .result
        .parts()
        .iter()
        .map(|ty| size(&ty.shape))
        .sum();
    let element = signature.result.parts().first();
    let Some(element) = element.map(|ty| graph_ir::Type::scalar(ty.element)) else {
        return TokenStream::new();
    };
    let element = signature.rust_type(&element);
    let mut items = TokenStream::new();
    if signature.derivatives.jacobian {
        items.extend(quote! {
            pub fn jacobian #generics(#arguments) -> [[#element; #inputs]; #outputs] { loop {} }
        });
    }
    if signature.derivatives.hessian {
        items.extend(quote! {
            pub fn hessian #generics(#arguments) -> [[#element; #inputs]; #inputs] { loop {} }
        });
    }
    items
}

fn arguments(signature: &Signature) -> TokenStream {
    let arguments = signature.arguments.iter().map(|argument| {
        let (name, ty): (&Ident, _) = (&argument.name, signature.argument_type(argument));
        quote!(#name: #ty,)
    });
    arguments.collect()
}

/// The declaration of the type parameter.
fn generics(signature: &Signature) -> TokenStream {
    let facade = &signature.facade;
    match &signature.generic {
        Some(generic) => quote!(<#generic: #facade::Float>),
        None => TokenStream::new(),
    }
}

/// The use of the type parameter.
fn parameters(signature: &Signature) -> TokenStream {
    match &signature.generic {
        Some(generic) => quote!(<#generic>),
        None => TokenStream::new(),
    }
}
