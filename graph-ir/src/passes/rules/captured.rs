//! The values that the variables of a rule stand for, as its condition sees them.

use core::cell::OnceCell;
use core::fmt;

use crate::graph::Literal;
use crate::types::{Element, Shape, Type};

/// Facts about the values that the variables of a rule stand for, by the variables' positions. They
/// are found when they are asked for: most conditions fail by the first.
pub(super) trait Facts {
    fn literal(&self, slot: usize) -> Option<Literal>;
    fn ty(&self, slot: usize) -> Option<Type>;
    fn is_alone(&self, slot: usize) -> bool;
}

/// The value that a variable stands for.
pub struct Captured<'c> {
    /// None for a variable that is not in the pattern.
    slot: Option<usize>,
    facts: &'c dyn Facts,
    ty: OnceCell<Option<Type>>,
}

impl Captured<'_> {
    /// The number that all of its elements are, if that is known.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        let literal = self.literal().filter(|l| l.element() != Element::Bool);
        literal.map(Literal::to_f64)
    }

    /// The same in its own type.
    #[must_use]
    pub fn literal(&self) -> Option<Literal> {
        self.facts.literal(self.slot?)
    }

    /// The element type.
    #[must_use]
    pub fn element(&self) -> Option<Element> {
        self.ty().map(|ty| ty.element)
    }

    /// Whether the elements are floats.
    #[must_use]
    pub fn is_float(&self) -> bool {
        self.ty().is_some_and(Type::is_float)
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        self.ty().map(|ty| &ty.shape)
    }

    /// Whether it is an operand of the whole and used nowhere else.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.slot.is_some_and(|slot| self.facts.is_alone(slot))
    }

    fn ty(&self) -> Option<&Type> {
        let ty = self.ty.get_or_init(|| self.facts.ty(self.slot?));
        ty.as_ref()
    }
}

impl fmt::Debug for Captured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captured")
            .field("literal", &self.literal())
            .field("ty", &self.ty())
            .field("alone", &self.is_alone())
            .finish()
    }
}

/// The values that the variables of a rule stand for.
pub struct Captures<'c> {
    pub(super) variables: &'c [&'static str],
    pub(super) facts: &'c dyn Facts,
}

impl Captures<'_> {
    /// The value that this variable stands for; nothing is known of one that is not in the pattern.
    #[must_use]
    pub fn get(&self, variable: &str) -> Captured<'_> {
        Captured {
            slot: self.variables.iter().position(|&name| name == variable),
            facts: self.facts,
            ty: OnceCell::new(),
        }
    }
}

impl fmt::Debug for Captures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let captured = self.variables.iter().map(|name| (name, self.get(name)));
        f.debug_map().entries(captured).finish()
    }
}
