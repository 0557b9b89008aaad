//! Simplification of scalar statements: copy propagation, constant folding, common subexpression
//! elimination, and loop-invariant code motion.
//!
//! The passes over graphs do the same for whole tensors; these passes see the elements of small
//! tensors. A matrix that contains zeros and ones has become scalars, equal entries of two products
//! have become equal statements, and the condition of a branch may have become constant.
//!
//! A compiler would do part of this later, but it does not move calls of elementary functions, and
//! an interpreter does none of it.
//!
//! Every simplification preserves all bits, unless all numbers may be assumed finite.

mod operands;
mod rules;

pub(super) use operands::in_order;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use graph_ir::graph::Literal;
use graph_ir::intern::number_of;
use hashbrown::HashTable;
use rules::{Atoms, Given};
use rustc_hash::FxBuildHasher;

use super::{
    Atom, Block, Counter, Expression, If, Index, Position, Program, Reported, Statement, Variable,
    VariableType,
};

/// Simplifies all of a program; unused statements stay, for `clean` to drop.
pub(super) fn simplify(program: &mut Program, finite: bool) {
    let body = core::mem::take(&mut program.body);
    let program_now = &*program;
    let mut pass = Simplify {
        program: program_now,
        finite,
        meaning: (0..program.variables.len()).map(itself).collect(),
        given: Given::default(),
        known: HashTable::with_capacity(body.len()),
        learnt: Vec::with_capacity(body.len()),
        mutable: alloc::vec![false; program.variables.len()],
        levels: alloc::vec![0; program.variables.len()],
        loops: alloc::vec![0; program.counters.len()],
        ahead: Vec::new(),
        floor: 0,
        replaced: Vec::new(),
    };
    let mut done = Vec::with_capacity(body.len());
    pass.statements(body, &mut done);
    let replaced = pass.replaced;
    program.body = done;
    for (variable, other) in replaced {
        program.names.hand_on(variable, other);
    }
}

fn itself(number: usize) -> Atom {
    Atom::Variable(Variable(number_of(number)))
}

struct Simplify<'p> {
    program: &'p Program,
    /// Whether numbers are finite and zeros have no sign.
    finite: bool,
    /// The atom to write in place of each variable.
    meaning: Vec<Atom>,
    /// The values of variables that rules look at: negatives, opposites, and multiples.
    given: Given,
    /// Positions of learnt values, found by their hashes.
    known: HashTable<u32>,
    /// The values computed in the open blocks.
    learnt: Vec<Learnt>,
    mutable: Vec<bool>,
    /// The number of loops around the definition of each variable.
    levels: Vec<usize>,
    /// The number of loops around an iteration of each counter's loop.
    loops: Vec<usize>,
    /// The statements before each open loop, the outermost first.
    ahead: Vec<Block>,
    /// The number of loops around the innermost side of a branch: a value that only one side
    /// computes does not leave it.
    floor: usize,
    /// Variables that have a name, and those that take their places.
    replaced: Vec<(Variable, Variable)>,
}

/// A value, and the variable that holds it already.
struct Learnt {
    hash: u64,
    ty: VariableType,
    value: Expression,
    variable: Variable,
}

impl Simplify<'_> {
    fn block(&mut self, block: Block) -> Block {
        let before = self.learnt.len();
        let mut done = Vec::with_capacity(block.len());
        self.statements(block, &mut done);
        for (position, learnt) in (number_of(before)..).zip(self.learnt.drain(before..)) {
            if let Ok(entry) = self.known.find_entry(learnt.hash, |&p| p == position) {
                entry.remove();
            }
        }
        done
    }

    fn statements(&mut self, block: Block, done: &mut Block) {
        for statement in block {
            self.statement(statement, done);
        }
    }

    fn statement(&mut self, statement: Statement, done: &mut Block) {
        let statement = match statement {
            Statement::Let(variable, value) => {
                self.define(variable, value, done);
                return;
            }
            Statement::Mutable(variable, first) => {
                self.mutable[variable.0 as usize] = true;
                Statement::Mutable(variable, self.atom(first))
            }
            Statement::Assign(variable, value) => Statement::Assign(variable, self.atom(value)),
            Statement::Store(place, value) => Statement::Store(self.place(place), self.atom(value)),
            Statement::Loop(counter, body) => {
                if self.program.counters[counter.0 as usize] == 0 {
                    return;
                }
                Statement::Loop(counter, self.body(counter, body, done))
            }
            Statement::Partial(mut partial) => {
                if self.program.counters[partial.counter.0 as usize] == 0 {
                    return;
                }
                *partial.limit.atom_mut() = self.atom(partial.limit.atom());
                partial.body = self.body(partial.counter, partial.body, done);
                Statement::Partial(partial)
            }
            Statement::If(branch) => {
                let If {
                    condition,
                    then,
                    otherwise,
                    mut choices,
                } = *branch;
                let condition = self.atom(condition);
                if let Atom::Literal(Literal::Bool(holds)) = condition {
                    self.statements(if holds { then } else { otherwise }, done);
                    for choice in choices {
                        let value = if holds { choice.then } else { choice.otherwise };
                        self.define(choice.variable, Expression::Copy(value), done);
                    }
                    return;
                }
                let floor = core::mem::replace(&mut self.floor, self.ahead.len());
                let [then, otherwise] = [then, otherwise].map(|side| self.block(side));
                self.floor = floor;
                for choice in &mut choices {
                    self.levels[choice.variable.0 as usize] = self.ahead.len();
                    choice.then = self.atom(choice.then);
                    choice.otherwise = self.atom(choice.otherwise);
                }
                Statement::If(Box::new(If {
                    condition,
                    then,
                    otherwise,
                    choices,
                }))
            }
            Statement::Product(mut product) => {
                for matrix in product.matrices_mut() {
                    let base = core::mem::take(&mut matrix.base);
                    matrix.base = self.index(base);
                }
                Statement::Product(product)
            }
            Statement::Sort(mut sort) => {
                for index in sort.indices_mut() {
                    *index = self.index(core::mem::take(index));
                }
                Statement::Sort(sort)
            }
            Statement::Triangular(mut triangular) => {
                for index in triangular.indices_mut() {
                    *index = self.index(core::mem::take(index));
                }
                Statement::Triangular(triangular)
            }
            // Programs are split into parts when there is nothing more to simplify.
            Statement::Part(..) | Statement::Call { .. } => statement,
            Statement::Print {
                texts,
                unless,
                value,
            } => Statement::Print {
                texts,
                unless: self.atom(unless),
                value: match value {
                    Reported::Element(atom) => Reported::Element(self.atom(atom)),
                    all @ Reported::All(_) => all,
                },
            },
            Statement::Expect(holds) => Statement::Expect(self.atom(holds)),
        };
        done.push(statement);
    }

    /// The body of a loop, behind what its iterations have in common.
    fn body(&mut self, counter: Counter, body: Block, done: &mut Block) -> Block {
        self.ahead.push(Vec::new());
        self.loops[counter.0 as usize] = self.ahead.len();
        let body = self.block(body);
        done.append(&mut self.ahead.pop().unwrap_or_default());
        body
    }

    /// Gives a variable its value, here or before the loops in which it never changes.
    fn define(&mut self, variable: Variable, value: Expression, done: &mut Block) {
        let Some(value) = self.value(variable, value) else {
            return;
        };
        let own = self.level(&value).max(self.floor);
        let (level, block) = match self.ahead.get_mut(own) {
            Some(ahead) => (own, ahead),
            None => (self.ahead.len(), done),
        };
        self.levels[variable.0 as usize] = level;
        block.push(Statement::Let(variable, value));
    }

    /// The number of loops around the place where an expression can be computed first.
    fn level(&self, value: &Expression) -> usize {
        let position = |position| match position {
            Position::Counter(counter) => self.loops[counter.0 as usize],
            Position::Variable(variable) => self.levels[variable.0 as usize],
            Position::Lane => 0,
        };
        let index = |index: &Index| index.terms.iter().map(|term| position(term.position)).max();
        match value {
            // A check stays where it is, and a position is no work.
            Expression::Check { .. } | Expression::Position(_) => self.ahead.len(),
            value if !self.is_lasting(value) => self.ahead.len(),
            Expression::Load(place) => index(&place.index).unwrap_or(0),
            value => {
                let mut level = 0;
                value.atoms(|atom| {
                    if let Atom::Variable(variable) = atom {
                        level = level.max(self.levels[variable.0 as usize]);
                    }
                });
                level
            }
        }
    }

    /// The new value of a variable; `None` if another variable or a literal takes its place.
    fn value(&mut self, variable: Variable, value: Expression) -> Option<Expression> {
        let element = self.program.element(variable);
        let mut value = self.expression(value);
        while let Some(simpler) = self.atoms().simpler(element, &value) {
            value = simpler;
        }
        match value {
            // A vector stays one, also of a number that is the same in all lanes.
            Expression::Copy(atom)
                if !self.is_mutable(atom) && self.lanes_match(variable, atom) =>
            {
                self.replace(variable, atom);
                return None;
            }
            ref value if rules::look_at(value) && self.is_lasting(value) => {
                self.given.insert(variable, value.clone());
            }
            _ => {}
        }
        if !self.is_lasting(&value) {
            return Some(value);
        }
        let ty = self.program.variables[variable.0 as usize];
        let key = in_order(&value);
        let hash = FxBuildHasher.hash_one((ty, &key));
        let learnt = &self.learnt;
        let equal = |&position: &u32| {
            let known = &learnt[position as usize];
            known.hash == hash && known.ty == ty && known.value == key
        };
        if let Some(&same) = self.known.find(hash, equal) {
            let same = learnt[same as usize].variable;
            self.replace(variable, Atom::Variable(same));
            return None;
        }
        let position = number_of(learnt.len());
        let hash_at = |&position: &u32| learnt[position as usize].hash;
        self.known.insert_unique(hash, position, hash_at);
        self.learnt.push(Learnt {
            hash,
            ty,
            value: key,
            variable,
        });
        Some(value)
    }

    /// Puts an atom in the place of a variable.
    fn replace(&mut self, variable: Variable, atom: Atom) {
        self.meaning[variable.0 as usize] = atom;
        if let Atom::Variable(other) = atom
            && self.program.names.variable(variable).is_some()
        {
            self.replaced.push((variable, other));
        }
    }

    fn lanes_match(&self, variable: Variable, atom: Atom) -> bool {
        let own = self.program.has_lanes(variable);
        own == matches!(atom, Atom::Variable(other) if self.program.has_lanes(other))
    }

    fn atoms(&self) -> Atoms<'_> {
        Atoms {
            program: self.program,
            given: &self.given,
            finite: self.finite,
        }
    }

    /// Whether an expression is work, and has the same value wherever its variables are visible.
    fn is_lasting(&self, value: &Expression) -> bool {
        let is_mutable = |atom| self.is_mutable(atom);
        !matches!(value, Expression::Copy(_)) && self.program.is_lasting(value, is_mutable)
    }

    fn is_mutable(&self, atom: Atom) -> bool {
        matches!(atom, Atom::Variable(variable) if self.mutable[variable.0 as usize])
    }
}
