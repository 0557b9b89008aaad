//! Backward flow of shapes through layers of networks: the batch, and all extents that do not
//! depend on the window.

use super::super::filters::{MXNET_NAMES, NNVM_NAMES};
use super::super::shape::{Refusal, Shape, axis};
use super::super::window::{Layout, kernel, spatial};
use super::Flow;
use alloc::vec;
use alloc::vec::Vec;

type Learned = Result<(), Refusal>;

/// The extent that an attribute gives; 0, which is not known, where it makes no sense.
fn given(flow: &Flow<'_>, name: &str) -> usize {
    usize::try_from(flow.parameters.int(name)).unwrap_or(0)
}

/// The batch flows back; the weight has the number of units even before the data is known.
pub(in super::super) fn fully_connected(flow: &mut Flow<'_>) -> Learned {
    if !flow.parameters.bool("flatten") {
        return units(flow, "num_hidden");
    }
    weight_and_bias(flow, "num_hidden")?;
    let (Some(output), Some(data)) = (flow.output(0), flow.input(0)) else {
        return Ok(());
    };
    let mut data = vec![0; data.len()];
    data[0] = output[0];
    flow.learn_input(0, &data)
}

pub(in super::super) fn dense(flow: &mut Flow<'_>) -> Learned {
    units(flow, "units")
}

/// All axes but the last flow back.
fn units(flow: &mut Flow<'_>, name: &str) -> Learned {
    weight_and_bias(flow, name)?;
    let length = flow.input(1).and_then(|weight| weight.get(1).copied());
    let Some(mut data) = flow.output(0).cloned() else {
        return Ok(());
    };
    if let Some(last) = data.last_mut() {
        *last = length.unwrap_or(0);
    }
    flow.learn_input(0, &data)
}

fn weight_and_bias(flow: &mut Flow<'_>, name: &str) -> Learned {
    let units = given(flow, name);
    flow.learn_input(1, &[units, 0])?;
    flow.learn_input(2, &[units])
}

/// The batch flows back, extents of space where the window moves by 1, and channels from the
/// weight. Without any data the weight is known but for the channels.
pub(in super::super) fn convolved(flow: &mut Flow<'_>) -> Learned {
    // Attributes that do not fit are refused by the operator's own rule, once there is data.
    match Sliding::of(flow) {
        Ok(sliding) => sliding.learn(flow),
        Err(_) => Ok(()),
    }
}

struct Sliding {
    kernel: Vec<usize>,
    strides: Vec<usize>,
    dilations: Vec<usize>,
    pads: Vec<usize>,
    filters: usize,
    groups: usize,
    data: Layout,
    weight: Layout,
    output: Layout,
}

impl Sliding {
    fn of(flow: &Flow<'_>) -> Result<Self, Refusal> {
        let parameters = flow.parameters;
        let mxnet = parameters.optional_int(MXNET_NAMES.filters).is_some();
        let names = if mxnet { MXNET_NAMES } else { NNVM_NAMES };
        let kernel = kernel(names.kernel, parameters)?;
        let space = kernel.len();
        let layout = |name, letters| Layout::of(name, parameters, letters, space);
        let data = layout("layout", "NCDHW")?;
        let (weight, output) = match mxnet {
            true => (data.clone(), data.clone()),
            false => (
                layout("kernel_layout", "OIDHW")?,
                match parameters.word("out_layout") {
                    "__undef__" => data.clone(),
                    _ => layout("out_layout", "NCDHW")?,
                },
            ),
        };
        Ok(Self {
            strides: spatial(names.stride, parameters, space, 1, 1)?,
            dilations: spatial(names.dilation, parameters, space, 1, 1)?,
            pads: spatial(names.padding, parameters, space, 0, 0)?,
            filters: given(flow, names.filters),
            groups: given(flow, names.groups),
            kernel,
            data,
            weight,
            output,
        })
    }

    fn learn(&self, flow: &mut Flow<'_>) -> Learned {
        let space = self.kernel.len();
        let rank = |shape: &&Shape| shape.len() == space + 2;
        let mut weight = vec![self.filters, 0];
        weight.extend(&self.kernel);
        flow.learn_input(1, &self.weight.laid(&weight))?;
        flow.learn_input(2, &[self.filters])?;
        let held = flow.input(1).filter(rank);
        let group = held.map_or(0, |held| self.weight.plain(held)[1]);
        let mut data = vec![0; space + 2];
        data[1] = group.saturating_mul(self.groups);
        if let Some(output) = flow.output(0).filter(rank) {
            let output = self.output.plain(output);
            data[0] = output[0];
            for at in 0..space {
                if self.strides[at] == 1 && output[at + 2] != 0 {
                    let reach = (self.kernel[at] - 1) * self.dilations[at];
                    let padded = output[at + 2].saturating_add(reach);
                    data[at + 2] = padded.saturating_sub(2 * self.pads[at]);
                }
            }
        }
        flow.learn_input(0, &self.data.laid(&data))
    }
}

/// Batch and channels flow back.
pub(in super::super) fn mxnet_pooled(flow: &mut Flow<'_>) -> Learned {
    pooled(flow, "NCDHW")
}

pub(in super::super) fn nnvm_pooled(flow: &mut Flow<'_>) -> Learned {
    pooled(flow, "NCHW")
}

fn pooled(flow: &mut Flow<'_>, letters: &str) -> Learned {
    let Some(output) = flow.output(0) else {
        return Ok(());
    };
    let Some(space @ 1..=3) = output.len().checked_sub(2) else {
        return Ok(());
    };
    let Ok(layout) = Layout::of("layout", flow.parameters, letters, space) else {
        return Ok(());
    };
    let mut data = layout.plain(output);
    data[2..].fill(0);
    flow.learn_input(0, &layout.laid(&data))
}

/// Output and data have one shape, and all parameters the extent of the axis.
pub(in super::super) fn batch_normalised(flow: &mut Flow<'_>) -> Learned {
    parameters_along(flow)?;
    let channels = flow.input(1).cloned().unwrap_or_default();
    flow.learn_output(1, &channels)?;
    flow.learn_output(2, &channels)
}

pub(in super::super) fn layer_normalised(flow: &mut Flow<'_>) -> Learned {
    parameters_along(flow)
}

fn parameters_along(flow: &mut Flow<'_>) -> Learned {
    flow.equate(0..1, 0..1)?;
    flow.equate(1..flow.inputs.len(), 0..0)?;
    let Some(data) = flow.input(0) else {
        return Ok(());
    };
    let mut along = vec![0; data.len()];
    let Ok(axis) = axis("axis", flow.parameters.int("axis"), data.len()) else {
        return Ok(());
    };
    let channels = [data[axis]];
    for index in 1..flow.inputs.len() {
        flow.learn_input(index, &channels)?;
    }
    if let Some(&[extent]) = flow.input(1).map(Vec::as_slice) {
        along[axis] = extent;
    }
    flow.learn_input(0, &along)
}

/// The weight is known from the attributes; the axes of the indices flow back.
pub(in super::super) fn embedded(flow: &mut Flow<'_>) -> Learned {
    let weight = [given(flow, "input_dim"), given(flow, "output_dim")];
    flow.learn_input(1, &weight)?;
    let output = flow.output(0).cloned().unwrap_or_default();
    match output.split_last() {
        Some((_, indices)) => flow.learn_input(0, indices),
        None => Ok(()),
    }
}
