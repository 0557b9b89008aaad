//! Contractions: products of matrices, once for all or once for each entry of the batch axes.

use super::Flavour;
use super::draft::Draft;
use super::tensor::Tensor;
use crate::Error;
use crate::nnvm::operators::shown;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Contraction;

/// The axes of one operand by their roles.
struct Axes {
    batch: Vec<usize>,
    free: Vec<usize>,
    contracted: Vec<usize>,
}

impl Axes {
    fn new(contraction: &Contraction, free: Vec<usize>, own: fn(&(usize, usize)) -> usize) -> Self {
        Self {
            batch: contraction.batch.iter().map(own).collect(),
            contracted: contraction.contracted.iter().map(own).collect(),
            free,
        }
    }

    /// The axes with the free ones before the contracted ones, or after them.
    fn order(&self, free_first: bool) -> Vec<usize> {
        match free_first {
            true => [&self.batch[..], &self.free, &self.contracted].concat(),
            false => [&self.batch[..], &self.contracted, &self.free].concat(),
        }
    }

    /// The numbers of batch entries, free elements and contracted elements.
    fn sizes(&self, x: &Tensor) -> [usize; 3] {
        [&self.batch, &self.free, &self.contracted]
            .map(|axes| axes.iter().map(|&axis| x.extents[axis]).product())
    }
}

impl Draft {
    /// Sums of products; `to` is the shape of the result.
    pub(super) fn contract(
        &mut self,
        left: &Tensor,
        right: &Tensor,
        contraction: &Contraction,
        to: &[usize],
    ) -> Result<Tensor, Error> {
        let operands = self.alike(&[left.clone(), right.clone()])?;
        let (left, right) = (&operands[0], &operands[1]);
        if left.is_empty() || right.is_empty() {
            return Ok(Tensor::number(0.0, to, left.dtype));
        }
        let left_free = contraction.left_free(left.extents.len());
        let right_free = contraction.right_free(right.extents.len());
        let l = Axes::new(contraction, left_free, |&(left, _)| left);
        let r = Axes::new(contraction, right_free, |&(_, right)| right);
        if contraction.absolute {
            return self.absolute(left, right, &l, &r, to);
        }
        let nnvm = self.flavour() == Flavour::Nnvm;
        if nnvm && !contraction.batch.is_empty() {
            let (_, products) = self.products(left, right, &l, &r)?;
            return self.summed(&products, to);
        }
        let name = if nnvm { "matmul" } else { "dot" };
        if let ([], &[(last, 0)]) = (&contraction.batch[..], &contraction.contracted[..])
            && last + 1 == left.extents.len()
            // NNVM takes a vector for a row.
            && !(nnvm && right.extents.len() == 1)
        {
            let product = self.apply(name, &[left, right], &[])?;
            return self.reshape(&product, to);
        }
        let (left, transpose_a) = self.matrix(left, &l, true)?;
        let (right, transpose_b) = self.matrix(right, &r, false)?;
        let flag = |name, set: bool| set.then(|| (name, "True".to_string()));
        let flags = [
            flag("transpose_a", transpose_a),
            flag("transpose_b", transpose_b),
        ];
        let flags: Vec<(&str, String)> = flags.into_iter().flatten().collect();
        let op = if l.batch.is_empty() {
            name
        } else {
            "batch_dot"
        };
        let product = self.apply(op, &[&left, &right], &flags)?;
        self.reshape(&product, to)
    }

    /// An operand as a matrix, or one for each entry of the batch: rows are the free elements or,
    /// unless `free_first`, the contracted ones. Tells whether it is the transpose instead, which
    /// costs nothing where the axes are in that order.
    fn matrix(
        &mut self,
        x: &Tensor,
        axes: &Axes,
        free_first: bool,
    ) -> Result<(Tensor, bool), Error> {
        let transposed = !axes.order(free_first).is_sorted() && axes.order(!free_first).is_sorted();
        let free_first = free_first != transposed;
        let [batch, free, contracted] = axes.sizes(x);
        let mut to = match axes.batch[..] {
            [] => vec![],
            _ => vec![batch],
        };
        to.extend(if free_first {
            [free, contracted]
        } else {
            [contracted, free]
        });
        let moved = self.transpose(x, &axes.order(free_first))?;
        Ok((self.reshape(&moved, &to)?, transposed))
    }

    /// Sums of products in which a zero on the left wins: all products, with zeros put in.
    fn absolute(
        &mut self,
        left: &Tensor,
        right: &Tensor,
        l: &Axes,
        r: &Axes,
        to: &[usize],
    ) -> Result<Tensor, Error> {
        let (factor, product) = self.products(left, right, l, r)?;
        // As a condition a factor holds where it is not zero.
        let factor = self.broadcast(&factor, &[0, 1, 2, 3], &product.extents)?;
        let terms = self.select(&factor, &product, &product.filled(0.0))?;
        self.summed(&terms, to)
    }

    /// The left factors and all products, by batch entry, row, contracted element and column.
    fn products(
        &mut self,
        left: &Tensor,
        right: &Tensor,
        l: &Axes,
        r: &Axes,
    ) -> Result<(Tensor, Tensor), Error> {
        let [batch, rows, inner] = l.sizes(left);
        let [_, columns, _] = r.sizes(right);
        let left = self.transpose(left, &l.order(true))?;
        let left = self.reshape(&left, &[batch, rows, inner, 1])?;
        let right = self.transpose(right, &r.order(false))?;
        let right = self.reshape(&right, &[batch, 1, inner, columns])?;
        let product = self.apply("broadcast_mul", &[&left, &right], &[])?;
        Ok((left, product))
    }

    /// The sums of terms over the contracted axes.
    fn summed(&mut self, terms: &Tensor, to: &[usize]) -> Result<Tensor, Error> {
        let sums = self.apply("sum", &[terms], &[("axis", shown(&[2]))])?;
        self.reshape(&sums, to)
    }
}
