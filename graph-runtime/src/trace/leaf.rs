//! One operator, or one effect, as a graph of its own that is evaluated.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use graph_ir::graph::{Effect, NodeId};
use graph_ir::ops::Op;
use graph_ir::types::ValueType;
use graph_ir::{Builder, Graph, Wire};

use crate::execute::{AsValues, Executable, Host, Kept, Outcome, Result, Values, Workspace};

/// Operators that are prepared for evaluation, each when it is called first.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    leaves: Vec<Leaf>,
    /// By the address of the graph, which lives as long as the trace, and the node.
    of_node: BTreeMap<(usize, NodeId), usize>,
    /// By the address of the graph, and the number of the effect.
    of_effect: BTreeMap<(usize, usize), usize>,
    /// Scalar operators, by their names and types: graphs of millions of nodes have few of them.
    shared: BTreeMap<String, usize>,
}

#[derive(Debug)]
struct Leaf {
    executable: Executable,
    workspace: Workspace,
}

/// Values, shared with all who read them.
pub(super) type Operands = [Arc<Kept>];

impl Leaves {
    /// The results of one operator.
    pub(super) fn node(
        &mut self,
        graph: &Graph,
        id: NodeId,
        host: &mut Host<'_>,
        operands: &Operands,
    ) -> Result<Vec<Arc<Kept>>> {
        let key = (core::ptr::from_ref(graph) as usize, id);
        let known = self.of_node.get(&key).copied();
        let number = match known {
            Some(number) => number,
            None => {
                let number = self.prepare(graph, id)?;
                self.of_node.insert(key, number);
                number
            }
        };
        let (results, _) = self.leaves[number].run(host, operands)?;
        Ok(results)
    }

    /// Lets one effect happen.
    pub(super) fn effect(
        &mut self,
        graph: &Graph,
        number: usize,
        host: &mut Host<'_>,
        operands: &Operands,
    ) -> Result<Outcome> {
        let key = (core::ptr::from_ref(graph) as usize, number);
        let known = self.of_effect.get(&key).copied();
        let leaf = match known {
            Some(leaf) => leaf,
            None => {
                let leaf = self.push(&effect_alone(graph, &graph.effects()[number])?)?;
                self.of_effect.insert(key, leaf);
                leaf
            }
        };
        Ok(self.leaves[leaf].run(host, operands)?.1)
    }

    fn prepare(&mut self, graph: &Graph, id: NodeId) -> Result<usize> {
        let Op::Scalar(op) = graph.op(id) else {
            return self.push(&alone(graph, id)?);
        };
        let mut key = alloc::format!("{op:?} {}", graph.ty(id));
        for &argument in graph.arguments(id) {
            // Writing into a string does not fail.
            let _ = write!(key, " {}", graph.ty(argument));
        }
        if let Some(&number) = self.shared.get(&key) {
            return Ok(number);
        }
        let number = self.push(&alone(graph, id)?)?;
        self.shared.insert(key, number);
        Ok(number)
    }

    fn push(&mut self, graph: &Graph) -> Result<usize> {
        let executable = Executable::new(graph)?;
        let workspace = executable.workspace()?;
        self.leaves.push(Leaf {
            executable,
            workspace,
        });
        Ok(self.leaves.len() - 1)
    }
}

impl Leaf {
    fn run(
        &mut self,
        host: &mut Host<'_>,
        operands: &Operands,
    ) -> Result<(Vec<Arc<Kept>>, Outcome)> {
        let inputs: Vec<Values<'_>> = operands.iter().map(|own| own.as_values()).collect();
        let outcome = self.executable.run(host, &mut self.workspace, &inputs)?;
        let count = self.executable.output_types().len();
        let results = (0..count).filter_map(|position| self.workspace.output(position));
        let results = results.map(|values| Arc::new(Kept::new(values)));
        Ok((results.collect(), outcome))
    }
}

/// The graph of one operator over inputs.
fn alone(graph: &Graph, id: NodeId) -> Result<Graph> {
    let builder = Builder::new();
    let operands = inputs(&builder, graph, graph.arguments(id));
    let node = builder.copy_node(graph, id, &operands)?;
    match graph.value_type(id) {
        ValueType::Tensor(_) => builder.output("", node)?,
        ValueType::Tuple(parts) => {
            for position in 0..parts.len() {
                builder.output("", builder.project(node, position)?)?;
            }
        }
    }
    drop(operands);
    Ok(builder.finish()?)
}

/// The graph of one effect of inputs.
fn effect_alone(graph: &Graph, effect: &Effect) -> Result<Graph> {
    let builder = Builder::new();
    let operands = inputs(&builder, graph, &effect.arguments);
    let wires: BTreeMap<NodeId, Wire<'_>> = { effect.arguments.iter().copied() }
        .zip(operands.iter().copied())
        .collect();
    builder.copy_effect(effect, |id| wires[&id])?;
    drop((operands, wires));
    Ok(builder.finish()?)
}

fn inputs<'b>(builder: &'b Builder, graph: &Graph, nodes: &[NodeId]) -> Vec<Wire<'b>> {
    let kind = graph_ir::graph::InputKind::Dynamic;
    let inputs = nodes.iter();
    inputs
        .map(|&node| builder.input("", graph.ty(node).clone(), kind))
        .collect()
}
