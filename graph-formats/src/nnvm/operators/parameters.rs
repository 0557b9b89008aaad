//! The attributes of an application of an operator, with their types and defaults.

use super::Operator;
use crate::nnvm::attribute_text::AttributeValue;
use alloc::vec::Vec;

/// The values of an operator's attributes, in the order of its row.
///
/// The accessors take the attributes of the row with the types that it gives them; the value for
/// any other name or type (false, 0, nothing) is arbitrary.
#[derive(Clone)]
pub(in super::super) struct Parameters {
    operator: &'static Operator,
    values: Vec<AttributeValue>,
}

impl Parameters {
    pub(in super::super) fn new(operator: &'static Operator, values: Vec<AttributeValue>) -> Self {
        Self { operator, values }
    }

    fn get(&self, name: &str) -> &AttributeValue {
        let attributes = self.operator.attributes;
        let index = attributes.iter().position(|held| held.name == name);
        index
            .and_then(|index| self.values.get(index))
            .unwrap_or(&AttributeValue::None)
    }

    pub(in super::super) fn bool(&self, name: &str) -> bool {
        matches!(self.get(name), AttributeValue::Bool(true))
    }

    pub(in super::super) fn int(&self, name: &str) -> i64 {
        self.optional_int(name).unwrap_or(0)
    }

    pub(in super::super) fn optional_int(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            AttributeValue::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub(in super::super) fn ints(&self, name: &str) -> &[i64] {
        self.optional_ints(name).unwrap_or(&[])
    }

    pub(in super::super) fn optional_ints(&self, name: &str) -> Option<&[i64]> {
        match self.get(name) {
            AttributeValue::Ints(values) => Some(values),
            _ => None,
        }
    }

    pub(in super::super) fn slots(&self, name: &str) -> &[Option<i64>] {
        match self.get(name) {
            AttributeValue::Slots(values) => values,
            _ => &[],
        }
    }

    pub(in super::super) fn pairs(&self, name: &str) -> &[Vec<i64>] {
        match self.get(name) {
            AttributeValue::Pairs(values) => values,
            _ => &[],
        }
    }

    pub(in super::super) fn reals(&self, name: &str) -> &[f64] {
        match self.get(name) {
            AttributeValue::Reals(values) => values,
            _ => &[],
        }
    }

    pub(in super::super) fn word(&self, name: &str) -> &str {
        match self.get(name) {
            AttributeValue::Word(word) => word,
            AttributeValue::Text(text) => text,
            _ => "",
        }
    }

    pub(in super::super) fn real(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            AttributeValue::Real(value) => Some(*value),
            _ => None,
        }
    }
}
