//! Sums over the rows of all processes, to the same bits for any number of them.

use mpi::Count;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::rows::Rows;
use crate::split::{CHUNK, Split};
use crate::{Weights, loss};

/// How many numbers a sum has: the loss, its gradient and its Hessian.
pub const SIZE: usize = 1 + 4 + 4 * 4;

/// The sums over some rows, as numbers that can be sent.
pub fn of(x: &[[f64; 4]], labels: &[f64], w: Weights) -> [f64; SIZE] {
    let (value, d, hessian) = loss::batch::sum_value_gradient_hessian(x, labels, w);
    let mut sums = [value; SIZE];
    sums[1..5].copy_from_slice(&d.w);
    sums[5..].copy_from_slice(hessian.as_flattened());
    sums
}

/// The gradient and the Hessian among the numbers of a sum.
pub fn derivatives(sums: &[f64; SIZE]) -> (Weights, [[f64; 4]; 4]) {
    let (columns, _) = sums[1..].as_chunks();
    (columns[0], std::array::from_fn(|row| columns[row + 1]))
}

/// The sums of the chunks of all processes, and what it takes to gather them.
pub struct Gather<'w> {
    world: &'w SimpleCommunicator,
    /// The sums of this process's chunks.
    own: Vec<[f64; SIZE]>,
    /// Those of all chunks.
    all: Vec<[f64; SIZE]>,
    /// How many numbers come from each process, and where they begin.
    counts: Vec<Count>,
    starts: Vec<Count>,
}

impl<'w> Gather<'w> {
    /// Room for the chunks of a split.
    pub fn new(world: &'w SimpleCommunicator, split: &Split) -> Self {
        let chunks: Vec<_> = (0..world.size()).map(|p| split.chunks(p)).collect();
        let numbers = |chunks: usize| Count::try_from(SIZE * chunks).expect("fewer than 2^31");
        Self {
            world,
            own: vec![[0.0; SIZE]; split.chunks(world.rank()).len()],
            all: vec![[0.0; SIZE]; chunks.last().map_or(0, |last| last.end)],
            counts: chunks.iter().map(|chunks| numbers(chunks.len())).collect(),
            starts: chunks.iter().map(|chunks| numbers(chunks.start)).collect(),
        }
    }

    /// The sums over all rows, of which these are this process's.
    pub fn total(&mut self, rows: &Rows, w: Weights) -> [f64; SIZE] {
        let chunks = rows.x.chunks(CHUNK).zip(rows.labels.chunks(CHUNK));
        for (sums, (x, labels)) in self.own.iter_mut().zip(chunks) {
            *sums = of(x, labels, w);
        }
        let all = self.all.as_flattened_mut();
        let mut all = PartitionMut::new(all, &self.counts[..], &self.starts[..]);
        let own = self.own.as_flattened();
        self.world.all_gather_varcount_into(own, &mut all);
        added(&self.all)
    }
}

/// The sum of sums, from the first to the last.
fn added(sums: &[[f64; SIZE]]) -> [f64; SIZE] {
    let mut total = [0.0; SIZE];
    for sums in sums {
        for (total, more) in total.iter_mut().zip(sums) {
            *total += more;
        }
    }
    total
}

/// The same numbers but for last bits: every process adds up its own rows, and MPI the sums of
/// processes. Their bits depend on the number of processes, on the split and on the MPI.
pub fn reduced(world: &SimpleCommunicator, rows: &Rows, w: Weights) -> [f64; SIZE] {
    let own = of(&rows.x, &rows.labels, w);
    let mut total = [0.0; SIZE];
    world.all_reduce_into(&own[..], &mut total[..], SystemOperation::sum());
    total
}
