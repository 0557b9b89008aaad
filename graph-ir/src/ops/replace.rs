//! Replacing a part of a tensor at a position known at run time.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::part_at::one_position_for_each;
use super::typing::ascending_axes;
use super::{Op, ScalarOp, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Shape, Type};

/// `(whole, part, positions..)`: `whole` with `part` in the place of its elements at one position
/// along each of some axes, which the part does not have.
///
/// A program that needs `whole` no more writes the part into its memory: an assignment to an
/// element of a long array costs as much as one to an element of a short one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replace {
    /// The axes of `whole` along which positions are given, ascending.
    pub axes: Vec<usize>,
}

impl Replace {
    pub(super) fn read(stored: Stored<'_>, axes: ListId) -> Self {
        Self {
            axes: stored.axes(axes),
        }
    }

    /// The shape of the part.
    fn part(&self, whole: &Shape) -> Shape {
        whole.filter_axes(|axis| !self.axes.contains(&axis))
    }

    /// Refuses operands that do not fit.
    pub(crate) fn check(&self, whole: &Type, part: &Type, positions: &[&Type]) -> Result<()> {
        ascending_axes(&self.axes, whole)?;
        let expected = whole.with_shape(self.part(&whole.shape));
        if *part != expected {
            return Err(Error::SignatureMismatch {
                what: "part",
                position: 0,
                expected,
                found: part.clone(),
            });
        }
        one_position_for_each("replace", &self.axes, positions)
    }

    /// True at the elements that the positions name. An index out of range is an error of
    /// evaluation, as scattering makes the masks.
    fn named<'b>(&self, whole: &Shape, positions: &[Wire<'b>]) -> Result<Option<Wire<'b>>> {
        let mut named: Option<Wire<'b>> = None;
        for (&axis, &position) in self.axes.iter().zip(positions) {
            let builder = position.builder();
            let line = Type::new(Element::F64, Shape::of([whole.count_along(axis)])?);
            let one = builder.number(Element::F64, 1.0);
            let ones = builder.scatter_add(position, one, 0, &line)?;
            let own = builder.broadcast(ones.greater(0.5), whole, &[axis])?;
            named = Some(match named {
                None => own,
                Some(others) => builder.scalar(ScalarOp::And, &[others, own])?,
            });
        }
        Ok(named)
    }
}

impl Operator for Replace {
    fn name(&self) -> &'static str {
        "replace"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let (whole, rest) = node.first(self.name())?;
        let Some((part, positions)) = rest.split_first() else {
            return Err(Error::WrongArity {
                op: self.name().into(),
                expected: 2 + self.axes.len(),
                found: node.operands.len(),
            });
        };
        self.check(whole, part, positions)?;
        Ok(alloc::vec![whole.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("replace {:?}", self.axes))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "replace" {
            return Ok(None);
        }
        let axes = text.axes()?;
        text.plain(Op::Replace(axes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let still = |position: usize| {
            node.tangent(position).is_none() && *node.ty(position).shape.count() != 0
        };
        node.linear(still(0) || still(1))
    }

    /// The part gets the adjoint at its place, where the rest has none.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, g) = (node.builder(), node.adjoint()?);
        let positions = node.operands().split_off(2);
        // The part first: it is read before the memory that it is in may be taken over.
        let part = node
            .is_active(1)
            .then(|| builder.part_at(g.wire, &self.axes, &positions));
        if node.is_active(0) {
            let zeros = builder.full(node.ty(1), 0.0)?;
            let wire = builder.replace(g.wire, zeros, &self.axes, &positions)?;
            // Nothing depends on elements that are replaced.
            node.add(
                0,
                Sensitivity {
                    wire,
                    masked: true,
                    ..g
                },
            );
        }
        if let Some(part) = part {
            node.add(1, Sensitivity { wire: part?, ..g });
        }
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::From(2)
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Expansion
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let [whole, part] = [0, 1].map(|operand| graph.ty(graph.arguments(id)[operand]));
        let [whole, part] = [whole, part].map(|ty| ty.shape.count().estimate());
        Cost::Own(Own {
            time: part as u64,
            largest: whole,
            statements: whole,
        })
    }

    fn role(&self) -> Role {
        Role::Replacement
    }

    /// A choice between the part, repeated, and the whole, element by element.
    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        let [whole, part, positions @ ..] = operands else {
            return Ok(None);
        };
        let (builder, shape) = (whole.builder(), whole.ty()?.shape);
        let Some(named) = self.named(&shape, positions)? else {
            return Ok(Some(*part));
        };
        let others: Vec<usize> = (0..shape.rank())
            .filter(|axis| !self.axes.contains(axis))
            .collect();
        let spread = builder.broadcast(*part, &shape, &others)?;
        builder.select(named, spread, *whole).map(Some)
    }
}
