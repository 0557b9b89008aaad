//! The text of a struct: its lengths, the traits that it derives, the marks on it and on its
//! fields.

use syn::{Attribute, Field, Ident, ItemStruct};

/// The `const` parameters of a struct.
pub(crate) fn lengths_of_struct(item: &ItemStruct) -> Vec<&Ident> {
    item.generics.const_params().map(|own| &own.ident).collect()
}

/// The names of the traits that a struct derives.
pub(crate) fn derives(item: &ItemStruct) -> Vec<String> {
    let derives = item
        .attrs
        .iter()
        .filter(|own| own.path().is_ident("derive"));
    let mut traits = Vec::new();
    for derive in derives {
        // What is no list of paths is the compiler's to report.
        let _ = derive.parse_nested_meta(|meta| {
            traits.extend(meta.path.segments.last().map(|last| last.ident.to_string()));
            Ok(())
        });
    }
    traits
}

/// Whether a field has no derivative.
pub(crate) fn is_dynamic(field: &Field) -> bool {
    field.attrs.iter().any(|own| own.path().is_ident("dynamic"))
}

/// Whether an attribute has a struct take its fields from a file.
pub(crate) fn is_weights(attribute: &Attribute) -> bool {
    attribute.path().is_ident("weights")
}

/// Whether a struct takes its fields from a file that was not read yet.
pub(crate) fn waits_for_fields(item: &ItemStruct) -> bool {
    item.attrs.iter().any(is_weights)
}
