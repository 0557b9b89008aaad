//! The parts of a function's head that the language does not have: `const`, `async`, `unsafe`,
//! `extern`, and arguments without number.

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::parse::FunctionSource;

/// Reports what stands before `fn` and `..`, which functions of the language do not have.
pub(crate) fn qualifiers(source: &FunctionSource, diagnostics: &Diagnostics) {
    let signature = &source.signature;
    let refuse = |place: SourcePlace, what: &str, help: &str| {
        let message = format!("{what} not part of the language of `graph!`");
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    if let Some(token) = &signature.constness {
        refuse(
            SourcePlace::token(token.span),
            "`const` functions are",
            "remove the `const`",
        );
    }
    if let Some(token) = &signature.asyncness {
        refuse(
            SourcePlace::token(token.span),
            "`async` functions are",
            "remove the `async`: the function computes at once",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        refuse(
            SourcePlace::token(token.span),
            "`unsafe` functions are",
            "remove the `unsafe`: generated code needs none",
        );
    }
    if let Some(abi) = &signature.abi {
        refuse(
            SourcePlace::of(abi),
            "functions of a foreign interface are",
            "remove the `extern`",
        );
    }
    if let Some(variadic) = &signature.variadic {
        refuse(
            SourcePlace::of(variadic),
            "variadic arguments are",
            "name each argument",
        );
    }
}
