//! Products fused with what they are added to: with one rounding where generated code has one.

use graph_ir::ops::ScalarOp;
use graph_ir::program::{MulAdd, Variable};

use super::Compiler;
use crate::execute::code::{Position, Register, Shape};
use crate::execute::instruction::{Instruction, Wide};
use crate::execute::place::Kind;
use crate::generated::FUSES;

/// Operands, with the mask that tells which have the shape of the result.
type Operands = ([Register; 3], u8);

impl Compiler<'_> {
    pub(super) fn fused(&mut self, fused: &MulAdd, variable: Variable, shape: Shape) {
        let [a, b] = fused.factors;
        let (kind, mut operands, wide) = self.conform_all(&[a, b, fused.addend], shape);
        let own = |operand: u8| match wide >> operand & 1 {
            0 => Shape::One,
            _ => shape,
        };
        let [x, _, z] = &mut operands;
        for (operand, register, negates) in
            [(0, x, fused.negates_product), (2, z, fused.negates_addend)]
        {
            if negates {
                let mask = u8::from(own(operand) != Shape::One);
                let negated = self.temporary(kind, own(operand));
                let of = ([*register, 0, 0], mask);
                self.apply(ScalarOp::Neg, kind, own(operand), of, negated);
                *register = negated;
            }
        }
        if FUSES {
            let out = self.define(variable, shape);
            return self.apply(ScalarOp::MulAdd, kind, shape, (operands, wide), out);
        }
        let [x, y, z] = operands;
        let (factors, product_shape) = match wide & 0b011 {
            0 => (0, Shape::One),
            mask => (mask, shape),
        };
        let product = self.temporary(kind, product_shape);
        let of = ([x, y, 0], factors);
        self.apply(ScalarOp::Mul, kind, product_shape, of, product);
        let out = self.define(variable, shape);
        let mask = u8::from(factors != 0) | (wide >> 2) << 1;
        self.apply(ScalarOp::Add, kind, shape, ([product, z, 0], mask), out);
    }

    /// A register that only the statement needs.
    fn temporary(&mut self, kind: Kind, shape: Shape) -> Register {
        let register = self.registers.room(kind, shape);
        if shape.has_rows() {
            self.temporary.push((kind, register));
        }
        register
    }

    /// Applies an operator to registers below `out`, or wide ones.
    fn apply(
        &mut self,
        op: ScalarOp,
        kind: Kind,
        shape: Shape,
        (operands, wide): Operands,
        out: Register,
    ) {
        if shape == Shape::One {
            let position = self.code.operands.len() as Position;
            self.code.operands.extend(&operands[..op.arity()]);
            return self.push(Instruction::Run {
                op,
                kind,
                operands: position,
                out,
                count: 1,
            });
        }
        self.push(Wide::Map {
            op,
            kind,
            shape,
            wide,
            operands,
            out,
        });
    }
}
