//! The function over flat slices: the struct that implements the run time's traits.

mod graph;
mod method;

use proc_macro2::{Ident, Literal, TokenStream};

use super::compute::allocates;
use super::twin::Allocates;
use super::{Bodies, workspace};
use crate::derivatives::{Request, Trait};
use crate::emit::mixed;
use crate::emit::names::{Names, angles, ident};
use crate::emit::ways::implements;
use crate::signature::Formal;
use crate::tokens::joined;

/// `Function` with its traits; nothing where arguments and results mix float types.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(element) = names.float() else {
        return TokenStream::new();
    };
    if !implements(names.signature, Trait::Function) {
        return TokenStream::new();
    }
    let parameters = Parameters::new(names);
    let definition = definition(names, bodies, &parameters);
    let head = Head {
        parameters,
        float: names.element(element),
        workspace: workspace::ty(names, bodies).unwrap_or_else(|| mixed!(())),
        is_inherent: names.signature.is_symbolic() && matches!(bodies, Bodies::Programs(_)),
    };
    let traits = Trait::ALL
        .into_iter()
        .filter(|of| implements(names.signature, *of));
    let mut traits = joined(traits.map(|of| implementation(names, bodies, &head, of)));
    if head.is_inherent {
        traits.extend(inherent(names, bodies, &head));
    }
    let graph = graph::implementation(names, bodies, &head.parameters);
    mixed!(#definition #traits #graph)
}

/// The parameters and types that all implementations have in common.
struct Head {
    parameters: Parameters,
    float: TokenStream,
    workspace: TokenStream,
    /// Whether the struct has the methods itself, and those of the traits call them: for functions
    /// of run-time length, since the workspace of the traits takes an allocator.
    is_inherent: bool,
}

/// The methods of the struct itself.
fn inherent(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let Parameters {
        generics, passed, ..
    } = &head.parameters;
    let [n_in, n_out] = lengths(names);
    let requests = Trait::ALL.into_iter();
    let requests = requests.filter(|of| implements(names.signature, *of));
    let methods = requests.flat_map(|of| requests_of(names, of));
    let methods = methods.map(|request| method::inherent(names, bodies, head, request));
    mixed! {
        impl #generics Function #passed {
            /// The number of independent variables.
            #[inline]
            #[must_use]
            pub fn n_in(&self) -> usize {
                #n_in
            }

            /// The number of results.
            #[inline]
            #[must_use]
            pub fn n_out(&self) -> usize {
                #n_out
            }

            #(#methods)*
        }
    }
}

/// The requests for which a struct has the methods of a trait: those that the trait requires, and
/// those for which a program was made though the trait has a body for them.
fn requests_of(names: &Names<'_>, of: Trait) -> impl Iterator<Item = Request> {
    let requests = Request::ALL.iter().copied();
    requests.filter(move |request| {
        let (owner, required) = request.row().method;
        owner == of && (required || names.signature.makes(*request))
    })
}

/// The implementation of a trait.
fn implementation(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head, of: Trait) -> TokenStream {
    let private = &names.private;
    let Parameters {
        generics, passed, ..
    } = &head.parameters;
    let name = ident(of.name());
    let constants = constants(names, bodies, head, of);
    let methods = requests_of(names, of);
    let methods = methods.map(|request| method::tokens(names, bodies, head, request));
    // The compiler shows where a trait is implemented.
    let start = names.at_function(mixed!(impl #generics #private::#name for Function #passed));
    let implementation = mixed! {
        #start {
            #constants
            #(#methods)*
        }
    };
    let in_vectors = |request| allocates(names, bodies, request) == Allocates::Vectors;
    let has_workspace = workspace::ty(names, bodies).is_some();
    match head.is_inherent && (has_workspace || requests_of(names, of).any(in_vectors)) {
        true => mixed!(#private::generated::with_alloc! { #implementation }),
        false => implementation,
    }
}

/// The types and constants of a trait, and the methods that give extents and places.
fn constants(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head, of: Trait) -> TokenStream {
    let private = &names.private;
    match of {
        Trait::Function => {
            let (float, workspace) = (&head.float, &head.workspace);
            let [n_in, n_out] = match head.is_inherent {
                true => [mixed!(Self::n_in(self)), mixed!(Self::n_out(self))],
                false => lengths(names).map(|length| bodies.body(length)),
            };
            mixed! {
                type Float = #float;

                type Workspace = #workspace;

                #[inline]
                fn n_in(&self) -> usize {
                    #n_in
                }

                #[inline]
                fn n_out(&self) -> usize {
                    #n_out
                }
            }
        }
        Trait::SparseJacobianFunction => mixed! {
            #[inline]
            fn sparsity_jacobian(&self) -> #private::Sparsity<'_> {
                SPARSITY_JACOBIAN
            }
        },
        Trait::SparseHessianFunction => mixed! {
            #[inline]
            fn sparsity_hessian(&self) -> #private::Sparsity<'_> {
                SPARSITY_HESSIAN
            }
        },
        Trait::TaylorFunction => {
            let order = Literal::usize_unsuffixed(names.signature.derivatives.order);
            mixed!(const ORDER: usize = #order;)
        }
        Trait::ScalarFunction | Trait::JacobianFunction | Trait::HessianFunction => {
            TokenStream::new()
        }
    }
}

/// The numbers of independent variables and of results, in a method of the struct.
fn lengths(names: &Names<'_>) -> [TokenStream; 2] {
    let names = names.of_fields();
    let counts = [names.counts_of_variables(), names.counts_of_results()];
    counts.map(|counts| names.total(&counts))
}

/// The same as constants of the struct, where they are known: arrays on the stack need them.
fn known_lengths(names: &Names<'_>, bodies: &Bodies<'_>, parameters: &Parameters) -> TokenStream {
    if names.signature.is_symbolic() {
        return TokenStream::new();
    }
    let Parameters {
        generics, passed, ..
    } = parameters;
    let [n_in, n_out] = lengths(names);
    let used = bodies.used(&TokenStream::new());
    mixed! {
        impl #generics Function #passed {
            /// The number of independent variables.
            pub const N_IN: usize = {
                #used
                #n_in
            };

            /// The number of results.
            pub const N_OUT: usize = {
                #used
                #n_out
            };
        }
    }
}

/// The parameters of the struct: a lifetime if it holds references, the float type if it is
/// generic, and the lengths that arguments by value and rows have as `const` parameters.
pub(super) struct Parameters {
    /// With the bound of the float type.
    pub(super) generics: TokenStream,
    /// Without it.
    pub(super) declared: TokenStream,
    /// Their names alone.
    pub(super) passed: TokenStream,
}

impl Parameters {
    pub(super) fn new(names: &Names<'_>) -> Self {
        let is_referred =
            |own: Formal<'_>| own.by_reference() || names.signature.is_rows(&own.first().ty);
        let lifetime = names.dynamic_formals().any(is_referred).then(|| mixed!('a));
        let (private, lengths) = (&names.private, names.lengths());
        let list = |float: &dyn Fn(&Ident) -> TokenStream, length: fn(&Ident) -> TokenStream| {
            let generic = names.signature.generic.iter().map(float);
            let lengths = lengths.iter().map(length);
            let all = lifetime.iter().cloned().chain(generic).chain(lengths);
            angles(&all.collect::<Vec<_>>())
        };
        let name = |own: &Ident| mixed!(#own);
        let declared = |own: &Ident| mixed!(const #own: usize);
        Self {
            generics: list(&|own| mixed!(#own: #private::math::Float), declared),
            declared: list(&name, declared),
            passed: list(&name, name),
        }
    }
}

fn definition(names: &Names<'_>, bodies: &Bodies<'_>, parameters: &Parameters) -> TokenStream {
    let title = names.title();
    let has_lengths = !names.fields_of_lengths().is_empty();
    let mut doc = format!(
        "`{title}` over flat slices: the arguments with derivatives one after another, the \
         others as fields."
    );
    if has_lengths {
        doc += " Lengths that no field says are fields as well.";
    }
    let own = &parameters.declared;
    let mut fields = fields(names);
    let mut derive = names.derived(["Clone", "Copy", "Debug"].into_iter());
    if let Some(generic) = &names.signature.generic
        && names.needs_marker()
    {
        let marker = ident("marker");
        fields.push(mixed!(
            /// No value: it tells the float type.
            pub #marker: ::core::marker::PhantomData<#generic>,
        ));
        if !has_lengths && names.dynamic().next().is_none() {
            doc += " `Function::<f64>::default()` is one over `f64`.";
        }
    }
    let known_lengths = known_lengths(names, bodies, parameters);
    if !has_lengths && names.dynamic().next().is_none() {
        derive = mixed!(#derive ::core::default::Default,);
    }
    let (name, keywords) = (
        names.item("Function"),
        names.at_function(mixed!(pub struct)),
    );
    if fields.is_empty() {
        return mixed! {
            #[doc = #doc]
            #[derive(#derive)]
            #keywords #name #own;

            #known_lengths
        };
    }
    mixed! {
        #[doc = #doc]
        #[derive(#derive)]
        #keywords #name #own { #(#fields)* }

        #known_lengths
    }
}

/// The fields for lengths, and those for arguments.
fn fields(names: &Names<'_>) -> Vec<TokenStream> {
    let lengths = names.fields_of_lengths().into_iter().map(|name| {
        let doc = format!("The length `{name}`.");
        mixed!(#[doc = #doc] pub #name: usize,)
    });
    let arguments = names.dynamic_formals().map(|formal| {
        let (name, ty) = (
            formal.name(),
            names.signature.formal_type(formal, &mixed!('a)),
        );
        let docs = &formal.first().docs;
        let doc = match docs.is_empty() {
            true => {
                let doc = format!("The argument `{name}`.");
                mixed!(#[doc = #doc])
            }
            false => mixed!(#(#docs)*),
        };
        mixed!(#doc #[allow(forbidden_lint_groups, dead_code)] pub #name: #ty,)
    });
    lengths.chain(arguments).collect()
}
