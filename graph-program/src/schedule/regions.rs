//! Nodes with inner graphs: branches become `if`, loops become loops with carried state.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::{ExternalId, FunctionId, Graph, Literal, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Op, Runs, ScalarOp, Scan};
use graph_ir::types::{Element, Type};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::plan::Plan;
use super::row_folds::InOrder;
use super::value::NodeValue;
use super::view::View;
use super::{Given, Lowering, in_place, lower_graph};
use crate::{Atom, Choice, Condition, Expression, Index, Limit, Statement, Variable};

/// A carried value of a loop.
pub(super) enum State {
    /// Small: one mutable variable for each element.
    Variables(Vec<Variable>),
    /// Large: the buffer that holds it, and one for its next value.
    Buffers(View, View),
    /// Large, and changed where it is.
    InPlace(View),
    /// Large and the same in every iteration.
    Same(View),
}

impl Lowering<'_> {
    pub(super) fn branch(&mut self, id: NodeId, sides: [FunctionId; 2]) -> Result<NodeValue> {
        let graph = self.graph;
        let (condition, captured) = (graph.arguments(id)[0], &graph.arguments(id)[1..]);
        let condition = self.element(condition, 0);
        let results = graph.result_types(id);
        let large: Vec<Option<View>> = (0..results.len())
            .map(|i| (results[i].shape.size() > self.limit).then(|| self.place_of_result(id, i)))
            .collect();
        let writable = (1..=captured.len()).map(|operand| self.takes_over.at(id, operand));
        let writable: Vec<bool> = writable.collect();
        let [then, otherwise] = sides.map(|side| &graph.function(side).graph);
        let (then_block, then) = self.side(then, captured, &writable, &large)?;
        let (otherwise_block, otherwise) = self.side(otherwise, captured, &writable, &large)?;
        for view in large.iter().flatten() {
            self.code.forget_loads(view.buffer);
        }
        let mut choices = Vec::new();
        let mut parts = Vec::with_capacity(large.len());
        for (((then, otherwise), ty), large) in
            then.into_iter().zip(otherwise).zip(results).zip(large)
        {
            if let Some(view) = large {
                parts.push(NodeValue::stored(view));
                continue;
            }
            let pairs = then.into_iter().zip(otherwise);
            let elements = pairs.map(|(then, otherwise)| {
                let variable = self.code.variable(ty.element);
                choices.push(Choice {
                    variable,
                    then,
                    otherwise,
                });
                Atom::Variable(variable)
            });
            parts.push(NodeValue::from_elements(elements.collect()));
        }
        self.code
            .branch(condition, [then_block, otherwise_block], choices);
        Ok(NodeValue::Tuple(parts.into()))
    }

    /// One side of a branch as a block, with the elements of its small results.
    fn side(
        &mut self,
        side: &Graph,
        captured: &[NodeId],
        writable: &[bool],
        large: &[Option<View>],
    ) -> Result<(crate::Block, Vec<Vec<Atom>>)> {
        self.code.begin_block();
        let inputs = captured.iter().map(|&id| self.values[id.index()].clone());
        let given = Given {
            inputs: inputs.collect(),
            writable: writable.to_vec(),
            carried: 0..0,
            outputs: large,
        };
        let results = self.region(side, given);
        let block = self.code.end_block();
        Ok((block, results?))
    }

    /// Where a large result of a branch is stored: in the memory of the operand that it takes over
    /// for it, or where it is wanted.
    fn place_of_result(&mut self, id: NodeId, result: usize) -> View {
        let operand = self.takes_over.operand(id, result);
        let whole = operand.map(|operand| self.graph.arguments(id)[operand]);
        match whole.map(|whole| &self.values[whole.index()]) {
            Some(NodeValue::Stored(view)) => (**view).clone(),
            _ => self.target(id, result),
        }
    }

    /// Computes an inner graph; gives the elements of its small outputs.
    fn region(&mut self, region: &Graph, given: Given<'_>) -> Result<Vec<Vec<Atom>>> {
        let outputs = given.outputs;
        let values = lower_graph(self.code, region, self.settings, given)?;
        let results = values.into_iter().zip(region.outputs()).zip(outputs);
        let results = results.map(|((value, output), target)| {
            if target.is_some() {
                return Vec::new();
            }
            self.value_elements(&value, &region.ty(output.node).shape.extents())
        });
        Ok(results.collect())
    }

    /// The elements of a small value of any graph.
    pub(super) fn value_elements(&mut self, value: &NodeValue, extents: &[usize]) -> Vec<Atom> {
        let size: usize = extents.iter().product();
        match value {
            NodeValue::Uniform(atom) => alloc::vec![*atom; size],
            NodeValue::Elements(elements) => elements.to_vec(),
            NodeValue::Stored(view) => (0..size)
                .map(|i| self.code.load(view.buffer, view.element(i, extents)))
                .collect(),
            NodeValue::Pending | NodeValue::Tuple(_) => Vec::new(),
        }
    }

    pub(super) fn scan(&mut self, id: NodeId, scan: &Scan) -> Result<NodeValue> {
        let graph = self.graph;
        let body = &graph.function(scan.body).graph;
        if let Some(value) = self.rows_in_lanes(id, scan, body)? {
            return Ok(value);
        }
        let (captured, rest) = graph.arguments(id).split_at(scan.captured);
        let (carried, stacked) = rest.split_at(scan.carried);
        let moved_over = moved_over(body);
        let state = scan.captured..scan.captured + scan.carried;
        let plan = Plan::new(body, self.settings, &state);
        let inputs = captured.iter().zip(body.inputs());
        let inputs = inputs.map(|(&outer, input)| {
            let value = &self.values[outer.index()];
            let is_array = !matches!(value, NodeValue::Uniform(_));
            match moved_over.contains(&input.node) || is_array && plan.is_large(input.node) {
                true => NodeValue::stored(self.stored(outer)),
                false => value.clone(),
            }
        });
        let inputs: Vec<NodeValue> = inputs.collect();
        let sources: Vec<View> = stacked.iter().map(|&s| self.stored(s)).collect();
        let in_place = in_place::states(body, scan, &plan, self.settings);
        let states = carried.iter().zip(&body.inputs()[state]).enumerate();
        let states: Vec<State> = states
            .map(|(i, (&first, input))| {
                if scan.ends_by(i) || !plan.is_large(input.node) {
                    State::Variables(self.variables(first))
                } else if scan.hands_on(body, i) {
                    State::Same(self.stored(first))
                } else {
                    self.state_in_memory(id, scan, i, in_place[i])
                }
            })
            .collect();
        for (state, input) in states.iter().zip(&body.inputs()[scan.captured..]) {
            self.name_state(state, &input.name);
        }
        let stacks = self.stacks(id, scan).into_iter();
        let stacks: Vec<InOrder> = stacks.map(|stack| self.begin_in_order(stack)).collect();
        let length = scan.iterations();
        let told = (scan.runs == Runs::Count).then(|| self.count(id, scan, captured));
        let limit = self.limit_of(scan, told, &states);
        // Rows that no iteration writes are zero; iterations are counted where nothing else does.
        let has_rows = limit.is_some() && !stacks.is_empty();
        let counter = (has_rows && scan.runs == Runs::While)
            .then(|| self.code.mutable_from(Element::I64, integer(0)));
        self.code.begin_block();
        let (nest, at) = match limit {
            None => self.code.begin_nest(&[length]),
            Some(limit) => self.code.begin_partial(length, limit),
        };
        let point = match scan.reverse {
            true => Index::constant(signed(length.max(1) - 1)).plus(&at[0], -1),
            false => at[0].clone(),
        };
        let rows = stacks.iter().map(|stack| stack.row(&point)).collect();
        self.iteration(body, inputs, &states, &sources, rows, &point)?;
        for stack in &stacks {
            self.add_in_order(stack, &point);
        }
        if let Some(counter) = counter {
            let count = self.code.read(counter);
            let next = self.integers(ScalarOp::Add, count, integer(1));
            self.code.assign(counter, next);
        }
        self.code.end_nest(nest);
        for statement in self.code.end_block() {
            self.code.push(statement);
        }
        if has_rows {
            let counted = counter.map(|counter| self.code.read(counter));
            let types = graph.result_types(id).into_iter().skip(scan.carried);
            let rows = stacks.iter().zip(types);
            let rows = rows.filter_map(|(stack, ty)| match stack {
                InOrder::Rows(view) => Some((view, ty)),
                InOrder::Sum(_) => None,
            });
            if let Some(count) = counted.or(told) {
                self.clear_rows(rows, count);
            }
        }
        for stack in &stacks {
            self.end_in_order(stack);
        }
        let states = states.into_iter().map(|state| self.last(state));
        let states: Vec<NodeValue> = states.collect();
        let stacks = self.values_of(stacks.into_iter().map(InOrder::into_stack));
        Ok(NodeValue::Tuple(states.into_iter().chain(stacks).collect()))
    }

    /// The iterations of a loop that run, which may be told their number, unless all do.
    fn limit_of(&mut self, scan: &Scan, told: Option<Atom>, states: &[State]) -> Option<Limit> {
        if let Some(count) = told {
            return Some(self.first_ones(scan.iterations(), count, scan.reverse));
        }
        match (scan.runs, states.first()) {
            (Runs::While, Some(State::Variables(going))) => {
                { going.first() }.map(|&going| Limit::While(Atom::Variable(going)))
            }
            _ => None,
        }
    }

    /// The number of iterations of a loop that is told it, at least 0 and checked to be at most its
    /// length.
    pub(super) fn count(&mut self, id: NodeId, scan: &Scan, captured: &[NodeId]) -> Atom {
        let told = self.element(captured[0], 0);
        let most = Condition::AtMost(scan.iterations());
        let told = self.code.checked(told, most, self.graph.node(id).site);
        let none = Expression::Scalar(ScalarOp::Less, [told, integer(0), integer(0)]);
        let none = self.code.compute(Element::Bool, none);
        let count = Expression::Select([none, integer(0), told]);
        self.code.compute(Element::I64, count)
    }

    pub(super) fn integers(&mut self, op: ScalarOp, a: Atom, b: Atom) -> Atom {
        let value = Expression::Scalar(op, [a, b, b]);
        self.code.compute(Element::I64, value)
    }

    /// Zeros in the rows of results from a row on.
    pub(super) fn clear_rows<'v>(
        &mut self,
        results: impl Iterator<Item = (&'v View, &'v Type)>,
        from: Atom,
    ) {
        for (rows, ty) in results {
            let extents = ty.shape.extents();
            let (nest, row) = self.code.begin_partial(extents[0], Limit::From(from));
            let (inner, at) = self.code.begin_nest(&extents[1..]);
            let mut index = rows.base.clone();
            for (position, &stride) in row.iter().chain(&at).zip(&rows.strides) {
                index.add(position, stride);
            }
            let zero = Atom::Literal(Literal::from_f64(ty.element, 0.0));
            self.code.store(rows.buffer, index, zero);
            self.code.end_nest(inner);
            self.code.end_nest(nest);
        }
    }

    /// One iteration of a loop.
    fn iteration(
        &mut self,
        body: &Graph,
        mut inputs: Vec<NodeValue>,
        states: &[State],
        sources: &[View],
        rows: Vec<View>,
        point: &Index,
    ) -> Result<()> {
        let mut outputs = Vec::with_capacity(body.outputs().len());
        let mut writable = alloc::vec![false; body.inputs().len()];
        let carried = inputs.len()..inputs.len() + states.len();
        let own = &mut writable[inputs.len()..];
        for (own, state) in own.iter_mut().zip(states) {
            *own = matches!(state, State::InPlace(_));
        }
        for state in states {
            let (value, next) = match state {
                State::Variables(variables) => {
                    let elements = variables.iter().map(|&v| self.code.read(v));
                    (NodeValue::from_elements(elements.collect()), None)
                }
                State::Buffers(now, next) => (NodeValue::stored(now.clone()), Some(next.clone())),
                State::InPlace(view) | State::Same(view) => {
                    (NodeValue::stored(view.clone()), Some(view.clone()))
                }
            };
            inputs.push(value);
            outputs.push(next);
        }
        let slices = sources.iter().map(|source| source.clone().at(point));
        inputs.extend(slices.map(NodeValue::stored));
        outputs.extend(rows.into_iter().map(Some));
        let given = Given {
            inputs,
            writable,
            carried,
            outputs: &outputs,
        };
        let results = self.region(body, given)?;
        for (state, elements) in states.iter().zip(results) {
            if let State::Variables(variables) = state {
                for (&variable, element) in variables.iter().zip(elements) {
                    self.code.assign(variable, element);
                }
            }
        }
        for (state, output) in states.iter().zip(body.outputs()) {
            if let State::Buffers(now, next) = state {
                let extents = body.ty(output.node).shape.extents();
                self.move_buffer(next, now, &extents);
            }
        }
        Ok(())
    }

    /// The state of a sum over rows, initialised.
    pub(super) fn state_of_sum(&mut self, id: NodeId, scan: &Scan, position: usize) -> State {
        let first = self.graph.arguments(id)[scan.captured + position];
        match self.is_large(first) {
            true => self.state_in_memory(id, scan, position, true),
            false => State::Variables(self.variables(first)),
        }
    }

    /// The state of a carried value in memory, initialised.
    fn state_in_memory(
        &mut self,
        id: NodeId,
        scan: &Scan,
        position: usize,
        in_place: bool,
    ) -> State {
        let operand = scan.captured + position;
        let first = self.graph.arguments(id)[operand];
        let now = match (&self.values[first.index()], self.takes_over.at(id, operand)) {
            (NodeValue::Stored(view), true) => (**view).clone(),
            _ => {
                let now = self.target(id, position);
                self.store_value(first, &now);
                now
            }
        };
        // An iteration does not find what was there before the loop.
        self.code.forget_loads(now.buffer);
        match in_place {
            true => State::InPlace(now),
            false => State::Buffers(now, self.code.local(self.graph.ty(first))),
        }
    }

    /// A mutable variable for each element.
    fn variables(&mut self, first: NodeId) -> Vec<Variable> {
        let element = self.graph.ty(first).element;
        let elements = self.elements(first).into_iter();
        let variables = elements.map(|atom| self.code.mutable_from(element, atom));
        variables.collect()
    }

    /// Names what holds a carried value as the loop calls it.
    fn name_state(&mut self, state: &State, name: &str) {
        let atom = |&variable: &Variable| Atom::Variable(variable);
        let value = match state {
            State::Variables(variables) => {
                NodeValue::from_elements(variables.iter().map(atom).collect())
            }
            State::Buffers(view, _) | State::InPlace(view) | State::Same(view) => {
                NodeValue::stored(view.clone())
            }
        };
        self.name_value(&value, name);
    }

    /// The value that a state has after the loop.
    pub(super) fn last(&mut self, state: State) -> NodeValue {
        match state {
            State::Variables(variables) => {
                let elements = variables.into_iter().map(|v| self.code.read(v));
                NodeValue::from_elements(elements.collect())
            }
            State::Buffers(view, _) | State::InPlace(view) | State::Same(view) => {
                NodeValue::stored(view)
            }
        }
    }

    /// Copies one contiguous buffer to another.
    fn move_buffer(&mut self, from: &View, to: &View, extents: &[usize]) {
        let size: usize = extents.iter().product();
        let (nest, at) = self.code.begin_nest(&[size]);
        let index = |view: &View| view.base.plus(&at[0], 1);
        let atom = self.code.load_again(from.buffer, index(from));
        self.code.store(to.buffer, index(to), atom);
        self.code.end_nest(nest);
    }

    /// A function of the host, on whole buffers.
    pub(super) fn external(&mut self, id: NodeId, external: ExternalId) -> NodeValue {
        let graph = self.graph;
        let external = self.code.external(graph.external(external));
        let arguments = graph.arguments(id).iter();
        let arguments = arguments.map(|&argument| {
            let whole = self.code.local(graph.ty(argument));
            self.store_value(argument, &whole);
            whole.buffer
        });
        let arguments = arguments.collect();
        let results = graph.result_types(id).into_iter();
        let results: Vec<View> = results.map(|ty| self.code.local(ty)).collect();
        self.code.push(Statement::Call {
            external,
            arguments,
            results: results.iter().map(|view| view.buffer).collect(),
            site: graph.node(id).site,
        });
        NodeValue::Tuple(results.into_iter().map(NodeValue::stored).collect())
    }
}

pub(super) fn integer(value: i64) -> Atom {
    Atom::Literal(Literal::I64(value))
}

/// The values of a loop's body that code in it may move over: those must be in buffers, and are
/// put there once, before the loop, rather than in each iteration.
fn moved_over(body: &Graph) -> HashSet<NodeId, FxBuildHasher> {
    let mut nodes = HashSet::default();
    for id in body.ids() {
        if matches!(
            body.op(id),
            Op::Gather(_) | Op::PartAt(_) | Op::Branch(..) | Op::Scan(..) | Op::Broadcast(_)
        ) {
            let arguments = body.arguments(id).iter().copied();
            // A table has any number of rows.
            let is_proper = |&id: &NodeId| body.ty(id).shape.count().known() != Some(1);
            let proper = arguments.filter(is_proper);
            nodes.extend(proper);
        }
    }
    nodes
}
