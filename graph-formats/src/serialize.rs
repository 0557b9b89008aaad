//! serde's traits for the documents of files: a document inside of a user's own JSON, or in
//! whatever else serde writes.
//!
//! A document is serialised as the JSON value that its file holds, with its keys in their order,
//! and is deserialised by the format's own reader, with its checks and its limits, whichever order
//! keys come in. Constants that
//! are not finite have no JSON; a file of CppAD that holds one cannot be serialised.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::{cppad, nnvm};

/// Serialises the JSON that a text holds.
fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serde_transcode::transcode(&mut serde_json::Deserializer::from_str(text), serializer)
}

/// The JSON text of a value, in the order in which it is read.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::new(&mut text);
    match serde_transcode::transcode(deserializer, &mut serializer) {
        Ok(()) => Ok(text),
        Err(error) => Err(D::Error::custom(error)),
    }
}

impl Serialize for cppad::Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut constants = self.constants().iter();
        if let Some(position) = constants.position(|constant| !constant.is_finite()) {
            let constant = self.constants()[position];
            return Err(S::Error::custom(format!(
                "constant {position} of the document is {constant}, which JSON has no word for"
            )));
        }
        let text: String = self.to_string().map_err(S::Error::custom)?;
        serialize(&text, serializer)
    }
}

impl<'de> Deserialize<'de> for cppad::Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = serde_json::to_vec(&InOrder(&value)).map_err(D::Error::custom)?;
        Self::from_slice(&text).map_err(D::Error::custom)
    }
}

/// The keys of CppAD's objects, whose order its files fix. Maps in memory forget it.
const KEYS: [&str; 10] = [
    "function_name",
    "op_define_vec",
    "op_code",
    "name",
    "n_arg",
    "n_dynamic_ind",
    "n_variable_ind",
    "constant_vec",
    "op_usage_vec",
    "dependent_vec",
];

/// A value with the keys of its objects in the order of CppAD's files.
struct InOrder<'v>(&'v Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(entries) => {
                let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
                entries.sort_by_key(|(key, _)| KEYS.iter().position(|known| known == key));
                serializer.collect_map(
                    entries
                        .into_iter()
                        .map(|(key, value)| (key, InOrder(value))),
                )
            }
            Value::Array(elements) => serializer.collect_seq(elements.iter().map(InOrder)),
            number_or_word => number_or_word.serialize(serializer),
        }
    }
}

impl Serialize for nnvm::Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.to_string().map_err(S::Error::custom)?;
        serialize(&text, serializer)
    }
}

impl<'de> Deserialize<'de> for nnvm::Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_slice(&text(deserializer)?).map_err(D::Error::custom)
    }
}
