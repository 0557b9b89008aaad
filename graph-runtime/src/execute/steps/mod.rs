//! The steps: what each one is and how it is done.

pub(super) mod call;
pub(super) mod contract;
pub(super) mod effects;
pub(super) mod elementwise;
pub(super) mod index;
pub(super) mod inner;
pub(super) mod moves;
pub(super) mod reduce;
