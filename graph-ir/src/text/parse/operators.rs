//! The names of the scalar operators.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ops::ScalarOp;

/// The scalar operators by name: texts have many nodes, so the table is not searched for each.
pub(super) struct Operators(HashMap<&'static str, ScalarOp, FxBuildHasher>);

impl Operators {
    pub(super) fn new() -> Self {
        let all = ScalarOp::all().into_iter();
        Self(all.map(|op| (op.name(), op)).collect())
    }

    /// The operator of that name; one with a parameter with any.
    pub(super) fn get(&self, name: &str) -> Option<ScalarOp> {
        self.0.get(name).copied()
    }
}
