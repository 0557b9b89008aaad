//! Items under a `cfg`, which the macro cannot evaluate: only a function under the same `cfg` can
//! count on them.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Attribute;

use super::Lowerer;
use crate::diagnostics::{Diagnostic, SourcePlace};

impl Lowerer<'_, '_> {
    /// Whether an item is there whenever the function that names it is; reports it if not.
    pub(super) fn expect_present(&mut self, name: &Ident, cfg: &[Attribute]) -> bool {
        let Some(signature) = self.signature else {
            return true;
        };
        let own: Vec<String> = { signature.attributes.cfg.iter() }.map(text).collect();
        let Some(missing) = cfg.iter().map(text).find(|cfg| !own.contains(cfg)) else {
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

/// An attribute as it is written, without spaces between its tokens.
fn text(attribute: &Attribute) -> String {
    attribute.to_token_stream().to_string().replace(' ', "")
}
