//! Programs for many points: the same statements, computing [`LANES`](graph_math::order::LANES) points
//! at once, one in each lane.
//!
//! A graph is scheduled without lanes and kernels, so that each statement computes one number;
//! then every number that differs between points becomes a vector of lanes, and every buffer of
//! such numbers gets a trailing axis with an element for each point. Statements keep their order
//! and their meaning, so each lane has the bits that a point has alone. Numbers that are the same
//! for all points stay scalars, computed once.
//!
//! | file | does |
//! |---|---|
//! | `spread` | finds what differs between points |
//! | `widen` | rewrites the program |
//! | `accumulate` | adds results to what is there, instead of storing them |

mod accumulate;
mod spread;
mod widen;

use graph_ir::error::Result;
use graph_ir::graph::Graph;

use super::clean::clean;
use super::contract::contract;
use super::schedule::unplaced;
use super::split::split;
use super::storage::place;
use super::{Options, Program};

/// What is wanted of a program for many points.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    /// For each input whether each point has its own; the others are the same for all points.
    pub own: &'a [bool],
    /// Whether results are added to what their buffers hold, rather than stored.
    pub adds: bool,
}

/// The program that computes a graph's results for [`LANES`](graph_math::order::LANES) points at once.
/// Inputs that differ between points, and all outputs, have a trailing axis of that extent.
///
/// Both sides of a branch are computed where its condition differs between points; each point
/// takes what is its own.
///
/// `None` where that cannot be said with lanes: where indices or other integers differ between
/// points, where what differs is of several float types, where there are results that are no
/// floats, and where a function of the host is called.
///
/// # Errors
/// Those of [`schedule`](super::schedule).
pub fn schedule_points(
    graph: &Graph,
    points: Points<'_>,
    options: Options,
) -> Result<Option<Program>> {
    let options = Options {
        scalars: true,
        ..options
    };
    let program = unplaced(graph, options)?;
    let Some(mut program) = widen::widen(&program, points.own) else {
        return Ok(None);
    };
    if points.adds {
        accumulate::accumulate(&mut program);
        if options.contract {
            contract(&mut program);
            clean(&mut program);
        }
    }
    if let Some(parts) = options.parts {
        split(&mut program, parts);
    }
    place(&mut program);
    Ok(Some(program))
}
