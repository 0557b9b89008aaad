//! Differentiation.
