//! The meaning of a graph, by the evaluator that the tests of `graph-ir` compare schedules with:
//! node by node over the graph as it is, with nothing of the executor in it.

use graph_ir::Graph;
use graph_ir::graph::{External, Literal};

use super::direct::{Tensor, World};
use super::outcome::{Input, Outcome, waves};

/// Evaluates a graph; what failed, in words.
pub(crate) fn evaluate(graph: &Graph, inputs: &[Input]) -> Result<Outcome, String> {
    let inputs: Vec<Tensor> = inputs.iter().map(literals).collect();
    let world = World {
        effects: true,
        host: Some(host),
    };
    let outcome = world.evaluate(graph, &inputs)?;
    let printed = outcome.printed.iter();
    let printed = printed.map(|(before, values, after)| {
        let value: Vec<u64> = values.iter().map(bits).collect();
        format!("{before}{value:x?}{after}")
    });
    let results = outcome.results.iter();
    Ok(Outcome {
        outputs: results
            .map(|result| result.iter().map(bits).collect())
            .collect(),
        printed: printed.collect(),
        changed: outcome.changed,
    })
}

fn literals(input: &Input) -> Tensor {
    match input {
        Input::F64(v) => v.iter().map(|x| Literal::F64(x.to_bits())).collect(),
        Input::F32(v) => v.iter().map(|x| Literal::F32(x.to_bits())).collect(),
        Input::Bool(v) => v.iter().map(|&x| Literal::Bool(x)).collect(),
        Input::I64(v) => v.iter().map(|&x| Literal::I64(x)).collect(),
    }
}

/// The bits of an element, NaNs alike.
fn bits(literal: &Literal) -> u64 {
    match *literal {
        Literal::F64(_) | Literal::F32(_) | Literal::Float(_) if literal.to_f64().is_nan() => {
            u64::MAX
        }
        Literal::F64(bits) | Literal::Float(bits) => bits,
        Literal::F32(bits) => bits.into(),
        Literal::Bool(value) => value.into(),
        Literal::I64(value) => value.cast_unsigned(),
    }
}

/// The functions of the host that random graphs call.
fn host(external: &External, arguments: &[&Tensor]) -> Result<Vec<Tensor>, String> {
    let numbers = |tensor: &&Tensor| tensor.iter().map(|x| x.to_f64()).collect::<Vec<f64>>();
    let arguments: Vec<Vec<f64>> = arguments.iter().map(numbers).collect();
    let arguments: Vec<&[f64]> = arguments.iter().map(Vec::as_slice).collect();
    let (x, added) = arguments.split_at(external.arguments.len());
    let types = external.result_types();
    let results = match external.name.as_str() {
        "floor" => vec![x[0].iter().map(|x| x.floor()).collect()],
        "waves" => waves(external.role, x, added, types.len()),
        other => return Err(format!("`{other}` is not registered")),
    };
    let results = results.into_iter().zip(types);
    let results = results.map(|(result, ty)| {
        let elements = result.into_iter();
        elements.map(|x| Literal::from_f64(ty.element, x)).collect()
    });
    Ok(results.collect())
}
