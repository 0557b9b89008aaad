//! Reductions, contractions, indexing by values, composites, linear algebra.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::intern::{number_of, signed};
use crate::ops::algebra::Algebra;
use crate::ops::composite::Composite;
use crate::ops::running::each_row;
use crate::ops::{ArgSort, Contraction, Cumulation, Gather, Op, Reduction, ScatterAdd, Slice};
use crate::ops::{PartAt, Replace, Sort, axes_list};
use crate::types::Type;

impl Builder {
    /// A reduction over the axes, which are dropped. The order of the list does not matter.
    ///
    /// # Errors
    /// When an axis is not there or named twice, the elements are no numbers, or there is
    /// nothing to take the largest of.
    pub fn reduce<'b>(
        &'b self,
        reduction: Reduction,
        operand: Wire<'b>,
        axes: &[usize],
    ) -> Result<Wire<'b>> {
        let mut axes = axes.to_vec();
        axes.sort_unstable();
        let ty = reduction.ty(&self.ty(operand)?, &axes)?;
        if axes.is_empty() && !reduction.yields_position() {
            return Ok(operand);
        }
        let list = self.list(axes_list(&axes));
        self.try_push(Op::Reduce(reduction, list), ty, &[operand])
    }

    /// The running sums or products along an axis.
    ///
    /// # Errors
    /// When the axis is not there, or the elements are no numbers.
    pub fn cumulate<'b>(
        &'b self,
        cumulation: Cumulation,
        operand: Wire<'b>,
        axis: usize,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if own.shape.is_symbolic() && (1..own.shape.rank()).contains(&axis) {
            return self.by_rows(operand, &|row| self.cumulate(cumulation, row, axis - 1));
        }
        let ty = cumulation.ty(&own, axis)?;
        let axis = number_of(axis);
        self.try_push(Op::Cumulate(cumulation, axis), ty, &[operand])
    }

    /// The elements along an axis in ascending order; see [`Op::Sort`].
    ///
    /// # Errors
    /// When the axis is not there, or the elements are no numbers.
    pub fn sort<'b>(&'b self, operand: Wire<'b>, axis: usize) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if own.shape.is_symbolic() && own.shape.rank() > 1 {
            return self.by_lines(operand, axis, &|line, axis| self.sort(line, axis));
        }
        let ty = Sort { axis }.ty(&own)?;
        self.try_push(Op::Sort(number_of(axis)), ty, &[operand])
    }

    /// The positions that the elements along an axis have to be taken from, one after the other,
    /// so that they ascend; see [`Op::ArgSort`].
    ///
    /// # Errors
    /// When the axis is not there, or the elements are no numbers.
    pub fn argsort<'b>(&'b self, operand: Wire<'b>, axis: usize) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if own.shape.is_symbolic() && own.shape.rank() > 1 {
            return self.by_lines(operand, axis, &|line, axis| self.argsort(line, axis));
        }
        let ty = ArgSort { axis }.ty(&own)?;
        self.try_push(Op::ArgSort(number_of(axis)), ty, &[operand])
    }

    /// A function of the rows of a tensor of symbolic shape, which lie along its outermost axis.
    fn by_rows<'b>(
        &'b self,
        operand: Wire<'b>,
        function: &dyn Fn(Wire<'b>) -> Result<Wire<'b>>,
    ) -> Result<Wire<'b>> {
        let shape = self.ty(operand)?.shape;
        if shape.count_along(0).is_symbolic() {
            return each_row(operand, function);
        }
        let rows = (0..shape.extent(0)).map(|row| function(self.index(operand, 0, signed(row))?));
        self.stack(&rows.collect::<Result<Vec<_>>>()?, 0)
    }

    /// A function of the lines along an axis of a tensor of symbolic shape, and of rank 2 at least,
    /// given the line, or a tensor of lower rank, and the axis of it.
    fn by_lines<'b>(
        &'b self,
        operand: Wire<'b>,
        axis: usize,
        function: &dyn Fn(Wire<'b>, usize) -> Result<Wire<'b>>,
    ) -> Result<Wire<'b>> {
        let ty = self.ty(operand)?;
        let rank = ty.shape.rank();
        if axis >= rank {
            return Err(Error::AxisOutOfRange { axis, found: ty });
        } else if axis > 0 {
            return self.by_rows(operand, &|row| function(row, axis - 1));
        } else if ty.shape.count_along(1).is_symbolic() {
            let mut order: Vec<usize> = (0..rank).collect();
            order.swap(0, 1);
            let turned = self.transpose(operand, &order)?;
            return self.transpose(function(turned, 1)?, &order);
        }
        let columns = (0..ty.shape.extent(1)).map(|column| {
            let column = self.index(operand, 1, signed(column))?;
            function(column, 0)
        });
        self.stack(&columns.collect::<Result<Vec<_>>>()?, 1)
    }

    /// The elements along an axis in the opposite order.
    ///
    /// # Errors
    /// When the axis is not there.
    pub fn flip<'b>(&'b self, operand: Wire<'b>, axis: usize) -> Result<Wire<'b>> {
        let ty = self.ty(operand)?;
        let mut slice = Slice::whole(ty.shape.rank());
        let Some(place) = slice.axes.get_mut(axis) else {
            return Err(Error::AxisOutOfRange { axis, found: ty });
        };
        *place = (ty.shape.count_along(axis) - 1, -1);
        self.slice(operand, &slice, &ty.shape)
    }

    /// Sums of products over pairs of axes.
    ///
    /// # Errors
    /// When element types or extents differ, or an axis is not there or named twice.
    pub fn contract<'b>(
        &'b self,
        left: Wire<'b>,
        right: Wire<'b>,
        contraction: &Contraction,
    ) -> Result<Wire<'b>> {
        self.contract_as("contract", left, right, contraction)
    }

    /// The inner product of two vectors.
    ///
    /// # Errors
    /// When the operands are not vectors of one length and float type.
    pub fn dot<'b>(&'b self, left: Wire<'b>, right: Wire<'b>) -> Result<Wire<'b>> {
        for operand in [left, right] {
            self.expect_rank("dot", operand, 1..=1, "a vector")?;
        }
        self.contract_as("dot", left, right, &Contraction::product(1))
    }

    /// The product of two matrices, of a matrix and a vector, or of a vector and a matrix.
    /// Operands of higher rank are stacks of matrices with equal leading extents.
    ///
    /// # Errors
    /// When ranks, extents or element types do not fit.
    pub fn matmul<'b>(&'b self, left: Wire<'b>, right: Wire<'b>) -> Result<Wire<'b>> {
        const EXPECTED: &str = "vectors, matrices or stacks of matrices of equal rank";
        let (l, r) = (self.ty(left)?, self.ty(right)?);
        let (left_rank, right_rank) = (l.shape.rank(), r.shape.rank());
        for operand in [left, right] {
            self.expect_rank("matmul", operand, 1..=usize::MAX, EXPECTED)?;
        }
        if left_rank.max(right_rank) <= 2 {
            return self.contract_as("matmul", left, right, &Contraction::product(left_rank));
        }
        if left_rank != right_rank {
            let found = if left_rank < right_rank { l } else { r };
            return Err(Error::WrongOperand {
                op: "matmul".into(),
                expected: EXPECTED,
                found,
            });
        }
        let batch: Vec<(usize, usize)> = (0..left_rank - 2).map(|axis| (axis, axis)).collect();
        let contraction = Contraction {
            contracted: alloc::vec![(left_rank - 1, batch.len())],
            batch,
            absolute: false,
        };
        self.contract_as("matmul", left, right, &contraction)
    }

    /// The parts of `data` at `indices` along `axis`; see [`Op::Gather`].
    ///
    /// # Errors
    /// When the indices are no integers or the axis is not there.
    pub fn gather<'b>(
        &'b self,
        data: Wire<'b>,
        indices: Wire<'b>,
        axis: usize,
    ) -> Result<Wire<'b>> {
        let ty = Gather { axis }.ty(&self.ty(data)?, &self.ty(indices)?)?;
        let op = Op::Gather(number_of(axis));
        self.try_push(op, ty, &[data, indices])
    }

    /// Zeros of type `ty` to which `updates` are added at `indices`; see [`Op::ScatterAdd`].
    ///
    /// # Errors
    /// When the updates do not have the type that gathering from `ty` would give.
    pub fn scatter_add<'b>(
        &'b self,
        indices: Wire<'b>,
        updates: Wire<'b>,
        axis: usize,
        ty: &Type,
    ) -> Result<Wire<'b>> {
        ScatterAdd { axis }.check(&self.ty(indices)?, &self.ty(updates)?, ty)?;
        let op = Op::ScatterAdd(number_of(axis));
        self.try_push(op, ty.clone(), &[indices, updates])
    }

    /// `whole` with `part` at one position along each of these axes, which ascend; see
    /// [`Op::Replace`].
    ///
    /// # Errors
    /// When an axis is not there, the positions are no integers or not as many as the axes, or the
    /// part does not have the type that is left without them.
    pub fn replace<'b>(
        &'b self,
        whole: Wire<'b>,
        part: Wire<'b>,
        axes: &[usize],
        positions: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let (ty, types) = (self.ty(whole)?, self.types(positions)?);
        let types: Vec<&Type> = types.iter().collect();
        let axes = axes.to_vec();
        let replace = Replace { axes };
        replace.check(&ty, &self.ty(part)?, &types)?;
        let list = self.list(axes_list(&replace.axes));
        let operands = [&[whole, part], positions].concat();
        self.try_push(Op::Replace(list), ty, &operands)
    }

    /// The part of `whole` at one position along each of these axes, which ascend: that which
    /// [`Self::replace`] replaces. See [`Op::PartAt`]; along one axis, it is gathered.
    ///
    /// # Errors
    /// When an axis is not there, or the positions are no integers or not as many as the axes.
    pub fn part_at<'b>(
        &'b self,
        whole: Wire<'b>,
        axes: &[usize],
        positions: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        if let (&[axis], &[position]) = (axes, positions) {
            return self.gather(whole, position, axis);
        }
        if axes.is_empty() && positions.is_empty() {
            return Ok(whole);
        }
        let part = PartAt {
            axes: axes.to_vec(),
        };
        let types = self.types(positions)?;
        let ty = part.ty(&self.ty(whole)?, &types.iter().collect::<Vec<_>>())?;
        let list = self.list(axes_list(&part.axes));
        let operands = [&[whole], positions].concat();
        self.try_push(Op::PartAt(list), ty, &operands)
    }

    /// A composite over its operand, along the axes.
    ///
    /// # Errors
    /// When the operand is no float tensor or an axis is not there or named twice.
    pub fn composite<'b>(
        &'b self,
        composite: Composite,
        operands: &[Wire<'b>],
        axes: &[usize],
    ) -> Result<Wire<'b>> {
        let mut axes = axes.to_vec();
        axes.sort_unstable();
        let types = self.types(operands)?;
        let types: Vec<&Type> = types.iter().collect();
        let ty = composite.infer(&types, &axes)?;
        let list = self.list(axes_list(&axes));
        self.try_push(Op::Composite(composite, list), ty, operands)
    }

    /// An operator of linear algebra.
    ///
    /// ```
    /// use graph_ir::algebra::Algebra;
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Shape, Type};
    ///
    /// let b = Builder::new();
    /// let matrix = Type::new(Element::F64, Shape::new(&[3, 3])?);
    /// let a = b.input("a", matrix, InputKind::Independent);
    /// let vector = Type::new(Element::F64, Shape::new(&[3])?);
    /// let right = b.input("b", vector.clone(), InputKind::Independent);
    /// assert_eq!(b.algebra(Algebra::LinearSolve, &[a, right])?.ty()?, vector);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Algebra::infer`].
    pub fn algebra<'b>(&'b self, op: Algebra, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
        let types = self.types(operands)?;
        let ty = op.infer(&types.iter().collect::<Vec<_>>())?;
        self.try_push(Op::Algebra(op), ty, operands)
    }

    fn contract_as<'b>(
        &'b self,
        op: &str,
        left: Wire<'b>,
        right: Wire<'b>,
        contraction: &Contraction,
    ) -> Result<Wire<'b>> {
        let ty = contraction.ty(op, &self.ty(left)?, &self.ty(right)?)?;
        let list = self.list(contraction.to_list());
        self.try_push(Op::Contract(list), ty, &[left, right])
    }

    pub(super) fn expect_rank(
        &self,
        op: &str,
        operand: Wire<'_>,
        ranks: core::ops::RangeInclusive<usize>,
        expected: &'static str,
    ) -> Result<()> {
        let found = self.ty(operand)?;
        if ranks.contains(&found.shape.rank()) {
            return Ok(());
        }
        Err(Error::WrongOperand {
            op: op.into(),
            expected,
            found,
        })
    }
}
