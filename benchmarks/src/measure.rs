//! From a workload to its figures.

use crate::scratch::Build;
use crate::timing::{self, Run};
use crate::workloads::{Memory, Workload};

/// The figures of one generated entry of a workload, in nanoseconds.
pub(crate) struct Row {
    pub(crate) workload: &'static str,
    /// The attributes of the generated code.
    pub(crate) variant: &'static str,
    pub(crate) value: f64,
    pub(crate) gradient: f64,
    pub(crate) floor_value: f64,
    pub(crate) floor_gradient: f64,
    /// Other crates and tools, derivatives only.
    pub(crate) peers: Vec<(String, f64)>,
    /// Kernels by hand that use means which the program may not.
    pub(crate) beyond: Vec<(String, f64)>,
    /// The cost of compiling it, where that was measured.
    pub(crate) build: Option<Build>,
    /// Bytes of arguments, results and workspace of value and gradient.
    pub(crate) memory: Memory,
}

impl Row {
    /// A row with the times of value and gradient, ours and the floor's, alone.
    pub(crate) fn of(
        workload: &'static str,
        variant: &'static str,
        [value, gradient]: [f64; 2],
        [floor_value, floor_gradient]: [f64; 2],
    ) -> Self {
        Self {
            workload,
            variant,
            value,
            gradient,
            floor_value,
            floor_gradient,
            peers: Vec::new(),
            beyond: Vec::new(),
            build: None,
            memory: Memory::default(),
        }
    }

    /// The derivative's time in units of the value's.
    pub(crate) fn growth(&self) -> f64 {
        self.gradient / self.value
    }

    /// The same of the kernel by hand.
    pub(crate) fn floor_growth(&self) -> f64 {
        self.floor_gradient / self.floor_value
    }

    /// The derivative's time in units of the floor's.
    pub(crate) fn over_floor(&self) -> f64 {
        self.gradient / self.floor_gradient
    }

    /// The fastest peer.
    pub(crate) fn best_peer(&self) -> Option<&(String, f64)> {
        self.peers.iter().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Times everything that computes a workload, all in turn.
pub(crate) fn rows(workload: &mut Workload) -> Vec<Row> {
    let Workload {
        name,
        ours,
        floor,
        beyond,
        peers,
        ..
    } = workload;
    let variants: Vec<_> = ours
        .iter()
        .map(|entry| (entry.name, entry.memory))
        .collect();
    let others: Vec<String> = beyond
        .iter()
        .chain(&*peers)
        .map(|c| c.name.clone())
        .collect();
    let entries = ours.iter_mut().chain([floor]);
    let pairs = entries.flat_map(|entry| [&mut entry.value, &mut entry.gradient]);
    let mut bodies: Vec<_> = pairs
        .chain(beyond.iter_mut())
        .chain(peers.iter_mut())
        .map(|contender| |calls| contender.run(calls))
        .collect();
    let mut runs: Vec<Run<'_>> = bodies.iter_mut().map(|body| body as Run<'_>).collect();
    let times = timing::interleaved(&mut runs);

    let (pairs, others_times) = times.split_at(2 * (variants.len() + 1));
    let (pairs, _) = pairs.as_chunks::<2>();
    let (&floor, ours) = pairs.split_last().expect("the floor's");
    let mut named: Vec<(String, f64)> = others
        .into_iter()
        .zip(others_times.iter().copied())
        .collect();
    let peers = named.split_off(beyond.len());
    let rows = variants.into_iter().zip(ours);
    rows.map(|((variant, memory), &times)| Row {
        peers: peers.clone(),
        beyond: named.clone(),
        memory,
        ..Row::of(name, variant, times, floor)
    })
    .collect()
}
