//! Shape inference: the shapes of all variables and outputs, from those of some variables.

use super::document::Document;
use super::inference::Inference;
use super::operators::{Flavour, Shape};
use super::resolve::{Call, Resolved};
use crate::Error;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A document whose operators, attributes and shapes fit together.
pub struct Inferred<'a> {
    pub(super) resolved: Resolved<'a>,
    /// The shapes of the outputs of every node in reach.
    pub(super) outputs: Vec<Vec<Shape>>,
}

impl Document {
    /// Looks up the operators that the heads reach, gives their attributes types, and finds the
    /// shapes of everything.
    ///
    /// `given` has the shapes of variables by name. A shape that is missing there is taken from
    /// the variable's attribute `__shape__`, or follows from the operators that use it, as far as
    /// MXNet would find it: the weight and bias of a layer, the parameters of a normalisation, the
    /// label of a loss, an operand of equal shape. An extent of 0, given or noted, is one that is
    /// not known; knowledge of single extents flows through the graph from inputs to outputs and
    /// back, until nothing new follows.
    ///
    /// # Errors
    ///
    /// If an operator is not known or has no mathematics; if an attribute is not one of its
    /// operator's or has an invalid value; if inputs are too many or too few; if shapes do not fit,
    /// or a tensor would have more than [`MAX_ELEMENTS`](super::MAX_ELEMENTS) elements or
    /// [`MAX_RANK`](super::MAX_RANK) axes; if the shape of a variable is neither given nor follows;
    /// if two variables have one name, or a name in `given` is not that of a variable.
    pub fn infer(&self, given: &BTreeMap<String, Shape>) -> Result<Inferred<'_>, Error> {
        Inference::run(self, given)?.finish()
    }

    /// The inputs of the document with what is known of them, in the order in which NNVM binds
    /// arguments. Unlike [`Document::infer`] it is content with shapes that do not follow.
    ///
    /// ```
    /// use graph_formats::nnvm::{Document, Node, Entry};
    /// use std::collections::BTreeMap;
    ///
    /// let mut dense = Node::operator("dense", "fc", vec![Entry::new(0, 0), Entry::new(1, 0)]);
    /// dense.set_attribute("units", "5");
    /// dense.set_attribute("use_bias", "False");
    /// let mut document = Document::default();
    /// document.nodes = vec![Node::variable("x"), Node::variable("w"), dense];
    /// document.heads = vec![Entry::new(2, 0)];
    ///
    /// let inputs = document.inputs(&BTreeMap::new())?;
    /// assert!(inputs[0].wanted && inputs[0].shape.is_none());
    /// assert!(!inputs[1].wanted);
    /// assert_eq!(inputs[1].shape, Some(vec![Some(5), None]));
    /// # Ok::<(), graph_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Document::infer`] but that shapes are not known.
    pub fn inputs(&self, given: &BTreeMap<String, Shape>) -> Result<Vec<Variable>, Error> {
        Inference::run(self, given)?.inputs()
    }
}

/// An input of a document, as far as its shape and type are known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its extents, as far as they are given, noted or follow; nothing if not even their number
    /// does.
    pub shape: Option<Vec<Option<usize>>>,
    /// The element type that its attribute `__dtype__` notes, such as `float32`.
    pub dtype: Option<&'static str>,
    /// Whether its shape must be given: others follow from it, or nothing that it could follow from
    /// is there.
    pub wanted: bool,
}

impl Inferred<'_> {
    /// The program whose operators the file names.
    pub fn flavour(&self) -> Flavour {
        self.resolved.flavour
    }

    pub(super) fn document(&self) -> &Document {
        &self.resolved.document
    }

    /// The nodes in reach, inputs before users.
    pub(super) fn order(&self) -> &[usize] {
        &self.resolved.order
    }

    /// The operator of a node in reach; nothing for a variable.
    pub(super) fn call(&self, id: usize) -> Option<&Call> {
        self.resolved.calls[id].as_ref()
    }

    /// The shapes of the outputs of a node in reach.
    pub(super) fn outputs(&self, id: usize) -> &[Shape] {
        &self.outputs[id]
    }

    /// The names and shapes of the variables, in the order in which NNVM binds arguments.
    ///
    /// Inputs that old versions of MXNet did not write are among them, named after the node and
    /// the input (`bn0_moving_mean`).
    pub fn arguments(&self) -> impl Iterator<Item = (&str, &[usize])> {
        let nodes = &self.resolved.document.nodes;
        let variables = self
            .resolved
            .order
            .iter()
            .filter(|&&id| nodes[id].is_variable());
        variables.map(|&id| (nodes[id].name.as_str(), self.outputs[id][0].as_slice()))
    }

    /// The shapes of the heads.
    pub fn heads(&self) -> impl Iterator<Item = &[usize]> {
        let heads = self.resolved.document.heads.iter();
        heads.map(|head| self.outputs[head.node as usize][head.index as usize].as_slice())
    }
}
