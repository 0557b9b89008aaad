//! Printed graphs compared with the files in `tests/golden`; `BLESS=1` writes them anew.

use std::fs;
use std::path::Path;

use crate::sample;

#[test]
fn printed_graphs_are_those_on_file() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut different = Vec::new();
    for (name, graph) in sample::all() {
        let path = folder.join(name).with_extension("txt");
        let text = graph.to_string();
        if bless {
            fs::write(&path, text).expect("a writable file");
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            different.push(format!("{}:\n{text}", path.display()));
        }
    }
    let different = different.join("\n");
    assert!(
        different.is_empty(),
        "run with BLESS=1 if this is right:\n{different}"
    );
}

#[test]
fn every_file_is_compared() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let names: Vec<_> = sample::all().into_iter().map(|(name, _)| name).collect();
    for file in fs::read_dir(folder).expect("the golden files") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|stem| stem.to_str());
        assert!(
            name.is_some_and(|name| names.contains(&name)),
            "{}",
            path.display()
        );
    }
}
