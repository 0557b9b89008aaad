//! Products of matrices as calls of the kernel.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_program::{BufferId, BufferKind, Matrix, Product};

use super::Writer;
use super::literal::type_name;
use super::place::{BufferForm, write_index};

impl Writer<'_> {
    /// The call. Buffers are flat: slices of nested arrays that were flattened before, and arrays.
    pub(super) fn product(&mut self, product: &Product) -> std::fmt::Result {
        let [rows, columns, terms] = product.extents;
        self.kernel("product", product.result.buffer)?;
        write!(
            self.text,
            "support::Product{{extents:[{rows},{columns},{terms}],left:"
        )?;
        self.operand(&product.left)?;
        self.text.push_str(",right:");
        self.operand(&product.right)?;
        self.text.push_str(",inner:[");
        for inner in &product.inner {
            self.text.push_str("&[");
            for (extent, stride) in inner {
                write!(self.text, "({extent},{stride}),")?;
            }
            self.text.push_str("],");
        }
        self.text.push(']');
        let Matrix {
            buffer,
            base,
            strides: [row, _],
        } = &product.result;
        self.text.push_str(",result:support::Rows{elements:&mut ");
        self.buffer_name(*buffer)?;
        self.text.push_str("[..],offset:");
        write_index(&mut self.text, &self.names, base.offset, &base.terms);
        let Product {
            accumulate,
            zeros_win,
            contract,
            ..
        } = product;
        write!(
            self.text,
            ",row:{row}}},accumulate:{accumulate},zeros_win:{zeros_win:?},contract:{contract}}})"
        )
    }

    /// A kernel of the machine that the function is compiled for, for elements of a buffer, up to
    /// its argument.
    pub(super) fn kernel(&mut self, name: &str, buffer: BufferId) -> std::fmt::Result {
        if !self.style.dispatches {
            return write!(self.text, "support::{name}(");
        }
        let element = self.program.buffer(buffer).ty.element;
        let (lanes, element) = (self.lanes_type(element), type_name(element));
        write!(
            self.text,
            "<{lanes} as support::Kernels<{element}>>::{name}("
        )
    }

    /// A matrix that a kernel reads.
    pub(super) fn operand(&mut self, matrix: &Matrix) -> std::fmt::Result {
        self.text.push_str("support::Matrix{elements:");
        self.elements(matrix.buffer)?;
        self.text.push_str(",offset:");
        write_index(
            &mut self.text,
            &self.names,
            matrix.base.offset,
            &matrix.base.terms,
        );
        let [row, column] = matrix.strides;
        write!(self.text, ",strides:[{row},{column}]}}")
    }

    /// A buffer that a kernel reads, as a slice.
    pub(super) fn elements(&mut self, id: BufferId) -> std::fmt::Result {
        let buffer = self.program.buffer(id);
        match buffer.kind {
            // A table of the generic float holds the `f64`s.
            BufferKind::Constant(_) if buffer.ty.element == Element::Float => {
                let table = self.table_name(id);
                write!(self.text, "&{table}.map(T::from_f64)[..]")?;
            }
            BufferKind::Constant(_) => {
                let table = self.table_name(id);
                write!(self.text, "&{table}[..]")?;
            }
            // A number that stands for each element.
            _ if self.form(id) == BufferForm::Scalar => {
                self.text.push_str(" ::core::slice::from_ref(&");
                self.buffer_name(id)?;
                self.text.push(')');
            }
            _ => {
                self.text.push('&');
                self.buffer_name(id)?;
                self.text.push_str("[..]");
            }
        }
        Ok(())
    }
}
