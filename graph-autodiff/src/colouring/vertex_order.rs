//! The order in which a greedy method takes the vertices.

use alloc::vec::Vec;

use super::adjacency::Neighbours;

/// An order of vertices, on which the number of colours of a greedy method depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ordering {
    /// As they are numbered: the best for bands.
    Natural,
    /// Those of most neighbours first.
    LargestFirst,
    /// Last the one of fewest neighbours, before it the one of fewest among the others, and so on.
    SmallestLast,
    /// Next always the one that has most neighbours before it.
    IncidenceDegree,
}

impl Ordering {
    /// Every order, the cheapest first.
    pub const ALL: [Self; 4] = [
        Self::Natural,
        Self::LargestFirst,
        Self::SmallestLast,
        Self::IncidenceDegree,
    ];

    /// The vertices in this order.
    pub(super) fn of(self, graph: &impl Neighbours) -> Vec<usize> {
        let mut vertices: Vec<usize> = (0..graph.vertices()).collect();
        match self {
            Self::Natural => {}
            Self::LargestFirst => {
                let degrees = degrees(graph);
                vertices.sort_by_key(|&vertex| core::cmp::Reverse(degrees[vertex]));
            }
            Self::SmallestLast => {
                let mut queue = Queue::new(&degrees(graph));
                for place in (0..vertices.len()).rev() {
                    let vertex = queue.take_lowest();
                    vertices[place] = vertex;
                    graph.for_each(vertex, |other| queue.lower(other));
                }
            }
            Self::IncidenceDegree => {
                // Keys count the neighbours not taken yet, from the largest number of any.
                let mut queue = Queue::new(&alloc::vec![0; vertices.len()]);
                for place in &mut vertices {
                    *place = queue.take_highest();
                    graph.for_each(*place, |other| queue.raise(other));
                }
            }
        }
        vertices
    }
}

fn degrees(graph: &impl Neighbours) -> Vec<usize> {
    let mut degrees = alloc::vec![0; graph.vertices()];
    for (vertex, degree) in degrees.iter_mut().enumerate() {
        graph.for_each(vertex, |_| *degree += 1);
    }
    degrees
}

/// Vertices by a key that changes by one at a time: a list of vertices for each key.
struct Queue {
    keys: Vec<usize>,
    /// Per key the first vertex of its list.
    first: Vec<usize>,
    /// Per vertex the one before it and the one after it in its list.
    before: Vec<usize>,
    after: Vec<usize>,
    taken: Vec<bool>,
    /// No list below, or above, is worth looking at.
    lowest: usize,
    highest: usize,
}

const NONE: usize = usize::MAX;

impl Queue {
    fn new(keys: &[usize]) -> Self {
        let count = keys.len();
        let mut queue = Self {
            keys: keys.to_vec(),
            first: alloc::vec![NONE; keys.iter().max().map_or(0, |key| key + 1)],
            before: alloc::vec![NONE; count],
            after: alloc::vec![NONE; count],
            taken: alloc::vec![false; count],
            lowest: 0,
            highest: keys.iter().copied().max().unwrap_or(0),
        };
        // Of equal keys the lowest number comes first.
        (0..count).rev().for_each(|vertex| queue.insert(vertex));
        queue
    }

    fn insert(&mut self, vertex: usize) {
        let key = self.keys[vertex];
        if key >= self.first.len() {
            self.first.resize(key + 1, NONE);
        }
        let next = core::mem::replace(&mut self.first[key], vertex);
        (self.before[vertex], self.after[vertex]) = (NONE, next);
        if next != NONE {
            self.before[next] = vertex;
        }
        self.lowest = self.lowest.min(key);
        self.highest = self.highest.max(key);
    }

    fn remove(&mut self, vertex: usize) {
        let (before, after) = (self.before[vertex], self.after[vertex]);
        match before {
            NONE => self.first[self.keys[vertex]] = after,
            _ => self.after[before] = after,
        }
        if after != NONE {
            self.before[after] = before;
        }
    }

    fn take(&mut self, vertex: usize) -> usize {
        self.remove(vertex);
        self.taken[vertex] = true;
        vertex
    }

    /// Takes a vertex with the lowest key; there must be one left.
    fn take_lowest(&mut self) -> usize {
        while self.first[self.lowest] == NONE {
            self.lowest += 1;
        }
        self.take(self.first[self.lowest])
    }

    /// Takes a vertex with the highest key; there must be one left.
    fn take_highest(&mut self) -> usize {
        while self.first[self.highest] == NONE {
            self.highest -= 1;
        }
        self.take(self.first[self.highest])
    }

    fn lower(&mut self, vertex: usize) {
        self.change(vertex, |key| key.saturating_sub(1));
    }

    fn raise(&mut self, vertex: usize) {
        self.change(vertex, |key| key + 1);
    }

    fn change(&mut self, vertex: usize, by: impl Fn(usize) -> usize) {
        if !self.taken[vertex] {
            self.remove(vertex);
            self.keys[vertex] = by(self.keys[vertex]);
            self.insert(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ordering;
    use crate::colouring::adjacency::Adjacency;
    use crate::sparsity::Pattern;

    /// A path 0 - 1 - 2 with 3, 4 and 5 at its middle.
    fn broom() -> Adjacency {
        let rows: [&[usize]; 6] = [&[1], &[0, 2, 3, 4, 5], &[1], &[1], &[1], &[1]];
        Adjacency::of_symmetric(&Pattern::from_rows(6, rows))
    }

    #[test]
    fn orders_are_what_they_are_called() {
        assert_eq!(Ordering::Natural.of(&broom()), [0, 1, 2, 3, 4, 5]);
        assert_eq!(Ordering::LargestFirst.of(&broom()), [1, 0, 2, 3, 4, 5]);
        let last = Ordering::SmallestLast.of(&broom());
        // All the leaves but one go before the middle, which then has one neighbour too.
        assert!(last[..2].contains(&1), "{last:?}");
        let incidence = Ordering::IncidenceDegree.of(&broom());
        assert_eq!(incidence[..2], [0, 1]);
        for ordering in Ordering::ALL {
            let mut order = ordering.of(&broom());
            order.sort_unstable();
            assert_eq!(order, [0, 1, 2, 3, 4, 5]);
        }
    }
}
