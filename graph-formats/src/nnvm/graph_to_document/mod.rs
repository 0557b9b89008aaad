//! Conversion of a graph to a document: operators from a file of the same program keep their names,
//! and all others are expressed by operators of the format.
//!
//! [`Document::from_graph_as`] documents the conversion.

mod assemble;
mod constant;
mod contraction;
mod draft;
mod entries;
mod index;
mod names;
mod nested;
mod reduce;
mod scalar;
mod simplify;
mod special;
mod tensor;
mod view;
mod walk;
mod words;

use super::annotation;
use super::document::{Document, Entry, Node};
use super::document_to_graph::format_name;
use super::graph_attribute::GraphAttribute;
use super::operators::{Flavour, check_shape, shown};
use super::signature::Signature;
use super::tags;
use crate::Error;
use crate::refusal::{impossible, unwritten};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use draft::Draft;
use graph_ir::graph::{FunctionKind, InputKind};
use graph_ir::ops::Op;
use graph_ir::passes::guarded;
use graph_ir::{Element, Graph, NodeId};
use names::distinguish;
use scalar::Bodies;
use tensor::{Dtype, Tensor, TensorSource, extents};

/// The version of MXNet whose operators these are.
const PRESENT_VERSION: i64 = 10901;

impl Document {
    /// The document of a graph, with the operators of the program whose file it was read from. For
    /// any other graph, or one that has changed, the program is MXNet 1.9.1, which has the most
    /// operators.
    ///
    /// [`Document::from_graph_as`] documents the conversion.
    ///
    /// # Errors
    ///
    /// Those of [`Document::from_graph_as`].
    pub fn from_graph(graph: &Graph) -> Result<Self, Error> {
        let read = annotation::flavour(graph);
        let integers = annotation::integers(graph)?;
        let unchanged =
            read.filter(|&(flavour, signed)| is_file(graph, &integers, flavour, signed));
        let flavour = unchanged.map_or(Flavour::Mxnet, |(flavour, _)| flavour);
        Self::from_graph_as(graph, flavour)
    }

    /// The document of a graph in the words of a program: of MXNet 1.9.1, or of NNVM as it was last
    /// released, with TVM 0.6.1.
    ///
    /// A graph that was read from a file of that program is written as that file, as far as the
    /// heads reach: its calls keep the operators of the file, and a batch of any size stays one.
    /// Any other graph becomes a file that computes the same to rounding. Operators that the
    /// program lacks are expressed by others:
    ///
    /// | in the graph | for MXNet | for NNVM |
    /// |---|---|---|
    /// | inputs | variables, with shape and type in `__shape__` and `__dtype__` | the same |
    /// | shapes without axes | `(1,)` | the same |
    /// | constants | `_zeros`, `_ones`, `_full`, or an attribute of the operator that uses them; several of them in a `Concat` where elements differ | `zeros`, `ones`, `full`, an attribute; `concatenate` |
    /// | scalar operators | the operator of that name, else what the operator's body says | the same: there are arithmetic, `abs`, `sqrt`, `exp`, `log`, `tanh`, `sigmoid`, `relu`, rounding, powers, comparisons, and what these give, such as `sinh` and `log1p` |
    /// | `sin`, `cos`, `tan`, their inverses, `erf`, `erfc`, `gelu` | the same | refused |
    /// | `erf_inv`, `normal_cdf`, `ln_gamma`, `ln_beta` | `erfinv`, `erf`, `gammaln`, and arithmetic | refused |
    /// | `digamma`, `polygamma`, Bessel functions | refused | refused |
    /// | numbers beside a tensor | `_plus_scalar` and the like | `__add_scalar__` and the like if they are numbers of single precision, in which NNVM holds them; else tensors of one element, and `broadcast_add` and the like |
    /// | `bool` | the numbers 0 and 1, and `logical_*` | products, maxima and differences of these |
    /// | integers | double precision numbers, exact up to 2^53; those divided by one that is computed, which may be 0, are refused | the same |
    /// | `f32`, `f64` and the generic float | `float32`, `float64`, `float64` | the same |
    /// | views | `Reshape`, `transpose`, `broadcast_to`, `slice`, `slice_axis` | `reshape`, `transpose`, `broadcast_to`, `strided_slice` |
    /// | windows | slices, one for each position within a window, in a `Concat` | the same, in a `concatenate` |
    /// | pieces put together | `Concat`, with `where` for pieces that interleave; sums of such where they overlap, in which a negative zero may become a positive one | `concatenate` and `where` |
    /// | reductions, n-ary sum | `sum`, `prod`, `max`, `min`, `argmax`, `argmin`, `add_n` | the same, and `elemwise_sum` |
    /// | orders | `sort`, `argsort` | choices of up to 16 elements by `where`, else refused |
    /// | contraction | `dot`, `batch_dot`; an absolute one `where` and `sum` | `matmul`; with a batch, `broadcast_mul` and `sum` of all products |
    /// | `gather` | `take` | `take` |
    /// | `scatter_add` | `_backward_gather_nd` | `where` and `sum` of all parts beside all positions; an index out of range adds nothing, rather than being an error |
    /// | composites | `softmax`, `log_softmax`, `mean`, `norm` where these take the axes, else their bodies | `softmax`, `mean`, `log_softmax` along the last axis, else their bodies |
    /// | branch | both sides, and `where` on each result | the same |
    /// | loop, call | their bodies, once for each iteration | the same |
    /// | operators of a file of the program | themselves, with their attributes | the same |
    /// | operators of a file of the other program | their bodies | the same |
    /// | control dependencies | control dependencies | the same |
    ///
    /// In iterations, calls and composites, known values are computed, the exact identities of
    /// arithmetic hold (`x * 1`), and nothing is written twice.
    ///
    /// Names of inputs, outputs and nodes become names of nodes as far as they tell nodes apart.
    /// Attributes of the graph note the inputs and outputs as they are ([`Document::to_graph`]
    /// gives them back so), since the format puts inputs in an order of its own. The attributes
    /// `shape` and `dtype` tell the shape and type of every entry, as NNVM's passes do.
    /// `node_row_ptr` and `arg_nodes` are made anew. Nodes that neither outputs nor effects need
    /// are left out.
    ///
    /// Derivatives of a graph that is read back agree too, except where `max` and `min` over axes
    /// have a tie: the format passes the derivative to all elements, the graph to the first.
    ///
    /// # Errors
    ///
    /// [`Error::Unrepresentable`], naming the node, for an operator that the program can neither
    /// name nor say, a function of the host, an effect other than a control dependency, an input or
    /// output without elements, no output, an integer beyond 2^53, and a tensor larger than the
    /// format's. [`Error::TooLarge`] if loops and calls make millions of nodes; a loop that does so
    /// by itself is named before any of it is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use graph_formats::nnvm::{Document, Flavour};
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Shape, Type};
    ///
    /// let builder = Builder::new();
    /// let vector = Type::new(Element::F64, Shape::new(&[3])?);
    /// let x = builder.input("x", vector.clone(), InputKind::Independent);
    /// builder.output("y", (x * 0.5).max(-1.0).sum(&[0]))?;
    /// let graph = builder.finish()?;
    ///
    /// let operators = |flavour| {
    ///     let document = Document::from_graph_as(&graph, flavour)?;
    ///     let names = document.nodes.into_iter().map(|node| node.op);
    ///     Ok::<_, graph_formats::Error>(names.collect::<Vec<_>>())
    /// };
    /// assert_eq!(operators(Flavour::Mxnet)?, ["null", "_mul_scalar", "_maximum_scalar", "sum"]);
    /// assert_eq!(
    ///     operators(Flavour::Nnvm)?,
    ///     ["null", "__mul_scalar__", "full", "broadcast_max", "sum"]
    /// );
    ///
    /// let builder = Builder::new();
    /// let x = builder.input("x", vector, InputKind::Independent);
    /// builder.output("y", x.sin())?;
    /// let error = Document::from_graph_as(&builder.finish()?, Flavour::Nnvm).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "node %1: sin cannot be written: \
    ///      NNVM has neither this operator nor others that say the same"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_graph_as(graph: &Graph, flavour: Flavour) -> Result<Self, Error> {
        Self::from_graph_within(graph, flavour, usize::MAX)
    }

    /// [`from_graph_as`](Self::from_graph_as), for at most so many operators: loops, calls and
    /// composites of a small graph can become many.
    ///
    /// ```
    /// use graph_formats::nnvm::{Document, Flavour};
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Type};
    ///
    /// // A loop of a thousand iterations.
    /// let builder = Builder::new();
    /// let number = Type::scalar(Element::F64);
    /// let x = builder.input("x", number.clone(), InputKind::Independent);
    /// builder.begin_region()?;
    /// let state = builder.region_input(number);
    /// let body = builder.end_region(&[state.exp()])?;
    /// let results = builder.scan_region(body, &[x], &[], 1000, false)?;
    /// builder.output("y", results[0])?;
    /// let graph = builder.finish()?;
    /// let document = Document::from_graph_as(&graph, Flavour::Nnvm)?;
    /// assert_eq!(document.nodes.len(), 1 + 1000);
    /// let error = Document::from_graph_within(&graph, Flavour::Nnvm, 100).unwrap_err();
    /// assert!(error.to_string().contains("expected at most 100 operators"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`from_graph_as`](Self::from_graph_as), and [`Error::TooLarge`] beyond the limit,
    /// before more is written.
    pub fn from_graph_within(
        graph: &Graph,
        flavour: Flavour,
        operators: usize,
    ) -> Result<Self, Error> {
        let graph = &*guarded(graph).map_err(impossible)?;
        let unsigned = annotation::flavour(graph) == Some((flavour, false));
        let integers = annotation::integers(graph)?;
        let is_file = unsigned && is_file(graph, &integers, flavour, false);
        let graph = &*match is_file {
            true => of_some_size(graph),
            false => Cow::Borrowed(graph),
        };
        crate::refusal::expect_known(graph)?;
        let mut writer = Writer {
            draft: Draft::new(flavour, graph.len(), operators),
            sites: graph.sites().into(),
            bodies: Bodies::new(),
            integers,
            depth: 0,
            sides: 0,
        };
        let inputs = writer.inputs(graph)?;
        let values = writer.function(graph, &inputs)?;
        writer.outputs(graph, &values)?;
        writer.annotate(graph, &inputs, is_file)?;
        Ok(writer.draft.finish())
    }
}

/// A graph that is being written.
struct Writer {
    draft: Draft,
    /// Whose numbers the sites of nodes are.
    sites: String,
    bodies: Bodies,
    /// Which inputs were variables of integers in a file.
    integers: Vec<bool>,
    /// How many functions the present one is inside of.
    depth: usize,
    /// How many of them are sides of branches that may not be taken.
    sides: usize,
}

impl Writer {
    /// Whether the present function is one that is written out, so that nobody expects its
    /// operators as they stand.
    fn simplifies(&self) -> bool {
        self.depth > 1
    }

    fn inputs(&mut self, graph: &Graph) -> Result<Vec<Tensor>, Error> {
        let mut tensors = Vec::with_capacity(graph.inputs().len());
        for input in graph.inputs() {
            let ty = graph.ty(input.node);
            let extents = extents(&ty.shape);
            if let Err(expected) = check_shape(&extents) {
                let what = format!("the input {:?} of shape {}", input.name, shown(&extents));
                let why = format!("the format has {expected}");
                return Err(unwritten(what, why).at_node(graph, input.node, &self.sites));
            }
            let id = self.draft.push(Node::variable(&*input.name))?;
            tensors.push(Tensor {
                source: TensorSource::Entry(Entry::new(id, 0)),
                extents,
                dtype: Dtype::of(ty.element),
            });
        }
        Ok(tensors)
    }

    fn outputs(&mut self, graph: &Graph, values: &[Tensor]) -> Result<(), Error> {
        if graph.outputs().is_empty() {
            let why = "the format has at least one head";
            return Err(unwritten("a graph without outputs", why));
        }
        for (output, value) in graph.outputs().iter().zip(values) {
            if value.is_empty() {
                let what = format!("the output {:?} without elements", output.name);
                let why = "the format has none such";
                return Err(unwritten(what, why).at_node(graph, output.node, &self.sites));
            }
            let head = self.draft.entry(value)?;
            self.draft.document.heads.push(head);
            self.draft.name(head, &output.name);
        }
        Ok(())
    }

    /// Puts the nodes in order and adds everything that is not computed.
    fn annotate(&mut self, graph: &Graph, inputs: &[Tensor], is_file: bool) -> Result<(), Error> {
        let flavour = self.draft.flavour();
        let document = &mut self.draft.document;
        annotation::restore(document, graph)?;
        let variables = inputs.iter().filter_map(|input| match input.source {
            TensorSource::Entry(entry) => Some(entry.node),
            TensorSource::Number(_) => None,
        });
        let mut variables: Vec<u32> = variables.collect();
        for (&id, input) in variables.iter().zip(graph.inputs()) {
            tags::write(&mut document.nodes[id as usize], graph, input.node);
        }
        if !is_file {
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
        if !is_file {
            distinguish(&mut document.nodes, &variables);
            document.attributes.retain(|(key, _)| key != MXNET_VERSION);
            signature(graph, &variables, document).write(document);
        }
        if flavour == Flavour::Mxnet && document.attribute(MXNET_VERSION).is_none() {
            let version = GraphAttribute::Int(PRESENT_VERSION);
            document.attributes.push((MXNET_VERSION.into(), version));
        }
        match is_file {
            true => Ok(()),
            false => entries::note(document),
        }
    }
}

const MXNET_VERSION: &str = "mxnet_version";

/// A file for batches of any size as the one for batches of some size, which has the same text: a
/// file that is written as it was read says nothing of the sizes that it is used for.
fn of_some_size(graph: &Graph) -> Cow<'_, Graph> {
    let symbols = graph.symbols();
    let sizes: Vec<(&str, usize)> = symbols
        .iter()
        .map(|name| (name.name(), SOME_SIZE))
        .collect();
    match symbols.is_empty() {
        true => Cow::Borrowed(graph),
        false => graph
            .with_extents(&sizes)
            .map_or(Cow::Borrowed(graph), Cow::Owned),
    }
}

/// A size that is enough for what is done with single rows of a batch.
const SOME_SIZE: usize = 1000;

/// Whether every node is an input or an operator of a file of this program. A signature gives
/// inputs and outputs other axes.
fn is_file(graph: &Graph, integers: &[bool], flavour: Flavour, signed: bool) -> bool {
    graph.ids().all(|id| {
        let op = graph.op(id);
        if let Op::Call(function) = op {
            return match &graph.function(function).kind {
                FunctionKind::Foreign(foreign) => foreign.format == format_name(flavour),
                FunctionKind::Plain | FunctionKind::WithRule(_) => false,
            };
        }
        matches!(op, Op::Input(_) | Op::Project(_))
            || op == Op::Cast && is_variable_of_integers(graph, id, integers)
            || op == Op::Reshape && signed
    })
}

/// Whether a node is the only use of a variable of integers: an input as integers.
fn is_variable_of_integers(graph: &Graph, id: NodeId, integers: &[bool]) -> bool {
    match graph.arguments(id) {
        &[argument] if graph.ty(id).element == Element::I64 => {
            { graph.as_input(argument) }.is_some_and(|position| integers[position])
        }
        _ => false,
    }
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
