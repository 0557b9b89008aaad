//! Generated code and executor give the same bits.

use adgraph::{differentiate, passes};

use super::evaluate::{all_inputs, evaluate};
use super::list;

#[test]
fn generated_code_and_executor_agree_to_the_bit() {
    for program in list::all() {
        let graph = &program.graph;
        let wrt = all_inputs(graph);
        let prepared = passes::prepare(graph).unwrap();
        let reverse = differentiate::reverse(graph, &wrt).unwrap();
        let reverse = passes::prepare(&reverse).unwrap();
        let forward = differentiate::forward(graph, &wrt).unwrap();
        let forward = passes::prepare(&forward).unwrap();
        let (seed, direction) = (program.seed(), program.direction());
        let corners = program.corners.iter().map(|(x, _)| x.clone());
        for x in program.points().into_iter().chain(corners) {
            let value = (program.value)(&x);
            same(program.name, "value", &x, &value, &evaluate(&prepared, &x));
            same(
                program.name,
                "value as written",
                &x,
                &value,
                &evaluate(graph, &x),
            );
            let found = (program.adjoint)(&x, &seed).concat();
            let expected = evaluate(&reverse, &[&x[..], &seed].concat());
            same(program.name, "adjoint", &x, &found, &expected);
            let found = (program.tangent)(&x, &direction).concat();
            let expected = evaluate(&forward, &[&x[..], &direction].concat());
            same(program.name, "tangent", &x, &found, &expected);
        }
    }
}

#[test]
fn a_graph_comes_back_from_its_text() {
    for program in list::all() {
        let text = program.graph.to_string();
        let again: adgraph::Graph = text.parse().unwrap();
        assert_eq!(again.to_string(), text, "{}", program.name);
    }
}

/// Any NaN equals any NaN; everything else must have the same bits.
fn same(name: &str, what: &str, x: &[f64], found: &[f64], expected: &[f64]) {
    let bits = |v: &[f64]| -> Vec<u64> {
        let canonical = |v: &f64| if v.is_nan() { f64::NAN } else { *v };
        v.iter().map(|v| canonical(v).to_bits()).collect()
    };
    assert_eq!(
        bits(found),
        bits(expected),
        "{name}: {what} at {x:?} is {found:?} in generated code, {expected:?} in the executor"
    );
}
