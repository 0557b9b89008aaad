//! Tensors made of pieces: arrays, joined tensors, and variables to which pieces are assigned.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::graph::Literal;
use graph_ir::ops::{Op, OpView, Placement, Slice};
use graph_ir::types::{Element, Shape};

use super::body::{Body, Scope, refused};
use super::counter::Counter;
use super::form::NodeForm;
use super::literal::{filled, number};
use super::text::{Binding, Text, call};
use super::view::{indexed, range};
use crate::Error;

/// In a larger tensor pieces are taken to overlap.
const MAX_COMPARED: usize = 1 << 20;

impl Body<'_> {
    pub(super) fn assembly(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        if let Op::ScatterAdd(axis) = graph.op(id) {
            return self.scatter(scope, id, axis as usize);
        }
        let pieces = &graph.arguments(id)[1..];
        let read = |parts: &[NodeId]| -> Result<Vec<Text>, Error> {
            parts.iter().map(|&part| self.read(scope, part)).collect()
        };
        let axis = |axis: usize| (axis > 0).then(|| Text::atom(format!("axis = {axis}")));
        match scope.forms.form(id) {
            NodeForm::Stack(parts, 0) => {
                let parts: Vec<String> = read(parts)?.into_iter().map(|text| text.words).collect();
                Ok(Text::atom(format!("[{}]", parts.join(", "))))
            }
            NodeForm::Stack(parts, along) => {
                let mut parts = read(parts)?;
                parts.extend(axis(*along));
                Ok(call("stack", &parts))
            }
            NodeForm::Concat(along) => match &mut read(pieces)?[..] {
                [only] => Ok(only.clone()),
                parts => {
                    let mut parts = parts.to_vec();
                    parts.extend(axis(*along));
                    Ok(call("concat", &parts))
                }
            },
            _ => self.placed(scope, id, pieces),
        }
    }

    /// Pieces assigned to their places in a variable.
    fn placed(&mut self, scope: &Scope<'_>, id: NodeId, pieces: &[NodeId]) -> Result<Text, Error> {
        let graph = scope.graph;
        let ty = graph.ty(id);
        let OpView::Assemble(placement) = graph.view(id) else {
            return Err(refused(scope, id, "this node", "it has no pieces"));
        };
        let overlap = overlap(
            &ty.shape,
            pieces.iter().map(|&p| &graph.ty(p).shape),
            &placement,
        );
        let places = || {
            let pairs = pieces.iter().zip(&placement.pieces);
            pairs.filter(|(piece, _)| graph.ty(**piece).shape.size() > 0)
        };
        // Minus zero plus a number is that number, to the bit.
        let neutral = match ty.element {
            Element::Bool => Literal::Bool(false),
            Element::I64 => Literal::I64(0),
            element => Literal::from_f64(element, -0.0),
        };
        let neutral = number(neutral, self.float);
        // One piece alone may be all of the tensor.
        let is_whole = |piece: &NodeId| graph.ty(*piece).shape == ty.shape;
        let covered = overlap && places().any(|(piece, _)| is_whole(piece));
        let background = match covered {
            true => neutral.clone(),
            false => self.argument(scope, id, 0)?,
        };
        let background = filled(&ty.shape.extents(), &background);
        if places().next().is_none() {
            return self.bind(graph.node_name(id).unwrap_or(""), &background);
        }
        let own = self.variable(scope, id, &background)?;
        if overlap && !covered {
            for (&piece, place) in places() {
                let extents = graph.ty(piece).shape.extents();
                let value = filled(&extents, &neutral);
                self.assign(&own, &ty.shape, (&value, &extents), place, "=")?;
            }
        }
        let operator = match (overlap, ty.element) {
            (false, _) => "=",
            (true, Element::Bool) => "||",
            (true, _) => "+=",
        };
        for (&piece, place) in places() {
            let value = self.read(scope, piece)?;
            let extents = graph.ty(piece).shape.extents();
            self.assign(&own, &ty.shape, (&value, &extents), place, operator)?;
        }
        Ok(own)
    }

    /// A variable under the node's name.
    fn variable(&mut self, scope: &Scope<'_>, id: NodeId, first: &Text) -> Result<Text, Error> {
        let own = self.name(scope.graph.node_name(id).unwrap_or(""));
        self.line(&format!("let mut {own} = {};", first.words))?;
        Ok(Text::atom(own))
    }

    /// Assigns a piece; one that leaves elements out between its own is assigned in loops.
    fn assign(
        &mut self,
        own: &Text,
        whole: &Shape,
        (value, extents): (&Text, &[usize]),
        place: &Slice,
        operator: &str,
    ) -> Result<(), Error> {
        let mut value = value.clone();
        let axes = place.known_axes();
        let mut places = axes.iter().zip(extents);
        let leaps = places.any(|(&(_, step), &extent)| step != 1 && extent > 1);
        if leaps {
            value = self.named(value)?;
        }
        let (mut to, mut from, mut open) = (Vec::new(), Vec::new(), 0);
        for (axis, (&(start, step), &extent)) in axes.iter().zip(extents).enumerate() {
            if step == 1 || extent <= 1 {
                let start = usize::try_from(start).unwrap_or(0);
                to.push(range(start, extent, whole.extent(axis)));
                from.push(String::from(".."));
                continue;
            }
            let i = self.names.numbered("i");
            self.block.spent.statement()?;
            self.lines.open(&format!("for {i} in 0..{extent} {{"));
            open += 1;
            to.push(Counter::new(&i, step, start).text(0).words);
            from.push(i);
        }
        let target = indexed(own, &to).words;
        let value = indexed(&value, &from);
        match operator {
            "||" => {
                let value = value.operand(Binding::And);
                self.line(&format!("{target} = {target} || {value};"))?;
            }
            _ => self.line(&format!("{target} {operator} {};", value.words))?,
        }
        for _ in 0..open {
            self.lines.close("}");
        }
        Ok(())
    }

    /// A variable with the value of the first operand, to whose part the second one is assigned.
    pub(super) fn replaced(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        axes: &[usize],
    ) -> Result<Text, Error> {
        let whole = self.argument(scope, id, 0)?;
        let part = self.argument(scope, id, 1)?;
        let last = axes.last().map_or(0, |last| last + 1);
        let mut entries = vec![String::from(".."); last];
        for (operand, &axis) in (2..).zip(axes) {
            entries[axis] = self.argument(scope, id, operand)?.words;
        }
        let own = self.variable(scope, id, &whole)?;
        let target = indexed(&own, &entries).words;
        self.line(&format!("{target} = {};", part.words))?;
        Ok(own)
    }

    /// Parts added at computed positions.
    fn scatter(&mut self, scope: &Scope<'_>, id: NodeId, axis: usize) -> Result<Text, Error> {
        let [indices, updates] = [self.argument(scope, id, 0)?, self.argument(scope, id, 1)?];
        let extent = scope.graph.ty(id).shape.extent(axis);
        let option = match axis {
            0 => String::new(),
            axis => format!(", axis = {axis}"),
        };
        let (updates, indices) = (updates.words, indices.words);
        Ok(Text::atom(format!(
            "scatter_add({updates}, {indices}, {extent}{option})"
        )))
    }
}

/// Whether two pieces have an element in common.
fn overlap<'s>(
    whole: &Shape,
    shapes: impl Iterator<Item = &'s Shape>,
    placement: &Placement,
) -> bool {
    if whole.size() > MAX_COMPARED {
        return placement.pieces.len() > 1;
    }
    let strides = whole.strides();
    let mut seen = vec![false; whole.size()];
    let mut pairs = placement.pieces.iter().zip(shapes);
    pairs.any(|(place, shape)| {
        let mut positions = place.positions(shape, &strides);
        positions.any(|position| core::mem::replace(&mut seen[position], true))
    })
}
