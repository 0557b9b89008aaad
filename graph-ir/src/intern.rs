//! Interning: equal values are stored once and named by a small number.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A list of distinct values with an index for finding an equal one.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    index: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            index: HashTable::new(),
        }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of `item`, which is added if no equal one is there yet.
    pub(crate) fn intern(&mut self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        let items = &mut self.items;
        if let Some(&found) = self.index.find(hash, |&i| items[i as usize] == item) {
            return found;
        }
        let number = number_of(items.len());
        items.push(item);
        self.index.insert_unique(hash, number, |&i| {
            FxBuildHasher.hash_one(&items[i as usize])
        });
        number
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// Drops the index, which only building needs.
    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }
}

/// A position as the 32-bit number that graphs store. Graphs of 2^32 nodes do not fit into the
/// memory of the machines that this crate is for, and the builder refuses them before this.
pub(crate) fn number_of(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
