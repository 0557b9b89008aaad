//! One graph on its way to a block: where its values lie, and the steps so far.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

use graph_ir::Type;
use graph_ir::graph::{ConstantId, Effect, FunctionId, Graph, NodeId};
use graph_ir::ops::{Op, Scan};

use super::Compiler;
use crate::execute::code::{Block, Step};
use crate::execute::constants::Placed;
use crate::execute::error::Result;
use crate::execute::place::{Extents, Kind, Operand, Place};
use crate::execute::steps::effects;

/// One graph on its way to a block.
pub(super) struct Lowering<'c, 'g> {
    compiler: &'c mut Compiler,
    pub(super) graph: &'g Graph,
    inputs: Vec<Place>,
    /// Where the value of each node lies that yields a tensor and has been lowered.
    places: Vec<Place>,
    /// Where the values of each node lie that yields several.
    tuples: BTreeMap<NodeId, Vec<Place>>,
    constants: BTreeMap<ConstantId, Place>,
    functions: BTreeMap<FunctionId, usize>,
    block: Block,
    /// What the blocks that it runs need above its own frame and arguments.
    above: Extents,
    tables: usize,
    height: usize,
}

impl<'c, 'g> Lowering<'c, 'g> {
    pub(super) fn new(
        compiler: &'c mut Compiler,
        graph: &'g Graph,
        inputs: Vec<Place>,
        arguments: usize,
    ) -> Self {
        Self {
            compiler,
            graph,
            inputs,
            places: alloc::vec![Place::fixed(0); graph.len()],
            tuples: BTreeMap::new(),
            constants: BTreeMap::new(),
            functions: BTreeMap::new(),
            block: Block {
                arguments,
                ..Block::default()
            },
            above: Extents::default(),
            tables: 0,
            height: 0,
        }
    }

    /// Compiles the functions that nodes refer to.
    pub(super) fn functions(&mut self) -> Result<()> {
        for id in self.graph.ids() {
            for function in functions_of(self.graph, id).into_iter().flatten() {
                if !self.functions.contains_key(&function) {
                    let inner = self.graph.function(function);
                    let block = self.compiler.function(inner)?;
                    self.functions.insert(function, block);
                }
            }
        }
        Ok(())
    }

    /// Which nodes results and effects need.
    pub(super) fn needed(&self) -> Vec<bool> {
        let graph = self.graph;
        let mut needed = alloc::vec![false; graph.len()];
        let effects = graph.effects().iter().flat_map(|effect| &effect.arguments);
        let results = graph.outputs().iter().map(|output| &output.node);
        for id in results.chain(effects) {
            needed[id.index()] = true;
        }
        for id in graph.ids().rev() {
            if needed[id.index()] || graph.node_acts(id) {
                needed[id.index()] = true;
                for argument in graph.arguments(id) {
                    needed[argument.index()] = true;
                }
            }
        }
        needed
    }

    /// Notes an effect that happens after the steps so far.
    pub(super) fn effect(&mut self, effect: &Effect) -> Result<()> {
        let lowered = effects::lower(self.graph, effect, |id| self.operand(id))?;
        let step = self.block.steps.len();
        self.block
            .effects
            .extend(lowered.map(|effect| (step, effect)));
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Block> {
        let outputs = self.graph.outputs().iter();
        let outputs = outputs.map(|output| self.operand(output.node));
        let outputs = outputs.collect::<Result<_>>()?;
        Ok(Block {
            outputs,
            total: self.block.frame.plus(self.above),
            tables: self.block.arguments + self.tables,
            height: self.height + 1,
            ..self.block
        })
    }

    /// A constant of the graph, with its place.
    pub(super) fn constant(&mut self, id: ConstantId) -> Result<Place> {
        if let Some(&place) = self.constants.get(&id) {
            return Ok(place);
        }
        let constant = self.graph.constant(id);
        let operand = self.compiler.fix(&constant.ty())?;
        let placed = Placed::new(constant, operand.kind, operand.place.offset);
        self.compiler.constants.push(placed);
        self.constants.insert(id, operand.place);
        Ok(operand.place)
    }

    /// The place of an input of the graph.
    pub(super) fn input(&self, position: u32) -> Place {
        self.inputs[position as usize]
    }

    /// The value of a node that has been lowered and yields a tensor.
    pub(super) fn operand(&self, id: NodeId) -> Result<Operand> {
        Operand::new(self.graph.ty(id), self.places[id.index()])
    }

    /// The values of a node's arguments.
    pub(super) fn operands(&self, id: NodeId) -> Result<Vec<Operand>> {
        let arguments = self.graph.arguments(id).iter();
        arguments.map(|&argument| self.operand(argument)).collect()
    }

    /// The place of one value of a node that yields several.
    pub(super) fn part(&self, tuple: NodeId, position: u32) -> Place {
        self.tuples[&tuple][position as usize]
    }

    /// Where the frame ends.
    pub(super) fn frame(&self) -> Extents {
        self.block.frame
    }

    /// A place in the frame for the value of a node.
    pub(super) fn allocate(&mut self, id: NodeId) -> Result<Operand> {
        let result = self.allocate_type(self.graph.ty(id))?;
        self.place(id, result.place);
        Ok(result)
    }

    /// Places in the frame for the values of a node that yields several.
    pub(super) fn allocate_all(&mut self, id: NodeId) -> Result<Vec<Operand>> {
        let types = self.graph.result_types(id).into_iter();
        let results = types.map(|ty| self.allocate_type(ty));
        let results: Vec<Operand> = results.collect::<Result<_>>()?;
        let places = results.iter().map(|result| result.place);
        self.tuples.insert(id, places.collect());
        Ok(results)
    }

    /// Another place in the frame for a value of the same type.
    pub(super) fn allocate_like(&mut self, operand: Operand) -> Result<Operand> {
        let (kind, limit) = (operand.kind, self.compiler.limit);
        let start = self.block.frame.allocate(kind, operand.len, limit)?;
        let place = Place::frame(start);
        Ok(Operand { place, ..operand })
    }

    fn allocate_type(&mut self, ty: &Type) -> Result<Operand> {
        self.allocate_like(Operand::new(ty, Place::frame(0))?)
    }

    /// A fixed place for elements that are zero and stay so.
    pub(super) fn zero(&mut self, kind: Kind) -> Result<Place> {
        let start = self.compiler.fixed.allocate(kind, 1, self.compiler.limit)?;
        Ok(Place::fixed(start))
    }

    /// Notes that a node's value lies at a place.
    pub(super) fn place(&mut self, id: NodeId, place: Place) {
        self.places[id.index()] = place;
    }

    /// Appends the step that computes a node.
    pub(super) fn step(&mut self, id: NodeId, step: Step) {
        let fails = matches!(step, Step::Gather(_) | Step::ScatterAdd(_) | Step::Call(_));
        if let (true, Some(name)) = (fails, self.graph.node_name(id)) {
            self.block.names.insert(id, name.to_string());
        }
        self.block.steps.push(step);
        self.block.nodes.push(id);
    }

    /// The block of a function, which a step of this one is going to run.
    pub(super) fn run(&mut self, function: FunctionId) -> usize {
        let block = self.functions[&function];
        self.run_block(block);
        block
    }

    /// The block of a graph made for a node, which a step of this one is going to run.
    pub(super) fn run_graph(&mut self, graph: &Graph) -> Result<usize> {
        let block = self.compiler.inner(graph)?;
        self.run_block(block);
        Ok(block)
    }

    fn run_block(&mut self, block: usize) {
        let block = &self.compiler.blocks[block];
        self.above = self.above.max(block.total);
        self.tables = self.tables.max(block.tables);
        self.height = self.height.max(block.height);
    }

    /// Makes room for the arguments of a function of the host, and gives where they begin among
    /// the arguments of this block.
    pub(super) fn room(&mut self, arguments: usize) -> usize {
        self.tables = self.tables.max(arguments);
        self.block.arguments
    }
}

/// The functions that a node refers to.
fn functions_of(graph: &Graph, id: NodeId) -> [Option<FunctionId>; 2] {
    match graph.op(id) {
        Op::Branch(then, otherwise) => [Some(then), Some(otherwise)],
        Op::Scan(list) => [Some(Scan::from_list(graph.list(list)).body), None],
        Op::Call(function) => [Some(function), None],
        _ => [None, None],
    }
}
