//! Which way is taken: the cheapest, for what it is known of.

use graph_ir::differentiate::Method;
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Graph};
use graph_runtime::derivative::Evaluator;

use crate::dense::{Exact, check};
use crate::functions::{chain_terms, element, part, tensor, variables};

fn chain(count: usize) -> Graph {
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    b.output("y", chain_terms(x, count).sum(&[0])).unwrap();
    b.finish().unwrap()
}

fn methods(graph: &Graph) -> [Method; 2] {
    let mut function = Evaluator::<f64>::new(graph).unwrap();
    [
        function.jacobian_method().unwrap(),
        function.hessian_method().unwrap(),
    ]
}

#[test]
fn what_is_known_element_by_element_is_computed_so() {
    for count in [4, 2000] {
        let [_, hessian] = methods(&chain(count));
        assert_eq!(hessian, Method::Entries);
    }
}

#[test]
fn nothing_to_compute() {
    let b = Builder::new();
    b.input("x", tensor(&[3]), InputKind::Independent);
    b.output("y", b.number(graph_ir::Element::F64, 1.0))
        .unwrap();
    assert_eq!(methods(&b.finish().unwrap()), [Method::Empty; 2]);
}

/// A function of each variable, of the one before it and of the first one, computed in a loop, which
/// is not taken apart.
fn looped(count: usize, neighbours: bool) -> Graph {
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    b.begin_region().unwrap();
    let own = b.region_input(tensor(&[]));
    let other = match neighbours {
        true => b.region_input(tensor(&[])),
        false => element(x, 0),
    };
    let body = b.end_region(&[(own.exp() * other).sin().tanh()]).unwrap();
    let (own, before) = (part(x, 1, count - 1), part(x, 0, count - 1));
    let stacked = [own, before];
    let stacked = &stacked[..1 + usize::from(neighbours)];
    let each = b.scan_region(body, &[], stacked, count - 1, false).unwrap()[0];
    if !neighbours {
        b.output("all", x.sin().sum(&[0])).unwrap();
    }
    b.output("each", each).unwrap();
    b.finish().unwrap()
}

#[test]
fn a_band_of_a_loop_takes_as_many_products_as_it_is_wide() {
    let graph = looped(40, true);
    let [jacobian, hessian] = methods(&graph);
    let of_columns = |columns| Method::Products {
        columns,
        rows: 0,
        substituted: false,
    };
    assert_eq!(jacobian, of_columns(2));
    assert_eq!(hessian, of_columns(3));
    check(&graph, Exact::Yes);
}

/// Two colours do where entries may be subtracted that are known before, in a short chain.
#[test]
fn a_short_band_of_a_loop_takes_two_products() {
    let graph = looped(12, true);
    let substituted = Method::Products {
        columns: 2,
        rows: 0,
        substituted: true,
    };
    assert_eq!(methods(&graph)[1], substituted);
    check(&graph, Exact::Yes);
}

/// A dense first row, a dense first column and a diagonal.
#[test]
fn an_arrow_of_a_loop_takes_both_kinds_of_products() {
    let graph = looped(40, false);
    let [jacobian, _] = methods(&graph);
    let both = Method::Products {
        columns: 2,
        rows: 1,
        substituted: false,
    };
    assert_eq!(jacobian, both);
    check(&graph, Exact::Yes);
}

/// Of a dense matrix all columns have colours of their own, and the sweeps become a loop.
#[test]
fn many_products_are_a_loop() {
    let b = Builder::new();
    let x = variables(&b, "x", &[30]);
    b.begin_region().unwrap();
    let (state, step) = (b.region_input(tensor(&[])), b.region_input(tensor(&[])));
    let next = (state + step).sin();
    let body = b.end_region(&[next, next]).unwrap();
    let results = b
        .scan_region(
            body,
            &[b.number(graph_ir::Element::F64, 0.1)],
            &[x],
            30,
            false,
        )
        .unwrap();
    // What stands beside the loop takes the sweeps beyond what is written out.
    let mut wide = results[1];
    for _ in 0..40 {
        wide = (wide * 1.5).sin() + x.cos();
    }
    b.output("states", wide).unwrap();
    let graph = b.finish().unwrap();
    let [_, hessian] = methods(&graph);
    assert!(
        matches!(hessian, Method::Products { columns: 30, .. }),
        "{hessian:?}"
    );
    check(&graph, Exact::No);
}
