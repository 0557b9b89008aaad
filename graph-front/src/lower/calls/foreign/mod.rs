//! Names that people bring from numpy, JAX, CasADi and Rust, and the language's way to write them.
//!
//! A name in this table is not a misspelling: `inv` is not meant for `ln`, however close the letters.
//! A function stands in for another only where it means the same; where it means something else at
//! some points, the advice says so.

mod arrays;
mod functions;
mod transformations;

use arrays::ARRAYS;
use functions::FUNCTIONS;
use transformations::TRANSFORMATIONS;

use crate::lower::values::Value;

/// The language's way to write something that has a name elsewhere.
#[derive(Clone, Copy, Debug)]
enum Counterpart {
    /// A function that means the same.
    Same(&'static str),
    /// A function that means the same of a matrix, and one of everything else.
    OfMatrix(&'static str, &'static str),
    /// A function that means the same of one operand, and a sentence for two.
    OfOne(&'static str, &'static str),
    /// A sentence, in which `{x}` and `{y}` are the first two operands.
    Advice(&'static str),
}

use Counterpart::{Advice, OfMatrix, OfOne, Same};

const LOOP: &str = "write a loop: `for i in 0..n { .. }`";
const ABSENT: &str = "there is no such function: compute it from those of `adgraph::ops`";

/// The names, each once.
const TABLES: [&[(&str, Counterpart)]; 3] = [FUNCTIONS, ARRAYS, TRANSFORMATIONS];

/// Functions of the standard library that are called by a path: the last two names of it, the first
/// of which may be any, and the language's way to write what they do.
const PATHS: &[([&str; 2], &str)] = &[
    (["Vec", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (["VecDeque", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (
        ["Box", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Rc", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Arc", "_"],
        "values are passed as they are: write the value",
    ),
    (["_", "default"], "write the value: `0.0`, or `[0.0; 3]`"),
    (["mem", "swap"], "assign both at once: `(a, b) = (b, a);`"),
    (
        ["mem", "replace"],
        "assign both at once: `(old, y) = (y, new);`",
    ),
    (
        ["mem", "take"],
        "assign both at once: `(old, y) = (y, 0.0);`",
    ),
    (
        ["array", "from_fn"],
        "fill an array in a loop: `let mut y = [0.0; 3]; for i in 0..3 { y[i] = ..; }`",
    ),
    (["iter", "_"], LOOP),
];

/// The help for a function that Rust calls by a path.
pub(super) fn advice_for_path(names: &[String]) -> Option<&'static str> {
    let [.., ty, name] = names else { return None };
    let fits = |wanted: &str, name: &str| wanted == "_" || wanted == name;
    let row = PATHS
        .iter()
        .find(|([of, last], _)| fits(of, ty) && fits(last, name));
    row.map(|&(_, advice)| advice)
}

/// Modules in which other languages have their functions.
const MODULES: [&str; 13] = [
    "np", "numpy", "jnp", "jax", "lax", "scipy", "torch", "tf", "math", "cmath", "ca", "casadi",
    "cs",
];

/// Whether a name is that of a module elsewhere.
pub(in crate::lower) fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// Whether a name means something elsewhere, so that it is not a misspelling.
pub(super) fn is_foreign(name: &str) -> bool {
    find(name).is_some()
}

/// The help for a name that means something elsewhere, with the first operand and the texts of the
/// first two.
pub(super) fn advice(
    name: &str,
    operand: Option<&Value<'_>>,
    texts: [Option<&str>; 2],
) -> Option<String> {
    let is_matrix = |value: &Value<'_>| value.shape().is_some_and(|shape| shape.rank() > 1);
    let own = match find(name)? {
        Same(own) => own,
        OfMatrix(own, _) if operand.is_some_and(is_matrix) => own,
        OfMatrix(_, own) => own,
        OfOne(own, _) if texts[1].is_none() => own,
        Advice(sentence) | OfOne(_, sentence) => {
            let sentence = sentence.replace("{x}", texts[0].unwrap_or("x"));
            return Some(sentence.replace("{y}", texts[1].unwrap_or("y")));
        }
    };
    Some(format!("did you mean `{own}`?"))
}

fn find(name: &str) -> Option<Counterpart> {
    let row = TABLES
        .into_iter()
        .flatten()
        .find(|(foreign, _)| *foreign == name);
    row.map(|&(_, counterpart)| counterpart)
}

#[cfg(test)]
mod tests {
    use super::{Advice, MODULES, OfMatrix, OfOne, Same, TABLES};
    use crate::lower::calls::is_builtin;

    #[test]
    fn foreign_names_have_counterparts_among_own_functions() {
        let table: Vec<_> = TABLES.into_iter().flatten().collect();
        for (position, (foreign, counterpart)) in table.iter().enumerate() {
            assert!(!is_builtin(foreign), "{foreign}");
            assert!(!MODULES.contains(foreign), "{foreign}");
            let again = table[..position].iter().any(|(other, _)| other == foreign);
            assert!(!again, "{foreign} stands twice");
            match counterpart {
                Same(own) => assert!(is_builtin(own), "{own}"),
                OfMatrix(own, other) => assert!(is_builtin(own) && is_builtin(other), "{own}"),
                OfOne(own, sentence) => assert!(is_builtin(own) && !sentence.ends_with('.')),
                Advice(sentence) => assert!(!sentence.ends_with('.'), "{sentence}"),
            }
        }
    }
}
