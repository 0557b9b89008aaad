//! What each statement and expression touches, said once for all passes over programs.

use super::{Atom, Block, BufferId, Expression, Index, Place, Position, Statement, Variable};

/// One access of a statement to a buffer.
#[derive(Clone, Copy, Debug)]
pub enum Access<'p> {
    /// An element is read.
    Load(&'p Place),
    /// An element is written.
    Store(&'p Place),
    /// Any or all elements are read.
    LoadAll(BufferId),
    /// All elements are written.
    StoreAll(BufferId),
}

impl Access<'_> {
    /// The buffer.
    #[must_use]
    pub fn buffer(&self) -> BufferId {
        match *self {
            Self::Load(place) | Self::Store(place) => place.buffer,
            Self::LoadAll(buffer) | Self::StoreAll(buffer) => buffer,
        }
    }
}

impl Statement {
    /// The blocks inside, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The blocks inside, to be changed.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (first, second) = match self {
            Self::Loop(_, body) | Self::Part(_, body) => (Some(body), None),
            Self::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The operands of the statement itself, the variables that indices move with among them.
    pub(super) fn atoms(&self, mut f: impl FnMut(Atom)) {
        match self {
            Self::Let(_, value) => {
                value.atoms(&mut f);
                if let Some(index) = value.index() {
                    index.variables().map(Atom::Variable).for_each(f);
                }
            }
            Self::Mutable(_, value) | Self::Assign(_, value) => f(*value),
            Self::Store(place, value) => {
                place.index.variables().map(Atom::Variable).for_each(&mut f);
                f(*value);
            }
            Self::If {
                condition, choices, ..
            } => {
                f(*condition);
                for choice in choices {
                    f(choice.then);
                    f(choice.otherwise);
                }
            }
            Self::Loop(..) | Self::Part(..) | Self::Call { .. } => {}
        }
    }

    /// What the statement itself, without its blocks, does with buffers: reads come first.
    pub fn accesses<'p>(&'p self, mut f: impl FnMut(Access<'p>)) {
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
            Self::Let(..)
            | Self::Mutable(..)
            | Self::Assign(..)
            | Self::Loop(..)
            | Self::Part(..)
            | Self::If { .. } => {}
        }
    }
}

impl Statement {
    /// Replaces the variables that the statement and those inside read.
    pub(super) fn rename(&mut self, f: &dyn Fn(Variable) -> Variable) {
        let atom = |atom: &mut Atom| {
            if let Atom::Variable(variable) = atom {
                *variable = f(*variable);
            }
        };
        match self {
            Self::Let(_, value) => value.rename(f),
            Self::Mutable(_, value) | Self::Assign(_, value) => atom(value),
            Self::Store(place, value) => {
                place.index.rename(f);
                atom(value);
            }
            Self::If {
                condition, choices, ..
            } => {
                atom(condition);
                for choice in choices {
                    atom(&mut choice.then);
                    atom(&mut choice.otherwise);
                }
            }
            Self::Loop(..) | Self::Part(..) | Self::Call { .. } => {}
        }
        for statement in self.blocks_mut().flatten() {
            statement.rename(f);
        }
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
            Self::Copy(atom) | Self::Cast(atom) | Self::Check { index: atom, .. } => f(*atom),
            Self::Scalar(op, atoms) => atoms[..op.arity()].iter().copied().for_each(f),
            Self::MulAdd(fused) => {
                fused.factors.into_iter().for_each(&mut f);
                f(fused.addend);
            }
            Self::Select(atoms) => atoms.iter().copied().for_each(f),
            Self::Load(_) | Self::Position(_) => {}
        }
    }

    /// The operands, to be replaced; those that do not count are among them.
    pub(super) fn atoms_mut(&mut self, mut f: impl FnMut(&mut Atom)) {
        match self {
            Self::Copy(atom) | Self::Cast(atom) | Self::Check { index: atom, .. } => f(atom),
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
    /// The index of what is loaded, or whose position is taken.
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
            Position::Counter(_) => None,
        })
    }
}
