//! The values that a file says to be of double precision. All floats of a graph that is read are of
//! one type, and most files say nothing about theirs; where one does, a cast of such values to
//! single precision rounds them.

use super::Import;
use crate::Error;
use crate::nnvm::node_site::Site;
use crate::nnvm::notes::noted_dtype;

const DOUBLE: &str = "float64";

impl Import<'_, '_> {
    /// Whether the values of a node are of double precision, as far as the file says.
    pub(super) fn is_double(&self, site: Site<'_>) -> Result<bool, Error> {
        if site.node.is_variable() {
            return Ok(noted_dtype(site)? == Some(DOUBLE));
        }
        Ok(match site.node.attribute("dtype") {
            Some(named) => named == DOUBLE,
            None => self.has_double(site),
        })
    }

    /// Whether an operand of a node is.
    pub(super) fn has_double(&self, site: Site<'_>) -> bool {
        let mut inputs = site.node.inputs.iter();
        inputs.any(|entry| self.doubles[entry.node as usize])
    }
}
