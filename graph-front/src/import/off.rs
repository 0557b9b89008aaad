//! Functions from files where reading files is switched off.

use proc_macro2::TokenStream;
use syn::{Attribute, FieldsNamed, ItemStruct};

use super::Imported;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Names;
use crate::parse::{BlockItems, FunctionSource, Import, ParsedAttributes};

/// Says which feature reads files.
pub(crate) fn function(
    _: &FunctionSource,
    import: &Import,
    _: &ParsedAttributes,
    _: &TokenStream,
    names: &Names<'_>,
) -> Imported {
    let message = format!(
        "`#[{}(..)]` reads a file, which is switched off",
        import.format.name()
    );
    let help = "switch on the feature `import` of the crate `adgraph`";
    let diagnostic = Diagnostic::new(import.place(), message).help(help);
    names.diagnostics.push(diagnostic);
    Imported::default()
}

/// As for a function: the struct has no fields then.
pub(super) fn fields(
    _: &ItemStruct,
    attribute: &Attribute,
    _: &BlockItems,
    _: &TokenStream,
) -> Result<FieldsNamed, Option<Diagnostic>> {
    let message = "`#[weights(..)]` reads a file, which is switched off";
    let help = "switch on the feature `import` of the crate `adgraph`";
    Err(Some(
        Diagnostic::new(SourcePlace::of(attribute), message).help(help),
    ))
}
