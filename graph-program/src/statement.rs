//! Statements and expressions.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::graph::{Literal, Site};
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;

use super::{BufferId, Counter, Index, Product, Sort, Triangular};

/// A scalar variable, as a position in [`Program::variables`](super::Program::variables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The value of a variable.
    Variable(Variable),
    /// A number or truth value.
    Literal(Literal),
}

/// An element of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BufferPlace {
    /// The buffer.
    pub buffer: BufferId,
    /// Where in the buffer.
    pub index: Index,
}

/// The value given to a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// The operand as it is now.
    Copy(Atom),
    /// The element of a buffer.
    Load(BufferPlace),
    /// A scalar operator; only its first [`ScalarOp::arity`] operands count.
    Scalar(ScalarOp, [Atom; 3]),
    /// A product and a sum, with one rounding where the machine does both at once, else with two.
    MulAdd(Box<MulAdd>),
    /// The operand converted to the variable's element type, as [`graph_ir::ops::Op::Cast`] says.
    Cast(Atom),
    /// The second operand where the first holds, else the third.
    Select([Atom; 3]),
    /// All lanes of the operand combined with an operator of two operands, halves on halves: lane
    /// `j` with lane `j + 4`, then `j + 2`, then `j + 1`, as [`graph_math::order`] says.
    Combine(ScalarOp, Atom),
    /// A count made of counters, as an integer.
    Position(Index),
    /// The integer operand, which must satisfy a condition; otherwise evaluation ends with an error
    /// (a panic, in generated code).
    Check {
        /// The operand.
        integer: Atom,
        /// The condition.
        condition: Condition,
        /// Where the node that demands it comes from.
        site: Site,
    },
}

/// The condition that a checked integer satisfies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It is an index: at least 0, and below this bound.
    Below(Bound),
    /// It is a divisor: not 0.
    NotZero,
    /// It is a number of iterations: at most this one.
    AtMost(usize),
}

impl Condition {
    /// Whether an integer satisfies it; `None` where that depends on the number of rows of a table.
    #[must_use]
    pub fn holds(self, integer: i64) -> Option<bool> {
        match self {
            Self::Below(Bound::Rows(_)) => None,
            Self::Below(Bound::Known(bound)) => {
                Some(usize::try_from(integer).is_ok_and(|index| index < bound))
            }
            Self::NotZero => Some(integer != 0),
            Self::AtMost(most) => Some(integer <= signed(most)),
        }
    }
}

/// A number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// So many.
    Known(usize),
    /// One for each row of a table, whose outermost extent is symbolic.
    Rows(BufferId),
}

/// The number of a part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartId(pub u32);

/// A product of two factors plus an addend, either of which may be negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MulAdd {
    /// The factors.
    pub factors: [Atom; 2],
    /// The term added to the product.
    pub addend: Atom,
    /// Whether the product is subtracted from the addend.
    pub negates_product: bool,
    /// Whether the addend is subtracted from the product.
    pub negates_addend: bool,
}

/// Statements in order.
pub type Block = Vec<Statement>;

/// A step of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Gives a variable its only value.
    Let(Variable, Expression),
    /// Declares a variable that is assigned later, with its first value.
    Mutable(Variable, Atom),
    /// Changes a mutable variable.
    Assign(Variable, Atom),
    /// Writes an element of a buffer.
    Store(BufferPlace, Atom),
    /// Runs the body once for each value of the counter, in ascending order.
    Loop(Counter, Block),
    /// Runs the body for some values of the counter.
    Partial(Box<Partial>),
    /// Multiplies matrices.
    Product(Box<Product>),
    /// Finds the positions of numbers in ascending order.
    Sort(Box<Sort>),
    /// Factors a matrix, or solves a triangular system.
    Triangular(Box<Triangular>),
    /// Runs one of two blocks.
    If(Box<If>),
    /// Runs a block that sees no variable of outside, so that it can be a function of its own.
    Part(PartId, Block),
    /// Calls a function of the host, by its position in
    /// [`Program::externals`](super::Program::externals), with whole buffers.
    Call {
        /// The function.
        external: u32,
        /// The buffers of its arguments.
        arguments: Vec<BufferId>,
        /// The buffers of its results.
        results: Vec<BufferId>,
        /// Where the node that calls comes from.
        site: Site,
    },
    /// Reports a value between two texts, unless a condition holds. Like [`Self::Expect`], it is in
    /// the program only where effects were asked for.
    Print {
        /// The position of the texts in [`Program::texts`](super::Program::texts).
        texts: u32,
        /// Where this holds, nothing is reported.
        unless: Atom,
        /// The value.
        value: Reported,
    },
    /// States that a condition holds; an evaluation counts the statements that do not.
    Expect(Atom),
}

/// A loop of which not all iterations run. In a box of its own, as [`If`] is.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The counter, which ascends.
    pub counter: Counter,
    /// The iterations that run.
    pub limit: Limit,
    /// The body.
    pub body: Block,
}

/// Which iterations of a loop run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// The first ones, up to the one at whose start a mutable variable is `false`.
    While(Atom),
    /// Those from an integer on, which is at least 0.
    From(Atom),
    /// Those below an integer, which is at most the extent of the counter.
    Below(Atom),
}

impl Limit {
    /// The operand.
    #[must_use]
    pub const fn atom(self) -> Atom {
        match self {
            Self::While(atom) | Self::From(atom) | Self::Below(atom) => atom,
        }
    }

    pub(super) const fn atom_mut(&mut self) -> &mut Atom {
        match self {
            Self::While(atom) | Self::From(atom) | Self::Below(atom) => atom,
        }
    }
}

/// A value that is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reported {
    /// One element.
    Element(Atom),
    /// All elements of a buffer, which is of the value's type.
    All(BufferId),
}

impl Reported {
    /// The element, if it is one.
    #[must_use]
    pub fn element(self) -> Option<Atom> {
        match self {
            Self::Element(atom) => Some(atom),
            Self::All(_) => None,
        }
    }
}

/// Two blocks, of which one runs. In a box of its own: programs without branches are the largest.
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// Which one: the first where this holds.
    pub condition: Atom,
    /// The first block.
    pub then: Block,
    /// The second block.
    pub otherwise: Block,
    /// Variables with a value from either side.
    pub choices: Vec<Choice>,
}

/// A variable whose value comes from the side of an `If` that ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The variable.
    pub variable: Variable,
    /// Its value after the first block.
    pub then: Atom,
    /// Its value after the second block.
    pub otherwise: Atom,
}

#[cfg(test)]
mod tests {
    use super::Statement;

    #[test]
    fn a_statement_is_small() {
        assert!(size_of::<Statement>() <= 64);
    }
}
