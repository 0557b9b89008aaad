//! The constant that states the costs of a module's functions.

use graph_program::Cost;
use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::derivatives::{Program, Request};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::ways::Way;

/// `COST`, from the programs; without any, nothing is known. There is none where lengths come with
/// the call, as it depends on them.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    if names.signature.is_symbolic() {
        return TokenStream::new();
    }
    let private = &names.private;
    let costs = match bodies {
        Bodies::Programs(programs) => &programs.costs[..],
        Bodies::Stub { .. } => &[],
    };
    let gradient = bodies.way(Request::Gradient);
    let mut fields = TokenStream::new();
    for &(program, cost, on_heap) in costs {
        let cost = literal(names, cost, on_heap);
        let field = ident(program.row().cost);
        fields.extend(match program {
            Program::Value => mixed!(#field: #cost,),
            _ => mixed!(#field: ::core::option::Option::Some(#cost),),
        });
        // The gradient is the adjoint with seed 1.
        if program == Program::Adjoint && gradient == Some(Way::Program(program)) {
            let field = ident(Program::Gradient.row().cost);
            fields.extend(mixed!(#field: ::core::option::Option::Some(#cost),));
        }
    }
    for request in [Request::Jacobian, Request::Hessian] {
        let (program, count) = match bodies.way(request) {
            Some(Way::Columns(program)) => (program, names.inputs()),
            Some(Way::Rows(program)) => (program, names.outputs()),
            Some(Way::Program(_)) | None => continue,
        };
        if let Some(&(_, cost, on_heap)) = costs.iter().find(|(own, ..)| *own == program) {
            let (field, cost) = (ident(request.row().word), repeated(cost, count));
            let cost = literal(names, cost, on_heap);
            fields.extend(mixed!(#field: ::core::option::Option::Some(#cost),));
        }
    }
    let used = bodies.used(&TokenStream::new());
    mixed! {
        /// Upper bounds on the cost of a call: operations, and memory for intermediate arrays.
        pub const COST: #private::Costs = {
            #used
            #private::Costs { #fields ..#private::Costs::NONE }
        };
    }
}

/// The cost of so many calls one after another, in the same memory.
fn repeated(cost: Cost, count: usize) -> Cost {
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    Cost {
        flops: cost.flops.saturating_mul(count),
        transcendental: cost.transcendental.saturating_mul(count),
        calls: cost.calls.saturating_mul(count),
        ..cost
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
