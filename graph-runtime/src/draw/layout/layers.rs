//! The layer of each shape: below all that it reads, and near to what reads it.

use alloc::vec;
use alloc::vec::Vec;

/// A layer for each of `count` shapes, from 0; every edge runs from a lower position to a higher
/// one, and gets from a lower layer to a higher one.
pub(super) fn layers(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let (mut reads, mut read_by) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in edges {
        reads[to].push(from);
        read_by[from].push(to);
    }
    let mut layers = vec![0; count];
    for shape in 0..count {
        let above = reads[shape].iter().map(|&from| layers[from] + 1);
        layers[shape] = above.max().unwrap_or(0);
    }
    // Edges become shorter where a shape that is read more than it reads, such as a constant,
    // moves down. What reads it has moved before.
    for shape in (0..count).rev() {
        if read_by[shape].len() > reads[shape].len() {
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
    use super::layers;

    #[test]
    fn constants_lie_near_their_use() {
        // 0 -> 1 -> 2 -> 4, and a constant 3 -> 4.
        assert_eq!(
            layers(5, &[(0, 1), (1, 2), (2, 4), (3, 4)]),
            [0, 1, 2, 2, 3]
        );
        assert_eq!(layers(2, &[]), [0, 0]);
        assert_eq!(layers(0, &[]), [0; 0]);
    }
}
