//! Extents as values: the number that one is, and the positions below it.

use alloc::vec::Vec;
use core::fmt;

use super::operator::{Depends, Operator, Typing};
use super::source::without_operands;
use super::{Op, Stored};
use crate::error::{Error, Result};
use crate::graph::{Graph, ListId, NodeId};
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Extent, Shape, Type};

/// The number that a symbolic extent is, as an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtentValue {
    /// The extent.
    pub extent: Extent,
}

impl ExtentValue {
    pub(super) fn read(stored: Stored<'_>, list: ListId) -> Self {
        let extent = stored.list(list).first();
        Self {
            extent: extent.map_or(Extent::from(0), Extent::clone),
        }
    }
}

impl Operator for ExtentValue {
    fn name(&self) -> &'static str {
        "extent"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [] = node.operands(self.name())?;
        Ok(alloc::vec![Type::scalar(Element::I64)])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word(format_args!("extent {}", self.extent))
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "extent" {
            return Ok(None);
        }
        let extent = text.line.extent("an extent")?;
        Ok(Some(Op::Extent(text.list(alloc::vec![extent]))))
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Nothing
    }

    without_operands!(Constant);
}

/// The integers from 0 on along an axis, as many as the node's type has elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iota;

impl Iota {
    pub(super) fn read(_: Stored<'_>) -> Self {
        Self
    }

    /// The type of so many integers.
    pub(crate) fn ty(extent: &Extent) -> Result<Type> {
        Ok(Type::new(Element::I64, Shape::of([extent.clone()])?))
    }
}

impl Operator for Iota {
    fn name(&self) -> &'static str {
        "iota"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        let [] = node.operands(self.name())?;
        let own = node.own()?;
        if own.element == Element::I64 && own.shape.rank() == 1 {
            return Ok(alloc::vec![own.clone()]);
        }
        Err(Error::WrongOperand {
            op: self.name().into(),
            expected: "integers along one axis",
            found: own.clone(),
        })
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.plain(self.name())
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        match word {
            "iota" => text.plain(Op::Iota),
            _ => Ok(None),
        }
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Nothing
    }

    without_operands!(Constant);
}
