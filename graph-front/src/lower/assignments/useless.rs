//! Assignments of a variable, or of a value of a tuple, to itself. The compiler has a lint about
//! these, which names the type.

use std::cell::RefCell;
use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use syn::Expr;

use super::{Place, without_parentheses};
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::values::Value;

/// The types of what is assigned to itself.
#[derive(Default)]
pub(crate) struct SelfAssignments {
    /// By the place of the variable: nothing else tells which tokens a target was parsed from.
    by_place: RefCell<HashMap<String, TokenStream>>,
}

impl SelfAssignments {
    /// The type of a target that is assigned to itself.
    pub(crate) fn of(&self, target: &Expr) -> Option<TokenStream> {
        let key = key(variable(&Place::of(target))?);
        self.by_place.borrow().get(&key).cloned()
    }
}

/// Whether an assignment does nothing: to a variable, or to a value of a tuple, of that itself.
/// The compiler does not compare indices either.
pub(crate) fn is_useless(target: &Expr, value: &Expr) -> bool {
    let path = |expr| {
        let place = Place::of(without_parentheses(expr));
        let fields = place.fields()?.into_iter();
        let fields: Vec<String> = fields.map(|e| print(&e.member)).collect();
        let variable = variable(&place)?.to_string();
        place.indices.is_empty().then_some((variable, fields))
    };
    path(target).is_some_and(|target| path(value) == Some(target))
}

fn variable<'e>(place: &Place<'e>) -> Option<&'e Ident> {
    match place.base {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

fn has_struct(value: &Value<'_>) -> bool {
    let parts = value.as_several();
    parts.is_some_and(|(parts, _)| parts.of().is_some() || parts.iter().any(has_struct))
}

fn key(variable: &Ident) -> String {
    format!("{:?}", variable.span())
}

impl<'b> Lowerer<'b, '_> {
    /// Notes the type of a value that is assigned to itself, where somebody wants to know.
    pub(super) fn note_useless(&self, target: &Expr, expr: &Expr, value: &Value<'b>) {
        let Some(all) = self.names.notes.self_assignments else {
            return;
        };
        // The names of structs are not those of the function that shows the assignment.
        if has_struct(value) {
            return;
        }
        // A length that is a parameter would stand there as a number.
        let is_fixed = self.signature.is_some_and(|own| own.lengths.is_empty())
            || value.shape().is_some_and(|shape| shape.rank() == 0);
        if is_fixed
            && is_useless(target, expr)
            && let Some(variable) = variable(&Place::of(target))
        {
            let mut all = all.by_place.borrow_mut();
            all.entry(key(variable))
                .or_insert_with(|| self.type_of(value, &mut Vec::new()));
        }
    }
}
