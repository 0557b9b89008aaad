//! The elements of one tensor.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::sparsity::tape::Slot;

/// The elements of a tensor, in row-major order.
#[derive(Clone, Debug)]
pub(in crate::sparsity) enum Elements {
    /// All are this one.
    All(Slot),
    /// Each is its own.
    Each(Rc<[Slot]>),
}

impl Elements {
    pub(in crate::sparsity) fn of(slots: Vec<Slot>) -> Self {
        match slots.split_first() {
            None => Self::All(Slot::UNKNOWN),
            Some((first, rest)) if rest.iter().all(|slot| slot == first) => Self::All(*first),
            _ => Self::Each(slots.into()),
        }
    }

    /// The element at a row-major position.
    pub(in crate::sparsity) fn at(&self, position: usize) -> Slot {
        match self {
            Self::All(slot) => *slot,
            Self::Each(slots) => slots[position],
        }
    }

    /// The different elements, some of them more than once.
    pub(super) fn slots(&self) -> &[Slot] {
        match self {
            Self::All(slot) => core::slice::from_ref(slot),
            Self::Each(slots) => slots,
        }
    }

    /// Whether one depends on a variable.
    pub(super) fn is_active(&self) -> bool {
        self.slots().iter().any(|slot| slot.is_active())
    }

    /// The elements at these positions.
    pub(super) fn pick(&self, positions: impl FnOnce() -> Vec<usize>) -> Self {
        match self {
            Self::All(_) => self.clone(),
            Self::Each(slots) => {
                let positions = positions().into_iter();
                Self::of(positions.map(|position| slots[position]).collect())
            }
        }
    }
}
