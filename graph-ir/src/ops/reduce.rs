//! Reductions over axes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::{Sensitivity, extremum, product_over_axes};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::typing::ascending_axes;
use super::{Op, Reduction, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, Literal, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Shape, Type};

impl Reduction {
    /// The value that a combination may start from without a trace.
    #[must_use]
    pub fn traceless(self, element: Element) -> Literal {
        match (self, element) {
            (Self::Sum, Element::I64) => Literal::I64(0),
            (Self::Sum, _) => Literal::from_f64(element, -0.0),
            (Self::Prod, _) => Literal::from_f64(element, 1.0),
            (Self::Max | Self::ArgMax, Element::I64) => Literal::I64(i64::MIN),
            (Self::Min | Self::ArgMin, Element::I64) => Literal::I64(i64::MAX),
            _ => Literal::from_f64(element, f64::NAN),
        }
    }

    /// The type of the reduction over ascending axes, which are dropped.
    pub(crate) fn ty(self, operand: &Type, axes: &[usize]) -> Result<Type> {
        ascending_axes(axes, operand)?;
        if operand.element == Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from(self.name()),
                expected: "numbers",
                found: operand.clone(),
            });
        }
        let empty = axes
            .iter()
            .any(|&axis| operand.shape.count_along(axis) == 0);
        let shape = operand.shape.filter_axes(|axis| !axes.contains(&axis));
        if empty && self.neutral().is_none() && *shape.count() != 0 {
            return Err(Error::EmptyReduction {
                op: String::from(self.name()),
                found: operand.clone(),
            });
        }
        let element = if self.yields_position() {
            Element::I64
        } else {
            operand.element
        };
        Ok(Type::new(element, shape))
    }
}

/// A reduction over axes, which are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduce {
    /// The way in which elements are combined.
    pub reduction: Reduction,
    /// The axes, ascending.
    pub axes: Vec<usize>,
}

impl Reduce {
    pub(super) fn read(stored: Stored<'_>, reduction: Reduction, axes: ListId) -> Self {
        Self {
            reduction,
            axes: stored.axes(axes),
        }
    }

    /// The adjoint of an operand of this shape.
    fn spread<'b>(
        &self,
        operand: Wire<'b>,
        shape: &Shape,
        g: Sensitivity<'b>,
    ) -> Result<Sensitivity<'b>> {
        let axes = &self.axes;
        let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
        let spread = g.map(|wire| wire.broadcast(shape, &kept));
        Ok(match self.reduction {
            Reduction::Prod => product_over_axes::adjoint(operand, axes, g)?,
            Reduction::Max | Reduction::Min => {
                spread.where_(extremum::mask(self.reduction, operand, axes)?)
            }
            // Positions are never active.
            Reduction::Sum | Reduction::ArgMax | Reduction::ArgMin => spread,
        })
    }
}

impl Operator for Reduce {
    fn name(&self) -> &'static str {
        self.reduction.name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        let ty = self.reduction.ty(x, &self.axes)?;
        if self.reduction.neutral().is_none() {
            node.needs(self.axes.iter().map(|&axis| x.shape.count_along(axis) - 1));
        }
        Ok(alloc::vec![ty])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("reduce {} {:?}", self.name(), self.axes))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "reduce" {
            return Ok(None);
        }
        let named = |name: &str| Reduction::ALL.into_iter().find(|r| r.name() == name);
        let reduction = text.named("a reduction", named)?;
        let axes = text.axes()?;
        text.plain(Op::Reduce(reduction, axes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        !self.reduction.yields_position()
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let (Some(t), x) = (node.tangent(0), node.operand(0)) else {
            return Ok(Tangents::Tensor(None));
        };
        Ok(match self.reduction {
            Reduction::Sum => return node.linear(false),
            Reduction::Prod => product_over_axes::tangent(x, &self.axes, t)?.into(),
            Reduction::Max | Reduction::Min => {
                let mask = extremum::mask(self.reduction, x, &self.axes)?;
                t.where_(mask).map(|wire| wire.sum(&self.axes)).into()
            }
            Reduction::ArgMax | Reduction::ArgMin => Tangents::Tensor(None),
        })
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let shape = node.ty(0).shape.clone();
        let g = node
            .adjoint()?
            .before_growth(&node.own_type().shape, &shape);
        let adjoint = self.spread(node.operand(0), &shape, g)?;
        node.add(0, adjoint);
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        match self.reduction {
            Reduction::Sum => Reads::None,
            Reduction::Prod
            | Reduction::Max
            | Reduction::Min
            | Reduction::ArgMax
            | Reduction::ArgMin => Reads::All,
        }
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Reduction(self.reduction, self.axes.clone())
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let operand = graph.ty(graph.arguments(id)[0]).shape.count().estimate();
        Cost::Own(Own {
            time: operand as u64,
            largest: graph.ty(id).shape.count().estimate().max(operand),
            statements: operand,
        })
    }

    fn role(&self) -> Role {
        Role::Reduction
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}
