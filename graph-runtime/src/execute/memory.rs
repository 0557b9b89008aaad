//! The arena of an evaluation: one lane of elements for each kind.

use super::aligned::Aligned;
use super::error::{ExecuteError, Result};
use super::place::{Extents, Kind, Span, for_kind};
use super::values::{Item, Values, ValuesMut};

/// All elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    pub(super) f64: Aligned<f64>,
    pub(super) f32: Aligned<f32>,
    pub(super) bool: Aligned<bool>,
    pub(super) i64: Aligned<i64>,
}

impl Memory {
    /// Zeros.
    pub(super) fn new(extents: Extents) -> Result<Self> {
        let fail = |_| ExecuteError::OutOfMemory {
            bytes: extents.bytes(),
        };
        Ok(Self {
            f64: Aligned::zeros(extents[Kind::F64]).map_err(fail)?,
            f32: Aligned::zeros(extents[Kind::F32]).map_err(fail)?,
            bool: Aligned::zeros(extents[Kind::Bool]).map_err(fail)?,
            i64: Aligned::zeros(extents[Kind::I64]).map_err(fail)?,
        })
    }

    /// Copies within a lane.
    pub(super) fn copy(&mut self, kind: Kind, from: usize, to: usize, len: usize) {
        for_kind!(kind, T => T::lane_mut(self).copy_within(from..from + len, to));
    }

    /// Writes elements to their lane from `start` on.
    pub(super) fn write(&mut self, start: usize, values: Values<'_>) {
        let end = start + values.len();
        match values {
            Values::F64(values) => self.f64[start..end].copy_from_slice(values),
            Values::F32(values) => self.f32[start..end].copy_from_slice(values),
            Values::Bool(values) => self.bool[start..end].copy_from_slice(values),
            Values::I64(values) => self.i64[start..end].copy_from_slice(values),
        }
    }

    /// Some elements of a lane.
    pub(super) fn values(&self, span: Span) -> Values<'_> {
        for_kind!(span.kind, T => T::values(&T::lane(self)[span.start..][..span.len]))
    }

    /// Every lane, split: what lies below, to read, and what lies above, to write.
    pub(super) fn split(&mut self, at: Extents) -> (Lanes<'_>, LanesMut<'_>) {
        let (f64, f64_mut) = self.f64.split_at_mut(at[Kind::F64]);
        let (f32, f32_mut) = self.f32.split_at_mut(at[Kind::F32]);
        let (bool, bool_mut) = self.bool.split_at_mut(at[Kind::Bool]);
        let (i64, i64_mut) = self.i64.split_at_mut(at[Kind::I64]);
        let below = Lanes {
            f64,
            f32,
            bool,
            i64,
        };
        let above = LanesMut {
            f64: f64_mut,
            f32: f32_mut,
            bool: bool_mut,
            i64: i64_mut,
        };
        (below, above)
    }
}

/// Parts of all lanes, to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<'m> {
    f64: &'m [f64],
    f32: &'m [f32],
    bool: &'m [bool],
    i64: &'m [i64],
}

impl<'m> Lanes<'m> {
    pub(super) fn values(&self, Span { kind, start, len }: Span) -> Values<'m> {
        match kind {
            Kind::F64 => Values::F64(&self.f64[start..start + len]),
            Kind::F32 => Values::F32(&self.f32[start..start + len]),
            Kind::Bool => Values::Bool(&self.bool[start..start + len]),
            Kind::I64 => Values::I64(&self.i64[start..start + len]),
        }
    }
}

/// Parts of all lanes, to write.
#[derive(Debug)]
pub(super) struct LanesMut<'m> {
    f64: &'m mut [f64],
    f32: &'m mut [f32],
    bool: &'m mut [bool],
    i64: &'m mut [i64],
}

impl LanesMut<'_> {
    pub(super) fn values_mut(&mut self, Span { kind, start, len }: Span) -> ValuesMut<'_> {
        match kind {
            Kind::F64 => ValuesMut::F64(&mut self.f64[start..start + len]),
            Kind::F32 => ValuesMut::F32(&mut self.f32[start..start + len]),
            Kind::Bool => ValuesMut::Bool(&mut self.bool[start..start + len]),
            Kind::I64 => ValuesMut::I64(&mut self.i64[start..start + len]),
        }
    }
}

/// A type that has a lane.
pub(super) trait Stored: Item {
    fn lane(memory: &Memory) -> &[Self];
    fn lane_mut(memory: &mut Memory) -> &mut [Self];
    /// The lane to read, beside the truth values to write; not for truth values themselves, whose
    /// lane is empty here.
    fn beside_truths(memory: &mut Memory) -> (&[Self], &mut [bool]);
}

macro_rules! stored {
    ($($type:ident)+) => {$(
        impl Stored for $type {
            fn lane(memory: &Memory) -> &[Self] {
                &memory.$type
            }

            fn lane_mut(memory: &mut Memory) -> &mut [Self] {
                &mut memory.$type
            }

            fn beside_truths(memory: &mut Memory) -> (&[Self], &mut [bool]) {
                (&memory.$type, &mut memory.bool)
            }
        }
    )+};
}

stored! { f64 f32 i64 }

impl Stored for bool {
    fn lane(memory: &Memory) -> &[Self] {
        &memory.bool
    }

    fn lane_mut(memory: &mut Memory) -> &mut [Self] {
        &mut memory.bool
    }

    fn beside_truths(memory: &mut Memory) -> (&[Self], &mut [Self]) {
        (&[], &mut memory.bool)
    }
}

/// A lane around a part of it that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'m, T> {
    below: &'m [T],
    above: &'m [T],
    /// Where `above` begins.
    end: usize,
}

impl<'m, T> Around<'m, T> {
    /// `len` elements from `at` on, to write, and the others.
    pub(super) fn split(lane: &'m mut [T], at: usize, len: usize) -> (&'m mut [T], Self) {
        let (below, rest) = lane.split_at_mut(at);
        let (part, above) = rest.split_at_mut(len);
        let end = at + len;
        (part, Self { below, above, end })
    }

    /// All of a lane.
    pub(super) fn all(lane: &'m [T]) -> Self {
        Self {
            below: lane,
            above: &[],
            end: usize::MAX,
        }
    }

    /// The elements on the side of the part where `at` is, and where it is among them.
    pub(super) fn side(self, at: usize) -> (&'m [T], usize) {
        match at.checked_sub(self.end) {
            Some(at) => (self.above, at),
            None => (self.below, at),
        }
    }

    /// `len` of the other elements.
    pub(super) fn part(self, at: usize, len: usize) -> &'m [T] {
        match at.checked_sub(self.end) {
            Some(at) => &self.above[at..][..len],
            None => &self.below[at..][..len],
        }
    }
}
