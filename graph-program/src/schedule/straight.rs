//! Straight-line code for small nodes: one statement for each element.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, Literal, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Contraction, Op, Reduction, ScalarOp};
use graph_ir::types::{Element, Shape};
use graph_math::order::Order;

use super::Lowering;
use super::value::NodeValue;
use super::view;
use crate::{Atom, BufferId, Condition, Expression};

impl Lowering<'_> {
    pub(super) fn small_elementwise(&mut self, id: NodeId) -> NodeValue {
        match self.graph.ty(id).shape.size() {
            1 => NodeValue::Uniform(self.small_element(id, 0)),
            size => NodeValue::Elements((0..size).map(|i| self.small_element(id, i)).collect()),
        }
    }

    /// One element of a small elementwise node.
    fn small_element(&mut self, id: NodeId, position: usize) -> Atom {
        let (graph, op) = (self.graph, self.graph.op(id));
        if let (Op::Scalar(op), &[first, ref rest @ ..]) = (op, graph.arguments(id)) {
            let mut atoms = [self.element(first, position); 3];
            for (atom, &argument) in atoms[1..].iter_mut().zip(rest) {
                *atom = self.element(argument, position);
            }
            return self.scalar(id, op, atoms);
        }
        let mut operands = core::mem::take(&mut self.operands);
        operands.clear();
        for &argument in graph.arguments(id) {
            operands.push(self.element(argument, position));
        }
        let element = self.apply(id, &operands);
        self.operands = operands;
        element
    }

    /// One element of an elementwise node, given its operands'.
    pub(super) fn apply(&mut self, id: NodeId, operands: &[Atom]) -> Atom {
        let element = self.graph.ty(id).element;
        if let Op::Scalar(op) = self.graph.op(id) {
            let mut atoms = [operands[0]; 3];
            atoms[..operands.len()].copy_from_slice(operands);
            return self.scalar(id, op, atoms);
        }
        match (self.graph.op(id) == Op::Cast, operands) {
            (true, &[x]) => self.code.compute(element, Expression::Cast(x)),
            (_, &[condition, a, b]) if self.graph.op(id) == Op::Select => {
                let value = Expression::Select([condition, a, b]);
                self.code.compute(element, value)
            }
            (_, []) => Atom::Literal(Literal::from_f64(element, 0.0)),
            (_, &[first, ref rest @ ..]) => rest.iter().fold(first, |sum, &term| {
                self.code.scalar(ScalarOp::Add, element, &[sum, term])
            }),
        }
    }

    /// One element of a scalar operator, which divides integers only by what has been checked.
    fn scalar(&mut self, id: NodeId, op: ScalarOp, mut operands: [Atom; 3]) -> Atom {
        let element = self.graph.ty(id).element;
        if op.divides() && element == Element::I64 {
            let divisor = &mut operands[op.arity() - 1];
            let site = self.graph.node(id).site;
            *divisor = self.code.checked(*divisor, Condition::NotZero, site);
        }
        self.code.compute(element, Expression::Scalar(op, operands))
    }

    /// A reduction whose operand is small.
    pub(super) fn small_reduce(
        &mut self,
        id: NodeId,
        reduction: Reduction,
        axes: &[usize],
    ) -> NodeValue {
        let operand = self.graph.arguments(id)[0];
        let shape = &self.graph.ty(operand).shape;
        let rank = shape.rank();
        let strides = view::strides(&shape.extents());
        let split = |keep: bool| {
            let chosen = (0..rank).filter(|axis| axes.contains(axis) != keep);
            let chosen: Vec<usize> = chosen.collect();
            let extents: Vec<usize> = chosen.iter().map(|&axis| shape.extent(axis)).collect();
            let strides: Vec<i64> = chosen.iter().map(|&axis| strides[axis]).collect();
            positions(&extents, &strides, 0)
        };
        let (starts, terms) = (split(true), split(false));
        let order = Order::of(terms.len(), rank > 0 && axes.contains(&(rank - 1)));
        let elements = starts.into_iter().map(|start| {
            let terms = terms.iter().map(|term| self.element(operand, start + term));
            let terms: Vec<Atom> = terms.collect();
            if reduction.yields_position() {
                return self.small_extremum(reduction, &terms);
            }
            self.combine_all(id, reduction, order, &terms)
        });
        NodeValue::from_elements(elements.collect())
    }

    /// Terms combined in their order.
    fn combine_all(
        &mut self,
        id: NodeId,
        reduction: Reduction,
        order: Order,
        terms: &[Atom],
    ) -> Atom {
        let element = self.graph.ty(id).element;
        let this = core::cell::RefCell::new(self);
        let combined = order.combine(
            terms.len(),
            |i| terms[i],
            |a, b| this.borrow_mut().combine(reduction, element, a, b),
        );
        combined.unwrap_or_else(|| {
            let neutral = reduction.neutral().unwrap_or(0.0);
            Atom::Literal(Literal::from_f64(element, neutral))
        })
    }

    /// Two terms of a reduction combined; integers by their order where floats use an operator.
    pub(super) fn combine(
        &mut self,
        reduction: Reduction,
        element: Element,
        a: Atom,
        b: Atom,
    ) -> Atom {
        let comparison = match (element, reduction) {
            (Element::I64, Reduction::Max) => ScalarOp::GreaterEqual,
            (Element::I64, Reduction::Min) => ScalarOp::LessEqual,
            _ => {
                let op = reduction.combination().unwrap_or(ScalarOp::Add);
                return self.code.scalar(op, element, &[a, b]);
            }
        };
        let first = self.code.scalar(comparison, Element::Bool, &[a, b]);
        self.code
            .compute(element, Expression::Select([first, a, b]))
    }

    /// A contraction whose operands and result are small.
    pub(super) fn small_contract(&mut self, id: NodeId, spec: &Contraction) -> NodeValue {
        let graph = self.graph;
        let [left, right] = [0, 1].map(|i| graph.arguments(id)[i]);
        let [left_shape, right_shape] = [left, right].map(|a| &graph.ty(a).shape);
        let places = |shape: &Shape, axes: &[usize]| {
            let strides = view::strides(&shape.extents());
            let extents: Vec<usize> = axes.iter().map(|&axis| shape.extent(axis)).collect();
            let strides: Vec<i64> = axes.iter().map(|&axis| strides[axis]).collect();
            positions(&extents, &strides, 0)
        };
        let (left_free, right_free) = (
            spec.left_free(left_shape.rank()),
            spec.right_free(right_shape.rank()),
        );
        let side = |pairs: &[(usize, usize)], left: bool| -> Vec<usize> {
            let axes = pairs.iter().map(|&(l, r)| if left { l } else { r });
            axes.collect()
        };
        let batches = places(left_shape, &side(&spec.batch, true)).into_iter();
        let batches = batches.zip(places(right_shape, &side(&spec.batch, false)));
        let rows = places(left_shape, &left_free);
        let columns = places(right_shape, &right_free);
        let terms = places(left_shape, &side(&spec.contracted, true)).into_iter();
        let terms = terms.zip(places(right_shape, &side(&spec.contracted, false)));
        let terms: Vec<(usize, usize)> = terms.collect();
        let order = spec.order(left_shape, right_shape);
        let (a, b) = (self.elements(left), self.elements(right));
        let element = graph.ty(id).element;
        let mut elements = Vec::with_capacity(graph.ty(id).shape.size());
        for (left_start, right_start) in batches {
            for row in &rows {
                for column in &columns {
                    let products = terms.iter().map(|&(l, r)| {
                        let factors = [a[left_start + row + l], b[right_start + column + r]];
                        self.code.scalar(product(spec), element, &factors)
                    });
                    let products: Vec<Atom> = products.collect();
                    elements.push(self.combine_all(id, Reduction::Sum, order, &products));
                }
            }
        }
        NodeValue::from_elements(elements)
    }
}

/// The operator that multiplies the factors of a contraction.
pub(super) fn product(spec: &Contraction) -> ScalarOp {
    if spec.absolute {
        ScalarOp::Azmul
    } else {
        ScalarOp::Mul
    }
}

/// The elements of a small view of small elements.
pub(super) fn permuted(
    graph: &Graph,
    id: NodeId,
    from: &Shape,
    to: &Shape,
    elements: &[Atom],
) -> Vec<Atom> {
    let view = view::View::contiguous(BufferId(0), from);
    let Some(view) = view.seen_through(&graph.view(id), to) else {
        return elements.to_vec();
    };
    let places = positions(&to.extents(), &view.strides, view.base.offset);
    places.into_iter().map(|place| elements[place]).collect()
}

/// The places of a strided tensor's elements, in row-major order.
pub(super) fn positions(extents: &[usize], strides: &[i64], start: i64) -> Vec<usize> {
    if extents.contains(&0) {
        return Vec::new();
    }
    let mut places = alloc::vec![start];
    for (&extent, &stride) in extents.iter().zip(strides) {
        let outer = places.into_iter();
        let inner = |place: i64| (0..extent).map(move |i| place + signed(i) * stride);
        places = outer.flat_map(inner).collect();
    }
    let places = places.into_iter();
    places.map(|p| usize::try_from(p).unwrap_or(0)).collect()
}
