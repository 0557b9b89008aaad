//! The variables and buffers of each statement and expression, listed once for all passes.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{
    Atom, Block, BufferId, BufferPlace, Expression, Index, Position, Program, Reported, Statement,
    Variable,
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
}

impl Access<'_> {
    /// The buffer.
    #[must_use]
    pub fn buffer(&self) -> BufferId {
        match *self {
            Self::Load(place) | Self::Store(place) => place.buffer,
            Self::LoadAll(buffer) | Self::StoreAll(buffer) | Self::StoreSome(buffer) => buffer,
        }
    }
}

impl Statement {
    /// The blocks inside, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::If(branch) => (Some(&branch.then), Some(&branch.otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The blocks inside, to be changed.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::If(branch) => (Some(&mut branch.then), Some(&mut branch.otherwise)),
            _ => (None, None),
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
            Self::Print {
                value: Reported::All(buffer),
                ..
            } => f(Access::LoadAll(*buffer)),
            Self::Let(..)
            | Self::Mutable(..)
            | Self::Assign(..)
            | Self::Loop(..)
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
            | Self::Part(..)
            | Self::Call { .. }
            | Self::Product(_)
            | Self::Sort(_)
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

/// All indices of statements and the blocks inside, to be changed.
pub(super) fn indices_mut(block: &mut [Statement], f: &mut dyn FnMut(&mut Index)) {
    for statement in block {
        match statement {
            Statement::Let(_, Expression::Load(place)) | Statement::Store(place, _) => {
                f(&mut place.index);
            }
            Statement::Let(_, Expression::Position(index)) => f(index),
            Statement::Product(product) => product.matrices_mut().for_each(|m| f(&mut m.base)),
            Statement::Sort(sort) => sort.indices_mut().into_iter().for_each(&mut *f),
            _ => {}
        }
        statement
            .blocks_mut()
            .for_each(|inner| indices_mut(inner, f));
    }
}

/// All operands of a statement and the blocks inside, to be changed.
pub(super) fn atoms_mut(statement: &mut Statement, f: &mut dyn FnMut(&mut Atom)) {
    match statement {
        Statement::Let(_, value) => value.atoms_mut(&mut *f),
        Statement::Mutable(_, atom)
        | Statement::Assign(_, atom)
        | Statement::Store(_, atom)
        | Statement::Expect(atom) => f(atom),
        Statement::Print { unless, value, .. } => {
            f(unless);
            if let Reported::Element(atom) = value {
                f(atom);
            }
        }
        Statement::If(branch) => {
            f(&mut branch.condition);
            for choice in &mut branch.choices {
                f(&mut choice.then);
                f(&mut choice.otherwise);
            }
        }
        Statement::Loop(..)
        | Statement::Part(..)
        | Statement::Call { .. }
        | Statement::Sort(_)
        | Statement::Product(_) => {}
    }
    for inner in statement.blocks_mut().flatten() {
        atoms_mut(inner, f);
    }
}

/// The atoms that replace variables.
pub(super) type Replaced = HashMap<Variable, Atom, FxBuildHasher>;

/// Replaces variables in a statement and the blocks inside; those that indices move with stay.
pub(super) fn replace_variables(statement: &mut Statement, replaced: &Replaced) {
    atoms_mut(statement, &mut |atom| *atom = atom.replaced(replaced));
}

impl Atom {
    /// The atom that replaces it, or itself.
    pub(super) fn replaced(self, replaced: &Replaced) -> Self {
        match self {
            Self::Variable(variable) => replaced.get(&variable).copied().unwrap_or(self),
            Self::Literal(_) => self,
        }
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

impl Statement {
    /// Replaces the variables that the statement and those inside read.
    pub(super) fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
        atoms_mut(self, &mut |atom| {
            if let Atom::Variable(variable) = atom {
                *variable = f(*variable);
            }
        });
        indices_mut(core::slice::from_mut(self), &mut |index| index.rename(f));
    }
}

impl Expression {
    /// Replaces the variables that are read.
    pub(super) fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
        self.atoms_mut(|atom| {
            if let Atom::Variable(variable) = atom {
                *variable = f(*variable);
            }
        });
        match self {
            Self::Load(place) => place.index.rename(f),
            Self::Position(index) => index.rename(f),
            _ => {}
        }
    }

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

    /// The operands, to be replaced; those that do not count are among them.
    pub(super) fn atoms_mut(&mut self, mut f: impl FnMut(&mut Atom)) {
        match self {
            Self::Copy(atom)
            | Self::Cast(atom)
            | Self::Combine(_, atom)
            | Self::Check { integer: atom, .. } => f(atom),
            Self::Scalar(_, atoms) | Self::Select(atoms) => atoms.iter_mut().for_each(f),
            Self::MulAdd(fused) => {
                fused.factors.iter_mut().for_each(&mut f);
                f(&mut fused.addend);
            }
            Self::Load(_) | Self::Position(_) => {}
        }
    }
}

impl Expression {
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
    /// Replaces the variables that the index moves with.
    fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
        for term in &mut self.terms {
            if let Position::Variable(variable) = &mut term.position {
                *variable = f(*variable);
            }
        }
    }

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
