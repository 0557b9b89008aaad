//! Derivative matrices: their types, their two forms, and where each argument's columns begin.

use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::twin::{Item, parameter};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// Where each argument's part of a row begins.
pub(super) fn offsets(names: &Names<'_>) -> TokenStream {
    let arguments: Vec<_> = names.independent().collect();
    let upper = |ident: &Ident| ident.to_string().trim_start_matches("r#").to_uppercase();
    let mut start = 0;
    let constants = arguments.iter().map(|argument| {
        let name = upper(&argument.name);
        // Two names that differ in case only keep theirs.
        let alike = arguments.iter().filter(|a| upper(&a.name) == name).count();
        let constant = match syn::parse_str::<Ident>(&name) {
            Ok(ident) if alike == 1 => ident,
            _ => argument.name.clone(),
        };
        let doc = format!("Of `{}`.", argument.name);
        let offset = Literal::usize_unsuffixed(start);
        start += argument.ty.shape.size();
        mixed!(#[doc = #doc] pub const #constant: usize = #offset;)
    });
    mixed! {
        /// The first column of each argument in derivative matrices.
        pub mod offset { #(#constants)* }
    }
}

/// A matrix with a column for each independent variable.
pub(super) struct Matrix {
    pub(super) name: &'static str,
    pub(super) name_into: &'static str,
    pub(super) doc: &'static str,
    pub(super) doc_into: &'static str,
    pub(super) rows: usize,
}

/// How a function takes what is no number: by value beside results that are returned, by
/// reference beside those that are written in place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    ByValue,
    InPlace,
}

impl Matrix {
    /// The function that returns it, unless it is too large, and the one that writes it in place.
    /// Both take these parameters beside the arguments, and are filled by these statements.
    pub(super) fn items(
        self,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
        parameters: impl Fn(Form) -> Vec<(Ident, TokenStream)>,
        fill: impl Fn(Form, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (ty, zero) = matrix_of(names, self.rows);
        let matrix = ident(self.name);
        let by_value = (matrix_size(names, self.rows) <= RETURN_LIMIT).then(|| {
            let fill = fill(Form::ByValue, &mixed!(&mut #matrix));
            let item = Item {
                name: self.name,
                hidden: None,
                doc: self.doc,
                must_use: true,
                parameters: parameters(Form::ByValue),
                result: Some(ty.clone()),
                body: mixed! {
                    let mut #matrix = #zero;
                    #fill
                    #matrix
                },
            };
            item.tokens(names, bodies)
        });
        let mut in_place = parameters(Form::InPlace);
        in_place.push(parameter(&matrix, mixed!(&mut #ty)));
        let in_place = Item {
            name: self.name_into,
            hidden: None,
            doc: self.doc_into,
            must_use: false,
            parameters: in_place,
            result: None,
            body: fill(Form::InPlace, &mixed!(#matrix)),
        };
        let in_place = in_place.tokens(names, bodies);
        mixed!(#by_value #in_place)
    }
}

/// The type of a matrix with this many rows and a column for each independent variable, and its
/// zero.
pub(super) fn matrix_of(names: &Names<'_>, rows: usize) -> (TokenStream, TokenStream) {
    let ty = matrix_type(names, rows);
    (names.signature.rust_type(&ty), names.zero(&ty))
}

pub(super) fn matrix_size(names: &Names<'_>, rows: usize) -> usize {
    rows.saturating_mul(names.inputs()).saturating_mul(8)
}

pub(super) fn matrix_type(names: &Names<'_>, rows: usize) -> graph_ir::Type {
    let element = names.float().unwrap_or(graph_ir::Element::F64);
    // A matrix beyond what a shape can hold could not be compiled either.
    let shape = graph_ir::Shape::new(&[rows, names.inputs()]);
    graph_ir::Type::new(element, shape.unwrap_or_else(|_| graph_ir::Shape::scalar()))
}
