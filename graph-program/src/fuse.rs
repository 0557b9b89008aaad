//! Loop fusion: neighbouring loops over the same positions become one.
//!
//! The scheduler makes one loop nest for each kernel. Two of them that run equally often and touch
//! the same memory are one loop in any program written by hand: elements that both read are loaded
//! once, and a value that the first stores and the second loads stays in a register (and needs no
//! memory at all if nothing else loads it).
//!
//! A loop moves up to an earlier one with the same number of iterations if
//!
//! - they have a buffer in common that one of them loads and the other loads or stores, or store to
//!   places of a buffer between each other's (for that, [`peel`](super::peel) makes them run
//!   equally often);
//! - of the elements that the first writes, each iteration of the second reads only those that the
//!   same iteration of the first writes (and likewise for writes of elements that the first reads
//!   or writes);
//! - at most one of them has effects that are visible outside (a print, a call of the host); and
//! - statements between them neither depend on the second nor affect it; scalar statements that
//!   it needs move up with it.
//!
//! No value changes: the statements of an iteration are the same, in an order that keeps all
//! dependencies.

use alloc::vec::Vec;

use super::effects::{Effects, disjoint_iterations};
use super::forward_stores::forward_stores;
use super::peel::peel;
use super::{Block, Counter, Position, Program, Statement};

/// How many statements a fused body has at most: with more, registers run out.
const BODY_LIMIT: usize = 96;

/// How many statements back an earlier loop is looked for.
const REACH: usize = 64;

/// Fuses loops in all blocks of a program.
pub(super) fn fuse(program: &mut Program) {
    if program.counters.is_empty() {
        return;
    }
    let mut body = core::mem::take(&mut program.body);
    fuse_block(program, &mut body);
    program.body = body;
}

/// Blocks are nested as deeply as the graph's regions and loops.
fn fuse_block(program: &mut Program, block: &mut Block) {
    let loops = |s: &Statement| matches!(s, Statement::Loop(..));
    if block.iter().filter(|s| loops(s)).count() > 1 {
        peel(program, block);
        let mut done = Vec::with_capacity(block.len());
        for statement in core::mem::take(block) {
            let effects = Effects::of(program, &statement);
            let entry = Entry { statement, effects };
            if let Some(entry) = merge(program, &mut done, entry) {
                done.push(entry);
            }
        }
        *block = done.into_iter().map(|entry| entry.statement).collect();
    }
    for inner in block.iter_mut().flat_map(Statement::blocks_mut) {
        fuse_block(program, inner);
    }
}

/// A statement with its effects.
struct Entry {
    statement: Statement,
    effects: Effects,
}

/// Fuses a loop into an earlier one; gives it back where there is none.
fn merge(program: &Program, done: &mut Vec<Entry>, entry: Entry) -> Option<Entry> {
    let Statement::Loop(counter, _) = &entry.statement else {
        return Some(entry);
    };
    let counter = *counter;
    // Scalar statements that the loop needs, which move with it, and the effects of all that does.
    let mut moving: Vec<usize> = Vec::new();
    let mut effects = entry.effects.clone();
    let first = done.len().saturating_sub(REACH);
    for at in (first..done.len()).rev() {
        let earlier = &done[at];
        if let Statement::Loop(other, _) = earlier.statement {
            let alone = moving
                .iter()
                .all(|&m| !done[m].effects.conflict(&earlier.effects));
            let equal = program.counters[other.0 as usize] == program.counters[counter.0 as usize];
            if alone && equal && can_fuse(program, earlier, other, &entry, counter) {
                join(program, done, at, &moving, entry);
                return None;
            }
        }
        if !effects.conflict(&earlier.effects) {
            continue;
        }
        match earlier.statement {
            Statement::Let(..) | Statement::Mutable(..) => {
                effects.add(&earlier.effects);
                moving.push(at);
            }
            _ => return Some(entry),
        }
    }
    Some(entry)
}

fn can_fuse(
    program: &Program,
    first: &Entry,
    first_counter: Counter,
    second: &Entry,
    second_counter: Counter,
) -> bool {
    let (a, b) = (&first.effects, &second.effects);
    a.statements + b.statements <= BODY_LIMIT
        && (a.shares_memory(b) || a.interleaves(b))
        && !(a.calls() && b.calls())
        && !a.variables_conflict(b)
        && disjoint_iterations(program, (a, first_counter), (b, second_counter))
}

/// Puts the body of a loop behind that of the loop at a position, and the statements that it needs
/// before it.
fn join(program: &Program, done: &mut Vec<Entry>, at: usize, moving: &[usize], second: Entry) {
    let mut moved: Vec<Entry> = moving
        .iter()
        .map(|&position| done.remove(position))
        .collect();
    moved.reverse();
    let first = &mut done[at];
    if let (Statement::Loop(counter, body), Statement::Loop(other, more)) =
        (&mut first.statement, second.statement)
    {
        let mut more = more;
        rename(&mut more, other, *counter);
        body.extend(more);
        forward_stores(program, body);
    }
    first.effects = Effects::of(program, &first.statement);
    done.splice(at..at, moved);
}

/// Gives a counter another name.
fn rename(block: &mut Block, from: Counter, to: Counter) {
    super::visit::indices_mut(block, &mut |index| {
        for term in &mut index.terms {
            if term.position == Position::Counter(from) {
                term.position = Position::Counter(to);
            }
        }
    });
}
