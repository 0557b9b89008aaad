//! `adgraph dump`: a graph as it stands between two stages on the way to the executed program.

use crate::arguments::SourceArguments;
use crate::extents;
use crate::failure::{Failure, Result};
use crate::model::Shapes;
use crate::output;
use crate::source::Source;
use graph_autodiff::{differentiable_inputs, reverse};
use graph_program::Stage;
use graph_runtime::execute::PIPELINE;
use std::fmt::Write;

pub(super) fn run(source: &SourceArguments, after: Stage, gradient: bool) -> Result<()> {
    let source = Source::read(source)?;
    let mut graph = source.graph(Shapes::new())?;
    extents::require_known(&graph, &source.name)?;
    let failure = |error| Failure::file(&source.name, error);
    if gradient {
        let wrt = differentiable_inputs(&graph);
        graph = reverse(&graph, &wrt).map_err(failure)?;
    }
    let mut found = String::new();
    let ran = PIPELINE.run_observed(&graph, &mut |stage, form| {
        if stage == after {
            // Writing to a string does not fail.
            let _ = writeln!(found, "{}", form.to_string().trim_end());
        }
    });
    ran.map_err(failure)?;
    if found.is_empty() {
        return Err(Failure::usage(format!(
            "the stage `{after}` has no part in what is executed from {}",
            source.name
        )));
    }
    output::text(&found)
}
