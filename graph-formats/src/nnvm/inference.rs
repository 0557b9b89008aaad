//! The fixpoint of shape inference.
//!
//! One pass over the nodes in their order is enough where the shapes of the data are given.
//! Knowledge of inputs that this pass adds, and knowledge from shapes known in part, runs back and
//! forth in passes over the nodes that it concerns: a pass visits a node once, after all those
//! before it in its direction, so that a chain needs one pass however long it is.

use super::document::{Document, Entry};
use super::node_site::Site;
use super::notes::{check_names, noted_dtype, variable};
use super::operators::{
    Flow, MAX_OUTPUTS, Partial, Refusal, Shape, check_shape, is_complete, refine, shown,
};
use super::resolve::Resolved;
use super::shapes::{Inferred, Variable};
use super::users::Users;
use crate::Error;
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The state of inference: the shapes of a document, as far as they are known.
pub(super) struct Inference<'a> {
    resolved: Resolved<'a>,
    /// The shapes of the outputs of each node.
    shapes: Vec<Vec<Partial>>,
    /// Whether the shape rule of a node has seen all shapes.
    settled: Vec<bool>,
    users: Users,
    /// The positions in the order of nodes about whose shapes something was learned.
    touched: BTreeSet<usize>,
    /// The position that the first pass has come to, from which on it visits all nodes anyway.
    reached: usize,
}

impl<'a> Inference<'a> {
    /// Learns everything that follows.
    pub(super) fn run(
        document: &'a Document,
        given: &BTreeMap<String, Shape>,
    ) -> Result<Self, Error> {
        let resolved = Resolved::new(document)?;
        check_names(&resolved, given)?;
        let mut inference = Self {
            shapes: vec![Vec::new(); resolved.document.nodes.len()],
            settled: vec![false; resolved.document.nodes.len()],
            users: Users::new(&resolved),
            touched: BTreeSet::new(),
            reached: 0,
            resolved,
        };
        inference.start(given)?;
        for position in 0..inference.resolved.order.len() {
            inference.reached = position;
            inference.visit(position)?;
        }
        inference.reached = usize::MAX;
        while !inference.touched.is_empty() {
            let mut end = usize::MAX;
            while let Some(&position) = inference.touched.range(..end).next_back() {
                inference.touched.remove(&position);
                inference.visit(position)?;
                end = position;
            }
            let mut start = 0;
            while let Some(&position) = inference.touched.range(start..).next() {
                inference.touched.remove(&position);
                inference.visit(position)?;
                start = position + 1;
            }
        }
        Ok(inference)
    }

    /// Takes the shapes of variables as they are given or noted.
    fn start(&mut self, given: &BTreeMap<String, Shape>) -> Result<(), Error> {
        for &id in &self.resolved.order {
            self.shapes[id] = match &self.resolved.calls[id] {
                Some(call) => vec![None; call.outputs.min(MAX_OUTPUTS)],
                None => vec![variable(Site::new(&self.resolved.document, id), given)?],
            };
        }
        Ok(())
    }

    /// Learns the shapes that follow from a node.
    fn visit(&mut self, position: usize) -> Result<(), Error> {
        let id = self.resolved.order[position];
        let Some(call) = self.resolved.calls[id]
            .as_ref()
            .filter(|_| !self.settled[id])
        else {
            return Ok(());
        };
        let site = Site::new(&self.resolved.document, id);
        let inputs = site.node.inputs.iter().map(|entry| self.shape(*entry));
        let outputs = self.shapes[id].clone();
        let mut flow = Flow::new(&call.parameters, inputs.collect(), outputs);
        let complete = flow.run(call.operator);
        let complete = complete.map_err(|refusal| self.refused(site, refusal))?;
        for shape in flow.inputs.iter().chain(&flow.outputs).flatten() {
            check_sizes(site, shape)?;
        }
        self.settled[id] = complete && flow.outputs.iter().all(is_complete);
        let (inputs, outputs) = (flow.inputs, flow.outputs);
        if self.shapes[id] != outputs {
            self.shapes[id] = outputs;
            self.touch_users(id, position);
        }
        for (index, found) in inputs.into_iter().enumerate() {
            self.learn(position, index, &found.unwrap_or_default())?;
        }
        Ok(())
    }

    /// Adds the shape that a node has learned for one of its inputs.
    fn learn(&mut self, position: usize, index: usize, found: &[usize]) -> Result<(), Error> {
        let document = &self.resolved.document;
        let site = Site::new(document, self.resolved.order[position]);
        let entry = site.node.inputs[index];
        let (node, output) = (entry.node as usize, entry.index as usize);
        let Some(held) = self.shapes[node].get_mut(output) else {
            return Ok(());
        };
        match refine(held, found) {
            Ok(false) => Ok(()),
            Ok(true) => {
                // An input that stands twice may have been told two things.
                let same = |other: &&Entry| **other == entry;
                let twice = site.node.inputs.iter().filter(same).count() > 1;
                let except = if twice { usize::MAX } else { position };
                self.touch(self.users.position(node), position);
                self.touch_users(node, except);
                Ok(())
            }
            Err(()) => {
                let found = Refusal::Input(index, shown(found).into(), shown_partial(held));
                Err(self.refused(site, found))
            }
        }
    }

    fn touch_users(&mut self, node: usize, except: usize) {
        for at in self.users.range(node) {
            self.touch(self.users.user(at), except);
        }
    }

    fn touch(&mut self, position: usize, except: usize) {
        let id = self.resolved.order[position];
        let waits = self.resolved.calls[id].is_some() && !self.settled[id];
        if waits && position != except && position <= self.reached {
            self.touched.insert(position);
        }
    }

    fn shape(&self, entry: Entry) -> Partial {
        let outputs = &self.shapes[entry.node as usize];
        outputs.get(entry.index as usize).cloned().flatten()
    }

    /// Whether all shapes are known, and all rules have seen theirs.
    pub(super) fn is_done(&self) -> bool {
        let done = |&id: &usize| {
            let settled = self.resolved.calls[id].is_none() || self.settled[id];
            settled && self.shapes[id].iter().all(is_complete)
        };
        self.resolved.order.iter().all(done)
    }

    /// The document with all its shapes; an error about all that are missing, if some are.
    pub(super) fn finish(self) -> Result<Inferred<'a>, Error> {
        if !self.is_done() {
            return Err(self.missing());
        }
        let shapes = self.shapes.into_iter();
        let outputs = shapes.map(|shapes| shapes.into_iter().flatten().collect());
        Ok(Inferred {
            outputs: outputs.collect(),
            resolved: self.resolved,
        })
    }

    pub(super) fn inputs(&self) -> Result<Vec<Variable>, Error> {
        let wanted: BTreeSet<usize> = self.wanted().into_iter().map(|(id, _)| id).collect();
        let order = self.resolved.order.iter().copied();
        let variables = order.filter(|&id| self.resolved.calls[id].is_none());
        let variables = variables.map(|id| {
            let site = Site::new(&self.resolved.document, id);
            let extents = |shape: &Shape| {
                let known = shape.iter().map(|&extent| (extent != 0).then_some(extent));
                known.collect()
            };
            Ok(Variable {
                name: site.node.name.clone(),
                shape: self.shapes[id][0].as_ref().map(extents),
                dtype: noted_dtype(site)?,
                wanted: wanted.contains(&id),
            })
        });
        variables.collect()
    }

    /// The variables whose shapes must be given, each with the input of a node that asks for it.
    fn wanted(&self) -> Vec<(usize, Option<(usize, usize)>)> {
        let mut wanted = Vec::new();
        let mut seen = BTreeSet::new();
        for &id in &self.resolved.order {
            let Some(call) = &self.resolved.calls[id] else {
                if self.users.range(id).is_empty() && !is_complete(&self.shapes[id][0]) {
                    wanted.push((id, None));
                }
                continue;
            };
            if self.settled[id] {
                continue;
            }
            let inputs = &self.resolved.document.nodes[id].inputs;
            let shapes = inputs.iter().map(|entry| self.shape(*entry));
            let known = shapes.map(|shape| shape.filter(|shape| !shape.contains(&0)));
            let known: Vec<Partial> = known.collect();
            let shapes = (call.operator.shape)(&call.parameters, &known);
            let Err(Refusal::Unknown(asked)) = shapes else {
                continue;
            };
            for index in asked.into_iter().filter(|&index| index < inputs.len()) {
                let node = inputs[index].node as usize;
                if self.resolved.calls[node].is_none() && seen.insert(node) {
                    wanted.push((node, Some((id, index))));
                }
            }
        }
        wanted
    }

    /// The error about all shapes that are not known.
    fn missing(&self) -> Error {
        let document = &self.resolved.document;
        let site = |id: usize| Site::new(document, id);
        let wanted = self.wanted();
        let Some(&(first, asking)) = wanted.first() else {
            return self.open();
        };
        let names = wanted.iter().map(|&(id, _)| match &self.shapes[id][0] {
            Some(known) if known.iter().any(|&extent| extent != 0) => format!(
                "`{}`, of which {} is known",
                site(id).node.name,
                shown(known)
            ),
            _ => format!("`{}`", site(id).node.name),
        });
        let names: Vec<String> = names.collect();
        let expected = match (asking, names.len()) {
            (None, 1) => Cow::Borrowed("a shape of every variable"),
            _ => Cow::Owned(format!("a shape given for {}", names.join(", "))),
        };
        let (place, found) = match asking {
            None => {
                let found = format!("none given for `{}`", site(first).node.name);
                (site(first).within("name"), found)
            }
            Some((user, index)) => {
                let from = match names.len() {
                    1 => site(user).name(),
                    _ => "their uses".into(),
                };
                let found = format!("none, and none that follows from {from}");
                (site(user).input(index), found)
            }
        };
        Error::Value {
            place,
            expected,
            found,
        }
    }

    /// The error about a shape that no variable is to blame for: that of a constant.
    fn open(&self) -> Error {
        let order = self.resolved.order.iter();
        let mut open = order.filter(|&&id| !self.shapes[id].iter().all(is_complete));
        let site = Site::new(&self.resolved.document, open.next().copied().unwrap_or(0));
        let shape = site.node.attribute("shape").unwrap_or("()");
        Error::Value {
            place: site.attribute("shape"),
            expected: "extents that are known or follow from uses".into(),
            found: format!("{shape} for `shape` in {}", site.name()),
        }
    }

    fn refused(&self, site: Site<'_>, refusal: Refusal) -> Error {
        let input = |index: usize| {
            let entry = site.node.inputs.get(index);
            let node = entry.map(|entry| &self.resolved.document.nodes[entry.node as usize]);
            node.map_or("", |node| node.name.as_str())
        };
        let (place, expected, found) = match refusal {
            Refusal::Unknown(_) => (site.place(), "shapes of all inputs".into(), "none".into()),
            Refusal::Input(index, expected, found) => {
                let found = format!("{found}, which is `{}`, in {}", input(index), site.name());
                (site.input(index), expected, found)
            }
            Refusal::Output(index, expected, found) => {
                let found = format!("{found} for output {index} of {}", site.name());
                (site.place(), expected, found)
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
}

fn shown_partial(shape: &Partial) -> String {
    shown(shape.as_deref().unwrap_or_default())
}

/// Checks a shape, complete or not, against the limits of a tensor.
fn check_sizes(site: Site<'_>, shape: &[usize]) -> Result<(), Error> {
    let least = shape.iter().map(|&extent| extent.max(1));
    check_shape(&least.collect::<Shape>()).map_err(|expected| Error::Value {
        place: site.place(),
        expected: expected.into(),
        found: format!("{} in {}", shown(shape), site.name()),
    })
}
