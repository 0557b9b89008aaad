//! `#[allow(..)]`, `#[expect(..)]` and the like: the levels of lints.

use syn::{Attribute, Expr, Token};

/// The lints that mirrors of bodies serve, and their groups.
const IN_BODIES: [&str; 18] = [
    "dead_code",
    "double_negations",
    "invalid_nan_comparisons",
    "non_snake_case",
    "non_upper_case_globals",
    "nonstandard_style",
    "path_statements",
    "redundant_semicolons",
    "unused",
    "unused_assignments",
    "unused_braces",
    "unused_comparisons",
    "unused_doc_comments",
    "unused_must_use",
    "unused_mut",
    "unused_parens",
    "unused_variables",
    "warnings",
];

/// Whether an attribute sets the level of lints.
pub(crate) fn is_level(attribute: &Attribute) -> bool {
    let mut levels = ["allow", "warn", "deny", "forbid", "expect"].iter();
    levels.any(|level| attribute.path().is_ident(level))
}

/// Whether an attribute sets the level of lints in a body.
pub(crate) fn sets_level(attribute: &Attribute) -> bool {
    is_level(attribute) && (!attribute.path().is_ident("expect") || expects_in_body(attribute))
}

/// Whether an attribute expects a lint that nothing but the mirror of a function can fulfil.
pub(super) fn expects_in_body(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("expect") {
        // A list that is no list of lints is the compiler's to report.
        let _ = attribute.parse_nested_meta(|lint| {
            found = found || IN_BODIES.iter().any(|name| lint.path.is_ident(name));
            if lint.input.peek(Token![=]) {
                lint.value()?.parse::<Expr>()?;
            }
            Ok(())
        });
    }
    found
}
