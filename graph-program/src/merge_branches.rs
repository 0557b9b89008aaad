//! Later branches join earlier ones on the same condition.
//!
//! The rows of a Jacobian that are computed in one function branch where the function does, each
//! row for itself, and so do the products of a Hessian. If their operands were known before the
//! first of them, one branch does for all. Statements between are moved before that branch where a
//! later one needs them, and are computed as before, once and whichever side is taken. Numbers that
//! one branch would hand on to another need no name outside any more, and a compiler sees the rows
//! side by side, which are the same operations on other numbers.
//!
//! A branch stays where it is when something outside of the branches leads from the earlier one to
//! it, as from a value to its adjoint. What depends on its place (a check, a store, memory that is
//! written, a variable that changes) is not moved, and neither is what needs it.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::visit::{Replaced, replace_variables};
use super::{Atom, Block, Choice, Expression, If, Program, Statement, Variable};

/// Lets branches join earlier ones; says whether any did. Each is looked at once for each branch
/// around it.
pub(super) fn merge_branches(program: &mut Program) -> bool {
    let body = core::mem::take(&mut program.body);
    let mut join = Join {
        program,
        mutable: alloc::vec![false; program.variables.len()],
        known_after: alloc::vec![0; program.variables.len()],
        count: 0,
        any: false,
    };
    let (body, any) = (join.block(body), join.any);
    program.body = body;
    any
}

/// The number of a branch that others may join; they ascend in the order of the text, within a
/// block and from a block to those inside.
type Number = u32;

struct Join<'p> {
    program: &'p Program,
    mutable: Vec<bool>,
    /// The latest branch from which something outside of branches leads to a variable; zero where
    /// there is none.
    known_after: Vec<Number>,
    /// How many branches there are so far.
    count: Number,
    /// Whether a branch joined another one.
    any: bool,
}

/// A branch that others may join.
struct Head {
    number: Number,
    /// Its position in the block.
    position: usize,
    /// The positions of those that join it, ascending.
    joined: Vec<usize>,
    /// The positions of the statements moved before it, descending.
    moved: Vec<usize>,
}

/// The plan for the statements of a block.
#[derive(Default)]
struct Plan {
    heads: Vec<Head>,
    /// The latest head on each condition.
    latest: HashMap<Variable, usize, FxBuildHasher>,
    /// The head that gives a variable its value.
    given_by: HashMap<Variable, usize, FxBuildHasher>,
    /// The head that each statement joins, by position.
    joins: Vec<Option<usize>>,
}

/// A variable that a branch uses; one that an index moves with keeps its name.
#[derive(Clone, Copy)]
struct Use {
    variable: Variable,
    in_index: bool,
}

impl Join<'_> {
    fn block(&mut self, mut block: Block) -> Block {
        let mut plan = self.plan(&block);
        if plan.joins.iter().any(Option::is_some) {
            self.any = true;
            plan.find_moved(&block);
            block = plan.carry_out(block);
        }
        for inner in block.iter_mut().flat_map(Statement::blocks_mut) {
            *inner = self.block(core::mem::take(inner));
        }
        block
    }

    /// Which branches join which.
    fn plan(&mut self, block: &Block) -> Plan {
        let mut plan = Plan::default();
        for (position, statement) in block.iter().enumerate() {
            let mut joins = None;
            match statement {
                Statement::Let(variable, value) => {
                    self.known_after[variable.0 as usize] = match self.is_movable(value) {
                        true => self.latest_before(statement),
                        false => self.count,
                    };
                }
                Statement::Mutable(variable, _) => self.mutable[variable.0 as usize] = true,
                Statement::If(branch) => {
                    let condition = self.lasting(branch.condition);
                    let latest = condition.and_then(|c| plan.latest.get(&c).copied());
                    joins = latest.filter(|&head| self.can_join(&plan, head, statement));
                    let head = joins.unwrap_or_else(|| self.open(&mut plan, position, condition));
                    for choice in &branch.choices {
                        self.known_after[choice.variable.0 as usize] = plan.heads[head].number;
                        plan.given_by.insert(choice.variable, head);
                    }
                    if joins.is_some() {
                        plan.heads[head].joined.push(position);
                    }
                }
                _ => {}
            }
            plan.joins.push(joins);
        }
        plan
    }

    /// A branch that joins no other one.
    fn open(&mut self, plan: &mut Plan, position: usize, condition: Option<Variable>) -> usize {
        let head = plan.heads.len();
        self.count += 1;
        plan.heads.push(Head {
            number: self.count,
            position,
            joined: Vec::new(),
            moved: Vec::new(),
        });
        if let Some(condition) = condition {
            plan.latest.insert(condition, head);
        }
        head
    }

    /// Whether all that a branch needs is known where the head stands, or on its sides.
    fn can_join(&self, plan: &Plan, head: usize, branch: &Statement) -> bool {
        if !branch.blocks().all(|side| self.is_free(side)) {
            return false;
        }
        let mut known = true;
        uses(branch, &mut |Use { variable, in_index }| {
            let on_side = !in_index && plan.given_by.get(&variable) == Some(&head);
            let before = self.known_after[variable.0 as usize] < plan.heads[head].number;
            known &= !self.mutable[variable.0 as usize] && (on_side || before);
        });
        known
    }

    /// The latest branch that leads to one of a statement's operands.
    fn latest_before(&self, statement: &Statement) -> Number {
        let mut latest = 0;
        uses(statement, &mut |Use { variable, .. }| {
            latest = latest.max(self.known_after[variable.0 as usize]);
        });
        latest
    }

    /// Whether a block does the same wherever its variables are known.
    fn is_free(&self, block: &Block) -> bool {
        block.iter().all(|statement| match statement {
            Statement::Let(_, value) => self.is_movable(value),
            Statement::If(_) => statement.blocks().all(|side| self.is_free(side)),
            _ => false,
        })
    }

    /// Whether an expression has the same value, and no effect, wherever its variables are known.
    fn is_movable(&self, value: &Expression) -> bool {
        !matches!(value, Expression::Check { .. })
            && self.program.is_lasting(value, |atom| self.is_mutable(atom))
    }

    fn is_mutable(&self, atom: Atom) -> bool {
        matches!(atom, Atom::Variable(variable) if self.mutable[variable.0 as usize])
    }

    /// A variable that keeps its value.
    fn lasting(&self, atom: Atom) -> Option<Variable> {
        match atom {
            Atom::Variable(variable) if !self.is_mutable(atom) => Some(variable),
            _ => None,
        }
    }
}

impl Plan {
    /// Finds the statements that must be moved before heads, from the last one to the first.
    fn find_moved(&mut self, block: &Block) {
        let mut needed_by: HashMap<Variable, usize, FxBuildHasher> = HashMap::default();
        for (position, statement) in block.iter().enumerate().rev() {
            let head = match (statement, self.joins[position]) {
                (_, Some(head)) => head,
                (Statement::Let(variable, _), None) => match needed_by.get(variable) {
                    Some(&head) if self.heads[head].position < position => {
                        self.heads[head].moved.push(position);
                        head
                    }
                    _ => continue,
                },
                _ => continue,
            };
            // Heads ascend as their positions do.
            uses(statement, &mut |Use { variable, .. }| {
                let earliest = needed_by.entry(variable).or_insert(head);
                *earliest = head.min(*earliest);
            });
        }
    }

    /// The block with moved and joined statements in their places.
    fn carry_out(self, block: Block) -> Block {
        let mut result = Vec::with_capacity(block.len());
        let mut statements: Vec<Option<Statement>> = block.into_iter().map(Some).collect();
        let mut heads = self.heads.into_iter().peekable();
        for position in 0..statements.len() {
            if let Some(head) = heads.next_if(|head| head.position == position) {
                let first = statements[position].take();
                let mut take = |&position: &usize| statements[position].take();
                result.extend(head.moved.iter().rev().filter_map(&mut take));
                let others = head.joined.iter().filter_map(&mut take);
                result.extend(first.map(|first| joined(first, others)));
            }
            result.extend(statements[position].take());
        }
        result
    }
}

/// Adds the sides of later branches to those of the first. There, a result of an earlier one is the
/// value that the side computed.
fn joined(mut head: Statement, others: impl Iterator<Item = Statement>) -> Statement {
    let Statement::If(branch) = &mut head else {
        return head;
    };
    let If {
        then,
        otherwise,
        choices,
        ..
    } = &mut **branch;
    // The values of the branch's results on each side.
    let mut given = [Replaced::default(), Replaced::default()];
    let mut known = 0;
    for mut other in others {
        for choice in &choices[known..] {
            given[0].insert(choice.variable, choice.then);
            given[1].insert(choice.variable, choice.otherwise);
        }
        known = choices.len();
        if let Statement::If(other) = &mut other {
            let If {
                then: first,
                otherwise: second,
                choices: more,
                ..
            } = &mut **other;
            append(then, first, &given[0]);
            append(otherwise, second, &given[1]);
            choices.extend(more.iter().map(|choice| Choice {
                then: choice.then.replaced(&given[0]),
                otherwise: choice.otherwise.replaced(&given[1]),
                ..*choice
            }));
        }
    }
    head
}

fn append(side: &mut Block, other: &mut Block, given: &Replaced) {
    for statement in &mut *other {
        replace_variables(statement, given);
    }
    side.append(other);
}

/// The variables that a statement and those inside use, those that are given a value inside among
/// them.
fn uses(statement: &Statement, f: &mut dyn FnMut(Use)) {
    let mut all = |atom, in_index| {
        if let Atom::Variable(variable) = atom {
            f(Use { variable, in_index });
        }
    };
    statement.atoms(|atom| all(atom, false));
    if let Statement::Let(_, value) = statement
        && let Some(index) = value.index()
    {
        index.variables().for_each(|v| all(Atom::Variable(v), true));
    }
    for inner in statement.blocks().flatten() {
        uses(inner, f);
    }
}
