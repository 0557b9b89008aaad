//! Derivatives of random graphs: the two modes against each other, both against differences of
//! values, and sides not taken, which must not contribute.

use std::sync::Arc;

use graph_autodiff::Derivatives;
use graph_ir::graph::{Constant, Function, InputKind};
use graph_ir::types::Element;
use graph_ir::{Builder, Graph, Type, Wire, verify};

use super::generate::{Kinds, Maker, graph};
use super::outcome::{Input, evaluate, inputs};
use super::source::RandomSource;

const LIMIT: u64 = 1 << 26;

/// The weighted sum of all elements of a graph's outputs of type `f64`, as a graph.
pub(crate) fn weighted(source: &mut RandomSource, graph: &Graph) -> Graph {
    let builder = Builder::new();
    let callee = function(graph);
    let arguments = arguments(&builder, graph);
    let mut total = builder.number(Element::F64, 0.0);
    for result in builder.call(&callee, &arguments).unwrap() {
        let ty = result.ty().unwrap();
        if ty.element == Element::F64 {
            let weights: Vec<f64> = (0..ty.shape.size()).map(|_| source.moderate()).collect();
            let weights = Constant::from_f64s(ty.element, ty.shape.clone(), &weights).unwrap();
            let axes: Vec<usize> = (0..ty.shape.rank()).collect();
            total = total + (builder.constant(weights) * result).sum(&axes);
        }
    }
    builder.output("total", total).unwrap();
    builder.finish().unwrap()
}

fn function(graph: &Graph) -> Arc<Function> {
    Function::plain(graph.clone())
}

fn arguments<'b>(builder: &'b Builder, graph: &Graph) -> Vec<Wire<'b>> {
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let inputs = inputs.map(|(input, ty)| builder.input(&input.name, ty.clone(), input.kind));
    inputs.collect()
}

/// The inputs moved by a multiple of a direction.
fn moved(inputs: &[Input], wrt: &[usize], direction: &[Vec<f64>], by: f64) -> Vec<Input> {
    let mut moved = inputs.to_vec();
    for (&position, direction) in wrt.iter().zip(direction) {
        if let Input::F64(values) = &mut moved[position] {
            for (value, d) in values.iter_mut().zip(direction) {
                *value += by * d;
            }
        }
    }
    moved
}

/// The outputs of a graph, those of type `f64` as numbers; `None` where evaluation fails.
pub(crate) fn numbers(graph: &Graph, inputs: &[Input]) -> Option<Vec<Vec<f64>>> {
    let outcome = evaluate(graph, inputs, LIMIT).ok()?;
    let outputs = outcome.outputs.into_iter();
    let number = |bits: u64| match bits {
        u64::MAX => f64::NAN,
        bits => f64::from_bits(bits),
    };
    let outputs = outputs.map(|output| output.into_iter().map(number).collect());
    Some(outputs.collect())
}

/// Checks the first derivatives of a scalar graph at a point; gives its gradient, where functions
/// of the host allow one.
fn check(what: &str, source: &mut RandomSource, scalar: &Graph, point: &[Input]) -> Option<Graph> {
    let wrt = graph_autodiff::differentiable_inputs(scalar);
    let gradient = match graph_autodiff::gradient(scalar, &wrt) {
        Err(graph_ir::Error::NotDifferentiable { .. }) => return None,
        gradient => gradient.unwrap(),
    };
    verify::verify(&gradient).unwrap();
    let forward = match graph_autodiff::forward(scalar, &wrt) {
        Err(graph_ir::Error::NotDifferentiable { .. }) => return None,
        forward => forward.unwrap(),
    };
    verify::verify(&forward).unwrap();
    let types: Vec<&Type> = scalar.input_types().collect();
    let direction: Vec<Vec<f64>> = wrt
        .iter()
        .map(|&i| {
            (0..types[i].shape.size())
                .map(|_| source.moderate())
                .collect()
        })
        .collect();
    let both: Vec<Input> = point
        .iter()
        .cloned()
        .chain(direction.iter().cloned().map(Input::F64))
        .collect();
    let (Some(adjoints), Some(tangent)) = (numbers(&gradient, point), numbers(&forward, &both))
    else {
        return Some(gradient);
    };
    let (mut expected, mut size) = (0.0, 1.0);
    for (adjoint, direction) in adjoints[1..].iter().zip(&direction) {
        for (a, d) in adjoint.iter().zip(direction) {
            expected += a * d;
            size += (a * d).abs();
        }
    }
    let tangent = tangent[1][0];
    if size.is_nan() || size >= 1e8 {
        return Some(gradient);
    }
    assert!(
        (tangent - expected).abs() <= 1e-9 * size,
        "{what}: tangent {tangent}, adjoint {expected} at {point:?} along {direction:?}\n{scalar}"
    );
    let value = |by: f64| {
        let outputs = numbers(scalar, &moved(point, &wrt, &direction, by));
        outputs.map_or(f64::NAN, |outputs| outputs[0][0])
    };
    let difference = |h: f64| {
        let (near, far) = (value(h) - value(-h), value(2.0 * h) - value(-2.0 * h));
        (8.0 * near - far) / (12.0 * h)
    };
    let slopes = [1e-3, 5e-4, 2.5e-4].map(difference);
    let spread = (slopes[0] - slopes[1])
        .abs()
        .max((slopes[1] - slopes[2]).abs());
    // Where the slopes over several distances differ, there is a kink or a pole nearby.
    let bound = 1e-6 * size.max(value(0.0).abs());
    if spread < bound {
        let off = (slopes[1] - expected).abs();
        assert!(
            off <= 3.0 * bound,
            "{what}: {expected}, by differences {slopes:?} at {point:?} along {direction:?}\n{scalar}"
        );
    }
    Some(gradient)
}

#[test]
fn both_modes_are_the_differences_of_values() {
    super::cases("derivatives", 150, |seed| {
        let source = &mut RandomSource::new(seed);
        let scalar = graph(source, Kinds::SMOOTH);
        let scalar = weighted(source, &scalar);
        let point = inputs(source, &scalar, false);
        let gradient = check("first", source, &scalar, &point);
        if let Some(gradient) = gradient.filter(|gradient| gradient.len() < 1500) {
            let scalar = weighted(source, &gradient);
            check("second", source, &scalar, &point);
        }
    });
}

/// A graph whose first inputs, wherever they are, have no part in the result, as the condition is
/// false: a random graph of them stands on the side not taken.
fn guarded(source: &mut RandomSource, risky: &Graph) -> Graph {
    let builder = Builder::new();
    let arguments = arguments(&builder, risky);
    let condition = Type::scalar(Element::Bool);
    let condition = builder.input("condition", condition, InputKind::Dynamic);
    let safe = builder.input("safe", Type::scalar(Element::F64), InputKind::Independent);
    let mut total = safe.sin();
    for result in builder.call(&function(risky), &arguments).unwrap() {
        let ty = result.ty().unwrap();
        if !ty.is_float() {
            continue;
        }
        let other = builder.full(&ty, 0.5).unwrap();
        let chosen = match source.once_in(2) {
            true => condition.broadcast(&ty.shape, &[]).select(result, other),
            false => {
                builder.begin_region().unwrap();
                let then = builder.end_region(&[result]).unwrap();
                builder.begin_region().unwrap();
                let otherwise = builder.end_region(&[other]).unwrap();
                builder.branch(condition, then, otherwise).unwrap()[0]
            }
        };
        let axes: Vec<usize> = (0..ty.shape.rank()).collect();
        let sum = builder.cast(chosen.sum(&axes), Element::F64).unwrap();
        total = total + sum * safe;
    }
    builder.output("total", total).unwrap();
    builder.finish().unwrap()
}

/// The inputs with the condition false and the safe number.
fn with_safe(inputs: &[Input], safe: f64) -> Vec<Input> {
    let own = inputs[..inputs.len() - 2].iter().cloned();
    own.chain([Input::Bool(vec![false]), Input::F64(vec![safe])])
        .collect()
}

#[test]
fn nothing_of_a_side_not_taken_arrives() {
    super::cases("sides", 60, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            elements: &[Element::F64, Element::F64, Element::F32, Element::I64],
            host: false,
            // These multiply without regard to sides not taken.
            rules: false,
            // Where both operands may be exact zeros, only one of them wins.
            absolute: false,
            size: 8,
            ..Kinds::ALL
        };
        let risky = graph(source, kinds);
        let scalar = guarded(source, &risky);
        let wrt = graph_autodiff::differentiable_inputs(&scalar);
        let gradient = graph_autodiff::gradient(&scalar, &wrt).unwrap();
        let forward = graph_autodiff::forward(&scalar, &wrt).unwrap();
        let types: Vec<Type> = scalar.input_types().cloned().collect();
        for _ in 0..3 {
            let point = with_safe(&inputs(source, &scalar, true), 0.3);
            let Ok(found) = evaluate(&gradient, &point, LIMIT) else {
                continue;
            };
            let (last, adjoints) = found.outputs[1..].split_last().unwrap();
            for (&position, adjoint) in wrt.iter().zip(adjoints) {
                let zeros = adjoint
                    .iter()
                    .all(|&bits| bits << 1 == 0 || bits == 1 << 31);
                assert!(
                    zeros,
                    "adjoint {position}: {adjoint:x?} at {point:?}\n{scalar}"
                );
            }
            let slope = f64::from_bits(last[0]);
            assert!(slope.is_finite(), "{slope} at {point:?}\n{scalar}");
            let mut both = point.clone();
            for &position in &wrt {
                let count = types[position].shape.size();
                both.push(match types[position].element {
                    Element::F32 => Input::F32(vec![1.0; count]),
                    _ => Input::F64(vec![1.0; count]),
                });
            }
            let tangent = numbers(&forward, &both).unwrap()[1][0];
            assert!(
                (tangent - slope).abs() < 1e-9 * slope.abs().max(1.0),
                "{tangent} {slope}"
            );
        }
    });
}

/// The replacement for a value in the middle of a graph.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// A variable, by which the results are differentiated inside of the graph.
    Variable,
    /// An input of its own: the last one.
    Input,
}

/// A random graph cut at a value: with the variable, the value and the derivatives of a sum of the
/// results; with the input, the sum.
fn cut_at_a_value(seed: u64, cut: Cut) -> Option<Graph> {
    let source = &mut RandomSource::new(seed);
    let builder = Builder::new();
    let mut maker = Maker {
        builder: &builder,
        source,
        kinds: Kinds::SMOOTH,
        pool: Vec::new(),
        functions: Vec::new(),
        depth: 0,
    };
    for _ in 0..2 {
        let ty = Type::new(Element::F64, maker.shape());
        maker
            .pool
            .push(builder.input("", ty, InputKind::Independent));
    }
    maker.run(6);
    let floats = maker.pool.iter().enumerate();
    let floats = floats.filter(|(_, wire)| wire.ty().is_ok_and(|ty| ty.element == Element::F64));
    let floats: Vec<usize> = floats.map(|(position, _)| position).collect();
    let position = *maker.source.pick(&floats);
    let value = maker.pool[position];
    let own = match cut {
        Cut::Variable => builder.variable(value).unwrap(),
        Cut::Input => builder.input("", value.ty().unwrap(), InputKind::Independent),
    };
    maker.pool[position] = own;
    maker.run(10);
    let mut total = builder.number(Element::F64, 0.0);
    for result in maker.results() {
        let ty = result.ty().unwrap();
        if ty.element == Element::F64 {
            let axes: Vec<usize> = (0..ty.shape.rank()).collect();
            total = total + (0.7 * result).sum(&axes);
        }
    }
    match cut {
        Cut::Input => builder.output("total", total).unwrap(),
        Cut::Variable => {
            let slopes = match builder.gradient(total, &[own]) {
                Err(graph_ir::Error::NotDifferentiable { .. }) => return None,
                slopes => slopes.unwrap(),
            };
            builder.output("value", value).unwrap();
            builder.output("slopes", slopes[0]).unwrap();
        }
    }
    let graph = builder.finish().unwrap();
    verify::verify(&graph).unwrap();
    Some(graph)
}

#[test]
fn derivatives_inside_are_those_of_the_part_as_a_function() {
    super::cases("derivatives inside", 150, |seed| {
        let Some(inside) = cut_at_a_value(seed, Cut::Variable) else {
            return;
        };
        let inside = graph_ir::passes::merge_variables(&inside).unwrap();
        verify::verify(&inside).unwrap();
        let part = cut_at_a_value(seed, Cut::Input).unwrap();
        let last = part.inputs().len() - 1;
        let gradient = graph_autodiff::gradient(&part, &[last]).unwrap();
        let mut point = inputs(&mut RandomSource::new(seed), &inside, false);
        let Some(found) = numbers(&inside, &point) else {
            return;
        };
        point.push(Input::F64(found[0].clone()));
        // An index out of range that only the sum needs is no concern of its derivative.
        let Some(expected) = numbers(&gradient, &point) else {
            return;
        };
        for (found, expected) in found[1].iter().zip(&expected[1]) {
            let same = found == expected || found.is_nan() && expected.is_nan();
            let near = (found - expected).abs() <= 1e-12 * expected.abs();
            assert!(
                same || near,
                "{found} {expected} at {point:?}\n{inside}\n{gradient}"
            );
        }
    });
}
