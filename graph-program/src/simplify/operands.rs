//! Operands: their present replacements, and one order for those that may change places.

use graph_ir::graph::{Literal, Site};
use graph_ir::ops::ScalarOp;

use super::Simplify;
use crate::{Atom, BufferPlace, Expression, Index, Position};

impl Simplify<'_> {
    pub(super) fn expression(&self, mut value: Expression) -> Expression {
        value.atoms_mut(|atom| *atom = self.atom(*atom));
        match value {
            Expression::Load(place) => Expression::Load(self.place(place)),
            Expression::Position(index) => Expression::Position(self.index(index)),
            value => value,
        }
    }

    pub(super) fn place(&self, place: BufferPlace) -> BufferPlace {
        BufferPlace {
            buffer: place.buffer,
            index: self.index(place.index),
        }
    }

    pub(super) fn index(&self, index: Index) -> Index {
        let stays = |v| self.atom(Atom::Variable(v)) == Atom::Variable(v);
        if index.variables().all(stays) {
            return index;
        }
        let mut changed = Index::constant(index.offset);
        for term in index.terms {
            let position = match term.position {
                Position::Variable(variable) => match self.atom(Atom::Variable(variable)) {
                    Atom::Variable(variable) => Index::of(Position::Variable(variable)),
                    Atom::Literal(Literal::I64(value)) => Index::constant(value),
                    Atom::Literal(_) => unreachable!("positions are integers"),
                },
                moving @ (Position::Counter(_) | Position::Lane) => Index::of(moving),
            };
            changed.add(&position, term.stride);
        }
        changed
    }

    pub(super) fn atom(&self, atom: Atom) -> Atom {
        match atom {
            Atom::Variable(variable) => self.meaning[variable.0 as usize],
            Atom::Literal(_) => atom,
        }
    }
}

/// The same expression for both orders of the operands of a sum or a product, and for an index
/// wherever it is checked.
pub(crate) fn in_order(value: &Expression) -> Expression {
    let mut value = value.clone();
    if let Expression::Check { site, .. } = &mut value {
        *site = Site::default();
    }
    if let Expression::Scalar(ScalarOp::Add | ScalarOp::Mul, [a, b, unused]) = &mut value {
        if rank(*a) > rank(*b) {
            core::mem::swap(a, b);
        }
        *unused = *a;
    }
    value
}

/// Any order among operands of one type.
fn rank(atom: Atom) -> (bool, u64) {
    match atom {
        Atom::Variable(variable) => (false, variable.0.into()),
        Atom::Literal(literal) => (
            true,
            match literal {
                Literal::F64(bits) | Literal::Float(bits) => bits,
                Literal::F32(bits) => bits.into(),
                Literal::Bool(truth) => truth.into(),
                Literal::I64(value) => value.cast_unsigned(),
            },
        ),
    }
}
