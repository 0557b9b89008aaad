//! The entries of a sparse matrix from few of its products, for programs that compute products
//! alone.

use alloc::vec::Vec;
use core::ops::Sub;

use super::recovery::{self, ProductPlace, Substitution};
use super::{Colouring, Sides};
use crate::sparsity::Pattern;

/// The price of a sweep backwards, where one forwards costs 1. Operations alone say 3 to 2 (Griewank
/// and Walther, *Evaluating Derivatives*, chapter 4); what is kept between the two ways adds to it.
const BACKWARDS: usize = 2;

/// How the entries of a sparse matrix are read from few products of it with vectors, whose elements
/// are zeros and ones.
///
/// ```
/// use graph_autodiff::colouring::{Compression, Side};
/// use graph_autodiff::sparsity::Pattern;
///
/// // Two columns suffice: no row has entries in both of one colour.
/// let matrix = [[1.0, 2.0, 0.0], [0.0, 3.0, 4.0]];
/// let pattern = Pattern::from_rows(3, [vec![0, 1], vec![1, 2]]);
/// let compression = Compression::jacobian(pattern);
/// let mut entries = [0.0; 4];
/// for product in compression.products() {
///     assert_eq!(product.side(), Side::Columns);
///     let of_row = |row: &[f64; 3]| {
///         let chosen = row.iter().zip(product.seed()).filter(|(_, is_one)| *is_one);
///         chosen.map(|(element, _)| element).sum()
///     };
///     let sums: Vec<f64> = matrix.iter().map(of_row).collect();
///     product.read(&sums, &mut entries);
/// }
/// compression.substitute(&mut entries);
/// assert_eq!((compression.products().count(), entries), (2, [1.0, 2.0, 3.0, 4.0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compression {
    pattern: Pattern,
    sides: Sides,
    /// For each product, those of columns before those of rows, the entries that are read in it
    /// and their positions there.
    reads: Vec<Vec<(usize, usize)>>,
    /// Entries that are the numbers read for them less other entries, each behind the ones that it
    /// needs.
    substitutions: Vec<(usize, Vec<usize>)>,
}

/// The vectors that a matrix is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The matrix times a direction of its columns: a sweep forwards.
    Columns,
    /// A direction of its rows times the matrix: a sweep backwards.
    Rows,
}

/// One of the products.
#[derive(Clone, Copy, Debug)]
pub struct Product<'c> {
    side: Side,
    colour: usize,
    colouring: &'c Colouring,
    reads: &'c [(usize, usize)],
}

impl Compression {
    /// Of a Jacobian with entries at these places.
    #[must_use]
    pub fn jacobian(pattern: Pattern) -> Self {
        let sides = super::both(&pattern, BACKWARDS, 1);
        let places = recovery::sides(&pattern, &sides);
        Self::new(pattern, sides, &places, Vec::new())
    }

    /// Of a Hessian with entries at these places of its lower triangle, by products with directions
    /// of columns alone.
    ///
    /// # Panics
    /// When the matrix is not square, or a place is above the diagonal.
    #[must_use]
    pub fn hessian(lower: Pattern) -> Self {
        let (star, acyclic) = (super::star(&lower), super::acyclic(&lower));
        // A product costs more than all the subtractions.
        let (columns, places, substitutions) = match acyclic.count() < star.count() {
            true => {
                let steps = recovery::acyclic(&lower, &acyclic);
                let places = steps.iter().map(|step| step.place).collect();
                (acyclic, places, in_order(steps))
            }
            false => {
                let places = recovery::star(&lower, &star);
                (star, places, Vec::new())
            }
        };
        let rows = Colouring::new(Vec::new());
        Self::new(lower, Sides { rows, columns }, &places, substitutions)
    }

    fn new(
        pattern: Pattern,
        sides: Sides,
        places: &[ProductPlace],
        substitutions: Vec<(usize, Vec<usize>)>,
    ) -> Self {
        let count = sides.columns.count() + sides.rows.count();
        let mut reads = alloc::vec![Vec::new(); count];
        for (entry, place) in places.iter().enumerate() {
            reads[place.product].push((entry, place.position));
        }
        Self {
            pattern,
            sides,
            reads,
            substitutions,
        }
    }

    /// The places of the entries.
    #[must_use]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The products that all entries are read from.
    pub fn products(&self) -> impl Iterator<Item = Product<'_>> {
        let Sides { rows, columns } = &self.sides;
        let sides = [(Side::Columns, columns), (Side::Rows, rows)].into_iter();
        let all = sides.flat_map(|(side, colouring)| {
            (0..colouring.count()).map(move |colour| (side, colour, colouring))
        });
        all.zip(&self.reads)
            .map(|((side, colour, colouring), reads)| Product {
                side,
                colour,
                colouring,
                reads,
            })
    }

    /// Makes entries, in the order of the pattern, of the numbers that were read for them in all
    /// products.
    pub fn substitute<T: Copy + Sub<Output = T>>(&self, entries: &mut [T]) {
        for (entry, minus) in &self.substitutions {
            for &other in minus {
                entries[*entry] = entries[*entry] - entries[other];
            }
        }
    }
}

impl Product<'_> {
    /// The kind of vector that the matrix is multiplied by.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The direction: for each column, or row, whether its element is one rather than zero.
    pub fn seed(&self) -> impl Iterator<Item = bool> + '_ {
        let colours = self.colouring.colours().iter();
        colours.map(|own| *own == Some(self.colour))
    }

    /// Reads those of the matrix's entries that stand in this product.
    ///
    /// # Panics
    /// When the product is shorter than it is, or there are fewer entries than places.
    pub fn read<T: Copy>(&self, product: &[T], entries: &mut [T]) {
        for &(entry, position) in self.reads {
            entries[entry] = product[position];
        }
    }
}

/// Entries from which others are subtracted, level by level.
fn in_order(steps: Vec<Substitution>) -> Vec<(usize, Vec<usize>)> {
    let mut steps: Vec<(usize, Substitution)> = steps.into_iter().enumerate().collect();
    steps.retain(|(_, step)| !step.minus.is_empty());
    steps.sort_by_key(|(_, step)| step.level);
    let steps = steps.into_iter();
    steps.map(|(entry, step)| (entry, step.minus)).collect()
}
