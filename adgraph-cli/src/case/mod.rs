//! Conformance cases: files with a graph, a point, and the expected values at this point.
//!
//! A CppAD case has `p` and `x`; an NNVM case has `inputs`, a tensor for each name.

mod host;

pub(crate) use host::functions;

use crate::format::Format;
use crate::tensor::{Number, Tensor};
use graph_runtime::json::nnvm::Purpose;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A graph and the point at which it is to be evaluated.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) format: Format,
    pub(crate) x: Vec<f64>,
    pub(crate) p: Vec<f64>,
    pub(crate) inputs: BTreeMap<String, Tensor>,
    /// Whether the numbers are those of training.
    pub(crate) purpose: Purpose,
}

/// The parts of a case that are needed.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    graph: Option<&'a RawValue>,
    /// The exact text of the graph, which need not be strict JSON.
    graph_text: Option<String>,
    x: Option<Vec<Number>>,
    p: Option<Vec<Number>>,
    inputs: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    train: bool,
}

impl Case {
    /// Reads a case.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = strict(text);
        let fields: Fields<'_> =
            serde_json::from_str(&text).map_err(|error| format!("no case: {error}"))?;
        let graph = fields
            .graph_text
            .or_else(|| fields.graph.map(|raw| raw.get().to_string()));
        let inputs = fields.inputs.iter().flatten().map(|(name, value)| {
            let tensor = Tensor::read(value).map_err(|error| format!("input `{name}`: {error}"))?;
            Ok((name.clone(), tensor))
        });
        let numbers = |list: Option<Vec<Number>>| {
            let list = list.unwrap_or_default();
            list.into_iter().map(|number| number.0).collect()
        };
        Ok(Self {
            text: graph.ok_or("no case: there is neither `graph` nor `graph_text`")?,
            format: match fields.inputs {
                Some(_) => Format::Nnvm,
                None => Format::Cppad,
            },
            inputs: inputs.collect::<Result<_, String>>()?,
            x: numbers(fields.x),
            p: numbers(fields.p),
            purpose: match fields.train {
                true => Purpose::Training,
                false => Purpose::Inference,
            },
        })
    }
}

/// The text as strict JSON. Python, whose writer such files are made with, writes numbers that are
/// not finite by names; the graph of such a case is in `graph_text`.
fn strict(text: &str) -> Cow<'_, str> {
    if serde_json::from_str::<&RawValue>(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let finite = text.replace("Infinity", "1e999").replace("NaN", "null");
    Cow::Owned(finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_a_graph_and_a_point() {
        let text = r#"{"graph": {"heads": []}, "inputs": {"x": {"shape": [1], "data": ["inf"]}}}"#;
        let case = Case::read(text).unwrap();
        assert_eq!(
            (case.format, &*case.text),
            (Format::Nnvm, r#"{"heads": []}"#)
        );
        assert_eq!(case.inputs["x"], Tensor::new(vec![1], &[f64::INFINITY]));
        assert_eq!(case.purpose, Purpose::Inference);
        let case = Case::read(r#"{"graph": 1, "train": true}"#).unwrap();
        assert_eq!(case.purpose, Purpose::Training);
        let text = r#"{"graph": Infinity, "graph_text": "+1", "x": [1, "nan"], "p": [2]}"#;
        let case = Case::read(text).unwrap();
        assert_eq!((case.format, &*case.text), (Format::Cppad, "+1"));
        assert!(case.x[0] == 1.0 && case.x[1].is_nan() && case.p == [2.0]);
    }

    #[test]
    fn what_is_no_case_is_refused() {
        for (text, message) in [
            ("", "no case: EOF"),
            ("[]", "no case: "),
            ("{}", "no case: there is neither `graph` nor `graph_text`"),
            (r#"{"graph": 1, "x": ["one"]}"#, "no case: invalid value"),
            (
                r#"{"graph": 1, "inputs": {"a": {}}}"#,
                "input `a`: a tensor without `shape`",
            ),
        ] {
            let error = Case::read(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
