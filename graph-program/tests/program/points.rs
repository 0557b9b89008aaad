//! Programs for many points: each lane has the bits of its point alone.

use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::ops::Reduction;
use graph_ir::passes::{prepare, split_uniform};
use graph_ir::{Builder, Element, Type};
use graph_math::order::LANES;
use graph_program::{Adds, Options, Parts, Pipeline, Points};

use super::{direct, interpret, random, scalar};

/// The initial content of results that are added to.
const BEFORE: Literal = Literal::F64(1.0_f64.to_bits());

/// The inputs of a point: its own where it has any, else those of all.
type Point = Vec<Vec<Literal>>;

#[test]
fn each_lane_is_a_point() {
    let mut compared = 0;
    for seed in 0..500 {
        let (graph, inputs) = random::graph(seed, 6 + (seed as usize % 25));
        compared += usize::from(check(&graph, &inputs, seed));
    }
    assert!(compared > 380, "{compared} graphs have a program");
}

#[test]
fn each_lane_of_an_adjoint_is_a_point() {
    let mut compared = 0;
    for seed in 0..200 {
        let (graph, mut inputs) = random::graph(seed, 6 + (seed as usize % 15));
        let Ok(adjoint) = graph_autodiff::reverse(&graph, &[0, 1, 2]) else {
            continue;
        };
        let mut numbers = random::Numbers(seed);
        let seeds = adjoint.input_types().skip(inputs.len());
        inputs.extend(seeds.map(|ty| numbers.elements(ty)));
        compared += usize::from(check(&adjoint, &inputs, seed));
    }
    assert!(compared > 100, "{compared} adjoints have a program");
}

#[test]
fn a_divided_function_is_the_same() {
    let mut divided = 0;
    for seed in 0..400 {
        let (graph, inputs) = random::graph(seed, 10 + (seed as usize % 25));
        let mut numbers = random::Numbers(seed ^ 0xd1);
        let own: Vec<bool> = inputs.iter().map(|_| numbers.below(2) == 0).collect();
        let Some(division) = split_uniform(&graph, &own).unwrap() else {
            continue;
        };
        divided += 1;
        let shared = inputs.iter().zip(&own).filter(|(_, own)| !**own);
        let shared: Vec<Vec<Literal>> = shared.map(|(input, _)| input.clone()).collect();
        let expected = direct::evaluate(&graph, &inputs);
        let Ok(handed) = direct::evaluate(&division.head, &shared) else {
            assert!(expected.is_err(), "seed {seed}");
            continue;
        };
        let all: Vec<Vec<Literal>> = inputs.iter().cloned().chain(handed).collect();
        let found = direct::evaluate(&division.body, &all);
        let (Ok(found), Ok(expected)) = (&found, &expected) else {
            assert!(found.is_err() && expected.is_err(), "seed {seed}");
            continue;
        };
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!(scalar::same(*found, *expected), "seed {seed}");
        }
    }
    assert!(divided > 60, "{divided} graphs are divided");
}

#[test]
fn points_add_up_the_rows_of_a_loop() {
    // With and without rows behind whole groups of them, and too few for a group.
    for rows in [5, 16, 20, 27] {
        let b = Builder::new();
        let ty = Type::new(Element::F64, random::shape(&[rows, 3]));
        let x = b.input("x", ty, InputKind::Independent);
        b.begin_region().unwrap();
        let row = b.region_input(Type::new(Element::F64, random::shape(&[3])));
        let body = b.end_region(&[row.sin() * row]).unwrap();
        let products = b.scan_region(body, &[], &[x], rows, false).unwrap()[0];
        let columns = b.transpose(products, &[1, 0]).unwrap();
        let sums = b.reduce(Reduction::Sum, columns, &[1]).unwrap();
        b.output("sums", sums).unwrap();
        let graph = b.finish().unwrap();
        let mut numbers = random::Numbers(rows as u64);
        let inputs: Vec<_> = graph.input_types().map(|ty| numbers.elements(ty)).collect();
        let compared = (0..8).filter(|&seed| check(&graph, &inputs, seed)).count();
        assert!(compared > 3, "{rows} rows: {compared}");
    }
}

/// Holds a program for points against each point alone; whether there is a program.
fn check(graph: &Graph, inputs: &[Vec<Literal>], seed: u64) -> bool {
    let graph = prepare(graph).unwrap();
    let mut numbers = random::Numbers(seed ^ 0x5eed);
    let types: Vec<Element> = graph.input_types().map(|ty| ty.element).collect();
    let own = types
        .iter()
        .map(|&element| element != Element::Bool && numbers.below(4) > 0);
    let own: Vec<bool> = own.collect();
    let points: Vec<Point> = (0..LANES)
        .map(|_| {
            let inputs = inputs.iter().zip(&own).zip(&types);
            let mut drawn = |element: Element| match element {
                Element::I64 => Literal::I64(numbers.below(3) as i64),
                _ => Literal::F64(numbers.number().to_bits()),
            };
            let inputs = inputs.map(|((input, own), &element)| match own {
                true => input.iter().map(|_| drawn(element)).collect(),
                false => input.clone(),
            });
            inputs.collect()
        })
        .collect();
    let alone = points.iter().map(|point| direct::evaluate(&graph, point));
    let alone: Vec<_> = alone.collect();
    let mut found = false;
    let in_parts = seed.is_multiple_of(3);
    // Every other result is added.
    let some: Vec<bool> = (0..graph.outputs().len()).map(|n| n % 2 == 1).collect();
    for adds in [Adds::Nothing, Adds::All, Adds::Of(&some)] {
        let wanted = Points { own: &own, adds };
        let options = Options {
            parts: in_parts.then_some(Parts {
                from: 12,
                length: 8,
            }),
            ..Options::default()
        };
        let program = Pipeline::new(options)
            .schedule_points(&graph, wanted)
            .unwrap();
        let Some(program) = program else { continue };
        found = true;
        let wide = (0..inputs.len()).map(|input| match own[input] {
            true => interleaved(&points, input),
            false => inputs[input].clone(),
        });
        let wide: Vec<Vec<Literal>> = wide.collect();
        let results = interpret::run_on(&program, &wide, Some(BEFORE)).map(|o| o.results);
        let fails = alone.iter().any(Result::is_err);
        assert_eq!(results.is_err(), fails, "seed {seed}: {program}");
        for (lane, expected) in alone.iter().enumerate() {
            let (Ok(results), Ok(expected)) = (&results, expected) else {
                continue;
            };
            for (output, (result, expected)) in results.iter().zip(expected).enumerate() {
                assert_eq!(result.len(), LANES * expected.len());
                for (element, &one) in expected.iter().enumerate() {
                    let is_added = match adds {
                        Adds::Nothing => false,
                        Adds::All => true,
                        Adds::Of(results) => results[output],
                    };
                    let before = scalar::cast(BEFORE, one.element());
                    let one = match is_added {
                        true => scalar::apply(graph_ir::ops::ScalarOp::Add, &[before, one]),
                        false => one,
                    };
                    let lane_of = result[LANES * element + lane];
                    assert!(
                        scalar::same(one, lane_of),
                        "seed {seed}: element {element} of output {output} is {lane_of} at point \
                         {lane} and should be {one}\n{program}"
                    );
                }
            }
        }
    }
    found
}

/// The elements of an input, those of all points side by side.
fn interleaved(points: &[Point], input: usize) -> Vec<Literal> {
    let elements = points[0][input].len();
    let of_all = |element: usize| points.iter().map(move |point| point[input][element]);
    (0..elements).flat_map(of_all).collect()
}
