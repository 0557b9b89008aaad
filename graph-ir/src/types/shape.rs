//! Shapes: extents along axes, with their products checked once, when a shape is made.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

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
        extents: Vec<usize>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    extent: usize,
}

impl Dim {
    /// An axis with `extent` elements; 0 is allowed.
    #[must_use]
    pub fn new(extent: usize) -> Self {
        Self { extent }
    }

    /// The number of elements along the axis.
    #[must_use]
    pub fn extent(self) -> usize {
        self.extent
    }
}

/// The axes of a tensor, outermost first; elements lie in row-major order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    dims: Box<[Dim]>,
    size: usize,
}

impl Shape {
    /// A shape from its extents, outermost first.
    ///
    /// # Errors
    /// [`ShapeError::TooLarge`] when the number of elements exceeds [`MAX_SIZE`],
    /// [`ShapeError::TooManyAxes`] when there are more than [`MAX_RANK`] axes.
    pub fn new(extents: &[usize]) -> Result<Self, ShapeError> {
        if extents.len() > MAX_RANK {
            return Err(ShapeError::TooManyAxes {
                rank: extents.len(),
            });
        }
        // The product of the non-zero extents is bounded too, so that strides never overflow.
        let bound = extents
            .iter()
            .try_fold(1_usize, |size, &e| size.checked_mul(e.max(1)))
            .filter(|&size| size <= MAX_SIZE);
        let Some(bound) = bound else {
            return Err(ShapeError::TooLarge {
                extents: extents.to_vec(),
            });
        };
        let size = if extents.contains(&0) { 0 } else { bound };
        let dims = extents.iter().copied().map(Dim::new).collect();
        Ok(Self { dims, size })
    }

    /// The shape of rank 0, which has one element.
    #[must_use]
    pub fn scalar() -> Self {
        Self {
            dims: Box::default(),
            size: 1,
        }
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The number of elements: the product of the extents.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The axes.
    #[must_use]
    pub fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// The extent of one axis; 1 for an axis that is not there.
    #[must_use]
    pub fn extent(&self, axis: usize) -> usize {
        self.dims.get(axis).map_or(1, |d| d.extent())
    }

    /// The extents, outermost first.
    #[must_use]
    pub fn extents(&self) -> Vec<usize> {
        self.dims.iter().map(|d| d.extent()).collect()
    }

    /// How far apart, in elements, neighbours along each axis lie in row-major order.
    #[must_use]
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = Vec::with_capacity(self.rank());
        let mut stride = 1_usize;
        for dim in self.dims.iter().rev() {
            strides.push(stride);
            stride *= dim.extent().max(1);
        }
        strides.reverse();
        strides
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
            .map(|axis| self.dims[axis])
            .collect();
        let size = dims.iter().map(|d| d.extent()).product();
        Self { dims, size }
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
            .entries(self.dims.iter().map(|d| d.extent()))
            .finish()
    }
}
