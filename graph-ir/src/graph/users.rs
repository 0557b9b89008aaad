//! Who reads a node: for one node by a look at the nodes behind it, for all nodes by a table that
//! is made once.

use alloc::vec::Vec;

use super::{Graph, NodeId};
use crate::intern::number_of;

/// The users of every node of a graph, in two arrays.
///
/// ```
/// # use graph_ir::graph::InputKind;
/// # use graph_ir::{Builder, Element, Type};
/// let b = Builder::new();
/// let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
/// b.output("y", x.sin() * x)?;
/// let graph = b.finish()?;
///
/// let users = graph.all_users();
/// let unused = graph.ids().filter(|&id| users.of(id).is_empty());
/// assert!(unused.eq([graph.outputs()[0].node]));
/// # Ok::<(), graph_ir::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Users {
    /// For each node, where its users begin; one more for the end.
    starts: Vec<u32>,
    users: Vec<(NodeId, u32)>,
}

impl Users {
    /// The nodes that read this one, in their order, with the position of the operand that it is.
    /// A node that reads it twice is there twice.
    ///
    /// # Panics
    /// When the node is none of the graph's.
    #[must_use]
    pub fn of(&self, node: NodeId) -> &[(NodeId, u32)] {
        let [start, end] = [0, 1].map(|next| self.starts[node.index() + next] as usize);
        &self.users[start..end]
    }
}

impl Graph {
    /// The nodes that read this one, in their order, with the position of the operand that it is: a
    /// node that reads it twice comes twice. That the node is a result, or that an effect reads it,
    /// is for [`Self::outputs`] and [`Self::effects`] to say.
    ///
    /// The nodes behind it are looked at, which allocates nothing; [`Self::all_users`] is for many
    /// nodes.
    ///
    /// ```
    /// # use graph_ir::graph::InputKind;
    /// # use graph_ir::{Builder, Element, Type};
    /// let b = Builder::new();
    /// let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// b.output("y", x.sin() - x)?;
    /// let graph = b.finish()?;
    ///
    /// let users = graph.users(graph.inputs()[0].node);
    /// let users = users.map(|(user, operand)| (user.to_string(), operand));
    /// assert!(users.eq([("%1".into(), 0), ("%2".into(), 1)]));
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    pub fn users(&self, node: NodeId) -> impl Iterator<Item = (NodeId, usize)> {
        let behind = self.ids().skip(node.index() + 1);
        behind.flat_map(move |id| {
            let operands = self.arguments(id).iter().enumerate();
            let own = operands.filter(move |&(_, &operand)| operand == node);
            own.map(move |(position, _)| (id, position))
        })
    }

    /// The users of all nodes, in time and memory in proportion to the size of the graph.
    #[must_use]
    pub fn all_users(&self) -> Users {
        let mut starts = alloc::vec![0_u32; self.len() + 1];
        for argument in &self.arguments {
            starts[argument.index() + 1] += 1;
        }
        for node in 0..self.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let none = (NodeId::from_number(0), 0);
        let mut users = alloc::vec![none; self.arguments.len()];
        for id in self.ids() {
            for (position, argument) in self.arguments(id).iter().enumerate() {
                let place = &mut next[argument.index()];
                users[*place as usize] = (id, number_of(position));
                *place += 1;
            }
        }
        Users { starts, users }
    }
}
