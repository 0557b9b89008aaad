//! The memory of arrays that steps compute: arrays of one size whose lifetimes do not meet share it.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use graph_ir::Element;
use graph_ir::passes::tile::{Array, Origin, Tiling};
use graph_ir::types::Extent;

use super::Writer;
use super::arrays::{chunked, places, referred, zeros};
use crate::emit::program::{self, type_name};

/// How many elements an array of known extents may have that lives on the stack.
const ON_STACK: usize = 2048;

/// The memory of the arrays of a tiling.
pub(super) struct Memory {
    /// The blocks that are taken from pools.
    blocks: Vec<Block>,
    /// For each array the block that it lives in, and the step before which it moves in.
    homes: Vec<Option<(usize, usize)>>,
}

/// Elements of a pool.
struct Block {
    element: Element,
    count: Extent,
    /// The last step that uses the array that lives there now.
    until: usize,
}

impl Memory {
    /// Arrays in the order of their first steps, each in the first block of its size in which no
    /// array lives any more.
    pub(super) fn new(tiling: &Tiling) -> Self {
        let mut memory = Self {
            blocks: Vec::new(),
            homes: vec![None; tiling.arrays.len()],
        };
        let own_place = places(tiling);
        let lifetimes = tiling.lifetimes().into_iter().enumerate();
        let mut lifetimes: Vec<(usize, RangeInclusive<usize>)> = lifetimes
            .filter(|&(number, _)| own_place[number].is_none())
            .filter_map(|(number, lifetime)| Some((number, lifetime?)))
            .filter(|&(number, _)| takes_block(&tiling.arrays[number]))
            .collect();
        lifetimes.sort_by_key(|(_, lifetime)| *lifetime.start());
        for (number, lifetime) in lifetimes {
            let ty = &tiling.arrays[number].ty;
            let (first, last) = lifetime.into_inner();
            let block = memory.block(ty.element, ty.shape.count(), first);
            memory.blocks[block].until = last;
            memory.homes[number] = Some((block, first));
        }
        memory
    }

    /// A block that is free from a step on.
    fn block(&mut self, element: Element, count: &Extent, from: usize) -> usize {
        let mut blocks = self.blocks.iter();
        let free = blocks.position(|block| {
            block.until < from && block.element == element && block.count == *count
        });
        free.unwrap_or_else(|| {
            self.blocks.push(Block {
                element,
                count: count.clone(),
                until: from,
            });
            self.blocks.len() - 1
        })
    }
}

fn takes_block(array: &Array) -> bool {
    !array.ty.is_scalar() && !is_on_stack(array)
}

fn is_on_stack(array: &Array) -> bool {
    let size = array.ty.shape.count().known();
    size.is_some_and(|size| size <= ON_STACK)
}

impl Writer<'_> {
    /// Takes the blocks from the pools, and declares the arrays that live on the stack.
    pub(super) fn take_memory(&mut self) -> std::fmt::Result {
        for (number, array) in self.tiling.arrays.iter().enumerate() {
            let ty = &array.ty;
            let is_own = array.origin == Origin::Step && self.places[number].is_none();
            if is_own && !ty.is_scalar() && is_on_stack(array) {
                let zeros = zeros(&ty.shape.extents(), program::zero(ty.element));
                writeln!(self.text, "let a{number}=&mut {zeros};")?;
            }
        }
        for block in 0..self.memory.blocks.len() {
            let Block { element, count, .. } = &self.memory.blocks[block];
            let (element, elements) = (*element, self.count(count));
            self.take_array(&format!("m{block}"), element, &elements)?;
        }
        Ok(())
    }

    /// Binds the arrays that a step is the first to use to their blocks.
    pub(super) fn bind_memory(&mut self, step: usize) -> std::fmt::Result {
        for (number, array) in self.tiling.arrays.iter().enumerate() {
            let Some((block, first)) = self.memory.homes[number] else {
                continue;
            };
            if first != step {
                continue;
            }
            let ty = &array.ty;
            let chunks = chunked(ty, "as_chunks_mut");
            writeln!(self.text, "let a{number}=(&mut m{block}[..]){chunks};")?;
            if ty.shape.count().known().is_some() {
                let ty = referred(ty, type_name(ty.element));
                writeln!(
                    self.text,
                    "let a{number}:&mut {ty}=support::rows::known(a{number});"
                )?;
            }
        }
        Ok(())
    }
}
