//! Products fused with the sums that they are added to: with one rounding where generated code has
//! one.

use graph_ir::ops::ScalarOp;
use graph_program::{MulAdd, Variable};

use super::Compiler;
use crate::execute::code::{Position, Register, Shape};
use crate::execute::instruction::{Instruction, Wide};
use crate::execute::place::Kind;
use graph_math::lanes::FUSES;

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

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use alloc::vec::Vec;

    use graph_ir::graph::{Graph, InputKind};
    use graph_ir::passes::with_provenance;
    use graph_ir::{Builder, Element, Result, Shape, Type};
    use graph_program::{Options, Pipeline};

    use crate::execute::Host;
    use crate::execute::compile::compile;
    use crate::execute::workspace::Workspace;
    use crate::generated::mul_add;

    /// Products added to something and to each other, as single values and along an axis.
    fn graph(extents: &[usize]) -> Result<Graph> {
        let b = Builder::new();
        let ty = Type::new(Element::F64, Shape::new(extents)?);
        let [x, y, z] =
            ["x", "y", "z"].map(|name| b.input(name, ty.clone(), InputKind::Independent));
        for result in [x * y + z, x * y - z, z - x * y, x * y + z * 0.3] {
            b.output("", result)?;
        }
        b.finish()
    }

    #[test]
    fn fused_products_round_as_in_generated_code() {
        for size in [1, 300] {
            let graph = graph(&[size]).unwrap();
            let (marked, provenance) = with_provenance(&graph).unwrap();
            let contract = Options {
                contract: true,
                ..Options::default()
            };
            let program = Pipeline::new(contract).run(&marked).unwrap();
            let fused = alloc::format!("{program}").matches("= fused").count();
            assert!(fused >= 4, "{program}");
            let code = Arc::new(compile(&program, &Arc::new(provenance), 1 << 20).unwrap());
            let mut workspace = Workspace::new(&code).unwrap();
            let number = |i: usize, by: usize| ((i + 1) * by % 97) as f64 / 7.0 - 6.0;
            let inputs = [31, 59, 83].map(|by| (0..size).map(|i| number(i, by)).collect());
            let [x, y, z]: &[Vec<f64>; 3] = &inputs;
            for (position, input) in inputs.iter().enumerate() {
                workspace.write_input(position, input[..].into());
            }
            workspace.run(&mut Host::new()).unwrap();
            let found = |output: usize, i: usize| match workspace.values(output) {
                crate::execute::Values::F64(values) => values[i],
                _ => f64::NAN,
            };
            for i in 0..size {
                let (x, y, z) = (x[i], y[i], z[i]);
                assert_eq!(found(0, i), mul_add(x, y, z));
                assert_eq!(found(1, i), mul_add(x, y, -z));
                assert_eq!(found(2, i), mul_add(-x, y, z));
                let either = [mul_add(x, y, z * 0.3), mul_add(z, 0.3, x * y)];
                assert!(either.contains(&found(3, i)), "{i}");
            }
        }
    }
}
