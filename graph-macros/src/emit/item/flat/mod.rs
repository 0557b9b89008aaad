//! The function over flat slices: the struct that implements the run time's traits.

mod requests;
mod sparse;

use proc_macro2::{Literal, TokenStream, TokenTree};

use super::derivative::both;
use super::slices::{flat_adjoint, flat_inputs, flat_result, part, split};
use super::{Bodies, workspace};
use crate::emit::call::{self, Input};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

/// `Function` with its traits; nothing where arguments and results mix float types.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(element) = names.float() else {
        return TokenStream::new();
    };
    let private = &names.private;
    let parameters = Parameters::new(names);
    let definition = definition(names, &parameters);
    let float = names.element(element);
    let [n_in, n_out] = [names.inputs(), names.outputs()].map(Literal::usize_unsuffixed);
    let (generics, own) = (&parameters.declared, &parameters.passed);
    let value = bodies.body(value(names, bodies));
    let adjoint = bodies.body(adjoint(names, bodies));
    let tangent = bodies.body(tangent(names, bodies));
    let workspace = ident("workspace");
    let workspace_type = workspace::ty(names, bodies).unwrap_or_else(|| mixed!(()));
    let head = Head {
        generics: generics.clone(),
        own: own.clone(),
        float: float.clone(),
        workspace: workspace_type.clone(),
    };
    let requests = requests::items(names, bodies, &head);
    let [x, y, seed, direction] = ["x", "y", "seed", "direction"].map(ident);
    let [adjoint_slice, tangent_slice, gradient_slice] =
        ["adjoint", "tangent", "gradient"].map(ident);
    let scalar = names.signature.scalar_result().map(|_| {
        let gradient = bodies.body(gradient(names, bodies));
        mixed! {
            impl #generics #private::ScalarFunction for Function #own {
                #[inline]
                fn gradient_with(
                    &self, #workspace: &mut #workspace_type,
                    #x: &[#float], #gradient_slice: &mut [#float]
                ) -> #float {
                    #gradient
                }
            }
        }
    });
    mixed! {
        #definition

        impl #generics #private::Function for Function #own {
            type Float = #float;

            type Workspace = #workspace_type;

            const N_IN: usize = #n_in;

            const N_OUT: usize = #n_out;

            #[inline]
            fn value_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #y: &mut [#float]
            ) {
                #value
            }

            #[inline]
            fn adjoint_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #seed: &[#float],
                #y: &mut [#float], #adjoint_slice: &mut [#float]
            ) {
                #adjoint
            }

            #[inline]
            fn tangent_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #direction: &[#float],
                #y: &mut [#float], #tangent_slice: &mut [#float]
            ) {
                #tangent
            }
        }

        #scalar

        #requests
    }
}

/// What all implementations begin with.
struct Head {
    generics: TokenStream,
    own: TokenStream,
    float: TokenStream,
    workspace: TokenStream,
}

/// The parameters of the struct: a lifetime if it holds references, the float type if it is
/// generic.
struct Parameters {
    declared: TokenStream,
    passed: TokenStream,
}

impl Parameters {
    fn new(names: &Names<'_>) -> Self {
        let private = &names.private;
        let generic = names.signature.generic.as_ref();
        let lifetime = names.dynamic().any(|a| a.by_reference).then(|| mixed!('a,));
        let declared = generic.map(|name| mixed!(#name: #private::math::Float));
        let passed = generic.map(|name| mixed!(#name));
        Self {
            declared: mixed!(<#lifetime #declared>),
            passed: mixed!(<#lifetime #passed>),
        }
    }
}

fn definition(names: &Names<'_>, parameters: &Parameters) -> TokenStream {
    let title = names.title();
    let doc = format!(
        "`{title}` over flat slices: the arguments with derivatives one after another, the \
         others as fields."
    );
    let own = &parameters.passed;
    let mut fields: Vec<TokenStream> = names
        .dynamic()
        .map(|argument| {
            let (name, ty) = (&argument.name, names.signature.rust_type(&argument.ty));
            let docs = &argument.docs;
            let doc = match docs.is_empty() {
                true => {
                    let doc = format!("The argument `{name}`.");
                    mixed!(#[doc = #doc])
                }
                false => mixed!(#(#docs)*),
            };
            let reference = argument.by_reference.then(|| mixed!(&'a));
            mixed!(#doc pub #name: #reference #ty,)
        })
        .collect();
    let mut derive = mixed!(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::fmt::Debug
    );
    if let Some(generic) = &names.signature.generic
        && names.needs_marker()
    {
        let marker = ident("marker");
        fields.push(mixed!(
            #[doc(hidden)]
            pub #marker: ::core::marker::PhantomData<#generic>,
        ));
    }
    if fields.is_empty() || names.dynamic().next().is_none() {
        derive = mixed!(#derive, ::core::default::Default);
    }
    if fields.is_empty() {
        return mixed! {
            #[doc = #doc]
            #[derive(#derive)]
            pub struct Function;
        };
    }
    mixed! {
        #[doc = #doc]
        #[derive(#derive)]
        pub struct Function #own { #(#fields)* }
    }
}

/// All arguments of the function: parts of the slice `x`, and fields of `self`.
fn arguments(names: &Names<'_>) -> Vec<Input> {
    let x = ident("x");
    let mut start = 0;
    let arguments = names.signature.arguments.iter().map(|argument| {
        let name = &argument.name;
        if !argument.has_derivative() {
            return Input::held(names, argument, &mixed!(self.#name));
        }
        let part = part(names, &argument.ty, &mixed!(#x), start, false);
        start += argument.ty.shape.size();
        Input::passed(part)
    });
    arguments.collect()
}

fn value(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let y = ident("y");
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "y", &mixed!(N_OUT)),
    ];
    let (before, outputs) = flat_result(names, &mixed!(#y));
    let run = call::call(names, bodies, "run_value", &arguments(names), &outputs);
    mixed!(#(#checks)* #before #run)
}

fn adjoint(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [y, seed, adjoint] = ["y", "seed", "adjoint"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "y", &mixed!(N_OUT)),
        check(names, "seed", &mixed!(N_OUT)),
        check(names, "adjoint", &mixed!(N_IN)),
    ];
    let mut inputs = arguments(names);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, values) = flat_result(names, &mixed!(#y));
    let (and_before, adjoints) = flat_adjoint(names, &mixed!(#adjoint));
    let run = call::call(
        names,
        bodies,
        "run_adjoint",
        &inputs,
        &both(values, adjoints),
    );
    mixed!(#(#checks)* #before #and_before #run)
}

fn tangent(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [y, direction, tangent] = ["y", "direction", "tangent"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "y", &mixed!(N_OUT)),
        check(names, "direction", &mixed!(N_IN)),
        check(names, "tangent", &mixed!(N_OUT)),
    ];
    let mut inputs = arguments(names);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, values) = flat_result(names, &mixed!(#y));
    let (and_before, tangents) = flat_result(names, &mixed!(#tangent));
    let run = call::call(
        names,
        bodies,
        "run_tangent",
        &inputs,
        &both(values, tangents),
    );
    mixed!(#(#checks)* #before #and_before #run)
}

fn gradient(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [value, gradient] = ["value", "gradient"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "gradient", &mixed!(N_IN)),
    ];
    let (function, seed) = super::derivative::gradient_call(names, bodies);
    let mut inputs = arguments(names);
    inputs.extend(seed);
    let (before, adjoints) = flat_adjoint(names, &mixed!(#gradient));
    let outputs = both(call::result(names, &mixed!(#value)), adjoints);
    let run = call::call(names, bodies, function, &inputs, &outputs);
    let zero = names.zero_result();
    mixed! {
        #(#checks)*
        #before
        let mut #value = #zero;
        #run
        #value
    }
}

/// Refuses a slice of another length than a product of the trait's constants and numbers.
fn check(names: &Names<'_>, slice: &str, length: &TokenStream) -> TokenStream {
    let private = &names.private;
    let variable = ident(slice);
    let length = length.clone().into_iter().map(|token| match token {
        TokenTree::Ident(constant) => mixed!((<Self as #private::Function>::#constant)),
        // No slice is as long as a product that overflows.
        TokenTree::Punct(_) => mixed!(.saturating_mul),
        TokenTree::Literal(factor) => mixed!((#factor)),
        other => mixed!(#other),
    });
    mixed! {
        #private::generated::expect_length(#slice, #variable.len(), #(#length)*);
    }
}
