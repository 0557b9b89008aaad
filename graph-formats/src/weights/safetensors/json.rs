//! The JSON of a header, read so that names that come twice are there twice.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use safetensors::tensor::TensorInfo;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

/// The name that the format keeps for texts about the file.
pub(super) const METADATA: &str = "__metadata__";

/// The JSON of a header, with all tensors in the order in which they stand.
pub(super) struct Header {
    pub(super) tensors: Vec<(String, TensorInfo)>,
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of tensors by their names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let mut tensors = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if name == METADATA {
                // Texts that other programs write, such as `{"format": "pt"}`.
                map.next_value::<BTreeMap<String, String>>()?;
            } else {
                tensors.push((name, map.next_value()?));
            }
        }
        Ok(Header { tensors })
    }
}
