//! Coordinates along the layers: each layer is stretched so that its members lie as near as they
//! can to their neighbours above and below, in their order and without overlap.
//!
//! For one layer that is a problem of least squares under a chain of inequalities, which isotonic
//! regression solves exactly and in linear time by pooling neighbours (R. E. Barlow, D. J.
//! Bartholomew, J. M. Bremner and H. D. Brunk, *Statistical Inference under Order Restrictions*,
//! Wiley 1972).

use super::Net;
use alloc::vec;
use alloc::vec::Vec;

/// How many times the layers are gone through.
const SWEEPS: usize = 12;

/// How much more the parts of one long edge attract each other than shapes do: it should be
/// straight before anything else is.
const STRAIGHT: f64 = 8.0;

/// How much less a shape with only one neighbour, such as the weights of a layer of a network,
/// counts than others: it follows its neighbour.
const LOOSE: f64 = 0.02;

/// The coordinates of the centres of all shapes and points; the left end is 0.
pub(super) fn stretch(net: &Net) -> Vec<f64> {
    let mut centres = vec![0.0; net.layer.len()];
    for row in &net.rows {
        let mut x = 0.0;
        for pair in row.windows(2) {
            x += net.distance(pair[0], pair[1]);
            centres[pair[1]] = x;
        }
    }
    for sweep in 0..SWEEPS {
        let depth = net.rows.len();
        for step in 0..depth {
            let layer = if sweep % 2 == 0 {
                step
            } else {
                depth - 1 - step
            };
            // At first from one side only, so that what is far away has its say.
            let sides = match (sweep + 4 < SWEEPS, sweep % 2 == 0) {
                (true, true) => [true, false],
                (true, false) => [false, true],
                (false, _) => [true, true],
            };
            place_row(net, &net.rows[layer], sides, &mut centres);
        }
    }
    straighten(net, &mut centres);
    let left = (0..net.layer.len()).map(|v| centres[v] - net.width[v] / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    centres.iter_mut().for_each(|x| *x -= left);
    centres
}

/// Makes long edges upright over as many layers as they can be between the shapes beside them.
fn straighten(net: &Net, centres: &mut [f64]) {
    let mut place = vec![0; net.layer.len()];
    for row in &net.rows {
        for (position, &member) in row.iter().enumerate() {
            place[member] = position;
        }
    }
    let room = |member: usize, centres: &[f64]| {
        let (row, at) = (&net.rows[net.layer[member]], place[member]);
        let left = at.checked_sub(1).map(|before| row[before]);
        let left = left.map(|left| centres[left] + net.distance(left, member));
        let right = row.get(at + 1);
        let right = right.map(|&right| centres[right] - net.distance(member, right));
        (
            left.unwrap_or(f64::NEG_INFINITY),
            right.unwrap_or(f64::INFINITY),
        )
    };
    let mut done = vec![false; net.layer.len()];
    for first in net.solid..net.layer.len() {
        let mut next = (!done[first]).then_some(first);
        while let Some(start) = next {
            // Points one below the other that have room in common.
            let (mut low, mut high) = room(start, centres);
            let mut points = vec![start];
            next = None;
            let mut last = start;
            while let Some(&below) = net.below[last].iter().find(|&&n| n >= net.solid) {
                if done[below] {
                    break;
                }
                let (left, right) = room(below, centres);
                if low.max(left) > high.min(right) {
                    next = Some(below);
                    break;
                }
                (low, high) = (low.max(left), high.min(right));
                points.push(below);
                last = below;
            }
            let sum: f64 = points.iter().map(|&point| centres[point]).sum();
            let mean = sum / points.len() as f64;
            for point in points {
                done[point] = true;
                // Room that rounding took away is no room.
                if low <= high {
                    centres[point] = mean.max(low).min(high);
                }
            }
        }
    }
}

/// How much a member of a layer is drawn to a neighbour.
fn pull(net: &Net, member: usize, neighbour: usize) -> f64 {
    let ends = |member: usize| net.above[member].len() + net.below[member].len() <= 1;
    match member >= net.solid && neighbour >= net.solid {
        true => STRAIGHT,
        false if ends(neighbour) != ends(member) => LOOSE,
        false => 1.0,
    }
}

/// Places a row with regard to the layers above and below, as asked for.
fn place_row(net: &Net, row: &[usize], [above, below]: [bool; 2], centres: &mut [f64]) {
    // Pools: the mean of what their members want, less the space that those before them need;
    // the weight; and the number of members.
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    let mut previous = None;
    for &member in row {
        offset += previous.map_or(0.0, |previous| net.distance(previous, member));
        previous = Some(member);
        let (mut sum, mut weight) = (0.0, 0.0);
        let sides = [(above, &net.above), (below, &net.below)];
        for (_, neighbours) in sides.into_iter().filter(|(asked, _)| *asked) {
            for &neighbour in &neighbours[member] {
                let pull = pull(net, member, neighbour);
                sum += pull * centres[neighbour];
                weight += pull;
            }
        }
        // Without a neighbour it stays where it is, unless it is in the way.
        let wanted = if weight > 0.0 {
            sum / weight
        } else {
            centres[member]
        };
        let mut pool = (wanted - offset, weight.max(LOOSE / 2.0), 1);
        while let Some(&(mean, weight, count)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            pools.pop();
            let total = weight + pool.1;
            pool = (
                (mean * weight + pool.0 * pool.1) / total,
                total,
                count + pool.2,
            );
        }
        pools.push(pool);
    }
    let means = pools.iter();
    let means = means.flat_map(|&(mean, _, count)| core::iter::repeat_n(mean, count));
    let mut offset = 0.0;
    let mut previous = None;
    for (&member, mean) in row.iter().zip(means) {
        offset += previous.map_or(0.0, |previous| net.distance(previous, member));
        previous = Some(member);
        centres[member] = mean + offset;
    }
}
