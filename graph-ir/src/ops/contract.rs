//! Contractions: sums of products over pairs of axes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use graph_math::order::Order;

use super::derivative::{Sensitivity, contraction};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::typing::distinct_axes;
use super::{Op, Stored, axis};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{Cursor, NodeReader, NodeWriter};
use crate::types::{Extent, Shape, Type};

/// The axes of a contraction. The result has the batch axes, then the free axes of the left
/// operand, then those of the right one, each in their operand's order.
///
/// Terms are numbered in row-major order over the contracted axes as listed, and added in the
/// [`order`](Self::order) that the shapes give.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contraction {
    /// Pairs of axes (left, right) that run together and are kept.
    pub batch: Vec<(usize, usize)>,
    /// Pairs of axes (left, right) that run together and are summed over.
    pub contracted: Vec<(usize, usize)>,
    /// Whether products are absolute: a zero of the left operand wins over any right one.
    pub absolute: bool,
}

impl Contraction {
    pub(super) fn read(stored: Stored<'_>, contraction: ListId) -> Self {
        Self::from_list(stored.list(contraction))
    }

    /// The product of two matrices: the last axis of the left one against the first of the right.
    #[must_use]
    pub fn product(left_rank: usize) -> Self {
        Self {
            batch: Vec::new(),
            contracted: alloc::vec![(left_rank.saturating_sub(1), 0)],
            absolute: false,
        }
    }

    /// The left operand's axes that are neither batch nor contracted, ascending.
    #[must_use]
    pub fn left_free(&self, rank: usize) -> Vec<usize> {
        let used = |axis| self.pairs().any(|(left, _)| left == axis);
        (0..rank).filter(|&axis| !used(axis)).collect()
    }

    /// The right operand's axes that are neither batch nor contracted, ascending.
    #[must_use]
    pub fn right_free(&self, rank: usize) -> Vec<usize> {
        let used = |axis| self.pairs().any(|(_, right)| right == axis);
        (0..rank).filter(|&axis| !used(axis)).collect()
    }

    /// Whether neighbouring terms are neighbours in memory in both operands.
    #[must_use]
    pub fn innermost(&self, left_rank: usize, right_rank: usize) -> bool {
        self.contracted
            .last()
            .is_some_and(|&(left, right)| left + 1 == left_rank && right + 1 == right_rank)
    }

    /// Whether each axis of both operands, of this rank, runs together with the same axis of the
    /// other: where the operands are one, the terms are its squares.
    #[must_use]
    pub fn is_square(&self, rank: usize) -> bool {
        self.pairs().count() == rank && self.pairs().all(|(left, right)| left == right)
    }

    /// The number of terms of each sum, which may be symbolic.
    #[must_use]
    pub fn count(&self, left: &Shape) -> Extent {
        let pairs = self.contracted.iter();
        pairs.map(|&(axis, _)| left.count_along(axis)).product()
    }

    /// The number of terms of each sum.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn terms(&self, left: &Shape) -> usize {
        let pairs = self.contracted.iter();
        pairs.map(|&(axis, _)| left.extent(axis)).product()
    }

    /// Whether the terms of each sum are added in partial results, where they are many: they are
    /// neighbours ([`innermost`](Self::innermost)), and one operand has no free axis.
    #[must_use]
    pub fn is_in_lanes(&self, left_rank: usize, right_rank: usize) -> bool {
        let product =
            !self.left_free(left_rank).is_empty() && !self.right_free(right_rank).is_empty();
        self.innermost(left_rank, right_rank) && !product
    }

    /// The order in which the terms of each sum are added, as [`graph_math::order`] says.
    #[must_use]
    pub fn order(&self, left: &Shape, right: &Shape) -> Order {
        let in_lanes = self.is_in_lanes(left.rank(), right.rank());
        Order::of(self.terms(left), in_lanes)
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.batch.iter().chain(&self.contracted).copied()
    }

    pub(crate) fn to_list(&self) -> Vec<Extent> {
        let head = [self.batch.len(), usize::from(self.absolute)];
        let pairs = self.pairs().flat_map(|(l, r)| [l, r]);
        head.into_iter().chain(pairs).map(Extent::from).collect()
    }

    fn from_list(list: &[Extent]) -> Self {
        let (head, pairs) = list.split_at(2.min(list.len()));
        let mut batch: Vec<(usize, usize)> = pairs
            .chunks_exact(2)
            .map(|pair| (axis(&pair[0]), axis(&pair[1])))
            .collect();
        let split = head.first().map_or(0, axis).min(batch.len());
        let contracted = batch.split_off(split);
        Self {
            batch,
            contracted,
            absolute: head.get(1).is_some_and(|entry| *entry == 1),
        }
    }

    /// The type of the sums of products; `op` is the user's name for it.
    pub(crate) fn ty(&self, op: &str, left: &Type, right: &Type) -> Result<Type> {
        for operand in [left, right] {
            if !operand.is_float() {
                return Err(Error::WrongOperand {
                    op: String::from(op),
                    expected: "floating point numbers",
                    found: operand.clone(),
                });
            }
        }
        if left.element != right.element {
            return Err(Error::ElementMismatch {
                op: String::from(op),
                left: left.clone(),
                right: right.clone(),
            });
        }
        let pairs = || self.batch.iter().chain(&self.contracted);
        let left_axes: Vec<usize> = pairs().map(|&(l, _)| l).collect();
        let right_axes: Vec<usize> = pairs().map(|&(_, r)| r).collect();
        distinct_axes(&left_axes, left)?;
        distinct_axes(&right_axes, right)?;
        for &(l, r) in pairs() {
            if left.shape.count_along(l) != right.shape.count_along(r) {
                return Err(Error::ContractionExtents {
                    op: String::from(op),
                    left: left.clone(),
                    left_axis: l,
                    right: right.clone(),
                    right_axis: r,
                });
            }
        }
        let left_free = self.left_free(left.shape.rank());
        let right_free = self.right_free(right.shape.rank());
        let batch = self.batch.iter().map(|&(l, _)| l);
        let from_left = batch.chain(left_free);
        let from_left = from_left.map(|axis| left.shape.count_along(axis));
        let from_right = right_free.iter().map(|&axis| right.shape.count_along(axis));
        Ok(left.with_shape(Shape::of(from_left.chain(from_right))?))
    }
}

impl Operator for Contraction {
    fn name(&self) -> &'static str {
        "contract"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [left, right] = node.operands(self.name())?;
        Ok(alloc::vec![self.ty(self.name(), left, right)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("contract")?;
        if self.absolute {
            text.word(" absolute")?;
        }
        if !self.batch.is_empty() {
            text.word(format_args!(" batch {}", Pairs(&self.batch)))?;
        }
        text.plain(format_args!(" over {}", Pairs(&self.contracted)))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "contract" {
            return Ok(None);
        }
        let absolute = text.line.keyword("absolute");
        let batch = match text.line.keyword("batch") {
            true => text.line.list(Pairs::parse_one)?,
            false => Vec::new(),
        };
        text.line.expect_keyword("over")?;
        let contraction = Self {
            batch,
            contracted: text.line.list(Pairs::parse_one)?,
            absolute,
        };
        let contraction = text.list(contraction.to_list());
        text.plain(Op::Contract(contraction))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    /// The sum of the contractions in which one operand is replaced by its tangent.
    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let builder = node.builder();
        let mut terms = Vec::with_capacity(2);
        if let Some(t) = node.tangent(0) {
            let absolute = self.absolute || t.masked;
            let spec = Self {
                absolute,
                ..self.clone()
            };
            let wire = builder.contract(t.wire, node.operand(1), &spec)?;
            terms.push(Sensitivity::marked(wire, absolute));
        }
        if let Some(t) = node.tangent(1) {
            let left = node.operand(0);
            // The operand whose zeros win stands on the left.
            let wire = match t.masked && !self.absolute {
                true => exchanged(t.wire, left, self)?,
                false => builder.contract(left, t.wire, self)?,
            };
            terms.push(Sensitivity::marked(wire, t.masked || self.absolute));
        }
        Ok(Tangents::Tensor(
            terms.into_iter().reduce(Sensitivity::plus),
        ))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, g) = (node.builder(), node.adjoint()?);
        // As of scalars: the derivatives of an absolute product are exact zeros where it is.
        let masked = g.masked || self.absolute;
        let g = Sensitivity { masked, ..g };
        let wires = [node.operand(0), node.operand(1)];
        let same = node.argument(0) == node.argument(1);
        if same && self.is_square(node.ty(0).shape.rank()) {
            let doubled = g.map(|g| g * 2.0);
            node.add(0, contraction::left(builder, wires, self, doubled)?);
            return Ok(());
        }
        if node.is_active(0) {
            node.add(0, contraction::left(builder, wires, self, g)?);
        }
        if node.is_active(1) {
            node.add(1, contraction::right(builder, wires, self, g)?);
        }
        Ok(())
    }

    fn reads(&self, moves: &dyn Fn(usize) -> bool) -> Reads {
        Reads::of_product(moves)
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Contraction(self.clone())
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let [left, right] = [0, 1].map(|i| &graph.ty(graph.arguments(id)[i]).shape);
        let size = graph.ty(id).shape.count().estimate();
        let terms = self.count(left).estimate();
        let [left, right] = [left, right].map(|shape| shape.count().estimate());
        Cost::Own(Own {
            time: (size as u64).saturating_mul((terms as u64).saturating_mul(2)),
            largest: size.max(left).max(right),
            statements: size.saturating_mul(terms).saturating_mul(2),
        })
    }

    fn role(&self) -> Role {
        Role::Contraction
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The absolute contraction of `left` and `right` with the right one's zeros winning.
fn exchanged<'b>(right: Wire<'b>, left: Wire<'b>, spec: &Contraction) -> Result<Wire<'b>> {
    let exchange = |pairs: &[(usize, usize)]| pairs.iter().map(|&(l, r)| (r, l)).collect();
    let exchanged = Contraction {
        batch: exchange(&spec.batch),
        contracted: exchange(&spec.contracted),
        absolute: true,
    };
    let product = right.builder().contract(right, left, &exchanged)?;
    let batch = spec.batch.len();
    let from_right = spec.right_free(right.ty()?.shape.rank()).len();
    let rank = product.ty()?.shape.rank();
    let order = (0..batch)
        .chain(batch + from_right..rank)
        .chain(batch..batch + from_right);
    let order: Vec<usize> = order.collect();
    right.builder().transpose(product, &order)
}

/// Pairs of axes in the textual form: `[0:1, 2:2]`.
struct Pairs<'p>(&'p [(usize, usize)]);

impl fmt::Display for Pairs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, (left, right)) in self.0.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{left}:{right}")?;
        }
        f.write_str("]")
    }
}

impl Pairs<'_> {
    fn parse_one(line: &mut Cursor<'_>) -> Result<(usize, usize)> {
        let left = line.small("an axis of the left operand")?;
        line.expect(b':')?;
        Ok((left, line.small("an axis of the right operand")?))
    }
}
