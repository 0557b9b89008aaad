//! Columns to the arena and back: the points of a block are neighbours in both.

use super::code::Port;
use super::memory::Memory;
use super::values::{AsValues, AsValuesMut, Values, ValuesMut};

/// Which points of all columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The first point.
    pub(super) start: usize,
    /// How many there are, at least one.
    pub(super) count: usize,
    /// How many there is room for in the arena.
    pub(super) block: usize,
}

/// Writes the inputs. Where there are fewer points than room, the last one takes the rest.
pub(super) fn copy_in(
    ports: &[Port],
    memory: &mut Memory,
    columns: &[impl AsValues],
    points: Column,
) {
    let places = ports
        .iter()
        .flat_map(|port| port.span.start..port.span.start + port.span.len);
    for (place, column) in places.zip(columns) {
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
    ports: &[Port],
    memory: &Memory,
    columns: &mut [impl AsValuesMut],
    points: Column,
) {
    let places = ports
        .iter()
        .flat_map(|port| port.span.start..port.span.start + port.span.len);
    for (place, column) in places.zip(columns) {
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
        let room = &mut lane[place * self.block..][..self.block];
        let (room, rest) = room.split_at_mut(self.count);
        let column = &column[self.start..][..self.count];
        room.copy_from_slice(column);
        if let Some(&last) = column.last() {
            rest.fill(last);
        }
    }

    fn copy_out<T: Copy>(self, lane: &[T], place: usize, column: &mut [T]) {
        let values = &lane[place * self.block..][..self.count];
        column[self.start..][..self.count].copy_from_slice(values);
    }
}
