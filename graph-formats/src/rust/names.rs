//! Names of a graph as identifiers of Rust.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};

use graph_ir::algebra::Algebra;
use graph_ir::composite::Composite;
use graph_ir::ops::{Cumulation, Reduction, ScalarOp};

/// Words of Rust, and of the language where a type stands, that name no variable.
const WORDS: [&str; 56] = [
    "abstract", "as", "async", "await", "become", "bool", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "f32", "f64", "false", "final", "fn", "for",
    "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override",
    "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
    "type", "typeof", "unsafe", "unsized", "use", "usize", "virtual", "where", "while", "yield",
    "Self",
];

/// The functions of the language that stand in no table of operators.
const FUNCTIONS: &[&str] = &[
    "dot",
    "matmul",
    "outer",
    "transpose",
    "reshape",
    "broadcast",
    "windows",
    "concat",
    "stack",
    "flip",
    "sort",
    "argsort",
    "select",
    "zeros",
    "ones",
    "full",
    "zeros_like",
    "ones_like",
    "full_like",
    "stop_gradient",
    "sin_cos",
    "is_nan",
    "len",
    "roll",
    "scatter_add",
    "eye",
    "diag",
    "trace",
    "tril",
    "triu",
    "cross",
    "kron",
    "einsum",
    "contract",
    "rename",
    "interpolate",
    "cubic_spline",
    "linspace",
    "uniform",
    "normal",
    "split",
    "fold_in",
    "deriv",
    "jvp",
    "vjp",
    "jacobian",
    "hessian",
    "map",
    "solve",
    "print",
];

/// Whether the language has a function of that name.
#[must_use]
pub fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
        || ScalarOp::all().iter().any(|op| op.name() == name)
        || Reduction::ALL
            .iter()
            .any(|reduction| reduction.name() == name)
        || Cumulation::ALL.iter().any(|own| own.name() == name)
        || Composite::from_name(name).is_some()
        || Algebra::ALL.iter().any(|op| op.function() == name)
}

/// The identifier for a name: characters that cannot stand in one become `_`, a digit at the start
/// gets a `_` before it, a keyword one behind it. A name without a letter or digit becomes `other`.
#[must_use]
pub fn identifier(name: &str, other: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut own: String = name.chars().map(allowed).collect();
    if own.starts_with(|c: char| c.is_ascii_digit()) {
        own.insert(0, '_');
    }
    if own.chars().all(|c| c == '_') {
        own.push_str(other);
    }
    if WORDS.contains(&own.as_str()) {
        own.push('_');
    }
    own
}

/// Identifiers in use.
#[derive(Default)]
pub(super) struct Names {
    used: BTreeSet<String>,
    /// Names that nodes have, which numbered ones leave to them.
    kept: BTreeSet<String>,
    /// The last number tried for a name.
    last: BTreeMap<String, usize>,
}

impl Names {
    /// Leaves a name to the node that has it.
    pub(super) fn keep(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.kept.insert(identifier(name, "t"));
        }
    }

    /// The identifier of a name, or a numbered one where that is taken.
    pub(super) fn fresh(&mut self, name: &str, other: &str) -> String {
        let own = identifier(name, other);
        if self.used.insert(own.clone()) {
            return own;
        }
        let last = self.last.entry(own.clone()).or_insert(1);
        loop {
            *last += 1;
            let numbered = format!("{own}_{last}");
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }

    /// The next of `t1`, `t2`, .. that is free.
    pub(super) fn numbered(&mut self, letter: &str) -> String {
        let last = self.last.entry(letter.to_string()).or_insert(0);
        loop {
            *last += 1;
            let numbered = format!("{letter}{last}");
            if !self.kept.contains(&numbered) && self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
