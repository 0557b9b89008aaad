//! Whole Hessians: each function's lines are ours first, then other ways.

use std::time::Instant;

use super::chain::{self, ENTRIES, N};
use super::{ratio, render};
use crate::check::difference;
use crate::contender::{Contender, Input};
use crate::external;
use crate::table::time;
use crate::timing::{self, Run};
use crate::workloads;

/// The table.
pub(super) fn table(peers: bool) -> Result<String, String> {
    let mut rows = Vec::new();
    rows.extend(chain_rows(peers)?);
    let times = medians(&mut workloads::ba_hessians())?;
    rows.extend(lines("ba", &times));
    Ok(render(["function", "computed", "time", "ratio"], rows))
}

/// The times of all contenders with the first one's result, by their names.
fn medians(contenders: &mut [Contender]) -> Result<Vec<(String, f64)>, String> {
    let (first, others) = contenders.split_first_mut().ok_or("nothing to time")?;
    let expected = first.result();
    for other in others {
        // Contenders that compute more have the entries at the end.
        let found = other.result();
        let found = &found[found.len().saturating_sub(expected.len())..];
        let error = difference(found, &expected);
        let close = error <= 1e-12;
        if !close {
            return Err(format!("{}: differs by {error:.1e}", other.name));
        }
    }
    let names: Vec<String> = contenders.iter().map(|c| c.name.clone()).collect();
    let mut bodies: Vec<_> = { contenders.iter_mut() }
        .map(|contender| |calls| contender.run(calls))
        .collect();
    let mut runs: Vec<Run<'_>> = bodies.iter_mut().map(|body| body as Run<'_>).collect();
    Ok(names
        .into_iter()
        .zip(timing::interleaved(&mut runs))
        .collect())
}

fn lines(function: &str, times: &[(String, f64)]) -> Vec<[String; 4]> {
    let first = times.first().map_or(f64::NAN, |(_, first)| *first);
    let lines = times.iter().map(|(name, own)| {
        [
            function.to_owned(),
            name.clone(),
            time(*own),
            ratio(*own, first),
        ]
    });
    lines.collect()
}

fn chain_rows(peers: bool) -> Result<Vec<[String; 4]>, String> {
    let x = Input::new(std::array::from_fn(|i| 0.5 + 0.3 * (i % 7) as f64));
    let mut contenders = [
        Contender::new(
            "sparse Hessian",
            &x,
            [0.0; ENTRIES],
            chain::chain::sparse_hessian_into,
            |entries| entries.to_vec(),
        ),
        Contender::new(
            "value, gradient and sparse Hessian",
            &x,
            (0.0, chain::chain::Adjoint::ZERO, [0.0; ENTRIES]),
            |x, (value, gradient, entries)| {
                *value = chain::chain::value_gradient_sparse_hessian_into(x, gradient, entries);
            },
            |(_, _, entries)| entries.to_vec(),
        ),
        Contender::new(
            "sparse Hessian by hand",
            &x,
            [0.0; ENTRIES],
            chain::by_hand,
            |entries| entries.to_vec(),
        ),
        Contender::new(
            "value, gradient and sparse Hessian by hand",
            &x,
            (0.0, [0.0; N], [0.0; ENTRIES]),
            |x, (value, gradient, entries)| {
                *value = chain::all_by_hand(x, gradient, entries);
            },
            |(_, _, entries)| entries.to_vec(),
        ),
    ];
    let mut times = medians(&mut contenders)?;
    // Once: a second or so.
    let mut lower = Vec::new();
    let start = Instant::now();
    chain::by_num_dual(&x, N, &mut lower);
    times.push((
        "dense Hessian, num-dual".to_owned(),
        start.elapsed().as_secs_f64() * 1e9,
    ));
    if peers {
        external::write_case("chain", &[("x", x.to_vec())], &contenders[0].result())?;
        for found in external::run(&["chain"])? {
            times.push((format!("sparse Hessian, {}", found.tool), found.ns));
        }
    }
    Ok(lines("chain", &times))
}
