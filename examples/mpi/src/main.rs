//! A logistic regression by Newton's method, of rows that several processes hold, over MPI.
//!
//! Additions of floats that are made in another order give other bits, so that a fit whose
//! processes add up their own rows, and then one another's sums, depends on how many there are.
//! Here the unit is not the process but the chunk of rows that sums over a batch are made of:
//! whoever holds a chunk adds it up, the sums of all chunks are gathered in their order, and
//! everybody adds them in that order and takes the same step. The parameters have the same bits for
//! any number of processes and any split of the rows, and those of the call over all rows.
//!
//! `README.md` beside this folder says how to run it.

mod options;
mod rows;
mod split;
mod sums;

use std::time::Instant;

use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use options::Options;
use rows::Rows;
use split::Split;
use sums::{Gather, Sums};

/// The parameters: an intercept, and a weight for each of the other columns.
type Weights = [f64; 4];

/// Newton's steps, from zero on. The last ones change nothing but last bits.
const STEPS: usize = 8;

adgraph::graph! {
    /// The negative logarithm of the likelihood of a label, 0 or 1.
    #[derivatives(batch(rows), value_gradient_hessian)]
    pub fn loss(#[dynamic] x: [f64; 4], #[dynamic] label: f64, #[shared] w: [f64; 4]) -> f64 {
        let z = dot(x, w);
        softplus(z) - label * z
    }

    /// The probability of the label 1.
    pub fn probability(x: [f64; 4], w: [f64; 4]) -> f64 { sigmoid(dot(x, w)) }

    /// The parameters after one of Newton's steps.
    pub fn newton(w: [f64; 4], hessian: [[f64; 4]; 4], d: [f64; 4]) -> [f64; 4] {
        w - linear_solve(hessian, d)
    }
}

fn main() {
    let options = Options::of_command_line();
    let universe = mpi::initialize().expect("nobody has initialized MPI before");
    let world = universe.world();
    let split = Split::new(&options, world.size());
    let held = Rows::made(split.held(world.rank()));
    let rows = split::with_whole_chunks(&world, &split, held);
    let start = Instant::now();
    let (w, total) = fitted(&world, &split, &rows);
    let seconds = start.elapsed().as_secs_f64();
    if world.size() == 1 {
        assert_is_one_call(&rows, w, &total);
    }
    let reduced = sums::reduced(&world, &rows, w);
    if world.rank() == 0 {
        report(w, &total, &reduced);
        let processes = world.size();
        eprintln!("{seconds:.2} s for {STEPS} steps of {processes} processes");
    }
}

/// The parameters after all steps, and the sums at them.
fn fitted(world: &SimpleCommunicator, split: &Split, rows: &Rows) -> (Weights, Sums) {
    let mut gather = Gather::new(world, split);
    let mut w = [0.0; 4];
    for number in 0..STEPS {
        let (value, d, hessian) = gather.total(rows, w);
        if world.rank() == 0 {
            println!("step {number}: loss {}", bits(value));
        }
        w = newton(w, hessian, d.w);
    }
    (w, gather.total(rows, w))
}

/// Checks that the sums of chunks, added in order, have the bits of a call over all rows.
fn assert_is_one_call(rows: &Rows, w: Weights, total: &Sums) {
    let one = loss::batch::sum_value_gradient_hessian(&rows.x, &rows.labels, w);
    let bits = |sums| sums::numbers(sums).into_iter().map(f64::to_bits);
    assert!(bits(&one).eq(bits(total)));
}

/// Prints results with their bits, which `tests/mpi/run` compares between numbers of processes.
fn report(w: Weights, total: &Sums, reduced: &[f64]) {
    for (name, value) in ["intercept", "a", "b", "c"].iter().zip(w) {
        println!("parameter {name}: {}", bits(value));
    }
    let all = |numbers: &[f64]| {
        let bits = numbers
            .iter()
            .map(|number| format!("{:016x}", number.to_bits()));
        bits.collect::<Vec<_>>().join(" ")
    };
    println!("sums: {}", all(&sums::numbers(total)));
    // The sums of processes, which MPI adds: their bits depend on the processes.
    println!("sums by all_reduce: {}", all(reduced));
}

fn bits(number: f64) -> String {
    format!("{number:.17e} = {:016x}", number.to_bits())
}
