//! The macro behind the list of operators: turns rows into the enum that nodes hold, the enum of
//! decoded operators, and the ways from the one to the other.

use alloc::vec::Vec;

use super::{Algebra, Composite, Cumulation, Reduction, ScalarOp};
use crate::algebra::Bodies;
use crate::builder::{Builder, Source, Wire};
use crate::error::{Error, Result};
use crate::graph::{ConstantId, ExternalId, FunctionId, Graph, InputKind, ListId};
use crate::types::Type;

/// Defines `Op` and `OpView` from rows: the operator with its attributes as nodes hold them, and
/// its type.
macro_rules! operators {
    ($(
        $(#[doc = $doc:literal])*
        $variant:ident $(($($field:ident: $held:ty),+))? => $view:ty;
    )*) => {
        /// The operator of a node. [`OpView`] is the same with its attributes decoded.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $($(#[doc = $doc])* $variant $(($($held),+))?,)*
        }

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

            /// The same operator in another graph.
            ///
            /// # Errors
            /// Those of the importer.
            pub(crate) fn import(self, importer: &mut impl Importer) -> crate::error::Result<Self> {
                use list::Held;
                Ok(match self {
                    $(Self::$variant $(($($field),+))? =>
                        Self::$variant $(($($field.import(importer)?),+))?,)*
                })
            }

            /// Calls `visit` with all references into the graph's pools.
            pub(crate) fn references(self, visit: &mut impl FnMut(Reference)) {
                use list::Held;
                match self {
                    $(Self::$variant $(($($field),+))? => {
                        $($($field.visit(visit);)+)?
                    })*
                }
            }

            /// The operator of a line of text that begins with this word.
            ///
            /// # Errors
            /// When the text after the word is no such operator.
            pub(crate) fn parse(
                word: &str,
                text: &mut crate::text::NodeReader<'_, '_, '_>,
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
pub(super) use operators;

impl super::Op {
    /// Whether nodes yield a tuple, of whose results projections are the values.
    #[must_use]
    pub fn yields_tuple(self) -> bool {
        matches!(
            self,
            Self::Branch(..) | Self::Scan(..) | Self::Call(_) | Self::External(_)
        )
    }

    /// The functions inside that the operator refers to, of which there are two at most.
    pub(crate) fn functions(self) -> [Option<FunctionId>; 2] {
        let mut functions = [None; 2];
        let mut free = functions.iter_mut();
        self.references(&mut |reference| {
            if let Reference::Function(function) = reference
                && let Some(free) = free.next()
            {
                *free = Some(function);
            }
        });
        functions
    }
}

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
        builder.finish()
    }

    /// The axes of a repetition.
    pub fn broadcast(self) -> Option<Vec<usize>> {
        let Self::Broadcast(broadcast) = self else {
            return None;
        };
        Some(broadcast.axes)
    }
}

/// Where a node's attributes are stored.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'s> {
    pub(crate) source: &'s dyn Source,
    /// The number of the node's arguments.
    pub(crate) arguments: usize,
}

impl<'s> Stored<'s> {
    pub(super) fn list(self, id: ListId) -> &'s [i64] {
        self.source.list(id)
    }

    pub(super) fn axes(self, id: ListId) -> Vec<usize> {
        super::axes(self.list(id))
    }
}

/// Copies the entries of pools that an operator refers to into another graph.
pub(crate) trait Importer {
    fn list(&mut self, list: ListId) -> ListId;
    fn constant(&mut self, constant: ConstantId) -> ConstantId;
    fn function(&mut self, function: FunctionId) -> Result<FunctionId>;
    fn external(&mut self, external: ExternalId) -> ExternalId;
}

/// A reference into one of a graph's pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    List(ListId),
    Constant(ConstantId),
    Function(FunctionId),
    External(ExternalId),
}

/// An attribute of an operator: a plain value, or a reference into a pool.
pub(crate) trait Held: Copy {
    fn import(self, importer: &mut impl Importer) -> Result<Self>;
    fn visit(self, visit: &mut impl FnMut(Reference));
}

/// Values that mean the same in every graph.
macro_rules! plain {
    ($($ty:ty),*) => {
        $(impl Held for $ty {
            fn import(self, _: &mut impl Importer) -> Result<Self> {
                Ok(self)
            }

            fn visit(self, _: &mut impl FnMut(Reference)) {}
        })*
    };
}

plain!(u32, ScalarOp, Reduction, Cumulation, Composite, Algebra);

/// References into pools; of functions inside, taking one over may fail.
macro_rules! reference {
    ($($id:ident $variant:ident $import:ident $(, $try:tt)?;)*) => {
        $(impl Held for $id {
            fn import(self, importer: &mut impl Importer) -> Result<Self> {
                let imported = importer.$import(self)$($try)?;
                Ok(imported)
            }

            fn visit(self, visit: &mut impl FnMut(Reference)) {
                visit(Reference::$variant(self));
            }
        })*
    };
}

reference! {
    ListId List list;
    ConstantId Constant constant;
    FunctionId Function function, ?;
    ExternalId External external;
}
