//! The executor against the meaning of graphs, on thousands of them: values, and the adjoints that
//! are made of them.
//!
//! The reference goes through a graph as it is, node by node, and loops iteration by iteration;
//! the executor prepares, schedules and compiles it first. They have nothing in common but the
//! operators' own functions, and agree in every bit. That an adjoint is a derivative at all is for
//! the tests of `derivatives`, which hold it against differences.

use std::collections::BTreeSet;
use std::sync::Mutex;

use graph_ir::Graph;
use graph_ir::ops::{Op, ScalarOp};

use super::generate::{Kinds, graph};
use super::outcome::{Input, evaluate, inputs};
use super::reference;
use super::source::RandomSource;

const LIMIT: u64 = 1 << 24;

/// An adjoint of more nodes is left to a longer run: the reference takes its time.
const ADJOINT: usize = 1500;

/// Whether the graph has a meaning at these inputs; then the executor must give it.
fn holds(what: &str, graph: &Graph, inputs: &[Input]) -> bool {
    // A failing node may be superfluous, and gone after a pass.
    let Ok(expected) = reference::evaluate(graph, inputs) else {
        return false;
    };
    let found = evaluate(graph, inputs, LIMIT);
    assert!(
        found.as_ref() == Ok(&expected),
        "{what}: {found:x?}\ninstead of {expected:x?}\nfor {inputs:?}\n{graph}"
    );
    true
}

/// Statistics of the graphs so far.
#[derive(Default)]
struct Seen {
    /// The names of their operators, those of inner graphs too.
    operators: BTreeSet<String>,
    values: usize,
    adjoints: usize,
    /// Loops, and loops in loops.
    loops: usize,
    nested: usize,
}

impl Seen {
    fn collect(&mut self, graph: &Graph, in_loop: bool) {
        for id in graph.ids() {
            let op = graph.op(id);
            self.operators.insert(match op {
                Op::Scalar(op) => op.name().to_string(),
                op => format!("{op:?}").split('(').next().unwrap().to_string(),
            });
            let loops = usize::from(matches!(op, Op::Scan(..)));
            self.loops += loops;
            self.nested += if in_loop { loops } else { 0 };
            for function in graph.functions_of(id) {
                self.collect(&function.graph, in_loop || loops > 0);
            }
        }
    }

    /// With thousands of graphs, everything has come by.
    fn check(&self) {
        for op in ScalarOp::all() {
            assert!(self.operators.contains(op.name()), "{}", op.name());
        }
        let structural = [
            "Constant",
            "Cast",
            "Select",
            "Sum",
            "Broadcast",
            "Transpose",
            "Reshape",
            "Slice",
            "Assemble",
            "Reduce",
            "Contract",
            "Gather",
            "PartAt",
            "ScatterAdd",
            "Replace",
            "StopGradient",
            "Composite",
            "Algebra",
            "Branch",
            "Scan",
            "Call",
            "External",
            "Project",
        ];
        for name in structural {
            assert!(
                self.operators.contains(name),
                "{name} in {:?}",
                self.operators
            );
        }
        assert!(self.values > 1500, "{} values", self.values);
        assert!(self.adjoints > 1500, "{} adjoints", self.adjoints);
        assert!(self.loops > 1500, "{} loops", self.loops);
        assert!(self.nested > 300, "{} loops in loops", self.nested);
    }
}

#[test]
fn the_executor_gives_what_thousands_of_graphs_mean() {
    const CASES: u64 = 2000;
    let seen = Mutex::new(Seen::default());
    let seen = || seen.lock().unwrap();
    super::cases("meaning", CASES, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            sharing: !source.once_in(4),
            size: 15,
            ..Kinds::ALL
        };
        let graph = graph(source, kinds);
        let point = inputs(source, &graph, true);
        if !holds("value", &graph, &point) {
            return;
        }
        seen().values += 1;
        seen().collect(&graph, false);
        let wrt = graph_autodiff::differentiable_inputs(&graph);
        let adjoint = graph_autodiff::reverse(&graph, &wrt).unwrap();
        if adjoint.len() < ADJOINT {
            // Behind the inputs come the adjoints of the outputs.
            let seeds = inputs(source, &adjoint, true).split_off(point.len());
            let all = [point, seeds].concat();
            seen().adjoints += usize::from(holds("adjoint", &adjoint, &all));
        }
    });
    let seen = seen();
    if seen.values as u64 > CASES / 2 {
        seen.check();
    }
}
