//! The names of the scalar operators.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::scalar::ScalarOp;

/// The scalar operators by name: texts have many nodes, so the table is not searched for each.
pub(crate) struct Operators(HashMap<&'static str, ScalarOp, FxBuildHasher>);

impl Operators {
    pub(crate) fn new() -> Self {
        let all = ScalarOp::all().into_iter();
        Self(all.map(|op| (op.name(), op)).collect())
    }

    /// The operator of that name; one with a parameter with any.
    pub(crate) fn get(&self, name: &str) -> Option<ScalarOp> {
        self.0.get(name).copied()
    }
}
