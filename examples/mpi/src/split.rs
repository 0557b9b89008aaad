//! Which process holds which rows, and which chunks it adds up.

use std::ops::Range;

use mpi::Rank;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::loss;
use crate::options::Options;
use crate::rows::Rows;

/// How many rows are added up together.
const CHUNK: usize = loss::batch::CHUNK;

/// The rows of all processes.
pub struct Split {
    /// Process `p` holds the rows from `bounds[p]` to `bounds[p + 1]`.
    bounds: Vec<usize>,
}

impl Split {
    /// The split that the options ask for.
    pub fn new(options: &Options, processes: Rank) -> Self {
        let (count, processes) = (options.rows, processes as usize);
        let bound = |p: usize| match options.is_uneven {
            // 1, 2, 3, .. parts of the rows.
            true => count * (p * (p + 1)) / (processes * (processes + 1)),
            false => count.min(CHUNK * (count.div_ceil(CHUNK) * p / processes)),
        };
        Self {
            bounds: (0..=processes).map(bound).collect(),
        }
    }

    /// The rows that a process holds.
    pub fn held(&self, process: Rank) -> Range<usize> {
        let process = process as usize;
        self.bounds[process]..self.bounds[process + 1]
    }

    /// The chunks that a process adds up: those whose first row it holds.
    pub fn chunks(&self, process: Rank) -> Range<usize> {
        let held = self.held(process);
        held.start.div_ceil(CHUNK)..held.end.div_ceil(CHUNK)
    }

    /// The rows that a process holds for a chunk that another one adds up: its first ones.
    fn handed(&self, process: Rank) -> Range<usize> {
        let held = self.held(process);
        held.start..held.end.min(CHUNK * self.chunks(process).start)
    }

    /// The process that holds a row.
    fn holder(&self, row: usize) -> Rank {
        self.bounds.partition_point(|&bound| bound <= row) as Rank - 1
    }

    /// The process that adds up the chunk of a row.
    fn adder(&self, row: usize) -> Rank {
        self.holder(row / CHUNK * CHUNK)
    }
}

/// The rows of the chunks that this process adds up, given those that it holds: where a chunk does
/// not end with the rows of a process, the rest of it comes from the processes behind.
pub fn with_whole_chunks(world: &SimpleCommunicator, split: &Split, mut rows: Rows) -> Rows {
    let own = world.rank();
    let handed = split.handed(own);
    if !handed.is_empty() {
        let adder = world.process_at_rank(split.adder(handed.start));
        adder.send(rows.x[..handed.len()].as_flattened());
        adder.send(&rows.labels[..handed.len()]);
        rows.x.drain(..handed.len());
        rows.labels.drain(..handed.len());
    }
    // Everybody sends before it receives, to a process in front: the first one only receives.
    for other in own + 1..world.size() {
        let handed = split.handed(other);
        if handed.is_empty() || split.adder(handed.start) != own {
            continue;
        }
        let (held, other) = (rows.x.len(), world.process_at_rank(other));
        rows.x.resize(held + handed.len(), [0.0; 4]);
        rows.labels.resize(held + handed.len(), 0.0);
        other.receive_into(rows.x[held..].as_flattened_mut());
        other.receive_into(&mut rows.labels[held..]);
    }
    rows
}
