//! The textual form with random damage, and built to be too much.

use graph_ir::text;

use super::damage::damaged;
use super::generate::{Kinds, graph};
use super::pipeline;
use super::source::RandomSource;

/// Words that mean something in the textual form.
fn words() -> Vec<&'static str> {
    let mut words: Vec<&str> = graph_ir::ops::ScalarOp::all()
        .into_iter()
        .map(graph_ir::ops::ScalarOp::name)
        .collect();
    words.extend([
        "cast",
        "select",
        "sum",
        "prod",
        "max",
        "min",
        "argmax",
        "argmin",
        "broadcast",
        "transpose",
        "reshape",
        "slice",
        "assemble",
        "at",
        "reduce",
        "contract",
        "absolute",
        "batch",
        "over",
        "gather",
        "scatter_add",
        "stop_gradient",
        "composite",
        "softmax",
        "log_softmax",
        "log_sum_exp",
        "mean",
        "variance",
        "norm",
        "project",
        "branch",
        "else",
        "scan",
        "captured",
        "carried",
        "length",
        "reverse",
        "call",
        "external",
        "input",
        "dynamic",
        "constant",
        "f64",
        "f32",
        "bool",
        "i64",
        "T",
        "as",
        "foreign",
        "effect",
        "print",
        "compare",
        "control",
        "output",
        "smooth",
        "discrete",
        "numbered",
        "value",
        "tangent",
        "adjoint",
        "f0",
        "f1",
        "f2",
        "e0",
        "true",
        "false",
        "inf",
        "NaN",
        "function",
        "graph",
        "attribute",
    ]);
    words
}

#[test]
fn damaged_texts_are_refused_or_mean_something() {
    let words = words();
    super::cases("text", 400, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            size: 2 + source.below(8),
            sharing: source.once_in(2),
            ..Kinds::ALL
        };
        let text = text::print(&graph(source, kinds));
        for _ in 0..4 {
            let damaged = damaged(source, &text, &words);
            let damaged = String::from_utf8_lossy(&damaged);
            if let Ok(graph) = text::parse(&damaged) {
                pipeline::run(&graph);
            }
        }
    });
}
