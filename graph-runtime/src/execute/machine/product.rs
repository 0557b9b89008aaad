//! Products of matrices.

use graph_math::lanes::dispatch;
use graph_math::math::Float;
use graph_math::matrix;

use super::address::address;
use crate::execute::code::{Code, Matrix, Product};
use crate::execute::memory::{Around, Memory, Stored};
use crate::execute::place::Kind;

pub(super) fn run(product: &Product, code: &Code, memory: &mut Memory) {
    match product.target.kind {
        Kind::F64 => multiply::<f64>(product, code, memory),
        Kind::F32 => multiply::<f32>(product, code, memory),
        // A program multiplies matrices of floats only.
        Kind::I64 | Kind::Bool => {}
    }
}

fn multiply<T: Stored + Float>(product: &Product, code: &Code, memory: &mut Memory) {
    let Product {
        left,
        right,
        result,
        target,
        ..
    } = *product;
    let [a, b, c] = [left, right, result].map(|matrix| address(code, memory, matrix.place));
    let (elements, around) = Around::split(T::lane_mut(memory), target.start, target.len);
    let operand = |matrix: Matrix, at| {
        let (elements, offset) = around.side(at);
        matrix::Matrix {
            elements,
            offset,
            strides: matrix.strides,
        }
    };
    dispatch(matrix::Product {
        extents: product.extents,
        left: operand(left, a),
        right: operand(right, b),
        inner: product.inner.each_ref().map(|axes| &axes[..]),
        result: matrix::Rows {
            elements,
            offset: c - target.start,
            row: result.strides[0],
        },
        accumulate: product.accumulate,
        zeros_win: product.zeros_win,
        contract: product.contract,
    });
}
