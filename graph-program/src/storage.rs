//! Where the local buffers of a program live: small ones by themselves, the others in *slots* that
//! they share, one after the other.
//!
//! All slots together are the arena of the program; its size is a constant. A slot has one element
//! type, so that it is an array in any language, and a compiler can tell separate arrays apart.
//! Buffers of at most [`OWN_LIMIT`] elements have no slot: they are the partial sums and tiles of
//! one loop nest, which belong into registers, and a compiler puts only arrays there that nothing
//! else refers to.
//!
//! Slots are given to the largest buffers first, each to the smallest free slot that is large
//! enough: the size of a slot is then that of its first buffer.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use graph_ir::intern::number_of;
use graph_ir::types::Element;

use super::liveness::{Life, lives};
use super::{Buffer, BufferId, BufferKind, Counter, PartId, Program};

/// Buffers of at most this many elements live by themselves,
pub const OWN_LIMIT: usize = 64;

/// as long as they have no more elements than this in all: a build without optimisation gives
/// each of them its own place on the stack.
const OWN_TOTAL: usize = 4096;

/// How many slots are tried for a buffer.
const CANDIDATES: usize = 64;

/// Where the local buffers of a program live.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// The slots.
    pub slots: Vec<Slot>,
    /// The home of each buffer.
    homes: Vec<Home>,
}

/// Room for one buffer at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The element type.
    pub element: Element,
    /// The number of elements.
    pub size: usize,
}

/// A slot, as a position in [`Storage::slots`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(pub u32);

/// Where a buffer lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Elsewhere, or nowhere: it is not local, or not used.
    None,
    /// At the beginning of a slot, which it shares with others at other times.
    Slot(SlotId),
    /// By itself, each time anew that this is run.
    Own(Scope),
}

/// Where a buffer lives that has no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The whole program.
    Program,
    /// One iteration of a loop.
    Loop(Counter),
    /// A part.
    Part(PartId),
}

impl Storage {
    /// Where a buffer lives.
    #[must_use]
    pub fn home(&self, buffer: BufferId) -> Home {
        let home = self.homes.get(buffer.0 as usize);
        home.copied().unwrap_or(Home::None)
    }

    /// One slot.
    #[must_use]
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.0 as usize]
    }

    /// The size of the arena in bytes; a generic float counts as `f64`.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let sizes = self.slots.iter().map(Slot::bytes);
        sizes.fold(0, usize::saturating_add)
    }
}

impl Slot {
    /// The size in bytes; a generic float counts as `f64`.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.size.saturating_mul(self.element.bytes())
    }
}

/// Finds a home for every local buffer.
pub(super) fn allocate(program: &mut Program) {
    let local = |buffer: &Buffer| buffer.kind == BufferKind::Local;
    if !program.buffers.iter().any(local) {
        program.storage = Storage::default();
        return;
    }
    let lives = lives(program);
    let mut storage = Storage {
        slots: Vec::new(),
        homes: alloc::vec![Home::None; program.buffers.len()],
    };
    let size = |id: BufferId| program.buffer(id).ty.shape.size();
    let (mut large, mut own): (Vec<(BufferId, Life)>, usize) = (Vec::new(), 0);
    for (id, life) in program.buffer_ids().zip(lives) {
        let Some(life) = life else { continue };
        if size(id) <= OWN_LIMIT && own <= OWN_TOTAL {
            own += size(id);
            storage.homes[id.0 as usize] = Home::Own(life.within);
        } else {
            large.push((id, life));
        }
    }
    large.sort_by_key(|&(id, life)| (core::cmp::Reverse(size(id)), life.first));
    let mut rooms: Vec<Room> = Vec::new();
    for (id, life) in large {
        let element = program.buffer(id).ty.element;
        // The latest slots are the smallest ones.
        let mut candidates = rooms.iter_mut().enumerate().rev();
        let candidates = candidates.by_ref().filter(|(_, r)| r.element == element);
        let free = candidates.take(CANDIDATES).find(|(_, r)| r.is_free(life));
        let number = match free {
            Some((number, room)) => {
                room.lives.insert(life.first, life.last);
                number
            }
            None => {
                let lives = BTreeMap::from([(life.first, life.last)]);
                rooms.push(Room { element, lives });
                storage.slots.push(Slot {
                    element,
                    size: size(id),
                });
                rooms.len() - 1
            }
        };
        storage.homes[id.0 as usize] = Home::Slot(SlotId(number_of(number)));
    }
    program.storage = storage;
}

/// A slot with the lives in it, by their beginnings.
struct Room {
    element: Element,
    lives: BTreeMap<usize, usize>,
}

impl Room {
    /// Whether nobody lives here at any time of a life.
    fn is_free(&self, life: Life) -> bool {
        let earlier = self.lives.range(..=life.last).next_back();
        earlier.is_none_or(|(_, &last)| last < life.first)
    }
}
