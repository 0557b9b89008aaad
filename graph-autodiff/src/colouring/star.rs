//! Star colouring: neighbours differ, and every path of four vertices has three colours.
//!
//! The vertices of any two colours then make up stars, and an edge is readable at its star's leaf,
//! which has no other neighbour of the hub's colour. The method keeps the stars and their hubs, and
//! so sees paths of four vertices by looking at those of three (Gebremedhin, Tarafdar, Manne and
//! Pothen 2007, algorithm 4.1).

use alloc::vec::Vec;

use super::adjacency::{Adjacency, Neighbours};
use super::{Colouring, Ordering, fewest};
use crate::sparsity::Pattern;

/// A star colouring of the variables of a symmetric matrix, given by its lower triangle: from the
/// products of the matrix with one direction for each colour, every entry can be read.
///
/// ```
/// use graph_autodiff::colouring;
/// use graph_autodiff::sparsity::Pattern;
///
/// // An arrow: a dense last row, and the diagonal.
/// let row = |row: usize| if row < 99 { vec![row] } else { (0..100).collect() };
/// let arrow = Pattern::from_rows(100, (0..100).map(row));
/// assert_eq!(colouring::star(&arrow).count(), 2);
/// ```
///
/// # Panics
/// When the matrix is not square, or an entry lies above the diagonal.
#[must_use]
pub fn star(lower: &Pattern) -> Colouring {
    let matrix = lower.symmetric();
    let graph = Adjacency::of_symmetric(&matrix);
    fewest(1, |ordering| symmetric(&matrix, &graph, ordering))
}

/// [`star`] in one order.
///
/// # Panics
/// As [`star`].
#[must_use]
pub fn star_in(lower: &Pattern, ordering: Ordering) -> Colouring {
    let matrix = lower.symmetric();
    symmetric(&matrix, &Adjacency::of_symmetric(&matrix), ordering)
}

fn symmetric(matrix: &Pattern, graph: &Adjacency, ordering: Ordering) -> Colouring {
    let wanted = |vertex: usize| !matrix.row(vertex).is_empty();
    let mut colours = Stars::new(graph, 1).colour(&ordering.of(graph), wanted, |_| 0);
    colour_hubs(&mut colours, graph.hubs.iter().copied());
    Colouring::new(colours)
}

/// Gives colours of their own to vertices that were left out.
pub(super) fn colour_hubs(
    colours: &mut [Option<usize>],
    hubs: impl Iterator<Item = usize> + Clone,
) {
    hubs.clone().for_each(|hub| colours[hub] = None);
    let next = colours.iter().flatten().max().map_or(0, |most| most + 1);
    hubs.zip(next..)
        .for_each(|(hub, colour)| colours[hub] = Some(colour));
}

const NONE: usize = usize::MAX;

/// A colouring under way.
///
/// There may be several palettes, from which different vertices take their colours: colour `i` of
/// palette `p` is number `i * palettes + p`. A vertex that is not wanted gets none, and the colours
/// of its neighbours must all differ.
pub(super) struct Stars<'g> {
    graph: &'g Adjacency,
    palettes: usize,
    colours: Vec<Option<usize>>,
    /// Per colour the last vertex that may not have it.
    forbidden: Vec<usize>,
    /// Per colour the last vertex that has a neighbour of it, and the place of the first such edge.
    first: Vec<(usize, usize)>,
    /// Per vertex the last one that must have another colour than all of its neighbours.
    treated: Vec<usize>,
    /// Per place of an edge its star, and per star its hub, if it has more than one edge.
    stars: Vec<usize>,
    hubs: Vec<usize>,
}

impl<'g> Stars<'g> {
    pub(super) fn new(graph: &'g Adjacency, palettes: usize) -> Self {
        Self {
            graph,
            palettes,
            colours: alloc::vec![None; graph.vertices()],
            forbidden: Vec::new(),
            first: Vec::new(),
            treated: alloc::vec![NONE; graph.vertices()],
            stars: alloc::vec![NONE; graph.places()],
            hubs: Vec::new(),
        }
    }

    /// The number of each vertex's colour.
    pub(super) fn colour(
        mut self,
        order: &[usize],
        wanted: impl Fn(usize) -> bool,
        palette: impl Fn(usize) -> usize,
    ) -> Vec<Option<usize>> {
        for &vertex in order.iter().filter(|&&vertex| wanted(vertex)) {
            for edge in self.graph.edges(vertex) {
                let other = self.graph.neighbour(edge);
                match self.colours[other] {
                    Some(colour) => self.look_past(vertex, edge, colour),
                    None if !wanted(other) => self.forbid_around(vertex, other),
                    None => {}
                }
            }
            let colour = self.free(vertex, palette(vertex));
            self.colours[vertex] = Some(colour);
            for edge in self.graph.edges(vertex) {
                if let Some(other) = self.colours[self.graph.neighbour(edge)] {
                    self.join_star(vertex, edge, [colour, other]);
                }
            }
        }
        self.colours
    }

    /// The first colour of a palette that the vertex may have.
    fn free(&mut self, vertex: usize, palette: usize) -> usize {
        let mut colour = palette;
        while colour < self.forbidden.len() && self.forbidden[colour] == vertex {
            colour += self.palettes;
        }
        if colour >= self.forbidden.len() {
            self.forbidden.resize(colour + 1, NONE);
            self.first.resize(colour + 1, (NONE, NONE));
        }
        colour
    }

    /// Forbids the colours that a coloured neighbour, and those behind it, do not allow.
    fn look_past(&mut self, vertex: usize, edge: usize, colour: usize) {
        let graph = self.graph;
        let other = graph.neighbour(edge);
        self.forbidden[colour] = vertex;
        let (of, first) = self.first[colour];
        if of == vertex {
            // Two neighbours of one colour: the vertex is the hub of their star.
            self.treat(vertex, graph.neighbour(first));
            self.treat(vertex, other);
            return;
        }
        self.first[colour] = (vertex, edge);
        for behind in graph.edges(other) {
            let far = graph.neighbour(behind);
            if far == vertex {
                continue;
            }
            if let Some(colour) = self.colours[far]
                && self.hubs[self.stars[behind]] == far
            {
                self.forbidden[colour] = vertex;
            }
        }
    }

    fn treat(&mut self, vertex: usize, other: usize) {
        if core::mem::replace(&mut self.treated[other], vertex) != vertex {
            self.forbid_around(vertex, other);
        }
    }

    /// Forbids the colours of all neighbours of a neighbour.
    fn forbid_around(&mut self, vertex: usize, other: usize) {
        for behind in self.graph.edges(other) {
            let far = self.graph.neighbour(behind);
            if let Some(colour) = self.colours[far].filter(|_| far != vertex) {
                self.forbidden[colour] = vertex;
            }
        }
    }

    /// Adds the edge to the star that it is part of.
    fn join_star(&mut self, vertex: usize, edge: usize, [own, colour]: [usize; 2]) {
        let graph = self.graph;
        let other = graph.neighbour(edge);
        let mut behind = graph.edges(other);
        let alike = behind.find(|&behind| {
            let far = graph.neighbour(behind);
            far != vertex && self.colours[far] == Some(own)
        });
        let (of, first) = self.first[colour];
        let star = match alike {
            Some(behind) => {
                let star = self.stars[behind];
                self.hubs[star] = other;
                star
            }
            None if of == vertex && first != edge => {
                let star = self.stars[first];
                self.hubs[star] = vertex;
                star
            }
            None => {
                self.hubs.push(NONE);
                self.hubs.len() - 1
            }
        };
        self.stars[edge] = star;
        self.stars[graph.twin(edge)] = star;
    }
}
