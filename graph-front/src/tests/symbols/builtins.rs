//! Every function of the language, applied to arrays of extents that are known only at run time.

use std::collections::BTreeSet;

use super::with_symbols;
use crate::lower::{BUILTINS, operands_of};

/// The types of the operands.
const TYPES: [&str; 5] = [
    "[f64; N]",
    "[[f64; 3]; N]",
    "[[f64; N]; 3]",
    "[[f64; N]; M]",
    "[[f64; N]; N]",
];

/// Candidates for an operand beside the array itself.
const OTHERS: [&str; 8] = ["x", "N", "2", "0.5", "[N, M]", "x[0]", "transpose(x)", "at"];

/// The calls of a function: with each of the others in the place of each operand but the first, and
/// along each axis.
fn calls(name: &str) -> Vec<String> {
    let count = operands_of(name).unwrap_or(1);
    let mut calls = Vec::new();
    let mut add = |operands: &[&str]| {
        let operands = operands.join(", ");
        for axis in ["", ", axis = 1", ", axis = 0, keep = true"] {
            calls.push(format!("{name}({operands}{axis})"));
        }
    };
    for other in OTHERS {
        match count {
            0 | 1 => add(&[other]),
            2 => {
                add(&["x", other]);
                add(&[other, "y"]);
            }
            _ => {
                add(&["x", "y", other]);
                add(&["x > y", "x", other]);
            }
        }
    }
    if name == "einsum" {
        for names in ["i,i->i", "ij,ij->ji", "ij,jk->ik", "i,j->", "ijk,ijk->k"] {
            calls.push(format!("einsum(\"{names}\", x, y)"));
        }
    }
    // Keys of random numbers are integers.
    calls.push(format!("{name}(at[0], N)"));
    calls.push(format!("{name}(at, 2)"));
    calls.push(format!("{name}(0.5, 1.0, N)"));
    calls.push(format!("{name}(x, N, N)"));
    calls.push(format!("{name}(x, axis = N)"));
    calls.push(format!("{name}(\"x\", x)"));
    calls.push(format!("{name}(|z| z - x, y)"));
    calls.push(format!("{name}(sum(x * x), x)"));
    calls.push(format!("{name}(x * x, x)"));
    calls.push(format!("{name}(x * x, x, y)"));
    calls.push(format!("{name}(x, at, N)"));
    calls.push(format!("{name}(x, 2, axis = 0, stride = N)"));
    calls
}

/// A function of the lengths, with this body.
fn function(ty: &str, body: &str) -> String {
    format!(
        "pub fn f<const N: usize, const M: usize>(x: &{ty}, y: &{ty}, n: [f64; N], m: [f64; M], \
         at: &[usize; N]) -> f64 {{ {body} 0.0 }}"
    )
}

/// Those that need known extents.
const REFUSED: [&str; 7] = [
    // Of axes alone: the lengths are none.
    "contract", "cross", "eigh", "expm", "qr", "solve", "svd",
];

#[test]
fn every_function_makes_a_graph_or_says_why_not() {
    let mut made = BTreeSet::new();
    for name in BUILTINS.iter() {
        for call in calls(name) {
            for ty in TYPES {
                let text = function(ty, &format!("let z = {call};"));
                match with_symbols(&text) {
                    // The extents of two operands are too few for some.
                    Ok((_, graph)) => {
                        let symbols = graph.symbols().len();
                        made.extend((symbols > 0).then_some(*name));
                    }
                    Err(errors) => check(&call, &errors),
                }
            }
        }
    }
    let refused: Vec<&str> = BUILTINS
        .iter()
        .copied()
        .filter(|name| !made.contains(name))
        .collect();
    assert_eq!(refused, REFUSED);
}

/// An error is about the text, in its words.
fn check(call: &str, errors: &[String]) {
    assert!(!errors.is_empty(), "{call}");
    for error in errors {
        for wrong in ["Symbol", "Extent", "must be known here", "out of scope"] {
            assert!(!error.contains(wrong), "{call}: {error}");
        }
    }
}
