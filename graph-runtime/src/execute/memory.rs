//! The storage of an evaluation: one lane of elements for each element type, and places in it.
//!
//! Every value lies above all values that it is computed from: constants and inputs come first,
//! then the frame of the graph, then the frames of inner graphs while they run. So a lane can be
//! split where a result begins, with all operands below.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{ExecuteError, Result};
use super::place::{Extents, Kind, for_kind};
use super::values::{Item, Values, ValuesMut};

/// All elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    f64: Box<[f64]>,
    f32: Box<[f32]>,
    bool: Box<[bool]>,
    i64: Box<[i64]>,
}

impl Memory {
    /// Zeros.
    pub(super) fn new(extents: Extents) -> Result<Self> {
        let fail = |_| ExecuteError::OutOfMemory {
            bytes: extents.bytes(),
        };
        Ok(Self {
            f64: zeros(extents[Kind::F64]).map_err(fail)?,
            f32: zeros(extents[Kind::F32]).map_err(fail)?,
            bool: zeros(extents[Kind::Bool]).map_err(fail)?,
            i64: zeros(extents[Kind::I64]).map_err(fail)?,
        })
    }

    /// The elements of a lane below `at`, to read, and from `at` on, to write.
    pub(super) fn split<T: Stored>(&mut self, at: usize) -> (&[T], &mut [T]) {
        let (below, above) = T::lane_mut(self).split_at_mut(at);
        (below, above)
    }

    /// Lends out one lane beside the others, of which it is missing meanwhile.
    pub(super) fn lend<T: Stored, R>(&mut self, f: impl FnOnce(&mut Self, &mut [T]) -> R) -> R {
        let mut lane = core::mem::take(T::lane_mut(self));
        let result = f(self, &mut lane);
        *T::lane_mut(self) = lane;
        result
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
    pub(super) fn values(&self, kind: Kind, start: usize, len: usize) -> Values<'_> {
        for_kind!(kind, T => T::values(&T::lane(self)[start..start + len]))
    }

    /// Every lane, split: what lies below, to read, and what lies above, to write.
    pub(super) fn split_all(&mut self, at: Extents) -> (Lanes<'_>, LanesMut<'_>) {
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
    pub(super) fn values(&self, kind: Kind, start: usize, len: usize) -> Values<'m> {
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
    pub(super) fn values_mut(&mut self, kind: Kind, start: usize, len: usize) -> ValuesMut<'_> {
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
    fn lane_mut(memory: &mut Memory) -> &mut Box<[Self]>;
}

macro_rules! stored {
    ($($type:ident)+) => {$(
        impl Stored for $type {
            fn lane(memory: &Memory) -> &[Self] {
                &memory.$type
            }

            fn lane_mut(memory: &mut Memory) -> &mut Box<[Self]> {
                &mut memory.$type
            }
        }
    )+};
}

stored! { f64 f32 bool i64 }

fn zeros<T: Item>(count: usize) -> Result<Box<[T]>, alloc::collections::TryReserveError> {
    let mut lane = Vec::new();
    lane.try_reserve_exact(count)?;
    lane.resize(count, T::default());
    Ok(lane.into_boxed_slice())
}
