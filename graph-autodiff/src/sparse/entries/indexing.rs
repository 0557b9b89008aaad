//! Tangents of gathering and scattering at constant indices.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Constant, Data, NodeId};
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::types::Shape;

use super::Sweep;
use super::bundle::{Bundle, Bundles, NONE, fit};

/// The tangent of elements at constant indices.
pub(super) fn gather<'b>(
    sweep: &mut Sweep<'_, 'b>,
    id: NodeId,
    axis: usize,
) -> Result<Option<Bundles<'b>>> {
    let arguments = sweep.task.function.arguments(id);
    let shape = sweep.shape(arguments[0]);
    let Some(places) = constant(sweep, arguments[1], shape.extent(axis)) else {
        return Ok(None);
    };
    let extents = shape.extents();
    let blocks: usize = extents[..axis].iter().product();
    let after: usize = extents[axis + 1..].iter().product();
    let along = extents[axis];
    let positions = (0..blocks).flat_map(|block| {
        let places = places.iter();
        places.flat_map(move |place| {
            let first = (block * along + place) * after;
            first..first + after
        })
    });
    let positions: Vec<usize> = positions.collect();
    let indices = sweep.value(arguments[1]);
    let bundles = sweep.tangent(arguments[0]).clone();
    let mut results = Bundles::default();
    for bundle in bundles.iter() {
        if !sweep.spend(positions.len().saturating_mul(bundle.width)) {
            return Ok(None);
        }
        let wire = sweep
            .builder
            .gather(bundle.derivatives.wire, indices, axis)?;
        results.add(Bundle {
            columns: bundle.columns_at(&positions),
            width: bundle.width,
            derivatives: Sensitivity {
                wire,
                ..bundle.derivatives
            },
        });
    }
    Ok(Some(results))
}

/// The tangent of elements added at constant indices of a vector: updates whose columns fit are
/// added at once.
pub(super) fn scatter<'b>(
    sweep: &mut Sweep<'_, 'b>,
    id: NodeId,
    axis: usize,
) -> Result<Option<Bundles<'b>>> {
    let arguments = sweep.task.function.arguments(id);
    let (shape, updates) = (sweep.shape(id), sweep.shape(arguments[1]));
    let known = constant(sweep, arguments[0], shape.extent(axis));
    let Some(places) = known.filter(|_| shape.rank() == 1 && updates.rank() == 1) else {
        return Ok(None);
    };
    let size = shape.size();
    let ty = sweep.task.function.ty(id).clone();
    let bundles = sweep.tangent(arguments[1]).clone();
    let mut results = Bundles::default();
    for bundle in bundles.iter() {
        let Some(layers) = layers(sweep, bundle, &places, size) else {
            return Ok(None);
        };
        for (columns, chosen) in layers {
            let derivatives = bundle.derivatives;
            let targets = table(
                derivatives.wire,
                chosen.iter().map(|&update| places[update]),
            )?;
            let wire = match chosen.len() == places.len() {
                true => derivatives.wire,
                false => {
                    let chosen = table(derivatives.wire, chosen.iter().copied())?;
                    sweep.builder.gather(derivatives.wire, chosen, 0)?
                }
            };
            let whole = ty.with_shape(bundle.shape(&ty.shape)?);
            let wire = sweep.builder.scatter_add(targets, wire, 0, &whole)?;
            results.add(Bundle {
                columns: columns.into(),
                width: bundle.width,
                derivatives: Sensitivity {
                    wire,
                    ..derivatives
                },
            });
        }
    }
    Ok(Some(results))
}

/// The columns of all elements, and the updates that have them.
type Layer = (Vec<u32>, Vec<usize>);

/// The updates in groups, in each of which the columns of all updates of one element fit. `None`
/// where there are too many.
fn layers(
    sweep: &mut Sweep<'_, '_>,
    bundle: &Bundle<'_>,
    places: &[usize],
    size: usize,
) -> Option<Vec<Layer>> {
    let width = bundle.width;
    let mut layers: Vec<Layer> = Vec::new();
    for (update, &place) in places.iter().enumerate() {
        let own = &bundle.columns[update * width..(update + 1) * width];
        let range = place * width..(place + 1) * width;
        let fitting = layers
            .iter()
            .position(|(columns, _)| fit(&columns[range.clone()], own));
        let number = fitting.unwrap_or(layers.len());
        if !sweep.spend(width.saturating_mul(1 + number)) {
            return None;
        }
        if number == layers.len() {
            let columns = size.saturating_mul(width);
            if !sweep.spend(columns) {
                return None;
            }
            layers.push((alloc::vec![NONE; columns], Vec::new()));
        }
        let (columns, chosen) = &mut layers[number];
        let there = columns[range].iter_mut();
        there
            .zip(own)
            .for_each(|(there, &own)| *there = own.min(*there));
        chosen.push(update);
    }
    Some(layers)
}

/// Constant indices as positions; `None` where they are not constant, or out of range.
fn constant(sweep: &Sweep<'_, '_>, indices: NodeId, extent: usize) -> Option<Vec<usize>> {
    let Data::I64(indices) = sweep.task.function.as_constant(indices)?.data() else {
        return None;
    };
    let places = indices.iter().map(|&index| {
        let index = usize::try_from(index).ok();
        index.filter(|&index| index < extent)
    });
    places.collect()
}

fn table<'b>(beside: Wire<'b>, numbers: impl Iterator<Item = usize>) -> Result<Wire<'b>> {
    let numbers = numbers.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    let numbers: Vec<i64> = numbers.collect();
    let table = Constant::from_i64s(Shape::new(&[numbers.len()])?, numbers);
    Ok(beside.builder().constant(table.ok_or(Error::OutOfScope)?))
}
