//! What the compiler prints for wrong programs, compared with the texts in `tests/ui`.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the texts anew; read them before committing.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
}
