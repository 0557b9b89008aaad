//! Factors of symmetric matrices, their adjoints and triangular systems: calls of the kernels, which change a copy of
//! their operand in place.

use alloc::boxed::Box;

use graph_ir::algebra::Algebra;
use graph_ir::graph::NodeId;

use super::Lowering;
use super::value::NodeValue;
use super::view::{View, strides};
use crate::{BufferPlace, Matrix, Method, Statement, Triangular};

impl Lowering<'_> {
    /// An operator of linear algebra that has a kernel.
    pub(super) fn triangular(&mut self, id: NodeId, op: Algebra) -> NodeValue {
        let arguments = self.graph.arguments(id);
        let (method, operand) = match *arguments {
            [matrix, right] => {
                let view = self.stored(matrix);
                let [row, column] = [view.strides[0], view.strides[1]];
                let from_last = op == Algebra::LowerTransposedSolve;
                let matrix = Matrix {
                    buffer: view.buffer,
                    base: view.base,
                    strides: if from_last {
                        [column, row]
                    } else {
                        [row, column]
                    },
                };
                let method = match op {
                    Algebra::CholeskyAdjoint => Method::FactorAdjoint { factor: matrix },
                    _ => Method::Substitute { matrix, from_last },
                };
                (method, right)
            }
            _ => (Method::Factor, arguments[0]),
        };
        // The kernel gives the transposed factor.
        let is_factor = method == Method::Factor;
        let ty = self.graph.ty(id);
        let extents = ty.shape.extents();
        let wanted = self.targets.get(&(id, 0));
        let fits = |wanted: &View| wanted.strides == strides(&extents) && !is_factor;
        let rows = match wanted.is_some_and(fits) {
            true => self.target(id, 0),
            false => self.code.local(ty),
        };
        self.store_value(operand, &rows);
        let columns = extents[1..].iter().product();
        self.code.push(Statement::Triangular(Box::new(Triangular {
            extents: [extents[0], columns],
            rows: BufferPlace {
                buffer: rows.buffer,
                index: rows.base.clone(),
            },
            method,
            contract: false,
        })));
        NodeValue::stored(match is_factor {
            true => rows.transpose(&[1, 0]),
            false => rows,
        })
    }
}
