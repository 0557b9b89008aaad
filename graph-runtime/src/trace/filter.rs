//! A choice among the calls of a trace.

use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::passes::has_words;

use super::{Call, Kind};

/// Which calls of a trace are shown: those of one of the names, and of one of the operators, and so
/// on for all that is asked for; without anything, all calls.
///
/// ```
/// use graph_runtime::trace::{Filter, Kind, Trace};
///
/// let text = "adgraph 1\ngraph\n%0: f64 = input 0 x\n%1: f64 = sin %0 as wave\n\
///             %2: f64 = exp %1 as grown\n%3: f64 = sin %2 as last\noutput %3\n";
/// let graph = graph_ir::text::parse(text)?;
/// let names = |filter: Filter| {
///     let mut names = Vec::new();
///     let trace = Trace::new(&graph)?.only(filter);
///     trace.run(&[1.0], &mut |call| names.push(call.name.to_string()))?;
///     Ok::<_, Box<dyn std::error::Error>>(names)
/// };
/// assert_eq!(names(Filter::new())?, ["wave", "grown", "last"]);
/// assert_eq!(names(Filter::new().operator("sin"))?, ["wave", "last"]);
/// assert_eq!(names(Filter::new().name("grown").name("wave"))?, ["wave", "grown"]);
/// assert_eq!(names(Filter::new().operator("sin").name("wave"))?, ["wave"]);
/// assert!(names(Filter::new().kind(Kind::Reduction))?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    names: Vec<String>,
    operators: Vec<String>,
    tags: Vec<String>,
    lines: Vec<u32>,
    kinds: Vec<Kind>,
}

impl Filter {
    /// All calls.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls with a result of this name, or of another one that is given.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }

    /// Calls of this operator, or of another one that is given, by its words in the textual form:
    /// `sin`, `reduce`, `reduce sum`.
    #[must_use]
    pub fn operator(mut self, words: impl Into<String>) -> Self {
        self.operators.push(words.into());
        self
    }

    /// Calls of nodes with this tag, or with another one that is given.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// Calls on this line of the source, or on another one that is given.
    #[must_use]
    pub fn line(mut self, line: u32) -> Self {
        self.lines.push(line);
        self
    }

    /// Calls of this kind, or of another one that is given.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// Whether a call is among those that are asked for.
    #[must_use]
    pub fn accepts(&self, call: &Call<'_>) -> bool {
        let is_named = |name: &String| {
            call.name == name || call.results.iter().any(|result| result.name == name)
        };
        let is_called = |words: &String| has_words(call.operator, words);
        (self.names.is_empty() || self.names.iter().any(is_named))
            && (self.operators.is_empty() || self.operators.iter().any(is_called))
            && (self.tags.is_empty() || self.tags.iter().any(|tag| call.tags.contains(tag)))
            && (self.lines.is_empty() || call.line.is_some_and(|line| self.lines.contains(&line)))
            && (self.kinds.is_empty() || self.kinds.contains(&call.kind))
    }
}
