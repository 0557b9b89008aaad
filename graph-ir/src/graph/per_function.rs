//! Functions inside a graph, each once however many nodes refer to it: a value for each, and all of
//! them in a row.

use alloc::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{Function, Graph};

/// Values by the identity of functions, for as long as the graph that holds the functions is
/// borrowed: a function that is gone may leave its address to another.
#[derive(Clone, Debug)]
pub struct PerFunction<T> {
    known: HashMap<*const Function, T, FxBuildHasher>,
}

impl<T> Default for PerFunction<T> {
    fn default() -> Self {
        Self {
            known: HashMap::default(),
        }
    }
}

impl<T: Clone> PerFunction<T> {
    /// The value of a function, if it is known.
    #[must_use]
    pub fn get(&self, function: &Arc<Function>) -> Option<T> {
        self.known.get(&Arc::as_ptr(function)).cloned()
    }

    /// States the value of a function, and gives it back.
    pub fn insert(&mut self, function: &Arc<Function>, value: T) -> T {
        self.known.insert(Arc::as_ptr(function), value.clone());
        value
    }

    /// The value of a function; `find` finds it at the first request, and the values of functions
    /// inside on the way.
    pub fn get_or_find(
        &mut self,
        function: &Arc<Function>,
        find: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match self.get(function) {
            Some(known) => known,
            None => {
                let value = find(self);
                self.insert(function, value)
            }
        }
    }
}

impl Graph {
    /// The graph and those inside of it, each once, without those of derivative rules.
    pub fn graphs(&self) -> impl Iterator<Item = &Self> {
        let mut seen: HashSet<*const Function, FxBuildHasher> = HashSet::default();
        let mut open = alloc::vec![self];
        core::iter::from_fn(move || {
            let graph = open.pop()?;
            let functions = graph.functions.iter();
            let new = functions.filter(|function| seen.insert(Arc::as_ptr(function)));
            open.extend(new.map(|function| &function.graph));
            Some(graph)
        })
    }
}
