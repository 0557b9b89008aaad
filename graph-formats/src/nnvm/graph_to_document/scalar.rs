//! Scalar operators and conversions: an operator of the format, or what the operator's row of the
//! table says in terms of others.

use super::Writer;
use super::draft::number_text;
use super::tensor::{Dtype, Tensor};
use super::walk::Place;
use crate::Error;
use crate::nnvm::operators::{of_number, with_number};
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;
use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Type, Wire};

/// The bodies of operators that the format lacks, over operands of one type.
pub(super) type Bodies = BTreeMap<(&'static str, Option<i32>, Element, Vec<usize>), Rc<Graph>>;

impl Writer {
    pub(super) fn scalar(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        at: Place<'_>,
    ) -> Result<Tensor, Error> {
        let ty = at.ty(0);
        let value = self.elementwise(op, operands, ty)?;
        match op {
            // Integers have no negative zero.
            ScalarOp::Mul | ScalarOp::Neg if ty.element == Element::I64 => self.plus_zero(&value),
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
        if let Some(value) = self.special(op, &operands, ty)? {
            return Ok(value);
        }
        if let Some((name, x, number)) = self.with_number(op, &operands) {
            let attributes = [("scalar", number_text(number))];
            return self.draft.apply(name, &[x], &attributes);
        }
        if let Some(name) = op.mxnet() {
            return self
                .draft
                .apply(name, &operands.iter().collect::<Vec<_>>(), &[]);
        }
        let body = self.body(op, ty)?;
        let results = self.function(&body, &operands)?;
        Ok(results[0].clone())
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
            (None, Some(number)) => Some((with_number(op, flavour)?, x, number)),
            (Some(number), None) => {
                let mirrored = || with_number(mirrored(op)?, flavour);
                let name = of_number(op, flavour).or_else(mirrored)?;
                Some((name, y, number))
            }
            _ => None,
        }
    }

    /// Operators that the format has in other words.
    fn special(
        &mut self,
        op: ScalarOp,
        operands: &[Tensor],
        ty: &Type,
    ) -> Result<Option<Tensor>, Error> {
        let draft = &mut self.draft;
        let value = match (op, operands) {
            (ScalarOp::Rem, [x, y]) => self.remainder(x, y, ty)?,
            (ScalarOp::Softplus, [x]) => {
                draft.apply("Activation", &[x], &[("act_type", "softrelu".into())])?
            }
            (ScalarOp::Gelu, [x]) => {
                draft.apply("LeakyReLU", &[x], &[("act_type", "gelu".into())])?
            }
            (ScalarOp::LeakyRelu, [x, slope]) => match slope.splat() {
                Some(slope) if is_single(slope) => {
                    let act_type = ("act_type", "leaky".to_string());
                    let attributes = [act_type, ("slope", number_text(slope))];
                    draft.apply("LeakyReLU", &[x], &attributes)?
                }
                _ => return Ok(None),
            },
            (ScalarOp::Clamp, [x, lo, hi]) => match (lo.splat(), hi.splat()) {
                (Some(lo), Some(hi)) if is_single(lo) && is_single(hi) && lo <= hi => {
                    let attributes = [("a_min", number_text(lo)), ("a_max", number_text(hi))];
                    draft.apply("clip", &[x], &attributes)?
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The remainder with the sign of the dividend, by the one with the sign of the divisor, which
    /// for positive operands are one; NaN for the divisor 0, where the format has 0.
    fn remainder(&mut self, x: &Tensor, y: &Tensor, ty: &Type) -> Result<Tensor, Error> {
        let size = self.draft.apply("abs", &[y], &[])?;
        let above = self.draft.apply("_mod", &[x, &size], &[])?;
        let below = self.draft.apply("negative", &[x], &[])?;
        let below = self.draft.apply("_mod", &[&below, &size], &[])?;
        let below = self.draft.apply("negative", &[&below], &[])?;
        let is_below = self.elementwise(ScalarOp::Less, &[x.clone(), x.filled(0.0)], ty)?;
        let value = self.draft.select(&is_below, &below, &above)?;
        let no_divisor = self.elementwise(ScalarOp::Equal, &[y.clone(), y.filled(0.0)], ty)?;
        self.draft
            .select(&no_divisor, &value.filled(f64::NAN), &value)
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
            return Err(Error::Unrepresentable {
                place: self.draft.place(),
                what: op.name().into(),
                why: "the format has neither this operator nor others that say the same".into(),
            });
        };
        let body = builder.output("", value).and_then(|()| builder.finish());
        let body = Rc::new(body.map_err(|error| self.impossible(error))?);
        self.bodies.insert(key, Rc::clone(&body));
        Ok(body)
    }

    /// The elements in another type.
    pub(super) fn converted(&mut self, x: &Tensor, at: Place<'_>) -> Result<Tensor, Error> {
        let (from, to) = (at.ty(0), at.graph.ty(at.id));
        let dtype = Dtype::of(to.element);
        match (from.element, to.element) {
            (from, to) if from == to => Ok(x.clone()),
            (_, Element::Bool) => {
                self.elementwise(ScalarOp::NotEqual, &[x.clone(), x.filled(0.0)], from)
            }
            (Element::Bool | Element::I64, _) => self.draft.cast(x, dtype),
            (_, Element::I64) => {
                let whole = self.draft.apply("trunc", &[x], &[])?;
                let whole = self.plus_zero(&whole)?;
                // A NaN is the integer 0.
                let is_number = self.draft.apply("_equal", &[x, x], &[])?;
                let whole = self.draft.select(&is_number, &whole, &whole.filled(0.0))?;
                self.draft.cast(&whole, dtype)
            }
            _ => self.draft.cast(x, dtype),
        }
    }

    /// The value with positive zeros for negative ones.
    fn plus_zero(&mut self, x: &Tensor) -> Result<Tensor, Error> {
        let attributes = [("scalar", number_text(0.0))];
        self.draft.apply("_plus_scalar", &[x], &attributes)
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

/// Whether MXNet, which holds the attributes of some operators in single precision, gives the
/// number back.
fn is_single(value: f64) -> bool {
    f64::from(value as f32) == value
}
