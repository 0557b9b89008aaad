//! Documents of CppAD as a recording writes them: elementwise operators over numbers, nearly all
//! arithmetic, in chains that meet now and then.

use std::fmt::Write as _;

/// The operators, each with its number of operands; the values stay of moderate size.
const OPERATORS: [(&str, usize); 6] = [
    ("add", 2),
    ("sub", 2),
    ("mul", 2),
    ("div", 2),
    ("sin", 1),
    ("exp", 1),
];

/// The operators to draw from, as positions in their list; those that stand twice are drawn more
/// often.
const DRAWN: [usize; 12] = [0, 1, 2, 3, 0, 1, 2, 4, 0, 2, 4, 5];

const CONSTANTS: [&str; 4] = ["0.5", "2.0", "1.25", "-0.75"];

/// A document with so many variables and operators, each of which continues one of as many chains
/// as there are variables, and with the sum of their ends as the only result.
pub(crate) fn recording(variables: usize, operators: usize) -> String {
    let mut draw = generator();
    // Nodes are numbered from 1: the variables, the constants, the operators.
    let first = variables + CONSTANTS.len() + 1;
    let mut usages = String::new();
    let mut bounded = vec![false; variables];
    for made in 0..operators {
        let (node, chain) = (first + made, made % variables);
        let before = match made < variables {
            true => made + 1,
            false => node - variables,
        };
        let drawn = DRAWN[draw(DRAWN.len())];
        // Only what is bounded has an exponential.
        let position = if drawn == 5 && !bounded[chain] {
            4
        } else {
            drawn
        };
        bounded[chain] = position == 4;
        let other = match draw(2) {
            0 => variables + 1 + draw(CONSTANTS.len()),
            _ => 1 + draw(node - 1),
        };
        let _ = match OPERATORS[position].1 {
            1 => write!(usages, "[{},{before}],", position + 1),
            _ => write!(usages, "[{},{before},{other}],", position + 1),
        };
    }
    let last = first + operators;
    let ends: Vec<String> = (last - variables..last)
        .map(|end| end.to_string())
        .collect();
    let sum = OPERATORS.len() + 1;
    let _ = write!(usages, "[{sum},1,{variables},[{}]]", ends.join(","));
    let mut definitions = String::new();
    for (code, (name, arity)) in (1..).zip(OPERATORS) {
        let _ = write!(
            definitions,
            r#"{{"op_code":{code},"name":"{name}","n_arg":{arity}}},"#
        );
    }
    let _ = write!(definitions, r#"{{"op_code":{sum},"name":"sum"}}"#);
    format!(
        r#"{{"function_name":"recording","op_define_vec":[{sum},[{definitions}]],"n_dynamic_ind":0,
"n_variable_ind":{variables},"constant_vec":[{},[{}]],"op_usage_vec":[{},[{usages}]],
"dependent_vec":[1,[{last}]]}}"#,
        CONSTANTS.len(),
        CONSTANTS.join(","),
        operators + 1,
    )
}

/// Numbers below a bound, the same ones in every run.
fn generator() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}
