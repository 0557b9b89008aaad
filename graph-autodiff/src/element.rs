//! The graph of one element of a result.
//!
//! Of a tensor computed element by element, only the element is computed, as a number; so that its
//! derivative has no zeros in it that stand for the other elements. The operands of any other
//! operator are computed whole.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Depends, Elementwise, Op, Placement, Slice};
use graph_ir::types::Shape;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The function with the same inputs and one element, in row-major order, of an output as its
/// result. Effects are not part of it.
pub(super) fn element_of(graph: &Graph, output: usize, element: usize) -> Result<Graph> {
    let result = graph.outputs()[output].node;
    let needs = Needs::of(graph, result, element);
    let builder = Builder::new();
    let inputs = builder.copy_inputs(graph);
    let mut parts = Parts {
        graph,
        builder: &builder,
        needs,
        inputs,
        whole: alloc::vec![None; graph.len()],
        elements: HashMap::default(),
    };
    for id in graph.ids() {
        builder.set_site(graph.node(id).site);
        parts.node(id)?;
    }
    builder.output("element", parts.element(result, element)?)?;
    drop(parts);
    builder.finish()
}

/// The needed part of each node: all of it, or some elements.
struct Needs {
    whole: Vec<bool>,
    elements: Vec<Vec<usize>>,
}

impl Needs {
    fn of(graph: &Graph, result: NodeId, element: usize) -> Self {
        let mut needs = Self {
            whole: alloc::vec![false; graph.len()],
            elements: alloc::vec![Vec::new(); graph.len()],
        };
        needs.elements[result.index()].push(element);
        // Arguments stand before the nodes that take them.
        for id in graph.ids().rev() {
            let mut elements = core::mem::take(&mut needs.elements[id.index()]);
            elements.sort_unstable();
            elements.dedup();
            if !needs.whole[id.index()] {
                let sources = elements.iter().map(|&element| sources(graph, id, element));
                match sources.collect::<Option<Vec<_>>>() {
                    Some(sources) => {
                        for (argument, element) in sources.into_iter().flatten() {
                            needs.elements[argument.index()].push(element);
                        }
                    }
                    None => needs.whole[id.index()] = true,
                }
            }
            if needs.whole[id.index()] {
                for &argument in graph.arguments(id) {
                    needs.whole[argument.index()] = true;
                }
            }
            needs.elements[id.index()] = elements;
        }
        needs
    }
}

/// The elements of arguments from which an element is made; nothing where it takes more.
fn sources(graph: &Graph, id: NodeId, element: usize) -> Option<Vec<(NodeId, usize)>> {
    let arguments = graph.arguments(id);
    Some(match graph.view(id).rules().depends(graph, id) {
        Depends::Input(_) | Depends::Constant(_) | Depends::Nothing => Vec::new(),
        Depends::Elementwise(_) => arguments.iter().map(|&id| (id, element)).collect(),
        Depends::View(positions) => {
            let from = positions.map_or(element, |positions| positions.at(element));
            alloc::vec![(arguments[0], from)]
        }
        Depends::Pieces(placement) => return covering(graph, id, &placement, element),
        Depends::Reduction(..)
        | Depends::Contraction(_)
        | Depends::SymbolicView
        | Depends::Gathered(_)
        | Depends::Scattered(_)
        | Depends::Lines(_)
        | Depends::Result(_)
        | Depends::Branch(..)
        | Depends::Scan(_)
        | Depends::Call(_)
        | Depends::External(_)
        | Depends::Expansion => return None,
    })
}

/// The element of the one piece, or of the background, that an element of an assembly is; nothing
/// where it is a sum.
fn covering(
    graph: &Graph,
    id: NodeId,
    placement: &Placement,
    element: usize,
) -> Option<Vec<(NodeId, usize)>> {
    let (background, pieces) = graph.arguments(id).split_first()?;
    let shape = |id: NodeId| &graph.ty(id).shape;
    let place = coordinates(shape(id), element);
    let pieces = pieces.iter().zip(&placement.pieces);
    let mut covering = pieces.filter_map(|(&piece, slice)| {
        let within = within(slice, shape(piece), &place)?;
        Some((piece, position(shape(piece), within)))
    });
    match (covering.next(), covering.next()) {
        (None, _) => Some(alloc::vec![(*background, 0)]),
        (Some(piece), None) => Some(alloc::vec![piece]),
        (Some(_), Some(_)) => None,
    }
}

/// The indices of an element in row-major order.
fn coordinates(shape: &Shape, element: usize) -> Vec<usize> {
    let mut rest = element;
    let mut place: Vec<usize> = Vec::with_capacity(shape.rank());
    for extent in shape.extents().into_iter().rev() {
        place.push(rest % extent);
        rest /= extent;
    }
    place.reverse();
    place
}

/// The position in row-major order of the element with these indices.
fn position(shape: &Shape, place: impl IntoIterator<Item = usize>) -> usize {
    let along = shape.extents().into_iter().zip(place);
    along.fold(0, |position, (extent, index)| position * extent + index)
}

/// The position along an axis that a slice shows at `own`. Slices are checked when they are made.
fn moved(start: i64, step: i64, own: usize) -> usize {
    let own = i64::try_from(own).unwrap_or(i64::MAX);
    usize::try_from(start.saturating_add(step.saturating_mul(own))).unwrap_or(0)
}

/// The indices in a piece of the element at a place of the assembly.
fn within(slice: &Slice, piece: &Shape, place: &[usize]) -> Option<Vec<usize>> {
    let axes = slice.known_axes().into_iter().zip(piece.extents());
    let within = axes.zip(place).map(|(((start, step), extent), &at)| {
        (0..extent).find(|&own| moved(start, step, own) == at)
    });
    within.collect()
}

/// The graph under construction.
struct Parts<'g, 'b> {
    graph: &'g Graph,
    builder: &'b Builder,
    needs: Needs,
    inputs: Vec<Wire<'b>>,
    whole: Vec<Option<Wire<'b>>>,
    elements: HashMap<(NodeId, usize), Wire<'b>, FxBuildHasher>,
}

impl<'b> Parts<'_, 'b> {
    fn node(&mut self, id: NodeId) -> Result<()> {
        let (graph, number) = (self.graph, id.index());
        if self.needs.whole[number] || matches!(graph.op(id), Op::Input(_)) {
            self.whole[number] = Some(self.copy(id)?);
            return Ok(());
        }
        for element in core::mem::take(&mut self.needs.elements[number]) {
            let sources = sources(graph, id, element).unwrap_or_default();
            let sources = sources.into_iter().map(|(id, at)| self.element(id, at));
            let operands: Vec<Wire<'b>> = sources.collect::<Result<_>>()?;
            let wire = self.of_elements(id, element, &operands)?;
            self.elements.insert((id, element), wire);
        }
        Ok(())
    }

    /// An element of a node, of the elements that it is made from.
    fn of_elements(&self, id: NodeId, element: usize, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
        let (builder, ty) = (self.builder, self.graph.ty(id));
        if let Some(constant) = self.graph.as_constant(id) {
            return Ok(builder.literal(constant.literal(element)));
        }
        let Depends::Elementwise(op) = self.graph.view(id).rules().depends(self.graph, id) else {
            return Ok(operands[0]);
        };
        match op {
            Elementwise::Scalar(op) => builder.scalar(op, operands),
            Elementwise::Cast => builder.cast(operands[0], ty.element),
            Elementwise::Select => builder.select(operands[0], operands[1], operands[2]),
            Elementwise::Sum => builder.sum(operands, &ty.with_shape(Shape::scalar())),
            Elementwise::StopGradient => builder.stop_gradient(operands[0]),
        }
    }

    fn copy(&self, id: NodeId) -> Result<Wire<'b>> {
        if let Op::Input(position) = self.graph.op(id) {
            return Ok(self.inputs[position as usize]);
        }
        let arguments = self.graph.arguments(id).iter();
        let arguments: Vec<Wire<'b>> = arguments
            .filter_map(|argument| self.whole[argument.index()])
            .collect();
        self.builder.copy_node(self.graph, id, &arguments)
    }

    /// An element of a node that has been built.
    fn element(&self, id: NodeId, element: usize) -> Result<Wire<'b>> {
        let Some(whole) = self.whole[id.index()] else {
            return Ok(self.elements[&(id, element)]);
        };
        element_of_wire(whole, &self.graph.ty(id).shape, element)
    }
}

/// An element, in row-major order, of a value of this shape.
pub(super) fn element_of_wire<'b>(
    whole: Wire<'b>,
    shape: &Shape,
    element: usize,
) -> Result<Wire<'b>> {
    let mut wire = whole;
    let place = coordinates(shape, element).into_iter().enumerate();
    for (axis, index) in place.rev() {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        wire = wire.builder().index(wire, axis, index)?;
    }
    Ok(wire)
}
