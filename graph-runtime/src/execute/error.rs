//! Why a graph cannot be executed, or an execution fails.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use graph_ir::graph::NodeId;
use graph_ir::{Element, Type};

use super::functions::HostError;

/// The result of preparing or executing a graph.
pub type Result<T, E = ExecuteError> = core::result::Result<T, E>;

/// An error of preparing a graph for execution or of executing it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// The graph leaves its float type open.
    #[error(
        "the graph is generic over its float type and cannot be executed: \
         choose a type with `passes::specialize` first"
    )]
    GenericFloat,
    /// The values of the graph need more memory than is allowed.
    #[error("executing the graph needs at least {bytes} bytes, at most {limit} are allowed")]
    TooLarge {
        /// The size that was reached when counting stopped.
        bytes: u64,
        /// The largest size allowed.
        limit: u64,
    },
    /// There is not enough memory.
    #[error("the {bytes} bytes that executing the graph needs cannot be allocated")]
    OutOfMemory {
        /// The size of all values together.
        bytes: u64,
    },
    /// The graph has an effect of a kind that the executor does not know.
    #[error("the executor does not know the effect {effect}")]
    UnknownEffect {
        /// The effect.
        effect: String,
    },
    /// Building, differentiating or rewriting a graph failed.
    #[error(transparent)]
    Graph(Box<graph_ir::Error>),
    /// The workspace was made by another executable.
    #[error("the workspace belongs to another executable")]
    WrongWorkspace,
    /// The number of values handed over is wrong.
    #[error("expected {expected} {what}{}, found {found}", plural(*.expected))]
    Count {
        /// The noun for the things that are counted, in the singular.
        what: &'static str,
        /// The number that there must be.
        expected: usize,
        /// The number that there is.
        found: usize,
    },
    /// A value handed over has another element type or another length than it must have.
    #[error(
        "{what} {position}{} should be {}, found {} of `{found}`",
        named(.name), in_elements(.expected), elements(*.length)
    )]
    Value {
        /// Its kind: an input or an output.
        what: &'static str,
        /// Which one, counted from 0.
        position: usize,
        /// Its name; empty when it has none.
        name: String,
        /// The type that it must have.
        expected: Box<Type>,
        /// The element type that it has.
        found: Element,
        /// The number of elements that it has.
        length: usize,
    },
    /// A column, the values of one element at many points, has other elements than it must have,
    /// or another length than the first column.
    #[error(
        "the column of element {element} of {what}{} should be {} of `{expected}`, \
         found {} of `{found}`",
        named(.name), elements(*.points), elements(*.length)
    )]
    Column {
        /// The kind of value that it belongs to: an input or an output.
        what: &'static str,
        /// The name of that; empty when it has none.
        name: String,
        /// Which element of the input or output, counted from 0.
        element: usize,
        /// The element type that it must have.
        expected: Element,
        /// The number of points.
        points: usize,
        /// The element type that it has.
        found: Element,
        /// The number of values that it has.
        length: usize,
    },
    /// An index leaves its axis.
    #[error("at {location}: index {index} is out of range: {}", positions(*.extent))]
    IndexOutOfRange {
        /// The node that indexes.
        location: Location,
        /// The index.
        index: i64,
        /// The extent of the axis.
        extent: usize,
    },
    /// Integers are divided by zero.
    #[error("at {location}: integers are divided by zero")]
    DivisionByZero {
        /// The node that divides, or computes a remainder.
        location: Location,
    },
    /// A loop is told to run more often than its stacked values have slices.
    #[error("at {location}: the loop runs {count} times, and has room for {most}")]
    TooManyIterations {
        /// The loop.
        location: Location,
        /// The number of iterations that it is told.
        count: i64,
        /// The most that it has room for.
        most: usize,
    },
    /// A function of the host is not registered.
    #[error("at {location}: the function `{name}` of the host is not registered")]
    MissingFunction {
        /// The node that calls it.
        location: Location,
        /// The function's name.
        name: String,
    },
    /// A function of the host failed.
    #[error("at {location}: the function `{name}` of the host failed: {error}")]
    Function {
        /// The node that calls it.
        location: Location,
        /// The function's name.
        name: String,
        /// The error that it reported.
        error: HostError,
    },
    /// Derivatives are taken in one float type, and a value of the function has another one.
    #[error("{what} {position}{} is {found}, but derivatives are taken in `{expected}`", named(.name))]
    WrongFloat {
        /// Its kind: an input or an output.
        what: &'static str,
        /// Which one, counted from 0.
        position: usize,
        /// Its name; empty when it has none.
        name: String,
        /// The float type of the derivatives.
        expected: Element,
        /// The type that the value has.
        found: Box<Type>,
    },
    /// An input is named twice as a variable.
    #[error("input {position} is named twice")]
    RepeatedInput {
        /// Its position, counted from 0.
        position: usize,
    },
    /// The input at this position is no parameter: it is a variable, or it is not there.
    #[error(
        "input {position} is no parameter: parameters are the inputs that are not among the variables"
    )]
    NoParameter {
        /// The position.
        position: usize,
    },
}

impl From<graph_ir::Error> for ExecuteError {
    fn from(error: graph_ir::Error) -> Self {
        Self::Graph(Box::new(error))
    }
}

/// Refuses another number of values than there must be; `what` is counted, in the singular.
pub(crate) fn expect_count(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(ExecuteError::Count {
        what,
        expected,
        found,
    })
}

/// Which node of the graph, or of a graph inside it, an error is about.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Location {
    /// The nodes from the outermost graph inwards: each but the last holds the inner graph of the
    /// next.
    pub path: Vec<NodeId>,
    /// The name of the last node; empty when it has none.
    pub name: String,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.path.iter().enumerate() {
            let separator = if depth == 0 { "" } else { "/" };
            write!(f, "{separator}{node}")?;
        }
        f.write_str(&named(&self.name))
    }
}

fn named(name: &str) -> String {
    if name.is_empty() {
        String::new()
    } else {
        alloc::format!(" (`{name}`)")
    }
}

/// A type, with the elements that an array of it has.
fn in_elements(ty: &Type) -> String {
    match ty.is_scalar() {
        true => alloc::format!("`{ty}`"),
        false => {
            let count = elements(ty.shape.size());
            alloc::format!("{ty}, which is {count} of `{}`", ty.element)
        }
    }
}

fn elements(count: usize) -> String {
    alloc::format!("{count} element{}", plural(count))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn positions(extent: usize) -> String {
    match extent {
        0 => String::from("the axis is empty"),
        1 => String::from("the only position is 0"),
        _ => alloc::format!("positions are 0 to {}", extent - 1),
    }
}
