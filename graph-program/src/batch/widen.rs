//! A program rewritten for a point in each lane.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::{Literal, Site};
use graph_ir::intern::{number_of, signed};
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::LANES;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::varying::Varying;
use crate::{
    Atom, Block, Buffer, BufferId, BufferPlace, Choice, Condition, Expression, If, Index, Partial,
    Position, Program, Statement, Variable, VariableType,
};

/// The program for [`LANES`] points that differ in these inputs; `None` where lanes cannot express
/// it.
pub(crate) fn widen(program: &Program, inputs: &[bool]) -> Option<Program> {
    let varying = Varying::new(program, inputs);
    let float = float(program, &varying)?;
    let mut wide = program.clone();
    for (variable, ty) in (0..).map(Variable).zip(&mut wide.variables) {
        ty.lanes = varying.variable(variable) && ty.element != Element::I64;
    }
    for (id, buffer) in program.buffer_ids().zip(&mut wide.buffers) {
        if varying.buffer(id) {
            let mut extents = buffer.ty.shape.extents();
            extents.push(LANES);
            buffer.ty = Type::new(buffer.ty.element, Shape::new(&extents).ok()?);
        }
    }
    let mut widening = Widening {
        varying,
        float,
        variables: wide.variables,
        buffers: wide.buffers,
        counters: wide.counters,
        integers: HashMap::default(),
        positions: HashMap::default(),
        masks: Vec::new(),
    };
    wide.body = widening.block(&program.body)?;
    wide.variables = widening.variables;
    wide.buffers = widening.buffers;
    wide.counters = widening.counters;
    Some(wide)
}

/// The one float type of the values that differ; `None` where there is none or several, and where
/// arrays of truth values differ.
fn float(program: &Program, varying: &Varying) -> Option<Element> {
    let variables = (0..).map(Variable).zip(&program.variables);
    let variables = variables.filter(|(variable, _)| varying.variable(*variable));
    let variables = variables.map(|(_, ty)| ty.element);
    let buffers = program.buffer_ids().filter(|&id| varying.buffer(id));
    let buffers: Vec<Element> = buffers.map(|id| program.buffer(id).ty.element).collect();
    if buffers.contains(&Element::Bool) {
        return None;
    }
    let all = buffers.into_iter().chain(variables);
    let mut floats = all.filter(|element| element.is_float());
    let float = floats.next()?;
    floats.all(|element| element == float).then_some(float)
}

/// A program on its way to lanes.
pub(super) struct Widening {
    pub(super) varying: Varying,
    /// The float type of all lanes.
    pub(super) float: Element,
    /// The variables, buffers and counters of the new program.
    variables: Vec<VariableType>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) counters: Vec<usize>,
    /// The buffers that hold the integers of each lane.
    pub(super) integers: HashMap<Variable, BufferId, FxBuildHasher>,
    /// The checks of those of them that are positions.
    pub(super) positions: HashMap<Variable, (Condition, Site), FxBuildHasher>,
    /// Which lanes take part in the present computation: one truth value for each condition around
    /// that differs, each of which implies the ones before.
    pub(super) masks: Vec<Atom>,
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
                if self.is_of_integers(*variable, value) {
                    return self.let_each(*variable, value, wide);
                }
                let value = self.expression(*variable, value)?;
                wide.push(Statement::Let(*variable, value));
            }
            Statement::Mutable(variable, value) => {
                if self.has_integers(*variable) {
                    return self.assign_each(*variable, *value, None, wide);
                }
                self.no_mask(*variable)?;
                wide.push(Statement::Mutable(*variable, *value));
            }
            Statement::Assign(variable, value) => {
                self.no_mask(*variable)?;
                let outside = self.varying.is_outside(*variable, self.conditions());
                let mask = self.masks.last().copied().filter(|_| outside);
                if self.has_integers(*variable) {
                    return self.assign_each(*variable, *value, mask, wide);
                }
                let value = match mask {
                    Some(mask) => self.chosen(mask, *value, Atom::Variable(*variable), wide),
                    None => *value,
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
                let mut kept = Vec::with_capacity(choices.len());
                for choice in choices {
                    let Choice { variable, .. } = *choice;
                    if self.has_integers(variable) {
                        self.assign_each(variable, choice.then, None, &mut then)?;
                        self.assign_each(variable, choice.otherwise, None, &mut otherwise)?;
                        continue;
                    }
                    self.no_mask(variable)?;
                    kept.push(Choice {
                        variable,
                        then: self.like(variable, choice.then, &mut then),
                        otherwise: self.like(variable, choice.otherwise, &mut otherwise),
                    });
                }
                wide.push(Statement::If(Box::new(If {
                    condition: *condition,
                    then,
                    otherwise,
                    choices: kept,
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
            Expression::Combine(..) => return None,
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
            self.statement(&Statement::Let(choice.variable, value), wide)?;
        }
        Some(())
    }

    /// A store, of which lanes that take no part see nothing.
    fn store(&mut self, place: &BufferPlace, value: Atom, wide: &mut Block) -> Option<()> {
        if self.is_each(place) {
            return self.store_each(place, value, wide);
        }
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
        Some(in_lane(place, Position::Lane))
    }

    /// The first value where the mask holds, else the second, both of the float type.
    pub(super) fn chosen(
        &mut self,
        mask: Atom,
        value: Atom,
        otherwise: Atom,
        wide: &mut Block,
    ) -> Atom {
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

    /// A new variable with lanes.
    pub(super) fn fresh(&mut self, element: Element) -> Variable {
        self.new_variable(element, true)
    }

    pub(super) fn new_variable(&mut self, element: Element, lanes: bool) -> Variable {
        self.variables.push(VariableType { element, lanes });
        Variable(number_of(self.variables.len() - 1))
    }

    fn conditions(&self) -> u32 {
        number_of(self.masks.len())
    }

    pub(super) fn element(&self, atom: Atom) -> Element {
        match atom {
            Atom::Variable(variable) => self.variables[variable.0 as usize].element,
            Atom::Literal(literal) => literal.element(),
        }
    }

    pub(super) fn has_lanes(&self, variable: Variable) -> bool {
        self.variables[variable.0 as usize].lanes
    }

    /// Refuses a variable that changes and has a truth value for each lane.
    fn no_mask(&self, variable: Variable) -> Option<()> {
        let ty = self.variables[variable.0 as usize];
        (!ty.is_mask()).then_some(())
    }
}

/// The element of one lane, or of all.
pub(super) fn in_lane(place: &BufferPlace, lane: Position) -> BufferPlace {
    let lanes = signed(LANES);
    let mut index = Index::default().plus(&place.index, lanes);
    index.add(&Index::of(lane), 1);
    BufferPlace {
        buffer: place.buffer,
        index,
    }
}
