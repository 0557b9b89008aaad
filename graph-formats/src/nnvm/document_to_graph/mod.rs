//! Conversion of a document to a graph: a variable becomes an input, and every other node becomes a
//! call of a function that keeps the operator's name and attributes and implements it by operators
//! of the graph.

mod batch;
mod doubles;
mod options;
mod ports;

use super::annotation;
use super::document::{Document, Entry};
use super::inference::Inference;
use super::node_site::Site;
use super::notes::{is_integer, noted_dtype};
use super::operators::{Application, Flavour, Shape};
use super::resolve::Call;
use super::shapes::Inferred;
use super::signature::{Signature, is_key};
use super::tags;
use super::unsupported::Unsupported;
use crate::sites;
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use batch::Batch;
use graph_ir::graph::{EffectKind, Foreign, Function, FunctionKind, InputKind};
use graph_ir::{Builder, Element, Graph, Type, Wire};
pub use options::{GraphOptions, Purpose};

impl Document {
    /// The function of the document as a graph, with every number of type `f64`.
    ///
    /// `given` has the shapes of variables by name; [`Document::infer`] says which may be left out.
    /// [`Inferred::to_graph`] documents the conversion.
    ///
    /// Where nothing is missing but the size of the batch, the first extent of data, which MXNet
    /// notes as 0 where it is not known, the graph is that for batches of any size. The size is the
    /// symbol `N`, the same for all data; [`Graph::with_extents`] gives it a number.
    ///
    /// ```
    /// use graph_formats::nnvm::Document;
    /// use std::collections::BTreeMap;
    ///
    /// let text = r#"{
    ///     "nodes": [
    ///         {"op": "null", "name": "data", "inputs": [], "attrs": {"__shape__": "(0, 3)"}},
    ///         {"op": "sum", "name": "sum", "inputs": [[0, 0, 0]], "attrs": {"axis": "1"}}
    ///     ],
    ///     "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}
    /// }"#;
    /// let graph = text.parse::<Document>()?.to_graph(&BTreeMap::new())?;
    /// let types: Vec<String> = graph.input_types().map(ToString::to_string).collect();
    /// assert_eq!(types, ["[[f64; 3]; N]"]);
    /// let of_four = graph.with_extents(&[("N", 4)])?;
    /// let types: Vec<String> = of_four.output_types().map(ToString::to_string).collect();
    /// assert_eq!(types, ["[f64; 4]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Document::infer`] and [`Inferred::to_graph`]; for a batch of unknown size, if an
    /// operator is not the same for batches of every size.
    pub fn to_graph(&self, given: &BTreeMap<String, Shape>) -> Result<Graph, Error> {
        self.to_graph_with(given, GraphOptions::new())
    }

    /// The function of the document as a graph, as the options say.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_graph`] and [`Inferred::to_graph_with`].
    pub fn to_graph_with(
        &self,
        given: &BTreeMap<String, Shape>,
        options: GraphOptions,
    ) -> Result<Graph, Error> {
        let inference = Inference::run(self, given)?;
        if !inference.is_done()
            && let Some(batch) = Batch::of(self, given, &inference)?
        {
            return batch.graph(options);
        }
        inference.finish()?.to_graph_with(options)
    }
}

impl Inferred<'_> {
    /// The function of the document as a graph, with numbers of a float type.
    ///
    /// The inputs are the variables in reach of the heads, in the order in which NNVM binds them,
    /// and under their names; indices, labels and stored statistics are among them and have that
    /// type too. A variable whose `__dtype__` is an integer type is still an input of that float
    /// type; its integral part is taken, so that operators on it compute with integers. The outputs
    /// are the heads under the names of their nodes. In files that [`Document::from_graph`] made, a
    /// note describes the inputs and outputs; it decides their order, names and number of axes. A
    /// node in reach becomes a call of a function that keeps the operator's name and attributes, so
    /// that the graph is written as the file that it came from; [`place`](super::place) tells where
    /// in the file a node of the graph stood. Nodes out of reach are dropped, as NNVM does. Control
    /// dependencies become effects; attributes of variables and of the graph become attributes of
    /// the graph.
    ///
    /// The graph computes inference: dropout does nothing, batch normalisation takes the stored
    /// statistics, a loss at the end gives its value, and its derivative is that of the value.
    /// Comparisons give 0 and 1. A cast to `float32` of what the file says to be `float64` rounds;
    /// what is computed of it is not rounded any more. [`Inferred::to_graph_with`] reads for
    /// training as well. Means and deviations that normalisations give beside their value have no
    /// derivative.
    ///
    /// # Errors
    ///
    /// If a node or head uses an output that serves training alone, if an operator that computes
    /// with floats is applied to integers that a cast made, if `element` is no float type, or if
    /// a note about inputs and outputs does not fit the rest.
    pub fn to_graph(&self, element: Element) -> Result<Graph, Error> {
        self.to_graph_with(GraphOptions::new().with_element(element))
    }

    /// The function of the document as a graph, as the options say; see [`Inferred::to_graph`] for
    /// what becomes what.
    ///
    /// ```
    /// use graph_formats::nnvm::{Document, GraphOptions, Purpose};
    /// use std::collections::BTreeMap;
    ///
    /// let text = r#"{
    ///     "nodes": [
    ///         {"op": "null", "name": "x", "inputs": []},
    ///         {"op": "Dropout", "name": "drop", "inputs": [[0, 0, 0]]}
    ///     ],
    ///     "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}
    /// }"#;
    /// let document: Document = text.parse()?;
    /// let inferred = document.infer(&BTreeMap::from([("x".to_string(), vec![3])]))?;
    /// assert!(inferred.to_graph_with(GraphOptions::new()).is_ok());
    /// let training = GraphOptions::new().with_purpose(Purpose::Training);
    /// assert_eq!(
    ///     inferred.to_graph_with(training).unwrap_err().to_string(),
    ///     "/nodes/1/op (line 4, column 9): operator `Dropout` of node `drop` is not supported: \
    ///      it draws random numbers in training; read the file for inference, \
    ///      or leave the operator out"
    /// );
    /// # Ok::<(), graph_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Inferred::to_graph`], and for training all operators that draw random numbers
    /// then, named at once.
    pub fn to_graph_with(&self, options: GraphOptions) -> Result<Graph, Error> {
        if options.purpose == Purpose::Training {
            self.check_determinism()?;
        }
        let builder = Builder::without_sharing();
        let mut import = Import {
            builder: &builder,
            inferred: self,
            options,
            functions: BTreeMap::new(),
            values: vec![Vec::new(); self.document().nodes.len()],
            doubles: vec![false; self.document().nodes.len()],
        };
        import.document()?;
        builder.finish().map_err(|error| Error::Graph {
            place: Place::default(),
            error: error.into(),
        })
    }

    /// Refuses all nodes at once that draw random numbers in training.
    fn check_determinism(&self) -> Result<(), Error> {
        let mut unsupported = Unsupported::new();
        for &id in self.order() {
            if let Some(call) = self.call(id)
                && (call.operator.draws)(&call.parameters)
            {
                unsupported.add(Site::new(self.document(), id), || {
                    "it draws random numbers in training; read the file for inference, or leave the \
                     operator out"
                        .into()
                });
            }
        }
        unsupported.finish()
    }
}

/// The key of an operator's function: the operator, its attributes, and its arguments, and whether
/// some of them are of double precision.
type Key = (
    String,
    Vec<(String, String)>,
    Vec<Vec<usize>>,
    Vec<Element>,
    bool,
);

struct Import<'i, 'b> {
    builder: &'b Builder,
    inferred: &'i Inferred<'i>,
    options: GraphOptions,
    /// Nodes that are alike share one function.
    functions: BTreeMap<Key, Arc<Function>>,
    /// For each node done the values of its outputs.
    values: Vec<Vec<Wire<'b>>>,
    /// For each node done whether the file says that its values are of double precision.
    doubles: Vec<bool>,
}

impl<'b> Import<'_, 'b> {
    fn document(&mut self) -> Result<(), Error> {
        let document = self.inferred.document();
        self.builder.set_sites("nnvm");
        let attributes = document.attributes.iter();
        for (key, value) in attributes.filter(|(key, _)| !is_key(key)) {
            let (key, value) = annotation::of_graph(key, value)?;
            self.builder.set_attribute(&key, &value);
        }
        let signature = Signature::of(document)?;
        let (key, value) = annotation::of_flavour(self.inferred.flavour(), signature.is_some());
        self.builder.set_attribute(key, value);
        if let Some(signature) = &signature {
            self.noted_inputs(signature)?;
        }
        for &id in self.inferred.order() {
            let site = Site::new(document, id);
            self.doubles[id] = self.is_double(site)?;
            if !self.values[id].is_empty() {
                continue;
            }
            self.builder.set_site(sites::nnvm::of_node(id));
            self.values[id] = match self.inferred.call(id) {
                None => {
                    let shape = &self.inferred.outputs(id)[0];
                    vec![self.variable(site, shape, InputKind::Independent)?]
                }
                Some(call) => self.call(id, call, site)?,
            };
            self.control_dependencies(id, site)?;
        }
        self.outputs(signature.as_ref())
    }

    fn variable(
        &self,
        site: Site<'_>,
        shape: &[usize],
        kind: InputKind,
    ) -> Result<Wire<'b>, Error> {
        let ty = self.ty(shape);
        let ty = ty.map_err(|error| self.refused(site, error))?;
        if let Some((key, value)) = annotation::of_variable(site.node)? {
            self.builder.set_attribute(&key, &value);
        }
        let input = self.builder.input(&site.node.name, ty, kind);
        tags::read(self.builder, site.node, input);
        match noted_dtype(site)?.is_some_and(is_integer) {
            false => Ok(input),
            true => {
                let whole = self.builder.cast(input, Element::I64);
                whole.map_err(|error| self.refused(site, error))
            }
        }
    }

    fn call(&mut self, id: usize, call: &Call, site: Site<'_>) -> Result<Vec<Wire<'b>>, Error> {
        let mut arguments = Vec::new();
        for (index, entry) in site.node.inputs.iter().enumerate() {
            arguments.push(self.value(*entry, &site.input(index))?);
        }
        let types = arguments.iter().map(|wire| wire.ty());
        let types = types.collect::<graph_ir::Result<Vec<Type>>>();
        let called = types.and_then(|types| {
            let function = self.function(id, call, site, &types)?;
            self.builder.call(&function, &arguments)
        });
        let values = called.map_err(|error| self.refused(site, error))?;
        if let Some(&first) = values.first() {
            self.builder.name_node(first, &site.node.name);
            tags::read(self.builder, site.node, first);
        }
        Ok(values)
    }

    fn function(
        &mut self,
        id: usize,
        call: &Call,
        site: Site<'_>,
        types: &[Type],
    ) -> graph_ir::Result<Arc<Function>> {
        let attributes = site.node.all_attributes();
        let attributes = attributes.filter(|(_, held)| !tags::is_tags(held));
        let attributes = attributes.map(|(_, held)| (held.key.clone(), held.value.clone()));
        let attributes: Vec<(String, String)> = attributes.collect();
        let key = (
            site.node.op.clone(),
            attributes,
            types.iter().map(|ty| ty.shape.extents()).collect(),
            types.iter().map(|ty| ty.element).collect(),
            self.has_double(site),
        );
        if let Some(function) = self.functions.get(&key) {
            return Ok(Arc::clone(function));
        }
        let body = body(
            call,
            (types, key.4),
            self.inferred.outputs(id),
            self.options,
        )?;
        let function = Arc::new(Function {
            kind: FunctionKind::Foreign(Foreign {
                format: format_name(self.inferred.flavour()).into(),
                op: key.0.clone(),
                attributes: key.1.clone(),
            }),
            graph: body,
        });
        self.functions.insert(key, Arc::clone(&function));
        Ok(function)
    }

    fn value(&self, entry: Entry, place: &Place) -> Result<Wire<'b>, Error> {
        let values = &self.values[entry.node as usize];
        let value = values.get(entry.index as usize).copied();
        value.ok_or_else(|| {
            let site = Site::new(self.inferred.document(), entry.node as usize);
            Error::Unsupported {
                place: place.clone(),
                what: format!("output {} of {}", entry.index, site.name()),
                why: "it serves training alone".into(),
            }
        })
    }

    fn control_dependencies(&self, id: usize, site: Site<'_>) -> Result<(), Error> {
        if site.node.control_deps.is_empty() {
            return Ok(());
        }
        let before = site.node.control_deps.iter().map(|&before| before as usize);
        let ordered = core::iter::once(id).chain(before);
        let ordered: Vec<Wire<'b>> = ordered
            .filter_map(|id| self.values[id].first().copied())
            .collect();
        let effect = self.builder.effect(EffectKind::ControlDependency, &ordered);
        effect.map_err(|error| self.refused(site, error))
    }

    fn ty(&self, extents: &[usize]) -> graph_ir::Result<Type> {
        Ok(Type::new(
            self.options.element,
            graph_ir::Shape::new(extents)?,
        ))
    }

    fn refused(&self, site: Site<'_>, error: graph_ir::Error) -> Error {
        Error::Graph {
            place: site.place(),
            error: error.into(),
        }
    }
}

/// The name under which the operators of a program are kept in a graph.
pub(super) fn format_name(flavour: Flavour) -> &'static str {
    match flavour {
        Flavour::Mxnet => "mxnet",
        Flavour::Nnvm => "nnvm",
    }
}

/// The computation of an operator, as a function of its inputs, of which some may be of double
/// precision.
fn body(
    call: &Call,
    (types, has_double): (&[Type], bool),
    outputs: &[Shape],
    options: GraphOptions,
) -> graph_ir::Result<Graph> {
    let builder = Builder::new();
    let input = |ty: &Type| builder.input("", ty.clone(), InputKind::Independent);
    let inputs: Vec<Wire<'_>> = types.iter().map(input).collect();
    let application = Application {
        builder: &builder,
        inputs: &inputs,
        parameters: &call.parameters,
        outputs,
        element: options.element,
        has_double,
        purpose: options.purpose,
        loss_gradients: options.loss_gradients,
    };
    for value in call.operator.body.build(&application)? {
        builder.output("", value)?;
    }
    builder.finish()
}
