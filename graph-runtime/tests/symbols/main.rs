//! Graphs of symbolic extents mean what the graphs of their numbers mean: numbers may be given
//! before or after differentiation and the passes, to the same bits. (Of known extents 0 and 1 more
//! is simplified, which may change the order in which adjoints are added.) The table of cases goes over
//! every operator that takes symbols; the derivatives of the numbers' graphs are compared with
//! differences elsewhere.

mod cases;
mod matrices;
mod tiles;

use graph_ir::error::Error;
use graph_ir::{Element, Graph, passes, text, verify};
use graph_runtime::execute::Executable;

use cases::{CASES, Case};

/// The numbers that symbols are given: empty, single, and on both sides of the lengths from which
/// sums are formed in lanes and in blocks of them.
const NUMBERS: [usize; 7] = [0, 1, 2, 5, 8, 17, 40];

/// The numbers for cases of loops in loops, which take long: on both sides of the extent up to which
/// matrices are factored without loops.
const SMALL: [usize; 4] = [0, 1, 2, 9];
const LONG: [&str; 4] = [
    "determinants",
    "pairs",
    "running sums and products",
    "systems of equations",
];

/// The numbers that a second symbol is given.
const FEW: [usize; 4] = [0, 1, 3, 16];

/// The cases that are computed in another way for numbers: derivatives of products by a tree, small
/// determinants as polynomials, small systems by straight-line code, and the iterations that are left
/// behind the segments of a loop, which may be one.
const ROUNDED: [&str; 4] = [
    "products over axes",
    "determinants",
    "systems of equations",
    "loops with checkpoints",
];

/// A graph of each form that is made of a graph with symbols.
type Derive = fn(&Graph) -> Result<Graph, Error>;

const DERIVED: [(&str, Derive); 6] = [
    ("value", |graph| Ok(graph.clone())),
    ("prepared", passes::prepare),
    ("adjoint", |graph| {
        graph_autodiff::reverse(graph, &wrt(graph))
    }),
    ("tangent", |graph| {
        graph_autodiff::forward(graph, &wrt(graph))
    }),
    ("product with the Hessian", |graph| {
        graph_autodiff::weighted_hessian_product(graph, &wrt(graph))
    }),
    ("prepared adjoint", |graph| {
        passes::prepare(&graph_autodiff::reverse(graph, &wrt(graph))?)
    }),
];

fn wrt(graph: &Graph) -> Vec<usize> {
    graph_autodiff::differentiable_inputs(graph)
}

#[test]
fn numbers_before_and_after_give_the_same_bits() {
    for case in CASES {
        let graph = case.graph();
        assert!(!graph.symbols().is_empty(), "{}", case.name);
        for (form, derive) in DERIVED {
            let derived = match derive(&graph) {
                Ok(derived) => derived,
                Err(error) => panic!("{}, {form}: {error}", case.name),
            };
            verify::verify(&derived).unwrap();
            for extents in case.extents() {
                same(case, form, &extents, (&graph, derive), &derived);
            }
        }
    }
}

/// Compares the graph of the numbers, derived, with the derived graph for the numbers.
fn same(
    case: &Case,
    form: &str,
    extents: &[(&'static str, usize)],
    (graph, derive): (&Graph, Derive),
    derived: &Graph,
) {
    let what = format!("{}, {form}, {extents:?}", case.name);
    let known = match graph.with_extents(extents) {
        Ok(known) => known,
        Err(error) => {
            assert!(
                matches!(error, Error::Requirement { .. }),
                "{what}: {error}"
            );
            return;
        }
    };
    known.require_known().unwrap();
    verify::verify(&known).unwrap();
    let before = derive(&known).unwrap();
    let after = derived.with_extents(extents).unwrap();
    verify::verify(&after).unwrap();
    let inputs = inputs(&before);
    let [before, after] = [&before, &after].map(|graph| evaluate(graph, &inputs));
    let simplified = extents.iter().any(|&(_, number)| number < 2);
    let simplified = form != "value" && (simplified || ROUNDED.contains(&case.name));
    for (before, after) in before.iter().zip(&after) {
        match simplified {
            true => close(before, after, &what),
            false => assert_eq!(before, after, "{what}"),
        }
    }
}

/// Compares numbers, given by their bits, up to rounding.
fn close(before: &[u64], after: &[u64], what: &str) {
    assert_eq!(before.len(), after.len(), "{what}");
    for (&before, &after) in before.iter().zip(after) {
        let [x, y] = [before, after].map(f64::from_bits);
        let near = (x - y).abs() <= 1e-14 * x.abs().max(1.0);
        assert!(before == after || near, "{what}: {x} and {y}");
    }
}

/// Numbers for the inputs of a graph of known extents; indices lie in what they index.
fn inputs(graph: &Graph) -> Vec<Vec<f64>> {
    let mut number = 0_u32;
    let mut next = || {
        number += 1;
        0.3 + f64::from(number * 7 % 23) / 11.0
    };
    graph
        .input_types()
        .map(|ty| (0..ty.shape.size()).map(|_| next()).collect())
        .collect()
}

/// The bits of all results; any NaN is one.
fn evaluate(graph: &Graph, inputs: &[Vec<f64>]) -> Vec<Vec<u64>> {
    let executable = Executable::new(graph).unwrap();
    assert!(graph.input_types().all(|ty| ty.element == Element::F64));
    let inputs: Vec<&[f64]> = inputs.iter().map(Vec::as_slice).collect();
    let results = executable.call::<f64>(&inputs).unwrap();
    let bits = |x: &f64| {
        if x.is_nan() {
            f64::NAN.to_bits()
        } else {
            x.to_bits()
        }
    };
    results
        .iter()
        .map(|result| result.iter().map(bits).collect())
        .collect()
}

#[test]
fn texts_keep_symbols() {
    for case in CASES {
        for (form, derive) in DERIVED {
            let graph = derive(&case.graph()).unwrap();
            let written = graph.to_string();
            let read = text::parse(&written).unwrap_or_else(|error| {
                panic!("{}, {form}: {error}\n{written}", case.name);
            });
            assert_eq!(read.to_string(), written, "{}, {form}", case.name);
            assert_eq!(read.symbols(), graph.symbols(), "{}, {form}", case.name);
        }
    }
}

#[test]
fn symbols_are_needed_where_graphs_are_evaluated_and_written() {
    let graph = CASES[0].graph();
    let refused = "the extent `N` must be a number: `with_extents(&[(\"N\", ..)])` gives it one";
    let error = Executable::new(&graph).unwrap_err().to_string();
    assert!(error.contains(refused), "{error}");
    let error = graph_autodiff::sparsity::jacobian(&graph, &[0]).unwrap_err();
    assert_eq!(error.to_string(), refused);
    let error = graph_autodiff::sparse_jacobian(&graph, &[0]).err().unwrap();
    assert_eq!(error.to_string(), refused);
    let error = graph_runtime::json::cppad::to_string(&graph).unwrap_err();
    assert!(error.to_string().contains(refused), "{error}");
    let error = graph_runtime::json::nnvm::to_string(&graph).unwrap_err();
    assert!(error.to_string().contains(refused), "{error}");
    let error = graph_formats::rust::to_string(&graph).unwrap_err();
    assert!(error.to_string().contains(refused), "{error}");
}
