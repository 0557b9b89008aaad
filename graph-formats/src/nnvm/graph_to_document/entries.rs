//! The shape and type of every entry, as attributes of the document, where NNVM's passes leave
//! them: one item for each output of each node, in the order of `node_row_ptr`.

use super::{Document, GraphAttribute};
use crate::Error;
use crate::nnvm::attribute_text::ints;
use crate::nnvm::document::Node;
use crate::nnvm::shapes::Inferred;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;

const SHAPE: &str = "shape";
const DTYPE: &str = "dtype";

/// Notes the shapes and types of all entries of a document that tells those of its variables.
pub(super) fn note(document: &mut Document) -> Result<(), Error> {
    let inferred = document.infer(&BTreeMap::new())?;
    let mut reached = vec![false; document.nodes.len()];
    for &id in inferred.order() {
        reached[id] = true;
    }
    let (mut shapes, mut dtypes) = (Vec::new(), Vec::new());
    let mut types: Vec<i64> = Vec::with_capacity(document.nodes.len());
    for (id, node) in document.nodes.iter().enumerate() {
        let dtype = dtype(&inferred, id, node, &types);
        types.push(dtype);
        if !reached[id] {
            // A variable that nothing uses.
            let noted = node.attribute("__shape__").and_then(ints);
            shapes.push(noted.unwrap_or_default());
            dtypes.push(dtype);
        }
        for shape in inferred.outputs(id) {
            // No extent is beyond 2^63: tensors of that size cannot be.
            let extents = shape.iter();
            let extents = extents.map(|&extent| signed(extent));
            shapes.push(extents.collect());
            dtypes.push(dtype);
        }
    }
    let attributes = &mut document.attributes;
    attributes.push((SHAPE.into(), GraphAttribute::Shapes(shapes)));
    attributes.push((DTYPE.into(), GraphAttribute::Ints(dtypes)));
    Ok(())
}

/// NNVM's number of the type of a node's outputs: what the node names, or else the type of its
/// first input.
fn dtype(inferred: &Inferred<'_>, id: usize, node: &Node, types: &[i64]) -> i64 {
    const UNKNOWN: i64 = -1;
    let named = match inferred.call(id) {
        None => node
            .attribute("__dtype__")
            .and_then(|text| text.parse().ok()),
        Some(call) => number(call.parameters.word(DTYPE)),
    };
    let first = || {
        let first = node.inputs.first()?;
        types.get(first.node as usize).copied()
    };
    named.or_else(first).unwrap_or(UNKNOWN)
}

fn number(name: &str) -> Option<i64> {
    const NAMES: [&str; 8] = [
        "float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool",
    ];
    let position = NAMES.iter().position(|held| *held == name)?;
    i64::try_from(position).ok()
}
