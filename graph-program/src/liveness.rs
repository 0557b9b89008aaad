//! When the contents of local buffers matter.
//!
//! A buffer that is used in one block only, and whose contents are of no use to a later execution
//! of the block, *belongs* to that block and is alive from the first statement of the block that
//! touches it to the last. A buffer that a loop hands on from one iteration to the next must belong
//! to a block further out, and is alive for the whole loop.
//!
//! An execution of a block hands nothing on to the next one where
//! - it touches the same elements as every other execution: indices move only with loops inside
//!   the block, and no branch decides. The first execution reads nothing that it has not stored,
//!   so no other one does.
//! - or where it stores all elements before it reads any, whatever the indices of its reads are.

use alloc::vec::Vec;

use graph_math::order::LANES;

use super::visit::Access;
use super::{
    Block, BufferId, BufferKind, Counter, Index, PartId, Position, Program, Scope, Statement,
};

/// The life of a local buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Life {
    /// The position, in the order of the text, of the first statement of the life.
    pub(super) first: usize,
    /// The position of the last one.
    pub(super) last: usize,
    /// The innermost scope around the block that the buffer belongs to.
    pub(super) within: Scope,
}

/// The lives of all buffers; `None` for those that are not local or not used.
pub(super) fn lives(program: &Program) -> Vec<Option<Life>> {
    let mut tree = Tree {
        blocks: Vec::new(),
        uses: alloc::vec![Vec::new(); program.buffers.len()],
        loops: alloc::vec![0; program.counters.len()],
        position: 0,
    };
    tree.block(program, &program.body, Root);
    let ids = program.buffer_ids();
    ids.map(|id| tree.life(program, id)).collect()
}

/// A block, as a position in [`Tree::blocks`].
type BlockId = usize;

/// The parent of a block in the tree.
#[derive(Clone, Copy)]
enum Parent {
    Root,
    Loop(Counter, BlockId, usize),
    Partial(Counter, BlockId, usize),
    /// One side of a branch.
    Side(BlockId, usize),
    Part(PartId, BlockId, usize),
}

impl Parent {
    /// The block that a block stands in, and the position of its statement there.
    fn above(self) -> Option<(BlockId, usize)> {
        match self {
            Root => None,
            Self::Loop(_, above, at)
            | Self::Partial(_, above, at)
            | Self::Side(above, at)
            | Self::Part(_, above, at) => Some((above, at)),
        }
    }
}

use Parent::Root;

struct Node {
    parent: Parent,
    depth: usize,
    /// The positions of the first and last line of each statement.
    spans: Vec<(usize, usize)>,
}

/// A use of a buffer: statement `at` of `block`.
#[derive(Clone, Copy)]
struct Use<'p> {
    block: BlockId,
    at: usize,
    access: Access<'p>,
}

/// The blocks of a program and the uses of its local buffers, in the order of the text.
struct Tree<'p> {
    blocks: Vec<Node>,
    uses: Vec<Vec<Use<'p>>>,
    /// The body of each counter's loop.
    loops: Vec<BlockId>,
    position: usize,
}

impl<'p> Tree<'p> {
    /// Blocks are nested as deeply as the graph's regions and loops.
    fn block(&mut self, program: &Program, block: &'p Block, parent: Parent) {
        let id = self.blocks.len();
        let above = parent.above();
        let depth = above.map_or(0, |(above, _)| self.blocks[above].depth + 1);
        self.blocks.push(Node {
            parent,
            depth,
            spans: Vec::with_capacity(block.len()),
        });
        if let Parent::Loop(counter, ..) | Parent::Partial(counter, ..) = parent {
            self.loops[counter.0 as usize] = id;
        }
        for (at, statement) in block.iter().enumerate() {
            let first = self.position;
            self.position += 1;
            statement.accesses(|access| {
                let buffer = access.buffer();
                if program.buffer(buffer).kind == BufferKind::Local {
                    self.uses[buffer.0 as usize].push(Use {
                        block: id,
                        at,
                        access,
                    });
                }
            });
            let inner = match statement {
                Statement::Loop(counter, _) => Parent::Loop(*counter, id, at),
                Statement::Partial(partial) => Parent::Partial(partial.counter, id, at),
                Statement::Part(part, _) => Parent::Part(*part, id, at),
                _ => Parent::Side(id, at),
            };
            for body in statement.blocks() {
                self.block(program, body, inner);
            }
            self.blocks[id].spans.push((first, self.position - 1));
        }
    }

    fn life(&self, program: &Program, id: BufferId) -> Option<Life> {
        let uses = &self.uses[id.0 as usize];
        let (first, rest) = uses.split_first()?;
        let mut owner = rest
            .iter()
            .fold(first.block, |owner, other| self.common(owner, other.block));
        let size = program.buffer(id).ty.shape.size();
        while let Some((above, _)) = self.blocks[owner].parent.above() {
            if self.is_private(program, uses, owner, size) {
                break;
            }
            owner = above;
        }
        let spans = &self.blocks[owner].spans;
        let last = uses.last().unwrap_or(first);
        Some(Life {
            first: spans[self.statement(first, owner).0].0,
            last: spans[self.statement(last, owner).0].1,
            within: self.scope(owner),
        })
    }

    /// Whether no execution of a block reads values that an earlier one has stored.
    fn is_private(&self, program: &Program, uses: &[Use<'_>], owner: BlockId, size: usize) -> bool {
        let same = uses.iter().all(|used| {
            let fixed = match used.access {
                Access::Load(place) | Access::Store(place) => self.repeats(&place.index, owner),
                Access::LoadAll(_) | Access::StoreAll(_) | Access::CountRows(_) => true,
                Access::StoreSome(_) => false,
            };
            fixed && self.is_certain(used.block, owner)
        });
        same || self.stored_first(program, uses, owner, size).is_some()
    }

    /// Follows the uses inside a block: `None` if something may be read that the block has not
    /// stored, else whether all elements are stored at its end.
    fn stored_first(
        &self,
        program: &Program,
        uses: &[Use<'_>],
        owner: BlockId,
        size: usize,
    ) -> Option<bool> {
        let at = |used: &Use<'_>| self.statement(used, owner).0;
        let mut stored = Vec::new();
        for group in uses.chunk_by(|a, b| at(a) == at(b)) {
            let covered = covers(&mut stored, size);
            let side = |used: &Use<'_>| self.statement(used, owner).1;
            let first = side(&group[0]);
            if first != owner && matches!(self.blocks[first].parent, Parent::Side(..)) {
                let sides: Option<Vec<bool>> = group
                    .chunk_by(|a, b| side(a) == side(b))
                    .map(|uses| self.stored_first(program, uses, side(&uses[0]), size))
                    .collect();
                match sides {
                    Some(sides) if sides == [true, true] => stored.push((0, size)),
                    None if !covered => return None,
                    _ => {}
                }
                continue;
            }
            for used in group {
                match used.access {
                    Access::Load(_) | Access::LoadAll(_) if !covered => return None,
                    Access::Load(_) | Access::LoadAll(_) => {}
                    Access::StoreAll(_) => stored.push((0, size)),
                    Access::StoreSome(_) | Access::CountRows(_) => {}
                    Access::Store(place) => {
                        let certain = self.is_certain(used.block, owner);
                        if certain && self.repeats(&place.index, owner) {
                            stored.extend(interval(program, &place.index));
                        }
                    }
                }
            }
        }
        Some(covers(&mut stored, size))
    }

    /// Whether an index goes over the same places in each execution of a block.
    fn repeats(&self, index: &Index, owner: BlockId) -> bool {
        index.terms.iter().all(|term| match term.position {
            Position::Counter(counter) => {
                let body = self.loops[counter.0 as usize];
                body != owner && self.is_inside(body, owner)
            }
            Position::Variable(_) => false,
            Position::Lane => true,
        })
    }

    /// Whether a block runs whenever another one around it does.
    fn is_certain(&self, block: BlockId, owner: BlockId) -> bool {
        let mut block = block;
        while block != owner {
            block = match self.blocks[block].parent {
                Parent::Loop(_, above, _) | Parent::Part(_, above, _) => above,
                Parent::Partial(..) | Parent::Side(..) | Root => return false,
            };
        }
        true
    }

    /// The statement of a block around a use that the use is part of, and the block of that
    /// statement that it lies in; the block itself if the use is the statement.
    fn statement(&self, used: &Use<'_>, owner: BlockId) -> (usize, BlockId) {
        let (mut at, mut block, mut child) = (used.at, used.block, owner);
        while block != owner {
            let Some((above, position)) = self.blocks[block].parent.above() else {
                break;
            };
            (at, child, block) = (position, block, above);
        }
        (at, child)
    }

    /// The innermost block around both.
    fn common(&self, a: BlockId, b: BlockId) -> BlockId {
        let (mut a, mut b) = (a, b);
        while a != b {
            let deeper = match self.blocks[a].depth < self.blocks[b].depth {
                true => &mut b,
                false => &mut a,
            };
            match self.blocks[*deeper].parent.above() {
                Some((above, _)) => *deeper = above,
                None => break,
            }
        }
        a
    }

    fn is_inside(&self, inner: BlockId, outer: BlockId) -> bool {
        self.common(inner, outer) == outer
    }

    /// The innermost scope around a block.
    fn scope(&self, block: BlockId) -> Scope {
        let mut block = block;
        loop {
            match self.blocks[block].parent {
                Root => return Scope::Program,
                Parent::Loop(counter, ..) | Parent::Partial(counter, ..) => {
                    return Scope::Loop(counter);
                }
                Parent::Part(part, ..) => return Scope::Part(part),
                Parent::Side(above, _) => block = above,
            }
        }
    }
}

/// The elements that an index goes over, where they lie side by side: the first and the end.
fn interval(program: &Program, index: &Index) -> Option<(usize, usize)> {
    let mut terms: Vec<(i64, usize)> = Vec::with_capacity(index.terms.len());
    let mut first = index.offset;
    for term in &index.terms {
        let extent = match term.position {
            Position::Counter(counter) => program.counters[counter.0 as usize],
            Position::Lane => LANES,
            Position::Variable(_) => return None,
        };
        let last = i64::try_from(extent.checked_sub(1)?).ok()?;
        first += (term.stride * last).min(0);
        terms.push((term.stride.abs(), extent));
    }
    terms.sort_unstable();
    let mut length = 1_usize;
    for (stride, extent) in terms {
        if usize::try_from(stride) != Ok(length) {
            return None;
        }
        length = length.checked_mul(extent)?;
    }
    let first = usize::try_from(first).ok()?;
    Some((first, first.checked_add(length)?))
}

/// Whether intervals cover everything from 0 up to `size`; joins them.
fn covers(intervals: &mut Vec<(usize, usize)>, size: usize) -> bool {
    intervals.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for &(first, end) in &*intervals {
        match joined.last_mut() {
            Some(last) if first <= last.1 => last.1 = last.1.max(end),
            _ => joined.push((first, end)),
        }
    }
    *intervals = joined;
    size == 0
        || intervals
            .iter()
            .any(|&(first, end)| first == 0 && end >= size)
}
