//! Layout of shapes and edges, by the method of Sugiyama, Tagawa and Toda (*Methods for visual
//! understanding of hierarchical system structures*, IEEE Transactions on Systems, Man, and
//! Cybernetics 11, 1981).
//!
//! Every shape gets a layer, from the top down (`layers`); an edge over several layers passes
//! through a point in each, and a label of an edge has a layer of its own (`labels`). The order
//! within a layer is found by moving shapes to the mean position of their neighbours, which reduces
//! crossings (`barycentre`). Then each layer is stretched to align shapes vertically where possible
//! (`stretch`). Each step takes time roughly proportional to the number of edges and points.
//! Coordinates use only sums, products and quotients, so that they are the same on every platform.

mod barycentre;
mod labels;
mod layers;
mod stretch;

pub(super) use labels::{LABEL, Labelled, labelled};

use alloc::vec;
use alloc::vec::Vec;

/// The space between shapes side by side, between points, between layers, and between a layer and
/// one of labels.
const BESIDE: f64 = 24.0;
const POINTS: f64 = 14.0;
const BELOW: f64 = 36.0;
const AT_LABELS: f64 = 14.0;

/// How many points edges pass through, all together. Edges over the most layers go straight to
/// their end where there would be more.
const MOST_POINTS: usize = 60_000;

/// The places of shapes and edges; y grows downwards.
#[derive(Debug)]
pub(super) struct Layout {
    /// The centre of each shape.
    pub(super) centres: Vec<(f64, f64)>,
    /// For each edge the points that it runs through, from the shape where it starts.
    pub(super) routes: Vec<Vec<(f64, f64)>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Lays out shapes of these widths and heights; those after the first `solid` are labels within an
/// edge. Edges run downwards, but for some of those that make a circle; no edge connects a shape
/// with itself.
fn layout(sizes: &[(f64, f64)], solid: usize, edges: &[(usize, usize)]) -> Layout {
    let sequence = layers::sequence(sizes.len(), edges);
    let mut position = vec![0; sizes.len()];
    for (at, &shape) in sequence.iter().enumerate() {
        position[shape] = at;
    }
    let upward = |&(from, to): &(usize, usize)| position[from] > position[to];
    let downwards = edges.iter().map(|edge| match upward(edge) {
        true => (edge.1, edge.0),
        false => *edge,
    });
    let downward: Vec<(usize, usize)> = downwards.collect();
    let mut net = Net::new(sizes, solid, &sequence, &downward);
    let chains = net.add_points(&downward);
    barycentre::order(&mut net);
    let centres = stretch::stretch(&net);
    let rows = Rows::new(sizes, &net);
    let routes = rows.routes(sizes, &net, &downward, &chains, &centres);
    let routes = routes.into_iter().zip(edges).map(|(mut route, edge)| {
        if upward(edge) {
            route.reverse();
        }
        route
    });
    let shapes = 0..sizes.len();
    let right = (0..net.layer.len()).map(|v| centres[v] + net.width[v] / 2.0);
    Layout {
        width: right.fold(0.0, f64::max),
        height: rows.bottom.last().copied().unwrap_or(0.0),
        routes: routes.collect(),
        centres: shapes
            .map(|v| (centres[v], rows.centre(net.layer[v])))
            .collect(),
    }
}

/// Shapes, and after them the points that edges pass through.
struct Net {
    /// How many are shapes or labels, and how many of these are shapes.
    shapes: usize,
    solid: usize,
    layer: Vec<usize>,
    width: Vec<f64>,
    /// The neighbours in the layer above, and in that below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The members of each layer from left to right.
    rows: Vec<Vec<usize>>,
}

impl Net {
    fn new(
        sizes: &[(f64, f64)],
        solid: usize,
        sequence: &[usize],
        edges: &[(usize, usize)],
    ) -> Self {
        let layer = layers::layers(sequence, solid, edges);
        let depth = layer.iter().max().map_or(0, |last| last + 1);
        let mut rows = vec![Vec::new(); depth];
        for (shape, &layer) in layer.iter().enumerate() {
            rows[layer].push(shape);
        }
        Self {
            shapes: sizes.len(),
            solid,
            layer,
            width: sizes.iter().map(|&(width, _)| width).collect(),
            above: vec![Vec::new(); sizes.len()],
            below: vec![Vec::new(); sizes.len()],
            rows,
        }
    }

    /// Adds the points that edges pass through. Edges from one shape share theirs, as they carry
    /// the same value; gives for each shape the points below it.
    fn add_points(&mut self, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut spans = vec![0; self.shapes];
        for &(from, to) in edges {
            spans[from] = spans[from].max(self.layer[to] - self.layer[from] - 1);
        }
        let most = longest_allowed(&spans);
        let mut chains = vec![Vec::new(); self.shapes];
        for (from, span) in spans.into_iter().enumerate() {
            let mut last = from;
            for step in 1..=if span <= most { span } else { 0 } {
                last = self.add_point(last, self.layer[from] + step);
                chains[from].push(last);
            }
        }
        for &(from, to) in edges {
            let between = self.layer[to] - self.layer[from] - 1;
            let last = if between == 0 {
                Some(from)
            } else {
                chains[from].get(between - 1).copied()
            };
            if let Some(last) = last {
                self.below[last].push(to);
                self.above[to].push(last);
            }
        }
        chains
    }

    fn add_point(&mut self, above: usize, layer: usize) -> usize {
        let point = self.layer.len();
        self.layer.push(layer);
        self.width.push(0.0);
        self.above.push(vec![above]);
        self.below.push(Vec::new());
        self.below[above].push(point);
        self.rows[layer].push(point);
        point
    }

    /// The distance between two neighbours of a row.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let point = left >= self.solid || right >= self.solid;
        let space = if point { POINTS } else { BESIDE };
        self.width[left] / 2.0 + space + self.width[right] / 2.0
    }
}

/// The largest span whose edges still get points.
fn longest_allowed(spans: &[usize]) -> usize {
    let mut sorted = spans.to_vec();
    sorted.sort_unstable();
    let mut left = MOST_POINTS;
    let fits = sorted.into_iter().take_while(|&span| {
        let rest = left.checked_sub(span);
        left = rest.unwrap_or(0);
        rest.is_some()
    });
    fits.last().unwrap_or(0)
}

/// The upper and lower ends of the layers.
struct Rows {
    top: Vec<f64>,
    bottom: Vec<f64>,
}

impl Rows {
    fn new(sizes: &[(f64, f64)], net: &Net) -> Self {
        let heights = net.rows.iter().map(|row| {
            let shapes = row.iter().filter(|&&member| member < net.shapes);
            shapes.map(|&shape| sizes[shape].1).fold(0.0, f64::max)
        });
        let heights: Vec<f64> = heights.collect();
        let mut rows = Self {
            top: Vec::with_capacity(heights.len()),
            bottom: Vec::with_capacity(heights.len()),
        };
        let mut y = 0.0;
        for (layer, &height) in heights.iter().enumerate() {
            rows.top.push(y);
            rows.bottom.push(y + height);
            let next = heights.get(layer + 1).copied().unwrap_or(height);
            let space = if height.min(next) <= LABEL {
                AT_LABELS
            } else {
                BELOW
            };
            y += height + space;
        }
        rows
    }

    fn centre(&self, layer: usize) -> f64 {
        (self.top[layer] + self.bottom[layer]) / 2.0
    }

    /// The points of each edge: through each layer in between straight down.
    fn routes(
        &self,
        sizes: &[(f64, f64)],
        net: &Net,
        edges: &[(usize, usize)],
        chains: &[Vec<usize>],
        centres: &[f64],
    ) -> Vec<Vec<(f64, f64)>> {
        let mut routes = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let start = self.centre(net.layer[from]) + sizes[from].1 / 2.0;
            let mut route = vec![(centres[from], start)];
            let between = net.layer[to] - net.layer[from] - 1;
            for &point in chains[from].iter().take(between) {
                let layer = net.layer[point];
                route.push((centres[point], self.top[layer]));
                route.push((centres[point], self.bottom[layer]));
            }
            routes.push(route);
        }
        // Where several edges arrive, side by side in the order in which they come.
        let mut arriving = vec![Vec::new(); net.shapes];
        for (edge, &(_, to)) in edges.iter().enumerate() {
            arriving[to].push(edge);
        }
        for (to, mut arriving) in arriving.into_iter().enumerate() {
            let last = |edge: usize| routes[edge].last().map_or(0.0, |&(x, _)| x);
            arriving.sort_by(|&a, &b| last(a).total_cmp(&last(b)));
            let end = self.centre(net.layer[to]) - sizes[to].1 / 2.0;
            let (count, width) = (arriving.len() as f64, sizes[to].0 * 0.7);
            for (position, edge) in arriving.into_iter().enumerate() {
                let along = (position as f64 + 0.5) / count - 0.5;
                routes[edge].push((centres[to] + along * width, end));
            }
        }
        routes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_do_not_overlap_and_edges_run_down() {
        // A lattice with edges over several layers, and one that runs upwards.
        let count = 60;
        let lattice = (1..count).flat_map(|to| [(to / 2, to), (to * to % to.max(7), to)]);
        let mut edges: Vec<_> = lattice.filter(|(from, to)| from < to).collect();
        edges.push((50, 3));
        edges.push((0, count - 1));
        let sizes: Vec<_> = (0..count)
            .map(|i| (40.0 + (i % 5) as f64 * 13.0, 30.0))
            .collect();
        let layout = layout(&sizes, sizes.len(), &edges);
        for (a, (ax, ay)) in layout.centres.iter().enumerate() {
            assert!(*ax >= sizes[a].0 / 2.0 && ax + sizes[a].0 / 2.0 <= layout.width + 1e-9);
            for (b, (bx, by)) in layout.centres.iter().enumerate().take(a) {
                let apart = (sizes[a].0 + sizes[b].0) / 2.0;
                assert!(
                    (ay - by).abs() >= 30.0 || (ax - bx).abs() > apart,
                    "{a} {b}"
                );
            }
        }
        for (route, (from, to)) in layout.routes.iter().zip(&edges) {
            let down = from < to;
            assert!(
                route
                    .windows(2)
                    .all(|pair| (pair[0].1 <= pair[1].1) == down || pair[0].1 == pair[1].1)
            );
        }
    }

    #[test]
    fn nothing_and_one_shape_have_layouts() {
        let empty = layout(&[], 0, &[]);
        assert_eq!((empty.width, empty.height), (0.0, 0.0));
        let one = layout(&[(40.0, 20.0)], 1, &[]);
        assert_eq!(one.centres, [(20.0, 10.0)]);
        assert_eq!((one.width, one.height), (40.0, 20.0));
    }

    #[test]
    fn a_chain_is_straight() {
        let edges: Vec<_> = (1..20).map(|to| (to - 1, to)).collect();
        let layout = layout(&[(40.0, 20.0); 20], 20, &edges);
        assert!(layout.centres.iter().all(|&(x, _)| (x - 20.0).abs() < 1e-9));
    }

    #[test]
    fn edges_beyond_the_budget_go_straight() {
        assert_eq!(longest_allowed(&[]), 0);
        assert_eq!(longest_allowed(&[3, 0, 7]), 7);
        assert_eq!(longest_allowed(&[MOST_POINTS, 5, 1]), 5);
    }
}
