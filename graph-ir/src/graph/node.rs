//! Nodes and the small numbers that name nodes and pooled data.

use core::ops::Range;

use super::op::Op;
use crate::intern::id;
use crate::types::TypeId;

/// Where a node comes from, as the front end that made it numbers its places: a token in the
/// macro, a JSON pointer in a reader. This crate only carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Site(pub u32);

/// One value: an operator over earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// The type of the result.
    pub ty: TypeId,
    /// Where the node comes from.
    pub site: Site,
    pub(crate) arguments: ArgumentRange,
}

/// The place of a node's arguments in the graph's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArgumentRange {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl ArgumentRange {
    pub(crate) fn indices(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.len as usize
    }
}

id!(
    /// A node of a graph.
    NodeId,
    "%"
);
id!(
    /// An interned integer list: axes, permutations, starts and steps.
    ListId,
    "l"
);
id!(
    /// An interned constant.
    ConstantId,
    "c"
);
id!(
    /// A function inside a graph: a region of a branch or scan, or a callee.
    FunctionId,
    "f"
);
id!(
    /// A function of the host.
    ExternalId,
    "e"
);

#[cfg(test)]
mod tests {
    use super::Node;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node>() <= 32);
    }
}
