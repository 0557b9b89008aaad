//! The memory layouts of points: columns, or rows.

use graph_math::lanes::LANES;

use super::Lanes;
use crate::generated::known;

/// The numbers of points to read, `I` of each point.
pub trait Source<T, const I: usize>: Sync {
    /// How many points each group of numbers has.
    fn lengths(&self) -> impl Iterator<Item = usize>;

    /// Fills a block with the points from `first` on.
    fn load(&self, block: &mut [Lanes<T>; I], first: usize);

    /// Fills a block with the points of a range that are fewer, the last one repeated.
    fn load_some(&self, block: &mut [Lanes<T>; I], range: [usize; 2]);
}

/// Room for the numbers of points to write, `O` of each point.
pub trait Sink<T, const O: usize>: Send + Sized {
    /// How many points each group of numbers has.
    fn lengths(&self) -> impl Iterator<Item = usize>;

    /// Writes the first `count` points of a block, to the points from `first` on.
    fn store(&mut self, block: &[Lanes<T>; O], first: usize, count: usize);

    /// The points before `point`, and the others.
    fn split(self, point: usize) -> [Self; 2];
}

/// A slice for each number, with an element for each point.
impl<T: Copy + Sync, const I: usize> Source<T, I> for [&[T]; I] {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.iter().map(|column| column.len())
    }

    #[inline(always)]
    fn load(&self, block: &mut [Lanes<T>; I], first: usize) {
        for (lanes, column) in block.iter_mut().zip(self) {
            *lanes = *known(column[first..].first_chunk());
        }
    }

    #[inline(never)]
    fn load_some(&self, block: &mut [Lanes<T>; I], [first, end]: [usize; 2]) {
        for (lanes, column) in block.iter_mut().zip(self) {
            *lanes = core::array::from_fn(|lane| column[(first + lane).min(end - 1)]);
        }
    }
}

impl<T: Copy + Send, const O: usize> Sink<T, O> for [&mut [T]; O] {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.iter().map(|column| column.len())
    }

    #[inline(always)]
    fn store(&mut self, block: &[Lanes<T>; O], first: usize, count: usize) {
        for (column, lanes) in self.iter_mut().zip(block) {
            if count == LANES {
                *known(column[first..].first_chunk_mut()) = *lanes;
            } else {
                column[first..][..count].copy_from_slice(&lanes[..count]);
            }
        }
    }

    fn split(mut self, point: usize) -> [Self; 2] {
        let firsts = self.each_mut().map(|column| {
            let (first, rest) = core::mem::take(column).split_at_mut(point);
            *column = rest;
            first
        });
        [firsts, self]
    }
}

/// A group of numbers to read, point after point.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    /// How many points there are.
    pub points: usize,
    /// How many numbers each point has.
    pub width: usize,
    /// The numbers of the first point, then those of the second, and so on.
    pub numbers: &'a [T],
}

/// A slice for each group, with a row of numbers for each point.
impl<T: Copy + Sync, const I: usize, const G: usize> Source<T, I> for [Rows<'_, T>; G] {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.iter().map(|rows| rows.points)
    }

    #[inline(always)]
    fn load(&self, block: &mut [Lanes<T>; I], first: usize) {
        let mut rest = &mut block[..];
        for rows in self {
            let (group, others) = rest.split_at_mut(rows.width);
            rest = others;
            if let [lanes] = group {
                *lanes = *known(rows.numbers[first..].first_chunk());
                continue;
            }
            let numbers = &rows.numbers[first * rows.width..][..LANES * rows.width];
            for (number, lanes) in group.iter_mut().enumerate() {
                *lanes = core::array::from_fn(|lane| numbers[lane * rows.width + number]);
            }
        }
    }

    #[inline(never)]
    fn load_some(&self, block: &mut [Lanes<T>; I], [first, end]: [usize; 2]) {
        let mut rest = &mut block[..];
        for rows in self {
            let (group, others) = rest.split_at_mut(rows.width);
            rest = others;
            for (number, lanes) in group.iter_mut().enumerate() {
                *lanes = core::array::from_fn(|lane| {
                    rows.numbers[(first + lane).min(end - 1) * rows.width + number]
                });
            }
        }
    }
}

/// Room for a group of numbers, point after point.
#[derive(Debug)]
pub struct RowsMut<'a, T> {
    /// How many points there are.
    pub points: usize,
    /// How many numbers each point has.
    pub width: usize,
    /// The numbers of the first point, then those of the second, and so on.
    pub numbers: &'a mut [T],
}

impl<T: Copy + Send, const O: usize, const G: usize> Sink<T, O> for [RowsMut<'_, T>; G] {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.iter().map(|rows| rows.points)
    }

    #[inline(always)]
    fn store(&mut self, block: &[Lanes<T>; O], first: usize, count: usize) {
        let mut rest = &block[..];
        for rows in self {
            let (group, others) = rest.split_at(rows.width);
            rest = others;
            if let [lanes] = group {
                rows.numbers[first..][..count].copy_from_slice(&lanes[..count]);
                continue;
            }
            let numbers = &mut rows.numbers[first * rows.width..][..count * rows.width];
            for (number, lanes) in group.iter().enumerate() {
                for (lane, &value) in lanes[..count].iter().enumerate() {
                    numbers[lane * rows.width + number] = value;
                }
            }
        }
    }

    fn split(mut self, point: usize) -> [Self; 2] {
        let firsts = self.each_mut().map(|rows| {
            let numbers = core::mem::take(&mut rows.numbers);
            let (first, rest) = numbers.split_at_mut(point * rows.width);
            rows.numbers = rest;
            rows.points -= point;
            RowsMut {
                points: point,
                width: rows.width,
                numbers: first,
            }
        });
        [firsts, self]
    }
}
