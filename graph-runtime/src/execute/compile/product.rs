//! Products of matrices. Loops with one in them do not run in strips.

use graph_program::Product;

use super::Compiler;
use crate::execute::code::{self, Matrix, Position};
use crate::execute::instruction::Instruction;
use crate::execute::place::{Kind, Span};

impl Compiler<'_> {
    pub(super) fn product(&mut self, product: &Product) {
        let number = self.code.products.len() as Position;
        let result = product.result.buffer;
        // Elements without a kind have been refused.
        let kind = Kind::of(self.program.buffer(result).ty.element).unwrap_or(Kind::F64);
        let product = code::Product {
            extents: product.extents,
            left: self.matrix(&product.left),
            right: self.matrix(&product.right),
            inner: product.inner.clone().map(|axes| {
                let axes = axes.into_iter();
                axes.map(|(extent, stride)| (extent, stride as isize))
                    .collect()
            }),
            result: self.matrix(&product.result),
            // `finish` knows where the buffer lies.
            target: Span {
                kind,
                start: 0,
                len: 0,
            },
            accumulate: product.accumulate,
            zeros_win: product.zeros_win,
            contract: product.contract,
        };
        self.code.products.push(product);
        self.targets.push(result);
        self.push(Instruction::Product(number));
    }

    pub(super) fn matrix(&mut self, matrix: &graph_program::Matrix) -> Matrix {
        Matrix {
            place: self.place(Some(matrix.buffer), &matrix.base, None),
            strides: matrix.strides.map(|stride| stride as isize),
        }
    }
}
