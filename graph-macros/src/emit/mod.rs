//! From signature and graph to the generated items of one function.
//!
//! | file | writes |
//! |---|---|
//! | `program` | a scheduled program as the text of a private Rust function |
//! | `dump` | prints a function as it stands between two stages, where that is asked for |
//! | `call` | the call of such a function with the user's arguments |
//! | `names` | the identifiers and type parameters of the items |
//! | `batches` | the programs of batches |
//! | `sparse` | the programs of sparse derivatives |
//! | `item` | the public items around those calls |
//!
//! The user's tokens keep their spans. All others get mixed-site spans, so that no local variable
//! or parameter of theirs can meet one of the user's.

mod batches;
mod call;
mod dump;
mod item;
mod names;
mod program;
mod sparse;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use graph_autodiff::sparsity::Pattern;
use graph_ir::{Element, Graph, Type, passes};
use graph_program::{Cost, Options, Pipeline, Program, Slot};
use proc_macro2::TokenStream;

use crate::signature::Signature;
use batches::Batches;
use dump::Dump;
pub(crate) use item::{check_outside, outside_method};
use names::Names;
pub(crate) use names::bytes_of;
use program::{Limits, Style};

/// A quotation whose own tokens have mixed-site spans.
macro_rules! mixed {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use mixed;

/// How many bytes a generated function returns by value; for larger results only the `_into`
/// forms exist. (A megabyte returned by value overflows the stack of a thread in a build without
/// optimisation.)
pub(crate) const RETURN_LIMIT: usize = 64 * 1024;

/// How many nodes of a graph make its gradient a call of its adjoint with seed 1, to the same
/// bits, rather than code of its own that takes as long again to compile.
const SHARED_GRADIENT_FROM: usize = 2_000;

/// How many rows a Jacobian has at most that is a program of its own, in which rows share what they
/// need, and how many nodes all of its rows together; a larger one calls the adjoint for each row.
const JACOBIAN_ROWS: usize = 16;
const JACOBIAN_NODES: usize = 4_000;

/// All items of one function: the function and its module.
///
/// The graph's inputs are the signature's arguments and its outputs the parts of the result.
///
/// # Errors
/// When the graph has no derivative.
pub(crate) fn function(signature: &Signature, graph: &Graph) -> graph_ir::Result<TokenStream> {
    function_within(signature, graph, Limits::USUAL)
}

/// The same, with private functions within these bounds.
fn function_within(
    signature: &Signature,
    graph: &Graph,
    limits: Limits,
) -> graph_ir::Result<TokenStream> {
    let names = Names::new(signature);
    let programs = Programs::new(signature, graph, limits)?;
    Ok(item::all(&names, &item::Bodies::Programs(&programs)))
}

/// The same items without working bodies, for editors and beside errors; `value` is the body of
/// the function itself, a block.
pub(crate) fn stub(signature: &Signature, value: &TokenStream) -> TokenStream {
    item::all(&Names::new(signature), &item::Bodies::Stub { value })
}

/// What the bodies of the items are made of.
pub(crate) struct Programs {
    options: Options,
    limits: Limits,
    dispatches: bool,
    /// The dump that the environment asks for.
    dump: Option<Dump>,
    /// The text of all private functions.
    pub(crate) functions: TokenStream,
    /// The textual form of the graph.
    pub(crate) graph: String,
    /// Whether the gradient is the adjoint with seed 1.
    pub(crate) shares_gradient: bool,
    /// Whether the Jacobian is a program of its own.
    pub(crate) has_jacobian: bool,
    /// Whether the Hessian, with value and gradient, is a program of its own.
    pub(crate) has_hessian: bool,
    /// What each private function costs, and whether it takes its slots from the workspace.
    pub(crate) costs: Vec<(&'static str, Cost, bool)>,
    /// The slots of each private function that takes them from the workspace.
    slots: HashMap<&'static str, Vec<Slot>>,
    /// How many elements of each type the workspace has.
    pub(crate) workspace: Pools,
    /// The pattern of the sparse Jacobian, where that was asked for.
    pub(crate) sparsity_jacobian: Option<Pattern>,
    /// The pattern of the sparse Hessian, where that was asked for.
    pub(crate) sparsity_hessian: Option<Pattern>,
    /// What batches run, where they were asked for.
    pub(crate) batches: Batches,
}

/// How many elements of each type are needed.
pub(crate) type Pools = BTreeMap<Element, usize>;

impl Programs {
    fn new(signature: &Signature, graph: &Graph, limits: Limits) -> graph_ir::Result<Self> {
        let wrt = signature.independent();
        let scalar = signature.scalar_result().is_some();
        let (dump, misread) = match Dump::requested(&signature.name.to_string()) {
            Ok(dump) => (dump, None),
            Err(message) => (None, Some(message)),
        };
        let mut programs = Self {
            options: Options {
                parts: Some(limits.parts),
                ..signature.codegen.options()
            },
            limits,
            dispatches: signature.codegen.dispatch,
            dump,
            functions: TokenStream::new(),
            graph: graph_ir::text::print(graph),
            shares_gradient: graph.len() >= SHARED_GRADIENT_FROM,
            has_jacobian: signature.derivatives.jacobian && has_small_jacobian(graph, &wrt),
            has_hessian: false,
            costs: Vec::new(),
            slots: HashMap::new(),
            workspace: Pools::new(),
            sparsity_jacobian: None,
            sparsity_hessian: None,
            batches: Batches::default(),
        };
        let mut text = programs.add("run_value", graph)?;
        if signature.is_differentiable() {
            text += &programs.add("run_adjoint", &graph_autodiff::reverse(graph, &wrt)?)?;
            text += &programs.add("run_tangent", &graph_autodiff::forward(graph, &wrt)?)?;
            if scalar && !programs.shares_gradient {
                text += &programs.add("run_gradient", &graph_autodiff::gradient(graph, &wrt)?)?;
            }
            text += &programs.add_requests(signature, graph, &wrt)?;
        }
        if programs.has_jacobian {
            text += &programs.add("run_jacobian", &graph_autodiff::jacobian(graph, &wrt)?)?;
        }
        if signature.derivatives.batch {
            text += &programs.add_batches(signature, graph)?;
        }
        programs.functions = parse(&text);
        if let Some(message) = misread {
            let error = mixed!(::core::compile_error!(#message););
            programs.functions.extend(error);
        }
        Ok(programs)
    }

    /// What is asked for of sparse matrices, of the second order, and beyond.
    fn add_requests(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        wrt: &[usize],
    ) -> graph_ir::Result<String> {
        let asked = &signature.derivatives;
        let mut text = String::new();
        if asked.second_order() {
            let product = match signature.scalar_result() {
                Some(_) => graph_autodiff::hessian_product(graph, wrt)?,
                None => graph_autodiff::weighted_hessian_product(graph, wrt)?,
            };
            text += &self.add("run_hessian", &product)?;
            text += &self.add_small_hessian(signature, graph, wrt)?;
        }
        text += &self.add_sparse(signature, graph, wrt)?;
        if let Some(order) = asked.taylor {
            text += &self.add("run_taylor", &graph_autodiff::taylor(graph, wrt, order)?)?;
        }
        Ok(text)
    }

    /// The slots that a private function takes from the workspace.
    fn slots(&self, function: &str) -> &[Slot] {
        self.slots.get(function).map_or(&[], Vec::as_slice)
    }

    /// The text of the private function that computes a graph.
    fn add(&mut self, name: &'static str, graph: &Graph) -> graph_ir::Result<String> {
        let dump = self.dump.clone();
        let program = Pipeline::new(self.options).run_observed(graph, &mut |stage, form| {
            if let Some(dump) = &dump {
                dump.observe(name, stage, form);
            }
        })?;
        let style = self.style(&program);
        self.costs.push((name, program.cost(), style.takes_slots));
        if style.takes_slots {
            make_room(&mut self.workspace, &program.storage.slots);
            self.slots.insert(name, program.storage.slots.clone());
        }
        Ok(program::function(name, &program, style))
    }

    fn style(&self, program: &Program) -> Style {
        Style {
            dispatches: self.dispatches,
            takes_slots: self.limits.takes_slots(program),
        }
    }
}

/// Makes room for slots.
fn make_room(pools: &mut Pools, slots: &[Slot]) {
    let mut needed = Pools::new();
    for slot in slots {
        *needed.entry(slot.element).or_default() += slot.size;
    }
    for (element, size) in needed {
        let room = pools.entry(element).or_default();
        *room = size.max(*room);
    }
}

/// Whether the Jacobian is to be a program: few rows, not more than columns, of one float type.
fn has_small_jacobian(graph: &Graph, wrt: &[usize]) -> bool {
    let outputs: Vec<&Type> = graph.output_types().collect();
    let inputs: Vec<&Type> = graph.input_types().collect();
    let inputs: Vec<&Type> = wrt.iter().map(|&position| inputs[position]).collect();
    let size = |types: &[&Type]| -> usize { types.iter().map(|ty| ty.shape.size()).sum() };
    let rows = size(&outputs);
    let mut all = outputs.iter().chain(&inputs);
    let element = inputs.first().map(|ty| ty.element);
    (1..=JACOBIAN_ROWS).contains(&rows)
        && rows < size(&inputs)
        && all.all(|ty| ty.is_float() && Some(ty.element) == element)
        && rows.saturating_mul(passes::unfolded_size(graph)) <= JACOBIAN_NODES
}

/// The tokens of text that this crate wrote.
fn parse(text: &str) -> TokenStream {
    match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => {
            let message = format!("generated code is no Rust: {error}");
            mixed!(::core::compile_error!(#message);)
        }
    }
}
