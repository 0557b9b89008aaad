//! Passes: what they simplify, and that they hold for every graph that the builder makes.

use graph_ir::ops::{Op, Slice};
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

/// Taking an array of many numbers apart again leaves the numbers, in time proportional to them.
#[test]
fn many_elements_are_found_in_the_pieces_that_they_come_from() {
    let b = Builder::new();
    let v = x(&b, &[20_000]);
    let numbers: Vec<_> = (0..20_000).map(|i| b.index(v, 0, i).unwrap()).collect();
    let again = b.stack(&numbers, 0).unwrap();
    let matrix = b.reshape(again, &shape(&[200, 100])).unwrap();
    for i in (0..20_000).rev() {
        let row = b.index(matrix, 0, i / 100).unwrap();
        b.output("", b.index(row, 0, i % 100).unwrap()).unwrap();
    }
    let graph = passes::prepare(&b.finish().unwrap()).unwrap();
    assert!(
        graph
            .ids()
            .all(|id| !matches!(graph.op(id), Op::Assemble(_)))
    );
    assert_eq!(graph.len(), 40_001);
}
