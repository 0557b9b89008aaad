//! Where a loop finds the elements at positions that move with it: before the loop, in its own
//! iteration, or in one before.

use crate::lower::loops::mentions::Positions;

/// The number of iterations that a loop may look back; arrays in which it looks back further are
/// carried.
const MAX_LOOK_BACK: i64 = 8;

/// Where the elements at a position come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementSource {
    /// From before the loop.
    Input,
    /// The iteration assigns them; later iterations look back this far.
    Own { back: usize },
    /// From this many iterations back, where the row of this number was assigned.
    Past { row: usize, back: usize },
}

/// The sources of all positions, which move by `step` from one iteration to the next; `None` when
/// iterations assign elements that others have assigned, or look back too far.
pub(super) fn sources(positions: &Positions, step: i64) -> Option<Vec<ElementSource>> {
    let offsets = &positions.offsets;
    let mut sources = vec![ElementSource::Input; offsets.len()];
    for (number, (_, written)) in offsets.iter().enumerate() {
        if *written {
            sources[number] = ElementSource::Own { back: 0 };
        }
    }
    for (number, (offset, written)) in offsets.iter().enumerate() {
        for (row, (own, _)) in offsets.iter().enumerate().filter(|(_, (_, w))| *w) {
            // Not known before the program runs, the distance may be any.
            let distance = match (offset.known_integer(), own.known_integer()) {
                (Some(offset), Some(own)) => offset.checked_sub(own)?,
                _ => (offset - own).known_integer()?,
            };
            if row == number || distance % step != 0 {
                continue;
            }
            if *written {
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
            sources[number] = ElementSource::Past { row, back };
            if let ElementSource::Own { back: furthest } = &mut sources[row] {
                *furthest = back.max(*furthest);
            }
        }
    }
    Some(sources)
}

/// The positions of an axis that are in none of the given rows, as slices with start, step and
/// number. Each row has `count` positions (at least one) from its first one on, `step` (positive)
/// apart.
pub(super) fn untouched(
    extent: i64,
    firsts: &[i64],
    step: i64,
    count: i64,
) -> Vec<(i64, i64, usize)> {
    let mut slices = Vec::new();
    let mut add = |start: i64, step: i64, count: i64| {
        if let Ok(count @ 1..) = usize::try_from(count) {
            slices.push((start, if count == 1 { 1 } else { step }, count));
        }
    };
    let mut firsts = firsts.to_vec();
    firsts.sort_unstable();
    let (Some(&first), Some(&last)) = (firsts.first(), firsts.last()) else {
        add(0, 1, extent);
        return slices;
    };
    let end = last + step * (count - 1) + 1;
    add(0, 1, first);
    for start in first..end.min(first + step) {
        // Of the positions `step` apart from here on, those between the rows among them.
        let all = (end - start + step - 1) / step;
        let mut next = 0;
        for row in firsts.iter().filter(|row| (*row - start) % step == 0) {
            let begin = (row - start) / step;
            add(start + step * next, step, begin - next);
            next = next.max(begin + count);
        }
        add(start + step * next, step, all - next);
    }
    add(end, 1, extent - end);
    slices
}

#[cfg(test)]
mod tests {
    use super::{ElementSource, Positions, sources, untouched};

    #[test]
    fn slices_cover_what_is_not_taken() {
        for (step, count) in (1..5).flat_map(|step| (1..5).map(move |count| (step, count))) {
            for rows in 0..1 << 6_u32 {
                let firsts: Vec<i64> = (0..6).filter(|bit| rows >> bit & 1 == 1).collect();
                let extent = 5 + step * (count - 1) + 3;
                let mut hits = vec![0; usize::try_from(extent).expect("small")];
                let mut hit = |start: i64, step: i64, count: i64| {
                    for number in 0..count {
                        hits[usize::try_from(start + step * number).expect("inside")] += 1;
                    }
                };
                let case = (&firsts, step, count);
                // Rows may share positions; the remaining ones are in one slice each.
                let slices = untouched(extent, &firsts, step, count);
                for &(start, step, count) in &slices {
                    hit(start, step, i64::try_from(count).expect("small"));
                }
                assert!(hits.iter().all(|&hits| hits < 2), "{case:?}");
                for &first in &firsts {
                    for number in 0..count {
                        let position = usize::try_from(first + step * number).expect("inside");
                        assert_ne!(hits[position], 1, "{case:?}");
                        hits[position] = 2;
                    }
                }
                assert!(hits.iter().all(|&hits| hits > 0), "{case:?}");
            }
        }
    }

    #[test]
    fn long_axes_are_not_walked() {
        let far = 1 << 40;
        assert_eq!(
            untouched(far, &[1, 0], 4, far / 8),
            [
                (2, 4, (1 << 37) - 1),
                (3, 4, (1 << 37) - 1),
                ((1 << 39) - 2, 1, (1 << 39) + 2),
            ]
        );
    }

    #[test]
    fn positions_have_one_source() {
        let check = |offsets: &[(i64, bool)], step: i64, expected: Option<&[ElementSource]>| {
            let positions = Positions {
                axis: 0,
                scale: 1,
                offsets: offsets
                    .iter()
                    .map(|&(offset, written)| (offset.into(), written))
                    .collect(),
            };
            assert_eq!(
                sources(&positions, step).as_deref(),
                expected,
                "{offsets:?}"
            );
        };
        let (own, past) = (
            |back| ElementSource::Own { back },
            |row, back| ElementSource::Past { row, back },
        );
        check(&[(0, true)], 1, Some(&[own(0)]));
        check(
            &[(0, true), (1, false)],
            1,
            Some(&[own(0), ElementSource::Input]),
        );
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
        check(
            &[(0, true), (-1, false)],
            3,
            Some(&[own(0), ElementSource::Input]),
        );
    }
}
