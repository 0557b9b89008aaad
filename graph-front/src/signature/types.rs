//! The types of a signature as Rust writes them.

use graph_ir::types::{Dim, Extent, Symbol};
use graph_ir::{Element, Shape, Type};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Argument, Formal, Signature};

impl Signature {
    /// The type of an argument as the caller of the function itself passes it: what is changed is
    /// behind `&mut`, where the function of values takes it by a shared reference or by value.
    pub(crate) fn called_type(&self, formal: Formal<'_>) -> TokenStream {
        let first = formal.first();
        if !first.is_state {
            return self.formal_type(formal, &TokenStream::new());
        }
        if formal.whole().is_none() && self.is_slice(&first.ty) {
            let row = self.row_type(&first.ty);
            return quote!(&mut [#row]);
        }
        let ty = self.form_type(formal.form(), formal.parts.iter().map(|part| &part.ty));
        quote!(&mut #ty)
    }

    /// The type of what the function returns, if it returns something.
    pub(crate) fn returned_type(&self) -> Option<TokenStream> {
        let form = self.returned.as_ref()?;
        Some(self.form_type(form, self.result.parts()))
    }

    /// The symbols that are `const` parameters of the generated functions, in their order: those
    /// that the type of an argument needs, which is passed by value or has them inside, or that of
    /// a result which has them inside. The others come with the call, as lengths of slices, and of
    /// rows in `Rows`.
    pub(crate) fn typed_symbols(&self) -> Vec<Symbol> {
        let mut symbols = self.symbols();
        if symbols.is_empty() {
            return symbols;
        }
        let marked = |marks: &[bool], position: usize| marks.get(position) == Some(&true);
        let formals = self.formals().enumerate();
        let formals = formals.filter(|(position, _)| !marked(&self.rows.arguments, *position));
        let arguments = formals.flat_map(|(position, formal)| {
            let parts = formal.parts.iter();
            parts.map(move |own| (position, (&own.ty, usize::from(own.by_reference))))
        });
        // The extents of the fields of a struct are part of its type.
        let results = self
            .result
            .form()
            .leaves()
            .into_iter()
            .zip(self.result.parts());
        let results = results.map(|(leaf, ty)| (ty, usize::from(!leaf.is_in_struct)));
        let results = results.enumerate();
        let results = results.filter(|(position, _)| !marked(&self.rows.results, *position));
        let types: Vec<(&Type, usize)> = arguments.chain(results).map(|(_, own)| own).collect();
        symbols.retain(|symbol| {
            types.iter().any(|(ty, outermost)| {
                let dims = ty.shape.dims().iter().skip(*outermost);
                let mut symbols = dims.flat_map(|dim| dim.count().symbols());
                symbols.any(|own| own == *symbol)
            })
        });
        symbols
    }

    /// Whether the length of an array is not part of its type in generated code.
    pub(crate) fn is_slice(&self, ty: &Type) -> bool {
        let first = ty.shape.dims().first().map(Dim::count);
        let Some(count) = first.filter(|count| count.is_symbolic()) else {
            return false;
        };
        let typed = self.typed_symbols();
        let is_typed = typed.iter().any(|symbol| *count == Extent::symbol(symbol));
        !is_typed || open_columns(ty, &typed).is_some()
    }

    /// Whether neither extent of a matrix is part of its type in generated code.
    pub(crate) fn is_rows(&self, ty: &Type) -> bool {
        // Most types are of known extents, for which the symbols need not be found.
        ty.shape.is_symbolic() && open_columns(ty, &self.typed_symbols()).is_some()
    }

    /// The type of a row of an array.
    pub(crate) fn row_type(&self, ty: &Type) -> TokenStream {
        self.rust_type(&ty.row())
    }

    /// A type as Rust writes it; an array of run-time length is a vector, or a matrix.
    pub(crate) fn rust_type(&self, ty: &Type) -> TokenStream {
        if self.is_rows(ty) {
            let (facade, element) = (&self.facade, self.element_type(ty));
            return quote!(#facade::Matrix<#element>);
        }
        if self.is_slice(ty) {
            let (facade, row) = (&self.facade, self.row_type(ty));
            return quote!(#facade::__private::generated::rows::Vec<#row>);
        }
        rust_type(ty, self.generic.as_ref())
    }

    /// The type of a matrix of run-time extents as it is passed.
    pub(crate) fn rows_type(&self, ty: &Type) -> TokenStream {
        let (facade, element) = (&self.facade, self.element_type(ty));
        quote!(#facade::Rows<'_, #element>)
    }

    /// The type of an argument as the caller passes it, `&` included, given the lifetime of a
    /// reference.
    pub(crate) fn formal_type(&self, formal: Formal<'_>, lifetime: &TokenStream) -> TokenStream {
        let [first, ..] = formal.parts else {
            return TokenStream::new();
        };
        let Some(whole) = formal.whole() else {
            return match self.is_rows(&first.ty) {
                true if lifetime.is_empty() => self.rows_type(&first.ty),
                true => {
                    let (facade, element) = (&self.facade, self.element_type(&first.ty));
                    quote!(#facade::Rows<#lifetime, #element>)
                }
                false => self.passed_type(first, lifetime),
            };
        };
        let ty = self.form_type(&whole.form, formal.parts.iter().map(|part| &part.ty));
        match whole.by_reference {
            true => quote!(&#lifetime #ty),
            false => ty,
        }
    }

    /// The type of an argument as the caller passes it, `&` included.
    pub(crate) fn argument_type(&self, argument: &Argument) -> TokenStream {
        match self.is_rows(&argument.ty) {
            true => self.rows_type(&argument.ty),
            false => self.passed_type(argument, &TokenStream::new()),
        }
    }

    /// The result's type.
    pub(crate) fn result_type(&self) -> TokenStream {
        self.form_type(self.result.form(), self.result.parts())
    }

    /// The type of an element of a matrix: a number, or what stands along the axes behind two.
    fn element_type(&self, ty: &Type) -> TokenStream {
        let shape = ty.shape.filter_axes(|axis| axis > 1);
        rust_type(&ty.with_shape(shape), self.generic.as_ref())
    }

    /// The type of an argument that is no `Rows` as it is passed, given the lifetime of a reference.
    fn passed_type(&self, argument: &Argument, lifetime: &TokenStream) -> TokenStream {
        let ty = &argument.ty;
        if argument.by_reference && self.is_slice(ty) {
            let row = self.row_type(ty);
            return quote!(&#lifetime [#row]);
        }
        let owned = self.rust_type(ty);
        match argument.by_reference {
            true => quote!(&#lifetime #owned),
            false => owned,
        }
    }
}

/// The extent of the rows of an array of run-time length that comes with the call as well, because
/// it is made of other symbols than those that are `const` parameters.
pub(crate) fn open_columns<'t>(ty: &'t Type, typed: &[Symbol]) -> Option<&'t Extent> {
    let (rows, columns) = (ty.shape.dims().first()?, ty.shape.dims().get(1)?.count());
    let symbols = columns.symbols();
    let is_open = symbols.iter().any(|own| !typed.contains(own));
    // No type of Rust has a formula inside.
    let is_formula =
        !symbols.is_empty() && symbols.iter().all(|own| *columns != Extent::symbol(own));
    ((is_open || is_formula) && rows.count().is_symbolic()).then_some(columns)
}

/// A type as the user writes it, for messages.
pub(crate) fn display(ty: &Type, signature: &Signature) -> String {
    let words = crate::diagnostics::Words {
        generic: signature.generic.as_ref().map(ToString::to_string),
    };
    words.ty(ty)
}

/// A type of a function's signature with its type parameter replaced.
pub(crate) fn concrete(ty: &Type, generic: Element) -> Type {
    match ty.element {
        Element::Float => ty.with_element(generic),
        _ => ty.clone(),
    }
}

/// A type as Rust writes it: nested arrays, `usize` for integers, `generic` for the generic float.
pub(crate) fn rust_type(ty: &Type, generic: Option<&Ident>) -> TokenStream {
    let element = match (ty.element, generic) {
        (Element::F32, _) => quote!(f32),
        (Element::Bool, _) => quote!(bool),
        (Element::I64, _) => quote!(usize),
        (Element::Float, Some(generic)) => quote!(#generic),
        (Element::F64 | Element::Float, _) => quote!(f64),
    };
    array_type(element, &ty.shape)
}

/// An array type as Rust writes it, of elements of this type.
pub(crate) fn array_type(element: TokenStream, shape: &Shape) -> TokenStream {
    let dims = shape.dims().iter().rev();
    dims.fold(element, |inner, dim| {
        let extent = extent_tokens(dim.count());
        quote!([#inner; #extent])
    })
}

/// An extent as Rust writes it: a number, or a formula of `const` parameters.
pub(crate) fn extent_tokens(extent: &Extent) -> TokenStream {
    if let Some(known) = extent.known() {
        return Literal::usize_unsuffixed(known).to_token_stream();
    }
    // Names and numbers, with signs between them.
    extent.to_string().parse().unwrap_or_default()
}
