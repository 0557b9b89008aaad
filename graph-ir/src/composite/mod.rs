//! Composites: operators said in terms of others.
//!
//! A composite stays one node until the formats and pictures have had their look, and is expanded
//! into its body before it is evaluated. Where differentiating the plain body would be inaccurate
//! or give NaN at the edges, it has derivative rules of its own, over its operand and its value.

mod body;
mod rule;

use alloc::string::String;

use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::types::Type;

/// A composite over one float tensor, along a set of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Composite {
    /// `exp(x - m) / sum(exp(x - m))` with `m` the maximum: no overflow.
    Softmax,
    /// The logarithm of `softmax`, accurate where that underflows.
    LogSoftmax,
    /// `ln(sum(exp(x)))` without overflow; drops the axes.
    LogSumExp,
    /// The arithmetic mean; drops the axes.
    Mean,
    /// The mean squared deviation from the mean (divided by the count); drops the axes.
    Variance,
    /// The Euclidean norm; drops the axes. Its derivative at zero is zero.
    Norm,
}

impl Composite {
    /// Every composite, for tables and tests.
    pub const ALL: [Self; 6] = [
        Self::Softmax,
        Self::LogSoftmax,
        Self::LogSumExp,
        Self::Mean,
        Self::Variance,
        Self::Norm,
    ];

    /// The name in the textual form and in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Softmax => "softmax",
            Self::LogSoftmax => "log_softmax",
            Self::LogSumExp => "log_sum_exp",
            Self::Mean => "mean",
            Self::Variance => "variance",
            Self::Norm => "norm",
        }
    }

    /// The composite of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }

    /// Whether the axes are missing from the result.
    #[must_use]
    pub fn drops_axes(self) -> bool {
        !matches!(self, Self::Softmax | Self::LogSoftmax)
    }

    /// Whether there are derivative rules besides the body's own.
    #[must_use]
    pub fn has_rules(self) -> bool {
        !matches!(self, Self::Mean | Self::Variance)
    }

    /// The result's type.
    ///
    /// # Errors
    /// When there is not one float operand, an axis is not there, the axes do not ascend, or there
    /// is nothing to take the largest of.
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
        let empty = axes.iter().any(|&axis| operand.shape.extent(axis) == 0);
        if empty && kept.size() > 0 {
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
        rule::tangent(self, [x, y, t], axes, absolute)
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
        rule::adjoint(self, [x, y, g], axes, absolute)
    }
}
