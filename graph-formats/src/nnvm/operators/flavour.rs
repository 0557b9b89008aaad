//! Which of the two programs a file belongs to: the same name can mean different things in them.

use super::rows;
use crate::nnvm::Document;
use alloc::collections::BTreeSet;

/// The program whose operators a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// Apache MXNet.
    Mxnet,
    /// The NNVM compiler of TVM up to 0.6.
    Nnvm,
}

impl Flavour {
    /// Finds out the program from the file.
    ///
    /// MXNet notes its version in the graph since 0.9, and before that its nodes have keys of
    /// their own and entries of two integers, which a document does not keep. A file without
    /// these signs belongs to the program that alone knows one of its operators, and if none
    /// decides, to NNVM.
    pub fn of(document: &Document) -> Self {
        let mxnet_key = document
            .nodes
            .iter()
            .any(|node| node.backward_source_id.is_some() || !node.params.is_empty());
        if document.attribute("mxnet_version").is_some() || mxnet_key {
            return Self::Mxnet;
        }
        let names = |flavour: Self| -> BTreeSet<&str> {
            let names = rows().flat_map(|row| row.names(flavour));
            names.copied().collect()
        };
        let (mxnet, nnvm) = (names(Self::Mxnet), names(Self::Nnvm));
        let deciding = document.nodes.iter().find_map(|node| {
            let op = node.op.as_str();
            match (mxnet.contains(op), nnvm.contains(op)) {
                (true, false) => Some(Self::Mxnet),
                (false, true) => Some(Self::Nnvm),
                // The number of parts has another name in each.
                _ if op == "split" && node.attribute("num_outputs").is_some() => Some(Self::Mxnet),
                _ => None,
            }
        });
        deciding.unwrap_or(Self::Nnvm)
    }

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mxnet => "MXNet",
            Self::Nnvm => "NNVM",
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Mxnet => Self::Nnvm,
            Self::Nnvm => Self::Mxnet,
        }
    }
}
