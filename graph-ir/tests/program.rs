//! Schedules: programs give the bits that their graphs mean, and look as they should.

#[path = "program/contractions.rs"]
mod contractions;
#[path = "program/direct.rs"]
mod direct;
#[path = "program/golden.rs"]
mod golden;
#[path = "program/interpret.rs"]
mod interpret;
#[path = "program/products.rs"]
mod products;
#[path = "program/random.rs"]
mod random;
#[path = "program/scalar.rs"]
mod scalar;

use graph_ir::graph::{Graph, Literal};
use graph_ir::passes::prepare;
use graph_ir::program::{Program, schedule};

/// Holds the programs of a graph, as it is and prepared, against the graph.
fn check(graph: &Graph, inputs: &[Vec<Literal>], what: &str) {
    check_program(graph, &schedule(graph).unwrap(), inputs, what);
    let prepared = schedule(&prepare(graph).unwrap()).unwrap();
    check_program(graph, &prepared, inputs, &format!("{what}, prepared"));
}

fn check_program(graph: &Graph, program: &Program, inputs: &[Vec<Literal>], what: &str) {
    let expected = direct::evaluate(graph, inputs);
    let found = interpret::run(program, inputs);
    match (&expected, &found) {
        (Ok(expected), Ok(found)) => {
            for (number, (expected, found)) in expected.iter().zip(found).enumerate() {
                assert_eq!(
                    expected.len(),
                    found.len(),
                    "{what}: sizes of output {number}"
                );
                for (i, (&e, &f)) in expected.iter().zip(found).enumerate() {
                    assert!(
                        scalar::same(e, f),
                        "{what}: element {i} of output {number} is {f} and should be {e}\n{program}"
                    );
                }
            }
        }
        (Err(_), Err(_)) => {}
        _ => panic!("{what}: {expected:?} against {found:?}\n{program}"),
    }
}

#[test]
fn programs_of_random_graphs_give_the_graphs_bits() {
    let (mut failing, mut passing) = (0, 0);
    for seed in 0..600 {
        let nodes = 6 + (seed as usize % 25);
        let (graph, inputs) = random::graph(seed, nodes);
        graph_ir::verify::verify(&graph).unwrap();
        check(&graph, &inputs, &format!("seed {seed}"));
        match direct::evaluate(&graph, &inputs) {
            Ok(_) => passing += 1,
            Err(_) => failing += 1,
        }
    }
    assert!(passing > 400 && failing > 2, "{passing} and {failing}");
}
