//! A gravity model: the flows are computed once, eight columns at a time, with their sums and those
//! of flows times distances by rows and by columns. The derivative by a flow is a number of its row
//! plus one of its column plus one times its distance, so that all derivatives follow from these
//! sums and two products of the flows with vectors: one more pass with two fused operations a pair.
//! A value takes 49 flops a pair, most of them of the exponential, and a gradient 58, at 22
//! GFlop/s, 38 % of the machine's peak; a third of the time is the roots'.

use wide::f64x8;

use super::{lanes, tree};

const M: usize = 48;
const N: usize = 64;
const GROUPS: usize = N / 8;
const TRAVELLED: f64 = 1500.0;

/// The parameters, or derivatives by them.
#[derive(Clone)]
pub(crate) struct Parameters {
    pub(crate) push: [f64; M],
    pub(crate) pull: [f64; N],
    pub(crate) decay: f64,
}

impl Parameters {
    pub(crate) const ZERO: Self = Self {
        push: [0.0; M],
        pull: [0.0; N],
        decay: 0.0,
    };
}

/// The places, and what leaves and comes there.
pub(crate) struct Seen {
    pub(crate) from: [[f64; 2]; M],
    pub(crate) to: [[f64; 2]; N],
    pub(crate) left: [f64; M],
    pub(crate) came: [f64; N],
}

/// The numbers of places and parameters, by columns, that both passes need.
struct Columns {
    to: [[f64x8; GROUPS]; 2],
    pull: [f64x8; GROUPS],
}

impl Columns {
    #[inline(always)]
    fn new(p: &Parameters, seen: &Seen) -> Self {
        Self {
            to: std::array::from_fn(|k| vectors(&seen.to.map(|to| to[k]))),
            pull: vectors(&p.pull),
        }
    }

    /// The flows from a place to eight places, and the distances.
    #[inline(always)]
    fn flow(&self, from: &[f64x8; 2], push: f64x8, decay: f64, group: usize) -> (f64x8, f64x8) {
        let [across, up] = [0, 1].map(|k| from[k] - self.to[k][group]);
        let distance = across.mul_add(across, up * up).sqrt();
        let height = distance.mul_add(f64x8::splat(-decay), push + self.pull[group]);
        (lanes::exp_of(height), distance)
    }
}

/// The squared errors.
pub(crate) fn value(p: &Parameters, seen: &Seen) -> f64 {
    let columns = Columns::new(p, seen);
    let mut came = [f64x8::ZERO; GROUPS];
    let mut left = [0.0; M];
    let mut travelled = f64x8::ZERO;
    for i in 0..M {
        let (from, push) = (seen.from[i].map(f64x8::splat), f64x8::splat(p.push[i]));
        let mut row = f64x8::ZERO;
        for group in 0..GROUPS {
            let (flow, distance) = columns.flow(&from, push, p.decay, group);
            row += flow;
            came[group] += flow;
            travelled = flow.mul_add(distance, travelled);
        }
        left[i] = tree(&row.to_array());
    }
    let came = numbers(&came);
    let travelled = (tree(&travelled.to_array()) / TRAVELLED).ln();
    errors(&left, &seen.left).1 + errors(&came, &seen.came).1 + travelled * travelled
}

/// Value and gradient.
pub(crate) fn gradient(p: &Parameters, seen: &Seen, g: &mut Parameters) -> f64 {
    let columns = Columns::new(p, seen);
    let mut flows = [[f64x8::ZERO; GROUPS]; M];
    let (mut came, mut came_far) = ([f64x8::ZERO; GROUPS], [f64x8::ZERO; GROUPS]);
    let (mut left, mut left_far) = ([0.0; M], [0.0; M]);
    let mut farther = f64x8::ZERO;
    for i in 0..M {
        let (from, push) = (seen.from[i].map(f64x8::splat), f64x8::splat(p.push[i]));
        let (mut row, mut row_far) = (f64x8::ZERO, f64x8::ZERO);
        for group in 0..GROUPS {
            let (flow, distance) = columns.flow(&from, push, p.decay, group);
            let far = flow * distance;
            flows[i][group] = flow;
            row += flow;
            row_far += far;
            came[group] += flow;
            came_far[group] += far;
            farther = far.mul_add(distance, farther);
        }
        left[i] = tree(&row.to_array());
        left_far[i] = tree(&row_far.to_array());
    }
    let (came, came_far) = (numbers(&came), numbers(&came_far));
    let far: f64 = left_far.iter().sum();
    let travelled = (far / TRAVELLED).ln();
    let by_far = 2.0 * travelled / far;
    let (by_left, left_error) = errors(&left, &seen.left);
    let (by_came, came_error) = errors(&came, &seen.came);
    let by_column = vectors(&by_came);
    let mut sums = [f64x8::ZERO; GROUPS];
    for i in 0..M {
        let by_row = f64x8::splat(by_left[i]);
        let mut row = f64x8::ZERO;
        for group in 0..GROUPS {
            row = flows[i][group].mul_add(by_column[group], row);
            sums[group] = flows[i][group].mul_add(by_row, sums[group]);
        }
        g.push[i] = by_left[i] * left[i] + by_far * left_far[i] + tree(&row.to_array());
    }
    let sums = numbers(&sums);
    for j in 0..N {
        g.pull[j] = by_came[j] * came[j] + by_far * came_far[j] + sums[j];
    }
    let weighted = |by: &[f64], far: &[f64]| by.iter().zip(far).map(|(b, f)| b * f).sum::<f64>();
    g.decay = -weighted(&by_left, &left_far)
        - weighted(&by_came, &came_far)
        - by_far * tree(&farther.to_array());
    left_error + came_error + travelled * travelled
}

/// The derivatives by sums of the squared errors of their logarithms, and these errors.
#[inline(always)]
fn errors<const K: usize>(sums: &[f64; K], seen: &[f64; K]) -> ([f64; K], f64) {
    let mut by = [0.0; K];
    let mut total = 0.0;
    for i in 0..K {
        by[i] = lanes::ln(sums[i] / seen[i]);
    }
    for i in 0..K {
        total += by[i] * by[i];
        by[i] = 2.0 * by[i] / sums[i];
    }
    (by, total)
}

#[inline(always)]
fn vectors(numbers: &[f64; N]) -> [f64x8; GROUPS] {
    let (groups, _) = numbers.as_chunks::<8>();
    std::array::from_fn(|group| f64x8::from(groups[group]))
}

#[inline(always)]
fn numbers(vectors: &[f64x8; GROUPS]) -> [f64; N] {
    let arrays = vectors.map(f64x8::to_array);
    *arrays.as_flattened().first_chunk().expect("64 numbers")
}
