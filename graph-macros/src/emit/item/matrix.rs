//! Derivative matrices: their types, their two forms, and where each argument's columns begin.

use graph_autodiff::sparsity::Pattern;
use graph_ir::{Element, Shape, Type};
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

/// A matrix with a column for each independent variable, or the entries of one.
pub(super) struct Matrix {
    pub(super) name: &'static str,
    pub(super) name_into: &'static str,
    /// What the parameter is called to which it is written.
    pub(super) variable: &'static str,
    pub(super) doc: &'static str,
    pub(super) doc_into: &'static str,
    pub(super) ty: Numbers,
}

/// The type of derivatives that are written to one place.
pub(super) enum Numbers {
    /// An array.
    Known(Type),
    /// A vector of these elements, as many as the caller likes: of a pattern that nobody knows,
    /// since the function is wrong, or of a matrix that is refused. Code that uses it shall not fail on top.
    Open(Element),
}

impl Numbers {
    /// A matrix with this many rows and a column for each independent variable.
    pub(super) fn matrix(names: &Names<'_>, rows: usize) -> Self {
        match matrix_type(names, rows) {
            Some(ty) => Self::Known(ty),
            None => Self::Open(float(names)),
        }
    }

    /// The entries of a pattern.
    pub(super) fn entries(names: &Names<'_>, pattern: Option<&Pattern>) -> Self {
        match pattern {
            Some(_) => Self::Known(entries_type(names, pattern)),
            None => Self::Open(float(names)),
        }
    }

    /// The type as Rust writes it, and its zero, which no stub uses.
    pub(super) fn tokens(&self, names: &Names<'_>) -> (TokenStream, TokenStream) {
        match self {
            Self::Known(ty) => (names.signature.rust_type(ty), names.zero(ty)),
            Self::Open(element) => {
                let (element, entries) = (names.element(*element), ident("ENTRIES"));
                (mixed!([#element; #entries]), TokenStream::new())
            }
        }
    }

    /// Bytes, as what is returned counts them: in the largest float type.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Known(ty) => ty.shape.size().saturating_mul(8),
            Self::Open(_) => 0,
        }
    }

    /// The type parameters of functions with such results.
    pub(super) fn generics(&self, names: &Names<'_>) -> TokenStream {
        let (private, entries) = (&names.private, ident("ENTRIES"));
        match (self, &names.signature.generic) {
            (Self::Known(_), _) => names.generics(),
            (Self::Open(_), None) => mixed!(<const #entries: usize>),
            (Self::Open(_), Some(float)) => {
                mixed!(<#float: #private::math::Float, const #entries: usize>)
            }
        }
    }
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
        let (ty, zero) = self.ty.tokens(names);
        let generics = self.ty.generics(names);
        let matrix = ident(self.variable);
        let by_value = (self.ty.size() <= RETURN_LIMIT).then(|| {
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
            item.tokens_over(&generics, names, bodies)
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
        let in_place = in_place.tokens_over(&generics, names, bodies);
        mixed!(#by_value #in_place)
    }
}

/// The type of a matrix with this many rows and a column for each independent variable; `None` where
/// it is too large for an array.
pub(super) fn matrix_type(names: &Names<'_>, rows: usize) -> Option<Type> {
    let shape = Shape::new(&[rows, names.inputs()]).ok()?;
    Some(Type::new(float(names), shape))
}

/// The type of the entries of a pattern, if there is one.
pub(super) fn entries_type(names: &Names<'_>, pattern: Option<&Pattern>) -> Type {
    // Patterns with more entries than an array can have are refused where they are found.
    let shape = Shape::new(&[pattern.map_or(0, Pattern::entries)]);
    Type::new(float(names), shape.unwrap_or_else(|_| Shape::scalar()))
}

fn float(names: &Names<'_>) -> Element {
    names.float().unwrap_or(Element::F64)
}
