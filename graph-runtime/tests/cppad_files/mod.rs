//! The conformance cases of the CppAD format: a chosen part that lies beside the tests, and all of
//! them where the shared folder is present.

#![allow(dead_code, reason = "no test file uses all of this")]

use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cppad");
pub(crate) const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases/cppad");

/// The files of a folder of cases, from both places; says so where the shared ones are absent.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for root in [OWN, SHARED] {
        let Ok(entries) = fs::read_dir(Path::new(root).join(folder)) else {
            println!("skipped: there is no {root}/{folder}");
            continue;
        };
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.sort();
    files
}

/// The text of the graph within a case: exactly as given if it is, else as JSON.
pub(crate) fn graph_text(path: &Path) -> String {
    let case = fs::read_to_string(path).unwrap();
    let case = case.replace("Infinity", "1e999");
    let case: BTreeMap<&str, &RawValue> = serde_json::from_str(&case).unwrap();
    match case.get("graph_text").map(|text| text.get()) {
        Some(text) if text != "null" => serde_json::from_str(text).unwrap(),
        _ => case["graph"].get().into(),
    }
}
