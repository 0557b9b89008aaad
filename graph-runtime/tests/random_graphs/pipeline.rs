//! Everything that can be done with a graph that came from outside. Errors are fine; a panic, a
//! stack that overflows, or a wait that does not end is not.

use std::collections::HashMap;
use std::sync::Arc;

use graph_ir::graph::Function;
use graph_ir::ops::{Call, OpView};
use graph_ir::{Graph, passes, text, verify};

use super::outcome::{evaluate, inputs};
use super::source::RandomSource;

/// The memory that values may take.
const LIMIT: u64 = 1 << 20;

/// The most elements that an evaluation may compute.
const WORK: u64 = 300_000;

/// Does everything with a graph.
pub(crate) fn run(graph: &Graph) {
    verify::verify(graph).unwrap();
    let printed = text::print(graph);
    let again = text::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(text::print(&again), printed);
    let prepared = passes::prepare(graph);
    let wrt = graph_autodiff::differentiable_inputs(graph);
    let derivatives = [
        graph_autodiff::reverse(graph, &wrt),
        graph_autodiff::forward(graph, &wrt),
        graph_autodiff::gradient(graph, &wrt),
    ];
    execute(graph);
    for graph in derivatives.into_iter().chain([prepared]).flatten() {
        verify::verify(&graph).unwrap();
        if graph.len() < 2000 {
            execute(&graph);
            let optimized = passes::optimize(&graph).unwrap();
            verify::verify(&optimized).unwrap();
        }
    }
}

fn execute(graph: &Graph) {
    if !graph.symbols().is_empty() {
        // A damaged text may have an extent that is a name; errors are fine.
        let _ = graph_runtime::execute::Executable::with_limit(graph, LIMIT);
        return;
    }
    if work(graph, &mut HashMap::new()) < WORK {
        let elements = graph.input_types().map(|ty| ty.shape.size()).sum::<usize>();
        if elements < LIMIT as usize {
            // Errors are fine.
            let _ = evaluate(
                graph,
                &inputs(&mut RandomSource::new(1), graph, true),
                LIMIT,
            );
        }
    } else {
        // Refusing what is too large is done before anything is computed.
        let _ = graph_runtime::execute::Executable::with_limit(graph, LIMIT);
    }
}

/// About how many elements an evaluation computes, loops counted as often as they run.
fn work(graph: &Graph, known: &mut HashMap<*const Function, u64>) -> u64 {
    let mut total = 0_u64;
    for id in graph.ids() {
        let result: usize = graph
            .result_types(id)
            .iter()
            .map(|ty| ty.shape.size())
            .sum();
        let operands = graph.arguments(id).iter();
        let operands = operands.flat_map(|&argument| graph.result_types(argument));
        let operands: usize = operands.map(|ty| ty.shape.size()).sum();
        let mut own = (result + operands) as u64 + 1;
        let mut inner = |function: &Arc<Function>| {
            let key = Arc::as_ptr(function);
            match known.get(&key) {
                Some(&work) => work,
                None => {
                    let work = work(&function.graph, known);
                    known.insert(key, work);
                    work
                }
            }
        };
        match graph.view(id) {
            OpView::Branch(branch) => {
                own = own.saturating_add(inner(graph.function(branch.then)));
                own = own.saturating_add(inner(graph.function(branch.otherwise)));
            }
            OpView::Call(Call(f)) => own = own.saturating_add(inner(graph.function(f))),
            OpView::Scan(scan) => {
                let body = inner(graph.function(scan.body)).saturating_add(1);
                own = own.saturating_add(body.saturating_mul(scan.iterations() as u64));
            }
            OpView::Contract(spec) => {
                let left = &graph.ty(graph.arguments(id)[0]).shape;
                let terms = spec.contracted.iter();
                let terms: u64 = terms.map(|&(l, _)| left.extent(l) as u64).product();
                own = own.saturating_add(terms.saturating_mul(result as u64));
            }
            _ => {}
        }
        total = total.saturating_add(own);
    }
    total
}
