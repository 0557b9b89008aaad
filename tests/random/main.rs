//! Random functions that are compiled: rustc accepts every function that the macro accepts.
//!
//! `RANDOM_SEED=1000 RANDOM_CASES=500` draws others, and more.

#[path = "../compiler/mod.rs"]
mod compiler;
mod lengths;
mod text;

use std::path::{Path, PathBuf};

use text::Function;

/// How many functions a crate has; an error is looked for in each of them alone.
const TOGETHER: usize = 24;

#[test]
fn generated_code_compiles() {
    let setting = |key: &str| std::env::var(key).ok().and_then(|text| text.parse().ok());
    let first = setting("RANDOM_SEED").unwrap_or(1_u64);
    let count = setting("RANDOM_CASES").unwrap_or(TOGETHER as u64);
    let seeds: Vec<u64> = (first..first + count).collect();
    for seeds in seeds.chunks(TOGETHER) {
        let functions: Vec<Function> = seeds.iter().map(|&seed| Function::new(seed)).collect();
        if errors(&functions.iter().collect::<Vec<_>>()).is_none() {
            continue;
        }
        for (seed, mut function) in seeds.iter().zip(functions) {
            if let Some(message) = errors(&[&function]) {
                shrink(&mut function, &message);
                panic!(
                    "RANDOM_SEED={seed} RANDOM_CASES=1\n{}\n{message}",
                    function.text()
                );
            }
        }
        panic!("together, the functions of the seeds {seeds:?} do not compile");
    }
}

/// The errors that rustc reports for some functions, if any.
fn errors(functions: &[&Function]) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    let file = folder.join("random.rs");
    let texts: String = functions
        .iter()
        .map(|function| function.text() + "\n")
        .collect();
    let source = format!(
        "//! Random functions.\n#![deny(warnings)]\n#![allow(unused)]\nuse adgraph::Float;\n\
         adgraph::graph! {{\n{texts}}}\n"
    );
    std::fs::write(&file, source).expect("a writable target folder");
    let mut rustc = compiler::rustc(root);
    rustc.args(["--crate-type=lib", "--emit=metadata", "--out-dir"]);
    let output = rustc
        .arg(&folder)
        .arg(&file)
        .output()
        .expect("the compiler starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(message)
}

/// Takes away statements as long as the first line of the message stays.
fn shrink(function: &mut Function, message: &str) {
    for at in (0..function.statements.len()).rev() {
        let statement = std::mem::take(&mut function.statements[at]);
        let same =
            errors(&[function]).is_some_and(|now| now.lines().next() == message.lines().next());
        if !same {
            function.statements[at] = statement;
        }
    }
}
