//! Functions of a block whose modules would have one name. Of other items of a name the compiler
//! says that it is defined twice.

use std::collections::HashMap;

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::signature::Signature;

/// Reports a module of the name of another one. The stub of its function has one of the function's
/// own name, so that the compiler does not report it again.
pub(crate) fn report<'s>(
    signatures: impl Iterator<Item = &'s mut Signature>,
    diagnostics: &Diagnostics,
) {
    // Under different conditions at most one of them is there in the end.
    let signatures = signatures.filter(|own| own.attributes.cfg.is_empty());
    // Modules of their functions' names first: others can have another one.
    let (renamed, named): (Vec<_>, Vec<_>) =
        signatures.partition(|own| own.derivatives.module.is_some());
    let names = named
        .iter()
        .map(|own| (own.name.to_string(), own.name.to_string()));
    let mut functions: HashMap<String, String> = names.collect();
    for own in renamed {
        let (module, name) = (own.module().to_string(), own.name.to_string());
        if let Some(function) = functions.get(&module).filter(|function| **function != name) {
            diagnostics.push(twice(own, function));
            own.derivatives.module = None;
        } else {
            functions.insert(module, name);
        }
    }
}

/// The error of a module of the name of another function's.
fn twice(own: &Signature, function: &str) -> Diagnostic {
    let (module, name) = (own.module(), &own.name);
    let message =
        format!("`{module}` is the name of the module with the derivatives of `{function}`");
    let help = format!("write `module = {name}_derivatives`");
    Diagnostic::new(SourcePlace::token(module.span()), message).help(help)
}
