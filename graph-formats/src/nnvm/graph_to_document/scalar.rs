//! Scalar operators and conversions: an operator of the format, or what the operator's row of the
//! table says in terms of others.

use super::draft::number_text;
use super::special::is_single;
use super::tensor::{Dtype, Tensor};
use super::walk::NodeContext;
use super::{Flavour, Writer, is_variable_of_integers};
use crate::Error;
use crate::nnvm::operators::{broadcasting, of_number, with_number};
use crate::refusal::{impossible, unwritten};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::slice;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Builder, Element, Graph, Type, Wire};

/// The bodies of operators that the format lacks, over operands of one type.
pub(super) type Bodies = BTreeMap<(&'static str, Option<i32>, Element, Vec<usize>), Rc<Graph>>;

impl Writer {
    pub(super) fn scalar(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let ty = at.ty(0);
        let value = self.elementwise(op, operands, ty);
        // An operator within the body of one that the program lacks is not the graph's.
        let value = value.map_err(|error| match error {
            Error::Unrepresentable { why, .. } => unwritten(op.name(), why),
            error => error,
        })?;
        match op {
            // Integers have no negative zero.
            ScalarOp::Mul | ScalarOp::Neg if ty.element == Element::I64 => {
                self.plus_zero(&value, ty)
            }
            _ => Ok(value),
        }
    }

    pub(super) fn elementwise(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Tensor, Error> {
        let operands = self.draft.alike(operands)?;
        if let Some(value) = self.simplified(op, &operands, ty)? {
            return Ok(value);
        }
        if let Some(value) = self.special(op, &operands, ty)? {
            return Ok(value);
        }
        if let Some((name, x, number)) = self.with_number(op, &operands) {
            let attributes = [("scalar", number_text(number))];
            return self.draft.apply(name, &[x], &attributes);
        }
        if let Some(value) = self.named(op, &operands)? {
            return Ok(value);
        }
        let body = self.body(op, ty)?;
        let results = self.function(&body, &operands).map_err(Error::outside)?;
        Ok(results[0].clone())
    }

    /// The operator of that name.
    ///
    /// NNVM has most of two operands twice. Of those that broadcast there are more, they take a
    /// number as a tensor of one element, and comparisons among them keep the type of the operands.
    fn named(&mut self, op: ScalarOp, operands: &[Tensor]) -> Result<Option<Tensor>, Error> {
        let flavour = self.draft.flavour();
        let mut name = match flavour {
            Flavour::Mxnet => op.mxnet(),
            Flavour::Nnvm => op.nnvm(),
        };
        let mut operands = operands.to_vec();
        if flavour == Flavour::Nnvm
            && let [x, y] = &mut operands[..]
        {
            let number = match (x.splat(), y.splat()) {
                (Some(_), None) => Some(x),
                (None, Some(_)) => Some(y),
                _ => None,
            };
            if number.is_some() || name.is_none() || op.class() == Class::Comparison {
                name = broadcasting(op, flavour);
            }
            if let Some(number) = number {
                number.extents = [1].into();
            }
        }
        let Some(name) = name else {
            return Ok(None);
        };
        let operands: Vec<&Tensor> = operands.iter().collect();
        self.draft.apply(name, &operands, &[]).map(Some)
    }

    /// The operator that takes one of two operands as an attribute, and the other operand.
    fn with_number<'t>(
        &self,
        op: ScalarOp,
        operands: &'t [Tensor],
    ) -> Option<(&'static str, &'t Tensor, f64)> {
        let flavour = self.draft.flavour();
        let [x, y] = operands else {
            return None;
        };
        match (x.splat(), y.splat()) {
            // NNVM holds the number in single precision.
            (Some(number), None) | (None, Some(number))
                if flavour == Flavour::Nnvm && !is_single(number) =>
            {
                None
            }
            (None, Some(number)) => Some((with_number(op, flavour)?, x, number)),
            (Some(number), None) => {
                let mirrored = || with_number(mirrored(op)?, flavour);
                let name = of_number(op, flavour).or_else(mirrored)?;
                Some((name, y, number))
            }
            _ => None,
        }
    }

    /// The operator in terms of others, as a graph over operands of this type.
    fn body(&mut self, op: ScalarOp, ty: &Type) -> Result<Rc<Graph>, Error> {
        let key = (op.name(), op.parameter(), ty.element, ty.shape.extents());
        if let Some(body) = self.bodies.get(&key) {
            return Ok(Rc::clone(body));
        }
        let builder = Builder::new();
        let operands = op.operands().iter();
        let operands: Vec<Wire<'_>> = operands
            .map(|name| builder.input(name, ty.clone(), InputKind::Independent))
            .collect();
        let Some(value) = op.body(&operands) else {
            let program = self.draft.flavour().name();
            let why = format!("{program} has neither this operator nor others that say the same");
            return Err(unwritten(op.name(), why));
        };
        let body = builder.output("", value).and_then(|()| builder.finish());
        let body = Rc::new(body.map_err(impossible)?);
        self.bodies.insert(key, Rc::clone(&body));
        Ok(body)
    }

    /// The elements in another type.
    pub(super) fn converted(&mut self, x: &Tensor, at: NodeContext<'_>) -> Result<Tensor, Error> {
        let (from, to) = (at.ty(0), at.graph.ty(at.id));
        let dtype = Dtype::of(to.element);
        if self.depth == 1 && is_variable_of_integers(at.graph, at.id, &self.integers) {
            let dtype = Dtype::Int64;
            return Ok(Tensor { dtype, ..x.clone() });
        }
        match (from.element, to.element) {
            (element, to) if element == to => Ok(x.clone()),
            (_, Element::Bool) => {
                self.elementwise(ScalarOp::NotEqual, &[x.clone(), x.filled(0.0)], from)
            }
            (Element::Bool | Element::I64, _) => self.draft.cast(x, dtype),
            (_, Element::I64) => {
                let whole = self.elementwise(ScalarOp::Trunc, slice::from_ref(x), from)?;
                let whole = self.plus_zero(&whole, from)?;
                // A NaN is the integer 0.
                let is_number = self.elementwise(ScalarOp::Equal, &[x.clone(), x.clone()], from)?;
                let whole = self.draft.select(&is_number, &whole, &whole.filled(0.0))?;
                self.draft.cast(&whole, dtype)
            }
            _ => self.draft.cast(x, dtype),
        }
    }

    /// The value with positive zeros for negative ones.
    pub(super) fn plus_zero(&mut self, x: &Tensor, ty: &Type) -> Result<Tensor, Error> {
        self.elementwise(ScalarOp::Add, &[x.clone(), x.filled(0.0)], ty)
    }
}

/// The operator that gives the same for exchanged operands.
fn mirrored(op: ScalarOp) -> Option<ScalarOp> {
    match op {
        ScalarOp::Add | ScalarOp::Mul | ScalarOp::Hypot | ScalarOp::Equal | ScalarOp::NotEqual => {
            Some(op)
        }
        ScalarOp::Less => Some(ScalarOp::Greater),
        ScalarOp::Greater => Some(ScalarOp::Less),
        ScalarOp::LessEqual => Some(ScalarOp::GreaterEqual),
        ScalarOp::GreaterEqual => Some(ScalarOp::LessEqual),
        _ => None,
    }
}
