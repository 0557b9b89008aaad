//! Which loops may have their iterations side by side: every statement of the body for some of
//! them before the next statement for any.
//!
//! That is right where no iteration sees another one. What is stored to a buffer must stay with
//! the iteration: two accesses to the buffer, one of them a store, never meet in the same element
//! from two iterations. No variable of outside may be assigned, but for *folds*: those to which
//! each iteration adds (or multiplies, ..) something that does not depend on them, and which
//! nothing else in the body reads. Loops inside run for all iterations together; a branch inside
//! may go different ways and keeps the loop as it is.

use alloc::vec::Vec;

use graph_math::order::LANES;
use graph_program::{
    Atom, Block, BufferId, Counter, Expression, Index, Position, Program, Statement, Variable,
};

/// The analysis that decides whether a loop is parallel.
pub(super) struct Parallel<'p> {
    program: &'p Program,
    variables: Vec<Seen>,
    /// For each counter the number of the body in which its loop was seen last.
    counters: Vec<u32>,
    /// The number of the body that is looked at.
    body: u32,
    accesses: Vec<Access<'p>>,
    folds: Vec<Fold>,
    checks: usize,
}

/// A variable that collects something from all iterations, and the one that holds its next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fold {
    pub(super) into: Variable,
    pub(super) next: Variable,
}

/// Definition and uses of a variable; valid only for the body that is looked at.
#[derive(Clone, Copy, Default)]
struct Seen {
    defined: u32,
    /// The position of the definition in its block.
    at: u32,
    used: u32,
    uses: u32,
}

#[derive(Clone, Copy)]
struct Access<'p> {
    buffer: BufferId,
    index: &'p Index,
    stores: bool,
}

impl<'p> Parallel<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            variables: alloc::vec![Seen::default(); program.variables.len()],
            counters: alloc::vec![0; program.counters.len()],
            body: 0,
            accesses: Vec::new(),
            folds: Vec::new(),
            checks: 0,
        }
    }

    /// The folds of a loop in which no iteration sees another one otherwise; `None` for others.
    pub(super) fn folds(&mut self, counter: Counter, body: &'p Block) -> Option<&[Fold]> {
        self.body += 1;
        self.accesses.clear();
        self.folds.clear();
        self.checks = 0;
        if !self.collect(body, true) || self.checks > 1 {
            return None;
        }
        // The variable folded into is read for its next value, and by the assignment.
        let alone = |fold: &Fold| self.uses(fold.into) == 2 && self.uses(fold.next) == 1;
        if !self.folds.iter().all(alone) {
            return None;
        }
        let mut accesses = core::mem::take(&mut self.accesses);
        accesses.sort_by_key(|access| access.buffer);
        let mut buffers = accesses.chunk_by(|a, b| a.buffer == b.buffer);
        let private = buffers.all(|accesses| {
            let stored = accesses.iter().any(|access| access.stores);
            !stored || self.is_private(accesses, counter)
        });
        self.accesses = accesses;
        private.then_some(&self.folds)
    }

    /// Notes what the body does; whether there is nothing that must keep its order.
    fn collect(&mut self, block: &'p Block, outermost: bool) -> bool {
        for (at, statement) in (0..).zip(block) {
            statement.variables(|variable, written| match (written, statement) {
                (false, _) => self.read(variable),
                (true, Statement::Assign(..)) => {}
                (true, _) => {
                    let seen = &mut self.variables[variable.0 as usize];
                    (seen.defined, seen.at) = (self.body, at);
                }
            });
            if !self.allows(statement, block, outermost) {
                return false;
            }
        }
        true
    }

    fn allows(&mut self, statement: &'p Statement, block: &'p Block, outermost: bool) -> bool {
        match statement {
            Statement::Let(_, Expression::Load(place)) => {
                self.access(place.buffer, &place.index, false);
                true
            }
            Statement::Let(_, Expression::Check { .. }) => {
                // The first index out of range is the one to report: it is found first where
                // there is one check for each iteration.
                self.checks += if outermost { 1 } else { 2 };
                true
            }
            Statement::Let(..) | Statement::Mutable(..) => true,
            Statement::Assign(variable, value) => {
                self.is_inside(Position::Variable(*variable))
                    || outermost && self.folds_into(*variable, *value, block)
            }
            Statement::Store(place, _) => {
                self.access(place.buffer, &place.index, true);
                true
            }
            Statement::Loop(counter, body) => {
                self.counters[counter.0 as usize] = self.body;
                self.collect(body, false)
            }
            Statement::Partial(_)
            | Statement::Part(..)
            | Statement::Product(_)
            | Statement::Sort(_)
            | Statement::Triangular(_)
            | Statement::If(_)
            | Statement::Call { .. }
            | Statement::Print { .. }
            | Statement::Expect(_) => false,
        }
    }

    /// Whether a variable is assigned itself combined with something else; notes the fold.
    fn folds_into(&mut self, into: Variable, value: Atom, block: &Block) -> bool {
        let Atom::Variable(next) = value else {
            return false;
        };
        let at = self.variables[next.0 as usize].at as usize;
        let Some(Statement::Let(variable, Expression::Scalar(op, [a, b, _]))) = block.get(at)
        else {
            return false;
        };
        if *variable != next {
            return false;
        }
        let old = Atom::Variable(into);
        let same = self.program.has_lanes(into) == self.program.has_lanes(next);
        self.folds.push(Fold { into, next });
        op.arity() == 2 && same && (*a == old) != (*b == old)
    }

    fn read(&mut self, variable: Variable) {
        let uses = self.uses(variable) + 1;
        let seen = &mut self.variables[variable.0 as usize];
        (seen.used, seen.uses) = (self.body, uses);
    }

    /// How often the body reads a variable.
    fn uses(&self, variable: Variable) -> u32 {
        let seen = self.variables[variable.0 as usize];
        if seen.used == self.body { seen.uses } else { 0 }
    }

    fn access(&mut self, buffer: BufferId, index: &'p Index, stores: bool) {
        self.accesses.push(Access {
            buffer,
            index,
            stores,
        });
    }

    /// Whether a variable or counter belongs to the body. Lanes do.
    fn is_inside(&self, position: Position) -> bool {
        match position {
            Position::Counter(counter) => self.counters[counter.0 as usize] == self.body,
            Position::Variable(variable) => {
                self.variables[variable.0 as usize].defined == self.body
            }
            Position::Lane => true,
        }
    }

    /// Whether the elements that the accesses reach differ between any two iterations.
    ///
    /// The position of an access is a number in which the counter is one digit, worth the stride.
    /// Other parts that move inside the body must be lower digits, which together never reach the
    /// worth of one, or higher ones, worth multiples of all that the counter can reach. What
    /// stands still must be the same in all accesses. Then equal positions have equal digits.
    fn is_private(&self, accesses: &[Access<'_>], counter: Counter) -> bool {
        let own = Position::Counter(counter);
        let first = accesses[0].index;
        let stride = first.stride(own);
        let reach = stride.saturating_mul(self.extent(own));
        let (mut lowest, mut highest) = (i64::MAX, i64::MIN);
        for Access { index, .. } in accesses {
            if index.stride(own) != stride || !self.stand_alike(first, index, own) {
                return false;
            }
            let (mut low, mut high) = (index.offset, index.offset);
            for term in &index.terms {
                let moves = term.position != own && self.is_inside(term.position);
                if !moves || reach != 0 && term.stride % reach == 0 {
                    continue;
                }
                if matches!(term.position, Position::Variable(_)) {
                    return false;
                }
                let span = term.stride.saturating_mul(self.extent(term.position) - 1);
                low = low.saturating_add(span.min(0));
                high = high.saturating_add(span.max(0));
            }
            (lowest, highest) = (lowest.min(low), highest.max(high));
        }
        highest.saturating_sub(lowest) < stride.saturating_abs()
    }

    /// Whether two indices have the same parts that do not move inside the body.
    fn stand_alike(&self, a: &Index, b: &Index, own: Position) -> bool {
        let covered = |a: &Index, b: &Index| {
            let stands = |p: Position| p != own && !self.is_inside(p);
            let mut terms = a.terms.iter().filter(|term| stands(term.position));
            terms.all(|term| b.terms.contains(term))
        };
        covered(a, b) && covered(b, a)
    }

    /// The number of values of a counter or lane, at least 1: a loop without iterations does
    /// nothing.
    fn extent(&self, position: Position) -> i64 {
        let extent = match position {
            Position::Counter(counter) => self.program.counters[counter.0 as usize].max(1),
            Position::Lane => LANES,
            Position::Variable(_) => usize::MAX,
        };
        i64::try_from(extent).unwrap_or(i64::MAX)
    }
}
