//! The walk through a graph: for each value the elements of the tape that its elements are.

mod assembly;
mod elements;
mod indexing;
mod inner;
mod product;

use alloc::rc::Rc;
use alloc::vec::Vec;

pub(super) use elements::Elements;
pub use inner::MAX_ITERATED;
use inner::Work;

use super::rule::{OPERANDS, Rules};
use super::tape::{MAX_STEPS, Slot, Tape, too_many_steps};
use crate::error::Result;
use crate::graph::{Constant, Graph, NodeId};
use crate::ops::attributes::axes;
use crate::ops::{Contraction, Op, Placement, Reduction, ScalarOp, positions};
use crate::passes::{cast_literal, live, scalar_literal};

/// Walks through graphs, adding to a tape.
pub(super) struct Walker {
    pub(super) tape: Tape,
    rules: Rules,
    work: Work,
}

/// The elements of a node's results.
#[derive(Clone, Debug)]
enum Value {
    /// Of a node that nothing depends on, or that is not reached yet.
    Absent,
    Tensor(Elements),
    Tuple(Rc<[Elements]>),
}

impl Value {
    fn elements(&self) -> Elements {
        match self {
            Self::Tensor(elements) => elements.clone(),
            // Only projections read tuples, and dead nodes are not read.
            Self::Absent | Self::Tuple(_) => Elements::All(Slot::UNKNOWN),
        }
    }
}

impl Walker {
    /// A walker on a tape of so many variables.
    pub(super) fn new(variables: usize) -> Result<Self> {
        Ok(Self {
            tape: Tape::new(variables)?,
            rules: Rules::default(),
            work: Work::default(),
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
        let mut values = alloc::vec![Value::Absent; graph.len()];
        for id in graph.ids().filter(|id| live[id.index()]) {
            values[id.index()] = match graph.op(id) {
                Op::Input(position) => Value::Tensor(inputs[position as usize].clone()),
                Op::Project(position) => match &values[graph.arguments(id)[0].index()] {
                    Value::Tuple(results) => Value::Tensor(results[position as usize].clone()),
                    _ => Value::Absent,
                },
                _ => {
                    let arguments = graph.arguments(id).iter();
                    let arguments = arguments.map(|argument| values[argument.index()].elements());
                    let arguments: Vec<Elements> = arguments.collect();
                    self.node(graph, id, &arguments)?
                }
            };
        }
        let outputs = graph.outputs().iter();
        let outputs = outputs.map(|output| values[output.node.index()].elements());
        Ok(outputs.collect())
    }

    fn node(&mut self, graph: &Graph, id: NodeId, arguments: &[Elements]) -> Result<Value> {
        self.tape.spend(1 + arguments.len())?;
        if let Op::Branch(..) | Op::Scan(_) | Op::Call(_) | Op::External(_) = graph.op(id) {
            return self.inner(graph, id, arguments).map(Value::Tuple);
        }
        let ty = graph.ty(id);
        let elements = match graph.op(id) {
            Op::Constant(constant) => self.constant(graph.constant(constant))?,
            Op::Scalar(op) => self.scalar(op, ty.shape.size(), arguments)?,
            Op::Cast => self.map(ty.shape.size(), arguments, |walker, operands| {
                let literal = walker.tape.literal(operands[0]);
                let literal = literal.and_then(|literal| cast_literal(literal, ty.element));
                Ok(match literal {
                    Some(literal) => walker.tape.constant(literal),
                    None if operands[0].is_active() && ty.is_float() => operands[0],
                    None => Slot::UNKNOWN,
                })
            })?,
            Op::Select => self.map(ty.shape.size(), arguments, |walker, operands| match walker
                .tape
                .truth(operands[0])
            {
                Some(true) => Ok(operands[1]),
                Some(false) => Ok(operands[2]),
                None => walker.tape.either(operands[1], operands[2]),
            })?,
            Op::Sum => self.map(ty.shape.size(), arguments, |walker, operands| {
                walker.tape.linear(operands.to_vec())
            })?,
            Op::StopGradient => self.map(ty.shape.size(), arguments, |_, operands| {
                Ok(match operands[0].is_active() {
                    true => Slot::UNKNOWN,
                    false => operands[0],
                })
            })?,
            Op::Assemble(list) => {
                let placement = Placement::from_list(graph.list(list), arguments.len() - 1);
                let pieces = &graph.arguments(id)[1..];
                let shapes = pieces.iter().map(|&piece| &graph.ty(piece).shape);
                let shapes: Vec<_> = shapes.collect();
                self.assemble(arguments, &shapes, &placement, &ty.shape)?
            }
            Op::Reduce(reduction, list) => {
                let shape = &graph.ty(graph.arguments(id)[0]).shape;
                let axes = axes(graph.list(list));
                self.reduce(reduction, &arguments[0], shape, &axes)?
            }
            Op::Contract(list) => {
                let shapes = [0, 1].map(|i| &graph.ty(graph.arguments(id)[i]).shape);
                let spec = Contraction::from_list(graph.list(list));
                self.contract([&arguments[0], &arguments[1]], shapes, &spec)?
            }
            Op::Gather(axis) => {
                let shapes = [0, 1].map(|i| &graph.ty(graph.arguments(id)[i]).shape);
                self.gather(&arguments[0], &arguments[1], shapes, axis as usize)?
            }
            Op::ScatterAdd(axis) => {
                let indices = &graph.ty(graph.arguments(id)[0]).shape;
                let zero = crate::graph::Literal::from_f64(ty.element, 0.0);
                let zero = self.tape.constant(zero);
                let shapes = [indices, &ty.shape];
                self.scatter([&arguments[0], &arguments[1]], shapes, axis as usize, zero)?
            }
            _ => match positions::of_view(graph, id) {
                None => arguments[0].clone(),
                Some(positions) => {
                    self.tape.spend(ty.shape.size())?;
                    arguments[0].pick(|| positions.to_vec())
                }
            },
        };
        Ok(Value::Tensor(elements))
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
            let mut literals = [crate::graph::Literal::Bool(false); OPERANDS];
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
        shape: &crate::Shape,
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
