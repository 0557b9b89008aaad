//! The wanted entries, read from the tangents of the results.
//!
//! The derivatives of a bundle that belong to entries at equal distances, as the diagonals of a
//! band do, are placed as they are; others are gathered.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::ops::{Placement, Slice};
use graph_ir::types::{Shape, Type};

use super::Sweep;
use super::bundle::NONE;
use crate::sparse::recover;

/// Entries that lie in more pieces than this are gathered.
const PIECES: usize = 256;

/// The entries in the order of the pattern; `None` where there are too many operations.
pub(super) fn entries<'b>(sweep: &mut Sweep<'_, 'b>) -> Result<Option<Wire<'b>>> {
    let task = sweep.task;
    let count = task.pattern.entries();
    if !sweep.spend(2 * count) {
        return Ok(None);
    }
    let sources = sources(sweep)?;
    let runs: usize = sources.iter().map(|source| source.runs.len()).sum();
    let derivatives: usize = sources.iter().map(|source| source.pairs.len()).sum();
    // A piece of very few elements costs as much as gathering some.
    if runs <= PIECES.max(derivatives / 16) && runs > 0 {
        return placed(sweep, &sources).map(Some);
    }
    gathered(sweep, &sources).map(Some)
}

/// The derivatives of one bundle, as a vector.
struct BundleSource<'b> {
    flat: Wire<'b>,
    /// Positions in the vector, and the entries that they are.
    pairs: Vec<(usize, usize)>,
    runs: Vec<Run>,
}

/// Positions at equal distances that are entries at equal distances.
struct Run {
    first: (usize, usize),
    step: (usize, usize),
    count: usize,
}

fn sources<'b>(sweep: &Sweep<'_, 'b>) -> Result<Vec<BundleSource<'b>>> {
    let task = sweep.task;
    let mut sources = Vec::new();
    let mut first = 0;
    for output in &task.function.outputs()[task.results.clone()] {
        let size = task.function.ty(output.node).shape.size();
        for bundle in sweep.tangent(output.node).iter() {
            let mut pairs = Vec::with_capacity(bundle.columns.len());
            for (position, &column) in bundle.columns.iter().enumerate() {
                let row = first + position / bundle.width.max(1);
                if column != NONE
                    && let Some(entry) = task.pattern.position(row, column as usize)
                {
                    pairs.push((position, entry));
                }
            }
            let shape = Shape::new(&[bundle.columns.len()])?;
            sources.push(BundleSource {
                flat: bundle.derivatives.value().reshape(&shape),
                runs: runs(&pairs),
                pairs,
            });
        }
        first += size;
    }
    Ok(sources)
}

fn runs(pairs: &[(usize, usize)]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &(position, entry) in pairs {
        if let Some(run) = runs.last_mut() {
            let last = (
                run.first.0 + run.step.0 * (run.count - 1),
                run.first.1 + run.step.1 * (run.count - 1),
            );
            // Positions ascend; entries do within a row, and from row to row.
            let step = (position - last.0, entry.wrapping_sub(last.1));
            if entry > last.1 && (run.count == 1 || step == run.step) {
                run.step = step;
                run.count += 1;
                continue;
            }
        }
        runs.push(Run {
            first: (position, entry),
            step: (1, 1),
            count: 1,
        });
    }
    runs
}

/// One assembly of slices; where bundles have derivatives of one entry, their sums.
fn placed<'b>(sweep: &Sweep<'_, 'b>, sources: &[BundleSource<'b>]) -> Result<Wire<'b>> {
    let builder = sweep.builder;
    let along = |start: usize, step: usize| {
        let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        Slice::from_known([(signed(start), signed(step))])
    };
    let mut wires = Vec::new();
    let mut placement = Placement { pieces: Vec::new() };
    for source in sources {
        for run in &source.runs {
            let shape = Shape::new(&[run.count])?;
            let part = along(run.first.0, run.step.0);
            wires.push(builder.slice(source.flat, &part, &shape)?);
            placement.pieces.push(along(run.first.1, run.step.1));
        }
    }
    let ty = Type::new(
        sweep.task.element,
        Shape::new(&[sweep.task.pattern.entries()])?,
    );
    let zero = builder.number(ty.element, 0.0);
    builder.assemble_placed(zero, &wires, &placement, &ty)
}

/// Each entry from its places among all derivatives; the last place is a zero.
fn gathered<'b>(sweep: &Sweep<'_, 'b>, sources: &[BundleSource<'b>]) -> Result<Wire<'b>> {
    let builder = sweep.builder;
    let ty = Type::new(
        sweep.task.element,
        Shape::new(&[sweep.task.pattern.entries()])?,
    );
    let zero = builder.full(&ty.with_shape(Shape::new(&[1])?), 0.0)?;
    let mut parts = Vec::with_capacity(sources.len() + 1);
    let mut places: Vec<Vec<usize>> = alloc::vec![Vec::new(); ty.shape.size()];
    let (mut first, mut total) = (0, 0);
    for source in sources {
        for &(position, entry) in &source.pairs {
            places[entry].push(first + position);
        }
        first += source.flat.ty()?.shape.size();
        total += source.pairs.len();
        parts.push(source.flat);
    }
    parts.push(zero);
    let all = builder.concat(&parts, 0)?;
    let most = places.iter().map(Vec::len).max().unwrap_or(0).max(1);
    // Where few entries have many places, a term for each of these would be zeros for all others.
    if most.saturating_mul(places.len()) > 2 * (total + places.len()) {
        let entries = places.iter().enumerate();
        let entries = entries.flat_map(|(entry, places)| places.iter().map(move |_| entry));
        let entries = recover::indices(builder, entries)?;
        let places: Vec<usize> = places.into_iter().flatten().collect();
        let values = recover::pick(builder, all, places.into_iter())?;
        return builder.scatter_add(entries, values, 0, &ty);
    }
    let terms = (0..most).map(|term| {
        let places = places.iter();
        let places = places.map(|places| places.get(term).copied().unwrap_or(first));
        recover::pick(builder, all, places)
    });
    let terms: Vec<Wire<'b>> = terms.collect::<Result<_>>()?;
    Ok(terms[1..].iter().fold(terms[0], |sum, &term| sum + term))
}
