//! A graph as a document: operators of a file under their own names, and everything else said
//! with operators of MXNet.
//!
//! [`Document::from_graph`] tells what becomes what.

mod assemble;
mod constant;
mod draft;
mod entries;
mod index;
mod names;
mod nested;
mod product;
mod reduce;
mod scalar;
mod tensor;
mod view;
mod walk;

use super::annotation;
use super::document::{Document, Entry, Node};
use super::document_to_graph::format_name;
use super::graph_attribute::GraphAttribute;
use super::operators::{Flavour, check_shape, shown};
use super::signature::Signature;
use crate::Error;
use alloc::format;
use alloc::vec::Vec;
use draft::Draft;
use graph_ir::Graph;
use graph_ir::graph::{FunctionKind, InputKind};
use graph_ir::ops::Op;
use names::distinguish;
use scalar::Bodies;
use tensor::{Dtype, Source, Tensor, extents};
use walk::refuse_at;

/// The version of MXNet whose operators these are.
const PRESENT_VERSION: i64 = 10901;

impl Document {
    /// The document of a graph.
    ///
    /// A graph that was read from a file is written as that file, as far as the heads reach: its
    /// calls keep the operators of the file. Any other graph becomes a file of MXNet 1.9.1, which
    /// has the most operators, and computes the same to rounding:
    ///
    /// | in the graph | in the document |
    /// |---|---|
    /// | inputs | variables, with shape and type in `__shape__` and `__dtype__` |
    /// | shapes without axes | `(1,)` |
    /// | constants | `_zeros`, `_ones`, `_full`, or an attribute of the operator that uses them; several of them in a `Concat` where elements differ |
    /// | scalar operators | the operator of that name, else what the operator's body says |
    /// | `bool` | the numbers 0 and 1, and `logical_*` |
    /// | integers | double precision numbers, exact up to 2^53 |
    /// | `f32`, `f64` and the generic float | `float32`, `float64`, `float64` |
    /// | views | `Reshape`, `transpose`, `broadcast_to`, `slice`, `slice_axis` |
    /// | windows | slices, one for each position within a window, in a `Concat` |
    /// | pieces put together | `Concat`, with `where` for pieces that interleave; sums of such where they overlap, in which a negative zero may become a positive one |
    /// | reductions, n-ary sum | `sum`, `prod`, `max`, `min`, `argmax`, `argmin`, `add_n` |
    /// | contraction | `dot`, `batch_dot`; an absolute one `where` and `sum` |
    /// | `gather`, `scatter_add` | `take`, `_backward_gather_nd` |
    /// | composites | `softmax`, `log_softmax`, `mean`, `norm` where these take the axes, else their bodies |
    /// | branch | both sides, and `where` on each result |
    /// | loop, call | their bodies, once for each iteration |
    /// | operators of MXNet | themselves, with their attributes |
    /// | control dependencies | control dependencies |
    ///
    /// Names of inputs, outputs and nodes become names of nodes as far as they tell nodes apart.
    /// Attributes of the graph note the inputs and outputs as they are ([`Document::to_graph`]
    /// gives them back so), since the format puts inputs in an order of its own. The attributes `shape`
    /// and `dtype` tell the shape and type of every entry, as NNVM's passes do. `node_row_ptr` and
    /// `arg_nodes` are made anew. Nodes that neither outputs nor effects need are left out.
    ///
    /// Derivatives of what is read back agree too, but where `max` and `min` over axes have a tie:
    /// the format passes the derivative to all elements, the graph to the first.
    ///
    /// # Errors
    ///
    /// [`Error::Unrepresentable`], naming the node, for a function of the host, an effect other
    /// than a control dependency, an input or output without elements, no output, an integer beyond 2^53, and
    /// a tensor larger than the format's. [`Error::TooLarge`] if loops and calls make millions of
    /// nodes; a loop that does so by itself is named before any of it is written.
    pub fn from_graph(graph: &Graph) -> Result<Self, Error> {
        let file = annotation::flavour(graph).filter(|&flavour| is_file(graph, flavour));
        let mut writer = Writer {
            draft: Draft::new(file.unwrap_or(Flavour::Mxnet), graph.len()),
            bodies: Bodies::new(),
            depth: 0,
            sides: 0,
        };
        let inputs = writer.inputs(graph)?;
        let values = writer.function(graph, &inputs)?;
        writer.outputs(graph, &values)?;
        writer.annotate(graph, &inputs, file)?;
        Ok(writer.draft.finish())
    }
}

/// A graph that is being written.
struct Writer {
    draft: Draft,
    bodies: Bodies,
    /// How many functions the present one is inside of.
    depth: usize,
    /// How many of them are sides of branches that may not be taken.
    sides: usize,
}

impl Writer {
    fn inputs(&mut self, graph: &Graph) -> Result<Vec<Tensor>, Error> {
        let mut tensors = Vec::with_capacity(graph.inputs().len());
        for input in graph.inputs() {
            let ty = graph.ty(input.node);
            let extents = extents(&ty.shape);
            if let Err(expected) = check_shape(&extents) {
                let what = format!("the input {:?} of shape {}", input.name, shown(&extents));
                let why = format!("the format has {expected}");
                return Err(refuse_at(&self.draft, what, why.into()));
            }
            let id = self.draft.push(Node::variable(&*input.name))?;
            tensors.push(Tensor {
                source: Source::Entry(Entry::new(id, 0)),
                extents,
                dtype: Dtype::of(ty.element),
            });
        }
        Ok(tensors)
    }

    fn outputs(&mut self, graph: &Graph, values: &[Tensor]) -> Result<(), Error> {
        if graph.outputs().is_empty() {
            let why = "the format has at least one head".into();
            return Err(refuse_at(
                &self.draft,
                "a graph without outputs".into(),
                why,
            ));
        }
        for (output, value) in graph.outputs().iter().zip(values) {
            if value.is_empty() {
                let what = format!("the output {:?} without elements", output.name);
                let why = "the format has none such".into();
                return Err(refuse_at(&self.draft, what, why));
            }
            let head = self.draft.entry(value)?;
            self.draft.document.heads.push(head);
            self.draft.name(head, &output.name);
        }
        Ok(())
    }

    /// Puts the nodes in order and adds everything that is not computed.
    fn annotate(
        &mut self,
        graph: &Graph,
        inputs: &[Tensor],
        file: Option<Flavour>,
    ) -> Result<(), Error> {
        let document = &mut self.draft.document;
        annotation::restore(document, graph)?;
        let variables = inputs.iter().filter_map(|input| match input.source {
            Source::Entry(entry) => Some(entry.node),
            Source::Number(_) => None,
        });
        let mut variables: Vec<u32> = variables.collect();
        if file.is_none() {
            for (&id, input) in variables.iter().zip(inputs) {
                let node = &mut document.nodes[id as usize];
                node.set_attribute("__shape__", shown(&input.extents));
                if node.attribute("__dtype__").is_none() {
                    node.set_attribute("__dtype__", input.dtype.number());
                }
            }
            document.attributes.retain(|(_, value)| describes(value));
        }
        self.draft.arrange(&mut variables);
        let document = &mut self.draft.document;
        let version = GraphAttribute::Int(PRESENT_VERSION);
        match file {
            None => {
                distinguish(&mut document.nodes, &variables);
                document.attributes.retain(|(key, _)| key != MXNET_VERSION);
                document.attributes.push((MXNET_VERSION.into(), version));
                signature(graph, &variables, document).write(document);
                entries::note(document)?;
            }
            Some(Flavour::Mxnet) if document.attribute(MXNET_VERSION).is_none() => {
                document.attributes.push((MXNET_VERSION.into(), version));
            }
            Some(_) => {}
        }
        Ok(())
    }
}

const MXNET_VERSION: &str = "mxnet_version";

/// Whether every node is an input or an operator of a file of this program.
fn is_file(graph: &Graph, flavour: Flavour) -> bool {
    graph.ids().all(|id| match graph.op(id) {
        Op::Input(_) | Op::Project(_) => true,
        Op::Call(function) => match &graph.function(function).kind {
            FunctionKind::Foreign(foreign) => foreign.format == format_name(flavour),
            FunctionKind::Plain | FunctionKind::WithRule(_) => false,
        },
        _ => false,
    })
}

/// Whether an attribute of the document that a graph came from still describes it when the graph
/// has changed: lists of numbers are about the entries of that document.
fn describes(value: &GraphAttribute) -> bool {
    use GraphAttribute::{Dictionary, Int, Text, Texts};
    matches!(value, Int(_) | Text(_) | Texts(_) | Dictionary(_))
}

fn signature(graph: &Graph, variables: &[u32], document: &Document) -> Signature {
    let inputs = graph.inputs().iter().zip(variables);
    let outputs = graph.outputs().iter();
    let positions = (0_i64..).zip(graph.inputs());
    let dynamic = positions.filter(|(_, input)| input.kind == InputKind::Dynamic);
    Signature {
        name: graph.name().into(),
        inputs: inputs
            .map(|(input, &id)| {
                let shape = graph.ty(input.node).shape.extents();
                (document.nodes[id as usize].name.clone(), shape)
            })
            .collect(),
        dynamic: dynamic.map(|(position, _)| position).collect(),
        outputs: outputs
            .map(|output| (output.name.clone(), graph.ty(output.node).shape.extents()))
            .collect(),
    }
}
