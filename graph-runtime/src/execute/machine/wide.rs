//! Instructions over wide registers.

use graph_math::order::LANES;

use super::address::{address, each, groups};
use super::{Fault, combine, convert, expect, map};
use crate::execute::code::{Code, Position, Register, Shape};
use crate::execute::instruction::Wide;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, for_kind};

/// Runs an instruction in a strip of so many iterations.
pub(super) fn run(wide: Wide, code: &Code, memory: &mut Memory, rows: usize) -> Result<(), Fault> {
    match wide {
        Wide::Map {
            op,
            kind,
            shape,
            wide,
            operands,
            out,
        } => map::map(memory, (op, kind), (operands, wide), out, shape.size(rows)),
        Wide::Copy {
            kind,
            from,
            from_shape,
            out,
            shape,
        } => {
            let (from, out) = (from as usize, out as usize);
            for_kind!(kind, T => spread::<T>(memory, (from, from_shape), (out, shape), rows));
        }
        Wide::Cast {
            from,
            to,
            shape,
            operand,
            out,
        } => convert::cast(
            memory,
            [from, to],
            operand as usize,
            out as usize,
            shape.size(rows),
        ),
        Wide::Select {
            kind,
            shape,
            wide,
            operands,
            out,
        } => {
            let size = shape.size(rows);
            for_kind!(kind, T => map::select::<T>(memory, (operands, wide), out, size));
        }
        Wide::Load {
            kind,
            shape,
            place,
            out,
        } => for_kind!(kind, T => load::<T>(code, memory, place, (shape, rows), out)),
        Wide::Store {
            kind,
            shape,
            wide,
            place,
            value,
        } => {
            let size = (shape, rows);
            for_kind!(kind, T => store::<T>(code, memory, place, size, (value, wide)));
        }
        Wide::Number { shape, place, out } => {
            each(code, memory, place, (shape, rows), |memory, i, address| {
                memory.i64[out as usize + i] = address as i64;
            });
        }
        Wide::Check {
            shape,
            integer,
            check,
        } => {
            let integers = &memory.i64[integer as usize..][..shape.size(rows)];
            expect(integers, code.checks[check as usize])?;
        }
        Wide::Combine {
            op,
            kind,
            shape,
            operand,
            out,
        } => combine::lanes(memory, (op, kind), operand, out, shape.size(rows)),
        Wide::Fold {
            op,
            kind,
            lanes,
            swapped,
            into,
            operand,
        } => {
            let width = if lanes { LANES } else { 1 };
            combine::fold(memory, (op, kind), swapped, (into, width), operand, rows);
        }
    }
    Ok(())
}

/// Gives every element of a register what another one has for its lane and iteration.
fn spread<T: Stored>(
    memory: &mut Memory,
    (from, from_shape): (usize, Shape),
    (out, shape): (usize, Shape),
    rows: usize,
) {
    let lane = T::lane_mut(memory);
    let size = shape.size(rows);
    match (from_shape, shape) {
        (Shape::One, _) => {
            let value = lane[from];
            lane[out..][..size].fill(value);
        }
        (Shape::Rows, Shape::Full) => {
            for row in 0..rows {
                let value = lane[from + row];
                lane[out + LANES * row..][..LANES].fill(value);
            }
        }
        (Shape::Lanes, Shape::Full) => {
            for row in 0..rows {
                lane.copy_within(from..from + LANES, out + LANES * row);
            }
        }
        _ => lane.copy_within(from..from + size, out),
    }
}

fn load<T: Stored>(
    code: &Code,
    memory: &mut Memory,
    place: Position,
    (shape, rows): (Shape, usize),
    out: Register,
) {
    let out = out as usize;
    let moving = &code.places[place as usize];
    let Some((size, count)) = groups(moving, shape, rows) else {
        return each(code, memory, place, (shape, rows), |memory, i, address| {
            let lane = T::lane_mut(memory);
            lane[out + i] = lane[address];
        });
    };
    let mut from = address(code, memory, place);
    let lane = T::lane_mut(memory);
    for group in 0..count {
        lane.copy_within(from..from + size, out + size * group);
        from = from.wrapping_add_signed(moving.row);
    }
}

fn store<T: Stored>(
    code: &Code,
    memory: &mut Memory,
    place: Position,
    (shape, rows): (Shape, usize),
    (value, wide): (Register, u8),
) {
    let value = value as usize;
    let moving = &code.places[place as usize];
    let Some((size, count)) = groups(moving, shape, rows) else {
        let step = usize::from(wide);
        return each(code, memory, place, (shape, rows), |memory, i, address| {
            let lane = T::lane_mut(memory);
            lane[address] = lane[value + step * i];
        });
    };
    let mut to = address(code, memory, place);
    let lane = T::lane_mut(memory);
    for group in 0..count {
        if wide == 0 {
            let value = lane[value];
            lane[to..][..size].fill(value);
        } else {
            let from = value + size * group;
            lane.copy_within(from..from + size, to);
        }
        to = to.wrapping_add_signed(moving.row);
    }
}
