//! Operators that make pictures larger or smaller: sampling between their points, and cutting.

use super::body::{Application, Body, along, extents, sequence, slice};
use super::deconvolution::{Axis, Transposed};
use super::shape::{Refusal, Shape, Shapes, expect, extent, known, misfit, mismatch, shown};
use super::window::{Layout, spatial};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Int, Ints, Text};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::{Element, Result as Built, Wire};

const LAYOUT: Attribute = optional("layout", Text, "NCHW");
const MANY: Inputs = Inputs::Many(Some("num_args"));
const METHODS: &[&str] = &["BILINEAR", "NEAREST_NEIGHBOR"];

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["UpSampling"],
        NONE,
        MANY,
        &[
            required("scale", Int),
            optional("num_filter", Int, "0"),
            required("sample_type", Choice(&["bilinear", "nearest"])),
            optional("multi_input_mode", Choice(&["concat", "sum"]), "concat"),
            required("num_args", Int),
            optional("workspace", Int, "512"),
        ],
        |parameters, inputs| match parameters.word("sample_type") {
            "bilinear" => bilinear(parameters, inputs),
            _ => nearest(parameters, inputs),
        },
        Body::Rule(|call| match call.parameters.word("sample_type") {
            "bilinear" => interpolated(call),
            _ => enlarged(call),
        }),
    ),
    operator(
        NONE,
        &["upsampling"],
        DATA,
        &[
            required("scale", Int),
            LAYOUT,
            optional("method", Choice(METHODS), "NEAREST_NEIGHBOR"),
        ],
        |parameters, inputs| {
            let scale = extent("scale", parameters.int("scale"))?;
            resized(parameters, inputs, |plain| {
                Ok(vec![
                    plain[2].saturating_mul(scale),
                    plain[3].saturating_mul(scale),
                ])
            })
        },
        Body::Rule(resampled),
    ),
    operator(
        NONE,
        &["resize"],
        DATA,
        &[
            required("size", Ints),
            LAYOUT,
            optional("method", Choice(METHODS), "BILINEAR"),
            optional("align_corners", Bool, "0"),
        ],
        |parameters, inputs| resized(parameters, inputs, |_| spatial("size", parameters, 2, 1, 1)),
        Body::Rule(resampled),
    ),
    operator(
        &["Crop"],
        NONE,
        MANY,
        &[
            required("num_args", Int),
            optional("offset", Ints, "(0, 0)"),
            optional("h_w", Ints, "(0, 0)"),
            optional("center_crop", Bool, "0"),
        ],
        crop,
        Body::Rule(|call| {
            let data = extents(call.data())?;
            let shape = &call.outputs[0];
            let start = corner(call.parameters, &data, shape).unwrap_or_default();
            let start = start.iter().map(|&at| (i64::try_from(at).unwrap_or(0), 1));
            let ranges = [(0, 1); 2].into_iter().chain(start).collect();
            Ok(vec![slice(call.data(), ranges, shape)?])
        }),
    ),
];

/// The extents of a picture: a batch, channels, height and width.
fn picture(shape: &Shape, input: usize) -> Result<[usize; 4], Refusal> {
    let found: Result<[usize; 4], _> = shape.as_slice().try_into();
    found.map_err(|_| mismatch(input, "a batch, channels, height and width", shape))
}

/// All inputs are enlarged to the size of the first one times the scale; their channels are joined,
/// or they are added.
fn nearest(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let [batch, first, height, width] = picture(known(inputs, 0)?, 0)?;
    let scale = extent("scale", parameters.int("scale"))?;
    let size = [height.saturating_mul(scale), width.saturating_mul(scale)];
    let added = parameters.word("multi_input_mode") == "sum";
    let mut channels = 0_usize;
    let mut shapes = Vec::new();
    for index in 0..inputs.len() {
        let shape = known(inputs, index)?;
        let [own_batch, own, height, width] = picture(shape, index)?;
        let fits = size[0] % height == 0 && size[1] / width == size[0] / height;
        if own_batch != batch || !fits || size[1] % width != 0 || added && own != first {
            let expected = format!("a picture that a whole scale brings to {}", shown(&size));
            return Err(mismatch(index, expected, shape));
        }
        channels = channels.saturating_add(own);
        shapes.push(shape.clone());
    }
    let channels = if added { first } else { channels };
    Ok(Shapes::new(shapes, vec![batch, channels, size[0], size[1]]))
}

/// Every point becomes a square.
fn enlarged<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let size = &call.outputs[0][2..];
    let mut parts = Vec::new();
    for &input in call.inputs {
        let own = extents(input)?;
        let squares = [
            own[0],
            own[1],
            own[2],
            size[0] / own[2],
            own[3],
            size[1] / own[3],
        ];
        let squares = graph_ir::Shape::new(&squares)?;
        let part = call.builder.broadcast(input, &squares, &[0, 1, 2, 4])?;
        let whole = graph_ir::Shape::new(&[own[0], own[1], size[0], size[1]])?;
        parts.push(call.builder.reshape(part, &whole)?);
    }
    Ok(vec![match call.parameters.word("multi_input_mode") {
        "sum" => call.builder.sum(&parts, &call.ty()?)?,
        _ => call.builder.concat(&parts, 1)?,
    }])
}

/// MXNet leaves the weights of the interpolation to an input: a transposed convolution of every
/// channel alone.
fn bilinear(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    if inputs.len() != 2 {
        let expected = "2, for the data and a weight";
        return Err(misfit("num_args", expected, inputs.len()));
    }
    let data = known(inputs, 0)?;
    let transposed = interpolation(parameters, data)?;
    if parameters.int("num_filter") != signed(data[1]) {
        let expected = format!("{}, the number of channels", data[1]);
        return Err(misfit("num_filter", expected, parameters.int("num_filter")));
    }
    let kernel = transposed.axes[0].kernel;
    let weight = expect(inputs, 1, vec![data[1], 1, kernel, kernel])?;
    let output = transposed.plain_output();
    Ok(Shapes::new(vec![data.clone(), weight], output))
}

fn interpolation(parameters: &Parameters, data: &Shape) -> Result<Transposed, Refusal> {
    let [batch, channels, height, width] = picture(data, 0)?;
    let scale = extent("scale", parameters.int("scale"))?;
    let kernel = 2 * scale - scale % 2;
    let axis = |extent: usize| Axis {
        extent,
        kernel,
        stride: scale,
        dilation: 1,
        cut: (scale - 1).div_ceil(2),
        output: extent.saturating_mul(scale),
    };
    Ok(Transposed {
        batch,
        channels,
        filters: channels,
        groups: channels,
        axes: vec![axis(height), axis(width)],
        data: Layout::of("layout", parameters, "NCHW", 2)?,
        weight: Layout::of("layout", parameters, "NCHW", 2)?,
    })
}

fn interpolated<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    match interpolation(call.parameters, &extents(call.data())?) {
        Ok(transposed) => {
            let value = transposed.plain_value(call, call.data(), call.inputs[1])?;
            Ok(vec![value])
        }
        Err(_) => Ok(Vec::new()),
    }
}

/// A picture of another size.
fn resized(
    parameters: &Parameters,
    inputs: &[Option<Shape>],
    size: impl FnOnce(&[usize]) -> Result<Vec<usize>, Refusal>,
) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    picture(data, 0)?;
    let layout = Layout::of("layout", parameters, "NCHW", 2)?;
    let mut plain = layout.plain(data);
    let size = size(&plain)?;
    plain.truncate(2);
    plain.extend(size);
    Ok(Shapes::new(vec![data.clone()], layout.laid(&plain)))
}

/// One axis after the other: the point below, or the points below and above by their distances.
/// Nearest points are taken below whether corners are aligned or not, as NNVM does.
fn resampled<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let Ok(layout) = Layout::of("layout", call.parameters, "NCHW", 2) else {
        return Ok(Vec::new());
    };
    let mut value = layout.open(call.data())?;
    let target = layout.plain(&call.outputs[0]);
    let between = call.parameters.word("method") == "BILINEAR";
    for axis in [2, 3] {
        let mut shape = extents(value)?;
        let (from, to) = (shape[axis], target[axis]);
        shape[axis] = to;
        let corners = between && call.parameters.bool("align_corners") && to > 1;
        let (numerator, denominator) = match corners {
            true => (from - 1, to - 1),
            false => (from, to),
        };
        let builder = call.builder;
        let at = builder.cast(sequence(builder, to)?, Element::F64)?;
        let at = at * (numerator as f64) / (denominator as f64);
        let below = at.floor();
        let pick = |place: Wire<'b>| {
            let place = builder.cast(place.min(from as f64 - 1.0), Element::I64)?;
            builder.gather(value, place, axis)
        };
        let first = pick(below)?;
        value = match between {
            false => first,
            true => {
                let distance = along(call.float(at - below)?, &shape, axis)?;
                first + (pick(below + 1.0)? - first) * distance
            }
        };
    }
    Ok(vec![layout.close(value)?])
}

/// The height and width are those of a second input, or given.
fn crop(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let own = picture(data, 0)?;
    let mut shapes = vec![data.clone()];
    let size = match inputs.len() {
        1 => spatial("h_w", parameters, 2, 1, 1)?,
        2 => {
            let like = known(inputs, 1)?;
            shapes.push(like.clone());
            picture(like, 1)?[2..].to_vec()
        }
        count => return Err(misfit("num_args", "1 or 2", count)),
    };
    let output = vec![own[0], own[1], size[0], size[1]];
    if size[0] > own[2] || size[1] > own[3] {
        let expected = format!("a picture of at least {}", shown(&size));
        return Err(mismatch(0, expected, data));
    }
    corner(parameters, data, &output)?;
    Ok(Shapes::new(shapes, output))
}

/// Where the part that is cut out starts.
fn corner(
    parameters: &Parameters,
    data: &[usize],
    output: &[usize],
) -> Result<Vec<usize>, Refusal> {
    let room = [data[2] - output[2], data[3] - output[3]];
    if parameters.bool("center_crop") {
        return Ok(room.iter().map(|room| room / 2).collect());
    }
    let offset = spatial("offset", parameters, 2, 0, 0)?;
    if offset.iter().zip(&room).any(|(offset, room)| offset > room) {
        let expected = format!("at most {}", shown(&room));
        return Err(misfit("offset", expected, shown(&offset)));
    }
    Ok(offset)
}
