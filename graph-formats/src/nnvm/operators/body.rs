//! The computation of an operator, as nodes of a graph.

use super::Parameters;
use super::integer;
use super::shape::Shape;
use crate::nnvm::document_to_graph::Purpose;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::Constant;
use graph_ir::intern::signed;
use graph_ir::ops::{ScalarOp, Slice};
use graph_ir::{Builder, Element, Result, Type, Wire};

/// The computation of an operator.
#[derive(Clone, Copy)]
pub(in super::super) enum Body {
    /// Element by element of the inputs, which are broadcast to the shape of the output.
    Each(Meaning),
    /// Element by element of the input and the attribute `scalar`, in this order.
    WithScalar(Meaning),
    /// Element by element of the attribute `scalar` and the input, in this order.
    OfScalar(Meaning),
    /// By a rule of its own, which gives the outputs that files may use.
    Rule(Rule),
}

/// Adds the nodes of an operator's body.
pub(in super::super) type Rule = for<'b> fn(&Application<'_, 'b>) -> Result<Vec<Wire<'b>>>;

/// The computation on single elements. Truth values become the numbers 0 and 1.
#[derive(Clone, Copy)]
pub(in super::super) enum Meaning {
    Op(ScalarOp),
    Composed(for<'b> fn(&[Wire<'b>]) -> Wire<'b>),
}

/// An application of an operator in a graph under construction.
pub(in super::super) struct Application<'a, 'b> {
    pub(in super::super) builder: &'b Builder,
    pub(in super::super) inputs: &'a [Wire<'b>],
    pub(in super::super) parameters: &'a Parameters,
    /// The shapes of the outputs.
    pub(in super::super) outputs: &'a [Shape],
    /// The type of all numbers that are not integers.
    pub(in super::super) element: Element,
    /// Whether the file says of an input that it is of double precision.
    pub(in super::super) has_double: bool,
    pub(in super::super) purpose: Purpose,
    /// Whether losses have the derivatives with which MXNet trains.
    pub(in super::super) loss_gradients: bool,
}

impl Body {
    /// Adds the nodes and gives the outputs.
    pub(in super::super) fn build<'b>(
        self,
        application: &Application<'_, 'b>,
    ) -> Result<Vec<Wire<'b>>> {
        match self {
            Self::Each(meaning) => {
                let inputs = application.inputs.iter();
                let inputs = inputs.map(|&input| application.broadcast(input));
                let inputs = inputs.collect::<Result<Vec<_>>>()?;
                application.apply(meaning, &inputs)
            }
            Self::WithScalar(meaning) => {
                let scalar = application.number("scalar");
                application.apply(meaning, &[application.inputs[0], scalar])
            }
            Self::OfScalar(meaning) => {
                let scalar = application.number("scalar");
                application.apply(meaning, &[scalar, application.inputs[0]])
            }
            Self::Rule(rule) => rule(application),
        }
    }
}

impl<'b> Application<'_, 'b> {
    /// The first input.
    pub(super) fn data(&self) -> Wire<'b> {
        self.inputs[0]
    }

    /// The shape of the first output.
    pub(super) fn shape(&self) -> Result<graph_ir::Shape> {
        Ok(graph_ir::Shape::new(&self.outputs[0])?)
    }

    /// The type of the first output.
    pub(super) fn ty(&self) -> Result<Type> {
        Ok(Type::new(self.element, self.shape()?))
    }

    /// A number of rank 0.
    pub(super) fn literal(&self, value: f64) -> Wire<'b> {
        self.builder.number(self.element, value)
    }

    /// The number that an attribute gives, of rank 0.
    pub(super) fn number(&self, attribute: &str) -> Wire<'b> {
        self.literal(self.parameters.real(attribute).unwrap_or(0.0))
    }

    /// The axis that an attribute names, which the shape rule has checked.
    pub(super) fn axis(&self, attribute: &str, rank: usize) -> usize {
        from_start(self.parameters.int(attribute), rank)
    }

    /// A value in the shape of the first output.
    pub(super) fn reshaped(&self, wire: Wire<'b>) -> Result<Vec<Wire<'b>>> {
        Ok(vec![self.builder.reshape(wire, &self.shape()?)?])
    }

    /// A value repeated to the shape of the first output.
    pub(super) fn broadcast(&self, wire: Wire<'b>) -> Result<Wire<'b>> {
        broadcast(wire, &self.outputs[0])
    }

    /// A value as numbers of the graph's float type.
    pub(super) fn float(&self, value: Wire<'b>) -> Result<Wire<'b>> {
        match value.ty()?.element {
            element if element == self.element => Ok(value),
            _ => self.builder.cast(value, self.element),
        }
    }

    /// An operator on single elements; truth values become numbers.
    pub(super) fn apply(&self, meaning: Meaning, operands: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let value = match meaning {
            _ if integer::any(operands)? => integer::apply(self, meaning, operands)?,
            Meaning::Op(op) => self.builder.scalar(op, operands)?,
            Meaning::Composed(compose) => compose(operands),
        };
        Ok(vec![self.numeric(value)?])
    }

    /// Truth values as numbers.
    pub(super) fn numeric(&self, value: Wire<'b>) -> Result<Wire<'b>> {
        match value.ty()?.element {
            Element::Bool => self.builder.cast(value, self.element),
            _ => Ok(value),
        }
    }
}

/// The extents of a value.
pub(super) fn extents(wire: Wire<'_>) -> Result<Shape> {
    Ok(wire.ty()?.shape.extents())
}

/// An axis counted from the start.
pub(super) fn from_start(axis: i64, rank: usize) -> usize {
    let rank = signed(rank);
    let axis = if axis < 0 { axis + rank } else { axis };
    usize::try_from(axis).unwrap_or(0)
}

/// A value repeated to a shape that its own broadcasts to.
pub(super) fn broadcast<'b>(wire: Wire<'b>, extents: &[usize]) -> Result<Wire<'b>> {
    let own = self::extents(wire)?;
    if own == extents {
        return Ok(wire);
    }
    let lead = extents.len() - own.len();
    // Axes of extent 1 that grow are dropped first; broadcasting makes them anew.
    let kept: Vec<usize> = (0..own.len())
        .filter(|&axis| own[axis] == extents[lead + axis])
        .collect();
    let dropped: Shape = kept.iter().map(|&axis| own[axis]).collect();
    let axes: Vec<usize> = kept.iter().map(|axis| lead + axis).collect();
    let builder = wire.builder();
    let wire = builder.reshape(wire, &graph_ir::Shape::new(&dropped)?)?;
    builder.broadcast(wire, &graph_ir::Shape::new(extents)?, &axes)
}

/// One number for each entry of an axis, repeated along all others.
pub(super) fn along<'b>(wire: Wire<'b>, extents: &[usize], axis: usize) -> Result<Wire<'b>> {
    let builder = wire.builder();
    let length = wire.ty()?.shape.size();
    if length == 1 && extents[axis] != 1 {
        let number = builder.reshape(wire, &graph_ir::Shape::scalar())?;
        return builder.broadcast(number, &graph_ir::Shape::new(extents)?, &[]);
    }
    builder.broadcast(wire, &graph_ir::Shape::new(extents)?, &[axis])
}

/// A value that has lost axes to a reduction, repeated along them.
pub(super) fn respread<'b>(wire: Wire<'b>, extents: &[usize], axes: &[usize]) -> Result<Wire<'b>> {
    let kept: Vec<usize> = (0..extents.len())
        .filter(|axis| !axes.contains(axis))
        .collect();
    wire.builder()
        .broadcast(wire, &graph_ir::Shape::new(extents)?, &kept)
}

/// The part of a value that has these ranges, `(start, step)` for each axis.
pub(super) fn slice<'b>(
    wire: Wire<'b>,
    axes: Vec<(i64, i64)>,
    extents: &[usize],
) -> Result<Wire<'b>> {
    wire.builder().slice(
        wire,
        &Slice::from_known(axes),
        &graph_ir::Shape::new(extents)?,
    )
}

/// The whole numbers from 0 up to but without the extent of an axis, along that axis of a shape.
pub(super) fn positions<'b>(
    builder: &'b Builder,
    extents: &[usize],
    axis: usize,
) -> Result<Wire<'b>> {
    along(sequence(builder, extents[axis])?, extents, axis)
}

/// The longest sequence that is a constant.
pub(super) const LISTED: usize = 4096;

/// The whole numbers from 0 up to but without `length`. A long sequence is a sum of two short
/// ones, each repeated along the axis of the other: a file of a few bytes may ask for billions.
pub(super) fn sequence(builder: &Builder, length: usize) -> Result<Wire<'_>> {
    if length <= LISTED {
        let numbers = (0..i64::try_from(length).unwrap_or(0)).collect();
        let shape = graph_ir::Shape::new(&[length])?;
        let constant = Constant::from_i64s(shape, numbers);
        let constant = constant.ok_or(graph_ir::Error::TooLarge {
            extents: vec![length.into()],
        })?;
        return Ok(builder.constant(constant));
    }
    let rows = length.div_ceil(LISTED);
    let grid = graph_ir::Shape::new(&[rows, LISTED])?;
    let row = builder.broadcast(sequence(builder, rows)?, &grid, &[0])?;
    let column = builder.broadcast(sequence(builder, LISTED)?, &grid, &[1])?;
    let all = row * (LISTED as f64) + column;
    let flat = graph_ir::Shape::new(&[grid.size()])?;
    builder.range(builder.reshape(all, &flat)?, 0, 0, length)
}
