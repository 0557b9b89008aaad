//! The signature of the function that was written, which the format does not keep.
//!
//! NNVM binds arguments in the order in which its walk from the heads meets them, forgets those
//! that nothing uses, and has no tensor without axes. Files written here therefore note the names
//! and shapes of the inputs and outputs among the attributes of the graph, where NNVM and MXNet
//! pass over them.

use super::document::Document;
use super::graph_attribute::GraphAttribute;
use super::operators::{Shape, shown};
use crate::{Error, Place};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use graph_ir::intern::signed;

const INPUTS: Keys = ("adgraph_inputs", "adgraph_input_shapes");
const OUTPUTS: Keys = ("adgraph_outputs", "adgraph_output_shapes");

/// The keys of names and of shapes.
type Keys = (&'static str, &'static str);

const NAME: &str = "adgraph_name";
const DYNAMIC: &str = "adgraph_dynamic";

/// The names and shapes of inputs and outputs, each in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Signature {
    /// The function's name; empty when it has none.
    pub(super) name: String,
    pub(super) inputs: Vec<(String, Shape)>,
    /// The positions of the inputs that are dynamic parameters, ascending.
    pub(super) dynamic: Vec<i64>,
    pub(super) outputs: Vec<(String, Shape)>,
}

impl Signature {
    /// The signature that a document notes, if it notes one.
    pub(super) fn of(document: &Document) -> Result<Option<Self>, Error> {
        if !document.attributes.iter().any(|(key, _)| is_key(key)) {
            return Ok(None);
        }
        let signature = Self {
            name: match document.attribute(NAME) {
                Some(GraphAttribute::Text(name)) => name.clone(),
                _ => String::new(),
            },
            dynamic: match document.attribute(DYNAMIC) {
                Some(GraphAttribute::Ints(positions)) => positions.clone(),
                _ => Vec::new(),
            },
            inputs: list(document, INPUTS)?,
            outputs: list(document, OUTPUTS)?,
        };
        if signature.outputs.len() != document.heads.len() {
            let expected = format!("one name for each of the {} heads", document.heads.len());
            let found = crate::shown::counted(signature.outputs.len(), "name", "names");
            return Err(misfit(OUTPUTS.0, expected, found));
        }
        Ok(Some(signature))
    }

    /// Notes the signature.
    pub(super) fn write(&self, document: &mut Document) {
        for ((names, shapes), list) in [(INPUTS, &self.inputs), (OUTPUTS, &self.outputs)] {
            let texts = list.iter().map(|(name, _)| name.clone());
            let extents = list.iter().map(|(_, shape)| {
                let extents = shape.iter();
                // No extent is beyond 2^63: tensors of that size cannot be.
                extents.map(|&extent| signed(extent))
            });
            let extents = extents.map(Iterator::collect).collect();
            let attributes = &mut document.attributes;
            attributes.push((names.into(), GraphAttribute::Texts(texts.collect())));
            attributes.push((shapes.into(), GraphAttribute::Shapes(extents)));
        }
        if !self.name.is_empty() {
            let name = GraphAttribute::Text(self.name.clone());
            document.attributes.push((NAME.into(), name));
        }
        if !self.dynamic.is_empty() {
            let positions = GraphAttribute::Ints(self.dynamic.clone());
            document.attributes.push((DYNAMIC.into(), positions));
        }
    }
}

/// Whether an attribute of the graph is part of a signature.
pub(super) fn is_key(key: &str) -> bool {
    let lists = [INPUTS.0, INPUTS.1, OUTPUTS.0, OUTPUTS.1];
    lists.contains(&key) || key == NAME || key == DYNAMIC
}

/// The refusal of an input that the signature names.
pub(super) fn refused_input(expected: impl Into<String>, found: impl Into<String>) -> Error {
    misfit(INPUTS.0, expected.into(), found.into())
}

/// The refusal of a shape that is not one of as many elements.
pub(super) fn refused_shape(name: &str, noted: &[usize], held: &[usize]) -> Error {
    let expected = format!("a shape of as many elements as {}", shown(held));
    let found = format!("{} of `{name}`", shown(noted));
    misfit(INPUTS.1, expected, found)
}

fn list(document: &Document, keys: Keys) -> Result<Vec<(String, Shape)>, Error> {
    let Some(GraphAttribute::Texts(names)) = document.attribute(keys.0) else {
        return Err(missing(keys.0, "list_str"));
    };
    let Some(GraphAttribute::Shapes(shapes)) = document.attribute(keys.1) else {
        return Err(missing(keys.1, "list_shape"));
    };
    if names.len() != shapes.len() {
        let expected = format!(
            "{}, one for each name",
            crate::shown::counted(names.len(), "shape", "shapes")
        );
        return Err(misfit(keys.1, expected, shapes.len().to_string()));
    }
    let pairs = names.iter().zip(shapes).map(|(name, extents)| {
        let known = extents.iter().map(|&extent| usize::try_from(extent).ok());
        let known = known.collect::<Option<Shape>>();
        let shape = known.filter(|shape| !shape.contains(&0));
        let shape = shape.ok_or_else(|| {
            let found = format!("{} of `{name}`", shown(extents));
            misfit(keys.1, "extents from 1 on".into(), found)
        });
        Ok((name.clone(), shape?))
    });
    pairs.collect()
}

fn missing(key: &str, kind: &str) -> Error {
    misfit(
        key,
        format!("a {kind} beside the rest of the signature"),
        "none".into(),
    )
}

fn misfit(key: &str, expected: String, found: String) -> Error {
    Error::Value {
        place: Place::without_text(format!("/attrs/{key}")),
        expected: expected.into(),
        found,
    }
}
