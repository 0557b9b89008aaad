//! Where a loop finds the elements at positions that move with it: before the loop, in its own
//! iteration, or in one before.

use crate::lower::mentions::Positions;

/// So many iterations a loop may look back; arrays of which it looks back further are carried.
const MAX_LOOK_BACK: i64 = 8;

/// Where the elements at a position come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// From before the loop.
    Input,
    /// The iteration assigns them; iterations after it look back so far.
    Own { back: usize },
    /// From so many iterations back, where the row of this number was assigned.
    Past { row: usize, back: usize },
}

/// The sources of all positions, which move by `step` from one iteration to the next; `None` when
/// iterations assign what others have assigned, or look back too far.
pub(super) fn sources(positions: &Positions, step: i64) -> Option<Vec<Source>> {
    let offsets = &positions.offsets;
    let mut sources = vec![Source::Input; offsets.len()];
    for (number, &(_, written)) in offsets.iter().enumerate() {
        if written {
            sources[number] = Source::Own { back: 0 };
        }
    }
    for (number, &(offset, written)) in offsets.iter().enumerate() {
        for (row, &(own, _)) in offsets.iter().enumerate().filter(|(_, (_, w))| *w) {
            let distance = offset.checked_sub(own)?;
            if row == number || distance % step != 0 {
                continue;
            }
            if written {
                return None;
            }
            let back = -(distance / step);
            if back <= 0 {
                continue;
            }
            if back > MAX_LOOK_BACK {
                return None;
            }
            let back = usize::try_from(back).ok()?;
            sources[number] = Source::Past { row, back };
            if let Source::Own { back: furthest } = &mut sources[row] {
                *furthest = back.max(*furthest);
            }
        }
    }
    Some(sources)
}

/// The positions of an axis that are not taken, as slices with start, step and number.
pub(super) fn untouched(taken: &[bool]) -> Vec<(i64, i64, usize)> {
    let mut slices: Vec<(i64, i64, usize)> = Vec::new();
    let free = taken.iter().enumerate().filter(|&(_, &taken)| !taken);
    for position in free.filter_map(|(position, _)| i64::try_from(position).ok()) {
        if let Some((start, step, count)) = slices.last_mut() {
            let reached = *start + *step * (i64::try_from(*count).unwrap_or(i64::MAX) - 1);
            let by = position - reached;
            if *count == 1 || by == *step {
                *step = by;
                *count += 1;
                continue;
            }
        }
        slices.push((position, 1, 1));
    }
    slices
}

#[cfg(test)]
mod tests {
    use super::{Positions, Source, sources, untouched};

    #[test]
    fn slices_cover_what_is_not_taken() {
        for pattern in 0..1024_u32 {
            let taken: Vec<bool> = (0..10).map(|bit| pattern >> bit & 1 == 1).collect();
            let mut hits: Vec<usize> = taken.iter().map(|&taken| usize::from(taken)).collect();
            for (start, step, count) in untouched(&taken) {
                for number in 0..i64::try_from(count).expect("small") {
                    hits[usize::try_from(start + step * number).expect("inside")] += 1;
                }
            }
            assert!(hits.iter().all(|&hits| hits == 1), "{taken:?}");
        }
    }

    #[test]
    fn positions_have_one_source() {
        let check = |offsets: &[(i64, bool)], step, expected: Option<&[Source]>| {
            let positions = Positions {
                axis: 0,
                scale: 1,
                offsets: offsets.to_vec(),
            };
            assert_eq!(
                sources(&positions, step).as_deref(),
                expected,
                "{offsets:?}"
            );
        };
        let (own, past) = (
            |back| Source::Own { back },
            |row, back| Source::Past { row, back },
        );
        check(&[(0, true)], 1, Some(&[own(0)]));
        check(&[(0, true), (1, false)], 1, Some(&[own(0), Source::Input]));
        check(&[(0, true), (1, false)], -1, Some(&[own(1), past(0, 1)]));
        check(
            &[(-1, false), (0, true), (-3, false)],
            1,
            Some(&[past(1, 1), own(3), past(1, 3)]),
        );
        check(
            &[(0, true), (1, true), (-1, false), (-2, false)],
            2,
            Some(&[own(1), own(1), past(1, 1), past(0, 1)]),
        );
        check(&[(0, true), (1, true)], 1, None);
        check(&[(0, true), (-9, false)], 1, None);
        check(&[(0, true), (-1, false)], 3, Some(&[own(0), Source::Input]));
    }
}
