//! The reads and writes of a statement: variables and ranges of buffers.

use alloc::vec::Vec;
use graph_ir::intern::signed;

use graph_math::order::LANES;

use super::visit::Access;
use super::{BufferId, Counter, Index, Position, Program, Statement, Variable};

/// How many places of one statement are told apart.
const PLACES: usize = 64;

/// The effects of a statement with all that is inside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    reads: Vec<Variable>,
    writes: Vec<Variable>,
    touches: Vec<Touch>,
    /// Whether somebody outside notices: functions of the host are called, or something is
    /// printed. All that keeps its order.
    calls: bool,
    /// The number of statements.
    pub(super) statements: usize,
}

/// One place of a buffer that is loaded or stored to.
#[derive(Clone, Debug)]
struct Touch {
    buffer: BufferId,
    /// The first and last position; everything where that is not known.
    range: (i64, i64),
    /// A position, of which all others are multiples of the step away.
    origin: i64,
    /// The greatest common divisor of all strides; 0 where there is only one position.
    step: u64,
    store: bool,
    /// The place itself, where it is directly in the body of the loop in question.
    place: Option<Index>,
}

impl Effects {
    pub(super) fn of(program: &Program, statement: &Statement) -> Self {
        let mut effects = Self::default();
        effects.collect(program, statement, 0);
        effects.reads.sort_unstable();
        effects.reads.dedup();
        effects.writes.sort_unstable();
        effects.writes.dedup();
        effects
    }

    /// Blocks are nested as deeply as the graph's regions and loops.
    fn collect(&mut self, program: &Program, statement: &Statement, depth: usize) {
        self.statements += 1;
        self.calls |= matches!(
            statement,
            Statement::Call { .. } | Statement::Print { .. } | Statement::Expect(_)
        );
        statement.variables(|variable, written| match written {
            true => self.writes.push(variable),
            false => self.reads.push(variable),
        });
        statement.accesses(|access| self.touch(program, access, depth));
        for block in statement.blocks() {
            for inner in block {
                self.collect(program, inner, depth + 1);
            }
        }
    }

    fn touch(&mut self, program: &Program, access: Access<'_>, depth: usize) {
        let everything = (i64::MIN, i64::MAX);
        let touch = match access {
            Access::Load(place) | Access::Store(place) => Touch {
                buffer: place.buffer,
                range: range(program, &place.index).unwrap_or(everything),
                origin: place.index.offset,
                step: step(&place.index),
                store: matches!(access, Access::Store(_)),
                place: (depth == 1).then(|| place.index.clone()),
            },
            Access::LoadAll(buffer) | Access::StoreAll(buffer) | Access::StoreSome(buffer) => {
                Touch {
                    buffer,
                    range: everything,
                    origin: 0,
                    step: 1,
                    store: !matches!(access, Access::LoadAll(_)),
                    place: None,
                }
            }
            Access::CountRows(_) => return,
        };
        if self.touches.len() < PLACES {
            self.touches.push(touch);
            return;
        }
        // One more place of a buffer with many: the known range of it is widened.
        let mut same = self.touches.iter_mut();
        match same.find(|t| t.buffer == touch.buffer && t.store == touch.store) {
            Some(known) => {
                known.range = everything;
                known.step = 1;
                known.place = None;
            }
            None => self.touches.push(touch),
        }
    }

    /// Adds the effects of another statement.
    pub(super) fn add(&mut self, other: &Self) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.touches.extend(other.touches.iter().cloned());
        self.statements += other.statements;
        self.calls |= other.calls;
        self.reads.sort_unstable();
        self.writes.sort_unstable();
    }

    /// Whether two statements must keep their order.
    pub(super) fn conflict(&self, other: &Self) -> bool {
        (self.calls && other.calls)
            || self.variables_conflict(other)
            || self.touches.iter().any(|a| {
                let mut others = other.touches.iter();
                others.any(|b| a.meets(b) && (a.store || b.store))
            })
    }

    /// Whether one of them gives a variable a value that the other one uses or gives.
    pub(super) fn variables_conflict(&self, other: &Self) -> bool {
        let meets = |a: &[Variable], b: &[Variable]| a.iter().any(|v| b.binary_search(v).is_ok());
        meets(&self.writes, &other.reads)
            || meets(&self.writes, &other.writes)
            || meets(&self.reads, &other.writes)
    }

    /// Whether the order of execution is visible outside.
    pub(super) fn calls(&self) -> bool {
        self.calls
    }

    /// Whether anything of a buffer is stored to.
    pub(super) fn stores_to(&self, buffer: BufferId) -> bool {
        let mut touches = self.touches.iter();
        touches.any(|touch| touch.store && touch.buffer == buffer)
    }

    /// Whether both store to one buffer, side by side.
    pub(super) fn interleaves(&self, other: &Self) -> bool {
        self.touches.iter().any(|a| {
            let mut others = other.touches.iter();
            others.any(|b| a.store && b.store && a.is_near(b) && a.is_beside(b))
        })
    }

    /// Whether both load from one buffer, or one loads from where the other stores.
    pub(super) fn shares_memory(&self, other: &Self) -> bool {
        self.touches.iter().any(|a| {
            let mut others = other.touches.iter();
            others.any(|b| a.buffer == b.buffer && !(a.store && b.store))
        })
    }
}

impl Touch {
    /// Whether both may have a position in common.
    fn meets(&self, other: &Self) -> bool {
        self.is_near(other) && !self.is_between(other)
    }

    /// Whether both have positions in the same stretch of a buffer.
    fn is_near(&self, other: &Self) -> bool {
        self.buffer == other.buffer
            && self.range.0 <= other.range.1
            && other.range.0 <= self.range.1
    }

    /// Whether each has positions only between those of the other one, and both go through the same
    /// stretch of a buffer in the same iteration, as far as they move with it.
    fn is_beside(&self, other: &Self) -> bool {
        let step = greatest_common_divisor(self.step, other.step);
        self.is_between(other) && self.origin.abs_diff(other.origin) < step
    }

    /// Whether each has positions only between those of the other one: all strides are multiples of
    /// a step, by which the two are not apart.
    fn is_between(&self, other: &Self) -> bool {
        let step = greatest_common_divisor(self.step, other.step);
        step > 1 && !self.origin.abs_diff(other.origin).is_multiple_of(step)
    }
}

/// Whether two loops that run equally often bear on each other only within the same iteration.
pub(super) fn disjoint_iterations(
    program: &Program,
    (first, first_counter): (&Effects, Counter),
    (second, second_counter): (&Effects, Counter),
) -> bool {
    first.touches.iter().all(|a| {
        second.touches.iter().all(|b| {
            if !a.is_near(b) || !(a.store || b.store) || a.is_beside(b) {
                return true;
            }
            let (Some(a), Some(b)) = (&a.place, &b.place) else {
                return false;
            };
            same_place(a, first_counter, b, second_counter) && moves_on(program, a, first_counter)
        })
    })
}

/// Whether two indices are the same once their counters have one name.
fn same_place(a: &Index, a_counter: Counter, b: &Index, b_counter: Counter) -> bool {
    let renamed = |position| match position {
        Position::Counter(counter) if counter == b_counter => Position::Counter(a_counter),
        other => other,
    };
    a.offset == b.offset
        && a.terms.len() == b.terms.len()
        && b.terms.iter().all(|term| {
            let mut terms = a.terms.iter();
            terms.any(|t| t.position == renamed(term.position) && t.stride == term.stride)
        })
}

/// Whether an index goes to other places in each iteration of a loop.
fn moves_on(program: &Program, index: &Index, counter: Counter) -> bool {
    let mut own = 0;
    let mut lanes = 1;
    for term in &index.terms {
        match term.position {
            Position::Counter(c) if c == counter => own = term.stride.abs(),
            Position::Lane => lanes = term.stride.abs() * signed(LANES),
            // Counters of loops around both stand still.
            Position::Counter(_) | Position::Variable(_) => {}
        }
    }
    own >= lanes || (own > 0 && program.counters[counter.0 as usize] <= 1)
}

/// The first and last position that an index goes over.
fn range(program: &Program, index: &Index) -> Option<(i64, i64)> {
    let (mut first, mut last) = (index.offset, index.offset);
    for term in &index.terms {
        let extent = match term.position {
            Position::Counter(counter) => program.counters[counter.0 as usize],
            Position::Lane => LANES,
            Position::Variable(_) => return None,
        };
        let reach = signed(extent.max(1) - 1).checked_mul(term.stride)?;
        first += reach.min(0);
        last += reach.max(0);
    }
    Some((first, last))
}

/// The greatest common divisor of the strides of an index.
fn step(index: &Index) -> u64 {
    let strides = index.terms.iter().map(|term| term.stride.unsigned_abs());
    strides.fold(0, greatest_common_divisor)
}

/// Euclid's algorithm; 0 is a multiple of every number.
fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
