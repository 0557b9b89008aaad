//! The textual form of a graph: golden tests compare it, people read it, and generated code embeds
//! it to rebuild its graph at run time.
//!
//! ```text
//! adgraph 1
//! graph energy
//! %0: [f64; 3] = input 0 x
//! %1: f64 = dynamic 1 p
//! %2: [f64; 3] = cos %0 @4
//! %3: f64 = reduce sum [0] %2
//! %4: f64 = mul %1, %3 as scaled @5
//! %5: f64 = constant 0.0
//! %6: bool = less %4, %5
//! %7: (f64) = branch f0 else f1 %6, %4
//! %8: f64 = project 0 %7
//! output %8
//!
//! function f0
//! %0: f64 = input 0
//! %1: f64 = neg %0
//! output %1
//!
//! function f1
//! %0: f64 = input 0
//! output %0
//! ```
//!
//! Extents may be symbolic: `[f64; N]` is a vector of a length that a caller brings, `[f64; 2 * N - 1]`
//! one of a length that follows from it, and so may be the starts of slices and the lengths of loops.
//! Whole quotients, `(N / 2)`, and square roots, `isqrt(N)`, are factors beside symbols.
//!
//! The first line gives the version. A section for the graph follows, then one for each inner
//! function, to which only earlier sections refer; a function that several nodes share has one
//! section. `function f0 {adjoint f1, tangent f2}` has its own derivative, in one of the modes or
//! both. In a section every line is one item, in this order:
//!
//! - `sites line`: the numbering of the sites, if the graph states it;
//! - `file "src/model.rs"`: the source file, if it is known;
//! - `attribute key "value"`: an annotation of the graph;
//! - `external e0 smooth value name(f64, ..) -> (f64, ..)`: a function of the host, with its
//!   kind (`smooth`, `discrete`, `numbered 7`) and role (`value`, `tangent`, `adjoint`);
//! - `%7: type = operator attributes arguments`, numbered from 0: a node, with `as name` if it has
//!   a name and `@12` if its site is not 0. An input's attributes are its position and name;
//!   `dynamic` is an input without derivative;
//! - `effect print "before" "after" %1, %2`, `effect compare less %1, %2`,
//!   `effect control %1, %2`: effects, with their sites, each at its position among the nodes;
//! - `tag %7 trainable`: a tag of a node;
//! - `output %7 name`: a result, with its name, if any.
//!
//! Operators are written with their names and these attributes:
//!
//! | operator | attributes |
//! |---|---|
//! | `constant` | the number, or all elements in row-major order in brackets |
//! | `powi` | the exponent |
//! | `broadcast`, `transpose`, `composite name` | axes: `[0, 1]` |
//! | `reduce sum` (and `prod`, `max`, ...) | the axes, ascending |
//! | `slice` | for each axis the start, and any step other than 1: `[0, 8:-1]` |
//! | `assemble %0, %1 at [0, 2], %2 at [4, 2]` | the place of each piece, as in `slice` |
//! | `contract absolute batch [0:0] over [2:1]` | pairs of axes; `absolute` and `batch` if so |
//! | `gather`, `scatter_add` | the axis |
//! | `project` | the position |
//! | `branch f0 else f1`, `call f0` | the functions |
//! | `scan f0 captured 1 carried 2 length 9 reverse` | see [`Scan`](crate::ops::Scan) |
//! | `external e0` | the function of the host |
//!
//! A name is a word, or a text in quotes with Rust's escapes. Floats are written with the fewest
//! digits that reproduce their bits; all NaNs are `NaN`. Empty lines, and lines that start with
//! `#`, are ignored.

mod parse;
mod print;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::error::{Error, Result};
use crate::graph::Graph;

pub use print::Listing;

pub use crate::syntax::{NodeReader, NodeWriter};

/// The version that the first line carries. It changes whenever a text that was valid would be
/// refused, or mean something else.
pub const VERSION: u32 = 1;

/// The text of a graph: `parse` gives the same graph back, with the same numbers.
#[must_use]
pub fn print(graph: &Graph) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = print::write(&mut text, graph);
    text
}

/// The graph of a text. Time and memory are in proportion to the text's length.
///
/// # Errors
/// [`Error::Syntax`] with the place where the text is wrong, [`Error::Invalid`] when it describes
/// nodes that break an invariant of graphs (see [`verify`](mod@crate::verify)), and
/// [`Error::TooDeep`] when functions are nested more deeply than
/// [`MAX_DEPTH`](crate::graph::MAX_DEPTH).
///
/// # Examples
/// ```
/// let text = "\
/// adgraph 1
/// graph square
/// %0: f64 = input 0 x
/// %1: f64 = mul %0, %0
/// output %1
/// ";
/// let graph = graph_ir::text::parse(text)?;
/// assert_eq!(graph.name(), "square");
/// assert_eq!(graph.to_string(), text);
/// # Ok::<(), graph_ir::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Graph> {
    parse::parse(text)
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::write(f, self)
    }
}

impl FromStr for Graph {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text)
    }
}
