//! Passes: their simplifications, and their validity for every graph that the builder makes.

mod branch_sums;
mod counters;
mod fuse_loops;
mod generalize;
mod hoist;
mod provenance;
mod trim;

use graph_ir::graph::{EffectKind, External, ExternalKind, Role};
use graph_ir::ops::{Contraction, Op, OpView, ScalarOp, Slice, Windows};
use graph_ir::{Builder, Element, Graph, Wire, passes, verify};

use crate::{input, shape, tensor, x};

#[test]
fn slices_of_slices_are_one_slice_whatever_the_steps_of_single_positions() {
    let place = |start, step| Slice::from_known([(start, step)]);
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

#[test]
fn one_position_of_one_window_is_found_whatever_the_steps_of_the_slice() {
    for (window, within) in [
        ((1, i64::MAX), (2, 1)),
        ((3, i64::MIN), (0, i64::MAX)),
        ((0, 1), (1, i64::MIN)),
    ] {
        let b = Builder::new();
        let windows = Windows {
            stride: 2,
            dilation: 3,
            ..Windows::new(0, 3)
        };
        let windows = b.windows(x(&b, &[16]), windows).unwrap();
        let place = Slice::from_known([window, within]);
        let part = b.slice(windows, &place, &shape(&[1, 1])).unwrap();
        b.output("", part).unwrap();
        let prepared = passes::prepare(&b.finish().unwrap()).unwrap();
        verify::verify(&prepared).unwrap();
        let start = prepared.ids().find_map(|id| match prepared.view(id) {
            OpView::Slice(slice) => Some(slice.known_axes()[0].0),
            _ => None,
        });
        assert_eq!(start, Some(2 * window.0 + 3 * within.0), "{place:?}");
    }
}

#[test]
fn a_function_with_effects_inside_is_not_divided() {
    let graph = |prints: bool| {
        let b = Builder::new();
        let [own, shared] = [(); 2].map(|()| x(&b, &[]));
        let side = |prints: bool| {
            b.begin_region().unwrap();
            if prints {
                let text = |text: &str| text.into();
                let (before, after) = (text("shared "), text(""));
                let kind = EffectKind::Print { before, after };
                b.effect(kind, &[shared, shared]).unwrap();
            }
            b.end_region(&[]).unwrap()
        };
        b.branch(shared.less(0.0), side(prints), side(false))
            .unwrap();
        b.output("", own * shared.sin().exp()).unwrap();
        b.finish().unwrap()
    };
    let divided = |prints| passes::split_uniform(&graph(prints), &[true, false]).unwrap();
    assert!(divided(false).is_some());
    assert!(divided(true).is_none());
}

/// The operators of an optimised graph that have names, with them, as the textual form has them.
fn names_after_optimising(
    body: impl for<'b> FnOnce(&'b Builder, Wire<'b>) -> Wire<'b>,
) -> Vec<String> {
    let b = Builder::new();
    let input = x(&b, &[]);
    b.output("", body(&b, input)).unwrap();
    let text = passes::optimize(&b.finish().unwrap()).unwrap().to_string();
    let named = text.lines().filter(|line| line.contains(" as "));
    let operator = |line: &str| line.split(" = ").nth(1).unwrap().to_string();
    named.map(operator).collect()
}

#[test]
fn the_first_name_of_a_value_stays() {
    // One value, under three names.
    let names = names_after_optimising(|b, x| {
        let first = x.sin();
        b.name_node(first, "first");
        let same = first * 1.0;
        b.name_node(same, "same");
        let again = -(-same);
        b.name_node(again, "again");
        again + first
    });
    assert_eq!(names, ["sin %0 as first"]);
    // A value that simplifies to an input or a constant gives it no name: it may have its own.
    let names = names_after_optimising(|b, x| {
        b.name_node(x, "argument");
        let two = b.number(Element::F64, 2.0);
        b.name_node(two, "two");
        let same = x * 1.0;
        b.name_node(same, "same");
        let four = two * two;
        b.name_node(four, "four");
        let sum = same * four + two;
        b.name_node(sum, "sum");
        sum
    });
    let expected = [
        "input 0 as argument",
        "constant 2.0 as two",
        "add %1, %3 as sum",
    ];
    assert_eq!(names, expected);
    // A value without a name takes that of one that simplifies to it.
    let names = names_after_optimising(|b, x| {
        let same = x.sin() * 1.0;
        b.name_node(same, "same");
        same
    });
    assert_eq!(names, ["sin %0 as same"]);
}

#[test]
fn functions_of_the_host_are_specialised_with_the_graph() {
    let generic = |extents| tensor(Element::Float, extents);
    let host = External {
        name: "g".into(),
        kind: ExternalKind::Smooth,
        role: Role::Value,
        arguments: vec![generic(&[3]), tensor(Element::I64, &[])],
        results: vec![generic(&[]), tensor(Element::F64, &[2])],
    };
    let b = Builder::new();
    let v = input(&b, generic(&[3]));
    let count = input(&b, tensor(Element::I64, &[]));
    // One call here, and one inside of a branch.
    let results = b.external(&host, &[v, count]).unwrap();
    b.begin_region().unwrap();
    let inside = b.external(&host, &[v.sin(), count]).unwrap();
    let then = b.end_region(&inside).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&results).unwrap();
    let condition = b.scalar(ScalarOp::Less, &[count, count]).unwrap();
    for result in b.branch(condition, then, otherwise).unwrap() {
        b.output("", result).unwrap();
    }
    let graph = b.finish().unwrap();
    let derived = [
        graph.clone(),
        graph_autodiff::forward(&graph, &[0]).unwrap(),
        graph_autodiff::reverse(&graph, &[0]).unwrap(),
    ];
    for graph in derived {
        for element in [Element::F32, Element::F64] {
            let special = passes::specialize(&graph, element).unwrap();
            verify::verify(&special).unwrap();
            // The same as of the text with the type written in, which has nothing to replace; both
            // in the order that a pass leaves.
            let written = graph.to_string().replace('T', element.name());
            let written: Graph = written.parse().unwrap();
            let expected = passes::specialize(&written, element).unwrap();
            assert_eq!(expected.to_string(), written.to_string());
            let [special, expected] = [special, expected].map(|g| passes::optimize(&g).unwrap());
            assert_eq!(special.to_string(), expected.to_string());
        }
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

#[test]
fn inlining_keeps_the_sites_of_the_functions_by_their_names() {
    let inner = "function f1 inner\n%0: f64 = input 0 @20\n%1: f64 = exp %0 @21\noutput %1\n";
    let text = format!(
        "adgraph 1\ngraph outer\nsites line\n%0: f64 = input 0 x @1\n%1: (f64) = call f0 %0 @2\n\
         %2: f64 = project 0 %1 @2\noutput %2\n\n\
         function f0 step\n%0: f64 = input 0 s @9\n%1: (f64) = call f1 %0 @11\n\
         %2: f64 = project 0 %1 @11\n%3: f64 = constant 2.0\n%4: f64 = mul %2, %3 @10\n\
         output %4\n\n{inner}"
    );
    let graph: Graph = text.parse().unwrap();
    assert!(graph.inlined().is_empty());
    let inlined = passes::inline(&graph).unwrap();
    let derived = graph_autodiff::gradient(&inlined, &[0]).unwrap();
    let derived = passes::optimize(&derived).unwrap();
    for graph in [
        &inlined,
        &derived,
        &graph_autodiff::gradient(&graph, &[0]).unwrap(),
    ] {
        let found: Vec<_> = graph.inlined().iter().collect();
        let (step, inner) = (("step", (9, 11)), ("inner", (20, 21)));
        let found: Vec<_> = { found.into_iter() }
            .map(|(name, &(first, last))| (&**name, (first.0, last.0)))
            .collect();
        assert_eq!(found, [inner, step]);
    }
}
