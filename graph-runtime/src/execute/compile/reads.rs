//! What a statement reads.

use graph_ir::program::{Atom, Block, Expression, Index, Statement};

/// Something that a statement reads.
pub(super) enum Read<'s> {
    Atom(Atom),
    /// The moving parts of a place or number.
    Index(&'s Index),
    /// A block inside, with all that it reads.
    Block(&'s Block),
}

/// Calls `f` with all that a statement reads, but for whole buffers.
pub(super) fn reads<'s>(statement: &'s Statement, mut f: impl FnMut(Read<'s>)) {
    match statement {
        Statement::Let(_, value) => of_expression(value, f),
        Statement::Mutable(_, value) | Statement::Assign(_, value) | Statement::Expect(value) => {
            f(Read::Atom(*value));
        }
        Statement::Store(place, value) => {
            f(Read::Index(&place.index));
            f(Read::Atom(*value));
        }
        Statement::Loop(_, body) => f(Read::Block(body)),
        Statement::If {
            condition,
            then,
            otherwise,
            choices,
        } => {
            f(Read::Atom(*condition));
            f(Read::Block(then));
            f(Read::Block(otherwise));
            for choice in choices {
                f(Read::Atom(choice.then));
                f(Read::Atom(choice.otherwise));
            }
        }
        Statement::Print { unless, value, .. } => {
            f(Read::Atom(*unless));
            f(Read::Atom(*value));
        }
        Statement::Call { .. } => {}
    }
}

fn of_expression<'s>(value: &'s Expression, mut f: impl FnMut(Read<'s>)) {
    match value {
        Expression::Copy(atom)
        | Expression::Cast(atom)
        | Expression::Combine(_, atom)
        | Expression::Check { index: atom, .. } => f(Read::Atom(*atom)),
        Expression::Load(place) => f(Read::Index(&place.index)),
        Expression::Scalar(op, atoms) => {
            for &atom in &atoms[..op.arity()] {
                f(Read::Atom(atom));
            }
        }
        Expression::Select(atoms) => {
            for &atom in atoms {
                f(Read::Atom(atom));
            }
        }
        Expression::Position(index) => f(Read::Index(index)),
    }
}
