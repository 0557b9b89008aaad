//! The values that the variables of a rule stand for, as its condition and its numbers ask about
//! them. A fact is looked up when it is asked for: most rules fail before.

use alloc::borrow::Cow;
use core::fmt;

use crate::graph::Literal;
use crate::types::{Element, Shape};

/// Facts about the values of variables, by the positions of the variables.
pub(super) trait Facts {
    fn literal(&self, slot: usize) -> Option<Literal>;
    fn element(&self, slot: usize) -> Option<Element>;
    fn shape(&self, slot: usize) -> Option<Shape>;
    fn is_alone(&self, slot: usize) -> bool;
}

/// The values that the variables of a rule stand for.
#[derive(Clone, Copy)]
pub struct Captures<'f> {
    pub(super) variables: &'f [Cow<'static, str>],
    pub(super) facts: &'f dyn Facts,
}

impl<'f> Captures<'f> {
    /// The value that this variable stands for; nothing is known of one that is not in the pattern.
    #[must_use]
    pub fn get(&self, variable: &str) -> Captured<'f> {
        let slot = self.variables.iter().position(|name| name == variable);
        Captured {
            facts: self.facts,
            slot: slot.unwrap_or(usize::MAX),
        }
    }
}

impl fmt::Debug for Captures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.variables.iter();
        f.debug_map()
            .entries(all.map(|variable| (variable, self.get(variable))))
            .finish()
    }
}

/// The value that a variable stands for.
#[derive(Clone, Copy)]
pub struct Captured<'f> {
    facts: &'f dyn Facts,
    slot: usize,
}

impl Captured<'_> {
    /// The number that all of its elements are, if that is known.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        let literal = self.literal().filter(|l| l.element() != Element::Bool);
        literal.map(Literal::to_f64)
    }

    /// The same in its own type.
    #[must_use]
    pub fn literal(self) -> Option<Literal> {
        self.facts.literal(self.slot)
    }

    /// The element type.
    #[must_use]
    pub fn element(self) -> Option<Element> {
        self.facts.element(self.slot)
    }

    /// Whether the elements are floats.
    #[must_use]
    pub fn is_float(self) -> bool {
        self.element().is_some_and(Element::is_float)
    }

    /// The shape.
    #[must_use]
    pub fn shape(self) -> Option<Shape> {
        self.facts.shape(self.slot)
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(self) -> Option<usize> {
        self.shape().map(|shape| shape.rank())
    }

    /// The extent along an axis, where there is such an axis and its extent is known.
    #[must_use]
    pub fn extent(self, axis: usize) -> Option<usize> {
        let shape = self.shape()?;
        (axis < shape.rank()).then(|| shape.count_along(axis).known())?
    }

    /// Whether it is an operand of the whole and used nowhere else.
    #[must_use]
    pub fn is_alone(self) -> bool {
        self.facts.is_alone(self.slot)
    }
}

impl fmt::Debug for Captured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captured")
            .field("literal", &self.literal())
            .field("element", &self.element())
            .field("shape", &self.shape())
            .finish_non_exhaustive()
    }
}
