//! Backward flow of shapes through operators that move, add, join or remove axes.

use super::super::shape::{Refusal, Shape, axis};
use super::Flow;
use alloc::vec;
use alloc::vec::Vec;

type Learned = Result<(), Refusal>;

/// The axis that an attribute names, if it fits; what does not is refused by the operator's own
/// rule.
fn named(flow: &Flow<'_>, name: &'static str, rank: usize) -> Option<usize> {
    axis(name, flow.parameters.int(name), rank).ok()
}

pub(in super::super) fn transposed(flow: &mut Flow<'_>) -> Learned {
    let Some(output) = flow.output(0) else {
        return Ok(());
    };
    let axes = flow.parameters.ints("axes");
    if !axes.is_empty() && axes.len() != output.len() {
        return Ok(());
    }
    let mut data = vec![0; output.len()];
    for (at, &extent) in output.iter().enumerate() {
        let from = match axes.get(at) {
            None => output.len() - 1 - at,
            Some(&from) => match axis("axes", from, output.len()) {
                Ok(from) => from,
                Err(_) => return Ok(()),
            },
        };
        data[from] = extent;
    }
    flow.learn_input(0, &data)
}

pub(in super::super) fn swapped(flow: &mut Flow<'_>) -> Learned {
    let Some(mut data) = flow.output(0).cloned() else {
        return Ok(());
    };
    let (first, second) = (
        named(flow, "dim1", data.len()),
        named(flow, "dim2", data.len()),
    );
    if let (Some(first), Some(second)) = (first, second) {
        data.swap(first, second);
        return flow.learn_input(0, &data);
    }
    Ok(())
}

/// The batch flows back to data whose number of axes is known.
pub(in super::super) fn flattened(flow: &mut Flow<'_>) -> Learned {
    if let (Some(output), Some(data)) = (flow.output(0), flow.input(0)) {
        let mut data = vec![0; data.len()];
        data[0] = output[0];
        return flow.learn_input(0, &data);
    }
    Ok(())
}

pub(in super::super) fn expanded(flow: &mut Flow<'_>) -> Learned {
    let Some(mut data) = flow.output(0).cloned() else {
        return Ok(());
    };
    // MXNet has no number of new axes: it is one.
    let added = flow.parameters.optional_int("num_newaxis").unwrap_or(1);
    let added = usize::try_from(added).unwrap_or(usize::MAX);
    let Some(rank) = data.len().checked_sub(added) else {
        return Ok(());
    };
    if let Some(at) = named(flow, "axis", rank + 1) {
        data.drain(at..at + added);
        return flow.learn_input(0, &data);
    }
    Ok(())
}

/// Where the axes are named, they come back with extent 1.
pub(in super::super) fn squeezed(flow: &mut Flow<'_>) -> Learned {
    let (Some(output), Some(data)) = (flow.output(0), flow.input(0)) else {
        return Ok(());
    };
    let mut ones = vec![false; data.len()];
    for &name in flow.parameters.ints("axis") {
        match axis("axis", name, data.len()) {
            Ok(at) => ones[at] = true,
            Err(_) => return Ok(()),
        }
    }
    let kept = ones.iter().filter(|one| !**one).count();
    if kept == data.len() || kept != output.len() {
        return Ok(());
    }
    let mut rest = output.iter().copied();
    let extents = ones.iter().map(|&one| match one {
        true => 1,
        false => rest.next().unwrap_or(0),
    });
    let extents: Shape = extents.collect();
    flow.learn_input(0, &extents)
}

/// Axes that are not reduced flow back to data whose number of axes is known.
pub(in super::super) fn reduced(flow: &mut Flow<'_>) -> Learned {
    let (Some(output), Some(data)) = (flow.output(0), flow.input(0)) else {
        return Ok(());
    };
    let Ok(marks) = super::super::reduce::reduced(flow.parameters, data.len()) else {
        return Ok(());
    };
    let keep = flow.parameters.bool("keepdims");
    let kept = marks.iter().filter(|mark| keep || !**mark).count();
    if kept != output.len() {
        return Ok(());
    }
    let mut rest = output.iter().copied();
    let extents = marks.iter().map(|&mark| match (mark, keep) {
        (false, _) => rest.next().unwrap_or(0),
        (true, true) => {
            rest.next();
            0
        }
        (true, false) => 0,
    });
    let extents: Shape = extents.collect();
    flow.learn_input(0, &extents)
}

/// One extent that is not known follows from the number of elements.
pub(in super::super) fn reshaped(flow: &mut Flow<'_>) -> Learned {
    let (Some(output), Some(data)) = (flow.output(0), flow.input(0)) else {
        return Ok(());
    };
    if output.contains(&0) || data.iter().filter(|&&extent| extent == 0).count() != 1 {
        return Ok(());
    }
    let product = |shape: &[usize]| {
        let known = shape.iter().filter(|&&extent| extent != 0);
        known.fold(1_usize, |product, &extent| product.saturating_mul(extent))
    };
    let (total, known) = (product(output), product(data));
    if !total.is_multiple_of(known) {
        return Ok(());
    }
    let extents = data.iter().map(|&extent| match extent {
        0 => total / known,
        extent => extent,
    });
    let extents: Shape = extents.collect();
    flow.learn_input(0, &extents)
}

/// All axes but the one along which it joins are those of all inputs; along it, the extent of one
/// input is what the others leave of the output.
pub(in super::super) fn concatenated(flow: &mut Flow<'_>) -> Learned {
    let name = match flow.parameters.optional_int("dim") {
        Some(_) => "dim",
        None => "axis",
    };
    let all = flow.inputs.iter().chain(&flow.outputs).flatten();
    let Some(rank) = all.map(Vec::len).next() else {
        return Ok(());
    };
    let Some(along) = named(flow, name, rank) else {
        return Ok(());
    };
    let mut common = vec![0; rank];
    let all = flow.inputs.iter().chain(&flow.outputs).flatten();
    for shape in all.filter(|shape| shape.len() == rank) {
        for (held, &extent) in common.iter_mut().zip(shape) {
            *held = (*held).max(extent);
        }
    }
    common[along] = 0;
    for index in 0..flow.inputs.len() {
        flow.learn_input(index, &common)?;
    }
    flow.learn_output(0, &common)?;
    let extents = flow.inputs.iter().flatten().map(|shape| shape[along]);
    let extents: Shape = extents.collect();
    let total = flow.output(0).map_or(0, |output| output[along]);
    let sum = extents
        .iter()
        .fold(0_usize, |sum, &x| sum.saturating_add(x));
    let mut open = (0..extents.len()).filter(|&index| extents[index] == 0);
    if let (Some(index), None, Some(rest @ 1..)) =
        (open.next(), open.next(), total.checked_sub(sum))
    {
        common[along] = rest;
        return flow.learn_input(index, &common);
    }
    Ok(())
}

/// The inputs of a stack are its output without the new axis.
pub(in super::super) fn stacked(flow: &mut Flow<'_>) -> Learned {
    flow.equate(0..flow.inputs.len(), 0..0)?;
    let Some(mut data) = flow.output(0).cloned() else {
        return Ok(());
    };
    match named(flow, "axis", data.len()) {
        Some(at) => {
            data.remove(at);
            flow.learn_input(0, &data)?;
            flow.equate(0..flow.inputs.len(), 0..0)
        }
        None => Ok(()),
    }
}

/// All parts of MXNet's split are alike, and side by side they are the data.
pub(in super::super) fn split(flow: &mut Flow<'_>) -> Learned {
    flow.equate(0..0, 0..flow.outputs.len())?;
    let Some(mut data) = flow.output(0).cloned() else {
        return Ok(());
    };
    let count = flow.outputs.len();
    let squeezed = flow.parameters.bool("squeeze_axis");
    if let Some(at) = named(flow, "axis", data.len() + usize::from(squeezed)) {
        match squeezed {
            true => data.insert(at, count),
            false => data[at] = data[at].saturating_mul(count),
        }
        return flow.learn_input(0, &data);
    }
    Ok(())
}
