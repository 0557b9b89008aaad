//! Functions of the host, known to a graph by name and signature only.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::types::Type;

/// A function whose implementation is registered where the graph is evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct External {
    /// The name under which the implementation is registered.
    pub name: String,
    /// Which family the function belongs to.
    pub kind: ExternalKind,
    /// Whether the value or a derivative is asked for.
    pub role: Role,
    /// The types of the function's own arguments.
    pub arguments: Vec<Type>,
    /// The types of the function's own results.
    pub results: Vec<Type>,
}

/// The families of functions of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExternalKind {
    /// A smooth function with derivatives of its own, to the second order.
    Smooth,
    /// A smooth function with first derivatives only.
    FirstOrder,
    /// A function of which no derivative is known: none can be taken through it.
    Opaque,
    /// A function of one number that is constant between jumps: its derivative is zero.
    Discrete,
    /// A [smooth](Self::Smooth) function that also gets the number of its call.
    Numbered {
        /// The number.
        call: u64,
    },
}

/// The part of a function of the host that a node computes.
///
/// The node's arguments are the function's arguments followed by those that the role adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The results.
    Value,
    /// The tangents of the results, from the arguments and their tangents.
    Tangent,
    /// The adjoints of the arguments, from the arguments and the adjoints of the results.
    Adjoint,
    /// The derivatives of those adjoints along tangents of the arguments, from the arguments, the
    /// adjoints of the results and the tangents.
    Second,
}

impl External {
    /// The types of the node's arguments, which depend on the role.
    #[must_use]
    pub fn argument_types(&self) -> Vec<&Type> {
        let (adjoints, tangents) = match self.role {
            Role::Value => (&[][..], &[][..]),
            Role::Tangent => (&[][..], &self.arguments[..]),
            Role::Adjoint => (&self.results[..], &[][..]),
            Role::Second => (&self.results[..], &self.arguments[..]),
        };
        let own = self.arguments.iter();
        own.chain(adjoints).chain(tangents).collect()
    }

    /// The types of the node's results, which depend on the role.
    #[must_use]
    pub fn result_types(&self) -> &[Type] {
        match self.role {
            Role::Value | Role::Tangent => &self.results,
            Role::Adjoint | Role::Second => &self.arguments,
        }
    }

    /// Whether it has no derivative, or is one of the highest order: no derivative can be taken
    /// through it.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        match (self.kind, self.role) {
            (ExternalKind::Opaque, _) | (_, Role::Second) => true,
            (ExternalKind::FirstOrder, role) => role != Role::Value,
            (ExternalKind::Smooth | ExternalKind::Discrete | ExternalKind::Numbered { .. }, _) => {
                false
            }
        }
    }

    /// The same function in the role of a derivative.
    ///
    /// # Errors
    /// [`Error::NotDifferentiable`] where it [is opaque](Self::is_opaque).
    pub fn derivative(&self, role: Role) -> Result<Self> {
        match self.is_opaque() {
            true => Err(self.not_differentiable()),
            false => Ok(self.with_role(role)),
        }
    }

    /// The error for a derivative that there is not.
    #[must_use]
    pub fn not_differentiable(&self) -> Error {
        let name = &self.name;
        let what = match self.role {
            Role::Value => alloc::format!("the function from outside `{name}`"),
            Role::Tangent | Role::Adjoint => {
                alloc::format!("the derivative of the function from outside `{name}`")
            }
            Role::Second => {
                alloc::format!("the second derivative of the function from outside `{name}`")
            }
        };
        Error::NotDifferentiable { what }
    }

    /// The same function in another role.
    #[must_use]
    pub fn with_role(&self, role: Role) -> Self {
        Self {
            role,
            ..self.clone()
        }
    }
}
