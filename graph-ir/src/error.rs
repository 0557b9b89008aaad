//! Errors as data, and all of their wording but for that of a shape that cannot be, which the
//! types below say themselves.
//!
//! An error says which operator refused which operands and what it expected. It carries no
//! place: front ends know where the operands were written and attach that.

use alloc::string::String;
use alloc::vec::Vec;

use crate::types::{Extent, MAX_SIZE, Shape, ShapeError, Type};

/// The result of this crate's fallible functions.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why a node cannot be added or a graph cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value would have more elements than any value may have.
    #[error("{}", ShapeError::TooLarge { extents: extents.clone() })]
    TooLarge {
        /// The extents asked for.
        extents: Vec<Extent>,
    },
    /// An extent is negative.
    #[error("{}", ShapeError::Negative { extents: extents.clone() })]
    Negative {
        /// The extents asked for.
        extents: Vec<Extent>,
    },
    /// An extent depends on a symbol, where it must be known.
    #[error("{}", ShapeError::Symbolic { extents: extents.clone() })]
    Symbolic {
        /// The extents, of which one is symbolic.
        extents: Vec<Extent>,
    },
    /// An operator on arrays of run-time length computes neither a row from a row, nor a sum over
    /// all rows.
    #[error("arrays of run-time length are computed row by row, and `{op}` with {found} is not")]
    NotByRows {
        /// The operator.
        op: String,
        /// The type of its result, or of the operand that has rows.
        found: Type,
        /// The number of the site of the node, which front ends resolve: it is part of a finished
        /// graph, in which nobody else finds it again.
        site: u32,
    },
    /// A graph has symbols, where its extents must be known.
    #[error("{}", numbers_wanted(.symbols))]
    Symbols {
        /// The names of the symbols.
        symbols: Vec<String>,
    },
    /// A number is given to a symbol that the graph does not have.
    #[error("there is no extent `{name}`: {}", among(.known))]
    UnknownSymbol {
        /// The name asked for.
        name: String,
        /// The names of the graph's symbols.
        known: Vec<String>,
    },
    /// A value is asked for by a name that none has.
    #[error("no value is called `{name}`{}{}", named(.known), hint(*.inside))]
    UnknownName {
        /// The name asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
        /// Whether a value of a graph inside has the name.
        inside: bool,
    },
    /// A value is asked for by a name that several have.
    #[error("{} values are called `{name}`: {}", .nodes.len(), names(.nodes))]
    SharedName {
        /// The name asked for.
        name: String,
        /// The values, as the textual form names them.
        nodes: Vec<String>,
    },
    /// The numbers given to symbols leave a node without a value.
    #[error("`{extent}` must not be negative, which it is for {}", numbers(.given))]
    Requirement {
        /// The extent.
        extent: Extent,
        /// The numbers given to symbols.
        given: Vec<(String, usize)>,
    },
    /// Graphs that were made for some numbers do not tell the graph for all numbers.
    #[error(
        "`{op}` is not the same for every `{name}`: its extents and numbers must be polynomials \
         of degree 1"
    )]
    NotForAll {
        /// The name of the number.
        name: String,
        /// The operator that differs.
        op: String,
        /// The number of the site of the node, which front ends resolve.
        site: u32,
    },
    /// A value would have more axes than any value may have.
    #[error("{}", ShapeError::TooManyAxes { rank: *rank })]
    TooManyAxes {
        /// The number of axes asked for.
        rank: usize,
    },
    /// Operands that must have one shape have two.
    #[error("`{op}` needs operands of equal shape, found {left} and {right}")]
    ShapeMismatch {
        /// The operator as the user writes it.
        op: String,
        /// The first operand's type.
        left: Type,
        /// The type that differs from it.
        right: Type,
    },
    /// Operands that must have one element type have two.
    #[error("`{op}` needs operands of one element type, found {left} and {right}")]
    ElementMismatch {
        /// The operator as the user writes it.
        op: String,
        /// The first operand's type.
        left: Type,
        /// The type that differs from it.
        right: Type,
    },
    /// An operand has an element type that the operator does not take.
    #[error("`{op}` needs {expected}, found {found}")]
    WrongOperand {
        /// The operator as the user writes it.
        op: String,
        /// The operand that it takes, in words.
        expected: &'static str,
        /// The operand's type.
        found: Type,
    },
    /// The number of operands is wrong.
    #[error("`{op}` takes {expected} operand{}, found {found}", plural(*.expected))]
    WrongArity {
        /// The operator as the user writes it.
        op: String,
        /// How many it takes.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// An axis is not there.
    #[error("axis {axis} is out of range for {found}, which has rank {}", .found.shape.rank())]
    AxisOutOfRange {
        /// The axis asked for.
        axis: usize,
        /// The operand's type.
        found: Type,
    },
    /// A list of axes names one twice, or is not a permutation where it must be.
    #[error("the axes {axes:?} do not fit {found}: {expected}")]
    WrongAxes {
        /// The axes as given.
        axes: Vec<usize>,
        /// The condition on them, in words.
        expected: &'static str,
        /// The operand's type.
        found: Type,
    },
    /// An index or a range leaves its axis.
    #[error("{index} is out of range for axis {axis} of {found}: {}", valid(.extent))]
    OutOfRange {
        /// The first position that does not exist.
        index: Extent,
        /// The axis.
        axis: usize,
        /// The axis's extent.
        extent: Extent,
        /// The operand's type.
        found: Type,
    },
    /// Another shape has another number of elements.
    #[error("{from} has {} and cannot take the shape {to}, which has {}", elements(.from.shape.count()), .to.count())]
    ReshapeSize {
        /// The operand's type.
        from: Type,
        /// The shape asked for.
        to: Shape,
    },
    /// Two contracted or batch axes have different extents.
    #[error(
        "`{op}` needs equal extents along the axes that run together, found {} \
         (axis {left_axis} of {left}) and {} (axis {right_axis} of {right})",
        left.shape.count_along(*.left_axis), right.shape.count_along(*.right_axis)
    )]
    ContractionExtents {
        /// The operator as the user writes it.
        op: String,
        /// The left operand's type.
        left: Type,
        /// The left operand's axis.
        left_axis: usize,
        /// The right operand's type.
        right: Type,
        /// The right operand's axis.
        right_axis: usize,
    },
    /// A reduction without a neutral element got nothing to reduce.
    #[error("`{op}` of no elements has no value: {found} is empty along the reduced axes")]
    EmptyReduction {
        /// The operator as the user writes it.
        op: String,
        /// The operand's type.
        found: Type,
    },
    /// Pieces of an assembly overlap.
    #[error("pieces {first} and {second} of an assembly overlap")]
    Overlap {
        /// The earlier piece.
        first: usize,
        /// The later piece.
        second: usize,
    },
    /// Values that must agree in number or type do not: results of two branches, carried values
    /// of a loop, arguments of a call.
    #[error("{what} {position} should be {expected}, found {found}")]
    SignatureMismatch {
        /// The kind of value compared, in words, as a singular.
        what: &'static str,
        /// Its position, counted from 0.
        position: usize,
        /// The type that it must have.
        expected: Type,
        /// The type that it has.
        found: Type,
    },
    /// The number of values that must agree differs.
    #[error("the number of {what} should be {expected}, found {found}")]
    CountMismatch {
        /// The kind of thing counted, in words, as a plural.
        what: &'static str,
        /// The number that there must be.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A value of a finished region, or of another builder, is used.
    #[error("a value is used outside of the region that computes it")]
    OutOfScope,
    /// A tuple is used as a tensor, or a tensor as a tuple.
    #[error("a node with several results is used without choosing one of them")]
    NotATensor,
    /// A derivative is asked for that does not exist.
    #[error("{what} has no derivative")]
    NotDifferentiable {
        /// The value or function that is not differentiable, in words.
        what: String,
    },
    /// A function of a derivative rule does more than compute.
    #[error("a function that gives a derivative has effects")]
    RuleWithEffects,
    /// A derivative is asked for, inside of a loop under construction, with respect to a value from
    /// outside of it, on which what the loop hands to an iteration may depend.
    #[error(
        "a derivative with respect to a value from outside of a loop is taken inside of it, through \
         {}, which may depend on that value",
        handed(*.part)
    )]
    OutsideOfLoop {
        /// Whether it is taken through a part of an array from outside; else through what one
        /// iteration hands on to the next.
        part: bool,
    },
    /// Regions are nested more deeply than any sensible program nests them.
    #[error("regions are nested more than {limit} deep")]
    TooDeep {
        /// The largest depth.
        limit: usize,
    },
    /// A loop has more iterations than anything counts.
    #[error("a loop of {length} iterations is too long: at most {MAX_SIZE} are allowed")]
    TooLong {
        /// The number of iterations asked for.
        length: usize,
    },
    /// An equation has more unknowns than its derivative can be written out for.
    #[error("an equation of {found} unknowns is too large: at most {limit} are allowed")]
    TooManyUnknowns {
        /// The number of unknowns.
        found: usize,
        /// The largest number.
        limit: usize,
    },
    /// The graph has more nodes than a graph may have.
    #[error("the graph has more than {limit} nodes")]
    TooManyNodes {
        /// The largest number.
        limit: usize,
    },
    /// The sparsity pattern of a derivative cannot be found within bounds.
    #[error(
        "the sparsity pattern of this function is too large: it takes more than {limit} {what}"
    )]
    PatternTooLarge {
        /// The kind of thing counted, in words, as a plural.
        what: &'static str,
        /// The largest number.
        limit: usize,
    },
    /// An input is named twice where each is differentiated by once.
    #[error("input {position} is named twice")]
    RepeatedInput {
        /// The position of the input.
        position: usize,
    },
    /// A loop that ends by a condition is to run from the last slice to the first.
    #[error("a loop that ends by a condition runs from the first slice on")]
    EndsBackwards,
    /// An invariant of the graph does not hold.
    #[error("invalid graph at {node}: {what}")]
    Invalid {
        /// The node, as the textual form names it.
        node: String,
        /// The fault, in words.
        what: String,
    },
    /// A graph that was not prepared for computing is to be scheduled.
    #[error("the graph holds {what}: it must be prepared before it is scheduled")]
    NotPrepared {
        /// The part that a prepared graph does not hold, in words.
        what: String,
    },
    /// A rule replaces a value by one of another type.
    #[error("the rule `{rule}` replaces {pattern} by {replacement}")]
    RuleType {
        /// The rule's name.
        rule: String,
        /// The type of the value that the pattern matches.
        pattern: Type,
        /// The type of the replacement.
        replacement: Type,
    },
    /// A rule that never fits, or whose replacement cannot be made from its pattern.
    #[error("the rule `{rule}` {problem}")]
    WrongRule {
        /// The rule's name.
        rule: String,
        /// The rule's fault, in words.
        problem: &'static str,
    },
    /// The textual form of a graph cannot be read.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The fault, in words.
        what: String,
    },
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        match error {
            ShapeError::TooLarge { extents } => Self::TooLarge { extents },
            ShapeError::Negative { extents } => Self::Negative { extents },
            ShapeError::Symbolic { extents } => Self::Symbolic { extents },
            ShapeError::TooManyAxes { rank } => Self::TooManyAxes { rank },
        }
    }
}

/// Names in quotes, separated by commas.
fn names(names: &[String]) -> String {
    let names: Vec<String> = names
        .iter()
        .map(|name| alloc::format!("`{name}`"))
        .collect();
    names.join(", ")
}

/// The request for numbers in place of symbols, with the call that gives them.
fn numbers_wanted(symbols: &[String]) -> String {
    let given = symbols.iter();
    let given: Vec<String> = given.map(|name| alloc::format!("({name:?}, ..)")).collect();
    let given = given.join(", ");
    match symbols {
        [only] => alloc::format!(
            "the extent `{only}` must be a number: `with_extents(&[{given}])` gives it one"
        ),
        _ => alloc::format!(
            "the extents {} must be numbers: `with_extents(&[{given}])` gives them",
            names(symbols)
        ),
    }
}

/// The names that there are, in words.
fn among(known: &[String]) -> String {
    match known {
        [] => String::from("all extents are known"),
        [only] => alloc::format!("the only one is `{only}`"),
        _ => alloc::format!("those that there are: {}", names(known)),
    }
}

/// How many names an error tells.
const TOLD: usize = 12;

/// The names that values have, in words.
fn named(known: &[String]) -> String {
    match known {
        [] => String::from(": no value has a name"),
        [only] => alloc::format!(": the only name is `{only}`"),
        _ if known.len() > TOLD => {
            let (count, some) = (known.len(), names(&known[..TOLD]));
            alloc::format!(": the {count} names are {some}, ..")
        }
        _ => alloc::format!(": the names are {}", names(known)),
    }
}

/// The way to a value of a graph inside.
fn hint(inside: bool) -> &'static str {
    match inside {
        true => {
            "; a graph inside has it: `passes::inline` brings values of called functions out, and a \
             trace shows those of loops and branches"
        }
        false => "",
    }
}

/// Names with their numbers.
fn numbers(given: &[(String, usize)]) -> String {
    let given = given.iter();
    let given: Vec<String> = given
        .map(|(name, number)| alloc::format!("{name} = {number}"))
        .collect();
    given.join(", ")
}

/// A number of elements, in words.
pub(crate) fn elements(count: &Extent) -> String {
    let ending = if *count == 1 { "" } else { "s" };
    alloc::format!("{count} element{ending}")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The values that a loop hands to an iteration, in words.
fn handed(part: bool) -> &'static str {
    match part {
        true => "an array of which each iteration takes a part",
        false => "what the loop's iterations hand on",
    }
}

/// The positions of an axis, in words.
fn valid(extent: &Extent) -> String {
    match extent.known() {
        Some(0) => String::from("the axis is empty"),
        Some(1) => String::from("the only position is 0"),
        _ => alloc::format!("positions are 0 to {}", extent - 1),
    }
}
