//! Functions of the host: `atom`, `atom4` and `discrete` over the elements of their arguments.

use super::inner::NodeContext;
use super::{Item, Writer};
use crate::Error;
use crate::cppad::document::Call;
use crate::cppad::{Operator, STOP_GRADIENT};
use crate::refusal::unwritten;
use alloc::vec::Vec;
use graph_ir::Element;
use graph_ir::graph::{External, ExternalKind, Role};

impl Writer {
    pub(super) fn external(
        &mut self,
        external: &External,
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        if external.role != Role::Value {
            let why = "the format names functions of the host, not their derivatives";
            return Err(unwritten("the derivative of a function of the host", why));
        }
        let arguments = at.items_from(0).into_iter();
        let arguments = arguments.map(|item| self.number(item));
        let arguments: Vec<_> = arguments.collect::<Result<_, _>>()?;
        let types = external.result_types();
        let count = types.iter().map(|ty| ty.shape.size()).sum();
        let name = self.draft.string(&external.name);
        let (operator, call) = match external.kind {
            ExternalKind::Smooth | ExternalKind::FirstOrder | ExternalKind::Opaque => {
                (Operator::ATOM, Call::Named(name))
            }
            ExternalKind::Discrete if (arguments.len(), count) == (1, 1) => {
                (Operator::DISCRETE, Call::Named(name))
            }
            ExternalKind::Discrete => {
                let why = "the format's discrete functions are of one number";
                return Err(unwritten("the discrete function", why));
            }
            ExternalKind::Numbered { call } => {
                let Ok(call_id) = u32::try_from(call) else {
                    let why = "the format's call_id has 32 bits";
                    return Err(unwritten("the function of the host", why));
                };
                (Operator::ATOM4, Call::Numbered { name, call_id })
            }
            _ => {
                let why = "the format has no functions of its kind";
                return Err(unwritten("the function of the host", why));
            }
        };
        let first = self.draft.usage(operator, Some(call), &arguments, count)?;
        let mut items = Vec::with_capacity(count);
        for ty in types {
            for _ in 0..ty.shape.size() {
                let result = self.draft.result(first, items.len());
                items.push(match ty.element {
                    Element::Bool => Item::Truth(self.nonzero(result)?),
                    _ => Item::Number(result),
                });
            }
        }
        Ok(items)
    }

    /// A function of one number that is constant between jumps, or counts as such.
    pub(super) fn discrete(
        &mut self,
        name: &str,
        argument: super::Symbol,
    ) -> Result<super::Symbol, Error> {
        let call = Call::Named(self.draft.string(name));
        self.draft
            .usage(Operator::DISCRETE, Some(call), &[argument], 1)
    }

    /// The identity with derivative zero. A composite's own results do not depend on what it stops
    /// the derivative of, so nothing is written there.
    pub(super) fn stop_gradient(&mut self, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let items = at.items(0).iter();
        let float = at.graph.ty(at.id).is_float() && self.composites == 0;
        items
            .map(|&item| match item {
                Item::Number(symbol) if float && self.draft.value(symbol).is_none() => {
                    self.discrete(STOP_GRADIENT, symbol).map(Item::Number)
                }
                item => Ok(item),
            })
            .collect()
    }
}
