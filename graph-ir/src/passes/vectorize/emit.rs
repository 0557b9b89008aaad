//! The graph of classes, sums, and all that is left.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::FEWEST;
use super::chains::{Chains, Term};
use super::classes::{Classes, Kind, element};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Constant, Graph, Literal, NodeId};
use crate::ops::{Op, OpView, Placement, Slice};
use crate::types::Shape;

pub(super) fn emit(
    graph: &Graph,
    live: &[bool],
    chains: &Chains,
    classes: &Classes,
) -> Result<Graph> {
    let builder = Builder::new();
    builder.continue_graph(graph);
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let inputs = builder.copy_inputs(graph);
    let mut emit = Emit {
        graph,
        chains,
        classes,
        builder: &builder,
        wires: alloc::vec![None; graph.len()],
        tensors: alloc::vec![None; classes.list.len()],
    };
    let order = classes.order();
    let mut next = order.iter().copied().peekable();
    for id in graph.ids() {
        while let Some(class) = next.next_if(|&class| classes.list[class].ready <= id.index()) {
            emit.class(class)?;
        }
        if live[id.index()] && !emit.waits(id) {
            emit.node(id, &inputs)?;
        }
    }
    for class in next {
        emit.class(class)?;
    }
    for output in graph.outputs() {
        builder.output(&output.name, emit.wire(output.node)?)?;
    }
    drop(emit);
    drop(inputs);
    builder.finish()
}

struct Emit<'g, 'b> {
    graph: &'g Graph,
    chains: &'g Chains,
    classes: &'g Classes,
    builder: &'b Builder,
    wires: Vec<Option<Wire<'b>>>,
    /// The tensor of each class that became one.
    tensors: Vec<Option<Wire<'b>>>,
}

impl<'b> Emit<'_, 'b> {
    /// Whether a node is made only on request: a number of a class, a sum on the way to another, or
    /// a mere view of one number.
    fn waits(&self, id: NodeId) -> bool {
        if self.chains.inside[id.index()] {
            return true;
        }
        if let Some((class, _)) = self.classes.place(id) {
            return !matches!(self.classes.list[class].kind, Kind::Single(_));
        }
        let first = self.graph.arguments(id).first();
        let op = self.graph.op(id);
        if let Op::Reshape = op {
            return first.is_some_and(|&first| self.classes.place(first).is_some());
        }
        let single = || *self.graph.ty(id).shape.count() == 1;
        matches!(op, Op::Slice(_)) && single() && !self.waits_first(first)
    }

    fn waits_first(&self, first: Option<&NodeId>) -> bool {
        let view = |first: NodeId| matches!(self.graph.op(first), Op::Reshape | Op::Slice(_));
        first.is_none_or(|&first| view(first))
    }

    /// A node that is no member of a class.
    fn node(&mut self, id: NodeId, inputs: &[Wire<'b>]) -> Result<()> {
        self.builder.set_site(self.graph.node(id).site);
        let wire = if let Op::Input(position) = self.graph.op(id) {
            inputs[position as usize]
        } else if self.chains.ends[id.index()] > 0 {
            let terms = self.chains.terms(self.graph, id);
            self.sum(&terms)?
        } else if let Some(assembly) = self.assembly(id)? {
            assembly
        } else {
            self.copy(id)?
        };
        self.wires[id.index()] = Some(wire);
        Ok(())
    }

    fn copy(&mut self, id: NodeId) -> Result<Wire<'b>> {
        let arguments = self.graph.arguments(id).iter();
        let arguments: Vec<Wire<'b>> = arguments.map(|&a| self.wire(a)).collect::<Result<_>>()?;
        self.builder.copy_node(self.graph, id, &arguments)
    }

    /// The value of a node that is made already, or that waits. A waiting node depends on no other
    /// waiting one, except for a view of a number.
    fn wire(&mut self, id: NodeId) -> Result<Wire<'b>> {
        if let Some(wire) = self.wires[id.index()] {
            return Ok(wire);
        }
        let wire = match self.classes.place(id) {
            Some((class, member)) => match (self.tensors[class], self.classes.list[class].kind) {
                (Some(tensor), _) => {
                    let member = i64::try_from(member).unwrap_or(i64::MAX);
                    self.builder.index(tensor, 0, member)?
                }
                (None, Kind::Element(tensor)) => {
                    let (_, position) = element(self.graph, id).ok_or(Error::OutOfScope)?;
                    let position = i64::try_from(position).unwrap_or(i64::MAX);
                    let flat = self.flat(tensor)?;
                    self.builder.index(flat, 0, position)?
                }
                _ => self.copy(id)?,
            },
            None => self.copy(id)?,
        };
        self.wires[id.index()] = Some(wire);
        Ok(wire)
    }

    /// A tensor as a vector.
    fn flat(&mut self, id: NodeId) -> Result<Wire<'b>> {
        let wire = self.wire(id)?;
        let count = self.graph.ty(id).shape.count();
        self.builder.reshape(wire, &Shape::of([count.clone()])?)
    }

    /// All numbers of a class: as one tensor, or one by one where they are few.
    fn class(&mut self, class: usize) -> Result<()> {
        let own = &self.classes.list[class];
        let Kind::Operator(op, ..) = own.kind else {
            return Ok(());
        };
        if !own.is_tensor() {
            return { own.members.iter() }.try_for_each(|&member| {
                self.builder.set_site(self.graph.node(member).site);
                self.wire(member).map(|_| ())
            });
        }
        let first = own.members[0];
        self.builder.set_site(self.graph.node(first).site);
        let count = self.graph.arguments(first).len();
        let operands = (0..count).map(|operand| {
            let members = own.members.iter();
            let numbers = members.map(|&member| self.graph.arguments(member)[operand]);
            self.vector(&numbers.collect::<Vec<NodeId>>())
        });
        let operands: Vec<Wire<'b>> = operands.collect::<Result<_>>()?;
        let tensor = if let Op::Scalar(op) = op {
            self.builder.scalar(op, &operands)?
        } else if let Op::Select = op {
            self.builder.select(operands[0], operands[1], operands[2])?
        } else {
            let element = self.graph.ty(first).element;
            self.builder.cast(operands[0], element)?
        };
        self.tensors[class] = Some(tensor);
        Ok(())
    }

    /// Numbers of one class as a vector.
    fn vector(&mut self, numbers: &[NodeId]) -> Result<Wire<'b>> {
        let shape = Shape::new(&[numbers.len()])?;
        let (class, _) = self.classes.place(numbers[0]).ok_or(Error::OutOfScope)?;
        if numbers.iter().all(|number| number == &numbers[0]) {
            let number = self.wire(numbers[0])?;
            return self.builder.broadcast(number, &shape, &[]);
        }
        if let Some(tensor) = self.tensors[class] {
            let places = numbers
                .iter()
                .filter_map(|&number| self.classes.place(number));
            return pick(
                tensor,
                &places.map(|(_, member)| member).collect::<Vec<usize>>(),
            );
        }
        match self.classes.list[class].kind {
            Kind::Constant(_) => {
                let literals = numbers
                    .iter()
                    .filter_map(|&number| self.graph.as_constant(number));
                let literals: Vec<Literal> = literals.map(|constant| constant.literal(0)).collect();
                let element = self.graph.ty(numbers[0]).element;
                let table = Constant::from_literals(element, shape, literals);
                Ok(self.builder.constant(table))
            }
            Kind::Element(tensor) => {
                let places = numbers
                    .iter()
                    .filter_map(|&number| element(self.graph, number));
                let places: Vec<usize> = places.map(|(_, position)| position).collect();
                pick(self.flat(tensor)?, &places)
            }
            _ => {
                let numbers = numbers.iter().map(|&number| self.wire(number));
                let numbers: Vec<Wire<'b>> = numbers.collect::<Result<_>>()?;
                self.builder.stack(&numbers, 0)
            }
        }
    }

    /// Numbers of several classes as a vector: those of each class at their places.
    fn mixed(&mut self, terms: &[Term]) -> Result<Wire<'b>> {
        let mut classes: HashMap<(usize, bool), Vec<usize>, FxBuildHasher> = HashMap::default();
        let mut order = Vec::new();
        for (place, &(number, negative)) in terms.iter().enumerate() {
            let (class, _) = self.classes.place(number).ok_or(Error::OutOfScope)?;
            let key = (class, negative);
            let places = classes.entry(key).or_insert_with(|| {
                order.push(key);
                Vec::new()
            });
            places.push(place);
        }
        let mut vectors = Vec::with_capacity(order.len());
        let mut places = Vec::with_capacity(terms.len());
        for key in order {
            let own = &classes[&key];
            let numbers: Vec<NodeId> = own.iter().map(|&place| terms[place].0).collect();
            let vector = self.vector(&numbers)?;
            vectors.push(if key.1 { -vector } else { vector });
            places.extend_from_slice(own);
        }
        let all = self.builder.concat(&vectors, 0)?;
        let mut from = alloc::vec![0; places.len()];
        for (position, place) in places.into_iter().enumerate() {
            from[place] = position;
        }
        pick(all, &from)
    }

    /// The sum of terms from the first to the last: neighbours in memory would be added in partial
    /// sums, columns are not.
    fn sum(&mut self, terms: &[Term]) -> Result<Wire<'b>> {
        let vector = self.mixed(terms)?;
        let column = vector.reshape(&Shape::new(&[terms.len(), 1])?);
        Ok(column.sum(&[0]).reshape(&Shape::scalar()))
    }

    /// An assembly of very many numbers side by side, if it is one.
    fn assembly(&mut self, id: NodeId) -> Result<Option<Wire<'b>>> {
        let Op::Assemble(_) = self.graph.op(id) else {
            return Ok(None);
        };
        let pieces = &self.graph.arguments(id)[1..];
        let ty = self.graph.ty(id);
        if ty.shape.rank() != 1 || pieces.len() < FEWEST {
            return Ok(None);
        }
        let OpView::Assemble(placement) = self.graph.view(id) else {
            return Ok(None);
        };
        let mut numbers = Vec::with_capacity(pieces.len());
        for (&piece, place) in pieces.iter().zip(&placement.pieces) {
            let number = self.graph.arguments(piece).first().copied();
            let is_number = self.graph.op(piece) == Op::Reshape
                && *self.graph.ty(piece).shape.count() == 1
                && number.is_some_and(|number| self.classes.place(number).is_some());
            let (true, Some(number)) = (is_number, number) else {
                return Ok(None);
            };
            let Some(place) = place.axes[0].0.known_integer() else {
                return Ok(None);
            };
            numbers.push((place, number));
        }
        numbers.sort_by_key(|&(place, _)| place);
        if numbers.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Ok(None);
        }
        // Side by side, or with equal gaps between runs.
        let mut wires = Vec::new();
        let mut runs = Placement { pieces: Vec::new() };
        for run in numbers.chunk_by(|a, b| a.0 + 1 == b.0) {
            let terms: Vec<Term> = run.iter().map(|&(_, number)| (number, false)).collect();
            wires.push(self.mixed(&terms)?);
            runs.pieces.push(Slice::from_known([(run[0].0, 1)]));
        }
        let background = self.wire(self.graph.arguments(id)[0])?;
        let whole = self
            .builder
            .assemble_placed(background, &wires, &runs, ty)?;
        Ok(Some(whole))
    }
}

/// The elements of a vector at these positions: a slice where they are at equal distances.
fn pick<'b>(vector: Wire<'b>, positions: &[usize]) -> Result<Wire<'b>> {
    let builder = vector.builder();
    let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let first = signed(positions.first().copied().unwrap_or(0));
    let step = match positions {
        [a, b, ..] => signed(*b) - signed(*a),
        _ => 1,
    };
    let steady = |pair: &[usize]| signed(pair[1]) - signed(pair[0]) == step;
    let shape = Shape::new(&[positions.len()])?;
    if step != 0 && positions.windows(2).all(steady) {
        return builder.slice(vector, &Slice::from_known([(first, step)]), &shape);
    }
    let indices = positions.iter().map(|&position| signed(position));
    let table = Constant::from_i64s(shape, indices.collect()).ok_or(Error::OutOfScope)?;
    builder.gather(vector, builder.constant(table), 0)
}
