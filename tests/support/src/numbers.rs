//! Numbers within JSON.

use serde_json::Value;

/// A number, or one that JSON lacks as a text.
///
/// # Panics
///
/// Where the value is something else.
#[must_use]
#[track_caller]
pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number"),
        value => value.as_f64().expect("a number"),
    }
}

/// All numbers of nested lists.
#[must_use]
#[track_caller]
pub fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(entries) => entries.iter().flat_map(flat).collect(),
        value => vec![number(value)],
    }
}

/// All numbers of nested lists, from their text: [`Value`] rounds some to a neighbour of the number
/// that is written.
#[must_use]
#[track_caller]
pub fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| c == '[' || c == ']' || c == ',' || c.is_whitespace());
    let parts = parts.map(|part| part.trim_matches('"'));
    let parts = parts.filter(|part| !part.is_empty() && *part != "null");
    parts.map(|part| part.parse().expect("a number")).collect()
}
