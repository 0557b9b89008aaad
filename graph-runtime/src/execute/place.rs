//! Element types that are stored, and positions in the arena that stores them.

use core::ops::{Index, IndexMut};

use graph_ir::{Element, Type};

use super::aligned::LINE;
use super::error::{ExecuteError, Result};

/// The element types that are stored: all but the generic float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    F64,
    F32,
    Bool,
    I64,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::F64, Self::F32, Self::Bool, Self::I64];

    /// The kind of an element type.
    pub(super) fn of(element: Element) -> Result<Self> {
        match element {
            Element::F64 => Ok(Self::F64),
            Element::F32 => Ok(Self::F32),
            Element::Bool => Ok(Self::Bool),
            Element::I64 => Ok(Self::I64),
            Element::Float => Err(ExecuteError::GenericFloat),
        }
    }

    pub(super) fn bytes(self) -> u64 {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 => 4,
            Self::Bool => 1,
        }
    }
}

/// Runs an expression with a type parameter set to the Rust type of a kind.
macro_rules! for_kind {
    ($kind:expr, $T:ident => $body:expr) => {
        match $kind {
            Kind::F64 => {
                type $T = f64;
                $body
            }
            Kind::F32 => {
                type $T = f32;
                $body
            }
            Kind::Bool => {
                type $T = bool;
                $body
            }
            Kind::I64 => {
                type $T = i64;
                $body
            }
        }
    };
}
pub(super) use for_kind;

/// A number of elements of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extents([usize; 4]);

impl Extents {
    /// The larger one of each kind.
    pub(super) fn max(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].max(other.0[i])))
    }

    /// Both together.
    pub(super) fn plus(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| {
            self.0[i].saturating_add(other.0[i])
        }))
    }

    /// So many times as much.
    pub(super) fn times(self, count: usize) -> Self {
        Self(self.0.map(|extent| extent.saturating_mul(count)))
    }

    /// The size in memory.
    pub(super) fn bytes(self) -> u64 {
        let bytes = Kind::ALL.map(|kind| (self[kind] as u64).saturating_mul(kind.bytes()));
        bytes.into_iter().fold(0, u64::saturating_add)
    }

    /// Adds as many elements of a kind as it takes for the next one to begin a line, where all of
    /// a kind do so together.
    pub(super) fn align(&mut self, kind: Kind) {
        let line = LINE / kind.bytes() as usize;
        self[kind] = self[kind]
            .checked_next_multiple_of(line)
            .unwrap_or(usize::MAX);
    }

    /// Adds `count` elements of a kind and gives where they begin.
    pub(super) fn add(&mut self, kind: Kind, count: usize) -> usize {
        let start = self[kind];
        self[kind] = start.saturating_add(count);
        start
    }
}

impl Index<Kind> for Extents {
    type Output = usize;

    fn index(&self, kind: Kind) -> &usize {
        &self.0[kind as usize]
    }
}

impl IndexMut<Kind> for Extents {
    fn index_mut(&mut self, kind: Kind) -> &mut usize {
        &mut self.0[kind as usize]
    }
}

/// Some elements that lie side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Span {
    /// The elements of a value of this type, from `start` on.
    pub(super) fn new(ty: &Type, start: usize) -> Result<Self> {
        Ok(Self {
            kind: Kind::of(ty.element)?,
            start,
            len: ty.shape.size(),
        })
    }
}
