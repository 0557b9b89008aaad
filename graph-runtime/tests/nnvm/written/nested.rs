//! Calls, branches and loops, and what cannot be said.

use super::support::{check, evaluate, float, graph, operators, read_back, refusal, ty};
use graph_ir::graph::{EffectKind, External, ExternalKind, InputKind, Role};
use graph_ir::ops::ScalarOp;
use graph_ir::types::MAX_SIZE;
use graph_ir::{Builder, Element, Graph, Shape};
use graph_runtime::json::nnvm::{self, Flavour};
use graph_runtime::json::{Error, GraphJson};

#[test]
fn calls_are_written_out() {
    let builder = Builder::new();
    let x = builder.input("x", float(&[2]), InputKind::Independent);
    builder.begin_region().unwrap();
    let inner = builder.region_input(float(&[2]));
    let region = builder
        .end_region(&[inner * inner, inner.sum(&[0])])
        .unwrap();
    let function = builder.region_function(region).unwrap();
    let first = builder.call(&function, &[x]).unwrap();
    let second = builder.call(&function, &[first[0]]).unwrap();
    builder.output("y", second[0] + x).unwrap();
    builder.output("z", second[1]).unwrap();
    check(&builder.finish().unwrap(), &[vec![0.5, -3.0]], 0.0);
}

fn branching() -> Graph {
    graph(&[float(&[]), float(&[2, 3])], |b, x| {
        b.begin_region()?;
        let root = x[0].sqrt();
        let then = b.end_region(&[x[1] * root, x[0], x[1].sum(&[0, 1])])?;
        b.begin_region()?;
        let otherwise = b.end_region(&[x[1] - 1.0, x[0], -x[0]])?;
        b.branch(x[0].greater(0.0), then, otherwise)
    })
}

#[test]
fn a_branch_is_both_sides_and_a_choice() {
    let before = branching();
    let points = [4.0, -4.0, 0.0, f64::NAN].map(|first| vec![first, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    check(&before, &points, 0.0);
    let used = operators(&before);
    let choices = used.iter().filter(|op| *op == "where").count();
    // A result that is the same on both sides needs no choice.
    assert_eq!(choices, 2);
}

#[test]
fn the_side_not_taken_does_not_fail() {
    let before = graph(&[float(&[3]), ty(Element::I64, &[])], |b, x| {
        let inside = x[1].greater_equal(b.literal(graph_ir::graph::Literal::I64(0)));
        b.begin_region()?;
        let part = b.gather(x[0], x[1], 0)?;
        let placed = b.scatter_add(x[1], part, 0, &float(&[3]))?;
        let then = b.end_region(&[part, placed])?;
        b.begin_region()?;
        let zero = b.number(Element::F64, 0.0);
        let otherwise = b.end_region(&[zero, b.full(&float(&[3]), -1.0)?])?;
        b.branch(inside, then, otherwise)
    });
    check(
        &before,
        &[vec![1.0, 2.0, 3.0, 2.0], vec![1.0, 2.0, 3.0, -5.0]],
        0.0,
    );
}

fn scanning(reverse: bool, length: usize) -> Graph {
    graph(&[float(&[]), float(&[2]), float(&[length, 2])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[2]));
        let slice = b.region_input(float(&[2]));
        let next = state * x[0] + slice.sin();
        let body = b.end_region(&[next, next.sum(&[0]), slice])?;
        b.scan_region(body, &[x[1]], &[x[2]], length, reverse)
    })
}

#[test]
fn a_loop_is_written_out() {
    for reverse in [false, true] {
        for length in [1, 4] {
            let x = (0..3 + 2 * length).map(|k| 0.3 + 0.2 * k as f64).collect();
            check(&scanning(reverse, length), &[x], 1e-15);
        }
    }
    let empty = graph(&[float(&[2])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[2]));
        let body = b.end_region(&[state + 1.0])?;
        b.scan_region(body, x, &[], 0, false)
    });
    check(&empty, &[vec![1.0, 2.0]], 0.0);
}

#[test]
fn a_loop_too_long_to_write_out_is_refused() {
    let length = 1 << 13;
    let before = graph(&[float(&[])], |b, x| {
        b.begin_region()?;
        let outer = b.region_input(float(&[]));
        b.begin_region()?;
        let inner = b.region_input(float(&[]));
        let body = b.end_region(&[inner.sin()])?;
        let inner = b.scan_region(body, &[outer], &[], length, false)?;
        let body = b.end_region(&inner)?;
        b.scan_region(body, x, &[], length, false)
    });
    let error = nnvm::to_string(&before).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    // As long as a loop may be: nothing is set aside for its iterations before they are written.
    let endless = graph(&[float(&[])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let body = b.end_region(&[state])?;
        b.scan_region(body, x, &[], MAX_SIZE, false)
    });
    let error = nnvm::to_string(&endless).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

#[test]
fn a_loop_that_is_refused_is_named_before_any_of_it_is_written() {
    let long = graph(&[float(&[])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let body = b.end_region(&[state.sin() * state * 0.5])?;
        let last = b.scan_region(body, x, &[], 1_000_000, false)?;
        b.name_node(last[0], "last");
        Ok(last)
    });
    let mut error = String::new();
    let taken = allocation_counter::measure(|| {
        error = nnvm::to_string(&long).unwrap_err().to_string();
    });
    assert!(taken.bytes_total < 1 << 20, "{taken:?}");
    let expected = "expected at most 2097248 nodes and inputs of nodes in the 1000000 iterations, \
                    written out, of the loop, found 7000000";
    assert!(error.contains(expected), "{error}");
    assert!(error.starts_with("node %1: "), "{error}");
}

#[test]
fn stop_gradient_stays() {
    let before = graph(&[float(&[2])], |b, x| {
        Ok(vec![b.stop_gradient(x[0])? * x[0]])
    });
    assert_eq!(operators(&before), ["BlockGrad", "elemwise_mul"]);
    let after = read_back(&before);
    let reverse = graph_autodiff::reverse(&after, &[0]).unwrap();
    assert_eq!(evaluate(&reverse, &[3.0, 5.0, 1.0, 1.0])[2..], [3.0, 5.0]);
}

#[test]
fn what_cannot_be_said_is_refused_by_name() {
    let host = graph(&[float(&[])], |b, x| b.external(&lookup(), x));
    let message = refusal(&host);
    assert!(
        message.starts_with("node %1: the function \"lookup\" of the host cannot"),
        "{message}"
    );
    let builder = Builder::new();
    let x = builder.input("x", float(&[]), InputKind::Independent);
    builder
        .effect(EffectKind::Compare(ScalarOp::Less), &[x, x])
        .unwrap();
    builder.output("y", x).unwrap();
    let message = refusal(&builder.finish().unwrap());
    assert!(
        message.contains("the statement about less cannot be written"),
        "{message}"
    );
    let wide = graph(&[float(&[])], |b, x| {
        Ok(vec![b.broadcast(
            x[0],
            &Shape::new(&[1 << 16, 1 << 16])?,
            &[],
        )?])
    });
    let message = refusal(&wide);
    assert!(message.contains("at most 2147483647 elements"), "{message}");
}

#[test]
fn nodes_that_nothing_needs_are_left_out() {
    let before = graph(&[float(&[])], |b, x| {
        b.external(&lookup(), x)?;
        Ok(vec![x[0].cos()])
    });
    assert_eq!(operators(&before), ["cos"]);
}

fn lookup() -> External {
    External {
        name: "lookup".into(),
        kind: ExternalKind::Discrete,
        role: Role::Value,
        arguments: vec![float(&[])],
        results: vec![float(&[])],
    }
}

/// Neither the depth nor the number of nodes is a matter of the stack.
#[test]
fn long_chains_are_written() {
    let before = graph(&[float(&[])], |_, x| {
        Ok(vec![
            (0..8_000).fold(x[0], |x, k| (x * 0.5 + f64::from(k)).sin()),
        ])
    });
    check(&before, &[vec![0.5]], 0.0);
}

/// A loop over `x` in whose iterations everything but `x` is known.
fn counting(length: usize) -> Graph {
    graph(&[float(&[2])], |b, x| {
        let start = b.number(Element::F64, 1.0);
        b.begin_region()?;
        let count = b.region_input(float(&[]));
        let state = b.region_input(float(&[2]));
        let spread = b.broadcast(count * 0.5, &Shape::new(&[2])?, &[])?;
        let same = x[0].exp() * 1.0 + x[0].exp() * 0.25;
        let body = b.end_region(&[count + 1.0, state * spread + same])?;
        let results = b.scan_region(body, &[start, x[0]], &[], length, false)?;
        Ok(vec![results[1], results[0]])
    })
}

/// The results of loops are computed while the file is written: here counters, and what is equal in all
/// iterations.
#[test]
fn written_out_iterations_are_simplified() {
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let document = nnvm::Document::from_graph_as(&counting(20), flavour).unwrap();
        let count = |words: &[&str]| {
            let nodes = document.nodes.iter();
            nodes.filter(|node| words.contains(&&*node.op)).count()
        };
        assert_eq!(count(&["exp"]), 1, "{flavour:?}");
        // One in each iteration but the second, where the number is 1, and one that all share.
        assert_eq!(count(&["_mul_scalar", "__mul_scalar__"]), 20, "{flavour:?}");
        let sums = ["elemwise_add", "broadcast_add"];
        assert_eq!(count(&sums), 21, "{flavour:?}");
        assert_eq!(count(&["_plus_scalar", "__add_scalar__"]), 0, "{flavour:?}");
    }
    check(&counting(20), &[vec![0.5, -1.0], vec![f64::NAN, 3.0]], 0.0);
}

/// The graph's own operators are written as they stand.
#[test]
fn operators_of_the_graph_itself_are_not_simplified() {
    let builder = Builder::without_sharing();
    let x = builder.input("x", float(&[2]), InputKind::Independent);
    builder
        .output("y", (x * 1.0).exp() + (x * 1.0).exp())
        .unwrap();
    let used = operators(&builder.finish().unwrap());
    let count = |word: &str| used.iter().filter(|op| *op == word).count();
    assert_eq!((count("_mul_scalar"), count("exp")), (2, 2));
}

#[test]
fn a_limit_ends_the_writing() {
    let graph = counting(1000);
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let exact = nnvm::Document::from_graph_as(&graph, flavour).unwrap();
        let is_operator = |node: &&nnvm::Node| !node.is_variable();
        let operators = exact.nodes.iter().filter(is_operator).count();
        let text = graph.to_nnvm_json_within(flavour, operators).unwrap();
        assert_eq!(text, exact.to_string().unwrap());
        let refused = graph.to_nnvm_json_within(flavour, 100).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "node %15 in node %2: expected at most 100 operators, found more"
        );
        assert!(graph.to_nnvm_json_within(flavour, 0).is_err());
    }
}
