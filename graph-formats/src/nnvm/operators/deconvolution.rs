//! Transposed convolutions: maps from the adjoint of a convolution's output to that of its data.
//!
//! The data is spread out by the stride, and every window of that is contracted with the weight
//! turned round.

use super::body::{Application, Body, extents, slice};
use super::filters::{
    LAYER, LAYOUTS, MXNET_NAMES, NNVM_NAMES, Names, OUT_DTYPE, TUNE, biased, check_out_dtype,
    check_rank, grouped,
};
use super::shape::{Refusal, Shape, Shapes, expect, known, misfit, shown};
use super::window::{Layout, Span, kernel, spatial, windows};
use super::{Inputs, Is, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, Text};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::ops::Slice;
use graph_ir::{Result as Built, Type, Wire};

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Deconvolution"],
        NONE,
        Inputs::LastUnless(LAYER, "no_bias", Is::True),
        &[
            required("kernel", Ints),
            optional("stride", Ints, "()"),
            optional("dilate", Ints, "()"),
            optional("pad", Ints, "()"),
            optional("adj", Ints, "()"),
            optional("target_shape", Ints, "()"),
            required("num_filter", Int),
            optional("num_group", Int, "1"),
            optional("workspace", Int, "512"),
            optional("no_bias", Bool, "1"),
            TUNE,
            optional("cudnn_off", Bool, "0"),
            optional("layout", Choice(LAYOUTS), "None"),
        ],
        |parameters, inputs| Transposed::mxnet(parameters, known(inputs, 0)?)?.shapes(inputs),
        Body::Rule(
            |call| match Transposed::mxnet(call.parameters, &extents(call.data())?) {
                Ok(transposed) => transposed.value(call),
                Err(_) => Ok(Vec::new()),
            },
        ),
    ),
    operator(
        NONE,
        &["conv2d_transpose"],
        Inputs::LastUnless(LAYER, "use_bias", Is::False),
        &[
            required("channels", Int),
            required("kernel_size", Ints),
            optional("strides", Ints, "(1, 1)"),
            optional("output_padding", Ints, "(0, 0)"),
            optional("padding", Ints, "(0, 0)"),
            optional("dilation", Ints, "(1, 1)"),
            optional("groups", Int, "1"),
            optional("layout", Text, "NCHW"),
            optional("kernel_layout", Text, "OIHW"),
            OUT_DTYPE,
            optional("use_bias", Bool, "1"),
        ],
        |parameters, inputs| Transposed::nnvm(parameters, known(inputs, 0)?)?.shapes(inputs),
        Body::Rule(
            |call| match Transposed::nnvm(call.parameters, &extents(call.data())?) {
                Ok(transposed) => transposed.value(call),
                Err(_) => Ok(Vec::new()),
            },
        ),
    ),
];

/// A transposed convolution with everything that its attributes say of it.
pub(super) struct Transposed {
    pub(super) batch: usize,
    pub(super) channels: usize,
    pub(super) filters: usize,
    pub(super) groups: usize,
    pub(super) axes: Vec<Axis>,
    pub(super) data: Layout,
    pub(super) weight: Layout,
}

/// How the data is spread along an axis.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) kernel: usize,
    pub(super) stride: usize,
    pub(super) dilation: usize,
    /// How much of the result is cut off at the start.
    pub(super) cut: usize,
    /// The extent of the result.
    pub(super) output: usize,
}

impl Axis {
    /// The extent of the result before anything is cut off.
    fn whole(self) -> usize {
        self.stride * (self.extent - 1) + self.reach()
    }

    fn reach(self) -> usize {
        self.dilation * (self.kernel - 1) + 1
    }
}

impl Transposed {
    fn mxnet(parameters: &Parameters, data: &[usize]) -> Result<Self, Refusal> {
        let space = kernel(MXNET_NAMES.kernel, parameters)?.len();
        let layout = Layout::of("layout", parameters, "NCDHW", space)?;
        let layouts = [layout.clone(), layout];
        let mut found = Self::new(parameters, &MXNET_NAMES, layouts, data)?;
        let target = spatial("target_shape", parameters, space, 0, 0)?;
        if target.iter().all(|&extent| extent == 0) {
            found.cut(parameters, &MXNET_NAMES, "adj")?;
            return Ok(found);
        }
        for (axis, &output) in found.axes.iter_mut().zip(&target) {
            if output == 0 || output > axis.whole() {
                let expected = "extents that the windows can reach";
                return Err(misfit("target_shape", expected, shown(&target)));
            }
            axis.cut = (axis.whole() - output).div_ceil(2);
            axis.output = output;
        }
        Ok(found)
    }

    fn nnvm(parameters: &Parameters, data: &[usize]) -> Result<Self, Refusal> {
        let kernel = kernel(NNVM_NAMES.kernel, parameters)?;
        if kernel.len() != 2 {
            let found = shown(&kernel);
            return Err(misfit(NNVM_NAMES.kernel, "two extents of a window", found));
        }
        check_out_dtype(parameters)?;
        let layouts = [
            Layout::of("layout", parameters, "NCHW", 2)?,
            Layout::of("kernel_layout", parameters, "OIHW", 2)?,
        ];
        let mut found = Self::new(parameters, &NNVM_NAMES, layouts, data)?;
        found.cut(parameters, &NNVM_NAMES, "output_padding")?;
        Ok(found)
    }

    /// With nothing cut off yet.
    fn new(
        parameters: &Parameters,
        names: &Names,
        [layout, weight]: [Layout; 2],
        data: &[usize],
    ) -> Result<Self, Refusal> {
        let [kernel, strides, dilations] = names.window(parameters)?;
        check_rank(data, kernel.len())?;
        let plain = layout.plain(data);
        let (filters, groups) = names.filters(parameters, plain[1])?;
        let axis = |index: usize| Axis {
            extent: plain[index + 2],
            kernel: kernel[index],
            stride: strides[index],
            dilation: dilations[index],
            cut: 0,
            output: 0,
        };
        Ok(Self {
            batch: plain[0],
            channels: plain[1],
            filters,
            groups,
            axes: (0..kernel.len()).map(axis).collect(),
            data: layout,
            weight,
        })
    }

    /// Cuts off as much at both ends as the padding says, and adds at the end what `more` says.
    fn cut(
        &mut self,
        parameters: &Parameters,
        names: &Names,
        more_name: &'static str,
    ) -> Result<(), Refusal> {
        let pads = spatial(names.padding, parameters, self.axes.len(), 0, 0)?;
        let more = spatial(more_name, parameters, self.axes.len(), 0, 0)?;
        for (index, axis) in self.axes.iter_mut().enumerate() {
            if more[index] >= axis.stride {
                let expected = "numbers below the strides";
                return Err(misfit(more_name, expected, shown(&more)));
            }
            let whole = axis.whole() + more[index];
            axis.cut = pads[index];
            axis.output = match whole.checked_sub(2 * pads[index]) {
                Some(output) if output > 0 => output,
                _ => {
                    let expected = format!("less than half of {whole} along axis {index} of space");
                    return Err(misfit(names.padding, expected, shown(&pads)));
                }
            };
        }
        Ok(())
    }

    fn shapes(&self, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
        let mut weight = vec![self.channels, self.filters / self.groups];
        weight.extend(self.axes.iter().map(|axis| axis.kernel));
        let weight = expect(inputs, 1, self.weight.laid(&weight))?;
        let mut shapes = vec![known(inputs, 0)?.clone(), weight];
        if inputs.len() > 2 {
            shapes.push(expect(inputs, 2, vec![self.filters])?);
        }
        Ok(Shapes::new(shapes, self.data.laid(&self.plain_output())))
    }

    pub(super) fn plain_output(&self) -> Shape {
        let mut output = vec![self.batch, self.filters];
        output.extend(self.axes.iter().map(|axis| axis.output));
        output
    }

    fn value<'b>(&self, call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
        let data = self.data.open(call.float(call.data())?)?;
        let weight = self.weight.open(call.float(call.inputs[1])?)?;
        let value = self.plain_value(call, data, weight)?;
        biased(call, value, &self.plain_output(), &self.data)
    }

    /// The value for data and a weight whose layouts are plain, without a bias.
    pub(super) fn plain_value<'b>(
        &self,
        call: &Application<'_, 'b>,
        data: Wire<'b>,
        weight: Wire<'b>,
    ) -> Built<Wire<'b>> {
        let data = self.spread(call, data)?;
        let spans = self.axes.iter().map(|axis| Span {
            extent: axis.output + axis.reach() - 1,
            kernel: axis.kernel,
            stride: 1,
            dilation: axis.dilation,
            before: 0,
            count: axis.output,
        });
        let spans: Vec<Span> = spans.collect();
        let windows = windows(data, &spans, call.literal(0.0))?;
        grouped(windows, self.turned(weight)?, self.groups, spans.len())
    }

    /// The data `stride` apart with zeros between and around, as much as the windows see.
    fn spread<'b>(&self, call: &Application<'_, 'b>, data: Wire<'b>) -> Built<Wire<'b>> {
        let whole = [self.batch, self.channels];
        let (mut extents, mut seen) = (whole.to_vec(), whole.to_vec());
        let (mut places, mut ranges) = (vec![(0, 1); 2], vec![(0, 1); 2]);
        for axis in &self.axes {
            let reach = axis.reach();
            let length = (axis.whole() + reach - 1).max(axis.cut + axis.output + reach - 1);
            extents.push(length);
            places.push((signed(reach - 1), signed(axis.stride)));
            seen.push(axis.output + reach - 1);
            ranges.push((signed(axis.cut), 1));
        }
        let ty = Type::new(call.element, graph_ir::Shape::new(&extents)?);
        let place = Slice::from_known(places);
        let data = call
            .builder
            .assemble(call.literal(0.0), &[(data, place)], &ty)?;
        slice(data, ranges, &seen)
    }

    /// The weight `(channels, filters of a group, places ..)` as that of a convolution: filters
    /// first, and places from the last to the first.
    fn turned<'b>(&self, weight: Wire<'b>) -> Built<Wire<'b>> {
        let builder = weight.builder();
        let (inner, per_group) = (self.channels / self.groups, self.filters / self.groups);
        let kernel: Vec<usize> = self.axes.iter().map(|axis| axis.kernel).collect();
        let mut ranges = vec![(0, 1); 2];
        ranges.extend(kernel.iter().map(|&extent| (signed(extent) - 1, -1)));
        let shape = [&[self.channels, per_group], &kernel[..]].concat();
        let weight = slice(weight, ranges, &shape)?;
        let shape = [&[self.groups, inner, per_group], &kernel[..]].concat();
        let weight = builder.reshape(weight, &graph_ir::Shape::new(&shape)?)?;
        let mut order: Vec<usize> = (0..shape.len()).collect();
        order.swap(1, 2);
        let weight = builder.transpose(weight, &order)?;
        let shape = [&[self.filters, inner], &kernel[..]].concat();
        builder.reshape(weight, &graph_ir::Shape::new(&shape)?)
    }
}
