//! The verifier: each invariant, broken alone in an otherwise valid text, is refused.

use graph_ir::{Error, text};

/// A valid graph that uses most kinds of nodes.
const VALID: &str = "\
adgraph 1
graph valid
external e0 smooth value g(f64) -> (f64, [f64; 2])
%0: [f64; 3] = input 0 x
%1: f64 = input 1 p
%2: [f64; 3] = cos %0
%3: f64 = reduce sum [0] %2
%4: f64 = mul %1, %3
%5: bool = less %4, %1
%6: (f64) = branch f0 else f0 %5, %4
%7: f64 = project 0 %6
%8: (f64, [f64; 2]) = external e0 %7
%9: [f64; 2] = project 1 %8
%10: (f64, [f64; 5]) = scan f2 captured 0 carried 1 length 5 %7
%11: f64 = project 0 %10
%12: [[f64; 2]; 3] = contract over [] %0, %9
%13: (f64) = call f3 %1
effect compare less %4, %1
output %12 product
output %11

function f0
%0: f64 = input 0
%1: (f64) = call f1 %0
%2: f64 = project 0 %1
output %2

function f1
%0: f64 = input 0
%1: f64 = neg %0
output %1

function f2
%0: f64 = input 0
%1: f64 = exp %0
output %1
output %0

function f3 {adjoint f4}
%0: f64 = input 0
%1: f64 = round %0
output %1

function f4
%0: f64 = input 0
%1: f64 = input 1
%2: f64 = input 2
%3: f64 = tan %2
output %3
";

#[test]
fn the_text_is_valid_as_it_stands() {
    let graph = text::parse(VALID).unwrap();
    assert_eq!(graph.to_string(), VALID);
}

/// A replaced text, its replacement, and the message that this gives.
const BROKEN: &[(&str, &str, &str)] = &[
    // 1. Arguments precede.
    (
        "%2: [f64; 3] = cos %0",
        "%2: [f64; 3] = cos %2",
        "%2: an argument does not precede it",
    ),
    (
        "mul %1, %3",
        "mul %1, %99",
        "%4: an argument does not precede it",
    ),
    // 3. Inputs and their positions.
    ("input 1 p", "input 0 p", "%1: an input that is not listed"),
    ("input 1 p", "input 2 p", "%1: an input that is not listed"),
    (
        "%0: f64 = input 0\n%1: f64 = neg %0",
        "%0: f64 = input 4294967295\n%1: f64 = neg %0",
        "%0 of f1: an input that is not listed",
    ),
    // 4. Types.
    (
        "%2: [f64; 3] = cos",
        "%2: [f64; 4] = cos",
        "%2: it has type [f64; 4] where its operator yields [f64; 3]",
    ),
    (
        "%5: bool = less",
        "%5: f64 = less",
        "%5: it has type f64 where its operator yields bool",
    ),
    (
        "bool = less %4, %1",
        "bool = less %4, %2",
        "%5: `<` needs operands of equal shape, found f64 and [f64; 3]",
    ),
    ("cos %0", "cos %0, %1", "%2: `cos` takes 1 operand, found 2"),
    ("cos %0", "cast", "%2: `cast` takes 1 operand, found 0"),
    (
        "reduce sum [0] %2",
        "reduce sum [1] %2",
        "%3: axis 1 is out of range for [f64; 3], which has rank 1",
    ),
    (
        "%8: (f64, [f64; 2]) = external",
        "%8: (f64, [f64; 3]) = external",
        "%8: it has type f64 [f64; 3] where its operator yields f64 [f64; 2]",
    ),
    (
        "= external e0 %7",
        "= external e0 %0",
        "%8: argument 0 should be f64, found [f64; 3]",
    ),
    (
        "external e0 smooth value",
        "external e0 smooth tangent",
        "%8: the number of arguments should be 2, found 1",
    ),
    (
        "scan f2 captured 0 carried 1",
        "scan f2 captured 1 carried 1",
        "%10: the number of loop values should be 2, found 1",
    ),
    (
        "length 5 %7",
        "length 6 %7",
        "%10: it has type f64 [f64; 5] where its operator yields f64 [f64; 6]",
    ),
    (
        "branch f0 else f0 %5",
        "branch f0 else f2 %5",
        "%6: the number of results of the other branch should be 1, found 2",
    ),
    (
        "branch f0 else f0 %5",
        "branch f0 else f0 %4",
        "%6: `if` needs a condition of type `bool`, found f64",
    ),
    (
        "%1: f64 = neg %0",
        "%1: f32 = neg %0",
        "%1 of f1: it has type f32 where its operator yields f64",
    ),
    // 5. Tuples.
    (
        "= external e0 %7",
        "= external e0 %6",
        "%8: a node with several results is used without choosing one of them",
    ),
    (
        "project 0 %6",
        "project 0 %4",
        "%7: `project` needs a node with several results, found f64",
    ),
    (
        "project 0 %6",
        "project 1 %6",
        "%7: the number of results should be 2, found 1",
    ),
    (
        "%6: (f64) = branch",
        "%6: f64 = branch",
        "%6: a node with several results is used without choosing one of them",
    ),
    (
        "%4: f64 = mul",
        "%4: (f64) = mul",
        "%4: a node with several results is used without choosing one of them",
    ),
    // 6. Outputs and effects.
    (
        "%4: f64 = mul",
        "effect control %4\n%4: f64 = mul",
        "%4: an effect out of order",
    ),
    (
        "output %11",
        "output %10",
        "%10: an output or effect needs a tensor",
    ),
    (
        "output %11",
        "output %13",
        "%13: an output or effect needs a tensor",
    ),
    (
        "effect compare less %4, %1",
        "effect compare less %4",
        "effect 0: `<` takes 2 operands, found 1",
    ),
    (
        "effect compare less %4, %1",
        "effect control %8",
        "%8: an output or effect needs a tensor",
    ),
    (
        "effect compare less %4, %1",
        "effect print \"\" \"\" %2, %4",
        "effect 0: `print` needs a single number as its condition, found [f64; 3]",
    ),
    // 7. Rules fit their functions.
    (
        "%3: f64 = tan %2\noutput %3",
        "%3: [f64; 2] = broadcast [] %2\noutput %3",
        "the rule of f3: result of an adjoint 0 should be f64, found [f64; 2]",
    ),
    (
        "%3: f64 = tan %2\noutput %3",
        "%3: f64 = tan %2\noutput %3\noutput %2",
        "the rule of f3: the number of results of an adjoint should be 1, found 2",
    ),
];

#[test]
fn one_broken_invariant_is_refused() {
    for (valid, broken, message) in BROKEN {
        assert_eq!(VALID.matches(valid).count(), 1, "{valid}");
        let found = match text::parse(&VALID.replace(valid, broken)) {
            Err(Error::Invalid { node, what }) => format!("{node}: {what}"),
            other => format!("{other:?}"),
        };
        assert_eq!(found, *message, "{broken}");
    }
}
