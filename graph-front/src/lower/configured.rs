//! Items under a `cfg`, which the macro cannot evaluate: only a function under the same `cfg` can
//! count on them. Variants of an item under opposite ones are in blocks of their own by now.

use proc_macro2::Ident;
use syn::Attribute;

use super::Lowerer;
use crate::diagnostics::{Diagnostic, SourcePlace, print};

impl Lowerer<'_, '_> {
    /// Whether an item with these attributes is there whenever the function that names it is; reports
    /// it if not.
    pub(super) fn expect_present(&mut self, name: &Ident, attributes: &[Attribute]) -> bool {
        let Some(signature) = self.signature else {
            return true;
        };
        let own: Vec<String> = { signature.attributes.cfg.iter() }.map(text).collect();
        let cfg = attributes.iter().filter(|a| a.path().is_ident("cfg"));
        let Some(missing) = cfg.map(text).find(|cfg| !own.contains(cfg)) else {
            return true;
        };
        let message =
            format!("`{name}` is under `{missing}`, and the macro cannot tell whether that holds");
        let help = format!("write a block for each case: `{missing} graph! {{ .. }}`");
        let place = SourcePlace::token(name.span());
        self.error(Diagnostic::new(place, message).help(help));
        false
    }
}

/// An attribute as it is written.
fn text(attribute: &Attribute) -> String {
    format!("#[{}]", print(&attribute.meta))
}
