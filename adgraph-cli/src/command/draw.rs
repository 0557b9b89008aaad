//! `adgraph draw`: a picture of a graph, or of its gradient.

use crate::arguments::{Picture, SourceArguments};
use crate::failure::{Failure, Result};
use crate::model::Shapes;
use crate::output;
use crate::source::Source;
use graph_autodiff::{differentiable_inputs, reverse};
use graph_ir::{Graph, passes};
use graph_runtime::draw::Drawing;
use std::path::Path;

/// The requested picture, and where it goes.
pub(super) struct Wanted<'a> {
    pub(super) output: Option<&'a Path>,
    pub(super) to: Option<Picture>,
    pub(super) gradient: bool,
    pub(super) limit: usize,
}

impl Wanted<'_> {
    pub(super) fn draw(&self, source: &SourceArguments) -> Result<()> {
        let picture = self.picture()?;
        let source = Source::read(source)?;
        let mut graph = source.graph(Shapes::new())?;
        if self.gradient {
            let failure = |error| Failure::file(&source.name, error);
            graph = gradient(&graph).map_err(failure)?;
        }
        let drawing = Drawing::new(&graph).limit(self.limit);
        let text = match picture {
            Picture::Svg => drawing.to_svg(),
            Picture::Html => drawing.to_html(),
            Picture::Dot => drawing.to_dot(),
            Picture::Mermaid => drawing.to_mermaid(),
        };
        output::text_to(self.output, &text)
    }

    /// The kind of picture: as requested, or by the file's ending.
    fn picture(&self) -> Result<Picture> {
        let Some(file) = self.output else {
            return Ok(self.to.unwrap_or(Picture::Svg));
        };
        self.to.or(Picture::of_ending(file)).ok_or_else(|| {
            let file = file.display();
            Failure::usage(format!(
                "what to draw cannot be told from `{file}`: the endings are .svg, .html, \
                 .dot and .mermaid, and `--to` says it for any other"
            ))
        })
    }
}

/// Value and adjoints of a graph, without repeated and unused computations.
fn gradient(graph: &Graph) -> graph_ir::Result<Graph> {
    let wrt = differentiable_inputs(graph);
    passes::optimize(&reverse(graph, &wrt)?)
}
