//! The pooling operators, and the windows that their attributes define.

use super::body::{Application, Body, extents};
use super::filters::check_rank;
use super::flow;
use super::pooled::{Counted, Kind, Pool};
use super::shape::{Refusal, Shape, Shapes, known, misfit, mismatch, shown};
use super::window::{Layout, MAX_SPACE, Span, kernel, spatial};
use super::{Attribute, DATA, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Ints, OptionalInt, Text};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Result as Built, Wire};

const POOL_SIZE: Attribute = required("pool_size", Ints);
const STRIDES: Attribute = optional("strides", Ints, "(1, 1)");
const PADDING: Attribute = optional("padding", Ints, "(0, 0)");
const LAYOUT: Attribute = optional("layout", Text, "NCHW");
const CEIL_MODE: Attribute = optional("ceil_mode", Bool, "0");

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Pooling"],
        NONE,
        DATA,
        &[
            optional("kernel", Ints, "()"),
            optional("pool_type", Choice(&["avg", "lp", "max", "sum"]), "max"),
            optional("global_pool", Bool, "0"),
            optional("cudnn_off", Bool, "0"),
            optional(
                "pooling_convention",
                Choice(&["full", "same", "valid"]),
                "valid",
            ),
            optional("stride", Ints, "()"),
            optional("pad", Ints, "()"),
            optional("p_value", OptionalInt, "None"),
            optional(
                "count_include_pad",
                Choice(&["None", "True", "False", "1", "0"]),
                "None",
            ),
            optional("layout", Choice(POOL_LAYOUTS), "None"),
        ],
        |parameters, inputs| Pool::mxnet(parameters, known(inputs, 0)?)?.shapes(inputs),
        Body::Rule(
            |call| match Pool::mxnet(call.parameters, &extents(call.data())?) {
                Ok(pool) => pool.value(call),
                Err(_) => Ok(Vec::new()),
            },
        ),
    )
    .flowing(flow::mxnet_pooled),
    operator(
        NONE,
        &["max_pool2d"],
        DATA,
        &[POOL_SIZE, STRIDES, PADDING, LAYOUT, CEIL_MODE],
        |parameters, inputs| nnvm_pool(parameters, inputs, Kind::Max),
        Body::Rule(|call| nnvm_value(call, Kind::Max)),
    )
    .flowing(flow::nnvm_pooled),
    operator(
        NONE,
        &["avg_pool2d"],
        DATA,
        &[
            POOL_SIZE,
            STRIDES,
            PADDING,
            LAYOUT,
            CEIL_MODE,
            optional("count_include_pad", Bool, "0"),
        ],
        |parameters, inputs| nnvm_pool(parameters, inputs, Kind::average(parameters)),
        Body::Rule(|call| nnvm_value(call, Kind::average(call.parameters))),
    )
    .flowing(flow::nnvm_pooled),
    operator(
        NONE,
        &["global_max_pool2d"],
        DATA,
        &[LAYOUT],
        |parameters, inputs| Pool::global(parameters, known(inputs, 0)?, Kind::Max)?.shapes(inputs),
        Body::Rule(|call| global_value(call, Kind::Max)),
    )
    .flowing(flow::nnvm_pooled),
    operator(
        NONE,
        &["global_avg_pool2d"],
        DATA,
        &[LAYOUT],
        |parameters, inputs| {
            Pool::global(parameters, known(inputs, 0)?, GLOBAL_MEAN)?.shapes(inputs)
        },
        Body::Rule(|call| global_value(call, GLOBAL_MEAN)),
    )
    .flowing(flow::nnvm_pooled),
];

const GLOBAL_MEAN: Kind = Kind::Mean(Counted::Data);
const POOL_LAYOUTS: &[&str] = &["None", "NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"];

impl Kind {
    fn average(parameters: &Parameters) -> Self {
        match parameters.bool("count_include_pad") {
            true => Self::Mean(Counted::All),
            false => Self::Mean(Counted::Data),
        }
    }

    fn mxnet(parameters: &Parameters) -> Result<Self, Refusal> {
        Ok(match parameters.word("pool_type") {
            "max" => Self::Max,
            "sum" => Self::Sum,
            "lp" => match parameters.optional_int("p_value") {
                Some(power @ 1..=3) => Self::Norm(power),
                other => {
                    let found = other.map_or("None".into(), |power| format!("{power}"));
                    return Err(misfit("p_value", "a power from 1 to 3", found));
                }
            },
            _ => Self::Mean(match parameters.word("count_include_pad") {
                "False" | "0" => Counted::Data,
                _ => Counted::Padded,
            }),
        })
    }
}

impl Pool {
    fn mxnet(parameters: &Parameters, data: &[usize]) -> Result<Self, Refusal> {
        let kind = Kind::mxnet(parameters)?;
        if parameters.bool("global_pool") {
            let space = data.len().wrapping_sub(2);
            if !(1..=MAX_SPACE).contains(&space) {
                let expected = format!("a batch, channels, and 1 to {MAX_SPACE} axes of space");
                return Err(mismatch(0, expected, data));
            }
            let layout = Layout::of("layout", parameters, "NCDHW", space)?;
            return Ok(Self::whole(kind, layout, data));
        }
        let kernel = kernel("kernel", parameters)?;
        let space = kernel.len();
        let layout = Layout::of("layout", parameters, "NCDHW", space)?;
        let strides = spatial("stride", parameters, space, 1, 1)?;
        let pads = spatial("pad", parameters, space, 0, 0)?;
        let convention = parameters.word("pooling_convention");
        if convention == "same" && (space != 1 || kind != Kind::Max) {
            let expected = "valid or full but for the largest along one axis of space";
            return Err(misfit("pooling_convention", expected, "same"));
        }
        let pads: Vec<(usize, usize)> = pads.iter().map(|&pad| (pad, pad)).collect();
        Self::new(
            kind,
            layout,
            data,
            &kernel,
            &strides,
            &pads,
            ["kernel", "pad"],
            |span, padded| match convention {
                "same" => padded.div_ceil(span.stride),
                "full" => (padded - span.kernel).div_ceil(span.stride) + 1,
                _ => (padded - span.kernel) / span.stride + 1,
            },
        )
    }

    fn nnvm(parameters: &Parameters, data: &[usize], kind: Kind) -> Result<Self, Refusal> {
        let kernel = kernel("pool_size", parameters)?;
        if kernel.len() != 2 {
            let found = shown(&kernel);
            return Err(misfit("pool_size", "two extents of a window", found));
        }
        let layout = Layout::of("layout", parameters, "NCHW", 2)?;
        let strides = spatial("strides", parameters, 2, 1, 1)?;
        let given = parameters.ints("padding");
        let widths = given.len().max(1);
        let pads = match widths {
            1 | 2 | 4 => spatial("padding", parameters, widths, 0, 0)?,
            _ => {
                let expected = "one, two or four numbers from 0 on";
                return Err(misfit("padding", expected, shown(given)));
            }
        };
        // One for all sides, one for each axis, or top, left, bottom and right.
        let side = |index: usize| pads[index % pads.len()];
        let pads = [(side(0), side(2)), (side(1), side(3))];
        let ceil = parameters.bool("ceil_mode");
        Self::new(
            kind,
            layout,
            data,
            &kernel,
            &strides,
            &pads,
            ["pool_size", "padding"],
            |span, padded| match ceil {
                true => (padded - span.kernel).div_ceil(span.stride) + 1,
                false => (padded - span.kernel) / span.stride + 1,
            },
        )
    }

    fn global(parameters: &Parameters, data: &[usize], kind: Kind) -> Result<Self, Refusal> {
        if data.len() != 4 {
            return Err(mismatch(0, "a batch, channels, and 2 axes of space", data));
        }
        let layout = Layout::of("layout", parameters, "NCHW", 2)?;
        Ok(Self::whole(kind, layout, data))
    }

    /// One window of everything.
    fn whole(kind: Kind, layout: Layout, data: &[usize]) -> Self {
        let data = layout.plain(data);
        let span = |&extent: &usize| Span {
            extent,
            kernel: extent,
            stride: 1,
            dilation: 1,
            before: 0,
            count: 1,
        };
        Self {
            kind,
            spans: data[2..].iter().map(span).collect(),
            after: vec![0; data.len() - 2],
            data,
            layout,
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each is one attribute of the operators"
    )]
    fn new(
        kind: Kind,
        layout: Layout,
        data: &[usize],
        kernel: &[usize],
        strides: &[usize],
        pads: &[(usize, usize)],
        [kernel_name, pad_name]: [&'static str; 2],
        count: impl Fn(&Span, usize) -> usize,
    ) -> Result<Self, Refusal> {
        check_rank(data, kernel.len())?;
        let data = layout.plain(data);
        let mut spans = Vec::new();
        for axis in 0..kernel.len() {
            let (before, after) = pads[axis];
            let mut span = Span {
                extent: data[axis + 2],
                kernel: kernel[axis],
                stride: strides[axis],
                dilation: 1,
                before,
                count: 0,
            };
            let padded = span.extent + before + after;
            if span.kernel > padded {
                let expected = format!("a window of at most {padded} along axis {axis} of space");
                return Err(misfit(kernel_name, expected, shown(kernel)));
            }
            if before.max(after) >= span.kernel {
                let expected = "widths below the extents of the window";
                return Err(misfit(pad_name, expected, before.max(after)));
            }
            span.count = count(&span, padded);
            // Rounding up may add a window that starts beyond the data.
            if (span.count - 1) * span.stride >= span.extent + before {
                let expected = "windows that all have something of the data in them";
                return Err(misfit(kernel_name, expected, shown(kernel)));
            }
            spans.push(span);
        }
        Ok(Self {
            kind,
            layout,
            data,
            spans,
            after: pads.iter().map(|&(_, after)| after).collect(),
        })
    }
}

fn nnvm_pool(
    parameters: &Parameters,
    inputs: &[Option<Shape>],
    kind: Kind,
) -> Result<Shapes, Refusal> {
    Pool::nnvm(parameters, known(inputs, 0)?, kind)?.shapes(inputs)
}

fn nnvm_value<'b>(call: &Application<'_, 'b>, kind: Kind) -> Built<Vec<Wire<'b>>> {
    match Pool::nnvm(call.parameters, &extents(call.data())?, kind) {
        Ok(pool) => pool.value(call),
        Err(_) => Ok(Vec::new()),
    }
}

fn global_value<'b>(call: &Application<'_, 'b>, kind: Kind) -> Built<Vec<Wire<'b>>> {
    match Pool::global(call.parameters, &extents(call.data())?, kind) {
        Ok(pool) => pool.value(call),
        Err(_) => Ok(Vec::new()),
    }
}
