//! Edges between the shapes of a panel, those between the same two shapes as one.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Edge, Side};

/// How many labels an edge shows.
const LABELS: usize = 4;

/// The edges of a panel.
#[derive(Default)]
pub(super) struct Edges {
    found: BTreeMap<(usize, usize), Vec<String>>,
}

impl Edges {
    pub(super) fn add(&mut self, from: usize, to: usize, label: String) {
        // Edges within a group are not drawn.
        if from != to {
            let labels = self.found.entry((from, to)).or_default();
            if !label.is_empty() && labels.len() <= LABELS && !labels.contains(&label) {
                labels.push(label);
            }
        }
    }

    pub(super) fn finish(self) -> Vec<Edge> {
        let edges = self.found.into_iter().map(|((from, to), mut labels)| {
            if labels.len() > LABELS {
                labels[LABELS] = "…".into();
            }
            Edge {
                from,
                to,
                label: labels.join(", "),
                side: Side::Both,
            }
        });
        edges.collect()
    }
}
