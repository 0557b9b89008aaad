//! Structs of the block as types: for the lengths that are written behind their names, or for those
//! of the values of their fields.

use std::rc::Rc;

use graph_ir::types::Extent;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, GenericArgument, ItemStruct, PathArguments, TypePath, Visibility};

use super::Declared;
use crate::diagnostics::{Diagnostic, SourcePlace, plural};
use crate::lower::scope::Names;
use crate::lower::values::MAX_PARTS;
use crate::parse::{derives, is_dynamic, lengths_of_struct, tags};
use crate::signature::{Field, Lengths, Parameter, Parts, StructType};

/// How deeply structs may hold structs.
const MAX_DEPTH: usize = 64;

/// A length between the `<` and the `>` behind the name of a struct.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Given<'t> {
    /// As an expression: `3`, `{ N + 1 }`.
    Expression(&'t Expr),
    /// By its name alone, which reads as a type.
    Name(&'t syn::Ident),
}

/// The lengths that are given to a struct, in their order.
pub(in crate::lower) fn given_to(path: &syn::Path) -> Vec<Option<Given<'_>>> {
    match path.segments.last() {
        Some(last) => given_in(&last.arguments),
        None => Vec::new(),
    }
}

/// The same behind one name of a path.
pub(in crate::lower) fn given_in(arguments: &PathArguments) -> Vec<Option<Given<'_>>> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return Vec::new();
    };
    let given = list.args.iter().map(|argument| match argument {
        GenericArgument::Const(expr) => Some(Given::Expression(expr)),
        GenericArgument::Type(syn::Type::Path(ty)) => ty.path.get_ident().map(Given::Name),
        _ => None,
    });
    given.collect()
}

/// The struct that a path names, if the block has one of that name.
pub(in crate::lower) fn struct_named<'s>(
    path: &syn::Path,
    names: &Names<'s>,
) -> Option<&'s ItemStruct> {
    let [only] = &path.segments.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    names.structs.get(&only.ident.to_string()).copied()
}

/// The type of a struct for the lengths that are written; `None` where they are wrong, which is
/// reported.
pub(super) fn of_path(
    item: &ItemStruct,
    path: &TypePath,
    names: &Names<'_>,
    length: &mut dyn FnMut(Given<'_>) -> Option<Extent>,
) -> Option<Declared> {
    let (own, given) = (lengths_of_struct(item), given_to(&path.path));
    if own.len() != given.len() {
        names.diagnostics.push(wrong_count(item, path, given.len()));
        return None;
    }
    let values = given.into_iter().map(|given| length(given?));
    let values: Vec<Extent> = values.collect::<Option<_>>()?;
    struct_type(item, lengths_as(item, values), names)
}

/// The lengths of a struct with these values.
pub(in crate::lower) fn lengths_as(item: &ItemStruct, values: Vec<Extent>) -> Lengths {
    let own = lengths_of_struct(item).into_iter().zip(values);
    own.map(|(name, value)| Parameter {
        name: name.to_string(),
        value,
        is_axis: false,
    })
    .collect()
}

/// The type of a struct for some lengths; `None` where one of its fields has a wrong type, which is
/// reported.
pub(crate) fn struct_type(
    item: &ItemStruct,
    lengths: Lengths,
    names: &Names<'_>,
) -> Option<Declared> {
    let depth = names.depth_of_structs.get();
    let refused = |message: String| {
        let place = SourcePlace::token(item.ident.span());
        names.diagnostics.push(Diagnostic::new(place, message));
        None
    };
    if depth >= MAX_DEPTH {
        return refused(format!("structs hold structs more than {MAX_DEPTH} deep"));
    }
    names.depth_of_structs.set(depth + 1);
    let types = item.fields.iter();
    let types = types.map(|field| super::declared_type(&field.ty, names, None, &lengths));
    let types: Option<Vec<Declared>> = types.map(|ty| ty.map(Declared::by_elements)).collect();
    names.depth_of_structs.set(depth);
    let types = types?;
    if types.iter().map(Declared::count).sum::<usize>() > MAX_PARTS {
        return refused(format!(
            "a struct, with the structs in it, has at most {MAX_PARTS} values"
        ));
    }
    let fields = item.fields.iter().filter_map(|field| {
        Some(Field {
            name: field.ident.clone()?,
            is_dynamic: is_dynamic(field),
            tags: tags(&field.attrs),
        })
    });
    let of = StructType {
        name: item.ident.clone(),
        lengths,
        fields: fields.collect(),
        derives: derives(item),
        visibility: from_within(&item.vis),
    };
    Some(Declared::Tuple(Parts::of_struct(Rc::new(of), types)))
}

/// The visibility of an item as it is said in a module beside it.
fn from_within(visibility: &Visibility) -> TokenStream {
    let path = match visibility {
        Visibility::Public(_) => return quote!(pub),
        Visibility::Inherited => return quote!(pub(super)),
        Visibility::Restricted(restricted) => &restricted.path,
    };
    let first = path.segments.first().map(|first| &first.ident);
    match first {
        Some(first) if first == "crate" => quote!(pub(in #path)),
        Some(first) if first == "super" => quote!(pub(in super::#path)),
        _ => quote!(pub(super)),
    }
}

/// The message for another number of lengths than a struct has.
pub(in crate::lower) fn other_count(item: &ItemStruct, found: usize) -> String {
    let (name, expected) = (&item.ident, lengths_of_struct(item).len());
    format!(
        "`{name}` has {expected} length{} between `<` and `>`, found {found}",
        plural(expected)
    )
}

fn wrong_count(item: &ItemStruct, path: &TypePath, found: usize) -> Diagnostic {
    let (name, own) = (&item.ident, lengths_of_struct(item));
    let message = other_count(item, found);
    let names: Vec<String> = own.iter().map(ToString::to_string).collect();
    let help = match names.is_empty() {
        true => format!("write `{name}`"),
        false => format!(
            "write `{name}<{}>`, with numbers or lengths of the function",
            names.join(", ")
        ),
    };
    Diagnostic::new(SourcePlace::of(path), message).help(help)
}
