//! Scheduling: from a graph to a program.
//!
//! Small tensors become scalars in straight-line code; larger ones become loops over buffers, with
//! one nest for each node that cannot be computed inside the nest of its consumer. All reductions
//! add in the order of [`graph_math::order`].
//!
//! | file | does |
//! |---|---|
//! | `size` | classifies tensors as small or large |
//! | `numbers` | recognises graphs of numbers, whose statements are as simple as their nodes |
//! | `plan` | assigns nodes to the loops of their consumers |
//! | `access`, `view` | compute the indices that loops read, through all views |
//! | `value` | locates the elements of a node |
//! | `straight` | computes small nodes |
//! | `kernel` | builds the computation of one loop nest |
//! | `store`, `boxes`, `vector` | elementwise nodes and assemblies in loops |
//! | `fold`, `lanes`, `columns`, `contraction`, `extremum` | reductions and contractions in loops |
//! | `kernel_call` | contractions that are products of matrices |
//! | `indexing`, `assembly` | gathering, scattering, assembling |
//! | `replace`, `in_place` | replacing parts, and arrays that are changed where they are |
//! | `sort` | sorting |
//! | `triangular` | factors of matrices and triangular systems |
//! | `regions` | branches, loops, functions of the host |
//! | `rows`, `row_blocks`, `merge` | loops with a row in each lane |
//! | `row_folds` | sums over the rows of loops |
//! | `effects` | prints and comparisons, if requested |
//! | `code` | writes the program |

mod access;
mod assembly;
mod boxes;
mod code;
mod columns;
mod contraction;
mod effects;
mod extremum;
mod fold;
mod in_place;
mod indexing;
mod kernel;
mod kernel_call;
mod lanes;
mod merge;
mod numbers;
mod plan;
mod regions;
mod replace;
mod row_blocks;
mod row_folds;
mod rows;
mod size;
mod sort;
mod store;
mod straight;
mod triangular;
mod value;
mod vector;
mod view;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

pub(super) use numbers::is_of_numbers;
pub use size::STATEMENT_LIMIT;

use code::Code;
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{ConstantOf, ExternalCall, Op, OpView, Project};
use graph_ir::passes::{MAX_INLINED, require_known_but_tables, unfolded_size};
use graph_ir::types::ValueType;
use in_place::TakesOver;
use plan::{Plan, Role};
use row_folds::RowFolds;
use size::scalar_limit;
use value::NodeValue;
use view::View;

use super::{Atom, Options, Program};

/// The program of a prepared graph as it is first written, before any pass.
///
/// # Errors
/// As [`Pipeline::schedule`](super::Pipeline::schedule).
pub(super) fn lower(graph: &Graph, options: Options) -> Result<Program> {
    require_known_but_tables(graph)?;
    if unfolded_size(graph) > MAX_INLINED {
        return Err(Error::TooManyNodes { limit: MAX_INLINED });
    }
    let mut code = Code::new(graph.name());
    let inputs = graph.inputs().iter();
    let inputs: Vec<NodeValue> = inputs
        .map(|input| NodeValue::stored(code.input(graph.ty(input.node), &input.name)))
        .collect();
    let outputs = graph.outputs().iter();
    let outputs: Vec<Option<View>> = outputs
        .map(|output| Some(code.output(graph.ty(output.node), &output.name)))
        .collect();
    let settings = Settings {
        limit: scalar_limit(graph, options),
        effects: options.effects,
        scalars: options.scalars,
        finite: options.finite,
    };
    code.reserve(graph.ids().map(|id| statements(graph, id)).sum());
    let given = Given {
        writable: alloc::vec![false; inputs.len()],
        inputs,
        carried: 0..0,
        outputs: &outputs,
    };
    lower_graph(&mut code, graph, settings, given)?;
    Ok(code.finish())
}

/// How many statements a node of one element is: about as many as it has terms, or pieces.
fn statements(graph: &Graph, id: NodeId) -> usize {
    let is_of_pieces = matches!(graph.op(id), Op::Sum | Op::Assemble(_));
    if is_of_pieces {
        graph.arguments(id).len()
    } else {
        1
    }
}

/// The values that a graph is computed with.
struct Given<'v> {
    inputs: Vec<NodeValue>,
    /// For each input whether its memory may be overwritten.
    writable: Vec<bool>,
    /// The inputs that are carried values of a loop, whose next ones are the first outputs.
    carried: Range<usize>,
    /// Where each output is stored; one for which this says nothing is given back.
    outputs: &'v [Option<View>],
}

/// Computes a graph.
fn lower_graph(
    code: &mut Code,
    graph: &Graph,
    settings: Settings,
    given: Given<'_>,
) -> Result<Vec<NodeValue>> {
    let Given {
        inputs,
        writable,
        carried,
        outputs,
    } = given;
    let plan = Plan::new(graph, settings, &carried);
    let mut lowering = Lowering {
        code,
        graph,
        settings,
        limit: settings.limit,
        takes_over: TakesOver::new(graph, &plan, settings, &writable, &carried),
        row_folds: RowFolds::new(graph, settings.limit),
        plan,
        values: alloc::vec![NodeValue::Pending; graph.len()],
        spilled: HashMap::default(),
        targets: HashMap::default(),
        operands: Vec::new(),
    };
    for (input, value) in graph.inputs().iter().zip(inputs) {
        lowering.name_value(&value, &input.name);
        lowering.values[input.node.index()] = value;
    }
    for (output, target) in graph.outputs().iter().zip(outputs) {
        if let Some(target) = target {
            lowering.aim(lowering.takes_over.origin(graph, output.node), target);
        }
    }
    let is_large = |row: usize| lowering.plan.is_large(graph.outputs()[row].node);
    let rows = (0..outputs.len()).filter(|&i| in_place::is_row_of_input(graph, &carried, i));
    let rows: Vec<usize> = rows.filter(|&row| is_large(row)).collect();
    for &row in &rows {
        if let Some(target) = &outputs[row] {
            lowering.store_value(graph.outputs()[row].node, target);
        }
    }
    let wanted = if settings.effects {
        graph.effects()
    } else {
        &[]
    };
    let mut effects = wanted.iter().peekable();
    for id in graph.ids() {
        while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
            lowering.effect(effect);
        }
        lowering.node(id)?;
    }
    effects.for_each(|effect| lowering.effect(effect));
    lowering.outputs(outputs, &rows)
}

/// The settings of a graph and all graphs inside it.
#[derive(Clone, Copy)]
struct Settings {
    /// Tensors of at most this many elements become scalars.
    limit: usize,
    /// Whether effects are part of the program.
    effects: bool,
    /// Whether there are neither lanes nor kernels.
    scalars: bool,
    /// Whether numbers are taken to be finite.
    finite: bool,
}

/// One graph (or region) on its way into the program.
struct Lowering<'a> {
    code: &'a mut Code,
    graph: &'a Graph,
    settings: Settings,
    limit: usize,
    plan: Plan,
    takes_over: TakesOver,
    row_folds: RowFolds,
    values: Vec<NodeValue>,
    /// Buffers that values without one were written to.
    spilled: HashMap<NodeId, View, FxBuildHasher>,
    /// Where the results of a node (a tuple's under their positions) are wanted.
    targets: HashMap<(NodeId, usize), View, FxBuildHasher>,
    /// Room for the operands of a statement.
    operands: Vec<Atom>,
}

impl Lowering<'_> {
    /// Computes a node, unless a kernel will.
    fn node(&mut self, id: NodeId) -> Result<()> {
        if self.plan.role(id) != Role::Own || self.row_folds.contains(id) {
            return Ok(());
        }
        if plan::is_elementwise(self.graph.op(id)) {
            let value = self.elementwise(id);
            self.keep_value(id, value);
            return Ok(());
        }
        let view = self.graph.view(id);
        let value = match view {
            OpView::Input(_) => return Ok(()),
            OpView::Constant(ConstantOf(constant)) => {
                self.constant(id, self.graph.constant(constant))
            }
            OpView::Broadcast(_)
            | OpView::Transpose(_)
            | OpView::Slice(_)
            | OpView::Windows(_)
            | OpView::Reshape(_) => self.view(id),
            OpView::Scalar(_)
            | OpView::Cast(_)
            | OpView::Select(_)
            | OpView::Sum(_)
            | OpView::StopGradient(_) => self.elementwise(id),
            OpView::Reduce(_) => self.reduce(id),
            OpView::Contract(_) => self.contract(id),
            OpView::Assemble(_) => self.assemble(id),
            OpView::Gather(gather) => self.gather(id, gather.axis),
            OpView::ScatterAdd(scatter) => self.scatter_add(id, scatter.axis),
            OpView::PartAt(part) => self.part_at(id, &part.axes),
            OpView::Replace(replace) => self.replace(id, &replace.axes),
            OpView::ArgSort(sort) => self.argsort(id, sort.axis),
            OpView::Algebra(op) if self.graph.algebra_kernel(id).is_some() => {
                self.triangular(id, op)
            }
            OpView::Algebra(_) => return Err(not_prepared(view.rules().name())),
            OpView::Project(Project(position)) => self.project(id, position),
            OpView::Branch(branch) => self.branch(id, [branch.then, branch.otherwise])?,
            OpView::Scan(scan) => self.scan(id, &scan)?,
            OpView::External(ExternalCall(external)) => self.external(id, external),
            OpView::Call(_)
            | OpView::Extent(_)
            | OpView::Iota(_)
            | OpView::Cumulate(_)
            | OpView::Sort(_)
            | OpView::Composite(_) => return Err(not_prepared(view.rules().name())),
        };
        self.keep_value(id, value);
        Ok(())
    }

    /// Keeps the value of a node, under the node's name.
    fn keep_value(&mut self, id: NodeId, value: NodeValue) {
        if let Some(name) = self.graph.node_name(id) {
            self.name_value(&value, name);
        }
        self.values[id.index()] = value;
    }

    /// Names the variables or the buffer that hold a value, as far as they have no names.
    fn name_value(&mut self, value: &NodeValue, name: &str) {
        match value {
            _ if name.is_empty() => {}
            NodeValue::Uniform(atom) => self.code.name_atom(*atom, name, None),
            NodeValue::Elements(elements) => {
                for (position, &atom) in elements.iter().enumerate() {
                    self.code.name_atom(atom, name, Some(position));
                }
            }
            NodeValue::Stored(view) => self.code.name_buffer(view.buffer, name),
            NodeValue::Pending | NodeValue::Tuple(_) => {}
        }
    }

    fn elementwise(&mut self, id: NodeId) -> NodeValue {
        if self.is_large(id) {
            let taken = self.takes_over.of_kernel(id);
            let target = match taken {
                Some(whole) => self.stored(whole),
                None => self.target(id, 0),
            };
            self.store_kernel(id, &target);
            if taken.is_some() {
                self.code.forget_loads(target.buffer);
            }
            return NodeValue::stored(target);
        }
        self.small_elementwise(id)
    }

    fn view(&mut self, id: NodeId) -> NodeValue {
        let graph = self.graph;
        let argument = graph.arguments(id)[0];
        let from = &graph.ty(argument).shape;
        let to = &graph.ty(id).shape;
        match &self.values[argument.index()] {
            NodeValue::Uniform(atom) => return NodeValue::Uniform(*atom),
            NodeValue::Elements(elements) if !self.is_large(id) => {
                let elements = straight::permuted(graph, id, from, to, elements);
                return NodeValue::from_elements(elements);
            }
            _ => {}
        }
        let view = self.stored(argument);
        let seen = view.seen_through(&graph.view(id), to);
        let seen = seen.or_else(|| view.reshape(&from.extents(), &to.extents()));
        match seen.map(NodeValue::stored) {
            Some(value) if self.takes_over.loads(graph, &self.plan, id) => {
                NodeValue::from_elements(self.value_elements(&value, &to.extents()))
            }
            Some(value) => value,
            None if !self.is_large(id) => NodeValue::from_elements(self.elements(argument)),
            None => NodeValue::stored(self.copy(argument, &view).reshaped(to)),
        }
    }

    fn project(&mut self, id: NodeId, position: usize) -> NodeValue {
        let tuple = self.graph.arguments(id)[0];
        match &self.values[tuple.index()] {
            NodeValue::Tuple(parts) => parts[position].clone(),
            other => other.clone(),
        }
    }

    /// Says where the value of a node is wanted.
    fn aim(&mut self, id: NodeId, target: &View) {
        let key = if let Op::Project(position) = self.graph.op(id) {
            (self.graph.arguments(id)[0], position as usize)
        } else {
            (id, 0)
        };
        self.targets.entry(key).or_insert_with(|| target.clone());
    }

    /// Where to compute a large result: where it is wanted, or a new buffer.
    fn target(&mut self, id: NodeId, position: usize) -> View {
        match self.targets.remove(&(id, position)) {
            Some(target) => target,
            None => self.code.local(self.graph.result_types(id)[position]),
        }
    }

    fn is_large(&self, id: NodeId) -> bool {
        match self.graph.value_type(id) {
            ValueType::Tensor(_) => self.plan.is_large(id),
            ValueType::Tuple(_) => false,
        }
    }

    /// Stores the outputs that are not yet where they are wanted; some have been stored.
    fn outputs(mut self, wanted: &[Option<View>], stored: &[usize]) -> Result<Vec<NodeValue>> {
        let mut values = Vec::with_capacity(wanted.len());
        for (position, (output, wanted)) in self.graph.outputs().iter().zip(wanted).enumerate() {
            let value = self.values[output.node.index()].clone();
            if let (Some(wanted), false) = (wanted, stored.contains(&position)) {
                let there = matches!(&value, NodeValue::Stored(view) if view.is_same(wanted));
                if !there {
                    self.store_value(output.node, wanted);
                }
            }
            values.push(value);
        }
        Ok(values)
    }
}

fn not_prepared(what: &str) -> Error {
    Error::NotPrepared {
        what: what.to_string(),
    }
}
