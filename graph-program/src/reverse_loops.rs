//! Loops that run backwards for no reason are turned.
//!
//! The adjoint of a loop runs back over its iterations. Where nothing is carried from one to the
//! next any more, since the loop only added something up, the order does not matter; and forwards
//! it is the order of the loop that computes the value, so that both can be one loop and share
//! values.

use alloc::vec::Vec;
use graph_ir::intern::signed;

use super::effects::{Effects, disjoint_iterations};
use super::visit::indices_mut;
use super::{Block, Counter, Expression, Position, Program, Statement, Variable};

/// Turns loops in all blocks of a program.
pub(super) fn reverse_loops(program: &mut Program) {
    if program.counters.is_empty() {
        return;
    }
    let mut body = core::mem::take(&mut program.body);
    turn_block(program, &mut body);
    program.body = body;
}

/// Blocks are nested as deeply as the graph's regions and loops.
fn turn_block(program: &Program, block: &mut Block) {
    for statement in block {
        for inner in statement.blocks_mut() {
            turn_block(program, inner);
        }
        let Statement::Loop(counter, body) = &mut *statement else {
            continue;
        };
        let counter = *counter;
        if runs_back(counter, body) && is_free(program, counter, statement) {
            turned(program, counter, statement);
        }
    }
}

/// Whether more places of a loop move back than on.
fn runs_back(counter: Counter, body: &mut Block) -> bool {
    let mut balance = 0_i64;
    indices_mut(body, &mut |index| {
        let own = index.terms.iter();
        let own = own.filter(|term| term.position == Position::Counter(counter));
        balance += own.map(|term| term.stride.signum()).sum::<i64>();
    });
    balance < 0
}

/// Whether the iterations of a loop may run in any order.
fn is_free(program: &Program, counter: Counter, statement: &Statement) -> bool {
    let effects = Effects::of(program, statement);
    let Statement::Loop(_, body) = statement else {
        return false;
    };
    let (mut declared, mut assigned) = (Vec::new(), Vec::new());
    mutables(body, &mut declared, &mut assigned);
    !effects.calls()
        && body.iter().all(is_plain)
        && assigned.iter().all(|variable| declared.contains(variable))
        && disjoint_iterations(program, (&effects, counter), (&effects, counter))
}

/// Whether nothing in a statement depends on which iteration is the first to fail, or goes where a
/// variable says, which may be to one place twice.
fn is_plain(statement: &Statement) -> bool {
    let own = match statement {
        Statement::Let(_, Expression::Check { .. }) => false,
        Statement::Let(_, value) => value.index().is_none_or(|i| i.variables().next().is_none()),
        Statement::Store(place, _) => place.index.variables().next().is_none(),
        _ => true,
    };
    own && statement.blocks().flatten().all(is_plain)
}

/// The mutable variables that a block declares, and those that it assigns to.
fn mutables(block: &Block, declared: &mut Vec<Variable>, assigned: &mut Vec<Variable>) {
    for statement in block {
        match statement {
            Statement::Mutable(variable, _) => declared.push(*variable),
            Statement::Assign(variable, _) => assigned.push(*variable),
            _ => {}
        }
        for inner in statement.blocks() {
            mutables(inner, declared, assigned);
        }
    }
}

/// Has a loop run the other way: its counter is replaced by the distance from the last position.
fn turned(program: &Program, counter: Counter, statement: &mut Statement) {
    let last = program.counters[counter.0 as usize].saturating_sub(1);
    let last = signed(last);
    for body in statement.blocks_mut() {
        indices_mut(body, &mut |index| {
            let Some(term) = index
                .terms
                .iter_mut()
                .find(|term| term.position == Position::Counter(counter))
            else {
                return;
            };
            index.offset += term.stride * last;
            term.stride = -term.stride;
        });
    }
}
