//! The functions inside of a graph, as a pass rewrites them: each once, however many places share
//! it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{BuildHasher as _, Hash as _, Hasher as _};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::rewrite::Rewriter;
use crate::error::Result;
use crate::graph::{Function, FunctionKind, Rule};

/// Rewritten inner functions by the identity of the original, so that shared ones stay shared.
#[derive(Debug, Default)]
pub struct Functions {
    /// The entry keeps the original alive, so the address stays its own.
    done: HashMap<usize, (Arc<Function>, Arc<Function>), FxBuildHasher>,
    /// The rewritten forms by their hashes, if equal ones are to be one.
    equals: Option<HashMap<u64, Vec<Arc<Function>>, FxBuildHasher>>,
}

impl Functions {
    /// No function so far; rewritten forms that are equal will be one, so that nodes which have them
    /// are equal, as a loop and its repetition in its adjoint.
    pub(super) fn with_equals_shared() -> Self {
        Self {
            done: HashMap::default(),
            equals: Some(HashMap::default()),
        }
    }

    /// The rewritten form of a function.
    pub(super) fn get(&self, function: &Arc<Function>) -> Option<&Arc<Function>> {
        let pair = self.done.get(&(Arc::as_ptr(function) as usize));
        pair.map(|(_, made)| made)
    }

    /// Keeps the rewritten form of a function; gives back the one that stands for it.
    fn insert(&mut self, function: &Arc<Function>, made: Function) -> Arc<Function> {
        let made = self.first_equal(made);
        let pair = (Arc::clone(function), Arc::clone(&made));
        self.done.insert(Arc::as_ptr(function) as usize, pair);
        made
    }

    /// The first function that equals this one, if equal ones are to be one.
    fn first_equal(&mut self, made: Function) -> Arc<Function> {
        let Some(equals) = &mut self.equals else {
            return Arc::new(made);
        };
        let mut hash = FxBuildHasher.build_hasher();
        for id in made.graph.ids() {
            (made.graph.op(id), made.graph.arguments(id)).hash(&mut hash);
        }
        let known = equals.entry(hash.finish()).or_default();
        if let Some(equal) = known.iter().find(|own| own.equals(&made)) {
            return Arc::clone(equal);
        }
        let made = Arc::new(made);
        known.push(Arc::clone(&made));
        made
    }
}

/// The function with its graph and the functions of its rule, whose depth the builder bounds,
/// rewritten at the first request.
pub(super) fn once(pass: &mut dyn Rewriter, function: &Arc<Function>) -> Result<Arc<Function>> {
    let Some(functions) = pass.functions() else {
        return Ok(Arc::clone(function));
    };
    if let Some(made) = functions.get(function) {
        return Ok(Arc::clone(made));
    }
    let kind = match &function.kind {
        FunctionKind::WithRule(rule) => {
            let mut given = |function: Option<&Arc<Function>>| {
                function.map(|function| once(pass, function)).transpose()
            };
            FunctionKind::WithRule(Rule::new(given(rule.adjoint())?, given(rule.tangent())?)?)
        }
        kind => kind.clone(),
    };
    let made = Function {
        kind,
        graph: pass.inner(&function.graph)?,
    };
    Ok(match pass.functions() {
        Some(functions) => functions.insert(function, made),
        None => Arc::new(made),
    })
}
