//! The programs of sparse derivatives: each yields the entries of a pattern, which is found along
//! with it.

use graph_ir::differentiate::{
    Sparse, Weights, sparse_hessian, sparse_jacobian, value_gradient_sparse_hessian,
};
use graph_ir::{Graph, Result};

use super::Programs;
use crate::signature::Signature;

impl Programs {
    /// The programs that are asked for, and their patterns.
    pub(super) fn add_sparse(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        wrt: &[usize],
    ) -> Result<String> {
        let asked = &signature.derivatives;
        let weights = match signature.scalar_result() {
            Some(_) => Weights::One,
            None => Weights::Inputs,
        };
        let mut text = String::new();
        if asked.sparse_jacobian {
            let Sparse { pattern, graph, .. } = sparse_jacobian(graph, wrt)?;
            text += &self.add("run_sparse_jacobian", &graph)?;
            self.sparsity_jacobian = Some(pattern);
        }
        if asked.sparse_hessian {
            let Sparse { pattern, graph, .. } = sparse_hessian(graph, wrt, weights)?;
            text += &self.add("run_sparse_hessian", &graph)?;
            self.sparsity_hessian = Some(pattern);
        }
        if asked.value_gradient_sparse_hessian {
            let all = value_gradient_sparse_hessian(graph, wrt, weights)?;
            text += &self.add("run_value_gradient_sparse_hessian", &all.graph)?;
            self.sparsity_hessian = Some(all.pattern);
        }
        Ok(text)
    }
}
