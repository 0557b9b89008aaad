//! The machine: one flat loop over instructions.

mod address;
pub(super) mod block;
mod chain;
mod combine;
mod convert;
mod elementwise;
mod host;
mod map;
mod product;
mod run;
mod single;
mod sort;
mod triangular;
mod wide;

use alloc::string::String;

use graph_ir::graph::Site;
use graph_ir::ops::{ScalarOp, Visitor};
use graph_program::{Bound, Condition};

use super::code::{Check, Code, Register};
use super::functions::HostError;
use super::host::Host;
use super::instruction::{Control, Instruction};
use super::memory::Memory;
use super::place::Kind;

/// Why an evaluation ends early.
#[derive(Debug)]
pub(super) struct Fault {
    /// The node that failed.
    pub(super) site: Site,
    pub(super) cause: Cause,
}

#[derive(Debug)]
pub(super) enum Cause {
    Index {
        index: i64,
        extent: usize,
    },
    DivisionByZero,
    Iterations {
        count: i64,
        most: usize,
    },
    /// A function of the host is not there.
    Missing {
        name: String,
    },
    Function {
        name: String,
        error: HostError,
    },
}

/// Runs code in an arena that holds its constants and inputs; gives the number of expectations
/// that did not hold.
pub(super) fn run(code: &Code, memory: &mut Memory, host: &mut Host<'_>) -> Result<usize, Fault> {
    let mut changes = 0;
    let mut course = Course { next: 0, strip: 1 };
    while let Some(&instruction) = code.instructions.get(course.next) {
        course.next += 1;
        match instruction {
            Instruction::Run {
                op,
                kind,
                operands,
                out,
                count,
            } => {
                let operands = &code.operands[operands as usize..];
                run::run(memory, op, kind, operands, out, count);
            }
            Instruction::Chain {
                kind,
                operands,
                out,
                count,
            } => {
                let operands = &code.operands[operands as usize..];
                chain::chain(memory, kind, operands, out, count);
            }
            Instruction::Single(single) => single::run(single, code, memory)?,
            Instruction::Wide(wide) => wide::run(wide, code, memory, course.strip)?,
            Instruction::Product(number) => {
                product::run(&code.products[number as usize], code, memory);
            }
            Instruction::Sort(number) => sort::run(&code.sorts[number as usize], code, memory),
            Instruction::Triangular(number) => {
                triangular::run(code.triangulars[number as usize], code, memory);
            }
            Instruction::Control(control) => course.follow(control, memory),
            Instruction::Outside(outside) => changes += host::run(outside, code, memory, host)?,
        }
    }
    Ok(changes)
}

/// Where the machine is.
struct Course {
    /// The position of the next instruction.
    next: usize,
    /// How many iterations the strip has; one outside of strips.
    strip: usize,
}

impl Course {
    fn follow(&mut self, control: Control, memory: &mut Memory) {
        match control {
            Control::Begin { counter } => memory.i64[counter as usize] = 0,
            Control::Next {
                counter,
                body,
                extent,
            } => {
                let counter = &mut memory.i64[counter as usize];
                *counter += 1;
                if (*counter as usize) < extent {
                    self.next = body as usize;
                }
            }
            Control::BeginFrom { counter, from } => {
                memory.i64[counter as usize] = memory.i64[from as usize];
            }
            Control::Below {
                counter,
                bound,
                end,
            } => {
                if memory.i64[counter as usize] >= memory.i64[bound as usize] {
                    self.next = end as usize;
                }
            }
            Control::BeginStrips {
                counter,
                rows,
                extent,
            } => {
                memory.i64[counter as usize] = 0;
                self.strip = extent.min(rows as usize);
            }
            Control::NextStrip {
                counter,
                rows,
                body,
                extent,
            } => {
                let counter = &mut memory.i64[counter as usize];
                *counter += i64::from(rows);
                let left = extent.saturating_sub(*counter as usize);
                if left > 0 {
                    self.next = body as usize;
                }
                self.strip = left.clamp(1, rows as usize);
            }
            Control::Branch {
                condition,
                otherwise,
            } => {
                if !holds(memory, condition) {
                    self.next = otherwise as usize;
                }
            }
            Control::Jump(to) => self.next = to as usize,
        }
    }
}

fn holds(memory: &Memory, condition: Register) -> bool {
    memory.bool[condition as usize]
}

/// Refuses the first integer that does not satisfy a condition.
fn expect(integers: &[i64], Check { condition, site }: Check) -> Result<(), Fault> {
    let mut integers = integers.iter().copied();
    let Some(wrong) = integers.find(|&integer| condition.holds(integer) != Some(true)) else {
        return Ok(());
    };
    let cause = match condition {
        Condition::Below(bound) => Cause::Index {
            index: wrong,
            extent: match bound {
                Bound::Known(extent) => extent,
                // Programs of graphs of known extents have no tables.
                Bound::Rows(_) => 0,
            },
        },
        Condition::NotZero => Cause::DivisionByZero,
        Condition::AtMost(most) => Cause::Iterations { count: wrong, most },
    };
    Err(Fault { site, cause })
}

/// Hands the function of an operator over elements of a kind to a visitor. A verified graph has
/// no operator over elements for which there is none.
fn visit<V>(op: ScalarOp, kind: Kind, visitor: V)
where
    V: Visitor<f64, Output = ()>
        + Visitor<f32, Output = ()>
        + Visitor<i64, Output = ()>
        + Visitor<bool, Output = ()>,
{
    let done = match kind {
        Kind::F64 => op.visit_float::<f64, V>(visitor),
        Kind::F32 => op.visit_float::<f32, V>(visitor),
        Kind::I64 => op.visit_integer(visitor),
        Kind::Bool => op.visit_logic(visitor),
    };
    debug_assert!(done.is_some(), "{op:?} has no function over {kind:?}");
}
