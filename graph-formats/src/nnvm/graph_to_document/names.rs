//! Names of nodes: those that the graph gives, as far as they tell nodes apart, and after the
//! operator for all others.

use super::Node;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

/// Gives every node a name of its own. Variables choose first, in this order, then operators with
/// a name.
pub(super) fn distinguish(nodes: &mut [Node], variables: &[u32]) {
    let mut names = Names::default();
    for &id in variables {
        let node = &mut nodes[id as usize];
        node.name = match node.name.as_str() {
            "" => names.numbered("input"),
            name => names.unique(name),
        };
    }
    let mut operators = nodes.iter_mut().filter(|node| !node.is_variable());
    for node in operators.by_ref().filter(|node| !node.name.is_empty()) {
        node.name = names.unique(&node.name);
    }
    for node in nodes.iter_mut().filter(|node| node.name.is_empty()) {
        let hint = node.op.trim_matches('_').to_lowercase();
        node.name = names.numbered(&hint);
    }
}

/// The names taken, and for each how many were made from it.
#[derive(Default)]
struct Names {
    taken: BTreeMap<String, u32>,
    numbered: BTreeMap<String, u32>,
}

impl Names {
    /// The name itself, or with the first number that makes it another.
    fn unique(&mut self, name: &str) -> String {
        let Some(mut count) = self.taken.get(name).copied() else {
            self.taken.insert(name.into(), 0);
            return name.into();
        };
        let found = loop {
            count += 1;
            let found = format!("{name}_{count}");
            if !self.taken.contains_key(&found) {
                break found;
            }
        };
        self.taken.insert(name.into(), count);
        self.taken.insert(found.clone(), 0);
        found
    }

    /// The name with the next number from 0 on.
    fn numbered(&mut self, hint: &str) -> String {
        let mut count = self.numbered.get(hint).copied().unwrap_or(0);
        let found = loop {
            let found = format!("{hint}{count}");
            count += 1;
            if !self.taken.contains_key(&found) {
                break found;
            }
        };
        self.numbered.insert(hint.into(), count);
        self.taken.insert(found.clone(), 0);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn names_are_kept_where_they_tell_nodes_apart() {
        let mut nodes = vec![
            Node::operator("Concat", "", vec![]),
            Node::operator("sum", "x", vec![]),
            Node::operator("sum", "x", vec![]),
            Node::variable("x"),
            Node::operator("_plus_scalar", "", vec![]),
            Node::variable(""),
            Node::operator("Concat", "concat0", vec![]),
            Node::operator("Concat", "", vec![]),
            Node::operator("sum", "x_1", vec![]),
        ];
        distinguish(&mut nodes, &[3, 5]);
        let names: Vec<&str> = nodes.iter().map(|node| &*node.name).collect();
        let expected = [
            "concat1",
            "x_1",
            "x_2",
            "x",
            "plus_scalar0",
            "input0",
            "concat0",
            "concat2",
            "x_1_1",
        ];
        assert_eq!(names, expected);
    }
}
