//! Sums, reductions, composites and linear algebra.

use super::tensor::{Dtype, Tensor};
use super::walk::NodeContext;
use super::words::SUM;
use super::{Flavour, Writer};
use crate::Error;
use crate::nnvm::operators::shown;
use crate::refusal::{impossible, unwritten};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::Type;
use graph_ir::algebra::Bodies;
use graph_ir::composite::Composite;
use graph_ir::ops::{CompositeOver, OpView, Reduction, STRAIGHT_SORT};

impl Writer {
    /// The n-ary sum.
    pub(super) fn sum(&mut self, terms: &[Tensor], at: NodeContext<'_>) -> Result<Tensor, Error> {
        match terms {
            [] => {
                let dtype = Dtype::of(at.graph.ty(at.id).element);
                Ok(Tensor::number(0.0, &at.extents(), dtype))
            }
            [only] => Ok(only.clone()),
            terms => {
                let terms = self.draft.alike(terms)?;
                let attributes = [("num_args", terms.len().to_string())];
                let terms: Vec<&Tensor> = terms.iter().collect();
                self.draft.apply(self.draft.word(SUM), &terms, &attributes)
            }
        }
    }

    /// A reduction of a value over ascending axes.
    pub(super) fn reduce(
        &mut self,
        reduction: Reduction,
        x: &Tensor,
        axes: &[usize],
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let to = at.extents();
        if x.is_empty() {
            let value = reduction.neutral().unwrap_or(0.0);
            return Ok(Tensor::number(value, &to, x.dtype));
        }
        if !reduction.yields_position() {
            return self.draft.apply(reduction.name(), &[x], &over(x, axes));
        }
        if axes.is_empty() {
            return Ok(Tensor::number(0.0, &to, Dtype::Float64));
        }
        let place = match axes {
            &[axis] if x.extents.len() > 1 => {
                let attributes = [("axis", axis.to_string())];
                self.draft.apply(reduction.name(), &[x], &attributes)?
            }
            // Without an axis the position is that in the flattened tensor.
            axes if axes.len() == x.extents.len() => {
                self.draft.apply(reduction.name(), &[x], &[])?
            }
            axes => {
                let merged = self.merged(x, axes)?;
                let last = merged.extents.len() - 1;
                let attributes = [("axis", last.to_string())];
                self.draft
                    .apply(reduction.name(), &[&merged], &attributes)?
            }
        };
        // MXNet gives the place in the type of the numbers.
        let dtype = match self.draft.flavour() {
            Flavour::Mxnet => place.dtype,
            Flavour::Nnvm => Dtype::Int32,
        };
        self.draft.cast(&Tensor { dtype, ..place }, Dtype::Float64)
    }

    /// The value with these axes, but not all, made one at the end.
    fn merged(&mut self, x: &Tensor, axes: &[usize]) -> Result<Tensor, Error> {
        let kept = (0..x.extents.len()).filter(|axis| !axes.contains(axis));
        let mut order: Vec<usize> = kept.collect();
        let mut to: Vec<usize> = order.iter().map(|&axis| x.extents[axis]).collect();
        to.push(axes.iter().map(|&axis| x.extents[axis]).product());
        order.extend(axes);
        let moved = self.draft.transpose(x, &order)?;
        self.draft.reshape(&moved, &to)
    }

    /// A composite under its name where the format has one for these axes, else its body.
    pub(super) fn composite(
        &mut self,
        composite: Composite,
        x: &Tensor,
        axes: &[usize],
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        if !x.is_empty()
            && let Some(attributes) = self.composed(composite, x, axes)
        {
            return self.draft.apply(composite.name(), &[x], &attributes);
        }
        let own = CompositeOver {
            composite,
            axes: axes.to_vec(),
        };
        self.expansion(&OpView::Composite(own), core::slice::from_ref(x), at)
    }

    /// Elements, or positions, in ascending order.
    pub(super) fn sort(
        &mut self,
        view: &OpView,
        x: &Tensor,
        axis: usize,
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let is_position = matches!(view, OpView::ArgSort(_));
        match self.draft.flavour() {
            Flavour::Nnvm if x.extents[axis] > STRAIGHT_SORT => {
                let why = "the format has no operator that sorts, and choices sort up to 16";
                Err(unwritten("an order of so many numbers", why))
            }
            Flavour::Nnvm => {
                self.expansion_with(view, Bodies::straight(), core::slice::from_ref(x), at)
            }
            Flavour::Mxnet => {
                let mut attributes = vec![("axis", axis.to_string())];
                if !is_position {
                    return self.draft.apply("sort", &[x], &attributes);
                }
                // Without saying positions are single precision numbers.
                if x.dtype != Dtype::Float32 {
                    attributes.push(("dtype", x.dtype.name().to_string()));
                }
                let places = self.draft.apply("argsort", &[x], &attributes)?;
                self.draft.cast(&places, Dtype::Float64)
            }
        }
    }

    /// An operator that is said in terms of others.
    pub(super) fn expansion(
        &mut self,
        view: &OpView,
        operands: &[Tensor],
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        self.expansion_with(view, Bodies::differentiable(), operands, at)
    }

    fn expansion_with(
        &mut self,
        view: &OpView,
        bodies: Bodies,
        operands: &[Tensor],
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let types: Vec<&Type> = (0..operands.len()).map(|operand| at.ty(operand)).collect();
        let body = view.body(&types, bodies).map_err(impossible)?;
        let results = self.function(&body, operands).map_err(Error::outside)?;
        Ok(results[0].clone())
    }

    /// The attributes of the operator of a composite's name, if it takes these axes.
    fn composed(&self, composite: Composite, x: &Tensor, axes: &[usize]) -> Option<Attributes> {
        let mxnet = self.draft.flavour() == Flavour::Mxnet;
        let rank = x.extents.len();
        match (composite, axes) {
            (Composite::Softmax, &[axis]) => Some(vec![("axis", axis.to_string())]),
            // NNVM's kernel is for the last axis.
            (Composite::LogSoftmax, &[axis]) if mxnet || axis + 1 == rank => {
                Some(vec![("axis", axis.to_string())])
            }
            (Composite::Mean, [_, ..]) => Some(over(x, axes)),
            // MXNet takes norms over one axis, over two, or over all.
            (Composite::Norm, [_, ..]) if mxnet && (axes.len() <= 2 || axes.len() == rank) => {
                Some(over(x, axes))
            }
            _ => None,
        }
    }
}

type Attributes = Vec<(&'static str, String)>;

/// The attribute that names the axes of a reduction; without one it is over all.
fn over(x: &Tensor, axes: &[usize]) -> Attributes {
    match axes.len() == x.extents.len() {
        true => Vec::new(),
        false => vec![("axis", shown(axes))],
    }
}
