//! Functions from files where reading files is switched off.

use proc_macro2::TokenStream;

use super::Imported;
use crate::diagnostics::Diagnostic;
use crate::lower::Names;
use crate::parse::{FunctionSource, Import, ParsedAttributes};
use crate::signature::{Argument, Signature};

/// Says which feature reads files.
pub(crate) fn function(
    _: &FunctionSource,
    import: &Import,
    _: &ParsedAttributes,
    _: &TokenStream,
    names: &Names<'_>,
) -> Imported {
    names.diagnostics.push(refused(import));
    Imported::default()
}

/// As for a function.
pub(crate) fn variables(import: &Import, _: &Signature) -> Result<Vec<Argument>, Diagnostic> {
    Err(refused(import))
}

fn refused(import: &Import) -> Diagnostic {
    let message = format!(
        "`#[{}(..)]` reads a file, which is switched off",
        import.format.name()
    );
    let help = "switch on the feature `import` of the crate `adgraph`";
    Diagnostic::new(import.place(), message).help(help)
}
