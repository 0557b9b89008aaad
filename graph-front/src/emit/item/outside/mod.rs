//! External functions: the trait by which a module calls them, and the implementation next to the
//! module, in the scope of the user's code. (A trait implementation applies globally, so this also
//! works inside function bodies, whose names are invisible to modules.)

mod glue;
mod places;
mod transposed;

use graph_ir::graph::Role;
use proc_macro2::TokenStream;

use super::Bodies;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::Outside;
use glue::Glue;

/// The method of the trait that computes a function, or its derivative.
pub(crate) fn method(name: &str, role: Role) -> String {
    let role = match role {
        Role::Value => "value",
        Role::Tangent => "tangent",
        Role::Adjoint => "adjoint",
        // Functions from outside have first derivatives only.
        Role::Second => "second",
    };
    format!("{role}_{name}")
}

/// The items that the module declares.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let reached = &names.signature.outside;
    if reached.is_empty() || matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let methods = reached.iter().flat_map(|outside| {
        let element = names.element(outside.element());
        roles(outside).map(move |role| {
            let method = ident(&method(&outside.name(), role));
            mixed!(fn #method(arguments: &[&[#element]], results: &mut [&mut [#element]]);)
        })
    });
    let functions = functions(names);
    mixed! {
        #[doc(hidden)]
        pub trait External { #(#methods)* }

        #[doc(hidden)]
        pub struct Outside;

        #functions
    }
}

/// The roles in which a function can be called.
fn roles(outside: &Outside) -> impl Iterator<Item = Role> + use<> {
    let smooth = outside.is_smooth();
    let roles = [Role::Value, Role::Tangent, Role::Adjoint].into_iter();
    roles.filter(move |role| smooth || *role == Role::Value)
}

/// The functions for an evaluation of the graph at run time.
fn functions(names: &Names<'_>) -> TokenStream {
    let (facade, private) = (&names.signature.facade, &names.private);
    let registered = names.signature.outside.iter().map(|outside| {
        let name = outside.name();
        let [value, tangent, adjoint] = [Role::Value, Role::Tangent, Role::Adjoint].map(|role| {
            let method = ident(&method(&name, role));
            mixed!(<Outside as External>::#method)
        });
        let derivatives = match outside.is_smooth() {
            true => [tangent, adjoint].map(|path| mixed!(::core::option::Option::Some(#path))),
            false => [(); 2].map(|()| mixed!(::core::option::Option::None)),
        };
        let [tangent, adjoint] = derivatives;
        let element = names.element(outside.element());
        mixed! {
            .register(#name, #private::generated::outside::Host::<#element> {
                value: #value,
                tangent: #tangent,
                adjoint: #adjoint,
            })
        }
    });
    let doc = format!(
        " The functions from outside that the graph of `{}` calls, for its evaluation at run time.",
        names.title()
    );
    mixed! {
        #private::generated::with_alloc! {
            #[doc = #doc]
            #[must_use]
            pub fn functions() -> #facade::execute::Functions {
                #facade::execute::Functions::new() #(#registered)*
            }
        }
    }
}

/// The implementation of the module's trait, next to the module.
pub(super) fn implementation(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    if signature.outside.is_empty() || matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let (attributes, module) = (attributes(names), signature.module());
    let methods = signature.outside.iter().map(|outside| {
        let glue = Glue {
            outside,
            private: &names.private,
        };
        glue.methods()
    });
    mixed! {
        #attributes
        impl #module::External for #module::Outside { #(#methods)* }
    }
}

/// The attributes of an item that stands next to the module: those that leave it out, and the lints
/// that are not for the user.
fn attributes(names: &Names<'_>) -> TokenStream {
    let cfg = names.cfg();
    mixed! {
        #(#cfg)*
        #[allow(
            forbidden_lint_groups, unused, nonstandard_style, unused_qualifications, trivial_casts,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction,
            reason = "generated code"
        )]
    }
}

/// A check that a function that nothing reaches has its declared type.
pub(crate) fn check(outside: &Outside) -> TokenStream {
    let own = Names::new(&outside.signature);
    let glue = Glue {
        outside,
        private: &own.private,
    };
    let function = glue.function(&outside.value, &glue.argument_types(), &glue.result_type());
    mixed! {
        const _: () = {
            #[allow(
                forbidden_lint_groups, unused, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction,
                reason = "generated code"
            )]
            fn declared() { #function }
        };
    }
}

/// The calls of a function and its derivatives beside an error, where no module has them: the
/// compiler would report the imports that bring them as unused.
pub(crate) fn calls(outside: &Outside) -> TokenStream {
    let own = Names::new(&outside.signature);
    let glue = Glue {
        outside,
        private: &own.private,
    };
    let (attributes, methods) = (attributes(&own), glue.methods());
    mixed! {
        #attributes
        const _: () = {
            struct Outside;

            impl Outside { #methods }
        };
    }
}
