//! Columns to the arena and back: the points of a block are neighbours in both.

use alloc::sync::Arc;

use super::code::Port;
use super::memory::Memory;
use super::values::{AsValues, AsValuesMut, Values, ValuesMut};

/// Which points of all columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The first point in the columns of the inputs.
    pub(super) from: usize,
    /// The first point in the columns of the outputs.
    pub(super) to: usize,
    /// How many there are, at least one.
    pub(super) count: usize,
    /// How many there is room for in the arena.
    pub(super) block: usize,
}

/// Where the columns of some ports are in an arena in which the ports begin at these places, and
/// each element has room for so many points.
pub(super) fn places(
    ports: &[Port],
    starts: impl Iterator<Item = usize>,
    block: usize,
) -> Arc<[usize]> {
    let elements = |(port, start)| (0..Port::len(port)).map(move |i| start + i * block);
    ports.iter().zip(starts).flat_map(elements).collect()
}

/// Writes the inputs; a column of one number has it for every point. Where there are fewer points
/// than room, the last one takes the rest.
pub(super) fn copy_in(
    places: &[usize],
    memory: &mut Memory,
    columns: &[impl AsValues],
    points: Column,
) {
    for (&place, column) in places.iter().zip(columns) {
        match column.as_values() {
            Values::F64(column) => points.copy_in(&mut memory.f64, place, column),
            Values::F32(column) => points.copy_in(&mut memory.f32, place, column),
            Values::Bool(column) => points.copy_in(&mut memory.bool, place, column),
            Values::I64(column) => points.copy_in(&mut memory.i64, place, column),
        }
    }
}

/// Reads the outputs.
pub(super) fn copy_out(
    places: &[usize],
    memory: &Memory,
    columns: &mut [impl AsValuesMut],
    points: Column,
) {
    for (&place, column) in places.iter().zip(columns) {
        match column.as_values_mut() {
            ValuesMut::F64(column) => points.copy_out(&memory.f64, place, column),
            ValuesMut::F32(column) => points.copy_out(&memory.f32, place, column),
            ValuesMut::Bool(column) => points.copy_out(&memory.bool, place, column),
            ValuesMut::I64(column) => points.copy_out(&memory.i64, place, column),
        }
    }
}

impl Column {
    fn copy_in<T: Copy>(self, lane: &mut [T], place: usize, column: &[T]) {
        let room = &mut lane[place..][..self.block];
        if let [shared] = *column {
            return room.fill(shared);
        }
        let (room, rest) = room.split_at_mut(self.count);
        let column = &column[self.from..][..self.count];
        room.copy_from_slice(column);
        if let Some(&last) = column.last() {
            rest.fill(last);
        }
    }

    fn copy_out<T: Copy>(self, lane: &[T], place: usize, column: &mut [T]) {
        let values = &lane[place..][..self.count];
        column[self.to..][..self.count].copy_from_slice(values);
    }
}
