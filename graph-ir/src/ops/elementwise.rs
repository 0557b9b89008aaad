//! Operators over the elements of their operands at the same place.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::derivative::{Mark, Sensitivity};
use super::operator::{
    Cost, Depends, Derivative, Elementwise, Forward, Operator, Own, Reads, Reverse, Role, Tangents,
    Typing,
};
use super::{Op, Partial, ScalarOp, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::scalar::{self, agree};
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Type};

impl ScalarOp {
    pub(super) fn read(_: Stored<'_>, op: Self) -> Self {
        op
    }
}

impl Operator for ScalarOp {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        Ok(alloc::vec![scalar::scalar(*self, node.operands)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word((*self).name())?;
        if let Some(parameter) = self.parameter() {
            text.word(format_args!(" {parameter}"))?;
        }
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        let Some(op) = text.scalar(word) else {
            return Ok(None);
        };
        if op.parameter().is_none() {
            return text.plain(Op::Scalar(op));
        }
        let before = *text.line;
        let parameter = text.line.number("the operator's integer parameter")?;
        match Self::from_name(word, Some(parameter)) {
            Some(op) => text.plain(Op::Scalar(op)),
            None => Err(before.error("a parameter that the operator does not have")),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let partials = self.partials(&node.operands(), node.value());
        let terms = partials.into_iter().enumerate();
        let terms = terms.filter_map(|(i, partial)| node.tangent(i)?.through(partial));
        Ok(Tangents::Tensor(terms.reduce(Sensitivity::plus)))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, adjoint) = (node.builder(), node.adjoint()?);
        let known = builder.len();
        let mut operands = [node.value(); 3];
        for (position, operand) in operands[..node.arity()].iter_mut().enumerate() {
            *operand = node.operand(position);
        }
        let partials = self.partials(&operands[..node.arity()], node.value());
        let mut own: [Option<(Sensitivity<'b>, Partial<'b>)>; 3] = [None; 3];
        for (position, partial) in partials.into_iter().enumerate() {
            if !node.is_active(position) {
                continue;
            }
            let (g, partial) = without_sign(adjoint, partial, known);
            let argument = node.argument(position);
            let same = (0..position).find(|&known| node.argument(known) == argument);
            match (same.and_then(|known| own[known].as_mut()), partial) {
                // An operand that stands twice gets one product.
                (Some((own, Partial::Times(first))), Partial::Times(second))
                    if own.negative == g.negative && own.wire.node() == g.wire.node() =>
                {
                    if first.node() != second.node() {
                        *first = *first + second;
                    } else if builder.is_repeated(g.wire) {
                        *own = own.times(g.wire.full_like(2.0));
                    } else {
                        *first = *first * if own.negative { -2.0 } else { 2.0 };
                        own.negative = false;
                    }
                }
                _ => own[position] = Some((g, partial)),
            }
        }
        for (position, own) in own.into_iter().enumerate() {
            if let Some(contribution) = own.and_then(|(g, partial)| g.times_partial(partial)) {
                node.add(position, contribution);
            }
        }
        Ok(())
    }

    fn reads(&self, moves: &dyn Fn(usize) -> bool) -> Reads {
        match self {
            Self::Add | Self::Sub | Self::Neg => Reads::None,
            Self::Mul => Reads::of_product(moves),
            Self::Div if !moves(1) => Reads::Last,
            _ => Reads::All,
        }
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Scalar(*self))
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, self.time())
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The sign of a partial derivative is the adjoint's to carry, unless the negative is there anyway:
/// among the nodes that were known before.
fn without_sign<'b>(
    g: Sensitivity<'b>,
    partial: Partial<'b>,
    known: usize,
) -> (Sensitivity<'b>, Partial<'b>) {
    match partial {
        Partial::Times(factor) if factor.node().index() >= known => {
            match factor.builder().negated(factor) {
                Some(positive) => (g.negated(), Partial::Times(positive)),
                None => (g, partial),
            }
        }
        _ => (g, partial),
    }
}

/// The cost of an operator that takes so much time for each element.
fn elementwise_cost(graph: &Graph, id: NodeId, each: u32) -> Cost {
    let size = graph.ty(id).shape.size();
    Cost::Own(Own {
        time: u64::from(each).saturating_mul(size as u64),
        largest: size,
        statements: size,
    })
}

/// The elements converted to the node's element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast;

impl Cast {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }
}

impl Operator for Cast {
    fn name(&self) -> &'static str {
        "cast"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![x.with_element(node.own()?.element)])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "cast" => text.plain(Op::Cast),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let element = node.graph().ty(node.id()).element;
        Ok(Tangents::Tensor(match node.tangent(0) {
            Some(t) => {
                let wire = node.builder().cast(t.wire, element)?;
                Some(Sensitivity { wire, ..t })
            }
            None => None,
        }))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, element) = (node.adjoint()?, node.ty(0).element);
        let wire = node.builder().cast(g.wire, element)?;
        node.add(0, Sensitivity { wire, ..g });
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Cast)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, 1)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// `(condition, a, b)`: each element of `a` where the condition holds, else of `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select;

impl Select {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// The type of the choice between two tensors of one type.
    pub(crate) fn ty(condition: &Type, a: &Type, b: &Type) -> Result<Type> {
        if condition.element != Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from("select"),
                expected: "a condition of `bool`",
                found: condition.clone(),
            });
        }
        agree("select", a, b)?;
        if condition.shape != a.shape {
            return Err(Error::ShapeMismatch {
                op: String::from("select"),
                left: condition.clone(),
                right: a.clone(),
            });
        }
        Ok(a.clone())
    }
}

impl Operator for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [condition, a, b] = node.operands(self.name())?;
        Ok(alloc::vec![Self::ty(condition, a, b)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "select" => text.plain(Op::Select),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let mark = |position| Mark::of(node.tangent(position).as_ref());
        let [a, b] = [node.tangent_or_zero(1)?, node.tangent_or_zero(2)?];
        let wire = node.builder().select(node.operand(0), a, b)?;
        Ok(Tangents::Tensor(mark(1).or(mark(2)).sensitivity(wire)))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (g, condition) = (node.adjoint()?, node.operand(0));
        node.add(1, g.where_(condition));
        node.add(2, g.where_not(condition));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::First
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Select)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, 1)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The sum of any number of tensors of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum;

impl Sum {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// Refuses terms that do not add up to this type.
    pub(crate) fn check(terms: &[&Type], result: &Type) -> Result<()> {
        if result.element == Element::Bool {
            return Err(Error::WrongOperand {
                op: String::from("sum"),
                expected: "numbers",
                found: result.clone(),
            });
        }
        terms.iter().try_for_each(|term| agree("sum", result, term))
    }
}

impl Operator for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let own = node.own()?;
        Self::check(node.operands, own)?;
        Ok(alloc::vec![own.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "sum" => text.plain(Op::Sum),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let terms: Vec<Sensitivity<'b>> =
            (0..node.arity()).filter_map(|i| node.tangent(i)).collect();
        let wires: Vec<Wire<'b>> = terms.iter().map(|term| term.wire).collect();
        let wire = node.builder().sum(&wires, node.graph().ty(node.id()))?;
        let masked = terms.iter().any(|term| term.masked);
        Ok(Sensitivity::marked(wire, masked).into())
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let g = node.adjoint()?;
        (0..node.arity()).for_each(|term| node.add(term, g));
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Sum)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let (size, terms) = (graph.ty(id).shape.size(), graph.arguments(id).len());
        Cost::Own(Own {
            time: (terms as u64).saturating_mul(size as u64),
            largest: size,
            statements: size.saturating_mul(terms.saturating_sub(1)),
        })
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The operand, as a constant for differentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopGradient;

impl StopGradient {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }
}

impl Operator for StopGradient {
    fn name(&self) -> &'static str {
        "stop_gradient"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [x] = node.operands(self.name())?;
        Ok(alloc::vec![x.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "stop_gradient" => text.plain(Op::StopGradient),
            _ => Ok(None),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        false
    }

    fn tangent<'b>(&self, _: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let zero: Derivative<'b> = None;
        Ok(Tangents::Tensor(zero))
    }

    fn adjoint<'b>(&self, _: &mut dyn Reverse<'b>) -> Result<()> {
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::StopGradient)
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        Own::nothing(graph, id)
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    /// Where nothing is differentiated any more.
    fn expand<'b>(&self, operands: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(operands.first().copied())
    }
}
