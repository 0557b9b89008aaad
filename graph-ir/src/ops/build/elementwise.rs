//! Elementwise operators: scalar operators, casts, choices, sums of any number of terms.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Op;
use crate::ops::{Select, Sum};
use crate::scalar::{self, ScalarOp};
use crate::types::{Element, Shape, Type};

impl Builder {
    /// A scalar operator, element by element. Operands of rank 0 are repeated to the shape of
    /// the others; the others must agree in shape exactly.
    ///
    /// # Errors
    /// When the number, element types or shapes of the operands do not fit.
    pub fn scalar<'b>(&'b self, op: ScalarOp, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
        if let Some(result) = self.push_scalar(op, operands) {
            return result;
        }
        let operands = self.spread(operands)?;
        let types = self.types(&operands)?;
        let types: Vec<&Type> = types.iter().collect();
        let ty = scalar::scalar(op, &types)?;
        self.try_push(Op::Scalar(op), ty, &operands)
    }

    /// The elements converted to `element`; see [`Op::Cast`].
    ///
    /// # Errors
    /// When the value is not in scope.
    pub fn cast<'b>(&'b self, operand: Wire<'b>, element: Element) -> Result<Wire<'b>> {
        let ty = self.ty(operand)?;
        if ty.element == element {
            return Ok(operand);
        }
        self.try_push(Op::Cast, ty.with_element(element), &[operand])
    }

    /// Each element of `a` where the condition holds, else of `b`; operands of rank 0 are
    /// repeated.
    ///
    /// # Errors
    /// When the condition is not of `bool`, or types differ.
    pub fn select<'b>(&'b self, condition: Wire<'b>, a: Wire<'b>, b: Wire<'b>) -> Result<Wire<'b>> {
        let operands = self.spread(&[condition, a, b])?;
        let types = self.types(&operands)?;
        let ty = Select::ty(&types[0], &types[1], &types[2])?;
        self.try_push(Op::Select, ty, &operands)
    }

    /// The sum of terms of type `ty`, from the first to the last; zeros without any.
    ///
    /// # Errors
    /// When a term has another type.
    pub fn sum<'b>(&'b self, terms: &[Wire<'b>], ty: &Type) -> Result<Wire<'b>> {
        let types = self.types(terms)?;
        let types: Vec<&Type> = types.iter().collect();
        Sum::check(&types, ty)?;
        self.try_push(Op::Sum, ty.clone(), terms)
    }

    /// A number repeated in the given type.
    ///
    /// # Errors
    /// Never for the types that values have; the signature is that of [`Self::broadcast`].
    pub fn full(&self, ty: &Type, value: f64) -> Result<Wire<'_>> {
        let number = self.number(ty.element, value);
        self.spread_to(number, &ty.shape)
    }

    /// The value as a constant for differentiation.
    ///
    /// # Errors
    /// When the value is not in scope.
    pub fn stop_gradient<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        let ty = self.ty(operand)?;
        self.try_push(Op::StopGradient, ty, &[operand])
    }

    /// The value repeated to `shape` if it has rank 0, else itself.
    pub fn spread_to<'b>(&'b self, wire: Wire<'b>, shape: &Shape) -> Result<Wire<'b>> {
        let own = self.ty(wire)?.shape;
        if own.rank() == 0 && shape.rank() > 0 {
            self.broadcast(wire, shape, &[])
        } else {
            Ok(wire)
        }
    }

    fn spread<'b>(&'b self, operands: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let types = self.types(operands)?;
        let tensor = types.iter().find(|ty| ty.shape.rank() > 0);
        let Some(tensor) = tensor else {
            return Ok(operands.to_vec());
        };
        let spread = operands.iter();
        spread.map(|&w| self.spread_to(w, &tensor.shape)).collect()
    }
}
