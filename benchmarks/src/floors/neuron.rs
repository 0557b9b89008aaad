//! Morris and Lecar's neuron. Both tangents and the cosine come from two exponentials: with `e`
//! that of half the second argument, its tangent from the fourth power of `e`, and the cosine from
//! `e` and `1 / e`. The chain from a potential to the next is an exponential and a division, about
//! 80 cycles, and all else runs beside it: a value takes 1500 times this latency, and 115 flops a
//! step reach 8 % of the machine's peak. The way there stores the states and what the functions
//! gave, from which the way back makes all slopes without another exponential; its chain is two
//! fused operations a step.

use super::{fma, lanes};

const STEPS: usize = 1500;
const H: f64 = 0.1;
const H_20: f64 = H / 20.0;
const EACH: f64 = 1.0 / 1500.0;

/// Conductances of calcium, potassium and the leak, current, rate, and four potentials.
pub(crate) type Parameters = [f64; 9];

/// State, open part, target, and hyperbolic cosine and sine, of each step.
pub(crate) type Tape = [[f64; 6]; STEPS];

/// The mean potential.
pub(crate) fn value(p: &Parameters, start: &[f64; 2]) -> f64 {
    run(p, start, |_, _| ())
}

/// Value and gradient.
pub(crate) fn gradient(
    p: &Parameters,
    start: &[f64; 2],
    tape: &mut Tape,
    (by_p, by_start): &mut (Parameters, [f64; 2]),
) -> f64 {
    let mean = run(p, start, |i, step| tape[i] = step);
    let [calcium, potassium, leak, _, rate, v1, v2, v3, v4] = *p;
    let (over_2, over_4) = (1.0 / v2, 1.0 / v4);
    let (by_argument, by_half) = (2.0 * over_4 * H * rate, 0.5 * over_4 * H * rate);
    let (mut v_bar, mut w_bar) = (0.0, 0.0);
    let mut sums = [0.0; 9];
    for &[v, w, open, target, cosh, sinh] in tape.iter().rev() {
        v_bar += EACH;
        let flow_bar = -H_20 * v_bar;
        let (from_calcium, from_potassium, away) = (v - 120.0, v + 84.0, target - w);
        // The slope of a part `y` that is half of one plus a tangent is 2 y (1 - y).
        let by_open = calcium * from_calcium * (2.0 * over_2) * fma(-open, open, open);
        let by_flow = fma(calcium, open, fma(potassium, w, leak)) + by_open;
        let by_gate = fma(
            by_argument * cosh,
            fma(-target, target, target),
            by_half * away * sinh,
        );
        sums[0] = fma(flow_bar, open * from_calcium, sums[0]);
        sums[1] = fma(flow_bar, w * from_potassium, sums[1]);
        sums[2] = fma(flow_bar, v + 60.0, sums[2]);
        sums[3] -= flow_bar;
        sums[4] = fma(w_bar, cosh * away, sums[4]);
        sums[5] = fma(flow_bar, by_open, sums[5]);
        sums[6] = fma(flow_bar, by_open * (v - v1), sums[6]);
        sums[7] = fma(w_bar, by_gate, sums[7]);
        sums[8] = fma(w_bar, by_gate * (v - v3), sums[8]);
        let kept = fma(-H * rate, cosh, 1.0);
        let to_v = fma(-H_20, by_flow, 1.0);
        let to_w = -H_20 * potassium * from_potassium;
        (v_bar, w_bar) = (
            fma(v_bar, to_v, w_bar * by_gate),
            fma(w_bar, kept, v_bar * to_w),
        );
    }
    *by_start = [v_bar, w_bar];
    *by_p = [
        sums[0],
        sums[1],
        sums[2],
        sums[3],
        sums[4] * H,
        -sums[5],
        -sums[6] * over_2,
        -sums[7],
        -sums[8] * over_4,
    ];
    mean
}

/// All steps, each of which is handed on; gives the mean potential.
#[inline(always)]
fn run(p: &Parameters, start: &[f64; 2], mut step: impl FnMut(usize, [f64; 6])) -> f64 {
    let [calcium, potassium, leak, current, rate, v1, v2, v3, v4] = *p;
    let (scale_open, scale_half) = (2.0 / v2, 0.5 / v4);
    let (offset_open, offset_half) = (-v1 * scale_open, -v3 * scale_half);
    let [mut v, mut w] = *start;
    let mut total = 0.0;
    for i in 0..STEPS {
        let opening = lanes::exp_in_tree(fma(v, scale_open, offset_open));
        let half = lanes::exp_in_tree(fma(v, scale_half, offset_half));
        let inverse = 1.0 / half;
        let (cosh, sinh) = (0.5 * (half + inverse), 0.5 * (half - inverse));
        let second = half * half;
        let fourth = second * second;
        let open = 1.0 - 1.0 / (opening + 1.0);
        let target = 1.0 - 1.0 / (fourth + 1.0);
        step(i, [v, w, open, target, cosh, sinh]);
        // What does not wait for the exponential is gathered first.
        let rest = fma(-potassium * w, v + 84.0, fma(-leak, v + 60.0, current));
        let still = fma(H_20, rest, v);
        let w_next = fma(H * rate * cosh, target - w, w);
        v = fma(-H_20 * calcium * (v - 120.0), open, still);
        w = w_next;
        total += v;
    }
    total * EACH
}
