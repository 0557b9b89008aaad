//! Bundles of derivatives: for each element of a tensor as many columns, and the derivative by
//! each.

use alloc::rc::Rc;
use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::types::Shape;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The mark of a missing column: the derivative there is zero, or means nothing.
pub(super) const NONE: u32 = u32::MAX;

/// Derivatives of each element of a tensor by `width` variables.
#[derive(Clone, Debug)]
pub(super) struct Bundle<'b> {
    /// The variables of each element in turn, or [`NONE`].
    pub(super) columns: Rc<[u32]>,
    pub(super) width: usize,
    /// A tensor of the element's shape, with a last axis for the variables if there is not one.
    pub(super) derivatives: Sensitivity<'b>,
}

impl<'b> Bundle<'b> {
    /// The shape of the derivatives of a tensor of this shape.
    pub(super) fn shape(&self, of: &Shape) -> Result<Shape> {
        wide(of, self.width)
    }

    /// A factor for each element, repeated for all of its variables.
    pub(super) fn spread(&self, factor: Wire<'b>) -> Result<Wire<'b>> {
        spread(factor, self.width)
    }

    /// The same variables with other derivatives.
    pub(super) fn with(&self, derivatives: Sensitivity<'b>) -> Self {
        Self {
            derivatives,
            columns: Rc::clone(&self.columns),
            ..*self
        }
    }

    /// Whether there is a variable at all.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.iter().all(|&column| column == NONE)
    }

    /// The variables of the elements at these positions.
    pub(super) fn columns_at(&self, positions: &[usize]) -> Rc<[u32]> {
        let width = self.width;
        let columns = positions.iter();
        columns
            .flat_map(|position| &self.columns[position * width..(position + 1) * width])
            .copied()
            .collect()
    }
}

/// A shape with a last axis for so many variables.
pub(super) fn wide(shape: &Shape, width: usize) -> Result<Shape> {
    let mut extents = shape.extents();
    extents.extend((width != 1).then_some(width));
    Ok(Shape::new(&extents)?)
}

/// A tensor repeated for so many variables.
pub(super) fn spread(factor: Wire<'_>, width: usize) -> Result<Wire<'_>> {
    let shape = factor.ty()?.shape;
    let axes: Vec<usize> = (0..shape.rank()).collect();
    factor
        .builder()
        .broadcast(factor, &wide(&shape, width)?, &axes)
}

/// How many bundles of other columns one is compared with, to be added where neither has a column
/// that the other one lacks.
const COMPARED: usize = 8;

/// The bundles of a tensor.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundles<'b> {
    list: Vec<Bundle<'b>>,
    places: HashMap<Rc<[u32]>, usize, FxBuildHasher>,
}

impl<'b> Bundles<'b> {
    pub(super) fn one(bundle: Bundle<'b>) -> Self {
        let mut bundles = Self::default();
        bundles.add(bundle);
        bundles
    }

    pub(super) fn iter(&self) -> core::slice::Iter<'_, Bundle<'b>> {
        self.list.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds derivatives: to others by the same variables, if there are any.
    pub(super) fn add(&mut self, bundle: Bundle<'b>) {
        if bundle.is_empty() {
            return;
        }
        if let Some(&place) = self.places.get(&bundle.columns) {
            let own = &mut self.list[place];
            own.derivatives = own.derivatives.plus(bundle.derivatives);
            return;
        }
        let recent = self.list.len().saturating_sub(COMPARED);
        let fitting = (recent..self.list.len()).find(|&place| {
            let own = &self.list[place];
            own.width == bundle.width && fit(&own.columns, &bundle.columns)
        });
        match fitting.filter(|_| bundle.columns.len() > 1) {
            None => {
                let place = self.list.len();
                self.places.insert(Rc::clone(&bundle.columns), place);
                self.list.push(bundle);
            }
            Some(place) => {
                let own = &mut self.list[place];
                self.places.remove(&own.columns);
                let pairs = own.columns.iter().zip(&*bundle.columns);
                // The mark of a missing column is larger than any column.
                own.columns = pairs.map(|(&a, &b)| a.min(b)).collect();
                own.derivatives = own.derivatives.plus(bundle.derivatives);
                self.places.insert(Rc::clone(&own.columns), place);
            }
        }
    }
}

/// Whether no element has two different columns: where one has none, its derivatives are zero.
pub(super) fn fit(a: &[u32], b: &[u32]) -> bool {
    let mut pairs = a.iter().zip(b);
    pairs.all(|(&a, &b)| a == b || a == NONE || b == NONE)
}
