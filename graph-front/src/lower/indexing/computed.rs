//! Positions that are computed from the counters of loops by operators of any kind, `x[k % 6]`: they
//! are checked by going through the iterations.

use graph_ir::Wire;
use graph_ir::builder::Step;
use graph_ir::graph::Literal;
use graph_ir::intern::signed;
use graph_ir::types::Extent;

use super::axis::Wrong;
use crate::lower::Lowerer;
use crate::lower::loops::Open;
use crate::lower::values::{Scalar, fold_integers};

/// How many iterations are gone through: the first one outside is most often among the first.
const MOST: usize = 1 << 14;

impl<'b> Lowerer<'b, '_> {
    /// The first of the positions in a list of known ones that is not on an axis.
    pub(super) fn listed_outside(&self, positions: Wire<'b>, extent: &Extent) -> Option<Wrong> {
        let listed = self.builder.as_constant(positions)?;
        let integers = listed.literals().filter_map(|literal| match literal {
            Literal::I64(integer) => Some(Extent::from(integer)),
            _ => None,
        });
        let is_outside = |position: &Extent| {
            position.is_negative() || (extent - position.clone() - 1).is_negative()
        };
        { integers }.find(is_outside).map(Wrong::Index)
    }

    /// The first iteration that certainly takes place and in which a position computed from the
    /// counters of loops is not on an axis.
    pub(super) fn first_outside(&self, position: Wire<'b>, extent: &Extent) -> Option<Wrong> {
        let extent = extent.known_integer()?;
        let open = &self.loops.open;
        // A branch may exclude iterations, and a loop whose number of iterations is known only at run
        // time may have none.
        let in_branch = self.loops.guarded > 0 || self.builder.depth() != open.len();
        if in_branch || open.iter().any(|open| open.range.count.known().is_none()) {
            return None;
        }
        let counters = open.iter().filter_map(|open| Some((open, open.counter?)));
        let counters: Vec<(&Open<'b>, Wire<'b>)> = counters.collect();
        let wires: Vec<Wire<'b>> = counters.iter().map(|&(_, counter)| counter).collect();
        let steps = self.builder.steps(position, &wires)?;
        let moves = |counter| steps.contains(&Step::Input(counter));
        let mut positions = vec![0; counters.len()];
        let mut iterations = vec![0_usize; counters.len()];
        for _ in 0..MOST {
            for (counter, (open, _)) in counters.iter().enumerate() {
                positions[counter] = open.range.at(signed(iterations[counter])).known_integer()?;
            }
            let value = value_of(&steps, &positions)?;
            if !(0..extent).contains(&value) {
                let moving = counters.iter().zip(&positions).enumerate();
                let moving = moving.filter(|&(counter, _)| moves(counter));
                let named = moving.map(|(_, ((open, _), at))| (open.name.clone(), *at));
                return Some(Wrong::Moving(Extent::from(value), named.collect(), None));
            }
            // The next iteration: that of the innermost loop that has one.
            let inner = (0..counters.len()).rev().filter(|&counter| moves(counter));
            let mut next = None;
            for counter in inner {
                let (open, _) = counters[counter];
                if iterations[counter] + 1 < open.range.count.known()? {
                    next = Some(counter);
                    break;
                }
                iterations[counter] = 0;
            }
            iterations[next?] += 1;
        }
        None
    }
}

/// The last of the steps; `None` where the program would compute something else than an integer.
fn value_of(steps: &[Step], inputs: &[i64]) -> Option<i64> {
    let mut values: Vec<i64> = Vec::with_capacity(steps.len());
    for step in steps {
        values.push(match step {
            Step::Input(position) => inputs[*position],
            Step::Number(number) => *number,
            Step::Scalar(op, operands) => {
                let operands: Vec<i64> = operands.iter().map(|&step| values[step]).collect();
                match fold_integers(*op, &operands)?.ok()? {
                    Scalar::Integer(value) => value,
                    _ => return None,
                }
            }
        });
    }
    values.last().copied()
}
