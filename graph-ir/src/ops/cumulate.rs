//! Running sums and products along an axis.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::running::{product_adjoint, product_tangent, running};
use super::{Cumulation, Op, Stored};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Type};

impl Cumulation {
    /// The type of the running values along an axis of an operand.
    pub(crate) fn ty(self, operand: &Type, axis: usize) -> Result<Type> {
        if axis >= operand.shape.rank() {
            return Err(Error::AxisOutOfRange {
                axis,
                found: operand.clone(),
            });
        }
        if operand.element == Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from(self.name()),
                expected: "numbers",
                found: operand.clone(),
            });
        }
        // Along other axes the builder goes over the rows.
        if axis > 0 {
            operand.shape.require_known()?;
        }
        Ok(operand.clone())
    }
}

/// The running values along an axis: `y[0] = x[0]`, and `y[i] = y[i - 1] + x[i]`, or the product.
/// They are computed in this order, from the first on; integers wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cumulate {
    /// The way in which the next element is taken in.
    pub cumulation: Cumulation,
    /// The axis.
    pub axis: usize,
}

/// Up to so many elements along the axis, the values are written out one by one; from there on
/// they are computed by a loop.
pub(in crate::ops) const WRITTEN_OUT: usize = 16;

impl Cumulate {
    pub(super) fn read(_: Stored<'_>, cumulation: Cumulation, axis: u32) -> Self {
        let axis = axis as usize;
        Self { cumulation, axis }
    }

    /// The extent of the axis, which is known.
    fn extent(self, operand: Wire<'_>) -> Result<usize> {
        Ok(operand.ty()?.shape.extent(self.axis))
    }

    /// The operand with the axis first, where loops go along it; [`Self::back`] undoes this.
    fn front<'b>(self, operand: Wire<'b>) -> Result<Wire<'b>> {
        let rank = operand.ty()?.shape.rank();
        let others = (0..rank).filter(|&axis| axis != self.axis);
        let order: Vec<usize> = core::iter::once(self.axis).chain(others).collect();
        operand.builder().transpose(operand, &order)
    }

    fn back<'b>(self, value: Wire<'b>) -> Result<Wire<'b>> {
        let rank = value.ty()?.shape.rank();
        let mut order: Vec<usize> = (1..rank).collect();
        order.insert(self.axis, 0);
        value.builder().transpose(value, &order)
    }

    /// The elements before each along the axis, and `first` before the first.
    fn before<'b>(self, value: Wire<'b>, first: f64) -> Result<Wire<'b>> {
        let (builder, extent) = (value.builder(), self.extent(value)?);
        let one = builder.range(value, self.axis, 0, 1)?.full_like(first);
        let others = builder.range(value, self.axis, 0, extent - 1)?;
        builder.concat(&[one, others], self.axis)
    }

    /// `s[0] = b[0]` and `s[i] = a[i] s[i - 1] + b[i]` along the axis; zeros of `s` win over what
    /// they meet if `absolute`.
    fn recurrence<'b>(self, a: Wire<'b>, b: Wire<'b>, absolute: bool) -> Result<Wire<'b>> {
        let (builder, extent) = (a.builder(), self.extent(a)?);
        let step = |sum: Wire<'b>, a: Wire<'b>, b: Wire<'b>| {
            let product = if absolute { sum.azmul(a) } else { sum * a };
            product + b
        };
        let [a, b] = [self.front(a)?, self.front(b)?];
        let first = builder.index(b, 0, 0)?;
        self.back(along(builder, first, &[a, b], extent, |sum, slices| {
            step(sum, slices[0], slices[1])
        })?)
    }
}

/// Whether the running values are those of rows whose number, or whose size, is not known.
fn is_symbolic(operand: Wire<'_>) -> Result<bool> {
    Ok(operand.ty()?.shape.is_symbolic())
}

/// Rows of which the first is given, and each other is made of the one before and of the rows of
/// some stacks at its own place.
fn along<'b>(
    builder: &'b Builder,
    first: Wire<'b>,
    stacks: &[Wire<'b>],
    extent: usize,
    step: impl Fn(Wire<'b>, &[Wire<'b>]) -> Wire<'b>,
) -> Result<Wire<'b>> {
    let signed = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    if extent <= WRITTEN_OUT {
        let mut rows = alloc::vec![first];
        for row in 1..extent {
            let slices = stacks.iter().map(|&s| builder.index(s, 0, signed(row)));
            let slices: Vec<Wire<'b>> = slices.collect::<Result<_>>()?;
            rows.push(step(rows[row - 1], &slices));
        }
        return builder.stack(&rows, 0);
    }
    let ty = first.ty()?;
    builder.begin_region()?;
    let before = builder.region_input(ty.clone());
    let slices: Vec<Wire<'b>> = { stacks.iter() }
        .map(|_| builder.region_input(ty.clone()))
        .collect();
    let next = step(before, &slices);
    let body = builder.end_region(&[next, next])?;
    let rest = stacks.iter().map(|&s| builder.range(s, 0, 1, extent - 1));
    let rest: Vec<Wire<'b>> = rest.collect::<Result<_>>()?;
    let results = builder.scan_region(body, &[first], &rest, extent - 1, false)?;
    let one = builder.stack(&[first], 0)?;
    builder.concat(&[one, results[1]], 0)
}

impl Operator for Cumulate {
    fn name(&self) -> &'static str {
        self.cumulation.name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![self.cumulation.ty(x, self.axis)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("{} {}", self.name(), self.axis))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        let Some(cumulation) = Cumulation::ALL.into_iter().find(|c| c.name() == word) else {
            return Ok(None);
        };
        let axis = text.line.number("an axis")?;
        text.plain(Op::Cumulate(cumulation, axis))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    /// Of products, by the rule of the product for each: `t[i] = x[i] t[i - 1] + y[i - 1] dx[i]`,
    /// which divides by nothing.
    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let (Some(t), Cumulation::Prod) = (node.tangent(0), self.cumulation) else {
            return node.linear(false);
        };
        if is_symbolic(t.wire)? {
            return Ok(product_tangent(node.operand(0), t)?.into());
        } else if self.extent(t.wire)? <= 1 {
            return Ok(t.into());
        }
        let before = self.before(node.value(), 1.0)?;
        let own = t.times(before).signed();
        let wire = self.recurrence(node.operand(0), own.wire, t.masked)?;
        Ok(Sensitivity { wire, ..own }.into())
    }

    /// Of sums, the sums from the last on. Of products, those of `s[i] = x[i + 1] s[i + 1] + g[i]`
    /// times the product before each.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, g) = (node.builder(), node.adjoint()?);
        let is_symbolic = is_symbolic(g.wire)?;
        if is_symbolic && self.cumulation == Cumulation::Prod {
            let adjoint = product_adjoint(node.operand(0), g)?;
            node.add(0, adjoint);
            return Ok(());
        } else if !is_symbolic && self.extent(g.wire)? <= 1 {
            node.add(0, g);
            return Ok(());
        }
        let turned = builder.flip(g.wire, self.axis)?;
        let sums = match self.cumulation {
            Cumulation::Sum => builder.cumulate(Cumulation::Sum, turned, self.axis)?,
            Cumulation::Prod => {
                // From the last on, the factor that leads to an element is the one before it.
                let factors = self.before(builder.flip(node.operand(0), self.axis)?, 1.0)?;
                self.recurrence(factors, turned, g.masked)?
            }
        };
        let wire = builder.flip(sums, self.axis)?;
        let g = Sensitivity { wire, ..g };
        node.add(
            0,
            match self.cumulation {
                Cumulation::Sum => g,
                Cumulation::Prod => g.times(self.before(node.value(), 1.0)?),
            },
        );
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        match self.cumulation {
            Cumulation::Sum => Reads::None,
            Cumulation::Prod => Reads::All,
        }
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Expansion
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        Cost::Own(Own {
            time: size as u64,
            largest: size,
            statements: size,
        })
    }

    fn role(&self) -> Role {
        Role::Expanded
    }

    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        let x = operands[0];
        if is_symbolic(x)? {
            return running(x, self.cumulation).map(Some);
        }
        let (builder, extent) = (x.builder(), self.extent(x)?);
        // Nothing is taken in.
        if extent <= 1 {
            return Ok(Some(x));
        }
        let combination = self.cumulation.combination();
        let front = self.front(x)?;
        let first = builder.index(front, 0, 0)?;
        let values = along(builder, first, &[front], extent, |before, slices| {
            Wire::or_poison(builder, builder.scalar(combination, &[before, slices[0]]))
        })?;
        self.back(values).map(Some)
    }
}
