//! The macro behind the operators with their attributes: turns the list of operators into the enum
//! of decoded operators, and the ways to it and to the rules.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, InputKind, ListId, NodeId, NodeSource};
use crate::ops::algebra::Bodies;
use crate::types::{Extent, Type};

/// Defines `OpView` from the rows of [`Op`](crate::graph::Op).
macro_rules! views {
    ($(
        $(#[doc = $doc:literal])*
        $variant:ident $(($($field:ident: $held:ty),+))? => $view:ty;
    )*) => {
        /// An operator with its attributes, decoded; see [`Graph::view`](crate::Graph::view).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum OpView {
            $($(#[doc = $doc])* $variant($view),)*
        }

        impl Op {
            /// The operator with its attributes.
            pub(crate) fn view(self, stored: Stored<'_>) -> OpView {
                match self {
                    $(Self::$variant $(($($field),+))? =>
                        OpView::$variant(<$view>::read(stored $($(, $field)+)?)),)*
                }
            }

            /// The operator of a line of text that begins with this word.
            ///
            /// # Errors
            /// When the text after the word is no such operator.
            pub(crate) fn parse(
                word: &str,
                text: &mut crate::syntax::NodeReader<'_, '_, '_>,
               ) -> crate::error::Result<Option<Self>> {
                $(if let Some(op) = <$view as Operator>::parse(word, text)? {
                    return Ok(Some(op));
                })*
                Ok(None)
            }
        }

        impl OpView {
            /// The rules of the operator.
            pub fn rules(&self) -> &dyn Operator {
                match self {
                    $(Self::$variant(operator) => operator,)*
                }
            }
        }
    };
}
pub(super) use views;

impl super::OpView {
    /// The value of an operator that is said in terms of others (a composite, an operator of linear
    /// algebra, running sums), as a graph of its operands; loops take their bodies from `bodies`.
    ///
    /// # Errors
    /// [`Error::NotPrepared`] for an operator that is not said in terms of others; when operands of
    /// these types are refused.
    pub fn body(&self, operands: &[&Type], mut bodies: Bodies) -> Result<Graph> {
        let builder = Builder::new();
        let inputs = operands
            .iter()
            .map(|&ty| builder.input("", ty.clone(), InputKind::Independent));
        let inputs: Vec<Wire<'_>> = inputs.collect();
        let value = self.rules().expand(&inputs, &mut bodies)?;
        let value = value.ok_or_else(|| Error::NotPrepared {
            what: self.rules().name().into(),
        })?;
        builder.output("", value)?;
        builder.complete()
    }

    /// The axes of a repetition.
    pub fn broadcast(self) -> Option<Vec<usize>> {
        let Self::Broadcast(broadcast) = self else {
            return None;
        };
        Some(broadcast.axes)
    }
}

impl Graph {
    /// The operator of a node with its attributes.
    ///
    /// ```
    /// use graph_ir::ops::{OpView, Transpose};
    ///
    /// let graph = graph_ir::text::parse(
    ///     "adgraph 1\ngraph\n%0: [[f64; 3]; 2] = input 0\n%1: [[f64; 2]; 3] = transpose [1, 0] %0\n",
    /// )?;
    /// let permutation = vec![1, 0];
    /// let transpose = graph.ids().last().map(|id| graph.view(id));
    /// assert_eq!(transpose, Some(OpView::Transpose(Transpose { permutation })));
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    #[must_use]
    pub fn view(&self, id: NodeId) -> super::OpView {
        self.op(id).view(Stored {
            source: self,
            arguments: self.arguments(id).len(),
        })
    }
}

impl Builder {
    /// The operator that computes a value, with its attributes; `None` for a value out of scope.
    pub fn view_of(&self, wire: Wire<'_>) -> Option<super::OpView> {
        self.look_at(wire, |frame, node| {
            node.op.view(Stored {
                source: frame,
                arguments: node.arguments.indices().len(),
            })
        })
    }
}

/// Where a node's attributes are stored.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'s> {
    pub(crate) source: &'s dyn NodeSource,
    /// The number of the node's arguments.
    pub(crate) arguments: usize,
}

impl<'s> Stored<'s> {
    pub(super) fn list(self, id: ListId) -> &'s [Extent] {
        self.source.list(id)
    }

    pub(super) fn axes(self, id: ListId) -> Vec<usize> {
        super::axes(self.list(id))
    }
}
