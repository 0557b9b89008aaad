//! Sums over the rows of all processes, to the same bits for any number of them.

use mpi::Count;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::rows::Rows;
use crate::split::Split;
use crate::{Weights, loss};

/// How many numbers the sums of a chunk are.
pub const SIZE: usize = loss::batch::SUM_VALUE_GRADIENT_HESSIAN;

/// The sums over some rows: the loss, its gradient and its Hessian.
pub type Sums = (f64, loss::batch::Shared, [[f64; 4]; 4]);

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
    pub fn total(&mut self, rows: &Rows, w: Weights) -> Sums {
        let own = &mut self.own;
        loss::batch::sum_value_gradient_hessian_chunks(&rows.x, &rows.labels, w, own);
        let all = self.all.as_flattened_mut();
        let mut all = PartitionMut::new(all, &self.counts[..], &self.starts[..]);
        let own = self.own.as_flattened();
        self.world.all_gather_varcount_into(own, &mut all);
        loss::batch::sum_value_gradient_hessian_of(w, &self.all)
    }
}

/// The sums as numbers that are printed, or sent.
pub fn numbers((value, d, hessian): &Sums) -> Vec<f64> {
    [&[*value], &d.w[..], hessian.as_flattened()].concat()
}

/// The same numbers but for last bits: every process adds up its own rows, and MPI the sums of
/// processes. Their bits depend on the number of processes, on the split and on the MPI.
pub fn reduced(world: &SimpleCommunicator, rows: &Rows, w: Weights) -> Vec<f64> {
    let own = loss::batch::sum_value_gradient_hessian(&rows.x, &rows.labels, w);
    let own = numbers(&own);
    let mut total = vec![0.0; own.len()];
    world.all_reduce_into(&own[..], &mut total[..], SystemOperation::sum());
    total
}
