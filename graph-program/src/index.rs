//! Places in buffers: sums of loop counters and variables times strides.

use alloc::vec::Vec;

use super::Variable;

/// A loop's counter, as a position in [`Program::counters`](super::Program::counters). It runs
/// from 0 up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter(pub u32);

/// A number that an index moves with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// A loop's counter.
    Counter(Counter),
    /// An integer variable that was checked to be a position.
    Variable(Variable),
    /// The number of the lane, 0 to [`LANES`](graph_math::order::LANES) - 1: such an index names
    /// one element for each lane.
    Lane,
}

/// A position times a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The position.
    pub position: Position,
    /// How far each step goes; never 0, negative where an axis runs backwards.
    pub stride: i64,
}

/// An affine form: `offset + stride * position + ..`. As the index of a buffer it lies within the
/// buffer for all values of its counters; the offset is then not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Index {
    /// The constant part.
    pub offset: i64,
    /// The moving parts, each position once.
    pub terms: Vec<Term>,
}

impl Index {
    /// The index that is always `offset`.
    #[must_use]
    pub fn constant(offset: i64) -> Self {
        Self {
            offset,
            terms: Vec::new(),
        }
    }

    /// The position itself.
    #[must_use]
    pub fn of(position: Position) -> Self {
        Self {
            offset: 0,
            terms: alloc::vec![Term {
                position,
                stride: 1
            }],
        }
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it names one element for each lane.
    #[must_use]
    pub fn has_lanes(&self) -> bool {
        self.lane_stride() != 0
    }

    /// How far apart the elements of neighbouring lanes lie; 0 where all lanes share one.
    #[must_use]
    pub fn lane_stride(&self) -> i64 {
        self.stride(Position::Lane)
    }

    /// How far each step of a position goes; 0 where the index does not move with it.
    #[must_use]
    pub fn stride(&self, position: Position) -> i64 {
        let own = self.terms.iter().find(|term| term.position == position);
        own.map_or(0, |term| term.stride)
    }

    /// Adds `stride` times another index.
    pub fn add(&mut self, other: &Self, stride: i64) {
        self.offset += other.offset * stride;
        for term in &other.terms {
            let step = term.stride * stride;
            match self.terms.iter_mut().find(|t| t.position == term.position) {
                Some(own) => own.stride += step,
                None => self.terms.push(Term {
                    position: term.position,
                    stride: step,
                }),
            }
        }
        self.terms.retain(|term| term.stride != 0);
    }

    /// The sum with `stride` times another index.
    #[must_use]
    pub fn plus(&self, other: &Self, stride: i64) -> Self {
        let mut sum = self.clone();
        sum.add(other, stride);
        sum
    }

    /// The index that many places further on.
    #[must_use]
    pub fn shifted(&self, by: i64) -> Self {
        Self {
            offset: self.offset + by,
            terms: self.terms.clone(),
        }
    }
}
