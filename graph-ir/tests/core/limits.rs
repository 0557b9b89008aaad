//! Limits: sizes refused before they cost anything, and large sizes that are allowed.

use std::sync::Arc;

use graph_ir::graph::MAX_DEPTH;
use graph_ir::graph::{Function, Graph};
use graph_ir::ops::{Placement, ScalarOp, Slice};
use graph_ir::types::{MAX_RANK, MAX_SIZE};
use graph_ir::{Builder, Element, Error, Shape, verify};

use crate::{doubles, input, shape, tensor, x};

#[test]
fn the_size_of_a_value_is_bounded() {
    assert_eq!(shape(&[MAX_SIZE]).size(), MAX_SIZE);
    assert!(Shape::new(&[MAX_SIZE + 1]).is_err());
    assert!(Shape::new(&[usize::MAX, usize::MAX]).is_err());
    // No elements, but strides that would overflow.
    assert!(Shape::new(&[0, usize::MAX, 2]).is_err());
    assert_eq!(shape(&[0, MAX_SIZE]).size(), 0);
    assert_eq!(shape(&[3, 0, 2]).strides(), [2, 2, 1]);
    assert!(Shape::new(&[1; MAX_RANK]).is_ok());
    assert!(Shape::new(&[1; MAX_RANK + 1]).is_err());
}

#[test]
fn results_beyond_the_limits_are_refused() {
    let b = &Builder::new();
    let (long, tall) = (x(b, &[1 << 30, 1]), x(b, &[1, 1 << 30]));
    assert!(matches!(b.matmul(long, tall), Err(Error::TooLarge { .. })));
    let half = x(b, &[MAX_SIZE / 2 + 1]);
    assert!(matches!(
        b.concat(&[half, half], 0),
        Err(Error::TooLarge { .. })
    ));
    let widths = [(usize::MAX, usize::MAX)];
    let zero = b.number(Element::F64, 0.0);
    assert!(matches!(
        b.pad(half, &widths, zero),
        Err(Error::TooLarge { .. })
    ));
    let deep = x(b, &[1; 40]);
    let indices = input(b, tensor(Element::I64, &[1; 26]));
    assert_eq!(
        b.gather(deep, indices, 0).err(),
        Some(Error::TooManyAxes { rank: 65 })
    );
}

#[test]
fn regions_nest_to_a_bounded_depth() {
    let b = Builder::new();
    for _ in 0..MAX_DEPTH {
        b.begin_region().unwrap();
    }
    assert_eq!(b.begin_region(), Err(Error::TooDeep { limit: MAX_DEPTH }));
}

/// A function that calls `callee` as often as told.
fn calling(callee: Option<&Arc<Function>>, times: usize) -> Result<Graph, Error> {
    let b = Builder::without_sharing();
    let mut value = x(&b, &[]);
    for _ in 0..times {
        value = match callee {
            Some(callee) => b.call(callee, &[value])?[0],
            None => value.sin(),
        };
    }
    b.output("", value)?;
    b.finish()
}

#[test]
fn calls_nest_to_a_bounded_depth() {
    let mut graph = calling(None, 1).unwrap();
    for _ in 0..MAX_DEPTH {
        let function = Function::plain(graph);
        // Twice: following every call would take 2^64 steps.
        graph = calling(Some(&function), 2).unwrap();
    }
    verify::verify(&graph).unwrap();
    let text = graph.to_string();
    assert_eq!(text.matches("\nfunction ").count(), MAX_DEPTH);
    assert_eq!(graph_ir::text::parse(&text).unwrap().to_string(), text);
    let function = Function::plain(graph);
    assert_eq!(
        calling(Some(&function), 1).err(),
        Some(Error::TooDeep { limit: MAX_DEPTH })
    );
}

#[test]
fn pieces_are_compared_without_memory_for_their_elements() {
    let b = &Builder::new();
    let zero = b.number(Element::F64, 0.0);
    let half = x(b, &[MAX_SIZE / 2]);
    let at = |start, step| Slice::from_known([(start, step)]);
    let whole = doubles(&[MAX_SIZE]);
    let disjoint = [(half, at(0, 2)), (half, at(1, 2))];
    b.assemble(zero, &disjoint, &whole).unwrap();
    let overlapping = [(half, at(0, 2)), (half, at(5, 1))];
    let error = b.assemble(zero, &overlapping, &whole).err();
    assert_eq!(
        error,
        Some(Error::Overlap {
            first: 0,
            second: 1
        })
    );
}

#[test]
fn many_pieces_are_compared_quickly() {
    let b = &Builder::new();
    let zero = b.number(Element::F64, 0.0);
    let whole = doubles(&[200, 200]);
    let cells = (0..200).flat_map(|row| (0..200).map(move |column| (row, column)));
    let mut pieces: Vec<_> = cells
        .map(|(row, column)| {
            let axes = vec![(row, 1), (column, 1)];
            (x(b, &[1, 1]), Slice::from_known(axes))
        })
        .collect();
    b.assemble(zero, &pieces, &whole).unwrap();
    pieces[39_999].1 = Slice::from_known([(0, 1), (7, 1)]);
    let error = b.assemble(zero, &pieces, &whole).err();
    assert_eq!(
        error,
        Some(Error::Overlap {
            first: 7,
            second: 39_999
        })
    );
    // Interleaved pieces, whose intervals all meet.
    let comb = (0..1000).map(|start| {
        let axes = vec![(start, 1000)];
        (x(b, &[3]), Slice::from_known(axes))
    });
    let mut comb: Vec<_> = comb.collect();
    b.assemble(zero, &comb, &doubles(&[3000])).unwrap();
    comb[5].1.axes[0].0 = 900.into();
    let error = b.assemble(zero, &comb, &doubles(&[3000])).err();
    assert_eq!(
        error,
        Some(Error::Overlap {
            first: 5,
            second: 900
        })
    );
}

#[test]
fn windows_over_a_piece_that_covers_everything_lie_in_few_layers() {
    let whole = Shape::new(&[100_000]).unwrap();
    let (window, mut shapes) = (Shape::new(&[3]).unwrap(), vec![&whole]);
    let mut pieces = vec![Slice::from_known([(0, 1)])];
    for start in 0..99_998 {
        shapes.push(&window);
        let axes = vec![(start, 1)];
        pieces.push(Slice::from_known(axes));
    }
    let placement = Placement { pieces };
    let layers = placement.layers(&shapes, &whole);
    assert_eq!(layers[..6], [0, 1, 2, 3, 1, 2]);
    assert_eq!(layers.iter().max(), Some(&3));
    let over = placement.over_earlier(&shapes, &whole);
    assert_eq!(over.iter().filter(|&&over| over).count(), 99_998);
}

#[test]
fn pieces_of_rank_0_and_empty_pieces() {
    let b = &Builder::new();
    let zero = b.number(Element::F64, 0.0);
    let whole = || Slice::from_known([]);
    let one = x(b, &[]);
    b.assemble(zero, &[(one, whole())], &doubles(&[])).unwrap();
    let error = b
        .assemble(zero, &[(one, whole()), (one, whole())], &doubles(&[]))
        .err();
    assert_eq!(
        error,
        Some(Error::Overlap {
            first: 0,
            second: 1
        })
    );
    let empty = (x(b, &[0]), Slice::from_known([(1, 1)]));
    let full = (x(b, &[3]), Slice::from_known([(2, -1)]));
    b.assemble(zero, &[empty.clone(), full, empty], &doubles(&[3]))
        .unwrap();
}

#[test]
fn a_graph_of_many_nodes_is_built_and_verified_in_proportion() {
    let b = Builder::new();
    let mut value = x(&b, &[]);
    for _ in 0..50_000 {
        value = b.scalar(ScalarOp::Sin, &[value]).unwrap();
    }
    b.output("", value).unwrap();
    let graph = b.finish().unwrap();
    assert_eq!(graph.len(), 50_001);
    verify::verify(&graph).unwrap();
}
