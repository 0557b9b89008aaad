//! The programs of sparse derivatives: each yields the entries of a pattern, which is found along
//! with it; and that of a small Hessian, whose elements are computed as entries.

use graph_autodiff::{
    Sparse, Weights, sparse_hessian, sparse_jacobian, value_gradient_hessian,
    value_gradient_sparse_hessian,
};
use graph_ir::{Graph, Result, Type, passes};

use super::Programs;
use crate::signature::Signature;

/// How many rows a Hessian has at most that is a program of its own, how many nodes the function all
/// of them together, and the program.
const HESSIAN_ROWS: usize = 24;
const HESSIAN_NODES: usize = 4_000;

impl Programs {
    /// The program for the dense Hessian with value and gradient, of a small function; the Hessian of
    /// another one is computed a column at a time.
    pub(super) fn add_small_hessian(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        wrt: &[usize],
    ) -> Result<String> {
        let asked = &signature.derivatives;
        let types: Vec<&Type> = graph.input_types().collect();
        let rows: usize = wrt
            .iter()
            .map(|&position| types[position].shape.size())
            .sum();
        let nodes = rows.saturating_mul(passes::unfolded_size(graph));
        if !(asked.hessian || asked.value_gradient_hessian)
            || !(1..=HESSIAN_ROWS).contains(&rows)
            || nodes > HESSIAN_NODES
        {
            return Ok(String::new());
        }
        let all = value_gradient_hessian(graph, wrt, weights(signature))?;
        if passes::unfolded_size(&passes::prepare_with(&all, self.options.assumptions())?)
            > HESSIAN_NODES
        {
            return Ok(String::new());
        }
        self.has_hessian = true;
        self.add("run_value_gradient_hessian", &all)
    }

    /// The programs that are asked for, and their patterns.
    pub(super) fn add_sparse(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        wrt: &[usize],
    ) -> Result<String> {
        let asked = &signature.derivatives;
        let weights = weights(signature);
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

/// Of what the Hessian of a function is the Hessian.
fn weights(signature: &Signature) -> Weights {
    match signature.scalar_result() {
        Some(_) => Weights::One,
        None => Weights::Inputs,
    }
}
