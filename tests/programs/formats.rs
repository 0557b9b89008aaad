//! Round trips through the file formats: the same values to rounding.

use adgraph::{differentiate, json};

use super::evaluate::{all_inputs, close, evaluate};
use super::{exports, list};

#[test]
fn programs_survive_cppad_json() {
    let mut written = 0;
    for program in list::all() {
        let text = match json::cppad::to_string(&program.graph) {
            Ok(text) => text,
            Err(json::Error::Unrepresentable { .. }) => continue,
            Err(error) => panic!("{}: {error}", program.name),
        };
        written += 1;
        let again = json::cppad::from_str(&text).unwrap();
        assert_eq!(
            json::cppad::to_string(&again).unwrap(),
            text,
            "{}",
            program.name
        );
        let reverse = differentiate::reverse(&again, &all_inputs(&again)).unwrap();
        let seed = program.seed();
        for x in program.points() {
            let found = evaluate(&reverse, &[&x[..], &seed].concat());
            let expected = (program.adjoint)(&x, &seed).concat();
            assert!(
                close(&found, &expected, 1e-11),
                "{} at {x:?}: {found:?} after the round trip, {expected:?} before",
                program.name
            );
        }
    }
    assert_eq!(
        written,
        list::all().len() - 5,
        "all but five have functions and types that CppAD has"
    );
}

#[test]
fn programs_survive_nnvm_json() {
    let mut written = 0;
    for program in list::all() {
        let text = match json::nnvm::to_string(&program.graph) {
            Ok(text) => text,
            Err(json::Error::Unrepresentable { .. }) => continue,
            Err(error) => panic!("{}: {error}", program.name),
        };
        written += 1;
        exports::export(&program, &text);
        let again = json::nnvm::from_str(&text).unwrap();
        assert_eq!(
            json::nnvm::to_string(&again).unwrap(),
            text,
            "{}",
            program.name
        );
        let reverse = differentiate::reverse(&again, &all_inputs(&again)).unwrap();
        let seed = program.seed();
        for x in program.points() {
            let found = evaluate(&reverse, &[&x[..], &seed].concat());
            let expected = (program.adjoint)(&x, &seed).concat();
            assert!(
                close(&found, &expected, 1e-11),
                "{} at {x:?}: {found:?} after the round trip, {expected:?} before",
                program.name
            );
        }
    }
    assert!(written >= 83, "only {written} programs could be written");
}
