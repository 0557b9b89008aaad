//! The order in which the machine computes straight-line code.
//!
//! Most of an operator's cost is finding out which one comes next, so a machine is fast where the
//! same operator comes many times. Sums, differences and products, most of a program, are one
//! operator here: each is `x * y + z` for some `x`, `y` and `z`. They come in *chains*, in which
//! later ones may read earlier ones, so that all that do not wait for something else go together.
//! All other operators come in runs: the same operator on statements that do not read one another.
//!
//! A stretch of statements is computed in *stages*, chains and others in turn. A statement
//! belongs to the first stage in which its operands are there, and in the stage to a *level*: those
//! of level 1 wait for no other of the stage, those of level 2 for some of level 1, and so on.
//! Chains are in the order of their levels too, which keeps those apart that wait for each other.

use alloc::vec::Vec;

use graph_ir::ops::ScalarOp;
use graph_program::{Block, Expression, Program, Statement, Variable};

use super::Compiler;
use crate::execute::place::Kind;

/// The class of a group of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Floats of this kind, each a product and a sum; later ones may read earlier ones.
    Chain(Kind),
    /// One operator over operands of this kind.
    Operator(ScalarOp, Kind),
    /// No operator.
    Other,
    /// Nothing: the product is computed with the sum that is its only use.
    Absorbed,
}

/// When a variable of the stretch gets its value; all zero for one of outside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// Odd for chains, even for others.
    stage: u32,
    level: u32,
    /// The position of the statement, counted from 1, if a sum may absorb it: it multiplies, and
    /// its result is read once.
    pub(super) product: u32,
}

/// The statements of a stretch, sorted.
pub(super) struct Order {
    /// Positions in the stretch.
    order: Vec<u32>,
    /// The groups that run together, each with the position in the order at which it ends.
    groups: Vec<(Class, usize)>,
}

/// The classes of the statements of a stretch, numbered; number 0 is that of absorbed ones. Each
/// statement has its stage and level beside it: statements are large, and are sorted in many steps.
struct Classes {
    all: Vec<Class>,
    of: Vec<u32>,
    times: Vec<(u32, u32)>,
}

impl Compiler<'_> {
    /// The order of a stretch. It leaves the moments of the variables of the stretch.
    pub(super) fn order(&mut self, stretch: &[Statement]) -> Order {
        let mut classes = Classes {
            all: alloc::vec![Class::Absorbed],
            of: Vec::with_capacity(stretch.len()),
            times: Vec::with_capacity(stretch.len()),
        };
        for (at, statement) in (1..).zip(stretch) {
            let class = self.class(statement);
            let mut moment = match (class, statement) {
                (Class::Chain(_), Statement::Let(_, Expression::Scalar(op, operands))) => {
                    let link = self.link(stretch, *op, operands);
                    if let Some(product) = link.product {
                        classes.of[product] = 0;
                    }
                    self.after(1, |f| link.variables().for_each(f))
                }
                _ => self.after(2, |f| {
                    statement.variables(|variable, written| {
                        if !written {
                            f(variable);
                        }
                    });
                }),
            };
            classes.add(class);
            classes.times.push((moment.stage, moment.level));
            if let Statement::Let(variable, expression) = statement {
                let multiplies = matches!(expression, Expression::Scalar(ScalarOp::Mul, _));
                if multiplies && self.uses[variable.0 as usize] == 1 {
                    moment.product = at;
                }
                self.moments[variable.0 as usize] = moment;
            }
        }
        let order = classes.sorted();
        let groups = classes.groups(&order);
        Order { order, groups }
    }

    /// The moment of a statement that reads what `operands` says, in a stage of the parity of
    /// `first`.
    fn after(&self, first: u32, operands: impl FnOnce(&mut dyn FnMut(Variable))) -> Moment {
        let (mut stage, mut level) = (first, 0);
        operands(&mut |variable| {
            let operand = self.moments[variable.0 as usize];
            let other = (operand.stage ^ first) & 1;
            let own = (operand.stage + other, operand.level * (1 - other));
            (stage, level) = own.max((stage, level));
        });
        Moment {
            stage,
            level: level + 1,
            product: 0,
        }
    }

    /// Forgets the moments of the variables of a stretch.
    pub(super) fn forget(&mut self, stretch: &[Statement]) {
        for statement in stretch {
            if let Statement::Let(variable, _) = statement {
                self.moments[variable.0 as usize] = Moment::default();
            }
        }
    }

    fn class(&self, statement: &Statement) -> Class {
        let Statement::Let(variable, Expression::Scalar(op, atoms)) = statement else {
            return Class::Other;
        };
        if self.program.has_lanes(*variable) {
            return Class::Other;
        }
        let kind = self.registers.kind_of(atoms[0]);
        match (op, kind) {
            (
                ScalarOp::Add | ScalarOp::Sub | ScalarOp::Mul | ScalarOp::Neg,
                Kind::F64 | Kind::F32,
            ) => Class::Chain(kind),
            _ => Class::Operator(*op, kind),
        }
    }
}

/// How often a program reads each variable, at most 2.
pub(super) fn uses(program: &Program) -> Vec<u8> {
    let mut uses = alloc::vec![0; program.variables.len()];
    count_uses(&program.body, &mut uses);
    uses
}

fn count_uses(block: &Block, uses: &mut [u8]) {
    for statement in block {
        statement.variables(|variable, written| {
            let uses = &mut uses[variable.0 as usize];
            *uses = (*uses + u8::from(!written)).min(2);
        });
        statement.blocks().for_each(|block| count_uses(block, uses));
    }
}

impl Order {
    /// Groups of statements of the stretch, by their positions, in the order in which they run.
    pub(super) fn groups(&self) -> impl Iterator<Item = (Class, &[u32])> {
        let mut start = 0;
        self.groups.iter().map(move |&(class, end)| {
            let group = &self.order[start..end];
            start = end;
            (class, group)
        })
    }
}

impl Classes {
    fn stage(&self, at: u32) -> u32 {
        self.times[at as usize].0
    }

    fn level(&self, at: u32) -> u32 {
        self.times[at as usize].1
    }

    /// The statements by stage, then by level and class, in chains by class and level; equal ones
    /// keep their order.
    fn sorted(&self) -> Vec<u32> {
        let class = |at: &u32| self.of[*at as usize];
        let all = (0..self.of.len() as u32).filter(|at| class(at) > 0);
        let by_level = distribute(all, |at| self.level(at)).into_iter();
        let mut order = distribute(by_level, |at| self.stage(at));
        for stage in order.chunk_by_mut(|&a, &b| self.stage(a) == self.stage(b)) {
            match self.stage(stage[0]) % 2 {
                1 => stage.sort_by_key(class),
                _ => stage.sort_by_key(|at| (self.level(*at), class(at))),
            }
        }
        order
    }

    /// The groups of sorted statements that run together.
    fn groups(&self, order: &[u32]) -> Vec<(Class, usize)> {
        let class = |at: u32| self.all[self.of[at as usize] as usize];
        let together = |&a: &u32, &b: &u32| {
            let chain = matches!(class(a), Class::Chain(_));
            self.stage(a) == self.stage(b)
                && self.of[a as usize] == self.of[b as usize]
                && (chain || self.level(a) == self.level(b))
        };
        let mut end = 0;
        let groups = order.chunk_by(together).map(|group| {
            end += group.len();
            (class(group[0]), end)
        });
        groups.collect()
    }

    /// Adds the class of the next statement.
    fn add(&mut self, class: Class) {
        let known = self.all.iter().position(|&known| known == class);
        let number = known.unwrap_or_else(|| {
            self.all.push(class);
            self.all.len() - 1
        });
        self.of.push(number as u32);
    }
}

/// The items by their numbers, equal ones in the same order.
fn distribute(items: impl Iterator<Item = u32> + Clone, number: impl Fn(u32) -> u32) -> Vec<u32> {
    let mut starts: Vec<u32> = Vec::new();
    let mut count = 0;
    for item in items.clone() {
        let number = number(item) as usize;
        if number + 1 >= starts.len() {
            starts.resize(number + 2, 0);
        }
        starts[number + 1] += 1;
        count += 1;
    }
    for number in 1..starts.len() {
        starts[number] += starts[number - 1];
    }
    let mut sorted = alloc::vec![0; count];
    for item in items {
        let start = &mut starts[number(item) as usize];
        sorted[*start as usize] = item;
        *start += 1;
    }
    sorted
}
