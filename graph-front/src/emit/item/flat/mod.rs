//! The function over flat slices: the struct that implements the run time's traits.

mod method;

use proc_macro2::{Literal, TokenStream};

use super::{Bodies, workspace};
use crate::derivatives::{Request, Trait};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::ways::implements;

/// `Function` with its traits; nothing where arguments and results mix float types.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(element) = names.float() else {
        return TokenStream::new();
    };
    if !implements(names.signature, Trait::Function) {
        return TokenStream::new();
    }
    let parameters = Parameters::new(names);
    let definition = definition(names, &parameters);
    let head = Head {
        parameters,
        float: names.element(element),
        workspace: workspace::ty(names, bodies).unwrap_or_else(|| mixed!(())),
    };
    let traits = Trait::ALL
        .into_iter()
        .filter(|of| implements(names.signature, *of));
    let traits = traits.map(|of| implementation(names, bodies, &head, of));
    mixed!(#definition #(#traits)*)
}

/// The types that all implementations have in common.
struct Head {
    parameters: Parameters,
    float: TokenStream,
    workspace: TokenStream,
}

/// The implementation of a trait: all methods that it requires, and those for which a program was
/// made though the trait has a body for them.
fn implementation(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head, of: Trait) -> TokenStream {
    let private = &names.private;
    let Parameters { declared, passed } = &head.parameters;
    let name = ident(of.name());
    let constants = constants(names, head, of);
    let methods = Request::ALL.iter().filter(|request| {
        let (owner, required) = request.row().method;
        owner == of && (required || names.signature.makes(**request))
    });
    let methods = methods.map(|request| method::tokens(names, bodies, head, *request));
    // The compiler shows where a trait is implemented.
    let head = names.at_function(mixed!(impl #declared #private::#name for Function #passed));
    mixed! {
        #head {
            #constants
            #(#methods)*
        }
    }
}

/// The types and constants of a trait.
fn constants(names: &Names<'_>, head: &Head, of: Trait) -> TokenStream {
    let private = &names.private;
    match of {
        Trait::Function => {
            let (float, workspace) = (&head.float, &head.workspace);
            let [n_in, n_out] = [names.inputs(), names.outputs()].map(Literal::usize_unsuffixed);
            mixed! {
                type Float = #float;

                type Workspace = #workspace;

                const N_IN: usize = #n_in;

                const N_OUT: usize = #n_out;
            }
        }
        Trait::SparseJacobianFunction => {
            mixed!(const SPARSITY_JACOBIAN: #private::Sparsity = SPARSITY_JACOBIAN;)
        }
        Trait::SparseHessianFunction => {
            mixed!(const SPARSITY_HESSIAN: #private::Sparsity = SPARSITY_HESSIAN;)
        }
        Trait::TaylorFunction => {
            let order = Literal::usize_unsuffixed(names.signature.derivatives.order);
            mixed!(const ORDER: usize = #order;)
        }
        Trait::ScalarFunction | Trait::JacobianFunction | Trait::HessianFunction => {
            TokenStream::new()
        }
    }
}

/// The parameters of the struct: a lifetime if it holds references, the float type if it is
/// generic.
pub(super) struct Parameters {
    pub(super) declared: TokenStream,
    pub(super) passed: TokenStream,
}

impl Parameters {
    pub(super) fn new(names: &Names<'_>) -> Self {
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
            mixed!(#doc #[allow(forbidden_lint_groups, dead_code)] pub #name: #reference #ty,)
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
    let (name, keywords) = (
        names.item("Function"),
        names.at_function(mixed!(pub struct)),
    );
    if fields.is_empty() {
        return mixed! {
            #[doc = #doc]
            #[derive(#derive)]
            #keywords #name;
        };
    }
    mixed! {
        #[doc = #doc]
        #[derive(#derive)]
        #keywords #name #own { #(#fields)* }
    }
}
