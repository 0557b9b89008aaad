//! `Rows<f64, N, M>` in signatures: a matrix whose extents both come with the call.
//!
//! To the language it is an array, `&[[f64; M]; N]`; to callers from outside of the block it is a
//! slice with the length of a row.

use proc_macro2::Ident;
use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, parse_quote_spanned};

use syn::spanned::Spanned;

/// Which arguments, and which parts of the result, are written so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowsMarks {
    pub(crate) arguments: Vec<bool>,
    pub(crate) results: Vec<bool>,
    /// The name as the user wrote it, without a path.
    pub(crate) names: Vec<Ident>,
}

/// The name of the type.
pub(crate) const ROWS: &str = "Rows";

/// Writes arrays in the place of such types.
pub(super) fn as_arrays(signature: &mut syn::Signature) -> RowsMarks {
    let mut marks = RowsMarks::default();
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else {
            marks.arguments.push(false);
            continue;
        };
        let array = array(&input.ty);
        marks.arguments.push(array.is_some());
        marks.names.extend(array.as_ref().and(name(&input.ty)));
        if let Some(array) = array {
            *input.ty = parse_quote_spanned!(input.ty.span()=> &#array);
        }
    }
    if let ReturnType::Type(_, ty) = &mut signature.output {
        let parts = match &mut **ty {
            Type::Tuple(tuple) => tuple.elems.iter_mut().collect(),
            ty => vec![ty],
        };
        for part in parts {
            let array = array(part);
            marks.results.push(array.is_some());
            marks.names.extend(array.as_ref().and(name(part)));
            if let Some(array) = array {
                *part = array;
            }
        }
    }
    marks
}

/// The name of a type that is written without a path.
fn name(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let segments = &path.path.segments;
    let is_alone = segments.len() == 1 && path.path.leading_colon.is_none();
    let first = segments.first().filter(|_| is_alone);
    first.map(|own| own.ident.clone())
}

/// `[[T; M]; N]` for `Rows<T, N, M>`.
fn array(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|own| own.ident == ROWS)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let arguments: Vec<&GenericArgument> = arguments.args.iter().collect();
    let [GenericArgument::Type(element), rows, columns] = arguments[..] else {
        return None;
    };
    let is_extent = |own: &GenericArgument| {
        matches!(
            own,
            GenericArgument::Type(Type::Path(_)) | GenericArgument::Const(_)
        )
    };
    let fits = is_extent(rows) && is_extent(columns);
    fits.then(|| parse_quote_spanned!(ty.span()=> [[#element; #columns]; #rows]))
}
