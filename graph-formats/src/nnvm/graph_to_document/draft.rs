//! The document under construction: nodes are added at its end, each checked by the rule of its
//! operator, and put in order when all are there.

use super::tensor::{Dtype, Tensor, TensorSource};
use super::words::{ONES, ZEROS};
use super::{Document, Entry, Node};
use crate::nnvm::node_site::Site;
use crate::nnvm::operators::{Catalogue, Flavour, Refusal, Shape, check_shape, shown};
use crate::nnvm::resolve::{output_count, parameters};
use crate::nnvm::tags;
use crate::refusal::unwritten;
use crate::{Error, Place};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Graph, NodeId};

/// The largest number of nodes and of their inputs that a small graph may become: loops that are
/// written out could make many of them.
const BUDGET: u64 = 1 << 21;
/// How many more there may be for each node of the graph.
const BUDGET_PER_NODE: u64 = 32;

pub(super) struct Draft {
    pub(super) document: Document,
    catalogue: Catalogue,
    /// The nodes that are a number everywhere.
    numbers: BTreeMap<(u64, Rc<[usize]>, Dtype), Entry>,
    budget: u64,
    spent: u64,
    /// How many operators there may be, and how many there are.
    limit: usize,
    operators: usize,
    /// Whether equal applications are written once.
    pub(super) shares: bool,
    /// The applications that were written to be shared, with the extents of their outputs.
    shared: BTreeMap<Application, (u32, Rc<[usize]>)>,
}

/// The inputs, the operator and its attributes.
type Application = (Vec<Entry>, String, Vec<(String, String)>);

impl Draft {
    /// The draft of a graph with so many nodes, of at most so many operators.
    pub(super) fn new(flavour: Flavour, nodes: usize, limit: usize) -> Self {
        let budget = BUDGET.saturating_add(BUDGET_PER_NODE.saturating_mul(nodes as u64));
        Self {
            document: Document::default(),
            catalogue: Catalogue::new(flavour),
            numbers: BTreeMap::new(),
            // Ids have 32 bits.
            budget: budget.min(u32::MAX.into()),
            spent: 0,
            limit,
            operators: 0,
            shares: false,
            shared: BTreeMap::new(),
        }
    }

    /// The program whose operators the document names.
    pub(super) fn flavour(&self) -> Flavour {
        self.catalogue.flavour()
    }

    /// How many nodes and inputs of nodes there may be.
    pub(super) fn budget(&self) -> u64 {
        self.budget
    }

    /// Adds a node as it is.
    pub(super) fn push(&mut self, node: Node) -> Result<u32, Error> {
        self.spend(1 + node.inputs.len() as u64)?;
        self.operators += usize::from(!node.is_variable());
        if self.operators > self.limit {
            return Err(Error::TooLarge {
                place: Place::default(),
                what: "operators".into(),
                limit: self.limit as u64,
                found: "more".into(),
            });
        }
        // The budget is below what an id can count.
        let id = self.document.nodes.len() as u32;
        self.document.nodes.push(node);
        Ok(id)
    }

    /// Counts work that takes time and memory in proportion to `amount`.
    pub(super) fn spend(&mut self, amount: u64) -> Result<(), Error> {
        self.spent = self.spent.saturating_add(amount);
        if self.spent <= self.budget {
            return Ok(());
        }
        Err(Error::TooLarge {
            place: Place::default(),
            what: "nodes and inputs of nodes".into(),
            limit: self.budget,
            found: "more".into(),
        })
    }

    /// Adds the application of an operator with one output, of the type of its first input.
    pub(super) fn apply(
        &mut self,
        op: &str,
        inputs: &[&Tensor],
        attributes: &[(&str, String)],
    ) -> Result<Tensor, Error> {
        let entries = inputs.iter().map(|input| self.entry(input));
        let entries = entries.collect::<Result<Vec<Entry>, Error>>()?;
        let (id, extents) = match self.shares {
            true => {
                let words = attributes.iter();
                let words = words.map(|(key, value)| ((*key).into(), value.clone()));
                let application = (entries.clone(), op.into(), words.collect());
                match self.shared.get(&application) {
                    Some(known) => known.clone(),
                    None => {
                        let new = self.node(op, entries, inputs, attributes)?;
                        self.shared.insert(application, new.clone());
                        new
                    }
                }
            }
            false => self.node(op, entries, inputs, attributes)?,
        };
        Ok(Tensor {
            source: TensorSource::Entry(Entry::new(id, 0)),
            extents,
            dtype: inputs.first().map_or(Dtype::Float64, |input| input.dtype),
        })
    }

    /// Adds an operator with one output, and gives the extents of that.
    fn node(
        &mut self,
        op: &str,
        entries: Vec<Entry>,
        inputs: &[&Tensor],
        attributes: &[(&str, String)],
    ) -> Result<(u32, Rc<[usize]>), Error> {
        let mut node = Node::operator(op, "", entries);
        for (key, value) in attributes {
            node.set_attribute(*key, value.as_str());
        }
        let id = self.push(node)?;
        Ok((id, self.output(id, inputs)?))
    }

    /// The entry of a value.
    pub(super) fn entry(&mut self, tensor: &Tensor) -> Result<Entry, Error> {
        let bits = match tensor.source {
            TensorSource::Entry(entry) => return Ok(entry),
            TensorSource::Number(bits) => bits,
        };
        let key = (bits, Rc::clone(&tensor.extents), tensor.dtype);
        if let Some(&entry) = self.numbers.get(&key) {
            return Ok(entry);
        }
        let (shape, dtype) = (shown(&tensor.extents), tensor.dtype.name().to_string());
        let mut attributes = vec![("shape", shape), ("dtype", dtype)];
        let op = match bits {
            _ if bits == 0.0_f64.to_bits() => self.word(ZEROS),
            _ if bits == 1.0_f64.to_bits() => self.word(ONES),
            _ => {
                let (op, attribute) = match self.flavour() {
                    Flavour::Mxnet => ("_full", "value"),
                    Flavour::Nnvm => ("full", "fill_value"),
                };
                attributes.push((attribute, number_text(f64::from_bits(bits))));
                op
            }
        };
        let tensor = self.apply(op, &[], &attributes)?;
        let TensorSource::Entry(entry) = tensor.source else {
            return self.entry(&tensor);
        };
        self.numbers.insert(key, entry);
        Ok(entry)
    }

    /// Names a node, unless it has a name.
    pub(super) fn name(&mut self, entry: Entry, name: &str) {
        let node = &mut self.document.nodes[entry.node as usize];
        if node.name.is_empty() && entry.index == 0 {
            node.name = name.into();
        }
    }

    /// Gives a node the tags of a node of the graph.
    pub(super) fn tag(&mut self, entry: Entry, graph: &Graph, id: NodeId) {
        if entry.index == 0 {
            tags::write(&mut self.document.nodes[entry.node as usize], graph, id);
        }
    }

    /// The shape of the output of a node that was just added, if the rule of its operator allows
    /// it.
    fn output(&self, id: u32, inputs: &[&Tensor]) -> Result<Rc<[usize]>, Error> {
        let site = Site::new(&self.document, id as usize);
        let refuse = |why: String| unwritten(format!("`{}`", site.node.op), why);
        let Some(operator) = self.catalogue.find(&site.node.op) else {
            return Err(refuse(self.catalogue.refusal(&site.node.op)));
        };
        let parameters = parameters(operator, site)?;
        let inputs: Vec<Option<Shape>> = inputs
            .iter()
            .map(|input| Some(input.extents.to_vec()))
            .collect();
        let shapes = (operator.shape)(&parameters, &inputs);
        let shapes = shapes.map_err(|refusal| refuse(reason(refusal)))?;
        let Some(output) = shapes.outputs.first() else {
            return Err(refuse("it has no output".into()));
        };
        match check_shape(output) {
            Ok(()) => Ok(output.as_slice().into()),
            Err(expected) => Err(refuse(format!(
                "expected {expected}, found {}",
                shown(output)
            ))),
        }
    }

    /// Puts the nodes in the order of NNVM and gives the variables their new numbers.
    pub(super) fn arrange(&mut self, variables: &mut [u32]) {
        let document = &mut self.document;
        let mut order = document.order();
        let mut numbers = vec![u32::MAX; document.nodes.len()];
        for (number, &id) in order.iter().enumerate() {
            numbers[id] = number as u32;
        }
        // Variables that nothing uses are arguments all the same.
        for &id in variables.iter() {
            let number = &mut numbers[id as usize];
            if *number == u32::MAX {
                *number = order.len() as u32;
                order.push(id as usize);
            }
        }
        let renumber = |id: &mut u32| *id = numbers[*id as usize];
        variables.iter_mut().for_each(renumber);
        let mut held = core::mem::take(&mut document.nodes);
        let moved = order.into_iter().map(|id| core::mem::take(&mut held[id]));
        document.nodes = moved.collect();
        for node in &mut document.nodes {
            node.inputs
                .iter_mut()
                .for_each(|entry| renumber(&mut entry.node));
            node.control_deps.iter_mut().for_each(renumber);
        }
        document
            .heads
            .iter_mut()
            .for_each(|head| renumber(&mut head.node));
    }

    /// The document with its lists of variables and entries.
    pub(super) fn finish(self) -> Document {
        let row_ptr = self.row_ptr();
        let mut document = self.document;
        let variables = (0_u32..).zip(&document.nodes);
        let variables = variables.filter(|(_, node)| node.is_variable());
        document.arg_nodes = variables.map(|(id, _)| id).collect();
        document.node_row_ptr = Some(row_ptr);
        document
            .attributes
            .sort_by(|left, right| left.0.cmp(&right.0));
        document
    }

    /// The number of entries before each node and after the last.
    fn row_ptr(&self) -> Vec<u32> {
        let document = &self.document;
        let mut row_ptr = vec![0_u32];
        let mut last = 0_u32;
        for (id, node) in document.nodes.iter().enumerate() {
            let site = Site::new(document, id);
            let count = self.catalogue.find(&node.op).and_then(|operator| {
                let parameters = parameters(operator, site).ok()?;
                u32::try_from(output_count(operator, &parameters)).ok()
            });
            last = last.saturating_add(count.unwrap_or(1));
            row_ptr.push(last);
        }
        row_ptr
    }
}

/// A number as attributes have it: the shortest text that gives it back.
pub(super) fn number_text(value: f64) -> String {
    format!("{value:?}")
}

fn reason(refusal: Refusal) -> String {
    let (expected, found): (Cow<'static, str>, String) = match refusal {
        Refusal::Unknown(_) => ("a shape that is known".into(), "none".into()),
        Refusal::Input(_, expected, found) | Refusal::Output(_, expected, found) => {
            (expected, found)
        }
        Refusal::Attribute(name, expected, found) => (expected, format!("{found} for `{name}`")),
    };
    format!("expected {expected}, found {found}")
}
