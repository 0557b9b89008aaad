//! The order within the layers: each member moves to the mean of its neighbours' places in the
//! layer above, then below, several times; the order with the fewest crossings stays.

use super::Net;
use alloc::vec;
use alloc::vec::Vec;

/// How many times the layers are gone through.
const SWEEPS: usize = 12;

/// Orders the rows of a net.
pub(super) fn order(net: &mut Net) {
    let mut place = vec![0; net.layer.len()];
    net.rows.iter().for_each(|row| number(row, &mut place));
    let mut best = (crossings(net, &place), net.rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let depth = net.rows.len();
        for step in 0..depth {
            let layer = if sweep % 2 == 0 {
                step
            } else {
                depth - 1 - step
            };
            let neighbours = if sweep % 2 == 0 {
                &net.above
            } else {
                &net.below
            };
            sort_row(&mut net.rows[layer], neighbours, &mut place);
        }
        let crossings = crossings(net, &place);
        if crossings < best.0 {
            best = (crossings, net.rows.clone());
        }
    }
    net.rows = best.1;
}

fn number(row: &[usize], place: &mut [usize]) {
    for (position, &member) in row.iter().enumerate() {
        place[member] = position;
    }
}

/// Sorts a row by the means of the neighbours' places; members without neighbours stay where they
/// are.
fn sort_row(row: &mut [usize], neighbours: &[Vec<usize>], place: &mut [usize]) {
    let mean = |member: usize| {
        let neighbours = &neighbours[member];
        let sum: usize = neighbours.iter().map(|&n| place[n]).sum();
        (!neighbours.is_empty()).then(|| sum as f64 / neighbours.len() as f64)
    };
    let mut movable: Vec<(f64, usize)> = row
        .iter()
        .filter_map(|&member| mean(member).map(|mean| (mean, member)))
        .collect();
    movable.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut movable = movable.into_iter();
    for member in row.iter_mut() {
        if !neighbours[*member].is_empty()
            && let Some((_, next)) = movable.next()
        {
            *member = next;
        }
    }
    number(row, place);
}

/// The number of pairs of edges between neighbouring layers that cross.
fn crossings(net: &Net, place: &[usize]) -> usize {
    let rows = net.rows.iter().enumerate();
    rows.map(|(layer, row)| {
        let width = net.rows.get(layer + 1).map_or(0, Vec::len);
        let ends = row.iter().flat_map(|&member| {
            let mut ends: Vec<usize> = net.below[member].iter().map(|&n| place[n]).collect();
            ends.sort_unstable();
            ends
        });
        inversions(ends, width)
    })
    .sum()
}

/// The number of pairs of a sequence that are in descending order, all below `limit`: counted with
/// a tree of partial sums (Fenwick's).
fn inversions(sequence: impl Iterator<Item = usize>, limit: usize) -> usize {
    let mut tree = vec![0; limit + 1];
    let mut inversions = 0;
    for (seen, value) in sequence.enumerate() {
        let (mut at, mut not_above) = (value + 1, 0);
        while at > 0 {
            not_above += tree[at];
            at &= at - 1;
        }
        inversions += seen - not_above;
        let mut at = value + 1;
        while at <= limit {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}

#[cfg(test)]
mod tests {
    use super::inversions;

    #[test]
    fn inversions_are_pairs_in_descending_order() {
        let slow = |list: &[usize]| {
            let pairs = (0..list.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            pairs.filter(|&(a, b)| list[a] > list[b]).count()
        };
        for list in [
            &[][..],
            &[0],
            &[2, 1, 0],
            &[0, 1, 1, 2],
            &[4, 4, 1, 3, 0, 2],
        ] {
            assert_eq!(inversions(list.iter().copied(), 5), slow(list), "{list:?}");
        }
    }
}
