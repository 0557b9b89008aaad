//! Tangents of views and assemblies: the same views of derivatives, which have one axis more, and
//! of their columns.

use alloc::rc::Rc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::ops::{Depends, OpView, Placement, Slice, positions};
use graph_ir::types::Type;

use super::Sweep;
use super::bundle::{Bundle, Bundles, NONE, wide};

/// The tangent of a view.
pub(super) fn view<'b>(sweep: &mut Sweep<'_, 'b>, id: NodeId) -> Result<Option<Bundles<'b>>> {
    let graph = sweep.task.function;
    let operand = graph.arguments(id)[0];
    let bundles = sweep.tangent(operand).clone();
    let widths: usize = bundles.iter().map(|bundle| bundle.width).sum();
    if !sweep.spend(graph.ty(id).shape.size().saturating_mul(widths)) {
        return Ok(None);
    }
    let Depends::View(positions) = graph.view(id).rules().depends(graph, id) else {
        return Ok(None);
    };
    let positions = positions.map(|positions| positions.to_vec());
    let mut results = Bundles::default();
    for bundle in bundles.iter() {
        let wire = derivatives(graph, id, bundle)?;
        results.add(Bundle {
            columns: match &positions {
                Some(positions) => bundle.columns_at(positions),
                None => Rc::clone(&bundle.columns),
            },
            width: bundle.width,
            derivatives: Sensitivity {
                wire,
                ..bundle.derivatives
            },
        });
    }
    Ok(Some(results))
}

/// The view of derivatives.
fn derivatives<'b>(graph: &Graph, id: NodeId, bundle: &Bundle<'b>) -> Result<Wire<'b>> {
    let (wire, wider) = (bundle.derivatives.wire, bundle.width != 1);
    let builder = wire.builder();
    let shape = &graph.ty(id).shape;
    let rank = graph.ty(graph.arguments(id)[0]).shape.rank();
    let last = |axis: usize| wider.then_some(axis);
    let view = graph.view(id);
    if let OpView::Broadcast(view) = view {
        let axes = view.axes.into_iter().chain(last(shape.rank()));
        let axes: Vec<usize> = axes.collect();
        return builder.broadcast(wire, &bundle.shape(shape)?, &axes);
    }
    if let OpView::Transpose(view) = view {
        let order = view.permutation.into_iter().chain(last(rank));
        return builder.transpose(wire, &order.collect::<Vec<_>>());
    }
    if let OpView::Slice(slice) = view {
        let slice = wider_place(slice, wider);
        return builder.slice(wire, &slice, &bundle.shape(shape)?);
    }
    if let OpView::Windows(windows) = view {
        let wire = builder.windows(wire, windows.of_shape(shape))?;
        // The position within a window has become the last axis.
        let order = (0..rank).chain([rank + 1, rank]);
        return match wider {
            true => builder.transpose(wire, &order.collect::<Vec<_>>()),
            false => Ok(wire),
        };
    }
    builder.reshape(wire, &bundle.shape(shape)?)
}

/// A place with all of a last axis.
fn wider_place(mut place: Slice, wider: bool) -> Slice {
    place.axes.extend(wider.then_some((0.into(), 1)));
    place
}

/// The tangent of an assembly, whose background has none: pieces with columns that fit make up one
/// bundle, in one assembly.
pub(super) fn assemble<'b>(
    sweep: &mut Sweep<'_, 'b>,
    id: NodeId,
    placement: &Placement,
) -> Result<Option<Bundles<'b>>> {
    let graph = sweep.task.function;
    let arguments = graph.arguments(id);
    if !sweep.tangent(arguments[0]).is_empty() {
        return Ok(None);
    }
    let ty = graph.ty(id).clone();
    let strides = ty.shape.strides();
    let mut layers: Vec<Layer<'b>> = Vec::new();
    for (&piece, place) in arguments[1..].iter().zip(&placement.pieces) {
        let shape = sweep.shape(piece);
        let bundles = sweep.tangent(piece).clone();
        for bundle in bundles.iter() {
            let positions = positions::of_part(place, shape, &strides).to_vec();
            let fitting = layers
                .iter()
                .position(|layer| layer.takes(bundle, &positions));
            let number = match fitting {
                Some(number) => number,
                None => {
                    let size = ty.shape.size().saturating_mul(bundle.width);
                    if !sweep.spend(size) {
                        return Ok(None);
                    }
                    layers.push(Layer::new(bundle.width, size));
                    layers.len() - 1
                }
            };
            if !sweep.spend(bundle.columns.len().saturating_mul(1 + number)) {
                return Ok(None);
            }
            layers[number].add(bundle, &positions, place);
        }
    }
    let mut results = Bundles::default();
    for layer in layers {
        results.add(layer.assembled(sweep.builder, &ty)?);
    }
    Ok(Some(results))
}

/// Pieces of one width whose columns fit.
struct Layer<'b> {
    columns: Vec<u32>,
    width: usize,
    pieces: Vec<(Sensitivity<'b>, Slice)>,
}

impl<'b> Layer<'b> {
    fn new(width: usize, size: usize) -> Self {
        Self {
            columns: alloc::vec![NONE; size],
            width,
            pieces: Vec::new(),
        }
    }

    /// Whether a piece at these positions has no other columns than those there.
    fn takes(&self, bundle: &Bundle<'_>, positions: &[usize]) -> bool {
        let own = bundle
            .columns
            .chunks_exact(bundle.width.max(1))
            .zip(positions);
        self.width == bundle.width && { own }.all(|(own, position)| {
            let there = &self.columns[position * self.width..][..self.width];
            super::bundle::fit(there, own)
        })
    }

    fn add(&mut self, bundle: &Bundle<'b>, positions: &[usize], place: &Slice) {
        let own = bundle.columns.chunks_exact(bundle.width.max(1));
        for (own, position) in own.zip(positions) {
            let there = &mut self.columns[position * self.width..][..self.width];
            // The mark of a missing column is larger than any column.
            there
                .iter_mut()
                .zip(own)
                .for_each(|(there, &own)| *there = own.min(*there));
        }
        let place = wider_place(place.clone(), self.width != 1);
        self.pieces.push((bundle.derivatives, place));
    }

    fn assembled(self, builder: &'b Builder, ty: &Type) -> Result<Bundle<'b>> {
        let wires = self
            .pieces
            .iter()
            .map(|(derivatives, _)| derivatives.value());
        let wires: Vec<Wire<'b>> = wires.collect();
        let masked = self
            .pieces
            .iter()
            .any(|(derivatives, _)| derivatives.masked);
        let placement = Placement {
            pieces: self.pieces.into_iter().map(|(_, place)| place).collect(),
        };
        let ty = ty.with_shape(wide(&ty.shape, self.width)?);
        let zero = builder.number(ty.element, 0.0);
        let wire = builder.assemble_placed(zero, &wires, &placement, &ty)?;
        Ok(Bundle {
            columns: self.columns.into(),
            width: self.width,
            derivatives: Sensitivity::marked(wire, masked),
        })
    }
}
