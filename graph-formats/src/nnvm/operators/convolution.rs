//! Convolutions: every window of the data is contracted with the weight.

use super::body::{Application, Body, along, extents};
use super::elementwise::check_dtype;
use super::flow;
use super::shape::{Refusal, Shape, Shapes, expect, extent, known, misfit, mismatch, shown};
use super::window::{Layout, Span, kernel, spatial, windows};
use super::{Attribute, Inputs, Is, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, Text};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Contraction;
use graph_ir::{Element, Result as Built, Wire};

pub(super) const LAYER: &[&str] = &["data", "weight", "bias"];
pub(super) const LAYOUTS: &[&str] = &["None", "NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"];
pub(super) const WORKSPACE: Attribute = optional("workspace", Int, "1024");
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
            WORKSPACE,
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
        let kernel = kernel(names.kernel, parameters)?;
        let space = kernel.len();
        let strides = spatial(names.stride, parameters, space, 1, 1)?;
        let dilations = spatial(names.dilation, parameters, space, 1, 1)?;
        let pads = spatial(names.padding, parameters, space, 0, 0)?;
        if data.len() != space + 2 {
            let expected = format!("a batch, channels, and {space} axes of space");
            return Err(mismatch(0, expected, data));
        }
        let plain = layout.plain(data);
        let (channels, filters) = (
            plain[1],
            extent(names.filters, parameters.int(names.filters))?,
        );
        let groups = groups(names.groups, parameters, channels, names.filters, filters)?;
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

/// NNVM lets a convolution be computed in a type of its own.
pub(super) fn check_out_dtype(parameters: &Parameters) -> Result<(), Refusal> {
    match parameters.word("out_dtype") {
        "same" => Ok(()),
        _ => check_dtype("out_dtype", parameters),
    }
}

/// Into how many groups channels and filters are cut, which see nothing of each other.
pub(super) fn groups(
    name: &'static str,
    parameters: &Parameters,
    channels: usize,
    filters_name: &'static str,
    filters: usize,
) -> Result<usize, Refusal> {
    let groups = extent(name, parameters.int(name))?;
    if !channels.is_multiple_of(groups) {
        let expected = format!("a divisor of the {channels} channels");
        return Err(misfit(name, expected, groups));
    }
    if !filters.is_multiple_of(groups) {
        let expected = format!("a multiple of the {groups} groups");
        return Err(misfit(filters_name, expected, filters));
    }
    Ok(groups)
}

/// Windows `(batch, channels, windows .., places ..)` times a weight `(filters, channels of a group,
/// places ..)`: `(batch, filters, windows ..)`.
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
