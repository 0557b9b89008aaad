//! The variables and buffers of each statement and expression, listed once for all passes.

mod change;

pub(super) use change::{Replaced, indices_mut, replace_variables};

use super::{
    Atom, Block, Bound, BufferId, BufferPlace, Condition, Expression, Index, Position, Program,
    Reported, Statement, Variable,
};

/// One access of a statement to a buffer.
#[derive(Clone, Copy, Debug)]
pub enum Access<'p> {
    /// An element is read.
    Load(&'p BufferPlace),
    /// An element is written.
    Store(&'p BufferPlace),
    /// Any or all elements are read.
    LoadAll(BufferId),
    /// All elements are written.
    StoreAll(BufferId),
    /// Some elements are written.
    StoreSome(BufferId),
    /// The rows of a table are counted.
    CountRows(BufferId),
}

impl Access<'_> {
    /// The buffer.
    #[must_use]
    pub fn buffer(&self) -> BufferId {
        match *self {
            Self::Load(place) | Self::Store(place) => place.buffer,
            Self::LoadAll(buffer)
            | Self::StoreAll(buffer)
            | Self::StoreSome(buffer)
            | Self::CountRows(buffer) => buffer,
        }
    }
}

impl Statement {
    /// The blocks inside, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::Partial(partial) => (Some(&partial.body), None),
            Self::If(branch) => (Some(&branch.then), Some(&branch.otherwise)),
            Self::Let(..)
            | Self::Mutable(..)
            | Self::Assign(..)
            | Self::Store(..)
            | Self::Product(_)
            | Self::Sort(_)
            | Self::Triangular(_)
            | Self::Call { .. }
            | Self::Print { .. }
            | Self::Expect(_) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The operands of the statement itself, the variables that indices move with among them.
    pub(super) fn atoms(&self, mut f: impl FnMut(Atom)) {
        self.each_atom(&mut f);
    }

    /// [`Self::atoms`], compiled once.
    fn each_atom(&self, f: &mut dyn FnMut(Atom)) {
        match self {
            Self::Let(_, value) => {
                value.each_atom(f);
                if let Some(index) = value.index() {
                    index.variables().map(Atom::Variable).for_each(f);
                }
            }
            Self::Mutable(_, value) | Self::Assign(_, value) | Self::Expect(value) => f(*value),
            Self::Print { unless, value, .. } => {
                f(*unless);
                value.element().into_iter().for_each(f);
            }
            Self::Store(place, value) => {
                place
                    .index
                    .variables()
                    .map(Atom::Variable)
                    .for_each(&mut *f);
                f(*value);
            }
            Self::Partial(partial) => f(partial.limit.atom()),
            Self::If(branch) => {
                f(branch.condition);
                for choice in &branch.choices {
                    f(choice.then);
                    f(choice.otherwise);
                }
            }
            Self::Product(product) => {
                let indices = product.matrices().map(|matrix| &matrix.base);
                indices
                    .flat_map(Index::variables)
                    .map(Atom::Variable)
                    .for_each(f);
            }
            Self::Sort(sort) => {
                let variables = sort.indices().into_iter().flat_map(Index::variables);
                variables.map(Atom::Variable).for_each(f);
            }
            Self::Triangular(triangular) => {
                let variables = triangular.indices().flat_map(Index::variables);
                variables.map(Atom::Variable).for_each(f);
            }
            Self::Loop(..) | Self::Part(..) | Self::Call { .. } => {}
        }
    }

    /// The accesses to buffers of the statement itself, without its blocks: reads come first.
    pub fn accesses<'p>(&'p self, mut f: impl FnMut(Access<'p>)) {
        self.each_access(&mut f);
    }

    /// [`Self::accesses`], compiled once.
    fn each_access<'p>(&'p self, f: &mut dyn FnMut(Access<'p>)) {
        match self {
            Self::Let(_, Expression::Load(place)) => f(Access::Load(place)),
            Self::Let(
                _,
                Expression::Check {
                    condition: Condition::Below(Bound::Rows(table)),
                    ..
                },
            ) => f(Access::CountRows(*table)),
            Self::Store(place, _) => f(Access::Store(place)),
            Self::Call {
                arguments, results, ..
            } => {
                for &buffer in arguments {
                    f(Access::LoadAll(buffer));
                }
                for &buffer in results {
                    f(Access::StoreAll(buffer));
                }
            }
            Self::Product(product) => {
                f(Access::LoadAll(product.left.buffer));
                f(Access::LoadAll(product.right.buffer));
                if product.accumulate {
                    f(Access::LoadAll(product.result.buffer));
                }
                f(Access::StoreSome(product.result.buffer));
            }
            Self::Sort(sort) => {
                f(Access::LoadAll(sort.keys.buffer));
                f(Access::StoreSome(sort.positions.buffer));
            }
            Self::Triangular(triangular) => {
                if let Some(matrix) = triangular.matrix() {
                    f(Access::LoadAll(matrix.buffer));
                }
                f(Access::LoadAll(triangular.rows.buffer));
                f(Access::StoreSome(triangular.rows.buffer));
            }
            Self::Print {
                value: Reported::All(buffer),
                ..
            } => f(Access::LoadAll(*buffer)),
            Self::Let(..)
            | Self::Mutable(..)
            | Self::Assign(..)
            | Self::Loop(..)
            | Self::Partial(_)
            | Self::Part(..)
            | Self::If(_)
            | Self::Print { .. }
            | Self::Expect(_) => {}
        }
    }

    /// The variables that the statement itself, without its blocks, uses, and those that it gives
    /// a value (`true`). An assignment does both: it depends on where it stands.
    pub fn variables(&self, mut f: impl FnMut(Variable, bool)) {
        // Most statements of long programs.
        if let Self::Let(variable, value @ Expression::Scalar(..)) = self {
            f(*variable, true);
            value.atoms(|atom| {
                if let Atom::Variable(variable) = atom {
                    f(variable, false);
                }
            });
        } else {
            self.each_variable(&mut f);
        }
    }

    /// [`Self::variables`] of any statement, compiled once.
    fn each_variable(&self, f: &mut dyn FnMut(Variable, bool)) {
        match self {
            Self::Let(variable, _) | Self::Mutable(variable, _) => f(*variable, true),
            Self::Assign(variable, _) => {
                f(*variable, false);
                f(*variable, true);
            }
            Self::If(branch) => branch.choices.iter().for_each(|c| f(c.variable, true)),
            Self::Store(..)
            | Self::Loop(..)
            | Self::Partial(_)
            | Self::Part(..)
            | Self::Call { .. }
            | Self::Product(_)
            | Self::Sort(_)
            | Self::Triangular(_)
            | Self::Print { .. }
            | Self::Expect(_) => {}
        }
        self.atoms(|atom| {
            if let Atom::Variable(variable) = atom {
                f(variable, false);
            }
        });
    }
}

impl Program {
    /// Whether an expression has the same value wherever its variables are known: none of its
    /// operands changes, and the place that it loads is never stored to.
    pub(super) fn is_lasting(&self, value: &Expression, changes: impl Fn(Atom) -> bool) -> bool {
        if let Expression::Load(place) = value {
            return self.buffer(place.buffer).kind.is_only_read();
        }
        let mut lasting = true;
        value.atoms(|atom| lasting &= !changes(atom));
        lasting
    }
}

impl Expression {
    /// The operands; the variables that an index moves with are not among them.
    pub(super) fn atoms(&self, mut f: impl FnMut(Atom)) {
        match self {
            // Most expressions of long programs.
            Self::Scalar(op, atoms) => atoms[..op.arity()].iter().copied().for_each(f),
            _ => self.each_atom(&mut f),
        }
    }

    /// [`Self::atoms`] of any expression, compiled once.
    fn each_atom(&self, f: &mut dyn FnMut(Atom)) {
        match self {
            Self::Copy(atom)
            | Self::Cast(atom)
            | Self::Combine(_, atom)
            | Self::Check { integer: atom, .. } => f(*atom),
            Self::Scalar(op, atoms) => atoms[..op.arity()].iter().copied().for_each(f),
            Self::MulAdd(fused) => {
                fused.factors.into_iter().for_each(&mut *f);
                f(fused.addend);
            }
            Self::Select(atoms) => atoms.iter().copied().for_each(f),
            Self::Load(_) | Self::Position(_) => {}
        }
    }

    /// The index that is loaded from, or whose position is taken.
    #[must_use]
    pub fn index(&self) -> Option<&Index> {
        match self {
            Self::Load(place) => Some(&place.index),
            Self::Position(index) => Some(index),
            _ => None,
        }
    }
}

impl Index {
    /// The variables that the index moves with.
    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> {
        self.terms.iter().filter_map(|term| match term.position {
            Position::Variable(variable) => Some(variable),
            Position::Counter(_) | Position::Lane => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use graph_ir::graph::Literal;
    use graph_ir::ops::ScalarOp;

    use super::*;

    #[test]
    fn the_variables_of_most_statements_are_those_of_any_statement() {
        let [a, b, c] = [1, 2, 3].map(|number| Atom::Variable(Variable(number)));
        let one = Atom::Literal(Literal::F64(1.0_f64.to_bits()));
        for value in [
            Expression::Scalar(ScalarOp::Sub, [b, a, c]),
            Expression::Scalar(ScalarOp::Neg, [a, b, c]),
            Expression::Scalar(ScalarOp::MulAdd, [c, one, c]),
        ] {
            let statement = Statement::Let(Variable(0), value);
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            statement.variables(|variable, written| found.push((variable, written)));
            statement.each_variable(&mut |variable, written| expected.push((variable, written)));
            assert_eq!(found, expected);
        }
    }
}
