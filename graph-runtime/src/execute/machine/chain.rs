//! Chains: sums and products one after another.

use graph_math::math::Float;

use crate::execute::code::Register;
use crate::execute::memory::Memory;
use crate::execute::place::Kind;

/// Computes `count` results that lie side by side from `out` on, each from three operands, which
/// may be earlier results.
pub(super) fn chain(
    memory: &mut Memory,
    kind: Kind,
    operands: &[Register],
    out: Register,
    count: u32,
) {
    let (links, _) = operands.as_chunks();
    let links = &links[..count as usize];
    match kind {
        Kind::F32 => apply(&mut memory.f32, links, out as usize),
        _ => apply(&mut memory.f64, links, out as usize),
    }
}

/// Four at a time: with less to do beside them, and code that is not sensitive to where it lies.
fn apply<T: Float>(lane: &mut [T], links: &[[Register; 3]], out: usize) {
    let mut apply = |link: &[Register; 3], result: usize| {
        let [x, y, z] = link.map(|register| lane[register as usize]);
        lane[result] = x * y + z;
    };
    let (fours, rest) = links.as_chunks::<4>();
    let mut result = out;
    for four in fours {
        for (i, link) in four.iter().enumerate() {
            apply(link, result + i);
        }
        result += 4;
    }
    for (i, link) in rest.iter().enumerate() {
        apply(link, result + i);
    }
}
