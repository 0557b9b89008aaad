//! The macro that generates the stored form of operators, and their attributes: plain values, and
//! references into a graph's pools.

use super::{Algebra, Composite, Cumulation, Reduction};
use crate::error::Result;
use crate::graph::{ConstantId, ExternalId, FunctionId, ListId};
use crate::scalar::ScalarOp;

/// Defines `Op` from the rows.
macro_rules! held_operators {
    ($(
        $(#[doc = $doc:literal])*
        $variant:ident $(($($field:ident: $held:ty),+))? => $view:ty;
    )*) => {
        /// The operator of a node. [`OpView`](crate::ops::OpView) is the same with its attributes
        /// decoded.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $($(#[doc = $doc])* $variant $(($($held),+))?,)*
        }

        impl Op {
            /// The same operator in another graph.
            ///
            /// # Errors
            /// Those of the importer.
            pub(crate) fn import(self, importer: &mut dyn Importer) -> crate::error::Result<Self> {
                use held::Held;
                Ok(match self {
                    $(Self::$variant $(($($field),+))? =>
                        Self::$variant $(($($field.import(importer)?),+))?,)*
                })
            }

            /// Calls `visit` with all references into the graph's pools.
            pub(crate) fn references(self, visit: &mut dyn FnMut(Reference)) {
                use held::Held;
                match self {
                    $(Self::$variant $(($($field),+))? => {
                        $($($field.visit(visit);)+)?
                    })*
                }
            }
        }
    };
}
pub(super) use held_operators;

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
    fn import(self, importer: &mut dyn Importer) -> Result<Self>;
    fn visit(self, visit: &mut dyn FnMut(Reference));
}

/// Values that mean the same in every graph.
macro_rules! plain {
    ($($ty:ty),*) => {
        $(impl Held for $ty {
            fn import(self, _: &mut dyn Importer) -> Result<Self> {
                Ok(self)
            }

            fn visit(self, _: &mut dyn FnMut(Reference)) {}
        })*
    };
}

plain!(u32, ScalarOp, Reduction, Cumulation, Composite, Algebra);

/// References into pools; of functions inside, taking one over may fail.
macro_rules! reference {
    ($($id:ident $variant:ident $import:ident $(, $try:tt)?;)*) => {
        $(impl Held for $id {
            fn import(self, importer: &mut dyn Importer) -> Result<Self> {
                let imported = importer.$import(self)$($try)?;
                Ok(imported)
            }

            fn visit(self, visit: &mut dyn FnMut(Reference)) {
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
