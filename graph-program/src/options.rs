//! Permissions and wishes for a program, besides the graph's results.

use graph_ir::passes::Assumptions;

/// Permissions of the user and wishes of the back end, all off by default. A program scheduled
/// without any gives the bits that the graph means, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Products that are added to something may be fused with the addition, with one rounding
    /// instead of two, where the machine that runs the program does that in one instruction.
    pub contract: bool,
    /// Numbers are taken to be finite, and the two zeros to be one: zero times anything is zero,
    /// anything minus itself is zero, and zero added to anything changes nothing.
    pub finite: bool,
    /// Long blocks are split into parts, for a back end that makes functions of them.
    pub parts: Option<Parts>,
    /// The graph's effects are part of the program: [`Print`] and [`Expect`] statements stand where
    /// they happen.
    ///
    /// [`Print`]: super::Statement::Print
    /// [`Expect`]: super::Statement::Expect
    pub effects: bool,
    /// Each statement computes one number: there are neither lanes nor kernels.
    pub scalars: bool,
    /// The graph is that of a tile of rows: arrays of an element for each of its rows are computed
    /// in lanes, and do not become numbers.
    pub tiles: bool,
}

impl Options {
    /// The facts that the passes before the schedule may take for granted.
    #[must_use]
    pub fn assumptions(self) -> Assumptions {
        Assumptions {
            finite: self.finite,
        }
    }
}

/// Which programs are split into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Programs of fewer statements than this stay whole, where a statement counts once more for
    /// each loop around it. In longer ones, so do blocks of fewer than two parts, the statements
    /// inside of them counted.
    pub from: usize,
    /// About how many statements a part has.
    pub length: usize,
}
