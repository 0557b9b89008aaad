//! A program rewritten for a point in each lane.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::Literal;
use graph_ir::intern::number_of;
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::LANES;

use super::varying::Varying;
use crate::{
    Atom, Block, BufferPlace, Choice, Expression, If, Index, Partial, Position, Program, Statement,
    Term, Variable, VariableType,
};

/// The program for [`LANES`] points that differ in these inputs; `None` where lanes cannot express
/// it.
pub(crate) fn widen(program: &Program, inputs: &[bool]) -> Option<Program> {
    let varying = Varying::new(program, inputs);
    let float = float(program, &varying)?;
    let mut wide = program.clone();
    for (variable, ty) in (0..).map(Variable).zip(&mut wide.variables) {
        ty.lanes = varying.variable(variable);
    }
    for (id, buffer) in program.buffer_ids().zip(&mut wide.buffers) {
        if varying.buffer(id) {
            let mut extents = buffer.ty.shape.extents();
            extents.push(LANES);
            buffer.ty = Type::new(float, Shape::new(&extents).ok()?);
        }
    }
    let mut widening = Widening {
        varying,
        float,
        variables: wide.variables,
        masks: Vec::new(),
    };
    wide.body = widening.block(&program.body)?;
    wide.variables = widening.variables;
    Some(wide)
}

/// The one float type of the values that differ; `None` where there are several, or where something
/// else than floats and truth values differs.
fn float(program: &Program, varying: &Varying) -> Option<Element> {
    let variables = (0..).map(Variable).zip(&program.variables);
    let variables = variables.filter(|(variable, _)| varying.variable(*variable));
    let variables = variables.map(|(_, ty)| ty.element);
    let buffers = program.buffer_ids().filter(|&id| varying.buffer(id));
    let mut buffers = buffers.map(|id| program.buffer(id).ty.element);
    let float = buffers.next().filter(|element| element.is_float())?;
    let fits = buffers.all(|element| element == float)
        && variables
            .filter(|&element| element != Element::Bool)
            .all(|element| element == float);
    fits.then_some(float)
}

/// A program on its way to lanes.
struct Widening {
    varying: Varying,
    /// The float type of all lanes.
    float: Element,
    /// The variables of the new program.
    variables: Vec<VariableType>,
    /// Which lanes take part in the present computation: one truth value for each condition around
    /// that differs, each of which implies the ones before.
    masks: Vec<Atom>,
}

impl Widening {
    fn block(&mut self, block: &Block) -> Option<Block> {
        let mut wide = Block::with_capacity(block.len());
        for statement in block {
            self.statement(statement, &mut wide)?;
        }
        Some(wide)
    }

    fn statement(&mut self, statement: &Statement, wide: &mut Block) -> Option<()> {
        match statement {
            Statement::Let(variable, value) => {
                let value = self.expression(*variable, value)?;
                wide.push(Statement::Let(*variable, value));
            }
            Statement::Mutable(variable, value) => {
                self.only_floats(*variable)?;
                wide.push(Statement::Mutable(*variable, *value));
            }
            Statement::Assign(variable, value) => {
                self.only_floats(*variable)?;
                let outside = self.varying.is_outside(*variable, self.conditions());
                let value = match self.masks.last() {
                    Some(&mask) if outside => {
                        self.chosen(mask, *value, Atom::Variable(*variable), wide)
                    }
                    _ => *value,
                };
                wide.push(Statement::Assign(*variable, value));
            }
            Statement::Store(place, value) => self.store(place, *value, wide)?,
            Statement::Loop(counter, body) => {
                let body = self.block(body)?;
                wide.push(Statement::Loop(*counter, body));
            }
            Statement::Partial(partial) => {
                let Partial {
                    counter,
                    limit,
                    body,
                } = &**partial;
                // All points repeat the body equally often.
                if self.varying.atom(limit.atom()) {
                    return None;
                }
                wide.push(Statement::Partial(Box::new(Partial {
                    counter: *counter,
                    limit: *limit,
                    body: self.block(body)?,
                })));
            }
            Statement::If(branch) => {
                let If {
                    condition,
                    then,
                    otherwise,
                    choices,
                } = &**branch;
                if self.varying.atom(*condition) {
                    return self.both(*condition, [then, otherwise], choices, wide);
                }
                let (mut then, mut otherwise) = (self.block(then)?, self.block(otherwise)?);
                let mut choices = choices.clone();
                for choice in &mut choices {
                    self.only_floats(choice.variable)?;
                    choice.then = self.like(choice.variable, choice.then, &mut then);
                    choice.otherwise = self.like(choice.variable, choice.otherwise, &mut otherwise);
                }
                wide.push(Statement::If(Box::new(If {
                    condition: *condition,
                    then,
                    otherwise,
                    choices,
                })));
            }
            Statement::Part(..)
            | Statement::Product(_)
            | Statement::Sort(_)
            | Statement::Triangular(_)
            | Statement::Call { .. }
            | Statement::Print { .. }
            | Statement::Expect(_) => return None,
        }
        Some(())
    }

    fn expression(&self, variable: Variable, value: &Expression) -> Option<Expression> {
        Some(match value {
            Expression::Load(place) => Expression::Load(self.place(place)?),
            // A point that does not take part must not fail.
            Expression::Check { .. } if !self.masks.is_empty() => return None,
            Expression::Combine(..) => return None,
            Expression::Position(index) if self.varying.index(index) => return None,
            Expression::Cast(atom) if self.varying.atom(*atom) => {
                let to = self.variables[variable.0 as usize].element;
                match self.element(*atom) {
                    from if from == to => Expression::Copy(*atom),
                    Element::Bool if to == self.float => {
                        let [one, zero] =
                            [1.0, 0.0].map(|value| Atom::Literal(Literal::from_f64(to, value)));
                        Expression::Select([*atom, one, zero])
                    }
                    _ => return None,
                }
            }
            other => other.clone(),
        })
    }

    /// Both sides of a branch, of which each lane takes one.
    fn both(
        &mut self,
        condition: Atom,
        [then, otherwise]: [&Block; 2],
        choices: &[Choice],
        wide: &mut Block,
    ) -> Option<()> {
        let around = self.masks.last().copied();
        let not = self.logic(ScalarOp::Not, [condition, condition], wide);
        for (side, holds) in [(then, condition), (otherwise, not)] {
            let mask = match around {
                Some(around) => self.logic(ScalarOp::And, [around, holds], wide),
                None => holds,
            };
            self.masks.push(mask);
            for statement in side {
                self.statement(statement, wide)?;
            }
            self.masks.pop();
        }
        for choice in choices {
            let value = Expression::Select([condition, choice.then, choice.otherwise]);
            wide.push(Statement::Let(choice.variable, value));
        }
        Some(())
    }

    /// A store, of which lanes that take no part see nothing.
    fn store(&mut self, place: &BufferPlace, value: Atom, wide: &mut Block) -> Option<()> {
        let place = self.place(place)?;
        let value = match self.masks.last() {
            Some(&mask) => {
                let old = self.fresh(self.float);
                wide.push(Statement::Let(old, Expression::Load(place.clone())));
                self.chosen(mask, value, Atom::Variable(old), wide)
            }
            None => value,
        };
        wide.push(Statement::Store(place, value));
        Some(())
    }

    /// A place in the new program: where each point has its own element, lanes are neighbours.
    fn place(&self, place: &BufferPlace) -> Option<BufferPlace> {
        if self.varying.index(&place.index) {
            return None;
        }
        if !self.varying.buffer(place.buffer) {
            return Some(place.clone());
        }
        let lanes = signed(LANES);
        let mut index = Index::default().plus(&place.index, lanes);
        index.terms.push(Term {
            position: Position::Lane,
            stride: 1,
        });
        Some(BufferPlace {
            buffer: place.buffer,
            index,
        })
    }

    /// The first value where the mask holds, else the second, both of the float type.
    fn chosen(&mut self, mask: Atom, value: Atom, otherwise: Atom, wide: &mut Block) -> Atom {
        let chosen = self.fresh(self.float);
        let value = Expression::Select([mask, value, otherwise]);
        wide.push(Statement::Let(chosen, value));
        Atom::Variable(chosen)
    }

    /// A value that has lanes if a variable has.
    fn like(&mut self, variable: Variable, value: Atom, wide: &mut Block) -> Atom {
        if !self.varying.variable(variable) || self.varying.atom(value) {
            return value;
        }
        let copy = self.fresh(self.float);
        wide.push(Statement::Let(copy, Expression::Copy(value)));
        Atom::Variable(copy)
    }

    fn logic(&mut self, op: ScalarOp, [x, y]: [Atom; 2], wide: &mut Block) -> Atom {
        let mask = self.fresh(Element::Bool);
        let unused = Atom::Literal(Literal::Bool(false));
        wide.push(Statement::Let(
            mask,
            Expression::Scalar(op, [x, if op.arity() > 1 { y } else { unused }, unused]),
        ));
        Atom::Variable(mask)
    }

    fn fresh(&mut self, element: Element) -> Variable {
        self.variables.push(VariableType {
            element,
            lanes: true,
        });
        Variable(number_of(self.variables.len() - 1))
    }

    fn conditions(&self) -> u32 {
        number_of(self.masks.len())
    }

    fn element(&self, atom: Atom) -> Element {
        match atom {
            Atom::Variable(variable) => self.variables[variable.0 as usize].element,
            Atom::Literal(literal) => literal.element(),
        }
    }

    /// Refuses a variable that changes and has a truth value for each lane.
    fn only_floats(&self, variable: Variable) -> Option<()> {
        let ty = self.variables[variable.0 as usize];
        (!ty.is_mask()).then_some(())
    }
}
