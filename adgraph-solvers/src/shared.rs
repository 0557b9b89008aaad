//! Memory that calls of one adapter share.

use std::sync::{Mutex, TryLockError};

/// Memory that calls write to and that they can do without: workspaces, scratch arrays, and results
/// that the next call may ask for again.
///
/// Solvers call their problems through `&self`, and some from several threads. Calls one after the
/// other use the same memory; one that finds it taken makes its own, rather than wait.
#[derive(Debug, Default)]
pub(crate) struct Shared<S>(Mutex<S>);

impl<S: Default> Shared<S> {
    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut S) -> R) -> R {
        match self.0.try_lock() {
            Ok(mut memory) => call(&mut memory),
            // Memory that a panic has left half written is written anew before it is read.
            Err(TryLockError::Poisoned(memory)) => call(&mut memory.into_inner()),
            Err(TryLockError::WouldBlock) => call(&mut S::default()),
        }
    }
}
