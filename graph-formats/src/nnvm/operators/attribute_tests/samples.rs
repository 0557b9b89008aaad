//! Attributes and shapes with which rows can be applied, and the attributes without an effect.

use crate::nnvm::Shape;
use crate::nnvm::operators::Flavour;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// `program operators attributes : shapes of the inputs | further values to try`. A `?` is a shape
/// that follows from others. A row without a line here is applied to `(2,2,2)` with no attributes.
/// With equal extents an axis that matters to the shape alone does not go unnoticed.
const SAMPLES: &str = "
mxnet clip a_min=-1 a_max=1 : (2,2,2)
nnvm clip a_min=-1 a_max=1 : (2,2,2)
mxnet Cast dtype=float64 : (2,2,2)
nnvm cast dtype=float64 : (2,2,2)
nnvm full_like fill_value=3 : (2,2,2)
nnvm __add_scalar__,__sub_scalar__,__rsub_scalar__,__mul_scalar__ scalar=1 : (2,2,2)
nnvm __lshift_scalar__,__rshift_scalar__ scalar=1 : (2,2,2)
nnvm __div_scalar__,__rdiv_scalar__,__pow_scalar__,__rpow_scalar__ scalar=1 : (2,2,2)
mxnet add_n : (2,2,2) (2,2,2)
mxnet broadcast_to shape=(2,2,2) : (2,1,2) | shape=(2,3,2)
mxnet broadcast_axis axis=(1,) size=(3,) : (1,1,2) | axis=(0,)
mxnet broadcast_like : (1,1,2) (2,3,2)
mxnet broadcast_like lhs_axes=(0,) rhs_axes=(0,) : (1,1,2) (2,3,2)
nnvm expand_like axis=(1,) : (2,2) (2,2,2)
nnvm expand_like axis=(0,1) : (2,2) (2,2,2,2)
mxnet Activation act_type=relu : (2,2,2)
mxnet LeakyReLU : (2,2,2)
mxnet LeakyReLU act_type=rrelu : (2,2,2)
nnvm l2_normalize eps=0.5 axis=(1,) : (2,2,2) | eps=100
mxnet Reshape shape=(2,4) : (2,2,2) | shape=(4,2)
mxnet Reshape shape=(-1,0) : (2,3,4)
mxnet Reshape target_shape=(0,4) : (2,2,2) | target_shape=(4,2)
mxnet Reshape target_shape=(4,0) : (2,2,2)
nnvm reshape shape=(2,4) : (2,2,2) | shape=(4,2)
mxnet reshape_like lhs_begin=0 lhs_end=2 rhs_begin=0 rhs_end=1 : (2,2,2) (4,2)
mxnet reshape_like lhs_begin=1 lhs_end=2 rhs_begin=1 rhs_end=2 : (1,1,1) (1,1,1)
mxnet expand_dims axis=1 : (2,2,2)
nnvm expand_dims axis=1 : (2,2,2)
mxnet squeeze : (1,2,1)
nnvm squeeze : (1,2,1)
mxnet reverse axis=(0,) : (2,2,2)
mxnet depth_to_space block_size=1 : (2,4,2,2)
mxnet space_to_depth block_size=1 : (2,4,2,2)
mxnet slice begin=(0,0) end=(2,2) : (2,2,2) | step=(None,-1) begin=(1,0) end=(1,2)
mxnet slice begin=(None,0) end=(None,2) : (2,2,2) | step=(-1,1)
mxnet slice_axis axis=1 begin=0 end=2 : (2,2,2)
mxnet slice_axis axis=1 begin=0 end=1 : (2,2,2)
nnvm strided_slice begin=(0,0) end=(2,2) : (2,2,2) | stride=(1,2)
mxnet slice_like : (2,2,2) (1,1,1)
nnvm slice_like : (2,2,2) (1,1,1)
mxnet SliceChannel num_outputs=2 : (2,2,2)
nnvm split indices_or_sections=2 : (2,2,2)
mxnet Concat num_args=2 : (2,2,2) (2,2,2)
nnvm concatenate : (2,2,2) (2,2,2)
mxnet stack num_args=2 : (2,2,2) (2,2,2)
mxnet tile reps=(2,) : (2,2,2)
mxnet repeat repeats=2 : (2,2,2)
mxnet Pad mode=constant pad_width=(0,0,0,0,1,1,1,1) : (1,1,3,3)
nnvm pad pad_width=((0,0),(1,1),(0,0)) : (2,2,2)
mxnet sum,mean,prod,max,min,nansum,nanprod axis=(1,) : (2,2,2)
nnvm sum,mean,prod,max,min,argmax,argmin axis=(1,) : (2,2,2)
mxnet dot : (2,2) (2,2)
mxnet batch_dot : (2,2,2) (2,2,2)
mxnet _linalg_gemm2 : (2,2,2) (2,2,2)
nnvm matmul : (2,2) (2,2)
mxnet FullyConnected num_hidden=2 : (2,2,2)
nnvm dense units=2 : (2,2,2)
mxnet take : (2,2) (3,2)
nnvm take : (2,2) (2,2)
mxnet Embedding input_dim=2 output_dim=3 : (2,2)
mxnet pick : (2,2,2)
mxnet pick axis=None : (2,2,2) (1)
mxnet one_hot depth=3 on_value=2 : (2,2)
mxnet _backward_gather_nd shape=(3,3) : (4) (2,4) | shape=(3,4)
mxnet _zeros shape=(2,2) :
mxnet _ones shape=(2,2) :
mxnet _full shape=(2,2) value=1.5 :
nnvm zeros shape=(2,2) :
nnvm ones shape=(2,2) :
nnvm full shape=(2,2) fill_value=1.5 :
mxnet _arange start=2.5 : | start=4
mxnet _arange start=0.5 stop=4 :
nnvm collapse_sum : (2,2,2) (2,1,2)
mxnet SVMOutput : (2,2)
mxnet SoftmaxOutput : (2,2,2)
mxnet SoftmaxOutput use_ignore=True ignore_label=0 : (4,3)
mxnet SoftmaxOutput ignore_label=0 : (4,3)
mxnet MakeLoss : (2,2,2)
mxnet MakeLoss normalization=valid : (2,2,2)
mxnet Convolution kernel=(2,2) num_filter=2 : (2,2,4,4) | pad=(1,1) stride=(2,1) dilate=(1,2)
mxnet Deconvolution kernel=(2,2) stride=(2,2) num_filter=2 : (2,2,3,3) | pad=(1,1) stride=(2,1) dilate=(1,2) adj=(1,0) target_shape=(4,5)
nnvm conv2d kernel_size=(2,2) channels=2 : (2,2,4,4) | padding=(1,1) strides=(2,1) dilation=(1,2) layout=NHWC out_layout=NHWC kernel_layout=HWIO
nnvm conv2d_transpose kernel_size=(2,2) strides=(2,2) channels=2 : (2,2,3,3) | padding=(1,1) strides=(2,1) dilation=(1,2) output_padding=(1,0) layout=NHWC kernel_layout=HWIO
mxnet Pooling kernel=(2,2) p_value=2 : (2,2,4,5) | pad=(1,1) stride=(2,2)
mxnet Pooling kernel=(2,2) pool_type=avg pad=(1,1) stride=(2,2) : (2,2,4,5)
mxnet Pooling kernel=(2,2) pool_type=lp p_value=1 stride=(2,2) : (2,2,4,5) | p_value=3
mxnet Pooling kernel=(2,) stride=(2,) : (2,2,5)
mxnet Pooling kernel=(2,2,2) : (2,2,2,2,3)
nnvm max_pool2d pool_size=(2,2) : (2,2,4,5) | padding=(1,1) strides=(2,2) layout=NHWC
nnvm max_pool2d,avg_pool2d pool_size=(2,2) strides=(2,2) : (2,2,4,5) | padding=(1,1) layout=NHWC
nnvm avg_pool2d pool_size=(2,2) padding=(1,1) : (2,2,4,5)
mxnet UpSampling scale=2 sample_type=nearest num_args=2 : (2,2,2,2) (2,2,4,4)
mxnet UpSampling scale=2 sample_type=nearest num_args=1 : (2,2,2,2)
mxnet UpSampling scale=2 sample_type=nearest num_args=2 num_filter=2 : (2,2,2,2) (2,1,4,4)
mxnet UpSampling scale=2 sample_type=bilinear num_args=2 num_filter=2 : (2,2,2,2) (2,1,4,4)
nnvm upsampling scale=2 : (2,2,3,2) | layout=NHWC
nnvm resize size=(3,4) : (2,2,2,3) | layout=NHWC
mxnet Crop num_args=1 h_w=(2,1) : (2,2,4,3) | offset=(1,0)
mxnet InstanceNorm : (2,2,2) ? ?
mxnet LRN nsize=1 alpha=0.5 : (2,3,2,2)
nnvm lrn size=3 axis=1 alpha=0.5 beta=0.5 bias=1 : (2,3,2,2)
mxnet _contrib_MultiBoxPrior ratios=(1,2) : (1,1,2,3) | sizes=(0.5,1) ratios=(1,3) steps=(0.1,0.2) offsets=(0,0.25)
nnvm yolo_reorg : (1,4,4,4)
nnvm global_max_pool2d,global_avg_pool2d : (2,2,4,5) | layout=NHWC
";

/// An operator (`*`: every one that has the attribute), an attribute (or one value of it,
/// `key=value`), and the reason why it changes nothing.
type Entry = (&'static str, &'static str, &'static str);

/// Attributes that change nothing, whatever they are.
pub(super) const INERT: &[Entry] = &[
    (
        "*",
        "is_int",
        "tells MXNet how to store the scalar; graphs keep it exactly",
    ),
    ("*", "ctx", "the device"),
    ("*", "forward_stype", "how the result is stored"),
    ("*", "sparse_grad", "how a gradient is stored"),
    ("*", "cudnn_off", "which program computes"),
    (
        "*",
        "min_calib_range",
        "for quantisation, which has operators of its own",
    ),
    (
        "*",
        "max_calib_range",
        "for quantisation, which has operators of its own",
    ),
    ("*", "cudnn_tune", "which program computes"),
    ("*", "workspace", "how much memory the program may take"),
    (
        "*",
        "layout=NCHW",
        "the same as nothing said, for two axes of space",
    ),
    (
        "*",
        "out_dtype=float32",
        "all floats of a graph are of one type",
    ),
    (
        "*",
        "out_dtype=float64",
        "all floats of a graph are of one type",
    ),
    (
        "Pooling",
        "count_include_pad=True",
        "the same as nothing said",
    ),
    ("Pooling", "count_include_pad=1", "the same as nothing said"),
    ("*", "momentum", "how training updates the statistics"),
    (
        "*",
        "output_mean_var",
        "shows outputs that are refused where they are used",
    ),
    ("Dropout", "axes", "inference leaves nothing out"),
    (
        "*",
        "out_grad",
        "an adjoint is always multiplied by the derivative of a loss",
    ),
    (
        "collapse_sum",
        "axis",
        "the second input says what is summed",
    ),
    (
        "collapse_sum",
        "keepdims",
        "the second input says what the shape is",
    ),
    (
        "collapse_sum",
        "exclude",
        "the second input says what is summed",
    ),
    (
        "collapse_sum",
        "dtype",
        "NNVM reads it for places of extrema alone",
    ),
    ("sum", "dtype", "NNVM reads it for places of extrema alone"),
    ("mean", "dtype", "NNVM reads it for places of extrema alone"),
    ("prod", "dtype", "NNVM reads it for places of extrema alone"),
    ("max", "dtype", "NNVM reads it for places of extrema alone"),
    ("min", "dtype", "NNVM reads it for places of extrema alone"),
    (
        "_zeros",
        "dtype=bool",
        "0 and 1 are the numbers of truth values",
    ),
    (
        "_ones",
        "dtype=bool",
        "0 and 1 are the numbers of truth values",
    ),
    (
        "zeros",
        "dtype=bool",
        "0 and 1 are the numbers of truth values",
    ),
    (
        "ones",
        "dtype=bool",
        "0 and 1 are the numbers of truth values",
    ),
];

/// Attributes for which every value of another meaning is refused, so that none has an effect.
pub(super) const REFUSED: &[Entry] = &[
    ("*", "num_args", "must be the number of inputs"),
    ("UpSampling", "num_filter", "must be the number of channels"),
    ("_linalg_gemm2", "axis", "only -2 is known"),
];

/// A row's name, attributes, and shapes of inputs.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) flavour: Flavour,
    pub(super) operator: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) shapes: Vec<Option<Shape>>,
    extra: Vec<(String, String)>,
}

impl Sample {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn extra(&self, name: &str) -> impl Iterator<Item = String> {
        let extra = self.extra.iter().filter(move |(key, _)| key == name);
        extra.map(|(_, value)| value.clone())
    }

    pub(super) fn with(&self, name: &str, value: &str) -> Self {
        let mut changed = self.clone();
        changed.attributes.retain(|(key, _)| key != name);
        changed.attributes.push((name.into(), value.into()));
        changed
    }
}

/// The samples of a row, one at least.
pub(super) fn samples(operator: &str, flavour: Flavour) -> Vec<Sample> {
    let program = match flavour {
        Flavour::Mxnet => "mxnet",
        Flavour::Nnvm => "nnvm",
    };
    let mut found = Vec::new();
    for line in SAMPLES.lines().filter(|line| !line.is_empty()) {
        let (head, rest) = line.split_once(':').unwrap();
        let mut words = head.split_whitespace();
        if words.next() != Some(program) || !names(words.next(), operator) {
            continue;
        }
        let (shapes, extra) = rest.split_once('|').unwrap_or((rest, ""));
        found.push(Sample {
            flavour,
            operator: operator.into(),
            attributes: words.map(pair).collect(),
            shapes: shapes.split_whitespace().map(shape).collect(),
            extra: extra.split_whitespace().map(pair).collect(),
        });
    }
    if found.is_empty() {
        found.push(Sample {
            flavour,
            operator: operator.into(),
            attributes: Vec::new(),
            shapes: vec![Some(vec![2, 2, 2])],
            extra: Vec::new(),
        });
    }
    found
}

/// Whether an operator is among names with commas between them.
fn names(list: Option<&str>, operator: &str) -> bool {
    list.is_some_and(|list| list.split(',').any(|name| name == operator))
}

fn pair(text: &str) -> (String, String) {
    let (key, value) = text.split_once('=').unwrap();
    (key.to_string(), value.to_string())
}

fn shape(text: &str) -> Option<Shape> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let extents = inner.split(',');
    Some(extents.map(|extent| extent.parse().unwrap()).collect())
}
