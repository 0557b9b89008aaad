//! Findings of a search: a result that is not finite, and where it comes from.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use graph_ir::Type;
use graph_ir::graph::NodeId;

/// A result that is not finite, and where that comes from; displayed as some lines of text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NonFinite {
    /// The result's name; empty when it has none.
    pub name: String,
    /// Its position among the results.
    pub output: usize,
    /// The first of its elements that is not finite.
    pub value: f64,
    /// The node that made a NaN, or an infinity, of others; behind it, if the NaN was made of an
    /// infinity, the node that the infinity comes from.
    pub origins: Vec<Origin>,
}

/// A node that makes a value that is not finite of finite ones, or a NaN of others.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Origin {
    /// The path to the node, from the outermost graph inwards.
    pub path: Vec<Step>,
    /// The node, in the innermost graph.
    pub node: NodeId,
    /// The line of the source that it comes from, where the graph knows lines.
    pub line: Option<u32>,
    /// Its operator with attributes, as the textual form has them.
    pub operator: String,
    /// Its name; empty when it has none.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The first of its elements that is not finite, or NaN: a position for each axis.
    pub element: Vec<usize>,
    /// That element.
    pub value: f64,
    /// The operands that it was computed from.
    pub operands: Vec<Operand>,
}

/// An operand that a value was computed from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Operand {
    /// The name in backquotes; where it has none, a number such as `%3` and the operator.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// Of an operand of the result's shape, the element at its position; else the first elements,
    /// at most eight.
    pub elements: Vec<f64>,
}

/// A step of the path to a node: the call, branch or repetition around it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A call of the function of this name, on this line.
    Call(String, Option<u32>),
    /// A side of a branch, on this line.
    Branch(bool, Option<u32>),
    /// A repetition of a loop, counted from 0 in the order of what it runs over, on this line.
    Repetition(usize, Option<u32>),
}

impl fmt::Display for NonFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.name.as_str() {
            "" => format!("result {}", self.output),
            name => format!("`{name}`"),
        };
        write!(f, "{name} is {}, which comes from:", self.value)?;
        for (position, origin) in self.origins.iter().enumerate() {
            if position > 0 {
                write!(f, "\nthe infinity there comes from:")?;
            }
            write!(f, "\n{origin}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  `{}`{}", self.operator, on_line(self.line))?;
        if !self.name.is_empty() {
            write!(f, ", `{}`", self.name)?;
        }
        if !self.element.is_empty() {
            write!(f, ", element {:?}", self.element)?;
        }
        write!(f, ": {}", self.value)?;
        for Operand { name, ty, elements } in &self.operands {
            match elements.as_slice() {
                [element] => write!(f, "\n    from {name} = {element}")?,
                some => {
                    let more = if ty.shape.size() > some.len() {
                        ", .."
                    } else {
                        ""
                    };
                    let some: Vec<String> = some.iter().map(|x| format!("{x}")).collect();
                    write!(f, "\n    from {name} = [{}{more}], {ty}", some.join(", "))?;
                }
            }
        }
        for step in self.path.iter().rev() {
            write!(f, "\n    in {step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(name, line) if name.is_empty() => write!(f, "a call{}", on_line(*line)),
            Self::Call(name, line) => write!(f, "a call of `{name}`{}", on_line(*line)),
            Self::Branch(true, line) => write!(f, "the `if`{}", on_line(*line)),
            Self::Branch(false, line) => write!(f, "the `else` of the `if`{}", on_line(*line)),
            Self::Repetition(number, line) => {
                write!(f, "repetition {number} of the loop{}", on_line(*line))
            }
        }
    }
}

fn on_line(line: Option<u32>) -> String {
    line.map_or(String::new(), |line| format!(" on line {line}"))
}
