//! Decoded operators: they are read back as the builder stored them.

use graph_ir::ops::{Contraction, OpView, Placement, Reduce, Reduction, Runs, Scan, Slice};
use graph_ir::types::Shape;
use graph_ir::{Builder, Element, Result, Wire};
use graph_math::order::Order;

use crate::{doubles, shape, x};

/// The operator that computes a value, with its attributes.
fn built(build: impl for<'b> FnOnce(&'b Builder) -> Result<Wire<'b>>) -> OpView {
    let builder = Builder::new();
    let node = build(&builder).unwrap().node();
    builder.finish().unwrap().view(node)
}

#[test]
fn slices() {
    for axes in [vec![(0, 1), (4, -2)], vec![(1, 5), (0, 3)]] {
        let slice = Slice::from_known(axes);
        let view = built(|b| b.slice(x(b, &[2, 5]), &slice, &shape(&[1, 2])));
        assert_eq!(view, OpView::Slice(slice));
    }
}

#[test]
fn positions_of_a_slice_are_row_major() {
    let axes = vec![(1, 1), (2, -2)];
    let slice = Slice::from_known(axes);
    let (part, whole) = (shape(&[2, 2]), shape(&[3, 3]));
    let positions: Vec<usize> = slice.positions(&part, &whole.strides()).collect();
    assert_eq!(positions, [5, 3, 8, 6]);
    let nothing = shape(&[0, 2]);
    assert_eq!(slice.positions(&nothing, &whole.strides()).count(), 0);
}

#[test]
fn placements() {
    let pieces: Vec<Slice> = (0..3)
        .map(|row| Slice::from_known([(2 - row, 1), (3, -1)]))
        .collect();
    let view = built(|b| {
        let places = pieces.iter().cloned();
        let places: Vec<_> = places.map(|place| (x(b, &[1, 4]), place)).collect();
        b.assemble(b.number(Element::F64, 1.0), &places, &doubles(&[3, 4]))
    });
    assert_eq!(view, OpView::Assemble(Placement { pieces }));
    let none = Placement { pieces: vec![] };
    let view = built(|b| b.assemble(b.number(Element::F64, 1.0), &[], &doubles(&[3, 4])));
    assert_eq!(view, OpView::Assemble(none));
}

#[test]
fn contractions() {
    for absolute in [false, true] {
        for (batch, contracted) in [
            (vec![], vec![]),
            (vec![(1, 0)], vec![(2, 2)]),
            (vec![(0, 1), (1, 0)], vec![]),
            (vec![], vec![(0, 1), (2, 2), (1, 0)]),
        ] {
            let contraction = Contraction {
                batch,
                contracted,
                absolute,
            };
            let view = built(|b| b.contract(x(b, &[2, 3, 4]), x(b, &[3, 2, 4]), &contraction));
            assert_eq!(view, OpView::Contract(contraction));
        }
    }
}

#[test]
fn axes_of_a_contraction_that_are_left_over() {
    let contraction = Contraction {
        batch: vec![(1, 0)],
        contracted: vec![(2, 2)],
        absolute: false,
    };
    assert_eq!(contraction.left_free(4), [0, 3]);
    assert_eq!(contraction.right_free(3), [1]);
    assert!(contraction.innermost(3, 3));
    assert!(!contraction.innermost(4, 3));
}

#[test]
fn terms_have_partial_results_where_an_operand_has_no_free_axis() {
    let order = |c: &Contraction, left: &[usize], right: &[usize]| {
        c.order(&Shape::new(left).unwrap(), &Shape::new(right).unwrap())
    };
    let last = Contraction {
        batch: vec![(0, 0)],
        contracted: vec![(2, 2)],
        absolute: false,
    };
    // Products of matrices, however few rows and columns there are.
    for [rows, columns] in [[40, 4], [40, 3], [1, 40], [1, 1]] {
        let found = order(&last, &[9, rows, 16], &[9, columns, 16]);
        assert_eq!(found, Order::Sequential);
    }
    // Batches of a matrix times a vector; few terms.
    let vector = Contraction {
        batch: vec![(0, 0)],
        contracted: vec![(2, 1)],
        absolute: false,
    };
    assert_eq!(order(&vector, &[9, 40, 16], &[9, 16]), Order::Lanes);
    assert_eq!(order(&vector, &[9, 40, 15], &[9, 15]), Order::Sequential);
    let product = Contraction::product(2);
    assert_eq!(order(&product, &[40, 16], &[16]), Order::Lanes);
    assert_eq!(order(&product, &[40, 16], &[16, 1]), Order::Sequential);
    let several = Contraction {
        batch: vec![],
        contracted: vec![(0, 1), (1, 2)],
        absolute: false,
    };
    assert_eq!(several.terms(&Shape::new(&[4, 5]).unwrap()), 20);
    assert_eq!(order(&several, &[4, 5], &[40, 4, 5]), Order::Lanes);
}

#[test]
fn axes_and_scans() {
    let view = built(|b| b.reduce(Reduction::Sum, x(b, &[2, 3, 4]), &[2, 0]));
    let reduce = Reduce {
        reduction: Reduction::Sum,
        axes: vec![0, 2],
    };
    assert_eq!(view, OpView::Reduce(reduce));

    let b = Builder::new();
    let (captured, start) = (x(&b, &[]), x(&b, &[]));
    b.begin_region().unwrap();
    let state = b.region_input(doubles(&[]));
    let body = b.end_region(&[state * captured]).unwrap();
    b.scan_region(body, &[start], &[], 7, true).unwrap();
    let graph = b.finish().unwrap();
    let scan = graph.ids().map(|id| graph.view(id));
    let scan = { scan }.find(|view| matches!(view, OpView::Scan(_)));
    let expected = Scan {
        body: graph_ir::graph::FunctionId::from_number(0),
        captured: 1,
        carried: 1,
        length: 7.into(),
        reverse: true,
        checkpoint: None,
        runs: Runs::All,
    };
    assert_eq!(scan, Some(OpView::Scan(expected)));
}
