//! Helpers for the tests of several crates: where the recorded cases of the file formats lie, and
//! how they are read. A chosen part of the cases lies beside the tests of the run time; all are
//! taken where the shared folder is present.
//!
//! Cases are JSON, but for numbers that JSON lacks: CppAD's have `Infinity`, and MXNet's `"nan"`.

mod numbers;

pub use numbers::{flat, number, numbers};
pub use serde_json::Value;

use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The cases that lie beside the tests.
pub const OWN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../graph-runtime/tests/data"
);

/// All cases, which need not be there.
pub const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/cases");

/// The sources in which `adgraph::ops` lists the functions of arrays, one text after another.
///
/// # Panics
///
/// Where they cannot be read.
#[must_use]
pub fn tables_of_array_functions() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/ops/tensor");
    let entries = fs::read_dir(folder).expect("the folder of the tables");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    paths.sort();
    let texts = paths.iter().map(fs::read_to_string);
    texts.map(|text| text.expect("a table")).collect()
}

/// The JSON files of a folder of cases, such as `cppad/valid`, from both places; says so where one
/// is absent.
///
/// # Panics
///
/// Where a folder cannot be read to its end.
#[must_use]
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for root in [OWN, SHARED] {
        let Ok(entries) = fs::read_dir(Path::new(root).join(folder)) else {
            println!("skipped: there is no {root}/{folder}");
            continue;
        };
        let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|kind| kind == "json")));
    }
    files.sort();
    files
}

/// A malformed file, and its row in the table of expectations.
pub struct Malformed {
    /// The name of the file.
    pub file: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its row of the table.
    pub row: Value,
}

/// Files that CppAD itself cannot read, although it writes such constants: they are read.
const WRITTEN_BY_CPPAD: [&str; 2] = ["constant_minus_inf.json", "constant_nan_lower.json"];

/// The malformed files of a format, `cppad` or `nnvm`, from both places; says so where one is
/// absent.
///
/// # Panics
///
/// Where a table is no JSON.
#[must_use]
pub fn malformed(format: &str) -> Vec<Malformed> {
    let mut files = Vec::new();
    for root in [OWN, SHARED] {
        let root = Path::new(root).join(format);
        let Ok(table) = fs::read_to_string(root.join("malformed.json")) else {
            println!("skipped: there is no {}/malformed.json", root.display());
            continue;
        };
        let table: BTreeMap<String, Value> = serde_json::from_str(&table).expect("a table");
        files.extend(table.into_iter().map(|(file, mut row)| {
            if WRITTEN_BY_CPPAD.contains(&file.as_str()) {
                row["correct"] = "accept".into();
            }
            Malformed {
                path: root.join("malformed").join(&file),
                file,
                row,
            }
        }));
    }
    files
}

/// A recorded case: a graph, a point, and what a program gave there.
pub struct Case {
    /// The file's name without its ending.
    pub name: String,
    fields: BTreeMap<String, Box<RawValue>>,
}

impl Case {
    /// Reads a case.
    ///
    /// # Panics
    ///
    /// Where the file cannot be read, or is no case.
    #[must_use]
    #[track_caller]
    pub fn read(path: &Path) -> Self {
        let shown = path.display();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let fields = serde_json::from_str(&text.replace("Infinity", "1e999"));
        Self {
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            fields: fields.unwrap_or_else(|error| panic!("{shown}: {error}")),
        }
    }

    /// A field as its text; `null` where the case has none of this name.
    #[must_use]
    pub fn text(&self, field: &str) -> &str {
        self.fields.get(field).map_or("null", |value| value.get())
    }

    /// A field; `null` where the case has none of this name. An infinity is a text.
    ///
    /// # Panics
    ///
    /// Where a number exceeds the range of `f64`.
    #[must_use]
    pub fn value(&self, field: &str) -> Value {
        let text = self.text(field).replace("1e999", "\"inf\"");
        let text = text.replace("-\"inf\"", "\"-inf\"");
        serde_json::from_str(&text).expect("a value")
    }

    /// All fields.
    ///
    /// # Panics
    ///
    /// Where a number exceeds the range of `f64`.
    #[must_use]
    pub fn fields(&self) -> Value {
        let fields = self.fields.keys();
        fields
            .map(|name| (name.clone(), self.value(name)))
            .collect()
    }

    /// The numbers of a field that is a list, or of lists in a list one after another, to the last
    /// bit; none where the case has no field of this name.
    #[must_use]
    pub fn numbers(&self, field: &str) -> Vec<f64> {
        numbers(self.text(field))
    }

    /// The text of the graph: exactly as given if it is, else as JSON.
    ///
    /// # Panics
    ///
    /// Where the text is given as something else than a text.
    #[must_use]
    pub fn graph(&self) -> String {
        match self.text("graph_text") {
            "null" => self.text("graph").into(),
            text => serde_json::from_str(text).expect("a text"),
        }
    }
}
