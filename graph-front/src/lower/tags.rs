//! Tags: the words of `#[tag(..)]`, on the nodes of a `let` or an argument.

use syn::Local;

use super::Lowerer;
use super::assignments::names_in;
use super::values::Value;
use super::variables::Stored;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::parse::{is_tag, tags};

impl<'b> Lowerer<'b, '_> {
    /// Puts the tags of a `let` on the nodes of the values that it has bound.
    pub(super) fn tag_bound(&mut self, local: &Local) {
        let tags = tags(&local.attrs);
        let Some(attribute) = local.attrs.iter().find(|own| is_tag(own)) else {
            return;
        };
        let place = SourcePlace::of(attribute);
        if local.init.is_none() {
            let message = "a `let` without a value has no node to tag";
            let help = "tag the value where it is bound: `let x = ..;`";
            return drop(self.error(Diagnostic::new(place, message).help(help)));
        }
        let names = names_in(&local.pat);
        let bound = names.iter();
        let bound = bound.filter_map(|name| self.variables.find(&name.to_string()));
        let bound: Vec<Option<Value<'b>>> = bound
            .map(|id| match &self.variables.get(id).stored {
                Stored::Value(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        let (mut nodes, mut is_known) = (0, true);
        for value in &bound {
            match value {
                Some(value) => {
                    nodes += self.tag_value(value, &tags);
                    is_known &= !value.is_poison();
                }
                None => is_known = false,
            }
        }
        if nodes == 0 && is_known {
            let message = match names.is_empty() {
                true => "a `let` without a name has no node to tag",
                false => "the value is known while compiling, and has no node to tag",
            };
            let help = "tag values that are computed from arguments, or remove the tag";
            self.error(Diagnostic::new(place, message).help(help));
        }
    }

    /// Puts tags on the nodes of a value, and says how many these are.
    pub(super) fn tag_value(&self, value: &Value<'b>, tags: &[String]) -> usize {
        match value {
            Value::Tensor(tensor) => {
                for tag in tags {
                    self.builder.tag_node(tensor.wire, tag);
                }
                1
            }
            Value::Tuple(parts) | Value::Tuples(parts) => {
                parts.iter().map(|part| self.tag_value(part, tags)).sum()
            }
            Value::Scalar(_)
            | Value::Position(_)
            | Value::Table(_)
            | Value::Unit
            | Value::Poison => 0,
        }
    }
}
