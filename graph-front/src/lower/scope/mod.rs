//! The names visible in the bodies of a block: its functions, aliases and `constants`.

mod constants;
mod parameters;
mod template;
mod unsized_constants;
mod written;

pub(crate) use constants::Constants;
pub(crate) use template::{Chain, Template};
pub(crate) use written::{number_of, written_type, written_value};

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use graph_ir::graph::{Function, InputKind};
use graph_ir::rules::Rules;
use graph_ir::{Builder, Element, Graph};
use proc_macro2::TokenStream;
use syn::{Attribute, ItemStruct, ItemType};

use super::assignments::SelfAssignments;
use super::bound::BoundTypes;
use super::places::Places;
use crate::diagnostics::{Diagnostics, Refused};
use crate::parse::FunctionSource;
use crate::signature::{Outside, Signature};
use crate::tokens::words;

/// The names that a body can refer to, and the diagnostics of its block.
pub(crate) struct Names<'s> {
    /// The list that errors are added to.
    pub(crate) diagnostics: &'s Diagnostics,
    /// The `const` items.
    pub(crate) constants: Constants<'s>,
    /// The type aliases.
    pub(crate) aliases: HashMap<String, &'s ItemType>,
    /// The structs.
    pub(crate) structs: HashMap<String, &'s ItemStruct>,
    /// The functions as they are written.
    pub(crate) sources: &'s [FunctionSource],
    /// How many structs are being resolved inside of one another.
    pub(crate) depth_of_structs: Cell<usize>,
    /// The names of what a block tries to define, which is an error already.
    pub(crate) refused: &'s Refused,
    /// The rules by their names; none of wrong ones.
    pub(crate) rules: HashMap<String, Option<Rc<Rules>>>,
    /// The functions.
    pub(crate) functions: HashMap<String, Callee>,
    /// Those of them that come from outside of the block.
    pub(crate) outside: Vec<Rc<Outside>>,
    /// Those of them that have `const` parameters; nothing but their names stands in `functions`.
    pub(crate) templates: HashMap<String, Template<'s>>,
    /// The functions that are being made for calls.
    pub(crate) chain: Chain,
    /// Whether a call is tried in another order. The calls in the functions that are made for that
    /// are not: their number would grow with each level.
    pub(crate) tries_orders: Cell<bool>,
    /// The functions whose bodies have other types than their signatures promise.
    pub(crate) other_results: RefCell<HashSet<String>>,
    /// The notes that are taken on the way.
    pub(crate) notes: Notes<'s>,
}

impl Names<'_> {
    /// Notes that a function has a result of another type than its signature promises, which is
    /// reported.
    pub(crate) fn has_another_result(&self, function: &str) {
        self.other_results.borrow_mut().insert(function.into());
    }

    /// Whether a function may have been meant to have another result than its signature promises.
    /// Reports may be taken back, and then nothing is wrong.
    pub(crate) fn may_have_another_result(&self, function: &str) -> bool {
        self.diagnostics.len() > 0 && self.other_results.borrow().contains(function)
    }

    /// Whether a body has the name of a function that is not known for an error: what is computed by
    /// it may depend on anything.
    pub(crate) fn calls_unknown(&self, body: TokenStream) -> bool {
        let (mut open, mut seen) = (vec![body], HashSet::new());
        while let Some(body) = open.pop() {
            for name in words(&body) {
                match (self.templates.get(&name), self.functions.get(&name)) {
                    // Its instances report the errors of their own bodies where they are called.
                    (Some(template), _) if seen.insert(name) => {
                        open.push(template.source.tokens.clone().into());
                    }
                    (None, Some(callee)) if callee.is_unknown => return true,
                    _ => {}
                }
            }
        }
        false
    }
}

/// Notes that are taken while bodies are lowered.
#[derive(Clone, Copy, Default)]
pub(crate) struct Notes<'s> {
    /// The types of variables, for editors.
    pub(crate) types: Option<&'s BoundTypes>,
    /// The places of nodes, which then carry the numbers of these and no lines.
    pub(crate) places: Option<&'s Places>,
    /// Assignments of something to itself, for the compiler's lint.
    pub(crate) self_assignments: Option<&'s SelfAssignments>,
}

/// A function as its callers in the block see it.
pub(crate) struct Callee {
    /// The signature; `None` when it is wrong.
    pub(crate) signature: Option<Signature>,
    /// The graph in the function's own float type; without nodes of the body if that is wrong.
    pub(crate) graph: Option<Arc<Function>>,
    /// Whether an error takes something away from the graph: one in the body, or in that of a
    /// function that it calls.
    pub(crate) is_unknown: bool,
    /// The `cfg` attributes on it.
    pub(crate) cfg: Vec<Attribute>,
    /// The graph of a generic function for the float types that it is called with.
    specialized: RefCell<HashMap<Element, Arc<Function>>>,
}

impl Callee {
    /// A function of which only the signature is known.
    pub(crate) fn new(signature: Option<Signature>, cfg: Vec<Attribute>) -> Self {
        let graph = signature.as_ref().and_then(placeholder);
        Self {
            signature,
            graph: graph.map(Function::plain),
            is_unknown: true,
            cfg,
            specialized: RefCell::default(),
        }
    }

    /// The graph to call where the type parameter is `element`.
    pub(crate) fn function(&self, element: Element) -> Option<Arc<Function>> {
        let own = self.graph.as_ref()?;
        let is_generic = self.signature.as_ref().is_some_and(|s| s.generic.is_some());
        if !is_generic || element == Element::Float {
            return Some(Arc::clone(own));
        }
        if let Some(made) = self.specialized.borrow().get(&element) {
            return Some(Arc::clone(made));
        }
        let function = graph_ir::passes::specialize_function(own, element).ok()?;
        let mut specialized = self.specialized.borrow_mut();
        specialized.insert(element, Arc::clone(&function));
        Some(function)
    }
}

/// A graph with the signature's types, so that callers of a function whose body is wrong are
/// checked all the same.
fn placeholder(signature: &Signature) -> Option<Graph> {
    let builder = Builder::new();
    for argument in &signature.arguments {
        builder.input("", argument.ty.clone(), InputKind::Dynamic);
    }
    for ty in signature.result.parts() {
        let zeros = builder.full(ty, 0.0).ok()?;
        builder.output("", zeros).ok()?;
    }
    builder.finish().ok()
}
