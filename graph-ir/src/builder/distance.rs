//! Known distances between integers that are not known themselves.

use alloc::collections::BTreeMap;

use super::{Builder, Frame, State, Wire};
use crate::graph::{Literal, NodeId, Op};
use crate::scalar::ScalarOp;
use crate::types::Extent;

/// How many nodes are looked at. Bounds of one range differ by a few operators.
const MAX_STEPS: usize = 256;

/// A sum of values, each by the depth of its frame and its node, times numbers.
struct Terms {
    offset: Extent,
    factors: BTreeMap<(usize, NodeId), i64>,
}

impl Builder {
    /// The number that the second integer is greater by than the first, where this follows from
    /// sums, differences and products with constants, up to the wrapping of integers: 3 for `n` and
    /// `n + 3`. It may be an extent that is not known.
    #[must_use]
    pub fn distance(&self, from: Wire<'_>, to: Wire<'_>) -> Option<Extent> {
        let state = self.state.borrow();
        let mut terms = Terms {
            offset: Extent::from(0),
            factors: BTreeMap::new(),
        };
        for (wire, factor) in [(to, 1), (from, -1)] {
            let (serial, node) = wire.key();
            let depth = state.depth_of(serial)?;
            state.frames[depth].graph.nodes.get(node.index())?;
            terms.add((depth, node), factor)?;
        }
        // A value is made of values that precede it, in its own frame or in one around it.
        for _ in 0..MAX_STEPS {
            let Some((key, factor)) = terms.factors.pop_last() else {
                return Some(terms.offset);
            };
            if factor != 0 {
                terms.replace(&state, key, factor)?;
            }
        }
        None
    }
}

impl Terms {
    fn add(&mut self, key: (usize, NodeId), factor: i64) -> Option<()> {
        let own = self.factors.entry(key).or_insert(0);
        *own = own.checked_add(factor)?;
        Some(())
    }

    /// Adds so many times a value, as the values that it is made of.
    fn replace(&mut self, state: &State, key: (usize, NodeId), factor: i64) -> Option<()> {
        let (depth, node) = key;
        let frame = &state.frames[depth];
        if let Some(value) = integer(frame, node) {
            let added = Extent::from(value.checked_mul(factor)?);
            self.offset = sum(&self.offset, &added)?;
            return Some(());
        }
        let op = frame.graph.op(node);
        if let Op::Extent(list) = op {
            let added = frame.list_at(list).first()? * Extent::from(factor);
            self.offset = sum(&self.offset, &added)?;
            return Some(());
        }
        if let Op::Input(_) = op {
            let outer = frame.captured_by(node)?;
            return self.add((depth.checked_sub(1)?, outer), factor);
        }
        let Op::Scalar(op) = op else { return None };
        let minus = || factor.checked_neg();
        let (a, b) = match *frame.graph.arguments(node) {
            [a] if op == ScalarOp::Neg => return self.add((depth, a), minus()?),
            [a, b] => (a, b),
            _ => return None,
        };
        if op == ScalarOp::Mul {
            let (value, number) = match integer(frame, a) {
                Some(number) => (b, number),
                None => (a, integer(frame, b)?),
            };
            return self.add((depth, value), factor.checked_mul(number)?);
        }
        let second = if op == ScalarOp::Add {
            factor
        } else if op == ScalarOp::Sub {
            minus()?
        } else {
            return None;
        };
        self.add((depth, a), factor)?;
        self.add((depth, b), second)
    }
}

/// The sum; `None` when a number leaves the range of 64 bits.
fn sum(a: &Extent, b: &Extent) -> Option<Extent> {
    match (a.known_integer(), b.known_integer()) {
        (Some(a), Some(b)) => a.checked_add(b).map(Extent::from),
        _ => Some(a + b),
    }
}

/// The integer that a node is, if it is a constant.
pub(super) fn integer(frame: &Frame, node: NodeId) -> Option<i64> {
    let Op::Constant(id) = frame.graph.op(node) else {
        return None;
    };
    let constant = frame.constants.get(id.number());
    match (constant.shape().rank() == 0).then(|| constant.literal(0)) {
        Some(Literal::I64(value)) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::builder::{Builder, Wire};
    use crate::graph::{InputKind, Literal};
    use crate::types::{Element, Extent, Symbol, Type};

    #[test]
    fn distances_follow_from_sums() {
        let b = Builder::new();
        let input = || b.input("", Type::scalar(Element::I64), InputKind::Independent);
        let (n, m) = (input(), input());
        let of = |value| b.literal(Literal::I64(value));
        let forms = |n: Wire<'_>, m: Wire<'_>| {
            assert_eq!(b.distance(n, n), Some(Extent::from(0)));
            assert_eq!(b.distance(n, n + of(3)), Some(Extent::from(3)));
            assert_eq!(b.distance(n + of(3), n), Some(Extent::from(-3)));
            assert_eq!(
                b.distance(of(2) * n - of(1), n + of(1) + n),
                Some(Extent::from(2))
            );
            assert_eq!(b.distance(n - m, of(7) - (m - n)), Some(Extent::from(7)));
            assert_eq!(b.distance(n * m, m * n + of(1)), Some(Extent::from(1)));
            assert_eq!(b.distance(n * m, n * n), None);
            assert_eq!(b.distance(n, m), None);
            assert_eq!(b.distance(of(2), of(9)), Some(Extent::from(7)));
            assert_eq!(b.distance(n, of(9)), None);
            let length = Extent::symbol(&Symbol::new("N"));
            let end = n + b.extent(&length) - of(1);
            assert_eq!(b.distance(n, end), Some(length - 1));
            let far = n * of(i64::MAX);
            assert_eq!(b.distance(far, far + far + far), None);
        };
        forms(n, m);
        // Values of the surrounding graph, under both of their names.
        b.begin_region().expect("a region");
        let inside = n + of(0);
        assert_eq!(b.distance(n + of(1), n), Some(Extent::from(-1)));
        assert_eq!(b.distance(inside, n), Some(Extent::from(0)));
        forms(n, m);
    }

    #[test]
    fn long_sums_are_given_up() {
        let b = Builder::new();
        let n = b.input("", Type::scalar(Element::I64), InputKind::Independent);
        let doubled = (0..60).fold(n, |sum, _| sum + sum);
        assert_eq!(b.distance(doubled, doubled), Some(Extent::from(0)));
        let one = b.literal(Literal::I64(1));
        let long = (0..1000).fold(n, |sum, _| sum + one);
        assert_eq!(b.distance(n, long), None);
    }
}
