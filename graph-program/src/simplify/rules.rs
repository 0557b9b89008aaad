//! Simpler expressions: known values are computed, and the rules of graphs hold for the statements
//! of programs.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::{cast_literal, finite_rules, scalar_literal, statement_rules, upward_scale};
use graph_ir::rules::{Depth, Operator, Replacement, Rules, Subject};
use graph_ir::types::{Element, Shape};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::{Atom, Expression, Program, Variable};

/// The expressions that rules look at behind the variables that are given them.
pub(super) type Given = HashMap<Variable, Expression, FxBuildHasher>;

/// Whether a rule may look at this behind the variable that is given it.
pub(super) fn look_at(value: &Expression) -> bool {
    let scales = |atom| matches!(atom, Atom::Literal(l) if upward_scale(l).is_some());
    match *value {
        Expression::Scalar(ScalarOp::Neg | ScalarOp::Not, _) => true,
        Expression::Scalar(ScalarOp::Mul, [x, y, _]) => scales(x) || scales(y),
        _ => false,
    }
}

/// The operands of a program's statements.
pub(super) struct Atoms<'p> {
    pub(super) program: &'p Program,
    pub(super) given: &'p Given,
    /// Whether numbers are finite and zeros have no sign.
    pub(super) finite: bool,
}

impl Atoms<'_> {
    /// A simpler replacement of an expression of a type, if any.
    pub(super) fn simpler(&self, element: Element, value: &Expression) -> Option<Expression> {
        match *value {
            Expression::Scalar(op, ref atoms) => {
                let atoms = &atoms[..op.arity()];
                match folded(op, atoms) {
                    Some(literal) => Some(copy(literal)),
                    None => self.by_rules(Operator::Scalar(op), element, atoms),
                }
            }
            Expression::Select(ref atoms) => self.by_rules(Operator::Select, element, atoms),
            Expression::Position(ref index) if index.is_constant() => {
                Some(copy(Literal::I64(index.offset)))
            }
            Expression::Cast(Atom::Literal(literal)) => cast_literal(literal, element).map(copy),
            Expression::Check {
                integer: Atom::Literal(literal @ Literal::I64(integer)),
                condition,
                ..
            } if condition.holds(integer) == Some(true) => Some(copy(literal)),
            _ => None,
        }
    }

    fn by_rules(&self, operator: Operator, element: Element, atoms: &[Atom]) -> Option<Expression> {
        let is_plain = |&atom: &Atom| match atom {
            Atom::Variable(variable) => !self.given.contains_key(&variable),
            Atom::Literal(_) => false,
        };
        let depth = match atoms.iter().all(is_plain) {
            true => Depth::Shallow,
            false => Depth::All,
        };
        let find = |rules: &'static Rules| {
            let found = rules.find(self, operator, atoms, &|_| false, depth)?;
            found.single(element, Atom::Literal)
        };
        let finite = self.finite.then(finite_rules).and_then(find);
        Some(match finite.or_else(|| find(statement_rules()))? {
            Replacement::Value(atom) => Expression::Copy(atom),
            Replacement::Made(Operator::Scalar(op), atoms) => Expression::Scalar(op, atoms),
            Replacement::Made(Operator::Select, atoms) => Expression::Select(atoms),
            Replacement::Made(Operator::Tensor(_), _) => return None,
        })
    }
}

impl Subject for Atoms<'_> {
    type Value = Atom;

    fn is_same(&self, a: Atom, b: Atom) -> bool {
        a == b
    }

    fn literal(&self, value: Atom) -> Option<Literal> {
        match value {
            Atom::Literal(literal) => Some(literal),
            Atom::Variable(_) => None,
        }
    }

    fn operator(&self, value: Atom) -> Option<Operator> {
        let Atom::Variable(variable) = value else {
            return None;
        };
        match self.given.get(&variable)? {
            Expression::Scalar(op, _) => Some(Operator::Scalar(*op)),
            Expression::Select(_) => Some(Operator::Select),
            _ => None,
        }
    }

    fn operands(&self, value: Atom, by: Operator) -> Option<[Atom; 3]> {
        let Atom::Variable(variable) = value else {
            return None;
        };
        match (by, self.given.get(&variable)?) {
            (Operator::Scalar(by), &Expression::Scalar(op, atoms)) if op == by => Some(atoms),
            (Operator::Select, &Expression::Select(atoms)) => Some(atoms),
            _ => None,
        }
    }

    fn element(&self, value: Atom) -> Option<Element> {
        Some(match value {
            Atom::Variable(variable) => self.program.element(variable),
            Atom::Literal(literal) => literal.element(),
        })
    }

    fn shape(&self, _: Atom) -> Option<Shape> {
        Some(Shape::scalar())
    }
}

fn folded(op: ScalarOp, atoms: &[Atom]) -> Option<Literal> {
    let mut operands = [Literal::Bool(false); 3];
    for (operand, &atom) in operands.iter_mut().zip(atoms) {
        let Atom::Literal(literal) = atom else {
            return None;
        };
        *operand = literal;
    }
    scalar_literal(op, &operands[..atoms.len()])
}

fn copy(literal: Literal) -> Expression {
    Expression::Copy(Atom::Literal(literal))
}
