//! Schedules: programs give the bits that their graphs mean, and look as they should.

#[path = "program/direct.rs"]
mod direct;
#[path = "program/golden.rs"]
mod golden;
#[path = "program/interpret.rs"]
mod interpret;
#[path = "program/pieces.rs"]
mod pieces;
#[path = "program/random.rs"]
mod random;
#[path = "program/scalar.rs"]
mod scalar;

use graph_ir::graph::{Graph, Literal};
use graph_ir::program::{BufferId, Home, SlotId, schedule};
use graph_ir::{differentiate, passes};

/// Holds the program of a graph against the graph.
fn check(graph: &Graph, inputs: &[Vec<Literal>], what: &str) {
    let program = schedule(graph).unwrap();
    let expected = direct::evaluate(graph, inputs);
    let found = interpret::run(&program, inputs).map(|outcome| outcome.results);
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

/// Adjoints keep much at the same time, and loops of theirs keep what other loops have stored.
#[test]
fn buffers_that_share_memory_do_not_meet() {
    let mut shared = 0;
    for seed in 0..200 {
        let (graph, mut inputs) = random::graph(seed, 10 + (seed as usize % 25));
        let wrt: Vec<usize> = (0..3).collect();
        let Ok(adjoint) = differentiate::reverse(&graph, &wrt) else {
            continue;
        };
        let adjoint = passes::prepare(&adjoint).unwrap();
        let mut numbers = random::Numbers(seed);
        let seeds = adjoint.input_types().skip(inputs.len()).map(|ty| {
            let elements = (0..ty.shape.size()).map(|_| numbers.number());
            elements.map(|x| Literal::F64(x.to_bits())).collect()
        });
        let seeds: Vec<Vec<Literal>> = seeds.collect();
        inputs.extend(seeds);
        check(&adjoint, &inputs, &format!("adjoint of seed {seed}"));
        let program = schedule(&adjoint).unwrap();
        let tenants = |slot| {
            let home = |&id: &BufferId| program.storage.home(id) == Home::Slot(slot);
            program.buffer_ids().filter(home).count()
        };
        let slots = (0..program.storage.slots.len() as u32).map(SlotId);
        shared += slots.filter(|&slot| tenants(slot) > 1).count();
    }
    assert!(shared > 30, "{shared} slots are shared");
}
