//! Effects: statements that compute nothing and stand where the graph has them.

use graph_ir::graph::{Effect, EffectKind, Literal, NodeId};
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;

use super::Lowering;
use crate::{Atom, Reported, Statement};

impl Lowering<'_> {
    /// Writes an effect whose arguments have been computed.
    pub(super) fn effect(&mut self, effect: &Effect) {
        match (&effect.kind, &effect.arguments[..]) {
            (EffectKind::Print { before, after }, &[condition, value]) => {
                let texts = self.code.texts(before, after);
                let condition = self.element(condition, 0);
                let ty = self.graph.ty(value);
                let value = match ty.is_scalar() {
                    true => Reported::Element(self.element(value, 0)),
                    false => {
                        let whole = self.code.local(ty);
                        self.store_value(value, &whole);
                        Reported::All(whole.buffer)
                    }
                };
                let zero = Literal::from_f64(self.code.element(condition), 0.0);
                let positive = [condition, Atom::Literal(zero)];
                let unless = self
                    .code
                    .scalar(ScalarOp::Greater, Element::Bool, &positive);
                self.code.push(Statement::Print {
                    texts,
                    unless,
                    value,
                });
            }
            (EffectKind::Compare(op), &[left, right]) => {
                // The comparison of two constants never changes.
                let constant = |id| self.graph.as_constant(id).is_some();
                if !(constant(left) && constant(right)) {
                    let holds = self.holds(*op, [left, right]);
                    self.code.push(Statement::Expect(holds));
                }
            }
            // The statements of a program are in order anyway.
            _ => {}
        }
    }

    /// Whether a comparison holds for all elements.
    fn holds(&mut self, op: ScalarOp, sides: [NodeId; 2]) -> Atom {
        let shape = &self.graph.ty(sides[0]).shape;
        if !sides.into_iter().any(|side| self.is_large(side)) {
            let mut holds = Atom::Literal(Literal::Bool(true));
            for position in 0..shape.size() {
                let sides = sides.map(|side| self.element(side, position));
                let next = self.code.scalar(op, Element::Bool, &sides);
                holds = match position {
                    0 => next,
                    _ => self.both(holds, next),
                };
            }
            return holds;
        }
        for side in sides {
            self.keep_stored(side);
        }
        let all = self.code.mutable(Literal::Bool(true));
        let (nest, points) = self.code.begin_nest(&shape.extents());
        let sides = sides.map(|side| self.element_at(side, &points));
        let next = self.code.scalar(op, Element::Bool, &sides);
        let next = self.both(Atom::Variable(all), next);
        self.code.assign(all, next);
        self.code.end_nest(nest);
        self.code.read(all)
    }

    fn both(&mut self, a: Atom, b: Atom) -> Atom {
        self.code.scalar(ScalarOp::And, Element::Bool, &[a, b])
    }
}
