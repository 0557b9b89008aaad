//! The entries of a matrix, read from its products.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::Constant;
use graph_ir::types::{Shape, Type};

use super::Task;
use crate::colouring::recovery::{ProductPlace, Substitution};
use crate::sparsity::Pattern;

/// How entries are read.
pub(super) enum Recovery {
    /// Each at its place.
    Direct(Vec<ProductPlace>),
    /// Some less others.
    Substituted(Vec<Substitution>),
}

/// So many levels of entries that need others are computed one after another, each as one tensor.
const LEVELS: usize = 8;

impl Recovery {
    /// The price of reading, in additions; `None` where it is no way.
    pub(super) fn cost(&self) -> Option<u64> {
        match self {
            Self::Direct(places) => Some(places.len() as u64),
            Self::Substituted(steps) => {
                let levels = steps.iter().map(|step| step.level).max().unwrap_or(0);
                let minus = steps.iter().map(|step| step.minus.len());
                // The known entries move from level to level.
                let cost = (2 + levels) * steps.len() + 3 * minus.sum::<usize>();
                (levels <= LEVELS).then_some(cost as u64)
            }
        }
    }

    /// The entries in the order of the pattern, from all products one after another; `columns` of
    /// them are products with directions of columns.
    pub(super) fn entries<'b>(
        &self,
        task: &Task<'_>,
        builder: &'b Builder,
        products: Wire<'b>,
        columns: usize,
    ) -> Result<Wire<'b>> {
        let heights = Heights {
            columns,
            of_column: task.result_types().map(|ty| ty.shape.size()).sum(),
            of_row: task.variables().map(|ty| ty.shape.size()).sum(),
        };
        match self {
            Self::Direct(places) => {
                let places = places.iter().map(|&place| heights.position(place));
                pick(builder, products, places)
            }
            Self::Substituted(steps) => substituted(steps, builder, products, &heights),
        }
    }
}

/// Where in the vector of all products each begins.
struct Heights {
    columns: usize,
    of_column: usize,
    of_row: usize,
}

impl Heights {
    fn position(&self, ProductPlace { product, position }: ProductPlace) -> usize {
        let start = match product.checked_sub(self.columns) {
            None => product * self.of_column,
            Some(row) => self.columns * self.of_column + row * self.of_row,
        };
        start + position
    }
}

/// Level by level: the subtracted entries are known from the levels below.
fn substituted<'b>(
    steps: &[Substitution],
    builder: &'b Builder,
    products: Wire<'b>,
    heights: &Heights,
) -> Result<Wire<'b>> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|&entry| steps[entry].level);
    let mut place_in_order = alloc::vec![0; steps.len()];
    for (place, &entry) in order.iter().enumerate() {
        place_in_order[entry] = place;
    }
    let mut known: Option<Wire<'b>> = None;
    for level in order.chunk_by(|&a, &b| steps[a].level == steps[b].level) {
        let places = level
            .iter()
            .map(|&entry| heights.position(steps[entry].place));
        let mut values = pick(builder, products, places)?;
        if let Some(before) = known {
            let pairs = level.iter().enumerate();
            let pairs = pairs.flat_map(|(own, &entry)| {
                let minus = steps[entry].minus.iter();
                minus.map(move |&other| (own, other))
            });
            let (owns, others): (Vec<usize>, Vec<usize>) = pairs.unzip();
            let others = others.into_iter().map(|other| place_in_order[other]);
            let minus = pick(builder, before, others)?;
            let owns = indices(builder, owns.into_iter())?;
            values = values - builder.scatter_add(owns, minus, 0, &values.ty()?)?;
            values = builder.concat(&[before, values], 0)?;
        }
        known = Some(values);
    }
    let known = known.ok_or(Error::OutOfScope)?;
    pick(builder, known, place_in_order.into_iter())
}

/// The elements of a vector at these positions.
pub(super) fn pick<'b>(
    builder: &'b Builder,
    vector: Wire<'b>,
    positions: impl ExactSizeIterator<Item = usize>,
) -> Result<Wire<'b>> {
    let indices = indices(builder, positions)?;
    builder.gather(vector, indices, 0)
}

/// Positions as indices.
pub(super) fn indices(
    builder: &Builder,
    positions: impl Iterator<Item = usize>,
) -> Result<Wire<'_>> {
    let numbers = positions.map(|position| i64::try_from(position).unwrap_or(i64::MAX));
    let numbers: Vec<i64> = numbers.collect();
    let constant = Constant::from_i64s(Shape::new(&[numbers.len()])?, numbers);
    Ok(builder.constant(constant.ok_or(Error::OutOfScope)?))
}

/// No entries.
pub(super) fn none<'b>(builder: &'b Builder, task: &Task<'_>) -> Result<Wire<'b>> {
    let ty = Type::new(task.element, Shape::new(&[0])?);
    builder.full(&ty, 0.0)
}

/// The positions of a pattern's entries in the whole matrix, row by row.
pub(super) fn in_matrix(pattern: &Pattern) -> impl Iterator<Item = usize> + '_ {
    let columns = pattern.columns();
    pattern
        .places()
        .map(move |(row, column)| row * columns + column)
}
