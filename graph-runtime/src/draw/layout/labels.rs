//! Labels of edges: each is a small shape within its edge, with a place in a layer of its own, so
//! that it lies neither on an arrow head nor on another label or shape.

use alloc::vec::Vec;

use super::layout;

/// The height of a label.
pub(in crate::draw) const LABEL: f64 = 12.0;

/// A point, in pixels.
type Point = (f64, f64);

/// The places of shapes, edges and labels; y grows downwards.
#[derive(Debug)]
pub(in crate::draw) struct Labelled {
    /// The centre of each shape.
    pub(in crate::draw) centres: Vec<Point>,
    /// For each edge the points that it runs through: up to its label and on from there, or all.
    pub(in crate::draw) routes: Vec<Vec<Vec<Point>>>,
    /// For each edge the centre of its label.
    pub(in crate::draw) labels: Vec<Option<Point>>,
    pub(in crate::draw) width: f64,
    pub(in crate::draw) height: f64,
}

/// Lays out shapes of these widths and heights. An edge is from a shape to another, and has the
/// width of its label, or zero without.
pub(in crate::draw) fn labelled(sizes: &[Point], edges: &[(usize, usize, f64)]) -> Labelled {
    let mut all = sizes.to_vec();
    let mut pieces = Vec::with_capacity(edges.len());
    for &(from, to, label) in edges {
        if label > 0.0 {
            pieces.push((from, all.len()));
            pieces.push((all.len(), to));
            all.push((label, LABEL));
        } else {
            pieces.push((from, to));
        }
    }
    let layout = layout(&all, sizes.len(), &pieces);
    let mut routes = layout.routes.into_iter();
    let mut labels = layout.centres.iter().skip(sizes.len()).copied();
    let placed = edges.iter().map(|&(_, _, label)| {
        let parts = if label > 0.0 { 2 } else { 1 };
        let at = if label > 0.0 { labels.next() } else { None };
        (routes.by_ref().take(parts).collect(), at)
    });
    let (routes, labels) = placed.unzip();
    Labelled {
        routes,
        labels,
        centres: layout.centres[..sizes.len()].to_vec(),
        width: layout.width,
        height: layout.height,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{LABEL, labelled};

    #[test]
    fn a_label_lies_within_its_edge_and_apart_from_others() {
        let sizes = [(60.0, 30.0); 3];
        let edges = [(0, 2, 20.0), (1, 2, 30.0), (0, 1, 0.0)];
        let layout = labelled(&sizes, &edges);
        let labels: Vec<_> = layout.labels.iter().flatten().collect();
        assert_eq!(labels.len(), 2);
        for (route, label) in layout.routes.iter().zip(&layout.labels) {
            let Some(&(x, y)) = label.as_ref() else {
                assert_eq!(route.len(), 1);
                continue;
            };
            assert_eq!(route[0].last(), Some(&(x, y - LABEL / 2.0)));
            assert_eq!(route[1].first(), Some(&(x, y + LABEL / 2.0)));
            assert!(
                layout
                    .centres
                    .iter()
                    .all(|&(_, cy)| (cy - y).abs() > 15.0 + LABEL / 2.0)
            );
        }
        let apart = (labels[0].0 - labels[1].0).abs();
        assert!(labels[0].1 != labels[1].1 || apart >= 25.0);
    }
}
