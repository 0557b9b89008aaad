//! Stubs: a function's items without their meaning, for a block with errors, so that code that
//! uses the function does not fail too.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Pat, ReturnType, Type, parse_quote};

use crate::block::Lowered;
use crate::diagnostics::Diagnostics;
use crate::emit;
use crate::parameters::is_float;
use crate::parse::{FunctionSource, LostFunction, ParsedAttributes, is_axis};
use crate::templates::{is_for_others, is_template};
use crate::tokens::{idents, mentions};

/// The errors of a block. Where nothing is known of the items of a function, its module has an error
/// in their place: the compiler then reports no path that leads there. The first of such modules has
/// all of the block's errors, unless these stand beside the modules: incremental compilations report
/// an error twice that stands twice.
pub(crate) struct Errors {
    first: TokenStream,
    all: Option<TokenStream>,
}

impl Errors {
    pub(crate) fn new(errors: &[TokenStream]) -> Self {
        Self {
            first: errors.first().cloned().unwrap_or_default(),
            all: Some(errors.iter().cloned().collect()),
        }
    }

    pub(crate) fn first(&self) -> &TokenStream {
        &self.first
    }

    /// The errors of another module.
    fn of_module(&mut self) -> TokenStream {
        self.all.take().unwrap_or_else(|| self.first.clone())
    }

    /// The errors that are in no module.
    pub(crate) fn rest(&mut self) -> TokenStream {
        self.all.take().unwrap_or_default()
    }
}

/// The items of a function in a block with errors.
pub(crate) fn function(function: &Lowered<'_>, errors: &mut Errors) -> TokenStream {
    let source = function.source;
    if source.outside.is_some() {
        return TokenStream::new();
    }
    if let Some(signature) = &function.signature {
        return emit::stub(signature, errors.first());
    }
    let attributes = ParsedAttributes::of(&source.attributes, &Diagnostics::default());
    let name = &source.signature.ident;
    let module = attributes.derivatives.module.as_ref().unwrap_or(name);
    let is_template = is_template(source);
    if is_template && !is_for_others(source, &attributes.requests) {
        return TokenStream::new();
    }
    let generics = &source.signature.generics;
    let output = match &source.signature.output {
        // A type with lengths may depend on those, of which nothing is known.
        ReturnType::Type(_, ty) if !is_template && is_plain(ty, generics) => quote!(-> #ty),
        _ => quote!(-> #module::Result),
    };
    let function = unresolved(source, &output, &quote!({ loop {} }));
    let (visibility, errors) = (&source.visibility, errors.of_module());
    quote!(#function #visibility mod #module { #errors })
}

/// A function of which not even the signature parses: a value of an unknown type can be called with
/// anything.
pub(crate) fn lost(function: &LostFunction, errors: &mut Errors) -> TokenStream {
    let LostFunction {
        visibility, name, ..
    } = function;
    let errors = errors.of_module();
    quote! {
        #[allow(warnings, reason = "the constant stands in for a function with errors")]
        #visibility const #name: #name::Function = loop {};
        #visibility mod #name { #errors }
    }
}

/// The types that Rust has wherever the items stand.
const PRIMITIVE: [&str; 14] = [
    "f32", "f64", "bool", "usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64",
    "char",
];

/// Whether the compiler may look at a type as it is written: it has something of its own to say of
/// references without a lifetime and of types that are not known, and does not know the constants
/// and the types of the block. It knows these parameters.
fn is_plain(ty: &Type, generics: &Generics) -> bool {
    let is_parameter = |name: &Ident| {
        generics.type_params().any(|own| own.ident == *name)
            || generics.const_params().any(|own| own.ident == *name)
    };
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        match ty {
            Type::Array(ty) if idents(&ty.len).iter().all(is_parameter) => open.push(&ty.elem),
            Type::Paren(ty) => open.push(&ty.elem),
            Type::Tuple(ty) => open.extend(&ty.elems),
            Type::Path(ty) => {
                let name = ty.path.get_ident();
                let is_known = |name| is_parameter(name) || PRIMITIVE.iter().any(|own| name == own);
                if !name.is_some_and(is_known) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// Parameters as Rust knows them: an axis is its length, and the float type any type.
fn as_rust(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Const(parameter) if is_axis(&parameter.ty) => {
                parameter.ty = parse_quote!(usize);
            }
            // The name of the trait alone is one of the language, which nobody need import.
            // Of others, those that are no trait of the language are an error that is reported.
            GenericParam::Type(parameter)
                if is_float(&parameter.bounds.to_token_stream())
                    || !mentions(&parameter.bounds, |name| name == "Float") =>
            {
                parameter.bounds.clear();
            }
            GenericParam::Const(_) | GenericParam::Type(_) | GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// The body of a function without a signature as a function in that body, in which the arguments and
/// the parameters have their names.
pub(crate) fn with_arguments(source: &FunctionSource, body: &TokenStream) -> TokenStream {
    let signature = &source.signature;
    let name = Ident::new("body", Span::mixed_site());
    let generics = as_rust(&signature.generics);
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => {
            let (pattern, ty) = (&typed.pat, &typed.ty);
            Some(match &**pattern {
                Pat::Ident(_) if is_of_arrays(ty) => quote!(#pattern: #ty),
                Pat::Ident(_) => quote!(#pattern: impl ::core::marker::Sized),
                // Patterns are refused, and Rust knows none of values of any type.
                pattern => {
                    let names = idents(pattern).into_iter();
                    let names = names.filter(|name| syn::parse2::<Ident>(quote!(#name)).is_ok());
                    quote!(#(#names: impl ::core::marker::Sized),*)
                }
            })
        }
        syn::FnArg::Receiver(_) => None,
    });
    let inputs = inputs.filter(|input| !input.is_empty());
    let bounds = &generics.where_clause;
    quote!({ fn #name #generics(#(#inputs),*) #bounds #body loop {} })
}

/// A function with `const` parameters that only its block calls, as the user wrote it: calls of it
/// have values of any type.
pub(crate) fn as_written(source: &FunctionSource, body: &TokenStream) -> TokenStream {
    let docs = source.attributes.iter();
    let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
    let mut signature = syn::Signature {
        generics: as_rust(&source.signature.generics),
        ..source.signature.clone()
    };
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(input) = input {
            input.attrs.clear();
        }
    }
    let visibility = &source.visibility;
    quote! {
        #(#docs)*
        #[allow(warnings, reason = "the function stands in for those that its calls make")]
        #visibility #signature #body
    }
}

/// Whether the types of a function are ones of the language, as far as their form goes.
pub(crate) fn is_of_language(signature: &syn::Signature) -> bool {
    let mut inputs = signature.inputs.iter();
    let output = match &signature.output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(tuple) => tuple.elems.iter().all(is_of_arrays),
            ty => is_of_arrays(ty),
        },
        ReturnType::Default => true,
    };
    output
        && inputs.all(|input| match input {
            syn::FnArg::Typed(typed) => is_of_arrays(&typed.ty),
            syn::FnArg::Receiver(_) => false,
        })
}

/// Whether a type is a name, or made of names by arrays and a reference.
fn is_of_arrays(ty: &Type) -> bool {
    match ty {
        Type::Array(ty) => is_of_arrays(&ty.elem),
        Type::Reference(ty) => is_of_arrays(&ty.elem),
        Type::Path(ty) => ty.qself.is_none() && ty.path.get_ident().is_some(),
        _ => false,
    }
}

/// A function whose signature is wrong: arguments of any type are as good as any, and the result
/// as the user wrote it may mean something to the compiler.
pub(crate) fn unresolved(
    source: &FunctionSource,
    output: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let docs = source.attributes.iter();
    let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
    let signature = &source.signature;
    let (visibility, name) = (&source.visibility, &signature.ident);
    let generics = &match is_template(source) {
        // A call has arguments of any lengths.
        true => Generics::default(),
        false => as_rust(&signature.generics),
    };
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        // Of references too: they may be slices.
        syn::FnArg::Typed(_) if generics.params.is_empty() => {
            Some(quote!(_: impl ::core::marker::Sized))
        }
        syn::FnArg::Typed(typed) => {
            let ty = &typed.ty;
            Some(match is_plain(ty, generics) {
                true => quote!(_: #ty),
                false => quote!(_: impl ::core::marker::Sized),
            })
        }
        syn::FnArg::Receiver(_) => None,
    });
    quote! {
        #(#docs)*
        #[allow(warnings, reason = "the function stands in for one with errors")]
        #visibility fn #name #generics(#(#inputs),*) #output #body
    }
}
