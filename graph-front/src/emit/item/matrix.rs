//! Derivative matrices: their types, where each argument's columns begin, and where entries are.

use graph_autodiff::sparsity::Pattern;
use graph_ir::types::Extent;
use graph_ir::{Element, Shape, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use crate::derivatives::{Matrix, OutputGroup, Request};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::Argument;

/// Where each argument's part of a row begins, if there are matrices.
pub(super) fn offsets(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let is_matrix = |group| matches!(group, OutputGroup::Dense(_) | OutputGroup::Entries(_));
    let mut groups = names.signature.made().flat_map(|r| r.row().outputs);
    if !groups.any(|output| is_matrix(output.group)) {
        return TokenStream::new();
    }
    let arguments: Vec<_> = names.independent().collect();
    // Where the call says how long arguments are, the constants would not be.
    if arguments.iter().any(|own| own.ty.shape.is_symbolic()) {
        return TokenStream::new();
    }
    let module = offset_module("offset", &arguments, bodies);
    mixed! {
        /// The first column of each argument in derivative matrices.
        #module
    }
}

/// The module of this name with a constant for each of these arguments: where its part of a row
/// begins.
pub(super) fn offset_module(
    name: &str,
    arguments: &[&Argument],
    bodies: &Bodies<'_>,
) -> TokenStream {
    let used = bodies.used(&mixed!(super::));
    let upper = |ident: &Ident| ident.to_string().trim_start_matches("r#").to_uppercase();
    let mut start = 0;
    let constants = arguments.iter().map(|argument| {
        let flat = argument.flat_name();
        let name = upper(&flat);
        // Two names that differ in case only keep theirs.
        let alike = arguments
            .iter()
            .filter(|a| upper(&a.flat_name()) == name)
            .count();
        let constant = match syn::parse_str::<Ident>(&name) {
            Ok(ident) if alike == 1 => ident,
            _ => flat,
        };
        let doc = format!("Of `{}`.", argument.full_name());
        let offset = Literal::usize_unsuffixed(start);
        start += argument.ty.shape.size();
        mixed! {
            #[doc = #doc]
            pub const #constant: usize = {
                #used
                #offset
            };
        }
    });
    let name = ident(name);
    mixed!(pub mod #name { #(#constants)* })
}

/// The constants that say where entries are, each before the first request that yields them.
pub(super) fn places(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> TokenStream {
    let Some(matrix) = entries_of(request) else {
        return TokenStream::new();
    };
    let mut made = names.signature.made();
    if made.find(|r| entries_of(*r) == Some(matrix)) != Some(request) {
        return TokenStream::new();
    }
    let (name, doc) = constant_of(matrix);
    let (name, sparsity) = (ident(name), sparsity(names, bodies, matrix));
    mixed! {
        #[doc = #doc]
        pub const #name: #sparsity;
    }
}

/// The matrix whose entries a request yields.
pub(super) fn entries_of(request: Request) -> Option<Matrix> {
    let mut groups = request.row().outputs.iter().map(|output| output.group);
    groups.find_map(|group| match group {
        OutputGroup::Entries(matrix) => Some(matrix),
        _ => None,
    })
}

/// The name and the documentation of the constant that says where the entries of a matrix are.
pub(super) fn constant_of(matrix: Matrix) -> (&'static str, &'static str) {
    match matrix {
        Matrix::Jacobian => (
            "SPARSITY_JACOBIAN",
            " The places of the entries of the Jacobian: a row for each element of the result, a \
             column for each independent variable (see `offset`).",
        ),
        Matrix::Hessian => (
            "SPARSITY_HESSIAN",
            " The places of the entries of the lower triangle of the Hessian: a row and a column \
             for each independent variable (see `offset`).",
        ),
    }
}

/// The type and the value of the constant for a pattern; without one, there are no entries.
fn sparsity(names: &Names<'_>, bodies: &Bodies<'_>, matrix: Matrix) -> TokenStream {
    let private = &names.private;
    let numbers = |numbers: &[usize]| {
        let numbers = numbers.iter().copied().map(Literal::usize_unsuffixed);
        mixed!(&[#(#numbers),*])
    };
    let (starts, indices) = match bodies.pattern(matrix) {
        Some(pattern) => (numbers(pattern.starts()), numbers(pattern.indices())),
        None => {
            let count = Literal::usize_unsuffixed(rows(names, matrix).saturating_add(1));
            (mixed!(&[0; #count]), mixed!(&[]))
        }
    };
    let [rows, columns] = [rows(names, matrix), names.inputs()].map(Literal::usize_unsuffixed);
    let used = bodies.used(&TokenStream::new());
    mixed! {
        #private::Sparsity<'static> = {
            #used
            #private::Sparsity {
                rows: #rows,
                columns: #columns,
                starts: #starts,
                indices: #indices,
            }
        }
    }
}

/// The type of derivatives that are written to one place.
pub(super) enum Numbers {
    /// An array.
    Known(Type),
    /// A matrix of as many rows and columns as the call says, with these elements.
    Rows(Element, [Extent; 2]),
    /// An array of these elements, as many as nobody knows: for an unknown pattern, since a
    /// function is wrong, or for a matrix that is refused. Code that uses it shall not report
    /// further errors.
    Open(Element, Unknown),
}

/// How many elements there are where nobody knows.
#[derive(Clone, Copy)]
pub(super) enum Unknown {
    /// As many as a constant of [`unknown`] says. It is not there, so that the compiler takes an
    /// array of this length for any array.
    Wrong,
    /// As many as the context wants: a parameter of the function.
    Any,
}

impl Unknown {
    fn of(bodies: &Bodies<'_>) -> Self {
        match bodies.error() {
            Some(_) => Self::Wrong,
            None => Self::Any,
        }
    }
}

/// The module of the extents that nobody knows, where a function has such a matrix. In a module
/// with an error the compiler does not report what is missing.
pub(super) fn unknown(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let is_open = |group| match group {
        OutputGroup::Entries(_) => true,
        OutputGroup::Dense(matrix) => dense_type(names, matrix).is_none(),
        _ => false,
    };
    let groups = names.signature.made().flat_map(|r| r.row().outputs);
    let mut groups = groups.map(|output| output.group);
    match bodies.error() {
        Some(error) if groups.any(is_open) => mixed!(mod unknown { #error }),
        _ => TokenStream::new(),
    }
}

impl Numbers {
    /// A matrix.
    pub(super) fn dense(names: &Names<'_>, bodies: &Bodies<'_>, matrix: Matrix) -> Self {
        let extents = dense_extents(names, matrix);
        if extents.iter().any(Extent::is_symbolic) {
            return Self::Rows(float(names), extents);
        }
        match dense_type(names, matrix) {
            Some(ty) => Self::Known(ty),
            None => Self::Open(float(names), Unknown::of(bodies)),
        }
    }

    /// The entries of a matrix.
    pub(super) fn entries(names: &Names<'_>, bodies: &Bodies<'_>, matrix: Matrix) -> Self {
        match bodies.pattern(matrix) {
            Some(pattern) => Self::Known(entries_type(names, Some(pattern))),
            None => Self::Open(float(names), Unknown::of(bodies)),
        }
    }

    /// The type as Rust writes it, and its zero, which no stub uses.
    pub(super) fn tokens(&self, names: &Names<'_>) -> (TokenStream, TokenStream) {
        match self {
            Self::Known(ty) => (names.signature.rust_type(ty), names.zero(ty)),
            Self::Rows(element, extents) => {
                let (facade, element) = (&names.signature.facade, names.element(*element));
                let [rows, columns] = extents.each_ref().map(|extent| names.count(extent));
                let private = &names.private;
                (
                    mixed!(#facade::Matrix<#element>),
                    mixed!(#private::generated::matrices::Matrix::zeros(#rows, #columns)),
                )
            }
            Self::Open(element, unknown) => {
                let (element, entries) = (names.element(*element), ident("ENTRIES"));
                let module = match unknown {
                    Unknown::Wrong => mixed!(unknown::),
                    Unknown::Any => TokenStream::new(),
                };
                (mixed!([#element; #module #entries]), TokenStream::new())
            }
        }
    }

    /// The size in bytes, as counted for returned values: in the largest float type.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Known(ty) => ty.shape.size().saturating_mul(8),
            Self::Rows(..) | Self::Open(..) => 0,
        }
    }

    /// The type parameters of functions with such results.
    pub(super) fn generics(&self, names: &Names<'_>) -> TokenStream {
        let (private, entries) = (&names.private, ident("ENTRIES"));
        match (self, &names.signature.generic) {
            (Self::Known(_) | Self::Rows(..) | Self::Open(_, Unknown::Wrong), _) => {
                names.generics()
            }
            (Self::Open(_, Unknown::Any), None) => mixed!(<const #entries: usize>),
            (Self::Open(_, Unknown::Any), Some(float)) => {
                mixed!(<#float: #private::math::Float, const #entries: usize>)
            }
        }
    }
}

/// The type of a matrix; `None` where it is too large for an array.
pub(super) fn dense_type(names: &Names<'_>, matrix: Matrix) -> Option<Type> {
    let shape = Shape::of(dense_extents(names, matrix)).ok()?;
    Some(Type::new(float(names), shape))
}

/// Whether the call says how large a matrix is.
pub(super) fn is_open(names: &Names<'_>, matrix: Matrix) -> bool {
    let extents = dense_extents(names, matrix);
    extents.iter().any(Extent::is_symbolic)
}

/// The type of the line of a matrix's elements, of which there are as many as the call says.
pub(super) fn flat_dense_type(names: &Names<'_>, matrix: Matrix) -> Option<Type> {
    let [rows, columns] = dense_extents(names, matrix);
    let shape = Shape::of([&rows * &columns]).ok()?;
    Some(Type::new(float(names), shape))
}

/// The numbers of rows and columns of a matrix.
fn dense_extents(names: &Names<'_>, matrix: Matrix) -> [Extent; 2] {
    let rows = match matrix {
        Matrix::Jacobian => names.elements(),
        Matrix::Hessian => names.variables(),
    };
    [rows, names.variables()]
}

/// The type of the entries of a pattern, if there is one.
pub(super) fn entries_type(names: &Names<'_>, pattern: Option<&Pattern>) -> Type {
    // Patterns with more entries than an array can have are refused where they are found.
    let shape = Shape::new(&[pattern.map_or(0, Pattern::entries)]);
    Type::new(float(names), shape.unwrap_or_else(|_| Shape::scalar()))
}

/// The number of rows.
fn rows(names: &Names<'_>, matrix: Matrix) -> usize {
    match matrix {
        Matrix::Jacobian => names.outputs(),
        Matrix::Hessian => names.inputs(),
    }
}

fn float(names: &Names<'_>) -> Element {
    names.float().unwrap_or(Element::F64)
}
