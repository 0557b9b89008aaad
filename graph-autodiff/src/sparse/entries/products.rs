//! Tangents of contractions: the products of one operand's tangent with the other operand, term by
//! term, and then their sums.
//!
//! Of a constant operand only the nonzeros take part, so that a product with a matrix of
//! differences costs as much as the differences.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Constant, NodeId};
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::ops::{Contraction, positions};
use graph_ir::types::Shape;

use super::Sweep;
use super::bundle::{Bundle, Bundles, NONE, spread, wide};
use super::sums::summed;

/// The tangent of a contraction.
pub(super) fn contract<'b>(
    sweep: &mut Sweep<'_, 'b>,
    id: NodeId,
    spec: &Contraction,
) -> Result<Option<Bundles<'b>>> {
    let arguments = sweep.task.function.arguments(id);
    if spec.absolute {
        return Ok(None);
    }
    let mut results = Bundles::default();
    for side in [0, 1] {
        let (own, other) = (arguments[side], arguments[1 - side]);
        let bundles = sweep.tangent(own).clone();
        if bundles.is_empty() {
            continue;
        }
        let sums = sweep.shape(id).size();
        let all = sums.saturating_mul(spec.terms(sweep.shape(arguments[0])));
        if !sweep.spend(all) {
            return Ok(None);
        }
        let terms = Terms::new([sweep.shape(own), sweep.shape(other)], side, spec)?;
        let other = sweep.value(other);
        let factors = sweep.builder.as_constant(other);
        let chosen = factors.as_ref().map(|factors| terms.not_zero(factors));
        let most = { chosen.iter().flatten() }.map(Vec::len).max().unwrap_or(0);
        for bundle in bundles.iter() {
            let count = if chosen.is_some() { sums * most } else { all };
            let held = count.saturating_mul(bundle.width);
            // All are added up again, which a product with a direction does as it goes.
            if !sweep.spend(held) || !sweep.holds(held.saturating_mul(4)) {
                return Ok(None);
            }
            let products = match (&factors, &chosen) {
                (Some(factors), Some(chosen)) => terms.of_constant(bundle, factors, chosen)?,
                _ => terms.of_all(bundle, other)?,
            };
            let (products, shape) = products;
            results.add(summed(&products, &shape, &[shape.rank() - 1])?);
        }
    }
    Ok(Some(results))
}

/// The terms of all sums of a contraction: a tensor with the result's axes, and a last one for the
/// terms.
struct Terms {
    whole: Shape,
    terms: usize,
    /// The positions, in each operand, of the terms' factors.
    own: Vec<usize>,
    other: Vec<usize>,
    own_axes: Arranged,
    other_axes: Arranged,
}

/// How an operand is brought to the axes of all terms.
struct Arranged {
    /// The operand's axes: batch, free, contracted.
    order: Vec<usize>,
    /// Where they are among the result's axes and then the contracted ones.
    axes: Vec<usize>,
    /// The extents of these.
    extents: Vec<usize>,
}

impl Terms {
    /// Of an operand on this side, and the other.
    fn new([own, other]: [&Shape; 2], side: usize, spec: &Contraction) -> Result<Self> {
        let pick = |&(left, right): &(usize, usize), of: usize| [left, right][of];
        let free = |of: usize, shape: &Shape| match of {
            0 => spec.left_free(shape.rank()),
            _ => spec.right_free(shape.rank()),
        };
        let mut shapes = [own, other];
        if side == 1 {
            shapes.swap(0, 1);
        }
        let frees = [free(0, shapes[0]), free(1, shapes[1])];
        let extents_of = |of: usize, axes: &[usize]| -> Vec<usize> {
            axes.iter().map(|&axis| shapes[of].extent(axis)).collect()
        };
        let batch: Vec<usize> = spec.batch.iter().map(|pair| pick(pair, 0)).collect();
        let contracted: Vec<usize> = spec.contracted.iter().map(|pair| pick(pair, 0)).collect();
        let extents = [
            extents_of(0, &batch),
            extents_of(0, &frees[0]),
            extents_of(1, &frees[1]),
            extents_of(0, &contracted),
        ];
        let starts = [0, batch.len(), batch.len() + frees[0].len()];
        let last = starts[2] + frees[1].len();
        let all = extents.concat();
        let arranged = |of: usize| {
            let (batches, sums) = (spec.batch.iter(), spec.contracted.iter());
            let order = { batches.map(|pair| pick(pair, of)) }
                .chain(frees[of].iter().copied())
                .chain(sums.map(|pair| pick(pair, of)));
            let axes = (0..batch.len())
                .chain((0..frees[of].len()).map(|axis| starts[1 + of] + axis))
                .chain(last..all.len());
            Arranged {
                order: order.collect(),
                axes: axes.collect(),
                extents: all.clone(),
            }
        };
        let terms = extents[3].iter().product();
        let whole = Shape::new(&[&all[..last], &[terms]].concat())?;
        let (own_axes, other_axes) = (arranged(side), arranged(1 - side));
        Ok(Self {
            own: own_axes.positions(own)?,
            other: other_axes.positions(other)?,
            whole,
            terms,
            own_axes,
            other_axes,
        })
    }

    /// All products.
    fn of_all<'b>(&self, bundle: &Bundle<'b>, other: Wire<'b>) -> Result<(Bundle<'b>, Shape)> {
        let width = bundle.width;
        let shape = wide(&self.whole, width)?;
        let own = self
            .own_axes
            .bring(bundle.derivatives.wire, width)?
            .reshape(&shape);
        let factors = self.other_axes.bring(other, 1)?.reshape(&self.whole);
        let own = Sensitivity {
            wire: own,
            ..bundle.derivatives
        };
        let products = Bundle {
            columns: bundle.columns_at(&self.own),
            width,
            derivatives: own.times(spread(factors, width)?),
        };
        Ok((products, self.whole.clone()))
    }

    /// For each sum the terms whose factors are not zero.
    fn not_zero(&self, factors: &Constant) -> Vec<Vec<usize>> {
        let sums = self.whole.size().checked_div(self.terms).unwrap_or(0);
        let chosen = (0..sums).map(|sum| {
            let terms = sum * self.terms..(sum + 1) * self.terms;
            let terms = terms.filter(|&place| self.factor(factors, place) != 0.0);
            terms.collect()
        });
        chosen.collect()
    }

    fn factor(&self, factors: &Constant, place: usize) -> f64 {
        factors.literal(self.other[place]).to_f64()
    }

    /// The products with chosen factors, as many for each sum as the most have.
    fn of_constant<'b>(
        &self,
        bundle: &Bundle<'b>,
        factors: &Constant,
        chosen: &[Vec<usize>],
    ) -> Result<(Bundle<'b>, Shape)> {
        let (builder, width) = (bundle.derivatives.wire.builder(), bundle.width);
        let most = chosen.iter().map(Vec::len).max().unwrap_or(0);
        let count = chosen.len() * most;
        let (mut own, mut numbers) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut columns = Vec::with_capacity(count * width);
        for places in chosen {
            for term in 0..most {
                let place = places.get(term).copied();
                let from = place.map_or(0, |place| self.own[place]);
                own.push(i64::try_from(from).unwrap_or(i64::MAX));
                numbers.push(place.map_or(0.0, |place| self.factor(factors, place)));
                columns.extend((0..width).map(|i| match place {
                    Some(_) => bundle.columns[from * width + i],
                    None => NONE,
                }));
            }
        }
        let mut extents = self.whole.extents();
        if let Some(last) = extents.last_mut() {
            *last = most;
        }
        let shape = Shape::new(&extents)?;
        let indices = Constant::from_i64s(shape.clone(), own);
        let numbers = Constant::from_f64s(factors.element(), shape.clone(), &numbers);
        let indices = builder.constant(indices.ok_or(Error::OutOfScope)?);
        let numbers = builder.constant(numbers.ok_or(Error::OutOfScope)?);
        let flat = bundle.columns.len() / width.max(1);
        let flat = bundle
            .derivatives
            .wire
            .reshape(&wide(&Shape::new(&[flat])?, width)?);
        let own = Sensitivity {
            wire: builder.gather(flat, indices, 0)?,
            ..bundle.derivatives
        };
        let products = Bundle {
            columns: columns.into(),
            width,
            derivatives: own.times(spread(numbers, width)?),
        };
        Ok((products, shape))
    }
}

impl Arranged {
    /// The position in the operand of each term's factor.
    fn positions(&self, shape: &Shape) -> Result<Vec<usize>> {
        let own = positions::along(shape, self.order.iter().copied()).to_vec();
        // Axes that the operand lacks repeat it.
        let extents: Vec<usize> = self.order.iter().map(|&axis| shape.extent(axis)).collect();
        let strides = Shape::new(&extents)?.strides();
        let mut apart = alloc::vec![0; self.extents.len()];
        for (&axis, stride) in self.axes.iter().zip(strides) {
            apart[axis] = stride;
        }
        let places = positions::Positions::walk(&self.extents, &apart).to_vec();
        Ok(places.into_iter().map(|place| own[place]).collect())
    }

    /// The operand, or derivatives of so many columns, with the axes of all terms.
    fn bring<'b>(&self, wire: Wire<'b>, width: usize) -> Result<Wire<'b>> {
        let builder = wire.builder();
        let last = (width != 1).then_some(self.order.len());
        let order: Vec<usize> = self.order.iter().copied().chain(last).collect();
        let moved = builder.transpose(wire, &order)?;
        let last = (width != 1).then_some(self.extents.len());
        let axes: Vec<usize> = self.axes.iter().copied().chain(last).collect();
        let whole = wide(&Shape::new(&self.extents)?, width)?;
        builder.broadcast(moved, &whole, &axes)
    }
}
