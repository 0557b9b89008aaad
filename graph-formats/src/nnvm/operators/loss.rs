//! The derivatives by which MXNet trains a network that ends in a loss layer.
//!
//! The value of such a layer is a prediction; MXNet's backward passes over the adjoint of it and
//! gives the derivative of a loss by the data. In a graph, where an adjoint is a linear function of
//! the adjoints after it, that becomes a factor for each element: the value has a zero added to it
//! that varies with the data as the factor says. Labels have no derivative.

use super::body::{Application, broadcast, extents, positions};
use super::shape::Shape;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::Literal;
use graph_ir::{Element, Result as Built, Wire};

/// A value with the factor as its derivative by the data at the same place, if that is asked for.
pub(super) fn trained<'b>(
    call: &Application<'_, 'b>,
    value: Wire<'b>,
    factor: fn(&Application<'_, 'b>, Wire<'b>) -> Built<Wire<'b>>,
) -> Built<Vec<Wire<'b>>> {
    if !call.loss_gradients {
        return Ok(vec![value]);
    }
    let (builder, data) = (call.builder, call.data());
    let value = builder.stop_gradient(value)?;
    let factor = builder.stop_gradient(factor(call, value)?)?;
    // The difference of infinities would be NaN. A zero that is subtracted keeps the sign of zero.
    let change = builder.stop_gradient(data)? - data;
    let finite = data.abs().less(f64::INFINITY);
    let change = finite.select(change, data.zeros_like());
    Ok(vec![value - change.azmul(factor)])
}

/// The probability of each class, less the label.
pub(super) fn of_softmax<'b>(
    call: &Application<'_, 'b>,
    probabilities: Wire<'b>,
) -> Built<Wire<'b>> {
    let (parameters, shape, label) = (call.parameters, &call.outputs[0], call.inputs[1]);
    let scale = call.number("grad_scale");
    if extents(label)? == *shape {
        // The label has the probabilities themselves.
        return Ok((probabilities - call.float(label)?) * scale);
    }
    let classes = Classes::new(call, shape);
    let label = classes.indices(call, label)?;
    let view = classes.view();
    let probabilities = reshaped(probabilities, &view)?;
    let named = broadcast(label, &view)?.equal(positions(call.builder, &view, 1)?);
    let smooth = match classes.together {
        // MXNet does not smooth then.
        true => 0.0,
        false => parameters.real("smooth_alpha").unwrap_or(0.0),
    };
    let others = match smooth {
        0.0 => 0.0,
        smooth => smooth / (classes.count as f64 - 1.0),
    };
    let number = |value: f64| broadcast(call.literal(value), &view);
    let target = named.select(number(1.0 - smooth)?, number(others)?);
    let ignored = parameters.real("ignore_label").unwrap_or(-1.0);
    let ignored = label.equal(call.builder.literal(Literal::I64(ignored as i64)));
    let mut factor = probabilities - target;
    if parameters.bool("use_ignore") {
        let ignored = broadcast(ignored, &view)?;
        factor = ignored.select(factor.zeros_like(), factor);
    }
    let scale = match parameters.word("normalization") {
        "valid" => scale / at_least_one(call, ignored.not())?,
        "batch" => scale / (classes.rows * classes.spread()) as f64,
        _ => scale / classes.spread() as f64,
    };
    reshaped(factor * scale, shape)
}

/// How the data of a softmax is laid out: rows of classes at positions.
struct Classes {
    rows: usize,
    count: usize,
    positions: usize,
    /// Whether the positions of a row are one example.
    together: bool,
}

impl Classes {
    fn new(call: &Application<'_, '_>, shape: &[usize]) -> Self {
        let size: usize = shape.iter().product();
        let last = shape[shape.len() - 1];
        let (rows, count, together) = if call.parameters.bool("preserve_shape") {
            (size / last, last, false)
        } else if call.parameters.bool("multi_output") {
            (shape[0], shape[1], true)
        } else {
            (shape[0], size / shape[0], false)
        };
        Self {
            rows,
            count,
            positions: size / rows / count,
            together,
        }
    }

    fn view(&self) -> Shape {
        vec![self.rows, self.count, self.positions]
    }

    /// The divisor of a loss of several positions together.
    fn spread(&self) -> usize {
        if self.together { self.positions } else { 1 }
    }

    /// The labels as integers, one for each row and position. Where a row has several axes, MXNet
    /// takes as many labels as there are rows from the start of a tensor that may have more.
    fn indices<'b>(&self, call: &Application<'_, 'b>, label: Wire<'b>) -> Built<Wire<'b>> {
        let size = label.ty()?.shape.size();
        let label = reshaped(label, &[size])?;
        let label = call
            .builder
            .range(label, 0, 0, self.rows * self.positions)?;
        reshaped(whole(label)?, &[self.rows, 1, self.positions])
    }
}

/// The difference from the label.
pub(super) fn of_difference<'b>(call: &Application<'_, 'b>, value: Wire<'b>) -> Built<Wire<'b>> {
    let label = reshaped(call.float(call.inputs[1])?, &call.outputs[0])?;
    Ok((value - label) * of_each(call))
}

/// The sign of the difference from the label; minus 1 where there is none.
pub(super) fn of_sign<'b>(call: &Application<'_, 'b>, value: Wire<'b>) -> Built<Wire<'b>> {
    let label = reshaped(call.float(call.inputs[1])?, &call.outputs[0])?;
    let above = value.greater(label);
    let one = value.ones_like();
    Ok(above.select(one, -one) * of_each(call))
}

/// The factor of a regression's derivative: the numbers of one example share its weight.
fn of_each<'b>(call: &Application<'_, 'b>) -> Wire<'b> {
    let shape = &call.outputs[0];
    let numbers: usize = shape[1..].iter().product();
    call.number("grad_scale") / numbers as f64
}

/// The hinge loss of each class or its square: margins for the class that the label names, margins
/// with the other sign for the others.
pub(super) fn of_margins<'b>(call: &Application<'_, 'b>, value: Wire<'b>) -> Built<Wire<'b>> {
    let shape = &call.outputs[0];
    let last = shape.len() - 1;
    let mut column = shape.clone();
    column[last] = 1;
    let label = reshaped(whole(call.inputs[1])?, &column)?;
    let label = broadcast(label, shape)?;
    let named = label.equal(positions(call.builder, shape, last)?);
    let sign = named.select(-value.ones_like(), value.ones_like());
    // How much is missing from the margin.
    let lack = value * sign + call.number("margin");
    let missing = lack.greater(0.0);
    let size = match call.parameters.bool("use_linear") {
        true => value.ones_like(),
        false => lack * 2.0,
    };
    let slope = missing.select(size * sign, value.zeros_like());
    Ok(slope * call.number("regularization_coefficient"))
}

/// The same for all elements.
pub(super) fn of_loss<'b>(call: &Application<'_, 'b>, value: Wire<'b>) -> Built<Wire<'b>> {
    let scale = call.number("grad_scale");
    let scale = match call.parameters.word("normalization") {
        "valid" => {
            let valid = value.greater(call.number("valid_thresh"));
            scale / at_least_one(call, valid)?
        }
        "batch" => scale / call.outputs[0][0] as f64,
        _ => scale,
    };
    broadcast(scale, &call.outputs[0])
}

/// How many hold, or 1 if none does.
fn at_least_one<'b>(call: &Application<'_, 'b>, truths: Wire<'b>) -> Built<Wire<'b>> {
    let axes: Vec<usize> = (0..extents(truths)?.len()).collect();
    let count = call.builder.cast(truths, call.element)?.sum(&axes);
    Ok(count.max(1.0))
}

/// Labels as integers, rounded towards zero.
fn whole(label: Wire<'_>) -> Built<Wire<'_>> {
    match label.ty()?.element {
        Element::I64 => Ok(label),
        _ => label.builder().cast(label, Element::I64),
    }
}

fn reshaped<'b>(wire: Wire<'b>, extents: &[usize]) -> Built<Wire<'b>> {
    let shape = graph_ir::Shape::new(extents)?;
    wire.builder().reshape(wire, &shape)
}
