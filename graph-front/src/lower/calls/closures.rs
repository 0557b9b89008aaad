//! The closures of `solve` and `map`: their bodies are regions of their own, which read the values of
//! their surroundings and assign none of them.

use std::collections::HashMap;

use syn::{ExprClosure, ReturnType};

use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;

/// Whether a closure has parameters and a body, and nothing else.
pub(super) fn is_plain(closure: &ExprClosure) -> bool {
    closure.attrs.is_empty()
        && closure.lifetimes.is_none()
        && closure.constness.is_none()
        && closure.modifiers.require_empty().is_ok()
        && closure.asyncness.is_none()
        && closure.capture.is_none()
        && matches!(closure.output, ReturnType::Default)
}

/// The parameters of a closure, with the bars around them.
pub(super) fn parameters_of(closure: &ExprClosure) -> SourcePlace {
    SourcePlace::token(closure.inputs_begin.span).to(SourcePlace::token(closure.inputs_end.span))
}

impl Lowerer<'_, '_> {
    /// Lowers a body in a new region, which stays open, and undoes what it assigns around it: gives
    /// what the body yields, and the name of a variable of the surroundings that it assigns. `None`
    /// after an error.
    pub(super) fn in_region<R>(
        &mut self,
        place: SourcePlace,
        body: impl FnOnce(&mut Self) -> R,
    ) -> Option<(R, Option<String>)> {
        if let Err(error) = self.builder.begin_region() {
            self.refused(&error, place, &[]);
            return None;
        }
        self.tables.push(HashMap::new());
        let mark = self.variables.enter_branch();
        let scope = self.variables.scope();
        let result = body(self);
        let touched = self.variables.touched(mark);
        let assigned = touched.whole.first().copied();
        let assigned = assigned.or(touched.slots.first().map(|&(id, _)| id));
        let assigned = assigned.map(|id| self.variables.get(id).name.clone());
        self.variables.leave(scope);
        self.variables.undo_branch(mark);
        self.tables.pop();
        Some((result, assigned))
    }
}
