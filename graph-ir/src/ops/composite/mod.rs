//! Composites: operators that are defined in terms of others.
//!
//! A composite stays one node until the writers and the drawing code have seen it, and is expanded
//! into its body before evaluation. If differentiating the plain body would be inaccurate or give
//! NaN at the edges, the composite has its own derivative rules, over its operand and its value.

mod body;
mod edge_rules;

use alloc::string::String;

pub use crate::graph::op::Composite;

use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::types::Type;

impl Composite {
    /// The result's type.
    ///
    /// # Errors
    /// When there is not one float operand, an axis is not there, the axes do not ascend, or there
    /// are no elements where the composite needs some.
    pub fn infer(self, operands: &[&Type], axes: &[usize]) -> Result<Type> {
        let &[operand] = operands else {
            return Err(Error::WrongArity {
                op: String::from(self.name()),
                expected: 1,
                found: operands.len(),
            });
        };
        crate::ops::ascending_axes(axes, operand)?;
        if !operand.is_float() {
            return Err(Error::WrongOperand {
                op: String::from(self.name()),
                expected: "floating point numbers",
                found: operand.clone(),
            });
        }
        let kept = operand.shape.filter_axes(|axis| !axes.contains(&axis));
        let empty = axes
            .iter()
            .any(|&axis| operand.shape.count_along(axis) == 0);
        if empty && self.needs_elements() && *kept.count() != 0 {
            return Err(Error::EmptyReduction {
                op: String::from(self.name()),
                found: operand.clone(),
            });
        }
        Ok(if self.drops_axes() {
            operand.with_shape(kept)
        } else {
            operand.clone()
        })
    }

    /// The value in terms of other operators.
    ///
    /// # Errors
    /// Those of the builder, for operands that [`Self::infer`] refuses.
    pub fn expand<'b>(self, operand: Wire<'b>, axes: &[usize]) -> Result<Wire<'b>> {
        body::expand(self, operand, axes)
    }

    /// The tangent of the value `y` for the tangent `t` of the operand `x`, by the composite's
    /// own rule; `None` where differentiating the body is as good. `absolute` says that zeros of
    /// the tangent win over what they meet.
    ///
    /// # Errors
    /// Those of the builder.
    pub fn tangent<'b>(
        self,
        x: Wire<'b>,
        y: Wire<'b>,
        t: Wire<'b>,
        axes: &[usize],
        absolute: bool,
    ) -> Result<Option<Wire<'b>>> {
        edge_rules::tangent(self, [x, y, t], axes, absolute)
    }

    /// The adjoint of the operand `x` for the adjoint `g` of the value `y`, by the composite's
    /// own rule; `None` where differentiating the body is as good. `absolute` says that zeros of
    /// the adjoint win over what they meet.
    ///
    /// # Errors
    /// Those of the builder.
    pub fn adjoint<'b>(
        self,
        x: Wire<'b>,
        y: Wire<'b>,
        g: Wire<'b>,
        axes: &[usize],
        absolute: bool,
    ) -> Result<Option<Wire<'b>>> {
        edge_rules::adjoint(self, [x, y, g], axes, absolute)
    }
}
