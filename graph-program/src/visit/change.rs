//! Changes of the variables and indices of statements and expressions, for all passes.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::{Atom, Block, Expression, Index, Position, Reported, Statement, Variable};

/// All indices of statements and the blocks inside, to be changed.
pub(crate) fn indices_mut(block: &mut [Statement], f: &mut dyn FnMut(&mut Index)) {
    for statement in block {
        match statement {
            Statement::Let(_, Expression::Load(place)) | Statement::Store(place, _) => {
                f(&mut place.index);
            }
            Statement::Let(_, Expression::Position(index)) => f(index),
            Statement::Product(product) => product.matrices_mut().for_each(|m| f(&mut m.base)),
            Statement::Sort(sort) => sort.indices_mut().into_iter().for_each(&mut *f),
            Statement::Triangular(triangular) => triangular.indices_mut().for_each(&mut *f),
            _ => {}
        }
        statement
            .blocks_mut()
            .for_each(|inner| indices_mut(inner, f));
    }
}

/// All operands of a statement and the blocks inside, to be changed.
fn atoms_mut(statement: &mut Statement, f: &mut dyn FnMut(&mut Atom)) {
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
        Statement::Partial(partial) => f(partial.limit.atom_mut()),
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
        | Statement::Triangular(_)
        | Statement::Product(_) => {}
    }
    for inner in statement.blocks_mut().flatten() {
        atoms_mut(inner, f);
    }
}

/// The atoms that replace variables.
pub(crate) type Replaced = HashMap<Variable, Atom, FxBuildHasher>;

/// Replaces variables in a statement and the blocks inside; those that indices move with stay.
pub(crate) fn replace_variables(statement: &mut Statement, replaced: &Replaced) {
    atoms_mut(statement, &mut |atom| *atom = atom.replaced(replaced));
}

impl Atom {
    /// The atom that replaces it, or itself.
    pub(crate) fn replaced(self, replaced: &Replaced) -> Self {
        match self {
            Self::Variable(variable) => replaced.get(&variable).copied().unwrap_or(self),
            Self::Literal(_) => self,
        }
    }
}

impl Statement {
    /// The blocks inside, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::Partial(partial) => (Some(&mut partial.body), None),
            Self::If(branch) => (Some(&mut branch.then), Some(&mut branch.otherwise)),
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

    /// Replaces the variables that the statement and those inside read.
    pub(crate) fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
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
    pub(crate) fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
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

    /// The operands, to be replaced; those that do not count are among them.
    pub(crate) fn atoms_mut(&mut self, mut f: impl FnMut(&mut Atom)) {
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

impl Index {
    /// Replaces the variables that the index moves with.
    fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
        for term in &mut self.terms {
            if let Position::Variable(variable) = &mut term.position {
                *variable = f(*variable);
            }
        }
    }
}
