//! Products of matrices: which contractions become a call of the kernel.
//!
//! A contraction is a product of matrices where neighbouring results (along the last axis of the
//! result, as a rule) differ in the free axes of one operand alone: that operand is the right
//! one, whose columns lie in lanes. One axis of each kind becomes the rows, the columns and the
//! terms of the kernel; the axes that are left over become loops around it. Axes that run through
//! memory together count as one. Where only the right operand's do not, as those of windows in a
//! convolution, the kernel can copy its columns from wherever they lie, which pays where they are
//! multiplied with several rows and the loops would run around small products.
//!
//! Loops remain for sums in lanes (dot products, matrices times vectors), whose terms are
//! neighbours and not their results; for operands that are computed in the loops that read them;
//! and for products so small that a call would cost more than it saves.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::NodeId;
use graph_ir::intern::signed;
use graph_ir::ops::Contraction;
use graph_ir::ops::Reduction;
use graph_ir::types::Shape;
use graph_math::order::Order;

use super::Lowering;
use super::contraction::ContractionAxes;
use super::value::NodeValue;
use super::view::{View, strides};
use crate::{Atom, Matrix, Product, Statement};

/// The fewest columns that are worth a call: half the lanes of a vector.
const COLUMNS_FROM: usize = 4;

/// The fewest rows that are worth copying columns for.
const ROWS_FROM: usize = 6;

/// With as many terms, or columns, or more, loops around products are as good.
const LOOPS_FROM: usize = 64;

/// The fewest multiplications that are worth a call.
const TERMS_FROM: usize = 128;

/// The places of a contraction, as positions in an axis's strides.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const RESULT: usize = 2;

/// An axis of a contraction: how many positions it has, and how far a step along it goes in each
/// of the three places.
#[derive(Clone, Copy, Debug)]
struct Axis {
    extent: usize,
    strides: [i64; 3],
}

/// The axes of a call of the kernel, and of the loops around it.
struct Calls {
    /// The right operand is the contraction's left one.
    swapped: bool,
    rows: Axis,
    columns: Axis,
    terms: Axis,
    /// Around the calls, outermost first.
    around: Vec<Axis>,
    /// Further terms of the same sums, outside of those of a call.
    earlier: Vec<Axis>,
    /// The axes that make up the terms and the columns, outermost first, without the outermost.
    inner: [Vec<Axis>; 2],
}

impl Lowering<'_> {
    /// A contraction by calls of the kernel, if that is the way.
    pub(super) fn matrix_product(&mut self, id: NodeId, spec: &Contraction) -> Option<NodeValue> {
        let graph = self.graph;
        let operands = [0, 1].map(|i| graph.arguments(id)[i]);
        let shapes = operands.map(|a| &graph.ty(a).shape);
        let stored = |id: NodeId| match self.values[id.index()] {
            NodeValue::Stored(_) | NodeValue::Elements(_) => true,
            NodeValue::Pending | NodeValue::Uniform(_) | NodeValue::Tuple(_) => false,
        };
        if self.settings.scalars
            || spec.order(shapes[0], shapes[1]) == Order::Lanes
            || !operands.into_iter().all(stored)
        {
            return None;
        }
        let [left, right] = operands.map(|operand| self.stored(operand));
        let target = self.targets.get(&(id, 0)).cloned();
        // A buffer that is stored to cannot be read: then the result goes elsewhere first.
        let target = target.filter(|t| t.buffer != left.buffer && t.buffer != right.buffer);
        let result = match &target {
            Some(target) => target.strides.clone(),
            None => strides(&graph.ty(id).shape.extents()),
        };
        let calls = Calls::new(spec, shapes, [&left.strides, &right.strides, &result])?;
        let target = match target {
            Some(_) => self.target(id, 0),
            None => self.code.local(graph.ty(id)),
        };
        if !calls.earlier.is_empty() {
            let first = Reduction::Sum.traceless(graph.ty(id).element);
            self.fill(id, Atom::Literal(first), &target);
        }
        self.calls(&calls, [&left, &right, &target], spec.absolute);
        Some(NodeValue::stored(target))
    }

    fn calls(&mut self, calls: &Calls, views: [&View; 3], absolute: bool) {
        let loops = || calls.around.iter().chain(&calls.earlier);
        let extents: Vec<usize> = loops().map(|axis| axis.extent).collect();
        let (nest, points) = self.code.begin_nest(&extents);
        let matrix = |place: usize, [down, along]: [&Axis; 2]| {
            let mut base = views[place].base.clone();
            for (axis, point) in loops().zip(&points) {
                base.add(point, axis.strides[place]);
            }
            Matrix {
                buffer: views[place].buffer,
                base,
                strides: [down.strides[place], along.strides[place]],
            }
        };
        let (left, right) = if calls.swapped {
            (RIGHT, LEFT)
        } else {
            (LEFT, RIGHT)
        };
        // Where several axes count as one, it steps as the innermost of them does.
        let innermost = |axis, inner| <[Axis]>::last(inner).unwrap_or(axis);
        let [terms, columns] = &calls.inner;
        let product = Product {
            extents: calls.extents(),
            left: matrix(left, [&calls.rows, innermost(&calls.terms, terms)]),
            right: matrix(right, [&calls.terms, &calls.columns]),
            inner: calls.inner.each_ref().map(|axes| {
                let axes = axes.iter();
                axes.map(|axis| (axis.extent, axis.strides[right]))
                    .collect()
            }),
            result: matrix(RESULT, [&calls.rows, innermost(&calls.columns, columns)]),
            accumulate: !calls.earlier.is_empty(),
            // In an absolute contraction a zero of its left operand wins.
            zeros_win: [absolute && !calls.swapped, absolute && calls.swapped],
            contract: false,
        };
        self.code.push(Statement::Product(Box::new(product)));
        self.code.end_nest(nest);
    }
}

impl Calls {
    /// The calls for a contraction of places with these strides, if they are worth it.
    fn new(spec: &Contraction, shapes: [&Shape; 2], strides: [&[i64]; 3]) -> Option<Self> {
        let [batch, mut rows, mut columns, mut terms] = axes(spec, shapes, strides);
        let side_by_side = |axes: &[Axis]| axes.iter().position(|axis| axis.strides[RESULT] == 1);
        let (swapped, position) = match (side_by_side(&columns), side_by_side(&rows)) {
            (Some(position), _) => (false, position),
            (None, Some(position)) => (true, position),
            (None, None) => return None,
        };
        if swapped {
            core::mem::swap(&mut rows, &mut columns);
        }
        let one = Axis {
            extent: 1,
            strides: [0; 3],
        };
        let (left, right) = if swapped {
            (RIGHT, LEFT)
        } else {
            (LEFT, RIGHT)
        };
        let columns_around = columns.split_off(position + 1);
        let kernel_rows = rows.pop().unwrap_or(one);
        let short = |axes: &[Axis]| axes.len() > 1 && axes[axes.len() - 1].extent < LOOPS_FROM;
        let copied = kernel_rows.extent >= ROWS_FROM && (short(&columns) || short(&terms));
        let together = |axes: &mut Vec<Axis>, place: usize| {
            let count = if copied { evenly(axes, place) } else { 1 };
            let mut inner = axes.split_off(axes.len().saturating_sub(count));
            let outermost = inner.drain(..inner.len().min(1)).next().unwrap_or(one);
            (outermost, inner)
        };
        let (kernel_columns, inner_columns) = together(&mut columns, RESULT);
        let (kernel_terms, inner_terms) = together(&mut terms, left);
        let calls = Self {
            swapped,
            rows: kernel_rows,
            columns: kernel_columns,
            terms: kernel_terms,
            around: [batch, rows, columns, columns_around].concat(),
            earlier: terms,
            inner: [inner_terms, inner_columns],
        };
        let extents = calls.extents();
        // A single row reads each element of the right operand once: nothing would be gained by
        // first laying it out in another way.
        let lies_well = kernel_rows.extent > 1 || kernel_columns.strides[right] == 1;
        let worth_it =
            extents[1] >= COLUMNS_FROM && extents.iter().product::<usize>() >= TERMS_FROM;
        (lies_well && worth_it).then_some(calls)
    }

    /// The numbers of rows, columns and terms of a call.
    fn extents(&self) -> [usize; 3] {
        let all = |outermost: &Axis, inner: &[Axis]| {
            let inner = inner.iter().map(|axis| axis.extent);
            outermost.extent * inner.product::<usize>()
        };
        let [terms, columns] = &self.inner;
        [
            self.rows.extent,
            all(&self.columns, columns),
            all(&self.terms, terms),
        ]
    }
}

/// How many of the last axes run through a place evenly, as one.
fn evenly(axes: &[Axis], place: usize) -> usize {
    let even = |pair: &[Axis]| {
        let (outer, inner) = (&pair[0], &pair[1]);
        outer.strides[place] == inner.strides[place] * signed(inner.extent)
    };
    let pairs = axes.windows(2).rev().take_while(|pair| even(pair));
    pairs.count() + 1
}

/// The axes of a contraction by their roles: batch, rows (free on the left), columns (free on
/// the right) and terms. Axes that run through all places together are one; none has extent 1.
fn axes(spec: &Contraction, shapes: [&Shape; 2], strides: [&[i64]; 3]) -> [Vec<Axis>; 4] {
    let [left, right] = shapes;
    let of = ContractionAxes::new(spec, left.rank(), right.rank());
    let extents = of.extents(left, right);
    let mut all: Vec<Axis> = extents
        .into_iter()
        .map(|extent| Axis {
            extent,
            strides: [0; 3],
        })
        .collect();
    let result: Vec<usize> = (0..strides[RESULT].len()).collect();
    for (place, axes) in [&of.left, &of.right, &result].into_iter().enumerate() {
        for (&axis, &stride) in axes.iter().zip(strides[place]) {
            all[axis].strides[place] = stride;
        }
    }
    let terms = all.split_off(result.len());
    let columns = all.split_off(all.len() - of.right_free.len());
    let rows = all.split_off(all.len() - of.left_free.len());
    [all, rows, columns, terms].map(|axes| merged(&axes))
}

/// Axes, outermost first, as few as can be.
fn merged(axes: &[Axis]) -> Vec<Axis> {
    let mut merged: Vec<Axis> = Vec::new();
    for &axis in axes.iter().filter(|axis| axis.extent != 1) {
        let length = signed(axis.extent);
        match merged.last_mut() {
            Some(outer) if outer.strides == axis.strides.map(|stride| stride * length) => {
                *outer = Axis {
                    extent: outer.extent * axis.extent,
                    ..axis
                };
            }
            _ => merged.push(axis),
        }
    }
    merged
}
