//! Time that the macro takes for blocks of growing size, in a dev build: `cargo bench --bench
//! expansion`. The macro prints its own time when `ADGRAPH_TIMINGS` is set.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target/expansion");
    fs::create_dir_all(folder.join("src")).expect("a writable target folder");
    let manifest = format!(
        "[package]\nname = \"expansion\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nadgraph = {{ path = {root:?} }}\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a writable target folder");
    for operations in [1_000, 10_000, 100_000] {
        fs::write(folder.join("src/lib.rs"), source(operations)).expect("a writable folder");
        let output = Command::new(env!("CARGO"))
            .args(["check", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .env("ADGRAPH_TIMINGS", "1")
            .env("CARGO_TARGET_DIR", root.join("target/expansion/target"))
            .output()
            .expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        let timing = text
            .lines()
            .find(|line| line.starts_with("adgraph: expanded "));
        println!(
            "{operations:>7} operations: {}",
            timing.unwrap_or("no timing")
        );
    }
}

/// A function of two numbers with this many operators, one a line.
fn source(operations: usize) -> String {
    let mut text = String::from("adgraph::graph! {\n    pub fn f(x: f64, y: f64) -> f64 {\n");
    text += "        let v0 = x;\n        let v1 = y;\n";
    let operators = ["+", "*", "-"];
    // Two operators a line.
    for i in 0..operations / 2 {
        let (a, b) = (i + 1, (i * 7919) % (i + 1));
        let operator = operators[i % 3];
        writeln!(text, "        let v{} = v{a} {operator} 0.5 * v{b};", i + 2).expect("memory");
    }
    writeln!(text, "        v{}\n    }}\n}}", operations / 2 + 1).expect("memory");
    text
}
