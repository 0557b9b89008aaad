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
use crate::lower::values::{Range, Scalar, fold_integers};

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
        // A branch may exclude iterations, and so does a loop that is told how many there are, which
        // is known here where it is computed from the counters.
        let told = open.iter().filter(|open| open.told.is_some()).count();
        if self.loops.guarded > told || self.builder.depth() != open.len() {
            return None;
        }
        let counters: Vec<Wire<'b>> = open.iter().filter_map(|open| open.counter).collect();
        let steps = self.builder.steps(position, &counters)?;
        let mut levels = self.open_levels(&counters)?;
        levels.mark(&steps);
        for _ in 0..MOST {
            let at = levels.positions()?;
            let value = value_of(&steps, &at)?;
            let takes_place = levels.take_place(&at)?;
            if takes_place && !(0..extent).contains(&value) {
                let named = levels.named(open, &at);
                return Some(Wrong::Moving(Extent::from(value), named, None));
            }
            levels.advance(&at)?;
        }
        None
    }

    /// The open loops; `None` where the number of iterations of one is known only at run time.
    fn open_levels(&self, counters: &[Wire<'b>]) -> Option<Levels> {
        let (mut all, mut with_counter) = (Vec::new(), 0);
        for open in &self.loops.open {
            open.range.count.known()?;
            let own = open.counter.map(|_| with_counter);
            with_counter += usize::from(own.is_some());
            all.push(Level {
                range: open.range.clone(),
                counter: own,
                told: match open.told {
                    Some(told) => Some(self.builder.steps(told, counters)?),
                    None => None,
                },
                moves: open.told.is_some(),
                iteration: 0,
            });
        }
        Some(Levels(all))
    }
}

/// The loops around a position, the outermost first, in one iteration of each.
struct Levels(Vec<Level>);

/// A loop in one of its iterations.
struct Level {
    range: Range,
    /// The number of its counter among those of all loops that have one.
    counter: Option<usize>,
    /// How its number of iterations is computed from the counters, if it is told that.
    told: Option<Vec<Step>>,
    /// Whether its iterations are gone through.
    moves: bool,
    iteration: usize,
}

impl Level {
    /// The number of iterations, where the counters are at these positions.
    fn count(&self, at: &[i64]) -> Option<usize> {
        let most = self.range.count.known()?;
        Some(match &self.told {
            Some(told) => usize::try_from(value_of(told, at)?).unwrap_or(0).min(most),
            None => most,
        })
    }
}

impl Levels {
    /// Goes through the iterations of the loops that a value moves with, and of those that say how
    /// often another one repeats.
    fn mark(&mut self, steps: &[Step]) {
        let told = self.0.iter().filter_map(|level| level.told.as_deref());
        let moving: Vec<usize> = { told.flatten().chain(steps) }
            .filter_map(|step| match step {
                Step::Input(counter) => Some(*counter),
                _ => None,
            })
            .collect();
        for level in &mut self.0 {
            level.moves |= level.counter.is_some_and(|own| moving.contains(&own));
        }
    }

    /// The positions of the counters.
    fn positions(&self) -> Option<Vec<i64>> {
        let moving = self.0.iter().filter(|level| level.counter.is_some());
        moving
            .map(|level| level.range.at(signed(level.iteration)).known_integer())
            .collect()
    }

    /// Whether the iteration is one of those that loops are told to run.
    fn take_place(&self, at: &[i64]) -> Option<bool> {
        for level in &self.0 {
            if level.iteration >= level.count(at)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The next iteration: that of the innermost loop that has one.
    fn advance(&mut self, at: &[i64]) -> Option<()> {
        for level in self.0.iter_mut().rev().filter(|level| level.moves) {
            if level.iteration + 1 < level.count(at)? {
                level.iteration += 1;
                return Some(());
            }
            level.iteration = 0;
        }
        None
    }

    /// The variables of the loops whose iterations are gone through, and their positions.
    fn named(&self, open: &[Open<'_>], at: &[i64]) -> Vec<(String, i64)> {
        let levels = self.0.iter().zip(open);
        let named = levels.filter_map(|(level, open)| {
            let counter = level.counter?;
            let is_named = level.moves && !open.name.is_empty();
            is_named.then(|| (open.name.clone(), at[counter]))
        });
        named.collect()
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
