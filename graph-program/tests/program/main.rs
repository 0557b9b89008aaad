//! Schedules: programs give the bits that their graphs mean, and look as they should.

mod contractions;
mod direct;
mod golden;
mod interleaved;
mod interpret;
mod joined;
mod parts;
mod pieces;
mod points;
mod products;
mod random;
mod rules;
mod scalar;
mod tiles;
mod triangular;

use graph_ir::graph::{Graph, Literal};
use graph_ir::passes::prepare;
use graph_program::{BufferId, Home, Options, Pipeline, Program, SlotId, schedule};

/// Holds the programs of a graph, as it is and prepared, against the graph.
fn check(graph: &Graph, inputs: &[Vec<Literal>], what: &str) {
    check_program(graph, &schedule(graph).unwrap(), inputs, what);
    let prepared = schedule(&prepare(graph).unwrap()).unwrap();
    // An index out of range in a value that no result needs is not found any more.
    if direct::evaluate(graph, inputs).is_ok() {
        check_program(graph, &prepared, inputs, &format!("{what}, prepared"));
    }
}

fn check_program(graph: &Graph, program: &Program, inputs: &[Vec<Literal>], what: &str) {
    let expected = direct::evaluate(graph, inputs);
    let found = interpret::run(program, inputs).map(|outcome| outcome.results);
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
        let Ok(adjoint) = graph_autodiff::reverse(&graph, &wrt) else {
            continue;
        };
        let adjoint = prepare(&adjoint).unwrap();
        let mut numbers = random::Numbers(seed);
        let seeds = adjoint.input_types().skip(inputs.len());
        inputs.extend(seeds.map(|ty| numbers.elements(ty)));
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

/// The assumption of finite numbers changes nothing where all are finite.
#[test]
fn finite_numbers_give_the_same_when_they_are_taken_to_be_finite() {
    let options = Options {
        finite: true,
        ..Options::default()
    };
    let (mut compared, mut shorter) = (0, 0);
    for seed in 0..300 {
        let (graph, inputs) = random::graph(seed, 8 + (seed as usize % 25));
        let finite = |literal: Literal| match literal {
            Literal::F64(_) if !literal.to_f64().is_finite() => Literal::F64(1.5_f64.to_bits()),
            other => other,
        };
        let inputs: Vec<Vec<Literal>> = inputs
            .into_iter()
            .map(|input| input.into_iter().map(finite).collect())
            .collect();
        let prepared = Pipeline::new(options).prepare(&graph).unwrap();
        let program = Pipeline::new(options).schedule(&prepared).unwrap();
        shorter += usize::from(program != schedule(&prepare(&graph).unwrap()).unwrap());
        let Ok(expected) = direct::evaluate(&graph, &inputs) else {
            continue;
        };
        if !expected.iter().flatten().all(|e| e.to_f64().is_finite()) {
            continue;
        }
        compared += 1;
        let found = interpret::run(&program, &inputs).unwrap();
        for (e, f) in expected
            .iter()
            .flatten()
            .zip(found.results.iter().flatten())
        {
            assert!(
                e.to_f64() == f.to_f64(),
                "seed {seed}: {f} should be {e}\n{program}"
            );
        }
    }
    assert!(compared > 100 && shorter > 20, "{compared} and {shorter}");
}

/// With two roundings in place of one, a contracted program is the program that it was.
#[test]
fn contraction_moves_no_operand() {
    let options = Options {
        contract: true,
        ..Options::default()
    };
    let mut fused = 0;
    for seed in 0..320 {
        let (graph, inputs) = random::graph(seed, 8 + (seed as usize % 25));
        let program = Pipeline::new(options).schedule(&graph).unwrap();
        fused += usize::from(program.to_string().contains("fused"));
        check_program(&graph, &program, &inputs, &format!("seed {seed}"));
    }
    assert!(fused > 15, "{fused} programs have something to fuse");
}
