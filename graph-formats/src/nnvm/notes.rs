//! Facts about variables before inference: shapes that are given or noted, and noted element types.

use super::attribute_text::ints;
use super::document::Node;
use super::node_site::Site;
use super::operators::{MAX_RANK, Partial, Shape, check_shape, shown};
use super::resolve::Resolved;
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

/// The shape that is given for a variable, or else the one that it notes.
pub(super) fn variable(site: Site<'_>, given: &BTreeMap<String, Shape>) -> Result<Partial, Error> {
    let Some(shape) = given.get(&site.node.name) else {
        return noted_shape(site);
    };
    let least: Shape = shape.iter().map(|&extent| extent.max(1)).collect();
    match check_shape(&least) {
        _ if shape.is_empty() => Ok(None),
        Ok(()) => Ok(Some(shape.clone())),
        Err(expected) => Err(Error::Value {
            place: site.within("name"),
            expected: expected.into(),
            found: format!("{}, given for `{}`", shown(shape), site.node.name),
        }),
    }
}

/// The shape that a variable's attribute notes. Extents of 0 or less are not known.
fn noted_shape(site: Site<'_>) -> Result<Partial, Error> {
    let Some(text) = site.node.attribute("__shape__") else {
        return Ok(None);
    };
    match ints(text.trim()) {
        None if text == "None" => Ok(None),
        Some(noted) if noted.len() <= MAX_RANK => {
            let extents = noted
                .iter()
                .map(|&extent| usize::try_from(extent).unwrap_or(0));
            Ok(Some(extents.collect()).filter(|shape: &Shape| !shape.is_empty()))
        }
        _ => Err(Error::Value {
            place: site.attribute("__shape__"),
            expected: "a tuple of integers such as `(3, 3)`".into(),
            found: format!("{text:?} of `{}`", site.node.name),
        }),
    }
}

/// Whether a variable of this element type holds integers.
pub(super) fn is_integer(dtype: &str) -> bool {
    matches!(dtype, "uint8" | "int8" | "int32" | "int64")
}

/// The element type that a variable's attribute notes, by NNVM's number.
pub(super) fn noted_dtype(site: Site<'_>) -> Result<Option<&'static str>, Error> {
    const NAMES: [&str; 8] = [
        "float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool",
    ];
    let Some(text) = site.node.attribute("__dtype__") else {
        return Ok(None);
    };
    match text.trim().parse::<i64>() {
        Ok(-1) => Ok(None),
        Ok(12) => Ok(Some("bfloat16")),
        Ok(number @ 0..=7) => Ok(Some(NAMES[number as usize])),
        _ => Err(Error::Value {
            place: site.attribute("__dtype__"),
            expected: "the number of an element type, from -1 to 7 or 12".into(),
            found: format!("{text:?} of `{}`", site.node.name),
        }),
    }
}

/// Checks that names of variables tell them apart, and that all names given are such names.
pub(super) fn check_names(
    resolved: &Resolved<'_>,
    given: &BTreeMap<String, Shape>,
) -> Result<(), Error> {
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
