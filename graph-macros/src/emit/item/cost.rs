//! The constant that says what the functions of a module cost.

use graph_program::Cost;
use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

/// `COST`, from the programs; without any, nothing is known.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let private = &names.private;
    let none: &[(&str, Cost, bool)] = &[];
    let costs = match bodies {
        Bodies::Programs(programs) => &programs.costs[..],
        Bodies::Stub { .. } => none,
    };
    let shared = bodies.shares_gradient() && names.signature.scalar_result().is_some();
    let fields = costs.iter().flat_map(|(name, cost, on_heap)| {
        let cost = literal(names, *cost, *on_heap);
        let field = |field: &str, value: &TokenStream| {
            let field = ident(field);
            mixed!(#field: #value,)
        };
        let some = mixed!(::core::option::Option::Some(#cost));
        match *name {
            "run_value" => field("value", &cost),
            "run_hessian" => field("hessian_product", &some),
            // The gradient is the adjoint with seed 1.
            "run_adjoint" if shared => {
                let [adjoint, gradient] = ["adjoint", "gradient"].map(|name| field(name, &some));
                mixed!(#adjoint #gradient)
            }
            "run_adjoint" => field("adjoint", &some),
            "run_tangent" => field("tangent", &some),
            "run_gradient" => field("gradient", &some),
            "run_jacobian" => field("jacobian", &some),
            "run_value_gradient_hessian" => field("hessian", &some),
            "run_sparse_jacobian" => field("sparse_jacobian", &some),
            "run_sparse_hessian" => field("sparse_hessian", &some),
            "run_value_gradient_sparse_hessian" => field("value_gradient_sparse_hessian", &some),
            "run_taylor" => field("taylor", &some),
            // What batches begin with is counted with none of them.
            _ => TokenStream::new(),
        }
    });
    let fields: TokenStream = fields.collect();
    mixed! {
        /// What a call takes at most: operations, and memory for intermediate arrays.
        pub const COST: #private::Costs = #private::Costs { #fields ..#private::Costs::NONE };
    }
}

fn literal(names: &Names<'_>, cost: Cost, on_heap: bool) -> TokenStream {
    let private = &names.private;
    let (workspace, slots) = if on_heap {
        (cost.slots, 0)
    } else {
        (0, cost.slots)
    };
    let stack = cost.own.saturating_add(slots);
    let [flops, transcendental, calls] =
        [cost.flops, cost.transcendental, cost.calls].map(Literal::u64_unsuffixed);
    let [workspace, stack] = [workspace, stack].map(Literal::usize_unsuffixed);
    mixed! {
        #private::Cost {
            flops: #flops,
            transcendental: #transcendental,
            calls: #calls,
            workspace: #workspace,
            stack: #stack,
        }
    }
}
