//! Sorting along an axis: the sorted elements, and the positions that they come from.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::lines::{Lines, Network, by_lines};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Type};

/// Up to so many elements along the axis, sorting is straight-line code that chooses: there it is
/// quicker than to find positions and to move elements there. Formats without positions have
/// nothing else.
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

/// A way along the permutation that sorts.
#[derive(Clone, Copy)]
enum Way {
    /// To the sorted elements.
    Forth,
    /// From them.
    Back,
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
    // Of other shapes the builder makes vectors.
    if operand.shape.rank() > 1 {
        operand.shape.require_known()?;
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

    /// Elements of `data` moved as sorting moves those of `keys`, or back.
    fn moved<'b>(self, keys: Wire<'b>, data: Wire<'b>, way: Way) -> Result<Wire<'b>> {
        let ty = keys.ty()?;
        if is_small(&ty, self.axis) {
            return by_lines(&[keys, data], self.axis, false, |lines, axis| {
                let network = Network::new(lines[0], axis)?;
                let rows = network.rows(lines[1])?;
                match way {
                    Way::Forth => network.forth(rows),
                    Way::Back => network.back(rows),
                }
            });
        }
        let builder = keys.builder();
        if ty.shape.is_symbolic() {
            let positions = builder.argsort(keys, 0)?;
            return match way {
                Way::Forth => builder.gather(data, positions, 0),
                Way::Back => builder.scatter_add(positions, data, 0, &data.ty()?),
            };
        } else if *ty.shape.count() == 0 {
            return Ok(data);
        }
        let positions = builder.argsort(keys, self.axis)?;
        let lines = Lines::new(keys, self.axis)?;
        match way {
            Way::Forth => lines.taken(data, positions),
            Way::Back => lines.put(data, positions),
        }
    }
}

/// Elements of `data` moved along an axis as sorting moves those of `keys`; `straight` asks for no
/// loops over the lines, where these are short.
pub(crate) fn sorted_by<'b>(
    keys: Wire<'b>,
    data: Wire<'b>,
    axis: usize,
    straight: bool,
) -> Result<Wire<'b>> {
    if is_small(&keys.ty()?, axis) {
        return by_lines(&[keys, data], axis, straight, |lines, axis| {
            let network = Network::new(lines[0], axis)?;
            network.forth(network.rows(lines[1])?)
        });
    }
    Sort { axis }.moved(keys, data, Way::Forth)
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

/// The work of sorting lines along an axis of a tensor.
fn work(ty: &Type, axis: usize) -> Own {
    let size = ty.shape.count().estimate();
    let length = ty.shape.count_along(axis).estimate();
    let comparisons = match length {
        0..=STRAIGHT_SORT => 3 * length.saturating_sub(1),
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
    let known = !operand.shape.is_symbolic() && operand.shape.size() > 0;
    known && operand.shape.extent(axis) <= STRAIGHT_SORT
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
        let wire = self.moved(x, t.wire, Way::Forth)?;
        Ok(Sensitivity { wire, ..t }.into())
    }

    /// The adjoints go back to where their elements come from.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, x) = (node.adjoint()?, node.operand(0));
        let wire = self.moved(x, g.wire, Way::Back)?;
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
        let ty = x.ty()?;
        if is_small(&ty, self.axis) {
            let sorted = by_lines(operands, self.axis, bodies.is_straight(), |lines, axis| {
                let network = Network::new(lines[0], axis)?;
                network.joined(&network.sorted)
            });
            return sorted.map(Some);
        }
        self.moved(x, x, Way::Forth).map(Some)
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
        if !is_small(&operands[0].ty()?, self.axis) {
            return Ok(None);
        }
        let positions = by_lines(operands, self.axis, bodies.is_straight(), |lines, axis| {
            let network = Network::new(lines[0], axis)?;
            let row = network.sorted[0].ty()?.with_element(Element::I64);
            let full = |at: usize| {
                #[allow(clippy::cast_precision_loss, reason = "there are few")]
                let position = at as f64;
                lines[0].builder().full(&row, position)
            };
            let rows = (0..network.sorted.len()).map(full);
            network.forth(rows.collect::<Result<_>>()?)
        });
        positions.map(Some)
    }
}
