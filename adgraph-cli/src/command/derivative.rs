//! `adgraph grad`, `jacobian` and `hessian`: derivatives of a graph at a point.

use super::eval::GraphValue;
use crate::arguments;
use crate::difference::Comparison;
use crate::failure::Result;
use crate::function::{Derivatives, Function};
use crate::inputs::Given;
use crate::model::Model;
use crate::output;
use crate::source::Source;
use crate::tensor::{Entries, Matrix, Tensor};
use serde::{Serialize, Serializer};

/// Which derivative is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Gradient,
    Jacobian,
    Hessian,
}

/// The output of the command.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    value: GraphValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    jacobian: Option<AnyMatrix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hessian: Option<AnyMatrix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grads: Option<Grads>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Comparison>,
}

/// A matrix in either form.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyMatrix {
    Dense(Matrix),
    Sparse(Entries),
}

/// Gradients under the names of the inputs, in the order of the inputs.
struct Grads(Vec<(String, Tensor)>);

impl Serialize for Grads {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, tensor)| (name, tensor)))
    }
}

pub(super) fn run(
    arguments: &arguments::Derivative,
    order: Order,
    sparse: bool,
    json: bool,
) -> Result<()> {
    let source = Source::read(&arguments.source)?;
    let given = Given::new(&source, &arguments.values)?;
    let function = Function::new(&source, &given)?;
    let outputs = function.machine()?.value()?;
    let wrt = function.wrt(arguments.wrt.as_deref())?;
    let mut derivatives = function.derivatives(&wrt)?;
    let tolerance = arguments.check.then_some(arguments.tolerance);
    let report = match (&source.model, order) {
        (Model::Nnvm(_) | Model::Text(_), Order::Gradient) => {
            let gradient = derivatives.gradient()?;
            Report {
                grads: Some(grads(&function, &wrt, &gradient)),
                check: check_gradient(&gradient, &mut derivatives, tolerance)?,
                ..Report::new(GraphValue::Outputs(outputs))
            }
        }
        _ if sparse => entries(order, GraphValue::flat(outputs), &mut derivatives)?,
        _ => matrices(
            order,
            GraphValue::flat(outputs),
            &mut derivatives,
            tolerance,
        )?,
    };
    output::json(&report, json)?;
    report.check.map_or(Ok(()), |check| check.report())
}

impl Report {
    fn new(value: GraphValue) -> Self {
        Self {
            value,
            jacobian: None,
            hessian: None,
            grads: None,
            check: None,
        }
    }
}

/// The entries of the Jacobian, and of the Hessian where it is asked for.
fn entries(order: Order, value: GraphValue, derivatives: &mut Derivatives<'_>) -> Result<Report> {
    let jacobian = derivatives.sparse_jacobian()?;
    let hessian = (order == Order::Hessian).then(|| derivatives.sparse_hessian());
    Ok(Report {
        jacobian: Some(AnyMatrix::Sparse(jacobian)),
        hessian: hessian.transpose()?.map(AnyMatrix::Sparse),
        ..Report::new(value)
    })
}

/// The Jacobian, and the Hessian where it is asked for; the last one is checked.
fn matrices(
    order: Order,
    value: GraphValue,
    derivatives: &mut Derivatives<'_>,
    tolerance: Option<f64>,
) -> Result<Report> {
    let jacobian = derivatives.jacobian()?;
    let (mut hessian, mut check) = (None, None);
    if order == Order::Hessian {
        let matrix = derivatives.hessian()?;
        if let Some(tolerance) = tolerance {
            let gradient =
                |derivatives: &mut Derivatives<'_>, x: &[f64]| derivatives.gradient_at(x);
            let compared = Comparison::of("Hessian", &matrix, derivatives, tolerance, gradient);
            check = Some(compared?);
        }
        hessian = Some(AnyMatrix::Dense(matrix));
    } else if let Some(tolerance) = tolerance {
        let value = |derivatives: &mut Derivatives<'_>, x: &[f64]| derivatives.value_at(x);
        let compared = Comparison::of("Jacobian", &jacobian, derivatives, tolerance, value);
        check = Some(compared?);
    }
    Ok(Report {
        jacobian: Some(AnyMatrix::Dense(jacobian)),
        hessian,
        check,
        ..Report::new(value)
    })
}

/// The parts of a gradient by input.
fn grads(function: &Function<'_>, wrt: &[usize], gradient: &[f64]) -> Grads {
    let mut rest = gradient;
    let graph = &function.graph;
    let parts = wrt.iter().map(|&position| {
        let input = &graph.inputs()[position];
        let shape = &graph.ty(input.node).shape;
        let (part, after) = rest.split_at(shape.size());
        rest = after;
        (input.name.clone(), Tensor::new(shape.extents(), part))
    });
    Grads(parts.collect())
}

/// Compares the gradient of the sum of all outputs.
fn check_gradient(
    gradient: &[f64],
    derivatives: &mut Derivatives<'_>,
    tolerance: Option<f64>,
) -> Result<Option<Comparison>> {
    let Some(tolerance) = tolerance else {
        return Ok(None);
    };
    let row = Matrix {
        rows: 1,
        columns: gradient.len(),
        elements: gradient.to_vec(),
    };
    let sum = |derivatives: &mut Derivatives<'_>, x: &[f64]| {
        let value = derivatives.value_at(x)?;
        Ok(vec![value.iter().sum()])
    };
    Comparison::of("gradient", &row, derivatives, tolerance, sum).map(Some)
}
