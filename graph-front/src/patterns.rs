//! Patterns and tuples in the place of arguments: an argument has one name, which is that of its
//! field in `Adjoint` and of its input in graphs and files.

use syn::{FnArg, Pat, Type};

use crate::diagnostics::{Diagnostic, SourcePlace, print, print_type};
use crate::lower::Names;
use crate::parse::{FunctionSource, own_type};
use crate::tokens::words;

/// The error for an argument that has a pattern in the place of its name.
pub(crate) fn unnamed(
    pattern: &Pat,
    ty: &Type,
    source: &FunctionSource,
    names: &Names<'_>,
) -> Diagnostic {
    let message = "an argument is a name and a type: `x: f64`";
    let diagnostic = Diagnostic::new(SourcePlace::of(pattern), message);
    let written = print_type(ty);
    let help = match pattern {
        Pat::Wild(_) => format!("write `_unused: {written}`"),
        _ if let Some(parts) = tuple(ty, names) => {
            let mut arguments = Vec::new();
            match flattened(pattern, &parts, names, &mut arguments) {
                Some(()) => format!(
                    "the parts of a tuple are arguments of their own: `{}`",
                    arguments.join(", ")
                ),
                None => "the parts of a tuple are arguments of their own".into(),
            }
        }
        Pat::Reference(reference)
            if let (Pat::Ident(name), Type::Reference(ty)) = (&*reference.pat, ty) =>
        {
            format!("write `{}: {}`", name.ident, print(&ty.elem))
        }
        Pat::Slice(_) => {
            let name = unused_name(source);
            format!(
                "write `{name}: {written}`, and in the body `let {} = {name};`",
                print(pattern)
            )
        }
        _ => return diagnostic,
    };
    diagnostic.help(help)
}

/// The help for an array of tuples: one more axis, or an array for each part.
pub(crate) fn in_place_of_tuples(array: &syn::TypeArray, by_reference: bool) -> Option<String> {
    let Type::Tuple(tuple) = &*array.elem else {
        return None;
    };
    let (parts, length) = (tuple.elems.iter().map(print), print(&array.len));
    let parts: Vec<String> = parts.collect();
    let (first, count) = (parts.first()?, parts.len());
    let and = if by_reference { "&" } else { "" };
    Some(match parts.iter().all(|part| part == first) {
        true => format!("write `{and}[[{first}; {count}]; {length}]`"),
        false => {
            let arrays = parts
                .iter()
                .map(|part| format!("`{and}[{part}; {length}]`"));
            let arrays: Vec<String> = arrays.collect();
            format!("pass an array for each part: {}", arrays.join(", "))
        }
    })
}

/// The arguments that a tuple of patterns stands for, or nothing where a part has no name.
fn flattened(
    pattern: &Pat,
    types: &[&Type],
    names: &Names<'_>,
    arguments: &mut Vec<String>,
) -> Option<()> {
    let Pat::Tuple(pattern) = pattern else {
        return None;
    };
    if pattern.elems.len() != types.len() {
        return None;
    }
    for (part, ty) in pattern.elems.iter().zip(types) {
        match part {
            Pat::Tuple(_) => flattened(part, &tuple(ty, names)?, names, arguments)?,
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                arguments.push(format!("{}: {}", print(name), print_type(ty)));
            }
            _ => return None,
        }
    }
    Some(())
}

/// A name that no argument, and nothing in the function, has.
fn unused_name(source: &FunctionSource) -> String {
    let inputs = source.signature.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => words(&typed.pat),
        FnArg::Receiver(_) => Vec::new(),
    });
    let mut taken: Vec<String> = inputs.flatten().collect();
    taken.extend(words(&source.tokens));
    let names = ["x", "y", "z", "v", "w"].map(String::from).into_iter();
    let mut names = names.chain((1..).map(|number| format!("x{number}")));
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The types of the parts of a tuple, be it by an alias.
fn tuple<'t>(ty: &'t Type, names: &'t Names<'_>) -> Option<Vec<&'t Type>> {
    match without_aliases(ty, names) {
        Type::Tuple(tuple) => Some(tuple.elems.iter().collect()),
        _ => None,
    }
}

/// Whether a type names an integer that is no `usize`, be it in an alias. Those of structs are looked
/// at where these are declared.
pub(crate) fn has_other_integers(ty: &Type, names: &Names<'_>) -> bool {
    match without_aliases(ty, names) {
        Type::Tuple(tuple) => tuple
            .elems
            .iter()
            .any(|part| has_other_integers(part, names)),
        Type::Array(array) => has_other_integers(&array.elem, names),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            let name = name.to_string();
            name != "usize" && own_type(&name) == Some("usize")
        }),
        _ => false,
    }
}

/// The type behind aliases and parentheses. Aliases that refer to themselves are refused
/// elsewhere, and end here.
fn without_aliases<'t>(mut ty: &'t Type, names: &'t Names<'_>) -> &'t Type {
    for _ in 0..=names.aliases.len() {
        loop {
            ty = match ty {
                Type::Paren(inner) => &inner.elem,
                Type::Group(inner) => &inner.elem,
                _ => break,
            };
        }
        let Type::Path(path) = ty else {
            return ty;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        match name.and_then(|name| names.aliases.get(&name)) {
            Some(alias) => ty = &alias.ty,
            None => return ty,
        }
    }
    ty
}
