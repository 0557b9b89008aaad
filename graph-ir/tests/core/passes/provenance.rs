//! Provenance: from nodes of derived graphs back to those of the original.

use std::borrow::Cow;

use graph_ir::graph::{Function, NodeId, Site};
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Graph, passes, verify};

use crate::{input, tensor, x};

/// `x[i]`, doubled; the node that indexes is the third one and named.
fn indexing(name: &str) -> Graph {
    let b = Builder::new();
    let (v, i) = (x(&b, &[4]), input(&b, tensor(Element::I64, &[])));
    let part = b.gather(v, i, 0).unwrap();
    b.name_node(part, name);
    b.output("", part + part).unwrap();
    b.finish().unwrap()
}

/// The sites of the nodes that index, inner graphs included.
fn sites(graph: &Graph) -> Vec<Site> {
    let mut sites = Vec::new();
    for id in graph.ids() {
        match graph.op(id) {
            Op::Gather(_) | Op::ScatterAdd(_) => sites.push(graph.node(id).site),
            Op::Branch(then, otherwise) => {
                for side in [then, otherwise] {
                    sites.extend(self::sites(&graph.function(side).graph));
                }
            }
            _ => {}
        }
    }
    sites
}

#[test]
fn marks_lead_back_through_passes_and_derivatives() {
    let callee = Function::plain(indexing("inner"));
    let b = Builder::new();
    let (v, i) = (x(&b, &[4]), input(&b, tensor(Element::I64, &[])));
    // %2, %3: the call and its only result; %5, %6: another call of the same function.
    let first = b.call(&callee, &[v, i]).unwrap()[0];
    let second = b.call(&callee, &[v.sin(), i]).unwrap()[0];
    // %8: a branch, which indexes on one side.
    let positive = first.greater(second);
    b.begin_region().unwrap();
    let part = b.gather(v, i, 0).unwrap();
    let then = b.end_region(&[part]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[first]).unwrap();
    let chosen = b.branch(positive, then, otherwise).unwrap()[0];
    b.output("y", chosen + second).unwrap();
    let graph = b.finish().unwrap();

    let (marked, marks) = passes::with_provenance(&graph).unwrap();
    verify::verify(&marked).unwrap();
    let path = |site: Site| -> Vec<u32> {
        let path = marks.path(site);
        path.into_iter().map(NodeId::number).collect()
    };
    let adjoint = graph_autodiff::reverse(&marked, &[0]).unwrap();
    for graph in [marked.as_ref(), &adjoint] {
        let prepared = passes::prepare(graph).unwrap();
        let mut found: Vec<Vec<u32>> = sites(&prepared).into_iter().map(path).collect();
        found.sort();
        found.dedup();
        let branch = found.pop().unwrap();
        assert_eq!(found, [[2, 2], [5, 2]], "the calls");
        assert_eq!((branch[0], branch.len()), (8, 2));
    }
    let named = sites(&passes::prepare(&marked).unwrap());
    assert!(named.iter().any(|&site| marks.name(site) == "inner"));
    assert_eq!(marks.path(Site(u32::MAX)), []);
    assert_eq!(marks.name(Site(u32::MAX)), "");
}

#[test]
fn what_cannot_fail_needs_no_marks() {
    let b = Builder::new();
    b.output("", x(&b, &[4]).sin()).unwrap();
    let graph = b.finish().unwrap();
    assert!(matches!(
        passes::with_provenance(&graph).unwrap().0,
        Cow::Borrowed(_)
    ));
}

/// Marks are not multiplied as often as functions are called: 2^40 times.
#[test]
fn towers_of_calls_are_marked_in_no_time() {
    let mut graph = indexing("deep");
    for _ in 0..40 {
        let callee = Function::plain(graph);
        let b = Builder::new();
        let (v, i) = (x(&b, &[4]), input(&b, tensor(Element::I64, &[])));
        let [first, second] = [v, v.sin()].map(|v| b.call(&callee, &[v, i]).unwrap()[0]);
        b.output("", first + second).unwrap();
        graph = b.finish().unwrap();
    }
    let (marked, _) = passes::with_provenance(&graph).unwrap();
    assert_eq!(marked.len(), graph.len());
}
