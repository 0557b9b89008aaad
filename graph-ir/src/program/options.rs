//! What a program may do beyond giving the graph's bits.

/// Permissions of the user, all off by default. A program scheduled without any gives the bits
/// that the graph means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Products that are added to something may be fused with the addition, with one rounding
    /// instead of two, where the machine that runs the program does that in one instruction.
    pub contract: bool,
    /// Numbers are taken to be finite, and the two zeros to be one: zero times anything is zero,
    /// anything minus itself is zero, and zero added to anything changes nothing.
    pub finite: bool,
}
