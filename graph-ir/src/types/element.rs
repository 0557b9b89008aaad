//! Element types.

use core::fmt;

/// The type of one element of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// IEEE double precision.
    F64,
    /// IEEE single precision.
    F32,
    /// A truth value.
    Bool,
    /// A 64-bit integer: indices, and the integers of files.
    I64,
    /// The float type `T` of a function that is generic over it; constants are kept as `f64`
    /// until the function is specialised.
    Float,
}

impl Element {
    /// Every element type, for tables and tests.
    pub const ALL: [Self; 5] = [Self::F64, Self::F32, Self::Bool, Self::I64, Self::Float];

    /// Whether derivatives exist for values of this type.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::Float)
    }

    /// The name in Rust; the generic float is `T`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::Bool => "bool",
            Self::I64 => "i64",
            Self::Float => "T",
        }
    }

    /// The number of bytes that one takes; of a generic float, the most that it can take.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::F64 | Self::I64 | Self::Float => 8,
            Self::F32 => 4,
            Self::Bool => 1,
        }
    }

    /// The element type of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|e| e.name() == name)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
