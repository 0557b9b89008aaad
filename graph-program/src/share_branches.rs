//! Branches on one condition share their values.
//!
//! A function that branches has an adjoint that branches again, on the same condition, and needs
//! the numbers from which the first branch made its results. They are the same if they are computed
//! again, but a square root or a sine costs more than to hand it on: so a value that a side of a
//! later branch computes, and the same side of an earlier one did, becomes a result of the earlier
//! one. The other side gives zero there, which is never read. A result that an earlier branch has
//! already is taken from there.

use alloc::vec::Vec;

use graph_ir::graph::Literal;
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::simplify::in_order;
use super::{Atom, Block, Choice, Expression, If, Program, Statement, Variable, VariableType};

/// How many numbers a branch hands on at most. Beyond, they would not stay in registers, and the
/// text of the choice would grow as the branch does.
const HANDED_ON: usize = 256;

/// Lets branches share; says whether anything changed. A value that a later branch does not compute
/// any more stays as a copy, for `simplify` to look through.
pub(super) fn share_branches(program: &mut Program) -> bool {
    let mut body = core::mem::take(&mut program.body);
    if count(&body) < 2 {
        program.body = body;
        return false;
    }
    let mut sharing = Sharing {
        program,
        mutable: HashSet::default(),
        origin: HashMap::default(),
        known: HashMap::default(),
        learnt: Vec::new(),
        results: HashMap::default(),
        given: Vec::new(),
        repeats: false,
        handed_on: Vec::new(),
        copies: HashMap::default(),
    };
    sharing.block(&mut body);
    let (handed_on, repeats) = (sharing.handed_on, sharing.repeats);
    let changed = repeats || handed_on.iter().any(|choices| !choices.is_empty());
    let mut handed_on = handed_on.into_iter();
    add_choices(&mut body, &mut handed_on);
    program.body = body;
    changed
}

fn count(block: &Block) -> usize {
    let inside = |statement: &Statement| statement.blocks().map(count).sum::<usize>();
    let own = |statement: &Statement| usize::from(matches!(statement, Statement::If(_)));
    block.iter().map(|s| own(s) + inside(s)).sum()
}

/// A side of the branches on a condition: the first or the second one.
type Side = (Variable, bool);

/// A value that was computed on a side.
type SideValue = (Side, VariableType, Expression);

/// Where a value was computed: the branch, by its position among all in the order of the text, and
/// the variable there.
type Origin = (usize, Variable);

struct Sharing<'p> {
    program: &'p mut Program,
    mutable: HashSet<Variable, FxBuildHasher>,
    /// The first variable with the value of this one, of an earlier branch.
    origin: HashMap<Variable, Variable, FxBuildHasher>,
    known: HashMap<SideValue, Origin, FxBuildHasher>,
    /// The values learnt in the open blocks.
    learnt: Vec<SideValue>,
    /// The variables that hold results, by condition and by the values of both sides.
    results: HashMap<(Variable, [Atom; 2]), Variable, FxBuildHasher>,
    /// The results given in the open blocks.
    given: Vec<(Variable, [Atom; 2])>,
    /// Whether a result was taken from an earlier branch.
    repeats: bool,
    /// The choices to be added to each branch.
    handed_on: Vec<Vec<Choice>>,
    /// The choice that hands a variable on.
    copies: HashMap<Variable, Variable, FxBuildHasher>,
}

impl Sharing<'_> {
    fn block(&mut self, block: &mut Block) {
        let (learnt, given) = (self.learnt.len(), self.given.len());
        let mut done = Vec::with_capacity(block.len());
        for mut statement in block.drain(..) {
            let mut copies = Vec::new();
            match &mut statement {
                Statement::Mutable(variable, _) => {
                    self.mutable.insert(*variable);
                }
                Statement::If(branch) => {
                    let If {
                        condition,
                        then,
                        otherwise,
                        choices,
                    } = &mut **branch;
                    self.branch(*condition, [then, otherwise]);
                    copies = self.repeated(*condition, choices);
                }
                _ => {
                    for inner in statement.blocks_mut() {
                        self.block(inner);
                    }
                }
            }
            done.push(statement);
            done.append(&mut copies);
        }
        *block = done;
        for value in self.learnt.drain(learnt..) {
            self.known.remove(&value);
        }
        for result in self.given.drain(given..) {
            self.results.remove(&result);
        }
    }

    /// Takes results that an earlier branch gives out of the choices; gives copies in their place.
    fn repeated(&mut self, condition: Atom, choices: &mut Vec<Choice>) -> Block {
        let Some(condition) = self.lasting(condition) else {
            return Vec::new();
        };
        let mut copies = Vec::new();
        choices.retain(|choice| {
            let values = [choice.then, choice.otherwise];
            if values.iter().any(|&value| self.is_mutable(value)) {
                return true;
            }
            let key = (condition, values.map(|value| self.first(value)));
            if let Some(&same) = self.results.get(&key) {
                let value = Expression::Copy(Atom::Variable(same));
                copies.push(Statement::Let(choice.variable, value));
                self.repeats = true;
                return false;
            }
            self.results.insert(key, choice.variable);
            self.given.push(key);
            true
        });
        copies
    }

    fn branch(&mut self, condition: Atom, sides: [&mut Block; 2]) {
        let number = self.handed_on.len();
        self.handed_on.push(Vec::new());
        let condition = self.lasting(condition);
        // Values learnt from a side are for later branches only: the side must not see its own.
        let mut learnt = Vec::new();
        for (block, first) in sides.into_iter().zip([true, false]) {
            if let Some(condition) = condition {
                for statement in &mut *block {
                    if let Statement::Let(variable, value) = statement {
                        self.value(number, (condition, first), (*variable, value), &mut learnt);
                    }
                }
            }
            self.block(block);
        }
        for (value, origin) in learnt {
            if !self.known.contains_key(&value) {
                self.known.insert(value.clone(), origin);
                self.learnt.push(value);
            }
        }
    }

    fn is_mutable(&self, atom: Atom) -> bool {
        matches!(atom, Atom::Variable(variable) if self.mutable.contains(&variable))
    }

    /// A variable that keeps its value.
    fn lasting(&self, atom: Atom) -> Option<Variable> {
        match atom {
            Atom::Variable(variable) if !self.mutable.contains(&variable) => Some(variable),
            _ => None,
        }
    }

    /// The variable that was given this value first.
    fn first(&self, atom: Atom) -> Atom {
        match atom {
            Atom::Variable(variable) => {
                Atom::Variable(self.origin.get(&variable).copied().unwrap_or(variable))
            }
            Atom::Literal(_) => atom,
        }
    }

    /// Takes a value from an earlier branch, or remembers it for later ones.
    fn value(
        &mut self,
        branch: usize,
        side: Side,
        (variable, value): (Variable, &mut Expression),
        learnt: &mut Vec<(SideValue, Origin)>,
    ) {
        let ty = self.program.variables[variable.0 as usize];
        if ty.lanes || !self.is_shared(value) {
            return;
        }
        let key = (side, ty, self.canonical(value));
        match self.known.get(&key) {
            Some(&origin) => {
                if let Some(copy) = self.hand_on(side.1, ty, origin) {
                    *value = Expression::Copy(Atom::Variable(copy));
                    self.origin.insert(variable, origin.1);
                }
            }
            None => learnt.push((key, (branch, variable))),
        }
    }

    /// The variable under which a value is seen after its branch, if that hands on so many.
    fn hand_on(
        &mut self,
        first: bool,
        ty: VariableType,
        (branch, inner): Origin,
    ) -> Option<Variable> {
        if let Some(&copy) = self.copies.get(&inner) {
            return Some(copy);
        }
        let choices = &mut self.handed_on[branch];
        if choices.len() >= HANDED_ON {
            return None;
        }
        let copy = self.program.new_variable_like(inner);
        let (own, none) = (
            Atom::Variable(inner),
            Atom::Literal(Literal::from_f64(ty.element, 0.0)),
        );
        choices.push(Choice {
            variable: copy,
            then: if first { own } else { none },
            otherwise: if first { none } else { own },
        });
        self.copies.insert(inner, copy);
        self.origin.insert(copy, inner);
        Some(copy)
    }

    /// Whether an expression is work, and has the same value wherever it stands.
    fn is_shared(&self, value: &Expression) -> bool {
        match value {
            Expression::Load(_)
            | Expression::Scalar(..)
            | Expression::MulAdd(_)
            | Expression::Cast(_)
            | Expression::Select(_) => self.program.is_lasting(value, |a| self.is_mutable(a)),
            Expression::Copy(_)
            | Expression::Combine(..)
            | Expression::Position(_)
            | Expression::Check { .. } => false,
        }
    }

    /// An expression in terms of the variables that were given their values first.
    fn canonical(&self, value: &Expression) -> Expression {
        let mut value = value.clone();
        value.atoms_mut(|atom| *atom = self.first(*atom));
        in_order(&value)
    }
}

/// Adds to each branch, in the order of the text, the values that it hands on.
fn add_choices(block: &mut Block, handed_on: &mut impl Iterator<Item = Vec<Choice>>) {
    for statement in block {
        if let Statement::If(branch) = statement {
            branch.choices.extend(handed_on.next().unwrap_or_default());
        }
        for inner in statement.blocks_mut() {
            add_choices(inner, handed_on);
        }
    }
}
