//! Derivatives of random graphs.
