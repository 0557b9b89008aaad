//! Operators that both programs have under names of their own.

use super::Flavour;
use super::draft::Draft;

/// An operator by its name in each program. Its inputs, attributes and meaning are one.
#[derive(Clone, Copy)]
pub(super) struct Word {
    mxnet: &'static str,
    nnvm: &'static str,
}

pub(super) const RESHAPE: Word = word("Reshape", "reshape");
pub(super) const CAST: Word = word("Cast", "cast");
pub(super) const STOP_GRADIENT: Word = word("BlockGrad", "block_grad");
pub(super) const SUM: Word = word("add_n", "elemwise_sum");
pub(super) const ZEROS: Word = word("_zeros", "zeros");
pub(super) const ONES: Word = word("_ones", "ones");

const fn word(mxnet: &'static str, nnvm: &'static str) -> Word {
    Word { mxnet, nnvm }
}

impl Draft {
    /// The name of an operator in the document.
    pub(super) fn word(&self, word: Word) -> &'static str {
        match self.flavour() {
            Flavour::Mxnet => word.mxnet,
            Flavour::Nnvm => word.nnvm,
        }
    }
}
