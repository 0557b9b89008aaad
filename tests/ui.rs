//! The compiler's messages for wrong programs, compared with the texts in `tests/ui`.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the texts anew; read them before committing.

use std::path::Path;

#[test]
fn messages() {
    copy_imports();
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
}

/// Copies the files that functions are read from to where the programs are compiled: their paths
/// are relative to the crate, which is one that is made for the test.
fn copy_imports() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let target = target.expect("the folder of the build");
    let imports = "tests/ui/imports";
    let copies = target.join("tests/trybuild/adgraph").join(imports);
    std::fs::create_dir_all(&copies).expect("a folder for the files");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(imports);
    for entry in own.read_dir().expect("the folder of the files") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let name = path.file_name().expect("a name");
            std::fs::copy(&path, copies.join(name)).expect("a copy");
        }
    }
}
