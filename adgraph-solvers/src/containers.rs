//! Vectors and matrices of any crate, as arguments and results of functions.

use adgraph::math::Float;

/// A vector whose elements are one after another in memory.
///
/// It is implemented for `Vec`, for arrays and, by features, for the vectors of nalgebra, ndarray
/// and faer. All of these are passed to functions without a copy.
pub trait Vector<T>: Sized {
    /// The matrices that go with these vectors.
    type Matrix: Matrix<T>;

    /// A vector of `length` zeros; `None` for a type of another length.
    fn zeros(length: usize) -> Option<Self>;

    /// The elements; `None` where they are not one after another.
    fn elements(&self) -> Option<&[T]>;

    /// The elements, to be written; `None` where they are not one after another.
    fn elements_mut(&mut self) -> Option<&mut [T]>;
}

/// A dense matrix.
///
/// It is implemented for rows in a `Vec`, for nested arrays and, by features, for the matrices of
/// nalgebra, ndarray and faer.
pub trait Matrix<T>: Sized {
    /// A matrix of `rows` by `columns` elements, given row by row; `None` for a type of another
    /// size, and where `entries` has another length.
    fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self>;
}

impl<T: Float> Vector<T> for Vec<T> {
    type Matrix = Vec<Self>;

    fn zeros(length: usize) -> Option<Self> {
        Some(vec![T::ZERO; length])
    }

    fn elements(&self) -> Option<&[T]> {
        Some(self)
    }

    fn elements_mut(&mut self) -> Option<&mut [T]> {
        Some(self)
    }
}

impl<T: Float, const N: usize> Vector<T> for [T; N] {
    type Matrix = [Self; N];

    fn zeros(length: usize) -> Option<Self> {
        (length == N).then_some([T::ZERO; N])
    }

    fn elements(&self) -> Option<&[T]> {
        Some(self)
    }

    fn elements_mut(&mut self) -> Option<&mut [T]> {
        Some(self)
    }
}

impl<T: Float> Matrix<T> for Vec<Vec<T>> {
    fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
        let row = |row| entries[row * columns..][..columns].to_vec();
        (entries.len() == rows * columns).then(|| (0..rows).map(row).collect())
    }
}

impl<T: Float, const M: usize, const N: usize> Matrix<T> for [[T; N]; M] {
    fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
        let fits = (rows, columns) == (M, N) && entries.len() == M * N;
        fits.then(|| std::array::from_fn(|row| std::array::from_fn(|k| entries[row * N + k])))
    }
}
