//! The factors of the terms of an extent: symbols, whole quotients and square roots.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::Extent;

/// A number that is not known before a call, by its name: two symbols of one name are the same
/// number throughout a graph and the graphs inside of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// The symbol of a name, which is an identifier.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A factor of a term of an [`Extent`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Factor {
    /// A symbol.
    Symbol(Symbol),
    /// A whole quotient.
    Quotient(Arc<Quotient>),
    /// The whole square root of an extent, and at least 1: no quotient has the divisor 0.
    Root(Arc<Extent>),
}

/// The largest integer that is not above the quotient of two extents.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quotient {
    /// The dividend.
    pub of: Extent,
    /// The divisor.
    pub by: Extent,
}

impl Quotient {
    /// Whether `of - by * (of / by)` is at least 0: by 0, all of the dividend is left.
    pub(super) fn leaves_natural(&self) -> bool {
        let mut terms = self.by.terms();
        let is_positive = match (terms.next(), terms.next()) {
            (Some((coefficient, [] | [Factor::Root(_)])), None) => coefficient > 0,
            _ => false,
        };
        is_positive || self.of.is_natural() && self.by.is_natural()
    }
}

impl Factor {
    /// Whether it is at least 0 whatever numbers its symbols stand for.
    pub(super) fn is_natural(&self) -> bool {
        match self {
            Self::Symbol(_) | Self::Root(_) => true,
            Self::Quotient(quotient) => quotient.of.is_natural() && quotient.by.is_natural(),
        }
    }

    /// How deeply quotients and roots are nested in it.
    pub(super) fn nesting(&self) -> usize {
        let inside = |extent: &Extent| {
            let factors = extent.terms().flat_map(|(_, factors)| factors);
            factors.map(Self::nesting).max().unwrap_or(0)
        };
        match self {
            Self::Symbol(_) => 0,
            Self::Quotient(own) => 1 + inside(&own.of).max(inside(&own.by)),
            Self::Root(of) => 1 + inside(of),
        }
    }

    /// Adds its symbols.
    pub(super) fn symbols(&self, to: &mut Vec<Symbol>) {
        match self {
            Self::Symbol(symbol) => to.push(symbol.clone()),
            Self::Quotient(quotient) => {
                for extent in [&quotient.of, &quotient.by] {
                    to.extend(extent.symbols());
                }
            }
            Self::Root(of) => to.extend(of.symbols()),
        }
    }

    /// [`Extent::with`].
    pub(super) fn with(&self, value: &dyn Fn(&Symbol) -> Option<Extent>) -> Extent {
        match self {
            Self::Symbol(symbol) => value(symbol).unwrap_or_else(|| Extent::symbol(symbol)),
            Self::Quotient(quotient) => {
                Extent::quotient(&quotient.of.with(value), &quotient.by.with(value))
            }
            Self::Root(of) => Extent::root(&of.with(value)),
        }
    }
}

/// As a Rust expression: `N`, `(N / 2)`, `isqrt(N)`.
impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(symbol) => f.write_str(symbol.name()),
            Self::Quotient(quotient) => {
                f.write_str("(")?;
                for (sign, extent) in [("", &quotient.of), (" / ", &quotient.by)] {
                    let mut terms = extent.terms();
                    let is_single = match (terms.next(), terms.next()) {
                        (Some((1, [_])), None) => true,
                        (Some((coefficient, [])), None) => coefficient >= 0,
                        _ => false,
                    };
                    match is_single {
                        true => write!(f, "{sign}{extent}")?,
                        false => write!(f, "{sign}({extent})")?,
                    }
                }
                f.write_str(")")
            }
            Self::Root(of) => write!(f, "isqrt({of})"),
        }
    }
}

/// Whether factors are at least 0 whatever numbers their symbols stand for.
pub(super) fn are_natural(factors: &[Factor]) -> bool {
    factors.iter().all(Factor::is_natural)
}
