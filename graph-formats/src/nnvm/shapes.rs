//! Shape inference: the shapes of all variables and outputs, from those of some variables.

use super::attribute_text::ints;
use super::document::{Document, Node};
use super::operators::{Flavour, Refusal, Shape, check_shape, shown};
use super::resolve::{Call, Resolved, Site};
use crate::{Error, Place};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A document whose operators, attributes and shapes fit together.
pub struct Inferred<'a> {
    resolved: Resolved<'a>,
    /// The shapes of the outputs of every node in reach.
    outputs: Vec<Vec<Shape>>,
}

impl Document {
    /// Looks up the operators that the heads reach, gives their attributes types, and finds the
    /// shapes of everything.
    ///
    /// `given` has the shapes of variables by name. A shape that is missing there is taken from
    /// the variable's attribute `__shape__`, or follows from the operator that the variable is an
    /// input of, as far as MXNet would find it in one pass: the weight and bias of a layer, the
    /// parameters of a normalisation, the label of a loss, an operand of equal shape.
    ///
    /// # Errors
    ///
    /// If an operator is not known or has no mathematics; if an attribute is not one of its
    /// operator's or has a value that is none; if inputs are too many or too few; if shapes do not
    /// fit, or a tensor would have more than [`MAX_ELEMENTS`](super::MAX_ELEMENTS) elements or
    /// [`MAX_RANK`](super::MAX_RANK) axes; if the shape of a variable is neither given nor
    /// follows; if two variables have one name, or a name in `given` is not that of a variable.
    pub fn infer(&self, given: &BTreeMap<String, Shape>) -> Result<Inferred<'_>, Error> {
        let resolved = Resolved::new(self)?;
        check_names(&resolved, given)?;
        let mut inference = Inference {
            outputs: vec![Vec::new(); resolved.document.nodes.len()],
            resolved,
            given,
        };
        inference.run()?;
        inference.check_variables()?;
        Ok(Inferred {
            resolved: inference.resolved,
            outputs: inference.outputs,
        })
    }
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

struct Inference<'a, 'g> {
    resolved: Resolved<'a>,
    given: &'g BTreeMap<String, Shape>,
    /// Empty for a variable whose shape is not known yet.
    outputs: Vec<Vec<Shape>>,
}

impl Inference<'_, '_> {
    fn run(&mut self) -> Result<(), Error> {
        for position in 0..self.resolved.order.len() {
            let id = self.resolved.order[position];
            let site = Site::new(&self.resolved.document, id);
            self.outputs[id] = match &self.resolved.calls[id] {
                None => self.variable(site)?.into_iter().collect(),
                Some(call) => {
                    let (inputs, outputs) = self.call(call, site)?;
                    for (entry, shape) in site.node.inputs.iter().zip(inputs) {
                        // Only variables are without a shape here.
                        let held = &mut self.outputs[entry.node as usize];
                        if held.is_empty() {
                            held.push(shape);
                        }
                    }
                    outputs
                }
            };
        }
        Ok(())
    }

    /// The shape of a variable, if it is given.
    fn variable(&self, site: Site<'_>) -> Result<Option<Shape>, Error> {
        if let Some(shape) = self.given.get(&site.node.name) {
            let checked = check_shape(shape);
            return match checked {
                Ok(()) => Ok(Some(shape.clone())),
                Err(expected) => Err(Error::Value {
                    place: site.within("name"),
                    expected: expected.into(),
                    found: format!("{}, given for `{}`", shown(shape), site.node.name),
                }),
            };
        }
        let noted = noted_shape(site)?.unwrap_or_default();
        let known = noted.iter().map(|&extent| usize::try_from(extent).ok());
        let shape: Option<Shape> = known.collect();
        Ok(shape.filter(|shape| check_shape(shape).is_ok()))
    }

    fn call(&self, call: &Call, site: Site<'_>) -> Result<(Vec<Shape>, Vec<Shape>), Error> {
        let inputs: Vec<Option<Shape>> = site
            .node
            .inputs
            .iter()
            .map(|entry| {
                let outputs = &self.outputs[entry.node as usize];
                outputs.get(entry.index as usize).cloned()
            })
            .collect();
        let shapes = (call.operator.shape)(&call.parameters, &inputs);
        let shapes = shapes.map_err(|refusal| self.refused(site, refusal))?;
        let all = shapes.inputs.iter().chain(&shapes.outputs);
        for shape in all {
            if let Err(expected) = check_shape(shape) {
                return Err(Error::Value {
                    place: site.place(),
                    expected: expected.into(),
                    found: format!("{} in {}", shown(shape), site.name()),
                });
            }
        }
        Ok((shapes.inputs, shapes.outputs))
    }

    fn refused(&self, site: Site<'_>, refusal: Refusal) -> Error {
        let input = |index: usize| {
            let entry = site.node.inputs.get(index);
            let node = entry.map(|entry| &self.resolved.document.nodes[entry.node as usize]);
            node.map_or("", |node| node.name.as_str())
        };
        let (place, expected, found) = match refusal {
            Refusal::Unknown(index) => {
                let expected = format!("a shape given for `{}`", input(index));
                let found = format!("none, and none that follows from {}", site.name());
                (site.input(index), Cow::Owned(expected), found)
            }
            Refusal::Input(index, expected, found) => {
                let found = format!("{found}, which is `{}`, in {}", input(index), site.name());
                (site.input(index), expected, found)
            }
            Refusal::Attribute(name, expected, found) => {
                let found = format!("{found} for `{name}` in {}", site.name());
                (site.attribute(name), expected, found)
            }
        };
        Error::Value {
            place,
            expected,
            found,
        }
    }

    /// Checks that every variable has a shape, and one that its own note does not contradict.
    fn check_variables(&self) -> Result<(), Error> {
        let document = &self.resolved.document;
        for &id in self
            .resolved
            .order
            .iter()
            .filter(|&&id| document.nodes[id].is_variable())
        {
            let site = Site::new(document, id);
            let Some(shape) = self.outputs[id].first() else {
                return Err(Error::Value {
                    place: site.within("name"),
                    expected: "a shape of every variable".into(),
                    found: format!("none given for `{}`", site.node.name),
                });
            };
            // A shape that is given needs no note.
            if self.given.contains_key(&site.node.name) {
                continue;
            }
            if let Some(noted) = noted_shape(site)?
                && !agrees(&noted, shape)
            {
                return Err(Error::Value {
                    place: site.attribute("__shape__"),
                    expected: format!("the shape {}", shown(shape)).into(),
                    found: format!("{} of `{}`", shown(&noted), site.node.name),
                });
            }
        }
        Ok(())
    }
}

/// The shape that a variable's attribute notes. Extents of 0 or less are not known.
fn noted_shape(site: Site<'_>) -> Result<Option<Vec<i64>>, Error> {
    let Some(text) = site.node.attribute("__shape__") else {
        return Ok(None);
    };
    match ints(text.trim()) {
        Some(shape) => Ok(Some(shape)),
        None if text == "None" => Ok(None),
        None => Err(Error::Value {
            place: site.attribute("__shape__"),
            expected: "a tuple of integers such as `(3, 3)`".into(),
            found: format!("{text:?} of `{}`", site.node.name),
        }),
    }
}

fn agrees(noted: &[i64], shape: &[usize]) -> bool {
    let fits = |(&noted, &extent): (&i64, &usize)| {
        noted <= 0 || usize::try_from(noted).is_ok_and(|noted| noted == extent)
    };
    noted.is_empty() || noted.len() == shape.len() && noted.iter().zip(shape).all(fits)
}

/// Checks that names of variables tell them apart, and that all names given are such names.
fn check_names(resolved: &Resolved<'_>, given: &BTreeMap<String, Shape>) -> Result<(), Error> {
    let nodes = &resolved.document.nodes;
    let mut seen: BTreeMap<&str, &Node> = BTreeMap::new();
    for &id in resolved.order.iter().filter(|&&id| nodes[id].is_variable()) {
        let site = Site::new(&resolved.document, id);
        if seen.insert(&site.node.name, site.node).is_some() {
            return Err(Error::Value {
                place: site.within("name"),
                expected: "a name that no other variable has".into(),
                found: format!("`{}` a second time", site.node.name),
            });
        }
    }
    match given.keys().find(|name| !seen.contains_key(name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::Value {
            place: Place::without_text("/nodes"),
            expected: "the names of variables in reach of the heads".into(),
            found: format!("`{name}`, for which a shape is given"),
        }),
    }
}
