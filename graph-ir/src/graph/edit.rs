//! Changes to the inputs and outputs of a finished graph: its nodes stay as they are.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Graph, NodeId, Op, Output};
use crate::intern::number_of;

impl Graph {
    /// Drops the outputs at the positions for which `keep` is false. Nodes that only they need
    /// stay, until [`crate::passes::trim`] drops them.
    pub fn retain_outputs(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut position = 0_usize;
        self.outputs.retain(|_| {
            position += 1;
            keep(position - 1)
        });
    }

    /// Makes nodes of the graph its last outputs, without names.
    ///
    /// # Panics
    /// When a node is none of the graph, or yields a tuple.
    pub fn extend_outputs(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        for node in nodes {
            let _ = self.ty(node);
            self.outputs.push(Output {
                node,
                name: String::new(),
            });
        }
    }

    /// Moves the last input and the last output to positions among the others.
    ///
    /// # Panics
    /// When there is no input or no output, or a position is behind the last.
    pub fn place_last(&mut self, input: usize, output: usize) {
        let moved = |len: usize, at: usize| -> Vec<usize> {
            (0..at).chain([len - 1]).chain(at..len - 1).collect()
        };
        let inputs = moved(self.inputs.len(), input);
        let outputs = moved(self.outputs.len(), output);
        self.rearrange(&inputs, &outputs);
    }

    /// Brings inputs into another order and chooses among outputs: the input at each position is
    /// that which was at `inputs[position]`, and so for outputs, of which some may be left out.
    ///
    /// # Panics
    /// When `inputs` is no permutation of the positions that there are, or an output does not
    /// exist.
    pub fn rearrange(&mut self, inputs: &[usize], outputs: &[usize]) {
        assert!(is_permutation(inputs, self.inputs.len()));
        self.inputs = inputs.iter().map(|&i| self.inputs[i].clone()).collect();
        self.outputs = outputs.iter().map(|&i| self.outputs[i].clone()).collect();
        for (position, input) in self.inputs.iter().enumerate() {
            self.nodes[input.node.index()].op = Op::Input(number_of(position));
        }
    }
}

fn is_permutation(positions: &[usize], len: usize) -> bool {
    let mut seen = alloc::vec![false; len];
    positions.len() == len
        && positions
            .iter()
            .all(|&i| i < len && !core::mem::replace(&mut seen[i], true))
}

#[cfg(test)]
mod tests {
    use crate::text;

    const SWAPPED: &str = "adgraph 1\ngraph\n%0: f64 = input 0 \"x\"\n%1: f64 = input 1 \"y\"\n";

    #[test]
    fn rearranged_inputs_keep_their_nodes() {
        let mut graph = text::parse(SWAPPED).unwrap();
        let [x, y] = [0, 1].map(|i| graph.inputs()[i].node);
        graph.rearrange(&[1, 0], &[]);
        assert_eq!([graph.inputs()[0].node, graph.inputs()[1].node], [y, x]);
        assert_eq!([graph.as_input(x), graph.as_input(y)], [Some(1), Some(0)]);
    }

    #[test]
    fn outputs_are_added_and_dropped_by_position() {
        let mut graph = text::parse(SWAPPED).unwrap();
        let [x, y] = [0, 1].map(|i| graph.inputs()[i].node);
        graph.extend_outputs([x, y, x]);
        graph.retain_outputs(|position| position != 0);
        let outputs: alloc::vec::Vec<_> = graph.outputs().iter().map(|o| o.node).collect();
        assert_eq!(outputs, [y, x]);
    }
}
