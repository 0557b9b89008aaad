//! Parts shared by convolutions and transposed convolutions: attributes, groups of filters, and the
//! bias.

use super::body::{Application, along, extents};
use super::dtype::check_dtype;
use super::shape::{Refusal, extent, misfit, mismatch};
use super::window::{Layout, kernel, spatial};
use super::{Attribute, Parameters, optional};
use crate::nnvm::attribute_text::Kind::Choice;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Contraction;
use graph_ir::{Element, Result as Built, Wire};

pub(super) const LAYER: &[&str] = &["data", "weight", "bias"];
pub(super) const LAYOUTS: &[&str] = &["None", "NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"];
pub(super) const TUNE: Attribute = optional(
    "cudnn_tune",
    Choice(&["None", "fastest", "limited_workspace", "off"]),
    "None",
);
/// The types that NNVM lets a convolution compute in; `same` is that of the data.
pub(super) const OUT_DTYPE: Attribute = optional(
    "out_dtype",
    Choice(&[
        "same", "float16", "float32", "float64", "int16", "int32", "int64", "int8", "uint16",
        "uint32", "uint64", "uint8",
    ]),
    "same",
);

/// The names that a program gives to attributes.
pub(super) struct Names {
    pub(super) kernel: &'static str,
    pub(super) stride: &'static str,
    pub(super) dilation: &'static str,
    pub(super) padding: &'static str,
    pub(super) filters: &'static str,
    pub(super) groups: &'static str,
}

pub(super) const MXNET_NAMES: Names = Names {
    kernel: "kernel",
    stride: "stride",
    dilation: "dilate",
    padding: "pad",
    filters: "num_filter",
    groups: "num_group",
};
pub(super) const NNVM_NAMES: Names = Names {
    kernel: "kernel_size",
    stride: "strides",
    dilation: "dilation",
    padding: "padding",
    filters: "channels",
    groups: "groups",
};

impl Names {
    /// The kernel, the strides and the dilations, one number for each axis of space.
    pub(super) fn window(&self, parameters: &Parameters) -> Result<[Vec<usize>; 3], Refusal> {
        let kernel = kernel(self.kernel, parameters)?;
        let strides = spatial(self.stride, parameters, kernel.len(), 1, 1)?;
        let dilations = spatial(self.dilation, parameters, kernel.len(), 1, 1)?;
        Ok([kernel, strides, dilations])
    }

    /// How many filters there are, and into how many groups they and the channels are cut, which
    /// see nothing of each other.
    pub(super) fn filters(
        &self,
        parameters: &Parameters,
        channels: usize,
    ) -> Result<(usize, usize), Refusal> {
        let filters = extent(self.filters, parameters.int(self.filters))?;
        let groups = extent(self.groups, parameters.int(self.groups))?;
        if !channels.is_multiple_of(groups) {
            let expected = format!("a divisor of the {channels} channels");
            return Err(misfit(self.groups, expected, groups));
        }
        if !filters.is_multiple_of(groups) {
            let expected = format!("a multiple of the {groups} groups");
            return Err(misfit(self.filters, expected, filters));
        }
        Ok((filters, groups))
    }
}

/// Checks that data has a batch, channels, and so many axes of space.
pub(super) fn check_rank(data: &[usize], space: usize) -> Result<(), Refusal> {
    if data.len() == space + 2 {
        return Ok(());
    }
    let expected = format!("a batch, channels, and {space} axes of space");
    Err(mismatch(0, expected, data))
}

/// NNVM lets a convolution be computed in a type of its own.
pub(super) fn check_out_dtype(parameters: &Parameters) -> Result<(), Refusal> {
    match parameters.word("out_dtype") {
        "same" => Ok(()),
        _ => check_dtype("out_dtype", parameters),
    }
}

/// Windows `(batch, channels, windows .., places ..)` times a weight
/// `(filters, channels of a group, places ..)`: `(batch, filters, windows ..)`.
pub(super) fn grouped<'b>(
    data: Wire<'b>,
    weight: Wire<'b>,
    groups: usize,
    space: usize,
) -> Built<Wire<'b>> {
    let builder = data.builder();
    let (held, filters) = (extents(data)?, extents(weight)?);
    let apart = |shape: &[usize], axis: usize| {
        let mut shape = shape.to_vec();
        shape.splice(axis..=axis, [groups, shape[axis] / groups]);
        graph_ir::Shape::new(&shape)
    };
    if groups == 1 {
        let mut contracted = vec![(1, 1)];
        contracted.extend((2..).zip(2 + space..2 + 2 * space));
        let contraction = Contraction {
            batch: Vec::new(),
            contracted,
            absolute: false,
        };
        let value = builder.contract(weight, data, &contraction)?;
        let mut order: Vec<usize> = (0..space + 2).collect();
        order.swap(0, 1);
        return builder.transpose(value, &order);
    }
    let data = builder.reshape(data, &apart(&held, 1)?)?;
    let weight = builder.reshape(weight, &apart(&filters, 0)?)?;
    let mut contracted = vec![(2, 2)];
    contracted.extend((3..).zip(3 + space..3 + 2 * space));
    let contraction = Contraction {
        batch: vec![(0, 1)],
        contracted,
        absolute: false,
    };
    // Groups, filters of a group, batch, windows.
    let value = builder.contract(weight, data, &contraction)?;
    let mut order: Vec<usize> = (0..space + 3).collect();
    order[..3].copy_from_slice(&[2, 0, 1]);
    let value = builder.transpose(value, &order)?;
    let mut shape = vec![held[0], filters[0]];
    shape.extend(&held[2..2 + space]);
    builder.reshape(value, &graph_ir::Shape::new(&shape)?)
}

/// The value plus a number for each filter, in the layout and type of the output.
pub(super) fn biased<'b>(
    call: &Application<'_, 'b>,
    mut value: Wire<'b>,
    plain: &[usize],
    output: &Layout,
) -> Built<Vec<Wire<'b>>> {
    if let Some(&bias) = call.inputs.get(2) {
        value = value + along(call.float(bias)?, plain, 1)?;
    }
    let value = output.close(value)?;
    let integers = match call.parameters.word("out_dtype") {
        "int32" | "int64" => true,
        "" | "same" => call.data().ty()?.element == Element::I64,
        _ => false,
    };
    Ok(vec![match integers {
        true => call.builder.cast(value, Element::I64)?,
        false => value,
    }])
}
