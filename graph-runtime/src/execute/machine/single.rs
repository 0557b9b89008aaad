//! Instructions over single values.

use super::address::address;
use super::{Fault, convert, expect, holds};
use crate::execute::code::Code;
use crate::execute::instruction::Single;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, for_kind};

pub(super) fn run(single: Single, code: &Code, memory: &mut Memory) -> Result<(), Fault> {
    match single {
        Single::Copy { kind, from, out } => copy(memory, kind, from as usize, out as usize),
        Single::Cast {
            from,
            to,
            operand,
            out,
        } => convert::cast(memory, [from, to], operand as usize, out as usize, 1),
        Single::Select {
            kind,
            operands: [condition, then, otherwise],
            out,
        } => {
            let from = match holds(memory, condition) {
                true => then,
                false => otherwise,
            };
            copy(memory, kind, from as usize, out as usize);
        }
        Single::Load { kind, place, out } => {
            let from = address(code, memory, place);
            copy(memory, kind, from, out as usize);
        }
        Single::Store { kind, place, value } => {
            let to = address(code, memory, place);
            copy(memory, kind, value as usize, to);
        }
        Single::Number { place, out } => {
            memory.i64[out as usize] = address(code, memory, place) as i64;
        }
        Single::Check { integer, check } => {
            let integer = &memory.i64[integer as usize..][..1];
            expect(integer, code.checks[check as usize])?;
        }
    }
    Ok(())
}

/// Copies one element.
fn copy(memory: &mut Memory, kind: Kind, from: usize, to: usize) {
    for_kind!(kind, T => {
        let lane = T::lane_mut(memory);
        lane[to] = lane[from];
    });
}
