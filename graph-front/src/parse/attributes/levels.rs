//! `#[allow(..)]`, `#[expect(..)]` and the like: the levels of lints.

use syn::{Attribute, Expr, Token};

/// The lints about values that nothing uses, and their group.
const UNUSED: [&str; 6] = [
    "unused",
    "unused_variables",
    "unused_mut",
    "unused_assignments",
    "unused_must_use",
    "path_statements",
];

/// Whether an attribute sets the level of lints in a body.
pub(crate) fn sets_level(attribute: &Attribute) -> bool {
    let mut levels = ["allow", "warn", "deny", "forbid"].iter();
    levels.any(|level| attribute.path().is_ident(level)) || expects_unused(attribute)
}

/// Whether an attribute expects a lint about something unused in a body, which nothing but the body
/// can fulfil.
pub(super) fn expects_unused(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("expect") {
        // A list that is no list of lints is the compiler's to report.
        let _ = attribute.parse_nested_meta(|lint| {
            found = found || UNUSED.iter().any(|name| lint.path.is_ident(name));
            if lint.input.peek(Token![=]) {
                lint.value()?.parse::<Expr>()?;
            }
            Ok(())
        });
    }
    found
}
