//! Assembly as rustc writes it, read as far as which function calls which.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::compiler;

/// Parts of the names of functions that may be called outside of the file.
const HARMLESS: [&str; 7] = [
    "memset",
    "memcpy",
    "memmove",
    "4libm",
    "10graph_math10elementary",
    // Elementary functions of rare arguments.
    "10graph_math5lanes4bits8repaired",
    "graph_math..matrix..Kernels",
];

/// For each function of a file the symbols that it mentions.
pub(crate) struct Code {
    mentions: HashMap<String, BTreeSet<String>>,
}

impl Code {
    /// The functions beside this file, with optimizations. Their generated code is all in one
    /// file; what the libraries contribute without being generic stays outside.
    pub(crate) fn compiled() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("assembly.s");
        let mut rustc = compiler::rustc(folder);
        rustc
            .args(["--crate-type=lib", "--crate-name=assembly", "--emit=asm"])
            .args(["-Copt-level=3", "-Ccodegen-units=1", "-o"])
            .arg(&file)
            .arg(folder.join("tests/assembly/functions.rs"));
        compiler::run(&mut rustc);
        Self::parsed(&std::fs::read_to_string(file).expect("what rustc wrote"))
    }

    fn parsed(text: &str) -> Self {
        let mut mentions: HashMap<String, BTreeSet<String>> = HashMap::new();
        let mut current = None;
        for line in text.lines() {
            if let Some(label) = line.strip_suffix(':').filter(|name| is_symbol(name)) {
                current = Some(mentions.entry(label.into()).or_default());
            } else if let Some(current) = &mut current
                && let Some((_, operands)) = line.trim().split_once('\t')
                && !line.trim().starts_with('.')
            {
                current.extend(symbols(operands).map(String::from));
            }
        }
        Self { mentions }
    }

    /// The symbols that a function may reach outside of this file, except harmless ones.
    pub(crate) fn reached_from(&self, path: &[&str]) -> BTreeSet<String> {
        // Names of both manglings contain the parts with their lengths.
        let parts = ["assembly"].iter().chain(path);
        let part: String = parts.map(|part| format!("{}{part}", part.len())).collect();
        let mut all = self.mentions.keys().filter(|name| name.contains(&part));
        let (Some(start), None) = (all.next(), all.next()) else {
            panic!("one function is named {part}");
        };
        let (mut seen, mut outside) = (BTreeSet::from([start]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(name) = open.pop() {
            match self.mentions.get(name) {
                Some(mentions) => open.extend(mentions.iter().filter(|name| seen.insert(name))),
                None if HARMLESS.iter().any(|part| name.contains(part)) => {}
                None => {
                    outside.insert(name.clone());
                }
            }
        }
        outside
    }
}

/// Whether this is a name that the linker sees, and not a label inside of a function.
fn is_symbol(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && word.chars().all(is_part)
}

/// The symbols in the operands of an instruction, where registers are marked by `%` and numbers by
/// `$`: targets of calls and jumps, and addresses that are loaded, perhaps to be called later.
fn symbols(operands: &str) -> impl Iterator<Item = &str> {
    let operands = operands.split(|c: char| c.is_whitespace() || "*,()".contains(c));
    let names = operands.map(|operand| operand.split(['@', '+']).next().unwrap_or_default());
    names.filter(|name| is_symbol(name))
}
