//! The adjacency of vertices.

use alloc::vec::Vec;

use super::EFFORT;
use crate::sparsity::Pattern;

/// The vertices of a graph and their neighbours, as orders take them.
pub(super) trait Neighbours {
    /// The number of vertices.
    fn vertices(&self) -> usize;

    /// Calls `visit` with each neighbour of a vertex, one perhaps several times.
    fn for_each(&self, vertex: usize, visit: impl FnMut(usize));
}

/// A graph by the list of each vertex's neighbours, in which vertices of very many neighbours may
/// be left out.
pub(super) struct Adjacency {
    starts: Vec<usize>,
    neighbours: Vec<usize>,
    /// For each place in the lists the other place of the same edge.
    twins: Vec<usize>,
    /// The vertices that were left out.
    pub(super) hubs: Vec<usize>,
}

impl Adjacency {
    /// The graph of a symmetric matrix: an edge for each entry off the diagonal.
    pub(super) fn of_symmetric(matrix: &Pattern) -> Self {
        let rows = (0..matrix.rows()).map(|row| {
            let others = matrix.row(row).iter().copied();
            others.filter(move |&column| column != row)
        });
        Self::new(matrix.rows(), rows)
    }

    /// The graph of rows, which come first, and columns: an edge for each entry.
    pub(super) fn of_sides(matrix: &Pattern, transposed: &Pattern) -> Self {
        let count = matrix.rows();
        let lists = (0..count + matrix.columns()).map(|vertex| {
            let (list, first) = match vertex.checked_sub(count) {
                None => (matrix.row(vertex), count),
                Some(column) => (transposed.row(column), 0),
            };
            list.iter().map(move |&other| first + other)
        });
        Self::new(count + matrix.columns(), lists)
    }

    /// Of ascending lists of neighbours.
    fn new<L: Iterator<Item = usize>>(count: usize, lists: impl Iterator<Item = L>) -> Self {
        let (mut starts, mut neighbours) = (Vec::with_capacity(count + 1), Vec::new());
        starts.push(0);
        for list in lists {
            neighbours.extend(list);
            starts.push(neighbours.len());
        }
        let hubs = hubs(&starts);
        if !hubs.is_empty() {
            (starts, neighbours) = without(&hubs, &starts, &neighbours);
        }
        // Vertices in turn meet the lists of their neighbours in ascending order.
        let mut next = starts.clone();
        let mut twins = alloc::vec![0; neighbours.len()];
        for vertex in 0..count {
            for place in starts[vertex]..starts[vertex + 1] {
                let other = neighbours[place];
                twins[place] = next[other];
                next[other] += 1;
            }
        }
        Self {
            starts,
            neighbours,
            twins,
            hubs,
        }
    }

    /// The places of a vertex's edges.
    pub(super) fn edges(&self, vertex: usize) -> core::ops::Range<usize> {
        self.starts[vertex]..self.starts[vertex + 1]
    }

    /// The number of places: two for each edge.
    pub(super) fn places(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbour at the other end of an edge.
    pub(super) fn neighbour(&self, place: usize) -> usize {
        self.neighbours[place]
    }

    /// The place of the same edge among those of the neighbour.
    pub(super) fn twin(&self, place: usize) -> usize {
        self.twins[place]
    }
}

impl Neighbours for Adjacency {
    fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    fn for_each(&self, vertex: usize, visit: impl FnMut(usize)) {
        self.neighbours[self.edges(vertex)]
            .iter()
            .copied()
            .for_each(visit);
    }
}

/// The vertices of most neighbours, so many that the paths of length two between the others are few
/// enough.
fn hubs(starts: &[usize]) -> Vec<usize> {
    let degree = |vertex: usize| starts[vertex + 1] - starts[vertex];
    let count = starts.len() - 1;
    let square = |vertex: usize| degree(vertex).saturating_mul(degree(vertex));
    let total = (0..count).map(square).fold(0, usize::saturating_add);
    let bound = EFFORT.saturating_mul(count + starts[count]);
    if total <= bound {
        return Vec::new();
    }
    let mut vertices: Vec<usize> = (0..count).collect();
    vertices.sort_by_key(|&vertex| core::cmp::Reverse(degree(vertex)));
    let mut left = total;
    let wanted = vertices.iter().position(|&vertex| {
        let done = left <= bound;
        left = left.saturating_sub(square(vertex));
        done
    });
    vertices.truncate(wanted.unwrap_or(count));
    vertices.sort_unstable();
    vertices
}

/// The lists without the edges of some vertices.
fn without(hubs: &[usize], starts: &[usize], neighbours: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let count = starts.len() - 1;
    let mut is_hub = alloc::vec![false; count];
    hubs.iter().for_each(|&hub| is_hub[hub] = true);
    let (mut fewer_starts, mut fewer) = (Vec::with_capacity(count + 1), Vec::new());
    fewer_starts.push(0);
    for vertex in 0..count {
        if !is_hub[vertex] {
            let others = &neighbours[starts[vertex]..starts[vertex + 1]];
            fewer.extend(others.iter().filter(|&&other| !is_hub[other]));
        }
        fewer_starts.push(fewer.len());
    }
    (fewer_starts, fewer)
}
