//! The formats as methods of the graph.

use super::{Error, cppad, nnvm};
use alloc::collections::BTreeMap;
use alloc::string::String;
use graph_ir::Graph;

/// Reading and writing a [`Graph`] in the JSON formats by methods of its own.
///
/// ```
/// use graph_ir::Graph;
/// use graph_formats::GraphJson;
///
/// let text = r#"{"function_name":"f","op_define_vec":[1,[{"op_code":1,"name":"sin","n_arg":1}]],"n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[0,[]],"op_usage_vec":[1,[[1,1]]],"dependent_vec":[1,[2]]}"#;
/// let graph = Graph::from_cppad_json(text)?;
/// assert_eq!(graph.to_cppad_json()?, text);
/// # Ok::<(), graph_formats::Error>(())
/// ```
pub trait GraphJson: Sized {
    /// A graph from CppAD's JSON; see [`cppad::from_str`].
    ///
    /// # Errors
    ///
    /// Those of [`cppad::from_str`].
    fn from_cppad_json(text: &str) -> Result<Self, Error>;

    /// The graph as CppAD's JSON; see [`cppad::to_string`].
    ///
    /// # Errors
    ///
    /// Those of [`cppad::to_string`].
    fn to_cppad_json(&self) -> Result<String, Error>;

    /// The graph as CppAD's JSON, of at most so many usages of operators: the format has no loops
    /// and functions, so that a few lines can become a file of many megabytes. See
    /// [`cppad::Document::from_graph_within`].
    ///
    /// # Errors
    ///
    /// Those of [`cppad::to_string`], and [`Error::TooLarge`] beyond the limit.
    fn to_cppad_json_within(&self, usages: usize) -> Result<String, Error>;

    /// A graph from NNVM's or MXNet's JSON that tells all shapes; see [`nnvm::from_str`].
    ///
    /// # Errors
    ///
    /// Those of [`nnvm::from_str`].
    fn from_nnvm_json(text: &str) -> Result<Self, Error>;

    /// A graph from NNVM's or MXNet's JSON and the shapes of its inputs; see
    /// [`nnvm::from_str_with`].
    ///
    /// # Errors
    ///
    /// Those of [`nnvm::from_str_with`].
    fn from_nnvm_json_with(
        text: &str,
        shapes: &BTreeMap<String, nnvm::Shape>,
    ) -> Result<Self, Error>;

    /// The graph as NNVM's or MXNet's JSON; see [`nnvm::to_string`].
    ///
    /// # Errors
    ///
    /// Those of [`nnvm::to_string`].
    fn to_nnvm_json(&self) -> Result<String, Error>;

    /// The graph as JSON in the words of NNVM or of MXNet; see [`nnvm::to_string_as`].
    ///
    /// # Errors
    ///
    /// Those of [`nnvm::to_string_as`].
    fn to_nnvm_json_as(&self, flavour: nnvm::Flavour) -> Result<String, Error>;

    /// The graph as JSON in the words of NNVM or of MXNet, of at most so many operators: the format
    /// has no loops and functions, so that a few lines can become a file of many megabytes. See
    /// [`nnvm::Document::from_graph_within`].
    ///
    /// # Errors
    ///
    /// Those of [`nnvm::to_string_as`], and [`Error::TooLarge`] beyond the limit.
    fn to_nnvm_json_within(
        &self,
        flavour: nnvm::Flavour,
        operators: usize,
    ) -> Result<String, Error>;
}

impl GraphJson for Graph {
    fn from_cppad_json(text: &str) -> Result<Self, Error> {
        cppad::from_str(text)
    }

    fn to_cppad_json(&self) -> Result<String, Error> {
        cppad::to_string(self)
    }

    fn to_cppad_json_within(&self, usages: usize) -> Result<String, Error> {
        cppad::Document::from_graph_within(self, usages)?.to_string()
    }

    fn from_nnvm_json(text: &str) -> Result<Self, Error> {
        nnvm::from_str(text)
    }

    fn from_nnvm_json_with(
        text: &str,
        shapes: &BTreeMap<String, nnvm::Shape>,
    ) -> Result<Self, Error> {
        nnvm::from_str_with(text, shapes)
    }

    fn to_nnvm_json(&self) -> Result<String, Error> {
        nnvm::to_string(self)
    }

    fn to_nnvm_json_as(&self, flavour: nnvm::Flavour) -> Result<String, Error> {
        nnvm::to_string_as(self, flavour)
    }

    fn to_nnvm_json_within(
        &self,
        flavour: nnvm::Flavour,
        operators: usize,
    ) -> Result<String, Error> {
        nnvm::Document::from_graph_within(self, flavour, operators)?.to_string()
    }
}
