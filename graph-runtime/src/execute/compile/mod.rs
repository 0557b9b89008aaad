//! From a graph to code: each graph, the whole one and those inside it, becomes one block.
//!
//! Only what results and effects need is computed. Inner graphs are followed by recursion, to the
//! bounded depth that a graph has; the nodes of a graph are not.

mod elementwise;
mod indexing;
mod inner;
mod lower;
mod lowering;
mod products;
mod views;

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::Type;
use graph_ir::graph::{Function, Graph};

use crate::execute::code::{Block, Code, Port};
use crate::execute::constants::Placed;
use crate::execute::error::{ExecuteError, Result};
use crate::execute::place::{Extents, Kind, Operand, Origin, Place};
use lowering::Lowering;

/// The code of a graph whose values take at most `limit` bytes.
pub(in crate::execute) fn compile(graph: &Graph, limit: u64) -> Result<Code> {
    let mut compiler = Compiler {
        blocks: Vec::new(),
        functions: BTreeMap::new(),
        constants: Vec::new(),
        fixed: Extents::default(),
        limit,
    };
    let mut inputs = Vec::with_capacity(graph.inputs().len());
    for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
        let operand = compiler.fix(ty)?;
        inputs.push(port(&input.name, ty, operand));
    }
    let places = inputs.iter().map(|input| input.operand.place).collect();
    let main = compiler.block(graph, places, 0)?;
    let operands = &compiler.blocks[main].outputs;
    let outputs = graph.outputs().iter().zip(graph.output_types());
    let outputs = outputs.zip(operands);
    let outputs = outputs.map(|((output, ty), &operand)| port(&output.name, ty, operand));
    let outputs = outputs.collect();
    compiler.check(compiler.blocks[main].total)?;
    Ok(Code {
        main,
        inputs,
        outputs,
        blocks: compiler.blocks,
        constants: compiler.constants,
        fixed: compiler.fixed,
    })
}

fn port(name: &str, ty: &Type, operand: Operand) -> Port {
    Port {
        name: name.to_string(),
        ty: ty.clone(),
        operand,
    }
}

struct Compiler {
    blocks: Vec<Block>,
    /// The block of each function, by identity.
    functions: BTreeMap<usize, usize>,
    constants: Vec<Placed>,
    /// The size of inputs and constants.
    fixed: Extents,
    limit: u64,
}

impl Compiler {
    /// A fixed place for a value.
    fn fix(&mut self, ty: &Type) -> Result<Operand> {
        let (kind, len) = (Kind::of(ty.element)?, ty.shape.size());
        let start = self.fixed.allocate(kind, len, self.limit)?;
        Operand::new(ty, Place::fixed(start))
    }

    /// The block of a function inside a graph.
    fn function(&mut self, function: &Arc<Function>) -> Result<usize> {
        let identity = Arc::as_ptr(function) as usize;
        let block = match self.functions.get(&identity) {
            Some(&block) => block,
            None => self.inner(&function.graph)?,
        };
        self.functions.insert(identity, block);
        Ok(block)
    }

    /// The block of a graph inside a graph.
    fn inner(&mut self, graph: &Graph) -> Result<usize> {
        let arguments = graph.inputs().len();
        let places = (0..arguments).map(|position| Place {
            origin: Origin::Argument(position as u32),
            offset: 0,
        });
        self.block(graph, places.collect(), arguments)
    }

    fn block(&mut self, graph: &Graph, inputs: Vec<Place>, arguments: usize) -> Result<usize> {
        let mut lowering = Lowering::new(self, graph, inputs, arguments);
        lowering.functions()?;
        let needed = lowering.needed();
        let mut effects = graph.effects().iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                lowering.effect(effect)?;
            }
            if needed[id.index()] {
                lowering.node(id)?;
            }
        }
        for effect in effects {
            lowering.effect(effect)?;
        }
        let block = lowering.finish()?;
        self.check(block.total)?;
        self.blocks.push(block);
        Ok(self.blocks.len() - 1)
    }

    /// Refuses frames that need too much memory together with what is fixed.
    fn check(&self, frames: Extents) -> Result<()> {
        let (bytes, limit) = (self.fixed.plus(frames).bytes(), self.limit);
        if bytes > limit {
            return Err(ExecuteError::TooLarge { bytes, limit });
        }
        Ok(())
    }
}
