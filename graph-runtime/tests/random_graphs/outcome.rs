//! The outcome of an evaluation, in a form that can be compared: bits, texts, counts.

use graph_ir::graph::Role;
use graph_ir::{Element, Graph};
use graph_runtime::execute::{
    Arguments, Executable, ExecuteError, Functions, Host, HostError, HostFunction, Printed,
    Results, Values,
};

use super::source::RandomSource;

/// One value handed to a graph.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl graph_runtime::execute::AsValues for Input {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::F64(v) => Values::F64(v),
            Self::F32(v) => Values::F32(v),
            Self::Bool(v) => Values::Bool(v),
            Self::I64(v) => Values::I64(v),
        }
    }
}

/// Random inputs of a graph; wild ones may be anything.
pub(crate) fn inputs(source: &mut RandomSource, graph: &Graph, wild: bool) -> Vec<Input> {
    let types = graph.input_types();
    types
        .map(|ty| {
            let count = ty.shape.size();
            let mut float = || match wild {
                true => source.float(),
                false => source.moderate(),
            };
            match ty.element {
                Element::F64 | Element::Float => Input::F64((0..count).map(|_| float()).collect()),
                Element::F32 => Input::F32((0..count).map(|_| float() as f32).collect()),
                Element::Bool => Input::Bool((0..count).map(|_| source.once_in(2)).collect()),
                Element::I64 => Input::I64((0..count).map(|_| source.integer()).collect()),
            }
        })
        .collect()
}

/// The outcome of an evaluation. Any NaN equals any NaN.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) outputs: Vec<Vec<u64>>,
    pub(crate) printed: Vec<String>,
    pub(crate) changed: usize,
}

/// Evaluates a graph whose values take at most `limit` bytes.
pub(crate) fn evaluate(
    graph: &Graph,
    inputs: &[Input],
    limit: u64,
) -> Result<Outcome, ExecuteError> {
    let executable = Executable::with_limit(graph, limit)?;
    let mut workspace = executable.workspace()?;
    let functions = functions();
    let mut printed = Vec::new();
    let mut listener = |text: Printed<'_>| {
        printed.push(format!(
            "{}{:x?}{}",
            text.before,
            bits(text.value),
            text.after
        ));
    };
    let mut host = Host::new().functions(&functions).print(&mut listener);
    let outcome = executable.run(&mut host, &mut workspace, inputs)?;
    let outputs = (0..graph.outputs().len())
        .filter_map(|position| workspace.output(position))
        .map(bits);
    Ok(Outcome {
        outputs: outputs.collect(),
        changed: outcome.comparisons_changed,
        printed,
    })
}

/// The bits of each element, NaNs alike.
pub(crate) fn bits(values: Values<'_>) -> Vec<u64> {
    let double = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
    let single = |x: &f32| {
        if x.is_nan() {
            u64::MAX
        } else {
            x.to_bits().into()
        }
    };
    match values {
        Values::F64(v) => v.iter().map(double).collect(),
        Values::F32(v) => v.iter().map(single).collect(),
        Values::Bool(v) => v.iter().map(|&x| x.into()).collect(),
        Values::I64(v) => v.iter().map(|&x| x as u64).collect(),
    }
}

/// The functions of the host that random graphs call.
pub(crate) fn functions() -> Functions {
    Functions::new()
        .discrete("floor", f64::floor)
        .register("waves", Waves)
}

/// Result `r` is the sum over arguments `k` of `sin((k + r + 1) x_k)`, element by element; with
/// tangents or adjoints the derivative of that, and with both that of the latter.
pub(crate) fn waves(role: Role, x: &[&[f64]], added: &[&[f64]], results: usize) -> Vec<Vec<f64>> {
    let factor = |r: usize, k: usize| (r + k + 1) as f64;
    let element = |result: usize, i: usize| {
        let terms = match role {
            Role::Adjoint => added.len(),
            Role::Second => added.len() - x.len(),
            Role::Value | Role::Tangent => x.len(),
        };
        let mut sum = 0.0;
        for term in 0..terms {
            sum += match role {
                Role::Value => (factor(result, term) * x[term][i]).sin(),
                Role::Tangent => {
                    let factor = factor(result, term);
                    added[term][i] * factor * (factor * x[term][i]).cos()
                }
                Role::Adjoint => {
                    let factor = factor(term, result);
                    added[term][i] * factor * (factor * x[result][i]).cos()
                }
                Role::Second => {
                    let factor = factor(term, result);
                    let along = added[terms + result][i] * factor;
                    -added[term][i] * factor * along * (factor * x[result][i]).sin()
                }
            };
        }
        sum
    };
    let size = x.first().map_or(0, |x| x.len());
    let result = |result| (0..size).map(|i| element(result, i)).collect();
    (0..results).map(result).collect()
}

struct Waves;

impl Waves {
    fn run(
        role: Role,
        arguments: &Arguments<'_>,
        added: &[&Arguments<'_>],
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        fn slices<'a>(arguments: &Arguments<'a>) -> Result<Vec<&'a [f64]>, HostError> {
            (0..arguments.len()).map(|k| arguments.get(k)).collect()
        }
        let x = slices(arguments)?;
        let added = added.iter().map(|added| slices(added));
        let added: Vec<Vec<&[f64]>> = added.collect::<Result<_, _>>()?;
        let added = added.concat();
        for (r, values) in waves(role, &x, &added, results.len()).iter().enumerate() {
            results.get_mut::<f64>(r)?.copy_from_slice(values);
        }
        Ok(())
    }
}

impl HostFunction for Waves {
    fn value(&self, arguments: &Arguments<'_>, results: &mut Results<'_>) -> Result<(), HostError> {
        Self::run(Role::Value, arguments, &[], results)
    }

    fn tangent(
        &self,
        arguments: &Arguments<'_>,
        tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Self::run(Role::Tangent, arguments, &[tangents], results)
    }

    fn adjoint(
        &self,
        arguments: &Arguments<'_>,
        adjoints: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Self::run(Role::Adjoint, arguments, &[adjoints], results)
    }

    fn second(
        &self,
        arguments: &Arguments<'_>,
        adjoints: &Arguments<'_>,
        tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Self::run(Role::Second, arguments, &[adjoints, tangents], results)
    }
}
