//! Scalar operators that a program has in other words than as an operator of their name.

use super::draft::number_text;
use super::tensor::Tensor;
use super::{Flavour, Writer};
use crate::Error;
use crate::error::NO_DIVISOR;
use crate::refusal::unwritten;
use alloc::string::ToString;
use graph_ir::ops::ScalarOp;
use graph_ir::{Element, Type};

impl Writer {
    /// The value of an operator that the program has in other words; its operands are of one type.
    pub(super) fn special(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Option<Tensor>, Error> {
        if let (ScalarOp::Clamp, [x, lo, hi]) = (op, operands) {
            return self.clamped(x, lo, hi);
        }
        if let ([x, y], true, Element::I64) = (operands, op.divides(), ty.element) {
            return self.divided(op, x, y, ty).map(Some);
        }
        match self.draft.flavour() {
            Flavour::Mxnet => self.special_in_mxnet(op, operands, ty),
            Flavour::Nnvm => self.special_in_nnvm(op, operands, ty),
        }
    }

    fn special_in_mxnet(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Option<Tensor>, Error> {
        let act_type = |word: &str| ("act_type", word.to_string());
        let draft = &mut self.draft;
        let value = match (op, operands) {
            (ScalarOp::Rem, [x, y]) => self.remainder(x, y, ty),
            (ScalarOp::Softplus, [x]) => draft.apply("Activation", &[x], &[act_type("softrelu")]),
            (ScalarOp::Gelu, [x]) => draft.apply("LeakyReLU", &[x], &[act_type("gelu")]),
            (ScalarOp::LeakyRelu, [x, slope]) => match slope.splat() {
                Some(slope) if is_single(slope) => {
                    let attributes = [act_type("leaky"), ("slope", number_text(slope))];
                    draft.apply("LeakyReLU", &[x], &attributes)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        value.map(Some)
    }

    /// NNVM has operators on truth values, but its kernels refuse the numbers that its comparisons
    /// give.
    fn special_in_nnvm(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Option<Tensor>, Error> {
        let value = match (op, operands) {
            (ScalarOp::And, _) => self.elementwise(ScalarOp::Mul, operands, ty),
            (ScalarOp::Or, _) => self.elementwise(ScalarOp::Max, operands, ty),
            (ScalarOp::Not, [x]) => {
                self.elementwise(ScalarOp::Sub, &[x.filled(1.0), x.clone()], ty)
            }
            (ScalarOp::LeakyRelu, [x, slope]) => match slope.splat() {
                Some(slope) => {
                    let attributes = [("alpha", number_text(slope))];
                    self.draft.apply("leaky_relu", &[x], &attributes)
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        value.map(Some)
    }

    /// The quotient or the remainder of integers, as floats: rounding takes no quotient of integers
    /// that floats hold to the next whole number.
    fn divided(
        &mut self,
        op: ScalarOp,
        x: &Tensor,
        y: &Tensor,
        ty: &Type,
    ) -> Result<Tensor, Error> {
        if y.splat().is_none_or(|divisor| divisor == 0.0) {
            let what = op.name().to_string();
            return Err(unwritten(what, NO_DIVISOR));
        }
        let float = ty.with_element(Element::F64);
        let quotient = self.elementwise(ScalarOp::Div, &[x.clone(), y.clone()], &float)?;
        let whole = self.elementwise(ScalarOp::Trunc, &[quotient], &float)?;
        let value = match op {
            ScalarOp::Rem => {
                let multiple = self.elementwise(ScalarOp::Mul, &[whole, y.clone()], &float)?;
                self.elementwise(ScalarOp::Sub, &[x.clone(), multiple], &float)?
            }
            _ => whole,
        };
        self.plus_zero(&value, &float)
    }

    /// Both programs hold the bounds in single precision.
    fn clamped(&mut self, x: &Tensor, lo: &Tensor, hi: &Tensor) -> Result<Option<Tensor>, Error> {
        match (lo.splat(), hi.splat()) {
            (Some(lo), Some(hi)) if is_single(lo) && is_single(hi) && lo <= hi => {
                let attributes = [("a_min", number_text(lo)), ("a_max", number_text(hi))];
                self.draft.apply("clip", &[x], &attributes).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The remainder with the sign of the dividend, by the one with the sign of the divisor, which
    /// for positive operands are one; NaN for the divisor 0, where MXNet has 0.
    fn remainder(&mut self, x: &Tensor, y: &Tensor, ty: &Type) -> Result<Tensor, Error> {
        let size = self.draft.apply("abs", &[y], &[])?;
        let above = self.draft.apply("_mod", &[x, &size], &[])?;
        let below = self.draft.apply("negative", &[x], &[])?;
        let below = self.draft.apply("_mod", &[&below, &size], &[])?;
        let below = self.draft.apply("negative", &[&below], &[])?;
        let is_below = self.elementwise(ScalarOp::Less, &[x.clone(), x.filled(0.0)], ty)?;
        let value = self.draft.select(&is_below, &below, &above)?;
        let no_divisor = self.elementwise(ScalarOp::Equal, &[y.clone(), y.filled(0.0)], ty)?;
        self.draft
            .select(&no_divisor, &value.filled(f64::NAN), &value)
    }
}

/// Whether a program that holds an attribute in single precision gives the number back.
pub(super) fn is_single(value: f64) -> bool {
    f64::from(value as f32) == value
}
