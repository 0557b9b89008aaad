//! Errors in the arguments of an adapter.

/// A vector or matrix that does not fit the function.
///
/// Solvers that let their problems fail hand this on within their own type of error.
///
/// ```
/// use adgraph_solvers::Error;
///
/// let error = Error::Length { what: "x", found: 2, expected: 3 };
/// assert_eq!(error.to_string(), "`x` has 2 elements and needs 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another number of elements than the function has.
    #[error("`{what}` has {found} element{} and needs {expected}", if *found == 1 { "" } else { "s" })]
    Length {
        /// The name of the vector.
        what: &'static str,
        /// The number of its elements.
        found: usize,
        /// The number that the function needs.
        expected: usize,
    },
    /// A vector whose elements are not one after another in memory.
    #[error("the elements of `{what}` are not one after another in memory")]
    Scattered {
        /// The name of the vector.
        what: &'static str,
    },
    /// A lower bound above its upper bound, or one that is no number.
    #[error("no number is between the {what} at {index}")]
    Bounds {
        /// The name of the bounds.
        what: &'static str,
        /// The position of the two bounds.
        index: usize,
    },
    /// A value or a derivative that is infinite or NaN, where the solver cannot go on from it.
    #[error("the function or its gradient is not finite at this point")]
    NotFinite,
    /// A type of one size only, for a result of another.
    #[error("`{what}` has {rows} by {columns} elements, which its type cannot hold")]
    Fixed {
        /// The name of the vector or matrix.
        what: &'static str,
        /// The number of rows of the result.
        rows: usize,
        /// The number of columns of the result; 1 for a vector.
        columns: usize,
    },
}

/// Refuses another length.
pub(crate) fn check(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Length {
        what,
        found,
        expected,
    })
}
