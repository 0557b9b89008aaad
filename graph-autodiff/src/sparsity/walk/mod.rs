//! The walk through a graph: maps the elements of each value to elements of the tape.

mod assembly;
mod contraction;
mod elements;
mod indexing;
mod inner;

use alloc::rc::Rc;
use alloc::vec::Vec;

pub(super) use elements::Elements;
pub use inner::MAX_ITERATED;
use inner::Work;

use graph_ir::error::{Error, Result};
use graph_ir::graph::{Constant, Graph, Literal, NodeId};
use graph_ir::ops::{Depends, Elementwise, Reduction, ScalarOp, positions};
use graph_ir::passes::{cast_literal, live, scalar_literal};
use graph_ir::types::Type;

use super::dependence::{OPERANDS, Rules};
use super::tape::{MAX_STEPS, Slot, Tape, too_many_steps};

/// Walks through graphs, adding to a tape.
pub(super) struct Walker {
    pub(super) tape: Tape,
    rules: Rules,
    work: Work,
}

/// The elements of a node's results.
#[derive(Clone, Debug)]
enum TapeValue {
    /// Of a node that nothing depends on, or that is not reached yet.
    Absent,
    Tensor(Elements),
    Tuple(Rc<[Elements]>),
}

impl TapeValue {
    /// One of the results of a tuple.
    fn result(&self, position: usize) -> Self {
        match self {
            Self::Tuple(results) => Self::Tensor(results[position].clone()),
            Self::Absent | Self::Tensor(_) => Self::Absent,
        }
    }

    fn elements(&self) -> Elements {
        match self {
            Self::Tensor(elements) => elements.clone(),
            // Only projections read tuples, and dead nodes are not read.
            Self::Absent | Self::Tuple(_) => Elements::All(Slot::UNKNOWN),
        }
    }
}

impl Walker {
    /// A walker on a tape of so many variables, which follows loops of so many operations.
    pub(super) fn new(variables: usize, iterated: usize) -> Result<Self> {
        Ok(Self {
            tape: Tape::new(variables)?,
            rules: Rules::default(),
            work: Work::new(iterated),
        })
    }

    /// The elements of a graph's outputs, for those of its inputs, if there is no more to walk
    /// through than is allowed.
    pub(super) fn start(&mut self, graph: &Graph, inputs: &[Elements]) -> Result<Vec<Elements>> {
        match self.work.of(graph) > MAX_STEPS {
            true => Err(too_many_steps()),
            false => self.graph(graph, inputs),
        }
    }

    /// The elements of a graph's outputs, for those of its inputs.
    fn graph(&mut self, graph: &Graph, inputs: &[Elements]) -> Result<Vec<Elements>> {
        let live = live(graph);
        let mut values = alloc::vec![TapeValue::Absent; graph.len()];
        for id in graph.ids().filter(|id| live[id.index()]) {
            let arguments = graph.arguments(id).iter();
            let arguments = arguments.map(|argument| &values[argument.index()]);
            let arguments: Vec<&TapeValue> = arguments.collect();
            values[id.index()] = self.node(graph, id, inputs, &arguments)?;
        }
        let outputs = graph.outputs().iter();
        let outputs = outputs.map(|output| values[output.node.index()].elements());
        Ok(outputs.collect())
    }

    fn node(
        &mut self,
        graph: &Graph,
        id: NodeId,
        inputs: &[Elements],
        arguments: &[&TapeValue],
    ) -> Result<TapeValue> {
        let depends = graph.view(id).rules().depends(graph, id);
        if let Depends::Input(position) = depends {
            return Ok(TapeValue::Tensor(inputs[position].clone()));
        }
        if let Depends::Result(position) = depends {
            return Ok(arguments[0].result(position));
        }
        let arguments: Vec<Elements> = arguments.iter().map(|value| value.elements()).collect();
        self.tape.spend(1 + arguments.len())?;
        if graph.op(id).yields_tuple() {
            return self
                .inner(graph, id, &depends, &arguments)
                .map(TapeValue::Tuple);
        }
        self.tensor(graph, id, depends, &arguments)
            .map(TapeValue::Tensor)
    }

    /// The elements of a node that yields one tensor.
    fn tensor(
        &mut self,
        graph: &Graph,
        id: NodeId,
        depends: Depends,
        arguments: &[Elements],
    ) -> Result<Elements> {
        let ty = graph.ty(id);
        let shape = |position: usize| &graph.ty(graph.arguments(id)[position]).shape;
        match depends {
            Depends::Constant(constant) => self.constant(graph.constant(constant)),
            Depends::Nothing => Ok(Elements::All(Slot::UNKNOWN)),
            Depends::Elementwise(op) => self.elementwise(op, ty, arguments),
            Depends::View(None) => Ok(arguments[0].clone()),
            Depends::View(Some(positions)) => {
                self.tape.spend(ty.shape.size())?;
                Ok(arguments[0].pick(|| positions.to_vec()))
            }
            Depends::Pieces(placement) => {
                let shapes: Vec<_> = (1..arguments.len()).map(shape).collect();
                self.assemble(arguments, &shapes, &placement, &ty.shape)
            }
            Depends::Reduction(reduction, axes) => {
                self.reduce(reduction, &arguments[0], shape(0), &axes)
            }
            Depends::Contraction(spec) => {
                self.contract([&arguments[0], &arguments[1]], [shape(0), shape(1)], &spec)
            }
            Depends::Gathered(axis) => {
                self.gather(&arguments[0], &arguments[1], [shape(0), shape(1)], axis)
            }
            Depends::Scattered(axis) => {
                let zero = self.tape.constant(Literal::from_f64(ty.element, 0.0));
                let (operands, shapes) = ([&arguments[0], &arguments[1]], [shape(0), &ty.shape]);
                self.scatter(operands, shapes, axis, zero)
            }
            // Positions have no derivative.
            Depends::Lines(_) if !ty.is_float() => Ok(Elements::All(Slot::UNKNOWN)),
            Depends::Lines(axis) => self.lines(&arguments[0], shape(0), axis),
            // Inputs and results are there already, tuples have elements for each result, and
            // operators defined by others have been replaced by these.
            Depends::Input(_)
            | Depends::SymbolicView
            | Depends::Result(_)
            | Depends::Branch(..)
            | Depends::Scan(_)
            | Depends::Call(_)
            | Depends::External(_)
            | Depends::Expansion => Err(Error::NotATensor),
        }
    }

    fn elementwise(
        &mut self,
        op: Elementwise,
        ty: &Type,
        arguments: &[Elements],
    ) -> Result<Elements> {
        let size = ty.shape.size();
        match op {
            Elementwise::Scalar(op) => self.scalar(op, size, arguments),
            Elementwise::Cast => self.map(size, arguments, |walker, operands| {
                let literal = walker.tape.literal(operands[0]);
                let literal = literal.and_then(|literal| cast_literal(literal, ty.element));
                Ok(match literal {
                    Some(literal) => walker.tape.constant(literal),
                    None if operands[0].is_active() && ty.is_float() => operands[0],
                    None => Slot::UNKNOWN,
                })
            }),
            Elementwise::Select => self.map(size, arguments, |walker, operands| {
                match walker.tape.truth(operands[0]) {
                    Some(true) => Ok(operands[1]),
                    Some(false) => Ok(operands[2]),
                    None => walker.tape.either(operands[1], operands[2]),
                }
            }),
            Elementwise::Sum => self.map(size, arguments, |walker, operands| {
                walker.tape.linear(operands.to_vec())
            }),
            Elementwise::StopGradient => self.map(size, arguments, |_, operands| {
                Ok(match operands[0].is_active() {
                    true => Slot::UNKNOWN,
                    false => operands[0],
                })
            }),
        }
    }

    fn constant(&mut self, constant: &Constant) -> Result<Elements> {
        if let Some(literal) = constant.splat() {
            return Ok(Elements::All(self.tape.constant(literal)));
        }
        self.tape.spend(constant.shape().size())?;
        let literals = constant.literals();
        let slots = literals.map(|literal| self.tape.constant(literal));
        Ok(Elements::of(slots.collect()))
    }

    fn scalar(&mut self, op: ScalarOp, size: usize, arguments: &[Elements]) -> Result<Elements> {
        let rule = self.rules.of(op)?;
        self.map(size, arguments, |walker, operands| {
            if operands.iter().any(|slot| slot.is_active()) {
                return walker.tape.scalar(&rule, operands);
            }
            let mut literals = [Literal::Bool(false); OPERANDS];
            for (literal, &slot) in literals.iter_mut().zip(operands) {
                match walker.tape.literal(slot) {
                    Some(known) => *literal = known,
                    None => return Ok(Slot::UNKNOWN),
                }
            }
            let value = scalar_literal(op, &literals[..operands.len()]);
            Ok(value.map_or(Slot::UNKNOWN, |value| walker.tape.constant(value)))
        })
    }

    /// Element by element, or once where all elements of each argument are one.
    fn map(
        &mut self,
        size: usize,
        arguments: &[Elements],
        mut f: impl FnMut(&mut Self, &[Slot]) -> Result<Slot>,
    ) -> Result<Elements> {
        let mut operands: Vec<Slot> = Vec::with_capacity(arguments.len());
        let alike = arguments.iter().all(|a| matches!(a, Elements::All(_)));
        let count = if alike { size.min(1) } else { size };
        let mut slots = Vec::with_capacity(count);
        for element in 0..count {
            operands.clear();
            operands.extend(arguments.iter().map(|argument| argument.at(element)));
            self.tape.spend(operands.len())?;
            slots.push(f(self, &operands)?);
        }
        Ok(Elements::of(slots))
    }

    fn reduce(
        &mut self,
        reduction: Reduction,
        operand: &Elements,
        shape: &graph_ir::Shape,
        axes: &[usize],
    ) -> Result<Elements> {
        if reduction.yields_position() {
            return Ok(Elements::All(Slot::UNKNOWN));
        }
        let (kept, reduced) = positions::split(shape, axes);
        let terms = reduced.size();
        if let Elements::All(slot) = *operand
            && (reduction != Reduction::Prod || terms == 1)
        {
            // An empty sum is zero, whatever it is a sum of.
            let one = if terms == 0 { Slot::UNKNOWN } else { slot };
            let linear = one.is_active() || terms == 1;
            return Ok(Elements::All(if linear { one } else { Slot::UNKNOWN }));
        }
        self.tape.spend(shape.size())?;
        let within = reduced.to_vec();
        let results = kept.to_vec().into_iter().map(|start| {
            let of = within.iter().map(|position| operand.at(start + position));
            let of: Vec<Slot> = of.collect();
            match reduction {
                Reduction::Prod => self.tape.product(of),
                _ if terms == 1 => Ok(of[0]),
                _ => self.tape.linear(of),
            }
        });
        Ok(Elements::of(results.collect::<Result<_>>()?))
    }
}
