//! Places: indices with their parts resolved to registers. Where the buffer begins is added when
//! it has its own place in the arena.

use graph_program::{BufferId, Counter, Index, Position as Moving};

use super::Compiler;
use crate::execute::code::{ArenaPlace, Position, Register, Shape, Term};

impl Compiler<'_> {
    /// An element of a buffer, or without a buffer a number made of counters; for each iteration
    /// of the loop that runs in strips, if there is one.
    pub(super) fn place(
        &mut self,
        buffer: Option<BufferId>,
        index: &Index,
        strip: Option<Counter>,
    ) -> Position {
        let start = self.code.terms.len();
        let (mut row, mut lane) = (0, 0);
        for term in &index.terms {
            match term.position {
                Moving::Lane => lane = term.stride,
                // Its register holds the first iteration of the strip.
                Moving::Counter(counter) if Some(counter) == strip => row = term.stride,
                _ => {}
            }
            self.term(term.position, term.stride, false);
        }
        let single = self.code.terms.len() - start;
        for term in &index.terms {
            self.term(term.position, term.stride, true);
        }
        let wide = self.code.terms.len() - start - single;
        self.code.places.push(ArenaPlace {
            start: index.offset as usize,
            terms: start as Position,
            single: single as u32,
            wide: wide as u32,
            row: row as isize,
            lane: lane as isize,
        });
        self.buffers.push(buffer);
        (self.code.places.len() - 1) as Position
    }

    /// Adds a term if it is of the kind wanted.
    fn term(&mut self, position: Moving, stride: i64, wide: bool) {
        let (register, shape): (Register, Shape) = match position {
            Moving::Counter(counter) => (self.registers.of_counter(counter), Shape::One),
            Moving::Variable(variable) => {
                let registers = &self.registers;
                (registers.of(variable), registers.shape(variable))
            }
            Moving::Lane => return,
        };
        if wide == (shape != Shape::One) {
            self.code.terms.push(Term {
                register,
                shape,
                stride,
            });
        }
    }

    /// The shape of the elements at an index.
    pub(super) fn shape_at(&self, index: &Index, strip: Option<Counter>) -> Shape {
        let (mut lanes, mut rows) = (false, false);
        for term in &index.terms {
            match term.position {
                Moving::Lane => lanes = true,
                Moving::Counter(counter) => rows |= Some(counter) == strip,
                Moving::Variable(variable) => {
                    let shape = self.registers.shape(variable);
                    lanes |= shape.has_lanes();
                    rows |= shape.has_rows();
                }
            }
        }
        Shape::of(lanes, rows)
    }
}
