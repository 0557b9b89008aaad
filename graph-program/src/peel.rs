//! Loops that store between each other's elements are trimmed to run equally often, in step.
//!
//! The entries of a sparse matrix lie row by row. Each diagonal of a band is computed by a loop of
//! its own, which stores to every second or third entry, and the diagonals differ by a few in
//! length. Iterations before the first or after the last that all of them have are written out
//! before and after their loop; then [`fuse`](super::fuse) makes one loop of all, that writes row
//! by row. It goes through memory once, and a compiler has whole vectors to store.
//!
//! Every iteration is computed as before, in the same order.

use alloc::vec::Vec;
use core::ops::Range;
use graph_ir::intern::signed;

use graph_math::order::LANES;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::visit::indices_mut;
use super::{Block, BufferId, Counter, Position, Program, Statement, Term, Variable};

/// How many iterations a loop is trimmed by at most.
const TRIMMED: i64 = 4;

/// How many iterations are to be left.
const LEFT: i64 = 2 * LANES as i64;

/// How many statements are written out for a loop at most.
const WRITTEN_OUT: i64 = 128;

/// Aligns the loops that stand directly in a block.
pub(super) fn peel(program: &mut Program, block: &mut Block) {
    let ranges = ranges(strands(program, block));
    if ranges.is_empty() {
        return;
    }
    let statements = core::mem::take(block).into_iter().enumerate();
    for (position, statement) in statements {
        match (ranges.get(&position), statement) {
            (Some(range), Statement::Loop(counter, body)) => {
                trim_loop(program, block, (counter, body), range.clone());
            }
            (_, statement) => block.push(statement),
        }
    }
}

/// A loop that stores to every so many places.
struct Strand {
    /// The loop's position in its block.
    position: usize,
    /// Where the first iteration stores, as far as the loop alone says.
    offset: i64,
    /// How far each iteration moves on.
    step: i64,
    /// The number of iterations.
    extent: i64,
}

/// The common part of the places of strands that belong together: the buffer, the step, and the
/// terms that loops around them add.
type Ground = (BufferId, i64, Vec<Term>);

/// The strands of a block, by their common part, in the order of the text.
fn strands(program: &Program, block: &Block) -> Vec<Vec<Strand>> {
    let mut grounds: HashMap<Ground, usize, FxBuildHasher> = HashMap::default();
    let mut groups: Vec<Vec<Strand>> = Vec::new();
    for (position, statement) in block.iter().enumerate() {
        let Some((ground, strand)) = strand(program, position, statement) else {
            continue;
        };
        let group = *grounds.entry(ground).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(strand);
    }
    groups
}

/// A loop that can be trimmed, by the first of its stores that leaves places out.
fn strand(program: &Program, position: usize, statement: &Statement) -> Option<(Ground, Strand)> {
    let Statement::Loop(counter, body) = statement else {
        return None;
    };
    let plain = |s: &Statement| matches!(s, Statement::Let(..) | Statement::Store(..));
    if !body.iter().all(plain) {
        return None;
    }
    let own = |term: &Term| term.position == Position::Counter(*counter);
    body.iter().find_map(|statement| {
        let Statement::Store(place, _) = statement else {
            return None;
        };
        let step = place.index.stride(Position::Counter(*counter));
        let others = place.index.terms.iter().filter(|term| !own(term));
        let mut others: Vec<Term> = others.copied().collect();
        others.sort_unstable_by_key(|term| term.position);
        let strand = Strand {
            position,
            offset: place.index.offset,
            step,
            extent: i64::try_from(program.counters[counter.0 as usize]).ok()?,
        };
        let fits = TRIMMED * i64::try_from(body.len()).ok()? <= WRITTEN_OUT;
        (step > 1 && fits).then_some(((place.buffer, step, others), strand))
    })
}

/// The iterations that stay in their loop, by the position of each loop that is trimmed.
fn ranges(groups: Vec<Vec<Strand>>) -> HashMap<usize, Range<i64>, FxBuildHasher> {
    let mut ranges = HashMap::default();
    for mut group in groups {
        group.sort_by_key(|strand| strand.offset);
        let near = |a: &Strand, b: &Strand| b.offset - a.offset <= TRIMMED * b.step;
        for neighbours in group.chunk_by(near) {
            let longest = neighbours.iter().map(|s| s.extent).max().unwrap_or(0);
            let similar = neighbours.iter().filter(|s| s.extent + TRIMMED >= longest);
            let similar: Vec<&Strand> = similar.collect();
            ranges.extend(common(&similar));
        }
    }
    ranges
}

/// The iterations of each strand that stay, so that all run equally often and each iteration
/// stores within one step. Empty where that is so already, or cannot be had.
fn common(strands: &[&Strand]) -> Vec<(usize, Range<i64>)> {
    let last = strands.iter().map(|strand| strand.offset).max();
    let first = |strand: &Strand| (last.unwrap_or(0) - strand.offset) / strand.step;
    let left = strands.iter().map(|s| s.extent - first(s)).min();
    let left = left.unwrap_or(0);
    if left < LEFT || strands.iter().any(|s| s.extent - left > TRIMMED) {
        return Vec::new();
    }
    let trimmed = strands.iter().filter(|strand| strand.extent > left);
    let range = |strand: &Strand| first(strand)..first(strand) + left;
    trimmed.map(|s| (s.position, range(s))).collect()
}

/// Writes a loop over some of its iterations, and the iterations before and after them.
fn trim_loop(
    program: &mut Program,
    block: &mut Block,
    (counter, mut body): (Counter, Block),
    range: Range<i64>,
) {
    let extent = program.counters[counter.0 as usize];
    let all = 0..signed(extent);
    let mut after = Vec::new();
    for value in all.start..range.start {
        write_out(program, block, &body, (counter, value));
    }
    for value in range.end..all.end {
        write_out(program, &mut after, &body, (counter, value));
    }
    move_on(&mut body, counter, range.start);
    let left = usize::try_from(range.end - range.start).unwrap_or(extent);
    program.counters[counter.0 as usize] = left;
    block.push(Statement::Loop(counter, body));
    block.append(&mut after);
}

/// Writes one iteration of a loop, with variables of its own.
fn write_out(
    program: &mut Program,
    block: &mut Block,
    body: &Block,
    (counter, value): (Counter, i64),
) {
    let mut written = body.clone();
    move_on(&mut written, counter, value);
    indices_mut(&mut written, &mut |index| {
        index
            .terms
            .retain(|term| term.position != Position::Counter(counter));
    });
    let mut own: HashMap<Variable, Variable, FxBuildHasher> = HashMap::default();
    for mut statement in written {
        statement.rename(&|variable| own.get(&variable).copied().unwrap_or(variable));
        if let Statement::Let(variable, _) = &mut statement {
            let copy = program.new_variable_like(*variable);
            own.insert(*variable, copy);
            *variable = copy;
        }
        block.push(statement);
    }
}

/// Moves a body so many iterations ahead.
fn move_on(body: &mut Block, counter: Counter, by: i64) {
    indices_mut(body, &mut |index| {
        index.offset += index.stride(Position::Counter(counter)) * by;
    });
}
