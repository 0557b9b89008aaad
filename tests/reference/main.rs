//! The documentation that is made from the operator table and from running what it describes: the
//! scalar functions of `adgraph::ops` with their pages, the tables on the pages of the array
//! functions, and the operators' chapter of the book.
//!
//! `BLESS=1` writes them anew; otherwise they are compared.

mod chapter;
mod claims;
mod edges;
mod expression;
mod files;
mod not_a_number;
mod page;
mod rewritten;
mod tensors;

use std::collections::BTreeSet;
use std::{env, fs};

use adgraph::ir::ops::{Class, ScalarOp};

/// Compares a file with what it should hold, or writes it.
fn compare(path: &str, expected: &str) {
    if env::var_os("BLESS").is_some() {
        fs::write(path, expected).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let found = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(
        found == expected,
        "{path} is not what the operator table says; `BLESS=1 cargo test --test reference` writes \
         it. Expected:\n{expected}"
    );
}

/// The operators that are written as functions, one of those that differ in a parameter alone.
fn functions() -> Vec<ScalarOp> {
    let mut seen = BTreeSet::new();
    let mut functions = ScalarOp::all();
    functions.reverse();
    // Those of integers have pages among the functions of arrays.
    functions.retain(|op| {
        op.symbol().is_none() && op.class() != Class::Integer && seen.insert(op.name())
    });
    functions.sort_by_key(|op| op.name());
    functions
}

#[test]
fn each_function_of_arrays_has_a_page() {
    let mut expected = BTreeSet::new();
    let mut page = |name: &str, text: &str| {
        compare(&format!("src/ops/pages/{name}.md"), text);
        expected.insert(format!("{name}.md"));
    };
    let examples = tensors::examples();
    for example in &examples {
        page(example.name, &example.page());
    }
    let found = fs::read_dir("src/ops/pages").unwrap();
    let found: BTreeSet<String> = found
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, expected);

    let examples: BTreeSet<String> = examples.iter().map(|e| e.name.to_owned()).collect();
    let documented = tensors::pages().into_iter().map(|(name, _)| name);
    assert_eq!(examples, documented.collect());
}

#[test]
fn the_scalar_functions_have_their_pages() {
    compare("src/ops/scalar/table.rs", &page::table(&functions()));
}

#[test]
fn the_book_has_the_table_of_operators() {
    compare("book/text/operators.md", &chapter::chapter());
}
