//! Convolutions: every window of the data is contracted with the weight.

use super::body::{Application, Body, extents};
use super::filters::{
    LAYER, LAYOUTS, MXNET_NAMES, NNVM_NAMES, Names, OUT_DTYPE, TUNE, biased, check_out_dtype,
    check_rank, grouped,
};
use super::flow;
use super::shape::{Refusal, Shape, Shapes, expect, known, misfit, shown};
use super::window::{Layout, Span, spatial, windows};
use super::{Inputs, Is, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, Text};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Result as Built, Wire};

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Convolution"],
        NONE,
        Inputs::LastUnless(LAYER, "no_bias", Is::True),
        &[
            required("kernel", Ints),
            optional("stride", Ints, "()"),
            optional("dilate", Ints, "()"),
            optional("pad", Ints, "()"),
            required("num_filter", Int),
            optional("num_group", Int, "1"),
            optional("workspace", Int, "1024"),
            optional("no_bias", Bool, "0"),
            TUNE,
            optional("cudnn_off", Bool, "0"),
            optional("layout", Choice(LAYOUTS), "None"),
        ],
        |parameters, inputs| Geometry::mxnet(parameters, known(inputs, 0)?)?.shapes(inputs),
        Body::Rule(
            |call| match Geometry::mxnet(call.parameters, &extents(call.data())?) {
                Ok(geometry) => geometry.value(call),
                Err(_) => Ok(Vec::new()),
            },
        ),
    )
    .flowing(flow::convolved),
    operator(
        NONE,
        &["conv2d"],
        Inputs::LastUnless(LAYER, "use_bias", Is::False),
        &[
            required("channels", Int),
            required("kernel_size", Ints),
            optional("strides", Ints, "(1, 1)"),
            optional("padding", Ints, "(0, 0)"),
            optional("dilation", Ints, "(1, 1)"),
            optional("groups", Int, "1"),
            optional("layout", Text, "NCHW"),
            optional("out_layout", Text, "__undef__"),
            optional("kernel_layout", Text, "OIHW"),
            OUT_DTYPE,
            optional("use_bias", Bool, "1"),
        ],
        |parameters, inputs| Geometry::nnvm(parameters, known(inputs, 0)?)?.shapes(inputs),
        Body::Rule(
            |call| match Geometry::nnvm(call.parameters, &extents(call.data())?) {
                Ok(geometry) => geometry.value(call),
                Err(_) => Ok(Vec::new()),
            },
        ),
    )
    .flowing(flow::convolved),
];

/// A convolution with everything that its attributes say of it.
struct Geometry {
    batch: usize,
    channels: usize,
    filters: usize,
    groups: usize,
    spans: Vec<Span>,
    data: Layout,
    weight: Layout,
    output: Layout,
}

impl Geometry {
    fn mxnet(parameters: &Parameters, data: &[usize]) -> Result<Self, Refusal> {
        let space = parameters.ints("kernel").len();
        let layout = |letters| Layout::of("layout", parameters, letters, space.clamp(1, 3));
        // The weight has its filters where the data has its batch.
        let layout = layout("NCDHW")?;
        let layouts = [layout.clone(), layout.clone(), layout];
        Self::new(parameters, &MXNET_NAMES, layouts, data)
    }

    fn nnvm(parameters: &Parameters, data: &[usize]) -> Result<Self, Refusal> {
        if parameters.ints("kernel_size").len() != 2 {
            let found = shown(parameters.ints("kernel_size"));
            return Err(misfit("kernel_size", "two extents of a window", found));
        }
        check_out_dtype(parameters)?;
        let own = Layout::of("layout", parameters, "NCHW", 2)?;
        let output = match parameters.word("out_layout") {
            "__undef__" => own.clone(),
            _ => Layout::of("out_layout", parameters, "NCHW", 2)?,
        };
        let weight = Layout::of("kernel_layout", parameters, "OIHW", 2)?;
        Self::new(parameters, &NNVM_NAMES, [own, weight, output], data)
    }

    fn new(
        parameters: &Parameters,
        names: &Names,
        [layout, weight, output]: [Layout; 3],
        data: &[usize],
    ) -> Result<Self, Refusal> {
        let [kernel, strides, dilations] = names.window(parameters)?;
        let space = kernel.len();
        let pads = spatial(names.padding, parameters, space, 0, 0)?;
        check_rank(data, space)?;
        let plain = layout.plain(data);
        let (channels, (filters, groups)) = (plain[1], names.filters(parameters, plain[1])?);
        let mut spans = Vec::new();
        for axis in 0..space {
            let mut span = Span {
                extent: plain[axis + 2],
                kernel: kernel[axis],
                stride: strides[axis],
                dilation: dilations[axis],
                before: pads[axis],
                count: 0,
            };
            let padded = span.extent + 2 * span.before;
            if span.reach() > padded {
                let expected = format!("a window of at most {padded} along axis {axis} of space");
                return Err(misfit(names.kernel, expected, shown(&kernel)));
            }
            span.count = (padded - span.reach()) / span.stride + 1;
            spans.push(span);
        }
        Ok(Self {
            batch: plain[0],
            channels,
            filters,
            groups,
            spans,
            data: layout,
            weight,
            output,
        })
    }

    fn shapes(&self, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
        let mut weight = vec![self.filters, self.channels / self.groups];
        weight.extend(self.spans.iter().map(|span| span.kernel));
        let weight = expect(inputs, 1, self.weight.laid(&weight))?;
        let mut shapes = vec![known(inputs, 0)?.clone(), weight];
        if inputs.len() > 2 {
            shapes.push(expect(inputs, 2, vec![self.filters])?);
        }
        Ok(Shapes::new(shapes, self.output.laid(&self.plain_output())))
    }

    fn plain_output(&self) -> Shape {
        let mut output = vec![self.batch, self.filters];
        output.extend(self.spans.iter().map(|span| span.count));
        output
    }

    fn value<'b>(&self, call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
        let data = self.data.open(call.float(call.data())?)?;
        let weight = self.weight.open(call.float(call.inputs[1])?)?;
        let windows = windows(data, &self.spans, call.literal(0.0))?;
        let value = grouped(windows, weight, self.groups, self.spans.len())?;
        biased(call, value, &self.plain_output(), &self.output)
    }
}
