//! Acyclic colouring: neighbours differ, and every cycle has three colours.
//!
//! The vertices of any two colours then make up trees, whose edges become known one after another
//! from the leaves inwards, each by subtracting those behind it. The method keeps the trees as sets
//! of edges (Gebremedhin, Tarafdar, Manne and Pothen 2007, algorithm 3.1).

use alloc::vec::Vec;

use super::adjacency::{Adjacency, Neighbours};
use super::star::colour_hubs;
use super::{Colouring, Ordering, fewest};
use crate::sparsity::Pattern;

/// An acyclic colouring of the variables of a symmetric matrix, given by its lower triangle: from
/// the products of the matrix with one direction for each colour, every entry can be computed.
///
/// # Panics
/// When the matrix is not square, or an entry lies above the diagonal.
#[must_use]
pub fn acyclic(lower: &Pattern) -> Colouring {
    let matrix = lower.symmetric();
    let graph = Adjacency::of_symmetric(&matrix);
    fewest(2, |ordering| greedy(&matrix, &graph, ordering))
}

/// [`acyclic`] in one order.
///
/// # Panics
/// As [`acyclic`].
#[must_use]
pub fn acyclic_in(lower: &Pattern, ordering: Ordering) -> Colouring {
    let matrix = lower.symmetric();
    greedy(&matrix, &Adjacency::of_symmetric(&matrix), ordering)
}

fn greedy(matrix: &Pattern, graph: &Adjacency, ordering: Ordering) -> Colouring {
    let mut trees = Trees::new(graph);
    let wanted = |vertex: &&usize| !matrix.row(**vertex).is_empty();
    for &vertex in ordering.of(graph).iter().filter(wanted) {
        trees.add(vertex);
    }
    colour_hubs(&mut trees.colours, graph.hubs.iter().copied());
    Colouring::new(trees.colours)
}

const NONE: usize = usize::MAX;

/// A colouring under way.
struct Trees<'g> {
    graph: &'g Adjacency,
    colours: Vec<Option<usize>>,
    /// Per colour the last vertex that may not have it.
    forbidden: Vec<usize>,
    /// Per colour the last vertex that has a neighbour of it, and the place of the first such edge.
    first: Vec<(usize, usize)>,
    /// Per place of an edge the next one on the way to the one that stands for its tree.
    parents: Vec<usize>,
    /// Per tree the last vertex beside it, and the neighbour through which it was met.
    met: Vec<(usize, usize)>,
}

impl<'g> Trees<'g> {
    fn new(graph: &'g Adjacency) -> Self {
        Self {
            graph,
            colours: alloc::vec![None; graph.vertices()],
            forbidden: Vec::new(),
            first: Vec::new(),
            parents: (0..graph.places()).collect(),
            met: alloc::vec![(NONE, NONE); graph.places()],
        }
    }

    /// Colours a vertex.
    fn add(&mut self, vertex: usize) {
        let graph = self.graph;
        for edge in graph.edges(vertex) {
            if let Some(colour) = self.colours[graph.neighbour(edge)] {
                self.forbidden[colour] = vertex;
            }
        }
        for edge in graph.edges(vertex) {
            self.keep_apart(vertex, graph.neighbour(edge));
        }
        let free = self.forbidden.iter().position(|&last| last != vertex);
        let colour = free.unwrap_or_else(|| {
            self.forbidden.push(NONE);
            self.first.push((NONE, NONE));
            self.forbidden.len() - 1
        });
        self.colours[vertex] = Some(colour);
        for edge in graph.edges(vertex) {
            self.grow(vertex, edge, colour);
        }
    }

    /// Forbids the other colour of a tree that is met through two neighbours.
    fn keep_apart(&mut self, vertex: usize, other: usize) {
        if self.colours[other].is_none() {
            return;
        }
        for behind in self.graph.edges(other) {
            let far = self.graph.neighbour(behind);
            let Some(colour) = self.colours[far].filter(|_| far != vertex) else {
                continue;
            };
            if self.forbidden[colour] == vertex {
                continue;
            }
            let tree = self.tree(behind);
            let (by, through) = self.met[tree];
            if by != vertex {
                self.met[tree] = (vertex, other);
            } else if through != other {
                self.forbidden[colour] = vertex;
            }
        }
    }

    /// Joins an edge with the trees that it touches.
    fn grow(&mut self, vertex: usize, edge: usize, own: usize) {
        let graph = self.graph;
        let other = graph.neighbour(edge);
        let Some(colour) = self.colours[other] else {
            return;
        };
        self.join(edge, graph.twin(edge));
        match self.first[colour] {
            (of, first) if of == vertex => self.join(edge, first),
            _ => self.first[colour] = (vertex, edge),
        }
        for behind in graph.edges(other) {
            let far = graph.neighbour(behind);
            if far != vertex && self.colours[far] == Some(own) {
                self.join(edge, behind);
            }
        }
    }

    /// The edge that stands for the tree of an edge.
    fn tree(&mut self, mut edge: usize) -> usize {
        while self.parents[edge] != edge {
            self.parents[edge] = self.parents[self.parents[edge]];
            edge = self.parents[edge];
        }
        edge
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.tree(a), self.tree(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
