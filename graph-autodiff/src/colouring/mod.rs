//! Colouring: finds few matrix products that determine all entries of a sparse matrix.
//!
//! The product of a derivative matrix and a direction takes one sweep, for any direction. If
//! several columns have no entries in a common row, one direction that is 1 for all of them yields
//! all of their entries. A matrix therefore needs as many sweeps as its columns need colours, if no
//! two columns with entries in one row may share a colour ([`columns`]). Rows and reverse sweeps
//! work the same way ([`rows`]). A few dense rows would give every column its own colour; with both
//! kinds of sweeps, each entry must be readable from only one of them ([`both`]). In a symmetric
//! matrix an entry can be read at either of its two positions, so weaker colourings suffice: a
//! [`star`] colouring, in which every path of four vertices has three colours; or, if known entries
//! may be subtracted, an [`acyclic`] colouring, in which every cycle has three colours.
//! [`recovery`] gives the position at which each entry is then read, and a [`Compression`] has all
//! of it for programs that compute products alone.
//!
//! Finding the fewest colours is NP-hard. The greedy methods here process the vertices in several
//! [orders](Ordering) and keep the best result. Their time grows with the number of paths of length
//! two; if it would exceed [`EFFORT`] for each entry, vertices with many neighbours get their own
//! colours, which is always correct, and which most of them need anyway.
//!
//! A. H. Gebremedhin, F. Manne and A. Pothen, "What color is your Jacobian? Graph coloring for
//! computing derivatives", SIAM Review 47(4), 2005; A. H. Gebremedhin, A. Tarafdar, F. Manne and
//! A. Pothen, "New acyclic and star coloring algorithms with application to computing Hessians",
//! SIAM J. Sci. Comput. 29(3), 2007; T. F. Coleman and A. Verma, "The efficient computation of
//! sparse Jacobian matrices using automatic differentiation", SIAM J. Sci. Comput. 19(4), 1998.

mod acyclic;
mod adjacency;
mod columns;
mod compression;
pub mod recovery;
mod sides;
mod star;
mod vertex_order;

use alloc::vec::Vec;

pub use acyclic::{acyclic, acyclic_in};
pub use columns::{columns, columns_in, rows};
pub use compression::{Compression, Product, Side};
pub use sides::{Sides, both};
pub use star::{star, star_in};
pub use vertex_order::Ordering;

/// The largest number of steps for each vertex and entry that a greedy method takes in one order.
pub const EFFORT: usize = 256;

/// A colour for each vertex: for each column, row or variable of a matrix.
///
/// A vertex that no entry needs has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring {
    colours: Vec<Option<usize>>,
    count: usize,
}

impl Colouring {
    /// From the colour of each vertex; colours are numbered without gaps.
    ///
    /// # Panics
    /// When a number below the largest one is no vertex's colour.
    #[must_use]
    pub fn new(colours: Vec<Option<usize>>) -> Self {
        let count = colours
            .iter()
            .flatten()
            .max()
            .map_or(0, |largest| largest + 1);
        let mut there = alloc::vec![false; count];
        colours
            .iter()
            .flatten()
            .for_each(|&colour| there[colour] = true);
        assert!(there.iter().all(|&there| there), "colours without gaps");
        Self { colours, count }
    }

    /// The number of colours.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// The colour of a vertex; `None` for one that no entry needs.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn of(&self, vertex: usize) -> Option<usize> {
        self.colours[vertex]
    }

    /// The colours of all vertices.
    #[must_use]
    pub fn colours(&self) -> &[Option<usize>] {
        &self.colours
    }

    /// A colour of its own for each vertex in turn that needs one.
    fn each(needed: impl Iterator<Item = bool>) -> Self {
        let mut count = 0;
        let colours = needed.map(|needed| {
            needed.then(|| {
                count += 1;
                count - 1
            })
        });
        Self {
            colours: colours.collect(),
            count,
        }
    }
}

/// The colouring with the fewest colours that a method finds in all orders; `enough` colours are
/// known to be the fewest.
fn fewest(enough: usize, colour: impl Fn(Ordering) -> Colouring) -> Colouring {
    let mut best: Option<Colouring> = None;
    for ordering in Ordering::ALL {
        let found = colour(ordering);
        let better = best.as_ref().is_none_or(|best| found.count < best.count);
        if better {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.count <= enough) {
            break;
        }
    }
    best.unwrap_or_else(|| Colouring::new(Vec::new()))
}
