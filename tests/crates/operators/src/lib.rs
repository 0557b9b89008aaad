//! Every row of the operator table through the macro, without naming a row.
//!
//! The build script writes a function for each row and float type; the tests hold the generated
//! code to the executor's bits and send the graphs through the file formats.

use adgraph::Graph;
use adgraph::execute::Item;
use adgraph::function::Function;
use adgraph::math::Float;

/// Receives every row.
pub trait Visit {
    /// A row by its name and parameter, as generated code and as a graph.
    fn row<T: Float + Item, F: Function<Float = T>>(
        &mut self,
        name: &str,
        parameter: Option<i32>,
        function: F,
        graph: fn() -> Graph,
    );
}

#[allow(
    missing_docs,
    unreachable_pub,
    reason = "the functions' documentation is the table's"
)]
mod rows {
    use super::Visit;

    include!(concat!(env!("OUT_DIR"), "/rows.rs"));
}

pub use rows::visit_rows;
