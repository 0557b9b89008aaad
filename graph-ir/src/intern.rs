//! Interning: equal values are stored once and named by a small number.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A list of distinct values with an index for finding an equal one.
#[derive(Clone, Debug)]
pub struct Interner<T> {
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
    /// Values that differ, by the numbers of their positions.
    pub(crate) fn of_distinct(items: Vec<T>) -> Self {
        let mut index = HashTable::with_capacity(items.len());
        let hash = |number: &u32| FxBuildHasher.hash_one(&items[*number as usize]);
        for number in 0..number_of(items.len()) {
            index.insert_unique(hash(&number), number, hash);
        }
        Self { items, index }
    }

    /// The number of `item`, which is added if no equal one is there yet.
    pub fn intern(&mut self, item: T) -> u32 {
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

    /// The value with this number.
    ///
    /// # Panics
    /// When no value has it.
    #[must_use]
    pub fn get(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// Drops the index, which only building needs.
    #[must_use]
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

/// A position as the 32-bit number that graphs store. Graphs of 2^32 nodes do not fit into the
/// memory of the machines that this crate is for, and the builder refuses them before this.
#[must_use]
pub fn number_of(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// A position or extent as an integer of graphs. All of them fit: values have at most 2^40
/// elements.
#[must_use]
pub fn signed(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

/// A type for the numbers of one kind of thing, printed behind a prefix.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// From a number as [`Self::number`] gives it.
            #[must_use]
            pub const fn from_number(number: u32) -> Self {
                Self(number)
            }

            /// The number.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }

            /// The position in its list.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
pub(crate) use id;
