//! Derivatives of functions inside a graph, each made once however many nodes refer to it: where
//! functions share functions, making one for each reference would take exponential time.

use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::hash::Hash;

use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph};
use graph_ir::ops::derivative::Mark;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The derivative of a function inside, as a function.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) function: Arc<Function>,
    /// The mark of each tangent or adjoint that it gives.
    pub(super) marks: Rc<[Mark]>,
}

impl Region {
    pub(super) fn new((graph, marks): (Graph, Vec<Mark>)) -> Self {
        Self {
            function: Function::plain(graph),
            marks: marks.into(),
        }
    }
}

/// Values derived from functions, by the function and by a further key.
#[derive(Debug)]
pub(super) struct Derived<K, V> {
    made: RefCell<Made<K, V>>,
}

/// By the address of the function; the entry keeps the function alive, so the address stays its
/// own.
type Made<K, V> = HashMap<(usize, K), (Arc<Function>, V), FxBuildHasher>;

impl<K, V> Default for Derived<K, V> {
    fn default() -> Self {
        Self {
            made: RefCell::default(),
        }
    }
}

impl<K: Eq + Hash, V: Clone> Derived<K, V> {
    /// The value derived from the function; `make` makes it at the first request, and may make more
    /// on the way.
    pub(super) fn get(
        &self,
        function: &Arc<Function>,
        key: K,
        make: impl FnOnce() -> Result<V>,
    ) -> Result<V> {
        let key = (Arc::as_ptr(function) as usize, key);
        if let Some((_, made)) = self.made.borrow().get(&key) {
            return Ok(made.clone());
        }
        let made = make()?;
        let entry = (Arc::clone(function), made.clone());
        self.made.borrow_mut().insert(key, entry);
        Ok(made)
    }
}
