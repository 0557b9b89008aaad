//! serde's traits for derivatives: a matrix as its extents and elements, a sparse one as its
//! extents and the row, column and value of each entry.

use alloc::vec::Vec;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Rows;
use crate::execute::Outcome;
use crate::sparse::SparseMatrix;

impl<T: Serialize> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut matrix = serializer.serialize_struct("Matrix", 3)?;
        matrix.serialize_field("rows", &self.rows())?;
        matrix.serialize_field("columns", &self.columns())?;
        matrix.serialize_field("elements", self.elements())?;
        matrix.end()
    }
}

impl<T: Serialize + Copy> Serialize for SparseMatrix<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut matrix = serializer.serialize_struct("SparseMatrix", 3)?;
        matrix.serialize_field("rows", &self.pattern().rows())?;
        matrix.serialize_field("columns", &self.pattern().columns())?;
        matrix.serialize_field("entries", &self.triplets().collect::<Vec<_>>())?;
        matrix.end()
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut outcome = serializer.serialize_struct("Outcome", 1)?;
        outcome.serialize_field("comparisons_changed", &self.comparisons_changed)?;
        outcome.end()
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use alloc::collections::BTreeMap;
        use alloc::string::String;

        let fields = BTreeMap::<String, usize>::deserialize(deserializer)?;
        match fields.get("comparisons_changed") {
            Some(&comparisons_changed) => Ok(Self {
                comparisons_changed,
            }),
            None => Err(serde::de::Error::missing_field("comparisons_changed")),
        }
    }
}
