//! The method that is chosen: the cheapest, as far as the graph is known.

use graph_autodiff::Method;
use graph_ir::graph::{Constant, InputKind};
use graph_ir::{Builder, Element, Graph};
use graph_runtime::derivative::Evaluator;

use crate::dense::{Exact, check};
use crate::functions::{chain_terms, element, part, shape, tensor, variables};

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
    b.output("y", b.number(Element::F64, 1.0)).unwrap();
    assert_eq!(methods(&b.finish().unwrap()), [Method::Empty; 2]);
}

/// A function of each variable, of the one before it and of the first one, computed in a loop,
/// which is not taken apart.
fn looped(count: usize, neighbours: bool) -> Graph {
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    b.begin_region().unwrap();
    let own = b.region_input(tensor(&[]));
    let other = match neighbours {
        true => b.region_input(tensor(&[])),
        false => element(x, 0),
    };
    // A sum of numbers keeps the loop from becoming operators over the arrays.
    let terms = b.stack(&[own.exp() * other, own.sin()], 0).unwrap();
    let body = b.end_region(&[terms.sum(&[0]).sin().tanh()]).unwrap();
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
    let of = |columns, rows| Method::Products {
        columns,
        rows,
        substituted: false,
    };
    assert_eq!(jacobian, of(0, 2));
    assert_eq!(hessian, of(3, 0));
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
        columns: 1,
        rows: 2,
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
        .scan_region(body, &[b.number(Element::F64, 0.1)], &[x], 30, false)
        .unwrap();
    // With the operators outside of the loop, the sweeps are too large to be written out.
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

/// Of a product of matrices every term has a derivative by each variable of its row: they would be
/// held side by side only to be added up, and a product with a direction does so as it goes.
#[test]
fn products_of_matrices_are_not_taken_apart() {
    for count in [5, 12, 40] {
        let b = Builder::new();
        let x = variables(&b, "x", &[count, count]);
        let table: Vec<f64> = (0..count * count).map(|i| (i as f64).sin()).collect();
        let table = Constant::from_f64s(Element::F64, shape(&[count, count]), &table);
        let product = b.matmul(x, b.constant(table.unwrap())).unwrap();
        b.output("y", product.square().sum(&[0, 1])).unwrap();
        let of_columns = Method::Products {
            columns: count,
            rows: 0,
            substituted: false,
        };
        assert_eq!(methods(&b.finish().unwrap())[1], of_columns);
    }
}

/// A matrix of differences has few factors that are not zero, and these are all that is computed.
#[test]
fn products_with_sparse_matrices_are_taken_apart() {
    let count = 200;
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    let mut table = vec![0.0; count * count];
    for row in 0..count - 1 {
        (table[row * count + row], table[row * count + row + 1]) = (-1.0, 1.0);
    }
    let table = Constant::from_f64s(Element::F64, shape(&[count, count]), &table);
    let product = b.matmul(b.constant(table.unwrap()), x.sin()).unwrap();
    b.output("y", product.square()).unwrap();
    assert_eq!(methods(&b.finish().unwrap()), [Method::Entries; 2]);
}
