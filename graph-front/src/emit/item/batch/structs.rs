//! The structs of a batch: room for derivatives, directions, and derivatives of sums.

use proc_macro2::TokenStream;

use super::Batch;
use crate::derivatives::{InputGroup, Layout, OutputGroup, Request, Row};
use crate::emit::mixed;
use crate::emit::names::Names;
use crate::signature::{Argument, RETURN_LIMIT};

impl Batch<'_> {
    /// The structs that parameters have.
    pub(super) fn structs(&self) -> TokenStream {
        let made = self.names.signature.made().map(Request::row);
        let rows: Vec<&Row> = made.filter(|row| row.points.is_some()).collect();
        let mut outputs = rows.iter().flat_map(|row| row.outputs);
        let adjoint = outputs
            .any(|output| matches!(output.group, OutputGroup::Adjoint | OutputGroup::Product));
        let adjoint = adjoint.then(|| self.adjoint_struct());
        let mut inputs = rows.iter().flat_map(|row| row.inputs);
        let tangent = inputs.any(|group| *group == InputGroup::Direction);
        let tangent = tangent.then(|| self.tangent_struct());
        mixed!(#adjoint #tangent)
    }

    fn adjoint_struct(&self) -> TokenStream {
        let parameters = self.parameters(&mixed!('a));
        let fields = self.names.independent().map(|argument| {
            let (name, docs) = (
                argument.flat_name(),
                field_docs(argument, "With respect to"),
            );
            let ty = self.group_type(&argument.ty, &mixed!(&'a mut));
            mixed!(#docs pub #name: #ty,)
        });
        let room = match self.layout {
            Layout::Columns => "Columns",
            Layout::Rows => "Rows",
        };
        let doc = format!(
            " {room} for the derivatives of `{}` at each point.",
            self.names.title()
        );
        let head = head(self.names, "Adjoint");
        mixed! {
            #[doc = #doc]
            #[derive(::core::fmt::Debug)]
            #head #parameters { #(#fields)* }
        }
    }

    fn tangent_struct(&self) -> TokenStream {
        let parameters = self.tangent_parameters(&mixed!('a));
        let fields = self.names.independent().map(|argument| {
            let (name, docs) = (argument.flat_name(), field_docs(argument, "Of"));
            let ty = match (argument.differs(), argument.ty.is_scalar()) {
                (true, _) => self.group_type(&argument.ty, &mixed!(&'a)),
                (false, true) => self.names.signature.rust_type(&argument.ty),
                (false, false) => {
                    let ty = self.names.signature.rust_type(&argument.ty);
                    mixed!(&'a #ty)
                }
            };
            mixed!(#docs pub #name: #ty,)
        });
        let doc = format!(
            " A direction in the arguments of `{}` for each point; in shared ones, for all points.",
            self.names.title()
        );
        let head = head(self.names, "Tangent");
        mixed! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
            #head #parameters { #(#fields)* }
        }
    }

    /// The parameters of `Tangent`, which refers to nothing where it holds but shared numbers.
    pub(super) fn tangent_parameters(&self, lifetime: &TokenStream) -> TokenStream {
        let refers = |a: &Argument| a.differs() || !a.ty.is_scalar();
        match self.names.independent().any(refers) {
            true => self.parameters(lifetime),
            false => self.names.parameters(),
        }
    }

    pub(super) fn shared_struct(&self) -> TokenStream {
        let names = self.names;
        let (generics, parameters) = (names.generics(), names.parameters());
        let formals = || {
            names
                .independent_formals()
                .filter(|formal| !formal.first().differs())
        };
        let declared = formals().map(|formal| {
            let (name, docs) = (formal.name(), field_docs(formal.first(), "With respect to"));
            let ty = names.value_type(formal);
            mixed!(#docs pub #name: #ty,)
        });
        let zeros = formals().map(|formal| {
            let zero = names.value_of_formal(formal, |part| names.zero(&part.ty));
            let name = formal.name();
            mixed!(#name: #zero,)
        });
        let is_small = names.adjoint_size() <= RETURN_LIMIT;
        let derived = names.derived_by_derivatives(is_small);
        let head = head(names, "Shared");
        mixed! {
            /// Derivatives by the shared arguments.
            #[derive(#derived)]
            #head #parameters { #(#declared)* }

            impl #generics Shared #parameters {
                /// Zeros.
                pub const ZERO: Self = Self { #(#zeros)* };
            }
        }
    }
}

/// The beginning of the definition of a struct.
fn head(names: &Names<'_>, name: &str) -> TokenStream {
    let (keywords, name) = (names.at_function(mixed!(pub struct)), names.item(name));
    mixed!(#keywords #name)
}

fn field_docs(argument: &Argument, what: &str) -> TokenStream {
    let docs = &argument.docs;
    if !docs.is_empty() {
        return mixed!(#(#docs)*);
    }
    let doc = format!(" {what} `{}`.", argument.name);
    mixed!(#[doc = #doc])
}
