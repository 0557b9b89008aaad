//! Assemblies: pieces at their places over a background.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::{REDUCED, Sensitivity, cover};
use super::operator::{
    Cost, Depends, Forward, Operator, Own, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Slice, Stored};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, Literal, NodeId};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Extent, Type};

/// Where each piece of an assembly lies: one slice for each piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The places, in the order of the pieces.
    pub pieces: Vec<Slice>,
}

impl Placement {
    pub(super) fn read(stored: Stored<'_>, placement: ListId) -> Self {
        Self::from_list(stored.list(placement), stored.arguments.saturating_sub(1))
    }

    pub(crate) fn to_list(&self) -> Vec<Extent> {
        self.pieces.iter().flat_map(Slice::to_list).collect()
    }

    fn from_list(list: &[Extent], pieces: usize) -> Self {
        let piece = |number| Self::piece_of_list(list, pieces, number);
        Self {
            pieces: (0..pieces).map(piece).collect(),
        }
    }

    /// The place of one piece in the list of an assembly of `pieces` pieces.
    pub fn piece_of_list(list: &[Extent], pieces: usize, number: usize) -> Slice {
        let width = list.len().checked_div(pieces).unwrap_or(0);
        Slice::from_list(&list[number * width..(number + 1) * width])
    }

    /// Refuses pieces that do not fit into a result of this type.
    pub(crate) fn check(&self, background: &Type, pieces: &[&Type], result: &Type) -> Result<()> {
        let expected = Type::scalar(result.element);
        if *background != expected {
            return Err(Error::SignatureMismatch {
                what: "background",
                position: 0,
                expected,
                found: background.clone(),
            });
        }
        if self.pieces.len() != pieces.len() {
            return Err(Error::CountMismatch {
                what: "places",
                expected: pieces.len(),
                found: self.pieces.len(),
            });
        }
        for (position, (piece, place)) in pieces.iter().zip(&self.pieces).enumerate() {
            if piece.element != result.element {
                return Err(Error::SignatureMismatch {
                    what: "piece",
                    position,
                    expected: piece.with_element(result.element),
                    found: (*piece).clone(),
                });
            }
            place.ty(result, &piece.shape)?;
        }
        Ok(())
    }
}

impl Operator for Placement {
    fn name(&self) -> &'static str {
        "assemble"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let (background, pieces) = node.first(self.name())?;
        let own = node.own()?;
        self.check(background, pieces, own)?;
        for (place, piece) in self.pieces.iter().zip(pieces) {
            node.needs(place.needs(own, &piece.shape));
        }
        Ok(alloc::vec![own.clone()])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("assemble")?;
        if text.is_brief() {
            return Ok(());
        }
        let (graph, id) = text.node();
        let mut arguments = graph.arguments(id).iter();
        if let Some(background) = arguments.next() {
            text.word(format_args!(" {background}"))?;
        }
        for (piece, place) in arguments.zip(&self.pieces) {
            text.word(format_args!(", {piece} at {place}"))?;
        }
        Ok(())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "assemble" {
            return Ok(None);
        }
        text.argument()?;
        let mut pieces: Vec<Slice> = Vec::new();
        while text.line.eat(b',') {
            text.argument()?;
            text.line.expect_keyword("at")?;
            let before = *text.line;
            let place = Slice::parse_place(text.line)?;
            // All places stand in one list, which is cut into equal parts again.
            let rank = pieces.first().map_or(place.axes.len(), |p| p.axes.len());
            if place.axes.len() != rank {
                return Err(before.error("all places need the same number of axes"));
            }
            pieces.push(place);
        }
        Ok(Some(Op::Assemble(text.list(Self { pieces }.to_list()))))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let pieces = 1..node.arity();
        let still = |i| node.tangent(i).is_none() && *node.ty(i).shape.count() != 0;
        let wires: Vec<Wire<'b>> = pieces.clone().map(|i| node.operand(i)).collect();
        let own = node.graph().ty(node.id());
        let leaves_zeros = { pieces }.any(still)
            || node.tangent(0).is_none() && !cover::by_pieces(&wires, self, own)?;
        node.linear(leaves_zeros)
    }

    /// Each piece gets its part of the adjoint; the background gets the sum of the rest.
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, g) = (node.builder(), node.adjoint()?);
        for (piece, place) in (1..).zip(&self.pieces) {
            if node.is_active(piece) {
                let wire = builder.slice(g.wire, place, &node.ty(piece).shape)?;
                node.add(piece, Sensitivity { wire, ..g });
            }
        }
        if node.is_active(0) {
            let truth = |value: bool| builder.literal(Literal::Bool(value));
            let covered = (1..node.arity())
                .map(|piece| builder.spread_to(truth(false), &node.ty(piece).shape));
            let covered: Vec<Wire<'b>> = covered.collect::<Result<_>>()?;
            let ty = node.own_type().with_element(Element::Bool);
            let free = builder.assemble_placed(truth(true), &covered, self, &ty)?;
            let all: Vec<usize> = (0..ty.shape.rank()).collect();
            let left = g.where_(free).map(|wire| wire.sum(&all));
            node.add(0, left.after(REDUCED));
        }
        Ok(())
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::None
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Pieces(self.clone())
    }

    /// Elements are copied, at most as many as there are.
    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        let size = graph.ty(id).shape.count().estimate();
        let operands = graph.arguments(id).iter();
        let operands = operands.map(|&a| graph.ty(a).shape.count().estimate());
        Cost::Own(Own {
            time: size.min(operands.fold(0, usize::saturating_add)) as u64,
            largest: size,
            statements: 0,
        })
    }

    fn role(&self) -> Role {
        Role::Assembly
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}
