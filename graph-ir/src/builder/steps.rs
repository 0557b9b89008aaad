//! The scalar operators that make an integer, for callers that evaluate it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::distance::integer;
use super::{Builder, State, Wire};
use crate::graph::{NodeId, Op};
use crate::scalar::ScalarOp;

/// How many nodes are looked at. An index is made of a few operators.
const MAX_STEPS: usize = 64;

/// A step in the computation of an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One of the inputs, by its position.
    Input(usize),
    /// A number.
    Number(i64),
    /// An operator, with the positions of the steps that are its operands.
    Scalar(ScalarOp, Vec<usize>),
}

impl Builder {
    /// The steps that compute an integer from some inputs, each behind its operands; `None` where it
    /// is made of other values too, or of many.
    #[must_use]
    pub fn steps(&self, value: Wire<'_>, inputs: &[Wire<'_>]) -> Option<Vec<Step>> {
        let state = self.state.borrow();
        let key = |wire: Wire<'_>| {
            let (serial, node) = wire.key();
            Some((state.depth_of(serial)?, node))
        };
        let keys = inputs.iter().map(|&input| key(input));
        let mut search = Search {
            state: &state,
            inputs: keys.collect(),
            found: BTreeMap::new(),
            steps: Vec::new(),
        };
        search.step(key(value)?)?;
        Some(search.steps)
    }
}

/// The depth of a frame, and a node in it.
type Key = (usize, NodeId);

struct Search<'s> {
    state: &'s State,
    /// The inputs that are in scope.
    inputs: Vec<Option<Key>>,
    found: BTreeMap<Key, usize>,
    steps: Vec<Step>,
}

impl Search<'_> {
    /// The step that computes a value.
    fn step(&mut self, key: Key) -> Option<usize> {
        if let Some(&step) = self.found.get(&key) {
            return Some(step);
        }
        let (depth, node) = key;
        let frame = &self.state.frames[depth];
        let step = if let Some(input) = self.inputs.iter().position(|own| *own == Some(key)) {
            Step::Input(input)
        } else if let Some(number) = integer(frame, node) {
            Step::Number(number)
        } else if let Op::Input(_) = frame.graph.op(node) {
            let outer = frame.captured_by(node)?;
            return self.step((depth.checked_sub(1)?, outer));
        } else if let Op::Scalar(op) = frame.graph.op(node) {
            let operands = frame.graph.arguments(node).to_vec();
            let operands = operands.into_iter().map(|node| self.step((depth, node)));
            Step::Scalar(op, operands.collect::<Option<_>>()?)
        } else {
            return None;
        };
        if self.steps.len() == MAX_STEPS {
            return None;
        }
        self.steps.push(step);
        self.found.insert(key, self.steps.len() - 1);
        Some(self.steps.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::Step::{Input, Number, Scalar};
    use crate::builder::Builder;
    use crate::graph::{InputKind, Literal};
    use crate::scalar::ScalarOp;
    use crate::types::{Element, Type};

    #[test]
    fn an_integer_is_taken_apart_down_to_its_inputs() {
        let b = Builder::new();
        let input = || b.input("", Type::scalar(Element::I64), InputKind::Independent);
        let (n, m) = (input(), input());
        let rest = |value| b.scalar(ScalarOp::Rem, &[value, b.literal(Literal::I64(6))]);
        let twice = n + n;
        let own = rest(twice).expect("an integer");
        let sum = Scalar(ScalarOp::Add, vec![0, 0]);
        let all = vec![Input(0), sum, Number(6), Scalar(ScalarOp::Rem, vec![1, 2])];
        assert_eq!(b.steps(own, &[n]), Some(all));
        let other = rest(n + m).expect("an integer");
        assert_eq!(b.steps(other, &[n]), None);
    }
}
