//! Shapes: extents along axes, with their products checked once, when a shape is made.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::Extent;

/// The largest number of elements of one value. Files may claim any extents: this bound keeps
/// every product of them inside `usize` arithmetic and is refused where it would be exceeded. (A
/// machine of 32 bits holds fewer.)
pub const MAX_SIZE: usize = if usize::BITS > 40 { 1 << 40 } else { 1 << 30 };

/// The largest number of axes of one value. Extents of 1 cost nothing, so a file could claim any
/// number of them.
pub const MAX_RANK: usize = 64;

/// Why there is no shape of some extents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A value would have more elements than any value may have.
    #[error("a value of extents {extents:?} is too large: at most {MAX_SIZE} elements are allowed")]
    TooLarge {
        /// The extents asked for.
        extents: Vec<Extent>,
    },
    /// An extent is negative.
    #[error("the extents {extents:?} must not be negative")]
    Negative {
        /// The extents asked for.
        extents: Vec<Extent>,
    },
    /// An extent depends on a symbol, where it must be known.
    #[error("the extents {extents:?} must be known here")]
    Symbolic {
        /// The extents, of which one is symbolic.
        extents: Vec<Extent>,
    },
    /// A value would have more axes than any value may have.
    #[error("a value of {rank} axes is nested too deeply: at most {MAX_RANK} axes are allowed")]
    TooManyAxes {
        /// The number of axes asked for.
        rank: usize,
    },
}

/// One axis of a shape. A value of its own rather than a bare integer, so that an axis can carry
/// more than its extent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    extent: Extent,
}

impl Dim {
    /// An axis with `extent` elements; 0 is allowed.
    #[must_use]
    pub fn new(extent: impl Into<Extent>) -> Self {
        Self {
            extent: extent.into(),
        }
    }

    /// The number of elements along the axis, which may be symbolic.
    #[must_use]
    pub fn count(&self) -> &Extent {
        &self.extent
    }

    /// The number of elements along the axis.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn extent(&self) -> usize {
        known(&self.extent)
    }
}

/// The axes of a tensor, outermost first; elements lie in row-major order.
///
/// Extents are known or symbolic. Accessors that give plain numbers are for shapes without symbols,
/// as [`Graph::require_known`](crate::Graph::require_known) guarantees them, and panic for others;
/// code that symbols reach reads [`Self::count`], [`Self::counts`] and [`Self::count_along`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    dims: Box<[Dim]>,
    count: Extent,
}

impl Shape {
    /// A shape from its extents, outermost first.
    ///
    /// # Errors
    /// [`ShapeError::TooLarge`] when the number of elements exceeds [`MAX_SIZE`],
    /// [`ShapeError::TooManyAxes`] when there are more than [`MAX_RANK`] axes.
    pub fn new(extents: &[usize]) -> Result<Self, ShapeError> {
        Self::checked(extents.iter().copied().map(Dim::new).collect())
    }

    /// A shape from extents that may be symbolic, outermost first.
    ///
    /// # Errors
    /// As [`Self::new`]; [`ShapeError::TooLarge`] also where products of symbols are counted by
    /// numbers above [`MAX_SIZE`]; [`ShapeError::Negative`].
    pub fn of(extents: impl IntoIterator<Item = Extent>) -> Result<Self, ShapeError> {
        Self::checked(extents.into_iter().map(Dim::new).collect())
    }

    fn checked(dims: Box<[Dim]>) -> Result<Self, ShapeError> {
        if dims.len() > MAX_RANK {
            return Err(ShapeError::TooManyAxes { rank: dims.len() });
        }
        // The product of the extents that are not 0 is bounded too, so that strides never overflow.
        let extents = || dims.iter().map(|dim| &dim.extent);
        let zeros = extents().filter(|&extent| *extent == 0).count();
        let others = extents().filter(|&extent| *extent != 0).cloned();
        let bound: Extent = others.product();
        if extents().any(|extent| extent.known_integer().is_some_and(|n| n < 0)) {
            return Err(ShapeError::Negative {
                extents: extents().cloned().collect(),
            });
        }
        if bound.magnitude() > MAX_SIZE as u64 {
            return Err(ShapeError::TooLarge {
                extents: extents().cloned().collect(),
            });
        }
        let count = if zeros > 0 { Extent::from(0) } else { bound };
        Ok(Self { dims, count })
    }

    /// The shape of rank 0, which has one element.
    #[must_use]
    pub fn scalar() -> Self {
        Self {
            dims: Box::default(),
            count: Extent::from(1),
        }
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Whether an extent depends on a symbol.
    #[must_use]
    pub fn is_symbolic(&self) -> bool {
        self.dims.iter().any(|dim| dim.extent.is_symbolic())
    }

    /// Refuses symbolic extents.
    ///
    /// # Errors
    /// [`ShapeError::Symbolic`].
    pub fn require_known(&self) -> Result<(), ShapeError> {
        match self.is_symbolic() {
            true => Err(ShapeError::Symbolic {
                extents: self.counts(),
            }),
            false => Ok(()),
        }
    }

    /// The number of elements, which may be symbolic: the product of the extents.
    #[must_use]
    pub fn count(&self) -> &Extent {
        &self.count
    }

    /// The extents, which may be symbolic, outermost first.
    #[must_use]
    pub fn counts(&self) -> Vec<Extent> {
        self.dims.iter().map(|dim| dim.extent.clone()).collect()
    }

    /// The extent of one axis, which may be symbolic; 1 for an axis that is not there.
    #[must_use]
    pub fn count_along(&self, axis: usize) -> Extent {
        let dim = self.dims.get(axis);
        dim.map_or_else(|| Extent::from(1), |dim| dim.extent.clone())
    }

    /// The number of elements: the product of the extents.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn size(&self) -> usize {
        known(&self.count)
    }

    /// The axes.
    #[must_use]
    pub fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// The extent of one axis; 1 for an axis that is not there.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn extent(&self, axis: usize) -> usize {
        self.dims.get(axis).map_or(1, Dim::extent)
    }

    /// The extents, outermost first.
    ///
    /// # Panics
    /// When one is symbolic.
    #[must_use]
    pub fn extents(&self) -> Vec<usize> {
        self.dims.iter().map(Dim::extent).collect()
    }

    /// How far apart, in elements, neighbours along each axis lie in row-major order.
    ///
    /// # Panics
    /// When another extent than the outermost one is symbolic.
    #[must_use]
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = Vec::with_capacity(self.rank());
        let mut stride = 1_usize;
        for (axis, dim) in self.dims.iter().enumerate().rev() {
            strides.push(stride);
            if axis > 0 {
                stride *= dim.extent().max(1);
            }
        }
        strides.reverse();
        strides
    }

    /// The shape of a row, which lacks the outermost axis.
    #[must_use]
    pub fn row(&self) -> Self {
        self.filter_axes(|axis| axis > 0)
    }

    /// The shape of the axes that `keep` selects, in their order.
    #[must_use]
    pub fn filter_axes(&self, keep: impl Fn(usize) -> bool) -> Self {
        self.chosen_axes(&keep)
    }

    /// [`Self::filter_axes`], compiled once.
    fn chosen_axes(&self, keep: &dyn Fn(usize) -> bool) -> Self {
        let dims: Box<[Dim]> = (0..self.rank())
            .filter(|&axis| keep(axis))
            .map(|axis| self.dims[axis].clone())
            .collect();
        let count = dims.iter().map(|d| d.extent.clone()).product();
        Self { dims, count }
    }
}

/// An extent of a shape without symbols.
fn known(extent: &Extent) -> usize {
    match extent.known() {
        Some(extent) => extent,
        None => panic!("`{extent}` is not known"),
    }
}

/// As [`Display`](fmt::Display).
impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.dims.iter().map(Dim::count))
            .finish()
    }
}
