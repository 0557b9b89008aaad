//! Reductions and composites along axes, and products of tensors.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::ops::{Contraction, Op, OpView};

use super::body::{Body, Scope};
use super::text::{Text, axes, call, extents};
use super::view::reshaped;
use crate::Error;

impl Body<'_> {
    /// An order of this name along an axis.
    pub(super) fn sort(
        &self,
        scope: &Scope<'_>,
        id: NodeId,
        name: &str,
        axis: usize,
    ) -> Result<Text, Error> {
        let mut arguments = vec![self.argument(scope, id, 0)?];
        // Without an axis the language sorts along the last one.
        if axis + 1 < scope.graph.ty(id).shape.rank() {
            arguments.push(Text::atom(format!("axis = {axis}")));
        }
        Ok(call(name, &arguments))
    }

    /// A reduction or composite of this name along axes.
    pub(super) fn reduction(
        &self,
        scope: &Scope<'_>,
        id: NodeId,
        name: &str,
        along: &[usize],
    ) -> Result<Text, Error> {
        let graph = scope.graph;
        let operand = self.argument(scope, id, 0)?;
        let before = graph.ty(graph.arguments(id)[0]).shape.extents();
        let after = graph.ty(id).shape.extents();
        if along.is_empty() && !before.is_empty() {
            // Without axes the language reduces all: an axis of one position is none.
            let with_one: Vec<usize> = before.iter().copied().chain([1]).collect();
            let operand = reshaped(&operand, &before, &with_one);
            let axis = Text::atom(format!("axis = {}", before.len()));
            let value = call(name, &[operand, axis]);
            return Ok(
                match matches!(graph.op(id), Op::Composite(c, _) if !c.drops_axes()) {
                    true => reshaped(&value, &with_one, &after),
                    false => value,
                },
            );
        }
        let mut arguments = vec![operand];
        if along.len() < before.len() {
            arguments.push(Text::atom(format!("axis = {}", axes(along))));
        }
        Ok(call(name, &arguments))
    }

    pub(super) fn product(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        let OpView::Contract(contraction) = graph.view(id) else {
            return self.argument(scope, id, 0);
        };
        let operands = [0, 1].map(|side| {
            let shape = graph.ty(graph.arguments(id)[side]).shape.extents();
            self.argument(scope, id, side)
                .map(|text| Side { text, shape })
        });
        let [left, right] = operands;
        let (left, right) = (left?, right?);
        let after = graph.ty(id).shape.extents();
        if contraction.absolute {
            return Ok(absolute(left, right, &contraction, &after));
        }
        if let Some(text) = plain(&left, &right, &contraction) {
            return Ok(text);
        }
        Ok(stacked(left, right, &contraction, &after))
    }
}

/// An operand of a product.
struct Side {
    text: Text,
    shape: Vec<usize>,
}

impl Side {
    fn transposed(self, order: &[usize]) -> Self {
        if order.iter().copied().eq(0..order.len()) {
            return self;
        }
        let mut arguments = vec![self.text];
        if !order.iter().copied().eq((0..order.len()).rev()) {
            arguments.push(Text::atom(format!("axis = {}", axes(order))));
        }
        Self {
            text: call("transpose", &arguments),
            shape: order.iter().map(|&axis| self.shape[axis]).collect(),
        }
    }

    fn reshaped(self, shape: &[usize]) -> Self {
        Self {
            text: reshaped(&self.text, &self.shape, shape),
            shape: shape.to_vec(),
        }
    }

    /// The value repeated along the other axes of a shape.
    fn repeated(self, shape: &[usize], along: &[usize]) -> Text {
        if self.shape == shape {
            return self.text;
        }
        let mut arguments = vec![self.text, Text::atom(extents(shape))];
        if !along.is_empty() {
            arguments.push(Text::atom(format!("axis = {}", axes(along))));
        }
        call("broadcast", &arguments)
    }
}

/// Products that the language has a word for.
fn plain(left: &Side, right: &Side, contraction: &Contraction) -> Option<Text> {
    let (l, r) = (left.shape.len(), right.shape.len());
    let (left, right) = (&left.text, &right.text);
    let of = |name, left: &Text, right: &Text| Some(call(name, &[left.clone(), right.clone()]));
    let turned = |text: &Text| call("transpose", core::slice::from_ref(text));
    match (&contraction.batch[..], &contraction.contracted[..]) {
        ([], []) => of("outer", left, right),
        ([], &[(0, 0)]) if l == 1 && r == 1 => of("dot", left, right),
        ([], &[(a, 0)]) if l <= 2 && r <= 2 && a + 1 == l => of("matmul", left, right),
        ([], &[(0, 0)]) if l == 2 && r <= 2 => of("matmul", &turned(left), right),
        ([], &[(a, 1)]) if l <= 2 && r == 2 && a + 1 == l => of("matmul", left, &turned(right)),
        ([], &[(0, 1)]) if l == 2 && r == 2 => of("matmul", &turned(left), &turned(right)),
        (batch, &[(a, b)]) if l == r && l > 2 && a + 1 == l && b + 2 == r => {
            let leading = (0..l - 2).map(|axis| (axis, axis));
            let fits = batch.iter().copied().eq(leading);
            fits.then(|| call("matmul", &[left.clone(), right.clone()]))
        }
        _ => None,
    }
}

/// A product of stacks of matrices, of operands whose axes are brought together.
fn stacked(left: Side, right: Side, contraction: &Contraction, after: &[usize]) -> Text {
    let free = [
        contraction.left_free(left.shape.len()),
        contraction.right_free(right.shape.len()),
    ];
    let size = |side: &Side, axes: &[usize]| -> usize {
        axes.iter().map(|&axis| side.shape[axis]).product()
    };
    let (batch_left, batch_right): (Vec<_>, Vec<_>) = contraction.batch.iter().copied().unzip();
    let (terms_left, terms_right): (Vec<_>, Vec<_>) =
        contraction.contracted.iter().copied().unzip();
    let (stacks, terms) = (size(&left, &batch_left), size(&left, &terms_left));
    let (rows, columns) = (size(&left, &free[0]), size(&right, &free[1]));
    let left = left.transposed(&[&batch_left[..], &free[0], &terms_left].concat());
    let right = right.transposed(&[&batch_right[..], &terms_right, &free[1]].concat());
    let shape = |matrix: [usize; 2]| match contraction.batch.is_empty() {
        true => matrix.to_vec(),
        false => vec![stacks, matrix[0], matrix[1]],
    };
    let left = left.reshaped(&shape([rows, terms]));
    let right = right.reshaped(&shape([terms, columns]));
    let product = call("matmul", &[left.text, right.text]);
    reshaped(&product, &shape([rows, columns]), after)
}

/// Products in which zeros of the left operand win, summed up.
fn absolute(left: Side, right: Side, contraction: &Contraction, after: &[usize]) -> Text {
    let free = [
        contraction.left_free(left.shape.len()),
        contraction.right_free(right.shape.len()),
    ];
    let terms = contraction.contracted.iter();
    let terms: Vec<usize> = terms.map(|&(axis, _)| left.shape[axis]).collect();
    let whole: Vec<usize> = after.iter().chain(&terms).copied().collect();
    // Axes of the result, then those summed over, in terms of each operand's own.
    let along = |side: usize| {
        let pick = |&(l, r): &(usize, usize)| if side == 0 { l } else { r };
        let batch = contraction.batch.iter().map(pick).enumerate();
        let first = contraction.batch.len() + side * free[0].len();
        let own = free[side].iter().enumerate();
        let own = own.map(|(position, &axis)| (first + position, axis));
        let summed = contraction.contracted.iter().map(pick).enumerate();
        let summed = summed.map(|(position, axis)| (after.len() + position, axis));
        batch.chain(own).chain(summed).collect::<Vec<_>>()
    };
    let spread = |side: Side, number: usize| {
        let (along, order): (Vec<usize>, Vec<usize>) = along(number).into_iter().unzip();
        side.transposed(&order).repeated(&whole, &along)
    };
    let product = call("azmul", &[spread(left, 0), spread(right, 1)]);
    let summed: Vec<usize> = (after.len()..whole.len()).collect();
    match summed.is_empty() {
        true => product,
        false => call(
            "sum",
            &[product, Text::atom(format!("axis = {}", axes(&summed)))],
        ),
    }
}
