//! Passes: what they simplify, and that they hold for every graph that the builder makes.

use graph_ir::ops::{Contraction, Op, ScalarOp, Slice};
use graph_ir::{Builder, passes, verify};

use crate::{shape, x};

#[test]
fn slices_of_slices_are_one_slice_whatever_the_steps_of_single_positions() {
    let place = |start, step| Slice {
        axes: vec![(start, step)],
    };
    let cases = [
        // Of the first slice start, step and count; of the second one the same.
        ((2, 3, 4), (3, -2, 2)),
        ((2, i64::MAX, 1), (0, 5, 1)),
        ((4, i64::MIN, 1), (0, i64::MIN, 1)),
        ((9, -4, 3), (1, i64::MAX, 1)),
        ((2, i64::MAX, 1), (1, 2, 0)),
        ((0, 7, 1), (-1, -1, 0)),
        ((0, 1, 0), (0, i64::MIN, 0)),
    ];
    for (first, second) in cases {
        let b = Builder::new();
        let v = x(&b, &[16]);
        let part = b.slice(v, &place(first.0, first.1), &shape(&[first.2]));
        let part = b.slice(
            part.unwrap(),
            &place(second.0, second.1),
            &shape(&[second.2]),
        );
        b.output("", part.unwrap()).unwrap();
        let prepared = passes::prepare(&b.finish().unwrap()).unwrap();
        verify::verify(&prepared).unwrap();
        let slices = prepared
            .ids()
            .filter(|&id| matches!(prepared.op(id), Op::Slice(_)));
        assert_eq!(slices.count(), 1, "{first:?} {second:?}");
    }
}

/// Axes of a contraction: the shapes, the batch pairs, the contracted pairs.
type Axes = (
    &'static [usize],
    &'static [usize],
    &'static [(usize, usize)],
    &'static [(usize, usize)],
);

#[test]
fn contractions_of_single_terms_are_multiplications() {
    let cases: [Axes; 6] = [
        (&[3], &[4], &[], &[]),
        (&[], &[], &[], &[]),
        (&[3, 1], &[1, 4], &[], &[(1, 0)]),
        (&[4], &[4], &[(0, 0)], &[]),
        (&[2, 5, 1, 3], &[1, 3, 4, 2], &[(3, 1), (0, 3)], &[(2, 0)]),
        (&[1, 1], &[6, 1, 1], &[], &[(1, 1), (0, 2)]),
    ];
    for (left, right, batch, contracted) in cases {
        for absolute in [false, true] {
            let b = Builder::new();
            let spec = Contraction {
                batch: batch.to_vec(),
                contracted: contracted.to_vec(),
                absolute,
            };
            let product = b.contract(x(&b, left), x(&b, right), &spec).unwrap();
            b.output("", product).unwrap();
            let graph = b.finish().unwrap();
            let prepared = passes::prepare(&graph).unwrap();
            verify::verify(&prepared).unwrap();
            let [before, after] = [&graph, &prepared].map(|g| g.ty(g.outputs()[0].node).clone());
            assert_eq!(before, after);
            let op = if absolute {
                ScalarOp::Azmul
            } else {
                ScalarOp::Mul
            };
            let ops: Vec<Op> = prepared.ids().map(|id| prepared.op(id)).collect();
            assert!(ops.contains(&Op::Scalar(op)), "{ops:?}");
            assert!(
                !ops.iter().any(|op| matches!(op, Op::Contract(_))),
                "{ops:?}"
            );
        }
    }
}
