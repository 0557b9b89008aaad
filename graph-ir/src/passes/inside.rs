//! The functions inside of a graph, as a pass rewrites them: each once, however many places share
//! it.

use alloc::sync::Arc;

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
}

impl Functions {
    /// The rewritten form of a function.
    pub(super) fn get(&self, function: &Arc<Function>) -> Option<&Arc<Function>> {
        let pair = self.done.get(&(Arc::as_ptr(function) as usize));
        pair.map(|(_, made)| made)
    }

    fn insert(&mut self, function: &Arc<Function>, made: &Arc<Function>) {
        let pair = (Arc::clone(function), Arc::clone(made));
        self.done.insert(Arc::as_ptr(function) as usize, pair);
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
    let made = Arc::new(Function {
        kind,
        graph: pass.inner(&function.graph)?,
    });
    if let Some(functions) = pass.functions() {
        functions.insert(function, &made);
    }
    Ok(made)
}
