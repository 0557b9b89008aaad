//! Names that people bring from numpy, JAX, CasADi and Rust, and the language's way to write them.
//!
//! A name in this table is not a misspelling: `inv` is not meant for `ln`, however close the
//! letters. A function stands in for another only where it means the same; where it means something
//! else at some points, the advice says so.

mod arrays;
mod functions;
mod paths;
mod transformations;

use arrays::ARRAYS;
use functions::FUNCTIONS;
pub(super) use paths::{advice_for_path, advice_for_transformed, derivative_of};
pub(in crate::lower) use paths::{constant_of, is_module};
use transformations::TRANSFORMATIONS;

use syn::Expr;

use crate::diagnostics::print;
use crate::lower::report::grouped;
use crate::lower::values::Value;

/// The language's way to write something that has a name elsewhere.
#[derive(Clone, Copy, Debug)]
enum Counterpart {
    /// A function that means the same.
    Same(&'static str),
    /// A function that means the same of a matrix, and one of everything else.
    OfMatrix(&'static str, &'static str),
    /// A function that means the same of arrays, and a sentence for numbers.
    OfArrays(&'static str, &'static str),
    /// A function that means the same of one operand, and a sentence for two.
    OfOne(&'static str, &'static str),
    /// A sentence, in which `{x}` and `{y}` are the first two operands.
    Advice(&'static str),
}

use Counterpart::{Advice, OfArrays, OfMatrix, OfOne, Same};

const LOOP: &str = "write a loop: `for i in 0..n { .. }`";
const JOINED: &str = "numbers make an array in brackets: `[{x}, {y}]`";
const VARIABLE: &str = "a variable is an argument of the function: `fn f(x: [f64; 3]) -> ..`";
const ABSENT: &str = "there is no such function: compute it from those of `adgraph::ops`";

/// The names, each once.
const TABLES: [&[(&str, Counterpart)]; 3] = [FUNCTIONS, ARRAYS, TRANSFORMATIONS];

/// Whether a name means something elsewhere, so that it is not a misspelling.
pub(super) fn is_foreign(name: &str) -> bool {
    find(name).is_some()
}

/// The help for a name that means something elsewhere, with the first operand and the texts of the
/// first two. Where the call is an operand itself, the code in the help is one too.
pub(super) fn advice(
    name: &str,
    operand: Option<&Value<'_>>,
    texts: [Option<&str>; 2],
    is_operand: bool,
) -> Option<String> {
    let is_of_rank = |least: usize| {
        let shape = operand.and_then(Value::shape);
        shape.is_some_and(|shape| shape.rank() >= least)
    };
    let own = match find(name)? {
        Same(own) => own,
        OfMatrix(own, _) if is_of_rank(2) => own,
        OfMatrix(_, own) => own,
        OfArrays(own, _) if is_of_rank(1) || operand.is_none_or(Value::is_poison) => own,
        OfOne(own, _) if texts[1].is_none() => own,
        Advice(sentence) | OfOne(_, sentence) | OfArrays(_, sentence) => {
            let sentence = filled(sentence, "{x}", texts[0].unwrap_or("x"));
            let sentence = filled(&sentence, "{y}", texts[1].unwrap_or("y"));
            return Some(match is_operand {
                true => as_operand(&sentence),
                false => sentence,
            });
        }
    };
    Some(format!("did you mean `{own}`?"))
}

/// A sentence with an operand in its places, in parentheses where its neighbours would take a part
/// of it.
fn filled(sentence: &str, place: &str, operand: &str) -> String {
    let inner = match syn::parse_str::<Expr>(operand) {
        Ok(Expr::Paren(inner)) => Some(print(&inner.expr)),
        _ => None,
    };
    let operand = inner.as_deref().unwrap_or(operand);
    let mut parts = sentence.split(place);
    let mut text = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let starts = text.ends_with(['(', '[', '`']) || text.ends_with(", ");
        let stands_alone = starts && part.starts_with([')', ',', ']', '`']);
        match stands_alone {
            true => text += operand,
            false => text += &grouped(operand),
        }
        text += part;
    }
    text
}

/// A sentence whose code can be pasted as the operand of any operator.
fn as_operand(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    let parts: Vec<String> = parts
        // Words are no code: the compiler would report them, parsed in a macro.
        .map(|(number, part)| match number % 2 == 1 {
            true => match syn::parse_str::<Expr>(part) {
                Ok(Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) => format!("({part})"),
                _ => part.into(),
            },
            false => part.into(),
        })
        .collect();
    parts.join("`")
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
    use super::{Advice, OfArrays, OfMatrix, OfOne, Same, TABLES, is_module};
    use crate::lower::calls::is_builtin;

    #[test]
    fn foreign_names_have_counterparts_among_own_functions() {
        let table: Vec<_> = TABLES.into_iter().flatten().collect();
        for (position, (foreign, counterpart)) in table.iter().enumerate() {
            assert!(!is_builtin(foreign), "{foreign}");
            assert!(!is_module(foreign), "{foreign}");
            let again = table[..position].iter().any(|(other, _)| other == foreign);
            assert!(!again, "{foreign} stands twice");
            match counterpart {
                Same(own) => assert!(is_builtin(own), "{own}"),
                OfMatrix(own, other) => assert!(is_builtin(own) && is_builtin(other), "{own}"),
                OfOne(own, sentence) | OfArrays(own, sentence) => {
                    assert!(is_builtin(own) && !sentence.ends_with('.'));
                }
                Advice(sentence) => assert!(!sentence.ends_with('.'), "{sentence}"),
            }
        }
    }
}
