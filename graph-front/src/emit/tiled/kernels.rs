//! Kernels over arrays of run-time extents.

use std::fmt::Write as _;

use graph_ir::Site;
use graph_ir::algebra::Algebra;
use graph_ir::passes::tile::{ArrayId, Kernel, KernelCall, Product};
use graph_ir::types::Extent;

use super::Writer;
use crate::emit::lines::Check;

impl Writer<'_> {
    pub(super) fn kernel(&mut self, call: &KernelCall) -> std::fmt::Result {
        for &operand in &call.operands {
            self.part(operand)?;
        }
        let target = self.flat_mut(call.array);
        let site = call.site;
        match (&call.kernel, &call.operands[..]) {
            (Kernel::Transpose, &[from]) => {
                let columns = self.extent_of(from, 1);
                let inner = self.ty(from).shape.dims().iter().skip(2);
                let block: usize = inner.filter_map(|dim| dim.count().known()).product();
                let from = self.flat(from);
                writeln!(
                    self.text,
                    "support::matrices::transpose((&mut {target}).as_chunks_mut::<{block}>().0,\
                     ({from}).as_chunks::<{block}>().0,{columns});"
                )
            }
            (Kernel::Product(product), &[left, right]) => {
                self.matrix_product(product, [left, right], &target)
            }
            (Kernel::Algebra(_), &[matrix]) => {
                self.copy_unless_there(matrix, call.array)?;
                self.factor(call.array, &target)
            }
            (Kernel::Algebra(Algebra::CholeskyAdjoint), &[factor, adjoint]) => {
                self.copy_unless_there(adjoint, call.array)?;
                self.factor_adjoint(factor, &target)
            }
            (Kernel::Algebra(op), &[matrix, right]) => {
                self.copy_unless_there(right, call.array)?;
                let from_last = *op == Algebra::LowerTransposedSolve;
                self.substitute(matrix, call.array, from_last, &target)
            }
            (Kernel::Slice(slice), &[from]) => {
                let (elements, extents) = (self.flat(from), self.counts(from));
                let (counts, axes) = (self.counts(call.array), self.places(slice));
                writeln!(
                    self.text,
                    "support::rows::slice(&mut {target},&[{counts}],{elements},&[{extents}],\
                     &[{axes}]);"
                )
            }
            (Kernel::ArgSort, &[keys]) => {
                let keys = self.flat(keys);
                writeln!(
                    self.text,
                    "support::argsort(support::Keys{{elements:{keys},offset:0,stride:1}},\
                     &mut {target});"
                )
            }
            (Kernel::Gather(axis), &[from, positions]) => {
                let (elements, counts) = (self.flat(from), self.counts_around(from, *axis));
                let positions = self.positions(positions, site, &counts[1]);
                writeln!(
                    self.text,
                    "support::rows::gather(&mut {target},{elements},[{}],&{positions});",
                    counts.join(",")
                )
            }
            (Kernel::PartAt(axes), [from, positions @ ..]) => {
                self.part_at(call, *from, axes, positions)
            }
            (Kernel::ScatterAdd(axis), &[positions, updates]) => {
                let (elements, counts) =
                    (self.flat(updates), self.counts_around(call.array, *axis));
                let positions = self.positions(positions, site, &counts[1]);
                writeln!(
                    self.text,
                    "support::rows::scatter_add(&mut {target},{elements},[{}],&{positions});",
                    counts.join(",")
                )
            }
            (Kernel::Replace(axes), [whole, part, positions @ ..]) => {
                self.copy_unless_there(*whole, call.array)?;
                self.replace(call, *part, axes, positions)
            }
            // A kernel has as many operands.
            (
                Kernel::Transpose
                | Kernel::Product(_)
                | Kernel::Algebra(_)
                | Kernel::Slice(_)
                | Kernel::ArgSort
                | Kernel::Gather(_)
                | Kernel::PartAt(_)
                | Kernel::ScatterAdd(_)
                | Kernel::Replace(_),
                _,
            ) => Ok(()),
        }
    }

    /// Copies an operand into the array of a result, which a kernel changes.
    fn copy_unless_there(&mut self, operand: ArrayId, result: ArrayId) -> std::fmt::Result {
        if operand == result {
            return Ok(());
        }
        let (from, to) = (self.flat(operand), self.flat_mut(result));
        writeln!(self.text, "({to}).copy_from_slice({from});")
    }

    /// The numbers of positions before an axis, along it, and behind it.
    fn counts_around(&self, array: ArrayId, axis: usize) -> [String; 3] {
        let shape = &self.ty(array).shape;
        let before = shape.filter_axes(|own| own < axis);
        let behind = shape.filter_axes(|own| own > axis);
        [before.count(), &shape.count_along(axis), behind.count()].map(|count| self.count(count))
    }

    /// The positions that an array holds, each below a count, for a node that comes from a place.
    fn positions(&self, positions: ArrayId, site: Site, count: &str) -> String {
        let position = self.position("support::integer(row)", site, count);
        let positions = self.flat(positions);
        format!("{positions}.iter().map(|&row|{position})")
    }

    /// A position that must be below a count, for a node that comes from a place. The function is
    /// located where it is called, and a check in it at the place: closures alone are not.
    pub(super) fn position(&self, position: &str, site: Site, count: &str) -> String {
        let check = Check::Index.text(site.0);
        format!("(||support::{check}({position},{count}))()")
    }

    fn extent_of(&self, array: ArrayId, axis: usize) -> String {
        self.count(&self.ty(array).shape.count_along(axis))
    }

    /// The function that runs a kernel: with `dispatch`, as the processor at hand does it, which
    /// may fuse where the target cannot.
    fn run(&self, name: &str) -> String {
        match self.codegen.dispatch {
            true => "support::dispatch".into(),
            false => format!("support::{name}"),
        }
    }

    fn matrix_product(
        &mut self,
        product: &Product,
        operands: [ArrayId; 2],
        target: &str,
    ) -> std::fmt::Result {
        let [rows, columns, terms] = product.extents.each_ref().map(|extent| self.count(extent));
        let matrix = |operand: ArrayId, strides: &[Extent; 2]| {
            let elements = self.flat(operand);
            let [along, across] = strides.each_ref().map(|stride| self.extent(stride));
            format!(
                "support::Matrix{{elements:{elements},offset:0,\
                 strides:[{along} as isize,{across} as isize]}}"
            )
        };
        let [first, second] = match product.swapped {
            false => operands,
            true => [operands[1], operands[0]],
        };
        let [left, right] = &product.strides;
        let (left, right) = (matrix(first, left), matrix(second, right));
        let (zeros_win, contract) = (product.zeros_win, self.codegen.contract);
        let run = self.run("product");
        writeln!(
            self.text,
            "{run}(support::Product{{extents:[{rows},{columns},{terms}],\
             left:{left},right:{right},inner:[&[],&[]],\
             result:support::Rows{{elements:&mut {target},offset:0,row:{columns} as isize}},\
             accumulate:false,zeros_win:{zeros_win:?},contract:{contract}}});"
        )
    }

    /// The kernel gives the transposed factor.
    fn factor(&mut self, matrix: ArrayId, target: &str) -> std::fmt::Result {
        let extent = self.extent_of(matrix, 0);
        let (contract, run) = (self.codegen.contract, self.run("factor"));
        writeln!(
            self.text,
            "{run}(support::Factorization{{extent:{extent},matrix:&mut {target},\
             contract:{contract}}});\
             support::matrices::transpose_square(&mut {target},{extent});"
        )
    }

    fn factor_adjoint(&mut self, factor: ArrayId, target: &str) -> std::fmt::Result {
        let (elements, extent) = (self.flat(factor), self.extent_of(factor, 0));
        let (contract, run) = (self.codegen.contract, self.run("factor_adjoint"));
        writeln!(
            self.text,
            "{run}(support::FactorAdjoint{{extent:{extent},\
             factor:support::Matrix{{elements:{elements},offset:0,strides:[{extent} as isize,1]}},\
             adjoint:&mut {target},contract:{contract}}});"
        )
    }

    fn substitute(
        &mut self,
        matrix: ArrayId,
        right: ArrayId,
        from_last: bool,
        target: &str,
    ) -> std::fmt::Result {
        let (elements, extent) = (self.flat(matrix), self.extent_of(matrix, 0));
        let columns = self.ty(right).shape.row();
        let columns = self.count(columns.count());
        let strides = match from_last {
            false => format!("[{extent} as isize,1]"),
            true => format!("[1,{extent} as isize]"),
        };
        let (contract, run) = (self.codegen.contract, self.run("substitute"));
        writeln!(
            self.text,
            "{run}(support::Substitution{{extents:[{extent},{columns}],\
             matrix:support::Matrix{{elements:{elements},offset:0,strides:{strides}}},\
             solution:&mut {target},from_last:{from_last},contract:{contract}}});"
        )
    }
}
