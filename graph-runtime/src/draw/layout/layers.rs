//! The layer of each shape: below all of its operands, and near its users.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// All of `count` shapes, each after those that it reads. Where groups of nodes read one another in
/// a circle, the next shape is one of which some operands are placed and the fewest are still to
/// come.
pub(super) fn sequence(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let (mut waits_for, mut read_by) = (vec![0_usize; count], vec![Vec::new(); count]);
    for &(from, to) in edges {
        waits_for[to] += 1;
        read_by[from].push(to);
    }
    let reads = waits_for.clone();
    let mut waiting: BTreeSet<usize> = (0..count).collect();
    let ready = |shape: &usize| waits_for[*shape] == 0;
    let mut ready: BTreeSet<usize> = waiting.iter().copied().filter(ready).collect();
    let mut sequence = Vec::with_capacity(count);
    let least = |waiting: &BTreeSet<usize>, waits_for: &[usize]| {
        let key = |shape: &&usize| (waits_for[**shape] == reads[**shape], waits_for[**shape]);
        waiting.iter().min_by_key(key).copied()
    };
    while let Some(next) = ready.pop_first().or_else(|| least(&waiting, &waits_for)) {
        waiting.remove(&next);
        sequence.push(next);
        for &to in &read_by[next] {
            waits_for[to] -= 1;
            if waits_for[to] == 0 && waiting.contains(&to) {
                ready.insert(to);
            }
        }
    }
    sequence
}

/// A layer for each shape of a sequence, from 0; every edge runs from an earlier shape to a later
/// one, and gets from a lower layer to a higher one. Shapes after the first `solid` are labels,
/// which lie just above the ends of their edges.
pub(super) fn layers(sequence: &[usize], solid: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let count = sequence.len();
    let (mut reads, mut read_by) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in edges {
        reads[to].push(from);
        read_by[from].push(to);
    }
    let mut layers = vec![0; count];
    for &shape in sequence {
        let above = reads[shape].iter().map(|&from| layers[from] + 1);
        layers[shape] = above.max().unwrap_or(0);
    }
    // Edges become shorter where a shape that is read more than it reads, such as a constant,
    // moves down. What reads it has moved before.
    for &shape in sequence.iter().rev() {
        if shape >= solid || read_by[shape].len() > reads[shape].len() {
            let below = read_by[shape].iter().map(|&to| layers[to]).min();
            layers[shape] = below.map_or(layers[shape], |below| below - 1);
        }
    }
    // Layers that nothing is in any more.
    let mut used = vec![0; count];
    layers.iter().for_each(|&layer| used[layer] = 1);
    let mut next = 0;
    for used in &mut used {
        (*used, next) = (next, next + *used);
    }
    layers.iter().map(|&layer| used[layer]).collect()
}

#[cfg(test)]
mod tests {
    use super::{layers, sequence};

    #[test]
    fn a_sequence_follows_the_edges_also_through_circles() {
        assert_eq!(sequence(4, &[(3, 0), (0, 2), (2, 1)]), [3, 0, 2, 1]);
        assert_eq!(sequence(3, &[(1, 2), (2, 1), (2, 0)]), [0, 1, 2]);
    }

    #[test]
    fn constants_lie_near_their_use() {
        // 0 -> 1 -> 2 -> 4, and a constant 3 -> 4.
        assert_eq!(
            layers(&[0, 1, 2, 3, 4], 5, &[(0, 1), (1, 2), (2, 4), (3, 4)]),
            [0, 1, 2, 2, 3]
        );
        assert_eq!(layers(&[0, 1], 2, &[]), [0, 0]);
        assert_eq!(layers(&[], 0, &[]), [0; 0]);
    }
}
