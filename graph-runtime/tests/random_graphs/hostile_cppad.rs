//! Files of the CppAD format with random damage.

use graph_runtime::json::cppad;
use test_support::{Case, files};

use super::damage::damaged;
use super::pipeline;
use super::source::RandomSource;

const WORDS: [&str; 24] = [
    "add",
    "mul",
    "div",
    "sub",
    "pow",
    "azmul",
    "cexp_eq",
    "cexp_le",
    "comp_eq",
    "comp_lt",
    "print",
    "sum",
    "atom",
    "atom4",
    "discrete",
    "floor",
    "sign",
    "sqrt",
    "log",
    "op_code",
    "n_arg",
    "name",
    "dependent_vec",
    "op_usage_vec",
];

#[test]
fn damaged_files_are_refused_or_mean_something() {
    let texts: Vec<String> = ["cppad/valid", "cppad/third_party"]
        .into_iter()
        .flat_map(files)
        .map(|path| Case::read(&path).graph())
        .filter(|text| text.len() < 5000)
        .collect();
    super::cases("cppad", 300, |seed| {
        let source = &mut RandomSource::new(seed);
        let text = source.pick(&texts).clone();
        for _ in 0..4 {
            let damaged = damaged(source, &text, &WORDS);
            if let Ok(graph) = cppad::from_slice(&damaged) {
                pipeline::run(&graph);
                // Writing may fail; what is written can be read.
                if let Ok(written) = cppad::to_string(&graph) {
                    cppad::from_str(&written).unwrap();
                }
            }
        }
    });
}
