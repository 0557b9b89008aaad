//! Checks of the lengths of slices.

/// Refuses a slice of a wrong length.
///
/// # Panics
/// When the length is not the expected one.
#[inline]
#[track_caller]
pub fn expect_length(what: &str, found: usize, expected: usize) {
    assert!(
        found == expected,
        "`{what}` has {found} element{} and needs {expected}",
        if found == 1 { "" } else { "s" }
    );
}
