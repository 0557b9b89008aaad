//! `ADGRAPH_TIMINGS=1 cargo build` names each block and each function whose time it prints.

mod compiler;

use std::path::Path;

const BLOCK: &str = "adgraph::graph! {
    pub fn first(x: f64) -> f64 { sin(x) }
    pub fn second(x: f64) -> f64 { first(x) * x }
}
";

#[test]
fn blocks_and_functions_are_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("timings.rs");
    std::fs::write(&file, BLOCK).expect("a writable folder");
    let mut rustc = compiler::rustc(Path::new(env!("CARGO_MANIFEST_DIR")));
    rustc.args(["--crate-type=lib", "--emit=metadata", "--out-dir"]);
    rustc.arg(folder).arg(&file).env("ADGRAPH_TIMINGS", "1");
    let output = rustc.output().expect("the compiler starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let lines = text.lines().filter(|line| line.starts_with("adgraph: "));
    let steps: Vec<&str> = lines
        .filter_map(|line| line.rsplit_once(" in "))
        .map(|(step, _)| step)
        .collect();
    let block = format!("adgraph: expanded {}:2", file.display());
    let expected = [
        "adgraph: checked first",
        "adgraph: checked second",
        "adgraph: generated first",
        "adgraph: generated second",
        &block,
    ];
    assert_eq!(steps, expected);
}
