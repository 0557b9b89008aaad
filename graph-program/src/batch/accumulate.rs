//! Results added to the contents of their buffers.
//!
//! A result whose elements are each stored once and never read is added in place of the store.
//! Any other becomes an intermediate array, which is added at the end: in lanes, or integer by
//! integer.

use alloc::vec::Vec;

use graph_ir::graph::Literal;
use graph_ir::intern::number_of;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;
use graph_math::order::LANES;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Adds;
use super::widen::in_lane;
use crate::{
    Access, Atom, Block, Buffer, BufferId, BufferKind, BufferPlace, Counter, Expression, Index,
    Position, Program, Statement, Variable, VariableType,
};

/// Makes a program whose results are stored in lanes add some to the stored values.
pub(crate) fn accumulate(program: &mut Program, adds: Adds<'_>) {
    let mut stores = Stores {
        counts: alloc::vec![Some(0); program.buffers.len()],
        counters: &program.counters,
    };
    stores.block(&program.body, Some(1));
    let counts = stores.counts;
    let mut body = core::mem::take(&mut program.body);
    let skips_zero = matches!(adds, Adds::All);
    for position in (0..program.outputs.len()).filter(|&position| adds.adds(position)) {
        let output = program.outputs[position];
        let size = program.buffer(output).ty.shape.size();
        let is_float = program.buffer(output).ty.is_float();
        // All of a result is stored: as many stores as elements are one for each.
        if is_float && counts[output.0 as usize] == Some(size / LANES) {
            add_in_place(program, &mut body, output, skips_zero);
        } else {
            body.push(add_at_end(program, position));
        }
    }
    program.body = body;
}

/// How often each buffer is stored to, in lanes; nothing where it is read, or where that depends on
/// a condition.
struct Stores<'p> {
    counts: Vec<Option<usize>>,
    counters: &'p [usize],
}

impl Stores<'_> {
    /// Follows statements that are run so many times.
    fn block(&mut self, block: &Block, times: Option<usize>) {
        for statement in block {
            statement.accesses(|access| {
                let count = &mut self.counts[access.buffer().0 as usize];
                *count = match access {
                    Access::Store(place) if place.index.has_lanes() => {
                        let sum = |count: usize| count.checked_add(times?);
                        count.and_then(sum)
                    }
                    _ => None,
                };
            });
            let times = match statement {
                Statement::Loop(Counter(number), _) => {
                    times.and_then(|times| times.checked_mul(self.counters[*number as usize]))
                }
                Statement::If(_) | Statement::Partial(_) => None,
                _ => times,
            };
            for inner in statement.blocks() {
                self.block(inner, times);
            }
        }
    }
}

/// Turns the stores of a result into additions. Each stands where its value becomes known: a
/// register is free again after it.
fn add_in_place(program: &mut Program, block: &mut Block, output: BufferId, skips_zero: bool) {
    let mut known: HashMap<Variable, usize, FxBuildHasher> = HashMap::default();
    // For each statement, the statements after it.
    let mut after: Vec<Block> = alloc::vec![Block::new(); block.len()];
    for (number, statement) in block.iter_mut().enumerate() {
        match statement {
            Statement::Let(variable, _) => {
                known.insert(*variable, number);
            }
            Statement::Store(place, value) if place.buffer == output => {
                let moves = place.index.variables().next().is_none();
                let from = match value {
                    Atom::Variable(variable) if moves => known.get(variable).copied(),
                    _ => None,
                };
                let is_zero = matches!(*value, Atom::Literal(literal) if literal.to_f64() == 0.0);
                if !(skips_zero && is_zero) {
                    add(program, place, *value, &mut after[from.unwrap_or(number)]);
                }
            }
            _ => {
                for inner in statement.blocks_mut() {
                    add_in_place(program, inner, output, skips_zero);
                }
            }
        }
    }
    let statements = core::mem::take(block).into_iter().zip(after);
    for (statement, after) in statements {
        if !matches!(&statement, Statement::Store(place, _) if place.buffer == output) {
            block.push(statement);
        }
        block.extend(after);
    }
}

/// Makes a result an intermediate array, and gives back the loop that adds it to the result.
fn add_at_end(program: &mut Program, position: usize) -> Statement {
    let local = program.outputs[position];
    let buffer = program.buffer(local).clone();
    let rows = buffer.ty.shape.size() / LANES;
    program.buffers[local.0 as usize] = Buffer {
        kind: BufferKind::Local,
        ..buffer.clone()
    };
    let output = BufferId(number_of(program.buffers.len()));
    program.outputs[position] = output;
    let element = buffer.ty.element;
    program.buffers.push(buffer);
    let counter = |program: &mut Program, extent: usize| {
        program.counters.push(extent);
        Counter(number_of(program.counters.len() - 1))
    };
    let row = counter(program, rows);
    let (lane, position) = match element.is_float() {
        true => (None, Position::Lane),
        false => {
            let lane = counter(program, LANES);
            (Some(lane), Position::Counter(lane))
        }
    };
    let place = |buffer: BufferId| {
        let index = Index::of(Position::Counter(row));
        in_lane(&BufferPlace { buffer, index }, position)
    };
    let value = number(program, element);
    let mut body = alloc::vec![Statement::Let(value, Expression::Load(place(local)))];
    add(program, &place(output), Atom::Variable(value), &mut body);
    if let Some(lane) = lane {
        body = alloc::vec![Statement::Loop(lane, body)];
    }
    Statement::Loop(row, body)
}

/// Adds a value to the number at a place.
fn add(program: &mut Program, place: &BufferPlace, value: Atom, block: &mut Block) {
    let element = program.buffer(place.buffer).ty.element;
    let [old, sum] = [(); 2].map(|()| number(program, element));
    let unused = Atom::Literal(Literal::from_f64(element, 0.0));
    block.extend([
        Statement::Let(old, Expression::Load(place.clone())),
        Statement::Let(
            sum,
            Expression::Scalar(ScalarOp::Add, [Atom::Variable(old), value, unused]),
        ),
        Statement::Store(place.clone(), Atom::Variable(sum)),
    ]);
}

/// A new variable, with lanes where it is a float.
fn number(program: &mut Program, element: Element) -> Variable {
    program.new_variable(VariableType {
        element,
        lanes: element.is_float(),
    })
}
