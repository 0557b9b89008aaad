//! Outlining: splits long blocks into parts, which become separate functions.
//!
//! The compile time of a function grows faster than its length: twenty thousand statements and
//! their gradient took 24 s as whole functions and 11 s in parts of a thousand. The parts run about
//! as fast for chains of dependent statements, and a tenth slower for many independent ones.
//! rustc's borrow checker follows the paths of a function to a fixed point, with a bit for each
//! variable at each branch: seven thousand statements in loops three deep took 60 s as a whole and
//! 2 s in parts. Nor need the loops be nested: the adjoint of three hundred sums one after another,
//! in eight thousand statements, took 12 s as a whole.
//!
//! A part has access to the counters of the enclosing loops and to the buffers, but to no variables
//! from outside. A value that is computed in one part and needed in another is *carried*: it is
//! stored in a buffer that the parts share, at a position that is reused after its last use. Values
//! that are cheap to recompute, elements of arguments and checks, are not carried.
//!
//! The statements that use a mutable variable stay together. If they are far apart, like those of
//! the state of a long loop, the variable becomes an element of a buffer instead. Vectors of truth
//! values cannot be stored in buffers: the statements that use one stay together, or outside all
//! parts.
//!
//! Parts serve back ends that generate functions; a program without parts is equivalent.

mod carry;
mod memory;
mod spill;

use alloc::vec::Vec;
use core::ops::Range;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{
    Atom, Block, BufferKind, BufferPlace, Expression, If, PartId, Parts, Program, Statement,
    Variable, visit::Access,
};
use carry::Carry;
use spill::spill;

/// Splits all long blocks of a long program.
pub(super) fn outline(program: &mut Program, parts: Parts) {
    if !is_long(&program.body, parts.from) {
        return;
    }
    let body = core::mem::take(&mut program.body);
    let body = spill(program, body, parts);
    let mut pass = Split {
        wanted: parts,
        tied: HashSet::default(),
        again: HashMap::default(),
        parts: 0,
        program,
    };
    pass.learn(&body);
    let body = pass.block(body, &mut []);
    pass.program.body = body;
}

struct Split<'p> {
    program: &'p mut Program,
    wanted: Parts,
    /// The variables whose statements stay together: mutable ones, and masks of lanes.
    tied: HashSet<Variable, FxBuildHasher>,
    /// Values that are computed again rather than carried.
    again: HashMap<Variable, Expression, FxBuildHasher>,
    /// The number of parts made.
    parts: u32,
}

impl Split<'_> {
    /// Finds the statements that stay together and the values that can be computed again.
    fn learn(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Statement::Mutable(variable, _) => {
                    self.tied.insert(*variable);
                }
                Statement::Let(variable, _)
                    if self.program.variables[variable.0 as usize].is_mask() =>
                {
                    self.tied.insert(*variable);
                }
                Statement::Let(variable, value) if self.is_cheap(value) => {
                    self.again.insert(*variable, value.clone());
                }
                _ => {}
            }
            for inner in statement.blocks() {
                self.learn(inner);
            }
        }
    }

    /// Whether a value is computed again where it is needed.
    fn is_cheap(&self, value: &Expression) -> bool {
        match value {
            Expression::Check { .. } => true,
            Expression::Load(BufferPlace { buffer, index }) => {
                self.program.buffer(*buffer).kind.is_only_read()
                    && index.variables().next().is_none()
            }
            _ => false,
        }
    }

    /// Splits a block; `results` are its values that are used afterwards.
    fn block(&mut self, mut block: Block, results: &mut [&mut Atom]) -> Block {
        for statement in &mut block {
            self.inner(statement);
        }
        let weights: Vec<usize> = block.iter().map(weight).collect();
        if is_short(&weights, self.wanted) {
            return block;
        }
        let ranges = self.ranges(&block, &weights);
        if ranges.is_empty() {
            return block;
        }
        let carry = Carry::new(self, &block, &ranges, results);
        carry.rebuild(self, block, &ranges, results)
    }

    /// Splits the blocks inside of a statement.
    fn inner(&mut self, statement: &mut Statement) {
        match statement {
            Statement::If(branch) => {
                let If {
                    then,
                    otherwise,
                    choices,
                    ..
                } = &mut **branch;
                let mut results: Vec<&mut Atom> = choices.iter_mut().map(|c| &mut c.then).collect();
                *then = self.block(core::mem::take(then), &mut results);
                let results = choices.iter_mut().map(|c| &mut c.otherwise);
                let mut results: Vec<&mut Atom> = results.collect();
                *otherwise = self.block(core::mem::take(otherwise), &mut results);
            }
            statement => {
                for inner in statement.blocks_mut() {
                    *inner = self.block(core::mem::take(inner), &mut []);
                }
            }
        }
    }

    /// The statements of each part.
    fn ranges(&self, block: &Block, weights: &[usize]) -> Vec<Range<usize>> {
        let (fixed, glued) = self.ties(block, weights);
        let mut ranges = Vec::new();
        let (mut start, mut length) = (0, 0);
        let mut close = |start: usize, end: usize, length: usize| {
            // A short stretch is no function.
            if length >= self.wanted.length / 8 {
                ranges.push(start..end);
            }
        };
        for (at, weight) in weights.iter().enumerate() {
            if fixed[at] {
                close(start, at, length);
                (start, length) = (at + 1, 0);
                continue;
            }
            if length >= self.wanted.length && !glued[at] {
                close(start, at, length);
                (start, length) = (at, 0);
            }
            length += weight;
        }
        close(start, block.len(), length);
        ranges
    }

    /// Which statements stay outside of parts, and which stay in the part of the one before.
    fn ties(&self, block: &Block, weights: &[usize]) -> (Vec<bool>, Vec<bool>) {
        let mut fixed: Vec<bool> = block.iter().map(|s| self.is_fixed(s)).collect();
        let mut places: HashMap<Variable, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (at, statement) in block.iter().enumerate() {
            for variable in self.ties_of(statement) {
                places.entry(variable).or_default().push(at);
            }
        }
        let own = |at: usize, variable| match &block[at] {
            Statement::Mutable(declared, _) | Statement::Let(declared, _) => *declared == variable,
            _ => false,
        };
        let mut spans: Vec<Vec<usize>> = Vec::new();
        for (variable, places) in places {
            let (first, last) = (places[0], places[places.len() - 1]);
            let length: usize = weights[first..=last].iter().sum();
            if own(first, variable) && length <= self.wanted.length / 2 {
                spans.push(places);
            } else {
                places.into_iter().for_each(|at| fixed[at] = true);
            }
        }
        // A statement that stays outside takes along those that would have stayed together across
        // it.
        loop {
            let before = spans.len();
            spans.retain(|places| {
                let (first, last) = (places[0], places[places.len() - 1]);
                let apart = fixed[first..=last].contains(&true);
                if apart {
                    places.iter().for_each(|&at| fixed[at] = true);
                }
                !apart
            });
            if spans.len() == before {
                break;
            }
        }
        let mut glued = alloc::vec![false; block.len()];
        for places in spans {
            glued[places[0] + 1..=places[places.len() - 1]].fill(true);
        }
        (fixed, glued)
    }

    /// Whether a statement cannot be part of a function: it gives a scalar result, or calls the
    /// host.
    fn is_fixed(&self, statement: &Statement) -> bool {
        let mut fixed = matches!(statement, Statement::Call { .. });
        statement.accesses(|access| {
            if let Access::Store(BufferPlace { buffer, .. }) = access {
                let buffer = self.program.buffer(*buffer);
                fixed |= buffer.kind == BufferKind::Output && buffer.ty.is_scalar();
            }
        });
        fixed || statement.blocks().flatten().any(|s| self.is_fixed(s))
    }

    /// The tied variables that a statement is about, without those that live inside it.
    fn ties_of(&self, statement: &Statement) -> HashSet<Variable, FxBuildHasher> {
        let mut met = HashSet::default();
        let mut inside = Vec::new();
        each(statement, &mut |inner| {
            let mut meet = |variable: Variable| {
                if self.tied.contains(&variable) {
                    met.insert(variable);
                }
            };
            match inner {
                Statement::Assign(variable, _) => meet(*variable),
                Statement::Mutable(variable, _) | Statement::Let(variable, _) => {
                    match core::ptr::eq(inner, statement) {
                        true => meet(*variable),
                        false => inside.push(*variable),
                    }
                }
                _ => {}
            }
            inner.atoms(|atom| {
                if let Atom::Variable(variable) = atom {
                    meet(variable);
                }
            });
        });
        for variable in inside {
            met.remove(&variable);
        }
        met
    }

    fn next_part(&mut self) -> PartId {
        self.parts += 1;
        PartId(self.parts - 1)
    }
}

/// As many variables at each of so many loops are as much work for a compiler as one statement of a
/// long program.
const VARIABLES: usize = 100;

/// Whether a program's statements are at least this many, where one counts once more for each loop
/// around it; or whether it has so many loops that all statements, followed through each of them,
/// are as much work.
fn is_long(body: &Block, from: usize) -> bool {
    let (mut count, mut statements, mut loops) = (0_usize, 0_usize, 0_usize);
    let mut open: Vec<(&Block, usize)> = alloc::vec![(body, 1)];
    while let Some((block, passes)) = open.pop() {
        count += passes * block.len();
        statements += block.len();
        for statement in block {
            let is_loop = matches!(statement, Statement::Loop(..) | Statement::Partial(_));
            let is_loop = usize::from(is_loop);
            let inside = passes + is_loop;
            loops += is_loop;
            open.extend(statement.blocks().map(|block| (block, inside)));
        }
    }
    count >= from || statements.saturating_mul(loops) / VARIABLES >= from
}

/// Whether a block of such statements stays whole.
fn is_short(weights: &[usize], wanted: Parts) -> bool {
    weights.iter().sum::<usize>() < wanted.from.min(2 * wanted.length)
}

/// The number of statements, inner ones included.
fn weight(statement: &Statement) -> usize {
    match statement {
        // A part is a call here.
        Statement::Part(..) => 1,
        _ => 1 + statement.blocks().flatten().map(weight).sum::<usize>(),
    }
}

/// Visits a statement and all statements inside.
fn each<'p>(statement: &'p Statement, f: &mut dyn FnMut(&'p Statement)) {
    f(statement);
    for inner in statement.blocks().flatten() {
        each(inner, f);
    }
}
