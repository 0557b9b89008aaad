//! The numbers by which a text refers to functions inside and to functions of the host.

use alloc::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::graph::{ExternalId, Function, FunctionId, Graph};

/// The numbers under which a section refers to functions and externals.
pub(crate) struct Numbers {
    /// By the address of the function, which is what makes two references the same function.
    pub(crate) functions: HashMap<*const Function, usize, FxBuildHasher>,
    /// In the order of first use, which is the order of their declarations.
    pub(crate) externals: HashMap<ExternalId, usize, FxBuildHasher>,
}

impl Numbers {
    pub(crate) fn new(functions: &[Arc<Function>]) -> Self {
        let numbers = functions.iter().enumerate();
        Self {
            functions: numbers.map(|(n, f)| (Arc::as_ptr(f), n)).collect(),
            externals: HashMap::default(),
        }
    }

    pub(crate) fn function(&self, graph: &Graph, id: FunctionId) -> usize {
        let number = self.functions.get(&Arc::as_ptr(graph.function(id)));
        number.copied().unwrap_or(usize::MAX)
    }

    pub(crate) fn external(&self, id: ExternalId) -> usize {
        self.externals.get(&id).copied().unwrap_or(usize::MAX)
    }
}
