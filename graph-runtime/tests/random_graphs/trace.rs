//! Traces of random graphs: results, prints and comparisons have the bits of the executor, and so
//! has the result of every call, which is computed again as a graph of its own.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use graph_ir::Graph;
use graph_ir::passes::set_outputs;
use graph_runtime::execute::{Host, Printed};
use graph_runtime::trace::{Kind, Trace};

use super::generate::{Kinds, graph};
use super::outcome::{Input, Outcome, bits, evaluate, functions, inputs};
use super::source::RandomSource;

/// The bits of the only result of a call, and its node.
type Seen = Vec<(graph_ir::NodeId, Vec<u64>)>;

/// The outcome of a traced evaluation, and the calls of the graph itself that have one result.
fn traced(graph: &Graph, inputs: &[Input]) -> Result<(Outcome, Seen), String> {
    let functions = functions();
    let mut printed = Vec::new();
    let mut listener = |text: Printed<'_>| {
        let value = bits(text.value);
        printed.push(format!("{}{value:x?}{}", text.before, text.after));
    };
    let mut host = Host::new().functions(&functions).print(&mut listener);
    let mut seen = Seen::new();
    let trace = Trace::new(graph).map_err(|error| error.to_string())?;
    let traced = trace.run_with(&mut host, inputs, &mut |call| {
        assert!(!call.to_string().is_empty() && call.kind != Kind::Source);
        if let ([], [result]) = (call.path, call.results)
            && !graph.op(call.node).yields_tuple()
        {
            seen.push((call.node, bits(result.values)));
        }
    });
    let traced = traced.map_err(|error| error.to_string())?;
    let outputs = (0..graph.outputs().len()).filter_map(|position| traced.values(position));
    let outcome = Outcome {
        outputs: outputs.map(bits).collect(),
        changed: traced.outcome().comparisons_changed,
        printed,
    };
    Ok((outcome, seen))
}

#[test]
fn traces_have_the_bits_of_evaluations() {
    let [calls, failures] = [(); 2].map(|()| AtomicUsize::new(0));
    super::cases("trace", 120, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = graph(source, Kinds::ALL);
        let inputs = inputs(source, &graph, true);
        let Ok(expected) = evaluate(&graph, &inputs, 1 << 24) else {
            failures.fetch_add(1, Relaxed);
            return;
        };
        let (outcome, seen) = match traced(&graph, &inputs) {
            Ok(traced) => traced,
            // An index may be out of range in what no result needs.
            Err(error) => return assert!(error.contains("out of range"), "{error}"),
        };
        assert_eq!(outcome, expected, "{graph}");
        calls.fetch_add(seen.len(), Relaxed);
        let nodes: Vec<_> = seen.iter().map(|&(node, _)| node).collect();
        let alone = set_outputs(&graph, &nodes).unwrap();
        let Ok(alone) = evaluate(&alone, &inputs, 1 << 24) else {
            return;
        };
        for ((node, found), expected) in seen.iter().zip(&alone.outputs) {
            assert_eq!(found, expected, "{node} of\n{graph}");
        }
    });
    let counts = [calls, failures].map(AtomicUsize::into_inner);
    assert!(counts[0] > 500 && counts[1] < 100, "{counts:?}");
}
