//! The struct of derivatives: one field for each argument that has one. It is called `Adjoint` and
//! `Tangent`. The compiler resolves such names, so its own name in messages is made of both.

use graph_ir::Element;
use proc_macro2::{Ident, TokenStream};

use super::Bodies;
use crate::derivatives::{InputGroup, OutputGroup, Request};
use crate::emit::mixed;
use crate::emit::names::Names;
use crate::signature::{Argument, RETURN_LIMIT};

/// The struct with its zero, which is its default, and its names; nothing where no function has it.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    if !exists(names) {
        return TokenStream::new();
    }
    let (generics, parameters) = (names.generics(), names.parameters());
    let (title, declared) = (names.title(), names.declared());
    let fields = names.independent_formals().map(|formal| {
        let (name, ty) = (formal.name(), names.value_type(formal));
        let docs = &formal.first().docs;
        let doc = match docs.is_empty() {
            true => {
                let doc = format!("With respect to `{name}`.");
                mixed!(#[doc = #doc])
            }
            false => mixed!(#(#docs)*),
        };
        mixed!(#doc #[allow(forbidden_lint_groups, dead_code)] pub #name: #ty,)
    });
    let zeros = names.independent_formals().map(|formal| {
        let zero = names.value_of_formal(formal, |part| names.zero(&part.ty));
        let name = formal.name();
        mixed!(#name: #zero,)
    });
    // A large struct is not to be copied by accident.
    let is_small = names.adjoint_size() <= RETURN_LIMIT && !names.variables_allocate();
    let derived = names.derived_by_derivatives(is_small);
    let without = without_field(names);
    let doc = format!("Derivatives of `{title}`, one for each argument that has one.{without}");
    let tangent = format!("A direction in the arguments of `{title}` that have derivatives.");
    let values = values(names, bodies);
    // An editor would offer the name.
    let is_editor = matches!(bodies, Bodies::Stub { error: None, .. });
    let (own, alias) = match is_editor {
        true => (names.item("Adjoint"), TokenStream::new()),
        false => {
            let own = names.item(OWN_NAME);
            let alias = mixed!(#[doc = #doc] pub type Adjoint #declared = #own #parameters;);
            (own, alias)
        }
    };
    let keywords = names.at_function(mixed!(pub struct));
    let items = mixed! {
        #[doc = #doc]
        #[derive(#derived)]
        #keywords #own #declared { #(#fields)* }

        impl #generics Adjoint #parameters {
            /// Zeros.
            pub const ZERO: Self = Self { #(#zeros)* };
        }

        impl #generics ::core::default::Default for Adjoint #parameters {
            fn default() -> Self {
                Self::ZERO
            }
        }

        #alias

        #[doc = #tangent]
        pub type Tangent #declared = #own #parameters;

        #values
    };
    let private = &names.private;
    match bodies {
        Bodies::Programs(_) if names.variables_allocate() => {
            mixed!(#private::generated::with_alloc! { #items })
        }
        Bodies::Programs(_) | Bodies::Stub { .. } => items,
    }
}

/// The name of the struct itself.
const OWN_NAME: &str = "AdjointOrTangent";

/// The part of the documentation about arguments without a field.
fn without_field(names: &Names<'_>) -> String {
    let why = names.dynamic().map(|argument| {
        let why = match argument.ty.element {
            Element::Bool => "it is a condition",
            Element::I64 => "it is an index",
            Element::F64 | Element::F32 | Element::Float => "it is `#[dynamic]`",
        };
        format!("- `{}`: {why}", argument.full_name())
    });
    let why: Vec<String> = why.collect();
    match why.is_empty() {
        true => String::new(),
        false => format!(
            "\n\nArguments without a derivative have no field:\n\n{}",
            why.join("\n")
        ),
    }
}

/// Whether a function has the struct.
pub(super) fn exists(names: &Names<'_>) -> bool {
    names.signature.made().any(has_it)
}

/// Whether a request has the struct: among its inputs and results, or where a program yields more
/// than is asked for.
fn has_it(request: Request) -> bool {
    let row = request.row();
    let mut groups = row
        .programs
        .iter()
        .flat_map(|program| program.row().outputs);
    let along = |group: &InputGroup| matches!(group, InputGroup::Direction | InputGroup::Curve);
    let is_it = |group: &OutputGroup| matches!(group, OutputGroup::Adjoint | OutputGroup::Product);
    row.inputs.iter().any(along) || groups.any(is_it)
}

/// The struct as plain values, by which a block that calls the function as one from outside has its
/// derivatives; unless it is too large to be moved.
fn values(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let mut formals = names.independent_formals();
    let has_parts = formals.any(|formal| formal.whole().is_some());
    if names.adjoint_size() > RETURN_LIMIT || names.signature.is_symbolic() || has_parts {
        return TokenStream::new();
    }
    let (generics, parameters, private) = (names.generics(), names.parameters(), &names.private);
    let fields: Vec<&Ident> = names.independent().map(|argument| &argument.name).collect();
    let variables: Vec<Ident> = names.independent().map(Argument::variable).collect();
    let bound = fields.iter().zip(&variables);
    let bound = bound.map(|(field, variable)| match **field == *variable {
        true => mixed!(#field),
        false => mixed!(#field: #variable),
    });
    let bound: Vec<TokenStream> = bound.collect();
    let types = names.independent();
    let types: Vec<TokenStream> = types.map(|a| names.signature.rust_type(&a.ty)).collect();
    let (ty, values) = match (&types[..], &variables[..]) {
        ([ty], [variable]) => (mixed!(#ty), mixed!(#variable)),
        _ => (mixed!((#(#types,)*)), mixed!((#(#variables,)*))),
    };
    let used = bodies.used(&TokenStream::new());
    mixed! {
        #[diagnostic::do_not_recommend]
        impl #generics #private::DerivativesByArguments<#ty> for Adjoint #parameters {
            #[inline]
            fn into_fields(self) -> #ty {
                #used
                let Self { #(#bound,)* } = self;
                #values
            }

            #[inline]
            fn from_fields(#values: #ty) -> Self {
                Self { #(#bound,)* }
            }
        }
    }
}
