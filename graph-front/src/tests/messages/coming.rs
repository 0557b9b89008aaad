//! The tables of the book for users of other languages: a block accepts what is on the left, or
//! says what to write instead.

use super::super::lower;

/// The notations in the first column of the tables whose header names one of these languages.
fn notations() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/text/coming.md");
    let text = std::fs::read_to_string(path).expect("the book");
    let mut found = Vec::new();
    let mut is_foreign = false;
    for line in text.lines() {
        let Some(cell) = line
            .strip_prefix("| ")
            .and_then(|row| row.split(" | ").next())
        else {
            is_foreign &= line.starts_with('|');
            continue;
        };
        if ["numpy, JAX", "JAX", "CasADi, CppAD"].contains(&cell) {
            is_foreign = true;
        } else if is_foreign {
            found.extend(cell.split('`').skip(1).step_by(2).map(String::from));
        }
    }
    found
}

/// Bodies with a notation: a name is called with a vector and with a matrix, an option is given,
/// and all else is an expression.
fn bodies(notation: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let is_of_array = notation.starts_with("x.") || notation.starts_with("a.");
    let text = notation.replace("(..)", "(x)");
    match text.split_once('=') {
        Some((option, value)) if option.chars().all(is_name) => {
            vec![format!("sum(a, {option} = {value})")]
        }
        _ if text.chars().all(is_name) && !is_of_array => {
            vec![format!("{text}(x)"), format!("{text}(s)")]
        }
        _ => vec![text],
    }
}

/// Whether a block with this expression is accepted, or refused by one error with help.
fn is_answered(expression: &str) -> bool {
    let text = format!(
        "fn f(y: [f64; 3]) -> f64 {{ sum(y) }}
         fn g(
             x: [f64; 3], row: [f64; 3], u: [f64; 3], v: [f64; 3], xs: [f64; 4], ys: [f64; 4],
             a: [[f64; 3]; 2], b: [[f64; 2]; 3], s: [[f64; 2]; 2], p: f64, n: usize,
         ) -> f64 {{
             let y = x;
             let c = p > 0.0;
             let result = {expression};
             p
         }}"
    );
    match &lower(&text).err().unwrap_or_default()[..] {
        [] => true,
        [error] => error.contains("= help:"),
        _ => false,
    }
}

#[test]
fn every_notation_of_the_book_is_answered() {
    let notations = notations();
    assert!(notations.len() > 60, "{notations:?}");
    for notation in notations {
        let answered = bodies(&notation).iter().any(|body| is_answered(body));
        assert!(answered, "{notation}");
    }
}
