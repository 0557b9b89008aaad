//! Matrices of derivatives of symbolic extents are those of their numbers.

use graph_autodiff::Weights;
use graph_ir::passes::tile::tile;
use graph_ir::types::Type;
use graph_ir::{Graph, passes, verify};

use super::cases::CASES;
use super::tiles::run_tiling;
use super::{Derive, evaluate, inputs, wrt};

/// The largest extent of the symbols.
const LARGEST: usize = 3;

const MATRICES: [(&str, Derive); 2] = [
    ("Jacobian", |graph| {
        graph_autodiff::dense_jacobian(graph, &wrt(graph))
    }),
    ("Hessian", |graph| {
        graph_autodiff::value_gradient_hessian(graph, &wrt(graph), Weights::Inputs)
    }),
];

#[test]
fn matrices_are_those_of_the_numbers() {
    let (mut found, mut tiled) = (0, 0);
    for case in CASES {
        let graph = case.graph();
        for (form, derive) in MATRICES {
            let symbolic = derive(&graph).unwrap();
            verify::verify(&symbolic).unwrap();
            let is_small = |all: &Vec<(_, usize)>| all.iter().all(|&(_, n)| n <= LARGEST);
            for extents in case.extents().into_iter().filter(is_small) {
                let what = format!("{}, {form}, {extents:?}", case.name);
                let Ok(known) = graph.with_extents(&extents) else {
                    continue;
                };
                let known = derive(&known).unwrap();
                let numbers = symbolic
                    .with_extents(&extents)
                    .unwrap_or_else(|e| panic!("{what} {e} {symbolic}"));
                let types = |graph: &Graph| graph.output_types().cloned().collect::<Vec<Type>>();
                assert_eq!(types(&known), types(&numbers), "{what}");
                let inputs = inputs(&known);
                let own = evaluate(&numbers, &inputs);
                for (own, known) in own.iter().zip(evaluate(&known, &inputs)) {
                    for (&own, known) in own.iter().zip(known) {
                        let [x, y] = [own, known].map(f64::from_bits);
                        let near = (x - y).abs() <= 1e-9 * y.abs().max(1.0);
                        assert!(own == known || near, "{what}: {x} and {y}");
                    }
                }
                found += 1;
                let prepared = passes::prepare(&symbolic).unwrap();
                let Ok(tiling) = tile(&prepared, &[16, 8]) else {
                    continue;
                };
                let prepared = prepared.with_extents(&extents).unwrap();
                let expected = evaluate(&prepared, &inputs);
                assert_eq!(run_tiling(&tiling, &extents, &inputs), expected, "{what}");
                tiled += 1;
            }
        }
    }
    assert!(found > 100 && tiled > 60, "{found} and {tiled} in tiles");
}
