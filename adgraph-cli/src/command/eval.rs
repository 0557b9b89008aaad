//! `adgraph eval`: the value of a graph at a point.

use crate::arguments::{SourceArguments, Values};
use crate::failure::Result;
use crate::function::Function;
use crate::inputs::Given;
use crate::model::Model;
use crate::output;
use crate::source::Source;
use crate::tensor::{Number, Tensor};
use crate::trace::Tracing;
use serde::Serialize;

/// The value of a graph: numbers for CppAD, tensors for others.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GraphValue {
    Y(Vec<Number>),
    Outputs(Vec<Tensor>),
}

impl GraphValue {
    /// The outputs of a model's graph.
    pub(super) fn new(model: &Model, outputs: Vec<Tensor>) -> Self {
        match model {
            Model::Cppad(_) => Self::flat(outputs),
            Model::Nnvm(_) | Model::Text(_) => Self::Outputs(outputs),
        }
    }

    /// The outputs as numbers, one after another.
    pub(super) fn flat(outputs: Vec<Tensor>) -> Self {
        Self::Y(outputs.into_iter().flat_map(|output| output.data).collect())
    }
}

pub(super) fn run(
    source: &SourceArguments,
    values: &Values,
    tracing: Option<&Tracing<'_>>,
    explain: bool,
    json: bool,
) -> Result<()> {
    let source = Source::read(source)?;
    let given = Given::new(&source, values)?;
    let function = Function::new(&source, &given)?;
    let outputs = match tracing {
        Some(tracing) => function.trace(tracing)?,
        None => function.machine()?.value()?,
    };
    output::json(&GraphValue::new(&source.model, outputs), json)?;
    match explain {
        true => function.explain(),
        false => Ok(()),
    }
}
