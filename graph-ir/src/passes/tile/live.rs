//! The lifetimes of arrays: from the step that computes one to the last step that reads it.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::tiling::{ArrayId, Loop, LoopResult, Operand, Origin, Step, TileResult, Tiling};

impl Tiling {
    /// For each array that a step computes, the steps from that one to the last that uses the array,
    /// or its elements as a part. An output is used behind the last step.
    #[must_use]
    pub fn lifetimes(&self) -> Vec<Option<RangeInclusive<usize>>> {
        let mut lifetimes = alloc::vec![None; self.arrays.len()];
        for (number, step) in self.steps.iter().enumerate() {
            step.for_each_array(&mut |array| self.extend(&mut lifetimes, array, number));
        }
        for &array in &self.outputs {
            self.extend(&mut lifetimes, array, self.steps.len());
        }
        lifetimes
    }

    /// Notes that a step uses an array, and those that it has elements of.
    fn extend(
        &self,
        lifetimes: &mut [Option<RangeInclusive<usize>>],
        ArrayId(array): ArrayId,
        step: usize,
    ) {
        match &self.arrays[array].origin {
            Origin::Input(_) => {}
            Origin::Step => {
                let known = lifetimes[array].as_ref();
                let first = known.map_or(step, |known| *known.start());
                lifetimes[array] = Some(first..=step);
            }
            Origin::Place { of, .. } | Origin::Part { of, .. } => self.extend(lifetimes, *of, step),
            Origin::Block { of, positions } => {
                for &array in positions.iter().chain([of]) {
                    self.extend(lifetimes, array, step);
                }
            }
        }
    }
}

impl Step {
    /// Visits the arrays that the step reads or writes.
    fn for_each_array(&self, visit: &mut impl FnMut(ArrayId)) {
        match self {
            Self::Once(once) => {
                operands(&once.inputs, visit);
                once.outputs.iter().copied().for_each(visit);
            }
            Self::Pass(pass) => {
                operands(&pass.inputs, visit);
                for result in &pass.results {
                    match *result {
                        TileResult::Rows(array)
                        | TileResult::Product(array)
                        | TileResult::Scatter(array) => visit(array),
                        TileResult::Terms(terms) => visit(terms.array),
                    }
                }
            }
            Self::Loop(own) => {
                let Loop {
                    captured,
                    carried,
                    stacked,
                    results,
                    ..
                } = &**own;
                operands(captured, visit);
                for (first, last) in carried {
                    operands([first], visit);
                    visit(*last);
                }
                stacked.iter().copied().for_each(&mut *visit);
                for result in results {
                    visit(result.array());
                    if let LoopResult::Fold(fold) = result {
                        visit(fold.row);
                    }
                }
            }
            Self::Branch(branch) => {
                operands(branch.captured.iter().chain([&branch.condition]), visit);
                branch.results.iter().copied().for_each(visit);
            }
            Self::Assemble(assembly) => {
                let pieces = assembly.pieces.iter().map(|(piece, _)| *piece);
                pieces.chain([assembly.array]).for_each(visit);
            }
            Self::Join(join) => {
                let stretches = join.stretches.iter().filter_map(|stretch| stretch.from);
                stretches.chain([join.array]).for_each(visit);
            }
            Self::Scatter(scatter) => {
                operands([&scatter.positions], visit);
                [scatter.updates, scatter.array].into_iter().for_each(visit);
            }
            Self::Kernel(call) => {
                let operands = call.operands.iter().copied();
                operands.chain([call.array]).for_each(visit);
            }
        }
    }
}

fn operands<'o>(operands: impl IntoIterator<Item = &'o Operand>, visit: &mut impl FnMut(ArrayId)) {
    for operand in operands {
        match operand {
            Operand::Whole(array) | Operand::Rows { array, .. } | Operand::Tile { array, .. } => {
                visit(*array);
            }
            Operand::Positions | Operand::Extent(_) => {}
        }
    }
}
