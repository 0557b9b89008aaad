//! A float type that the types of a signature name and the function does not declare, as `T`.

use proc_macro2::Ident;
use syn::{FnArg, ReturnType};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Names;
use crate::parse::FunctionSource;

/// The error for a function whose types name a float type that it does not declare, as `T`: none of
/// its other uses is an error of its own.
pub(crate) fn undeclared_float(source: &FunctionSource, names: &Names<'_>) -> Option<Diagnostic> {
    let signature = &source.signature;
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let output = match &signature.output {
        ReturnType::Type(_, ty) => Some(&**ty),
        ReturnType::Default => None,
    };
    let unknown = |ty: &syn::Type| {
        let mut open = vec![ty.clone()];
        while let Some(ty) = open.pop() {
            match ty {
                syn::Type::Array(ty) => open.push(*ty.elem),
                syn::Type::Paren(ty) => open.push(*ty.elem),
                syn::Type::Reference(ty) => open.push(*ty.elem),
                syn::Type::Tuple(ty) => open.extend(ty.elems.into_iter().rev()),
                syn::Type::Path(path) => {
                    let name = path.path.get_ident().filter(|name| is_letter(name));
                    let name = name.filter(|name| {
                        let text = name.to_string();
                        let is_own =
                            names.aliases.contains_key(&text) || names.structs.contains_key(&text);
                        !is_own && !names.refused.may_have(&text)
                    });
                    if let Some(name) = name {
                        return Some(name.clone());
                    }
                }
                _ => {}
            }
        }
        None
    };
    let is_declared = signature.generics.type_params().next().is_some();
    let letter = { inputs }.find_map(unknown).or(output.and_then(unknown));
    // Of another name in the arguments alone, the fields of a struct may be meant.
    let letter = letter.filter(|letter| {
        let is_result = output.and_then(unknown).is_some_and(|own| own == *letter);
        !is_declared && (is_result || letter == "T")
    })?;
    let lengths: Vec<String> = signature.generics.params.iter().map(print).collect();
    let parameters = [&[format!("{letter}: Float")][..], &lengths].concat();
    let help = format!(
        "declare it as the float type of the function: `fn {}<{}>(..)`",
        signature.ident,
        parameters.join(", ")
    );
    Some(
        Diagnostic::unknown(
            SourcePlace::token(letter.span()),
            "type",
            &letter.to_string(),
        )
        .help(help)
        .declaring(),
    )
}

/// Whether a name is a capital letter, as those of type parameters are.
fn is_letter(name: &Ident) -> bool {
    let text = name.to_string();
    text.len() == 1 && text.chars().all(|c| c.is_ascii_uppercase())
}
