//! The variables with respect to which a body differentiates.
//!
//! The value given to such a variable is kept apart from equal values, so that a derivative is
//! taken along the computations that name the variable, and along nothing else: in
//! `let y = x; deriv(x * y, y)` only the second factor varies. A number that is known becomes a
//! value of the program.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use graph_ir::Wire;
use proc_macro2::TokenStream;
use syn::Expr;

use super::copies::Copied;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::values::{Elements, Value};
use crate::lower::variables::VariableId;
use crate::tokens::named_arguments;

/// The functions of the language whose second argument is a variable, or a tuple of variables.
pub(super) const DERIVATIVES: [&str; 5] = ["deriv", "jvp", "vjp", "jacobian", "hessian"];

/// The variables that a body differentiates with respect to, and its derivatives.
#[derive(Default)]
pub(in crate::lower) struct Independent<'b> {
    /// The names of the variables, and perhaps others.
    pub(super) names: HashSet<String>,
    /// Names for what variables that are assigned were at some time.
    pub(super) copies: Vec<Copied<'b>>,
    /// The values that were assigned over.
    pub(super) replaced: HashMap<VariableId, Vec<Wire<'b>>>,
    /// The derivatives so far.
    pub(in crate::lower) derivatives: Vec<Taken<'b>>,
    /// The derivatives in loops that are not zero in some repetition.
    pub(super) reached: HashSet<Site>,
    /// Those that are zero for want of a dependence in some repetition, with the error that this is
    /// if it is so in all of them.
    pub(in crate::lower) absent: Vec<(Site, Diagnostic)>,
    /// How many nodes those of the first order have gone through.
    pub(super) of_first_order: usize,
    /// How many values were searched for a variable behind derivatives.
    pub(super) searches: usize,
}

/// A derivative that was taken.
pub(in crate::lower) struct Taken<'b> {
    /// The first for a derivative of a value that is made of none.
    pub(super) order: usize,
    pub(super) made: Wire<'b>,
    pub(super) source: Rc<Source<'b>>,
}

/// The value that derivatives were taken of, and that by which they were.
pub(super) struct Source<'b> {
    pub(super) value: Wire<'b>,
    /// Directions or weights.
    pub(super) factors: Vec<Wire<'b>>,
    /// The variables.
    pub(super) with: Vec<Wire<'b>>,
}

/// A derivative in the text: the value, and the variable.
pub(super) type Site = [*const Expr; 2];

impl<'b> Independent<'b> {
    /// Of a body.
    pub(in crate::lower) fn of(tokens: TokenStream) -> Self {
        Self {
            names: named_arguments(tokens, &DERIVATIVES),
            ..Self::default()
        }
    }

    /// Keeps derivatives of a value that is itself a derivative of this order, which have gone
    /// through this many nodes together.
    pub(super) fn add(
        &mut self,
        derivatives: &[Wire<'b>],
        source: Source<'b>,
        order: usize,
        nodes: usize,
    ) {
        if order == 0 {
            self.of_first_order += nodes;
        }
        let source = Rc::new(source);
        let made = derivatives.iter().map(|&made| Taken {
            order: order + 1,
            made,
            source: source.clone(),
        });
        self.derivatives.extend(made);
    }

    /// Whether there is no such variable.
    pub(in crate::lower) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl<'b> Lowerer<'b, '_> {
    /// The value given to a variable of this name, kept apart from equal values if something is
    /// differentiated with respect to it.
    pub(in crate::lower) fn set_apart(&mut self, name: &str, value: Value<'b>) -> Value<'b> {
        if let Value::Tuple(parts) = &value {
            return Value::Tuple(parts.map(|part| self.set_apart(name, part.clone())));
        }
        let element = value.element().unwrap_or(self.float);
        if !self.independent.names.contains(name) || !element.is_float() {
            return value;
        }
        let Some(wire) = self.wire(&value, element) else {
            return value;
        };
        let apart = self
            .builder
            .variable(wire)
            .map_or(Value::Poison, Value::from);
        apart.labelled(value.labels())
    }

    /// [`Self::set_apart`] for a variable that is assigned.
    pub(in crate::lower) fn set_apart_as(&mut self, id: VariableId, value: Value<'b>) -> Value<'b> {
        if self.independent.is_empty() {
            return value;
        }
        let name = self.variables.name_of_whole(id).to_owned();
        if self.independent.names.contains(&name) {
            let replaced = self.last_wires(id);
            let all = self.independent.replaced.entry(id).or_default();
            all.extend(replaced);
        }
        self.set_apart(&name, value)
    }

    /// The tensors that elements come from, where derivatives ask for them.
    pub(in crate::lower) fn origins_of(&self, elements: &Elements<'b>) -> Vec<Wire<'b>> {
        if self.independent.is_empty() {
            return Vec::new();
        }
        let origins = elements.origins().into_iter();
        let wires = origins.filter_map(|(value, _)| match value {
            Value::Tensor(tensor) => Some(tensor.wire),
            _ => None,
        });
        wires.collect()
    }
}
