//! Sorting along an axis: the sorted elements, and the positions that they come from.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::{Sensitivity, numbers};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::algebra::Bodies;
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::text::{NodeReader, NodeWriter};
use crate::types::{Element, Shape, Type};

/// Up to so many elements along the axis, sorting is straight-line code that chooses: there it is
/// quicker than to find positions and to move elements there.
const NETWORK: usize = 8;

/// Up to so many elements along the axis, sorting can be straight-line code where there is nothing
/// else: [`Bodies::straight`].
pub const STRAIGHT_SORT: usize = 16;

/// The elements along an axis in ascending order. The order is [`ArgSort`]'s, which is stable, and
/// the derivative is that of the permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The axis.
    pub axis: usize,
}

/// For each place along an axis the position of the element that stands there in ascending order.
/// Equal elements, negative and positive zero among them, keep their order; NaNs come last and
/// keep theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgSort {
    /// The axis.
    pub axis: usize,
}

/// The type of an operand that can be sorted along an axis.
fn sortable<'t>(name: &str, operand: &'t Type, axis: usize) -> Result<&'t Type> {
    if axis >= operand.shape.rank() {
        return Err(Error::AxisOutOfRange {
            axis,
            found: operand.clone(),
        });
    }
    if operand.element == Element::Bool {
        return Err(Error::WrongOperand {
            op: String::from(name),
            expected: "numbers",
            found: operand.clone(),
        });
    }
    Ok(operand)
}

impl Sort {
    pub(super) fn read(_: Stored<'_>, axis: u32) -> Self {
        Self {
            axis: axis as usize,
        }
    }

    /// The type of the sorted elements.
    pub(crate) fn ty(self, operand: &Type) -> Result<Type> {
        sortable("sort", operand, self.axis).cloned()
    }
}

impl ArgSort {
    pub(super) fn read(_: Stored<'_>, axis: u32) -> Self {
        Self {
            axis: axis as usize,
        }
    }

    /// The type of the positions.
    pub(crate) fn ty(self, operand: &Type) -> Result<Type> {
        let operand = sortable("argsort", operand, self.axis)?;
        Ok(operand.with_element(Element::I64))
    }
}

/// Comparisons of neighbours, in the order of sorting by insertion: two elements change places
/// only where the second has to come first, so that the order is stable.
struct Network<'b> {
    axis: usize,
    /// Of which neighbours the first and the one behind it change places, and where they do.
    swaps: Vec<(usize, Wire<'b>)>,
    /// The sorted elements, each row a tensor without the axis.
    sorted: Vec<Wire<'b>>,
}

impl<'b> Network<'b> {
    fn new(operand: Wire<'b>, axis: usize) -> Result<Self> {
        let mut network = Self {
            axis,
            swaps: Vec::new(),
            sorted: Vec::new(),
        };
        let mut rows = network.rows(operand)?;
        let is_float = operand.ty()?.is_float();
        for inserted in 1..rows.len() {
            for first in (0..inserted).rev() {
                let [a, b] = [rows[first], rows[first + 1]];
                let swap = if is_float {
                    // Nothing comes behind a NaN but another one.
                    b.equal(b).and(a.less_equal(b).not())
                } else {
                    b.less(a)
                };
                network.swaps.push((first, swap));
                network.exchange(&mut rows, first, swap);
            }
        }
        network.sorted = rows;
        Ok(network)
    }

    fn exchange(&self, rows: &mut [Wire<'b>], first: usize, swap: Wire<'b>) {
        let [a, b] = [rows[first], rows[first + 1]];
        rows[first] = swap.select(b, a);
        rows[first + 1] = swap.select(a, b);
    }

    fn rows(&self, operand: Wire<'b>) -> Result<Vec<Wire<'b>>> {
        let extent = operand.ty()?.shape.extent(self.axis);
        let rows = (0..extent).map(|row| operand.builder().index(operand, self.axis, signed(row)));
        rows.collect()
    }

    fn joined(&self, rows: &[Wire<'b>]) -> Result<Wire<'b>> {
        rows[0].builder().stack(rows, self.axis)
    }

    /// Moves rows as the sorted elements have been moved.
    fn forth(&self, mut rows: Vec<Wire<'b>>) -> Result<Wire<'b>> {
        for &(first, swap) in &self.swaps {
            self.exchange(&mut rows, first, swap);
        }
        self.joined(&rows)
    }

    /// Moves rows back to where the sorted elements come from.
    fn back(&self, mut rows: Vec<Wire<'b>>) -> Result<Wire<'b>> {
        for &(first, swap) in self.swaps.iter().rev() {
            self.exchange(&mut rows, first, swap);
        }
        self.joined(&rows)
    }
}

/// A tensor as one vector of lines along an axis.
struct Lines {
    shape: Shape,
    axis: usize,
}

impl Lines {
    fn new(operand: Wire<'_>, axis: usize) -> Result<Self> {
        let shape = operand.ty()?.shape;
        Ok(Self { shape, axis })
    }

    fn length(&self) -> usize {
        self.shape.extent(self.axis)
    }

    /// One line after the other.
    fn flat<'b>(&self, operand: Wire<'b>) -> Result<Wire<'b>> {
        let rank = self.shape.rank();
        let others = (0..rank).filter(|&axis| axis != self.axis);
        let order: Vec<usize> = others.chain([self.axis]).collect();
        let moved = operand.builder().transpose(operand, &order)?;
        Ok(moved.reshape(&Shape::new(&[self.shape.size()])?))
    }

    fn unflat<'b>(&self, flat: Wire<'b>) -> Result<Wire<'b>> {
        let rank = self.shape.rank();
        let others = (0..rank).filter(|&axis| axis != self.axis);
        let mut extents: Vec<usize> = others.map(|axis| self.shape.extent(axis)).collect();
        extents.push(self.length());
        let mut order: Vec<usize> = (0..rank - 1).collect();
        order.insert(self.axis, rank - 1);
        let moved = flat.reshape(&Shape::new(&extents)?);
        flat.builder().transpose(moved, &order)
    }

    /// Positions along lines as positions in all of them.
    fn positions<'b>(&self, positions: Wire<'b>) -> Result<Wire<'b>> {
        let (flat, length) = (self.flat(positions)?, self.length());
        let lines = self.shape.size() / length;
        if lines == 1 {
            return Ok(flat);
        }
        let grid = Shape::new(&[lines, length])?;
        #[allow(clippy::cast_precision_loss, reason = "a length is far below 2^53")]
        let starts = numbers(flat.builder(), lines)? * (length as f64);
        let starts = starts.broadcast(&grid, &[0]);
        Ok(flat + starts.reshape(&Shape::new(&[grid.size()])?))
    }

    /// The elements at positions along each line.
    fn taken<'b>(&self, data: Wire<'b>, positions: Wire<'b>) -> Result<Wire<'b>> {
        let positions = self.positions(positions)?;
        self.unflat(data.builder().gather(self.flat(data)?, positions, 0)?)
    }

    /// Elements put to different positions along each line.
    fn put<'b>(&self, data: Wire<'b>, positions: Wire<'b>) -> Result<Wire<'b>> {
        let (data, positions) = (self.flat(data)?, self.positions(positions)?);
        let ty = data.ty()?;
        self.unflat(data.builder().scatter_add(positions, data, 0, &ty)?)
    }
}

fn signed(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

/// The work of sorting lines along an axis of a tensor.
fn work(ty: &Type, axis: usize) -> Own {
    let (size, length) = (ty.shape.size(), ty.shape.extent(axis));
    let comparisons = match length {
        0..=NETWORK => 3 * length.saturating_sub(1),
        _ => 4 * length.ilog2() as usize,
    };
    Own {
        time: (size as u64).saturating_mul(comparisons as u64),
        largest: size,
        statements: size.saturating_mul(comparisons),
    }
}

/// Whether an operand is sorted by choices.
fn is_small(operand: &Type, axis: usize) -> bool {
    operand.shape.extent(axis) <= NETWORK
}

/// The comparisons that sort an operand, where its body consists of them.
fn network<'b>(x: Wire<'b>, axis: usize, bodies: &Bodies) -> Result<Option<Network<'b>>> {
    let shape = x.ty()?.shape;
    let limit = match bodies.is_straight() {
        true => STRAIGHT_SORT,
        false => NETWORK,
    };
    let small = shape.size() > 0 && shape.extent(axis) <= limit;
    small.then(|| Network::new(x, axis)).transpose()
}

impl Operator for Sort {
    fn name(&self) -> &'static str {
        "sort"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![self.ty(x)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("sort {}", self.axis))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "sort" {
            return Ok(None);
        }
        let axis = text.line.number("an axis")?;
        text.plain(Op::Sort(axis))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    /// The tangents go where their elements go.
    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let (Some(t), x) = (node.tangent(0), node.operand(0)) else {
            return Ok(Tangents::Tensor(None));
        };
        let ty = x.ty()?;
        let wire = if ty.shape.size() == 0 {
            t.wire
        } else if is_small(&ty, self.axis) {
            let network = Network::new(x, self.axis)?;
            network.forth(network.rows(t.wire)?)?
        } else {
            let positions = x.builder().argsort(x, self.axis)?;
            Lines::new(x, self.axis)?.taken(t.wire, positions)?
        };
        Ok(Sensitivity { wire, ..t }.into())
    }

    /// The adjoints go back to where their elements come from.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, x) = (node.adjoint()?, node.operand(0));
        let ty = x.ty()?;
        let wire = if ty.shape.size() == 0 {
            g.wire
        } else if is_small(&ty, self.axis) {
            let network = Network::new(x, self.axis)?;
            network.back(network.rows(g.wire)?)?
        } else {
            let positions = x.builder().argsort(x, self.axis)?;
            Lines::new(x, self.axis)?.put(g.wire, positions)?
        };
        node.add(0, Sensitivity { wire, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Lines(self.axis)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Cost::Own(work(graph.ty(id), self.axis))
    }

    fn role(&self) -> Role {
        Role::Expanded
    }

    fn expand<'b>(&self, operands: &[Wire<'b>], bodies: &mut Bodies) -> Result<Option<Wire<'b>>> {
        let x = operands[0];
        if let Some(network) = network(x, self.axis, bodies)? {
            return network.joined(&network.sorted).map(Some);
        }
        if x.ty()?.shape.size() == 0 {
            return Ok(Some(x));
        }
        let positions = x.builder().argsort(x, self.axis)?;
        Lines::new(x, self.axis)?.taken(x, positions).map(Some)
    }
}

impl Operator for ArgSort {
    fn name(&self) -> &'static str {
        "argsort"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![self.ty(x)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(format_args!("argsort {}", self.axis))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "argsort" {
            return Ok(None);
        }
        let axis = text.line.number("an axis")?;
        text.plain(Op::ArgSort(axis))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        false
    }

    fn tangent<'b>(&self, _: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        Ok(Tangents::Tensor(None))
    }

    fn adjoint<'b>(&self, _: &mut dyn Reverse<'b>) -> Result<()> {
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Lines(self.axis)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Cost::Own(work(graph.ty(id), self.axis))
    }

    fn role(&self) -> Role {
        Role::Sort
    }

    /// Of few elements: the positions go where the elements go.
    fn expand<'b>(&self, operands: &[Wire<'b>], bodies: &mut Bodies) -> Result<Option<Wire<'b>>> {
        let Some(network) = network(operands[0], self.axis, bodies)? else {
            return Ok(None);
        };
        let row = network.sorted[0].ty()?.with_element(Element::I64);
        #[allow(clippy::cast_precision_loss, reason = "there are few")]
        let rows = (0..network.sorted.len()).map(|at| operands[0].builder().full(&row, at as f64));
        network.forth(rows.collect::<Result<_>>()?).map(Some)
    }
}
