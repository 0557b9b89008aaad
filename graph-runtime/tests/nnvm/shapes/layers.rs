//! Products, layers, indexing, and what slides windows over pictures.

use super::table::{mxnet, nnvm};

#[test]
fn products() {
    mxnet(
        "dot : (2,3); (3,4) -> (2,4)
        dot transpose_a=1 transpose_b=1 : (3,2); (4,3) -> (2,4)
        dot : (3); (3) -> (1)
        dot : (2,3); (3) -> (2)
        dot : (3); (3,4) -> (4)
        dot : (2,3,4); (4,5,6) -> (2,3,5,6)
        dot : (2,3); (4,5) -> ! expected an extent of 3 along the contracted axis
        dot transpose_a=1 : (3); (3) -> ! expected no transposition of vectors
        batch_dot : (5,2,3); (5,3,4) -> (5,2,4)
        batch_dot transpose_b=1 : (5,2,3); (5,4,3) -> (5,2,4)
        batch_dot : (2,3); (3,4) -> ! expected a shape of 3 axes or more
        batch_dot : (5,2,3); (6,3,4) -> ! expected the axes (5,) and two more
        linalg_gemm2 transpose_a=1 alpha=2 : (3,2); (3,4) -> (2,4)
        linalg_gemm2 axis=0 : (3,2); (2,4) -> ! expected -2
        FullyConnected num_hidden=5 : (2,3,4); ?; ? -> (2,5) | (2,3,4); (5,12); (5)
        FullyConnected num_hidden=5 no_bias=1 flatten=0 : (2,3,4); ? -> (2,3,5) | (2,3,4); (5,4)
        FullyConnected num_hidden=5 : (7); ?; ? -> (7,5) | (7); (5,1); (5)
        FullyConnected num_hidden=5 : (2,3); (5,4); ? -> ! expected (5, 3), found (5, 4), which is `x1`
        FullyConnected num_hidden=5 : ?; (5,4); (5) -> ! expected a shape given for `x0`
        FullyConnected num_hidden=0 : (2,3); ?; ? -> ! expected a positive number",
    );
    nnvm(
        "matmul : (2,3); (3,4) -> (2,4)
        matmul transpose_a=1 : (2,3,4); (2,5) -> (4,3,5)
        matmul : (3); (3,4) -> (1,4)
        dense units=5 : (2,3,4); ?; ? -> (2,3,5) | (2,3,4); (5,4); (5)
        dense units=5 use_bias=0 : (2,3); ? -> (2,5) | (2,3); (5,3)",
    );
}

#[test]
fn layers() {
    mxnet(
        "Activation act_type=relu : (2,3) -> (2,3)
        Activation act_type=swish : (2,3) -> ! expected one of `relu`
        LeakyReLU : (2,3) -> (2,3)
        LeakyReLU act_type=prelu : (2,3,4); ? -> (2,3,4) | (2,3,4); (3)
        LeakyReLU act_type=prelu : (2,3); (1) -> (2,3)
        LeakyReLU act_type=prelu : (2,3); (2) -> ! expected the shape (3,) or (1,)
        softmax axis=0 temperature=2 : (2,3) -> (2,3)
        softmax axis=2 : (2,3) -> ! expected an axis
        SoftmaxActivation mode=channel : (3) -> ! expected a shape of 2 axes or more
        Dropout p=0.3 : (2,3) -> (2,3); (2,3)
        Dropout mode=always : (2,3) -> ! dropout is left out at inference
        BatchNorm : (2,3,4); ?; ?; ?; ? -> (2,3,4); (3); (3) | (2,3,4); (3); (3); (3); (3)
        BatchNorm axis=-1 : (2,3,4); ?; ?; (5); ? -> ! expected (4,), found (5,)
        BatchNorm axis=1 : (2); ?; ?; ?; ? -> ! expected an axis from -1 to 0
        LayerNorm : (2,3); ?; ? -> (2,3); (2,1); (2,1) | (2,3); (3); (3)
        L2Normalization : (2,3,4) -> (2,3,4); (2)
        L2Normalization mode=channel : (2,3,4) -> (2,3,4); (2,1,4)
        L2Normalization mode=spatial : (2,3,4) -> (2,3,4); (2,3)
        L2Normalization mode=spatial : (2,3) -> ! expected a shape of 3 axes or more
        SoftmaxOutput : (2,3); ? -> (2,3) | (2,3); (2)
        SoftmaxOutput : (2,3,4); ? -> (2,3,4) | (2,3,4); (2,3)
        SoftmaxOutput multi_output=1 : (2,3,4,5); ? -> (2,3,4,5) | (2,3,4,5); (2,20)
        SoftmaxOutput multi_output=1 : (2,3,4,5); (2,4,5) -> (2,3,4,5)
        SoftmaxOutput : (2,3); (3) -> ! expected the shape (2,) or (2, 3), found (3,)
        LinearRegressionOutput : (2,1); ? -> (2,1) | (2,1); (2)
        LinearRegressionOutput : (2,3); ? -> (2,3) | (2,3); (2,3)
        LinearRegressionOutput : (2,3); (3,2) -> ! but for the axes after the first
        MakeLoss grad_scale=0 : (2) -> (2)",
    );
    nnvm(
        "prelu axis=0 : (2,3); ? -> (2,3) | (2,3); (2)
        batch_norm scale=0 : (2,3); ?; ?; ?; ? -> (2,3); (3); (3)
        l2_normalize eps=1e-3 axis=(1,) : (2,3) -> (2,3)
        l2_normalize eps=1e-3 axis=(2,) : (2,3) -> ! expected an axis
        dropout rate=0.5 : (2,3) -> (2,3)",
    );
}

#[test]
fn indexing_and_creation() {
    mxnet(
        "take : (5,6); (2,3) -> (2,3,6)
        take axis=1 : (5,6); (2,3) -> (5,2,3)
        Embedding input_dim=5 output_dim=3 : (2,4); ? -> (2,4,3) | (2,4); (5,3)
        pick : (2,3); ? -> (2) | (2,3); (2)
        pick axis=0 keepdims=1 : (2,3); ? -> (1,3) | (2,3); (1,3)
        pick : (2,3); (3) -> ! expected the shape (2,) or (2, 1)
        pick axis=None : (2,3); (1) -> (1)
        one_hot depth=4 : (2,3) -> (2,3,4)
        one_hot depth=0 : (2,3) -> ! expected a positive number
        gather_nd : (2,3,4); (2,5) -> (5,4)
        gather_nd : (2,3); (2) -> (1)
        gather_nd : (2,3); (3,5) -> ! expected a first extent up to 2
        _backward_gather_nd shape=(2,3,4) : (5,4); (2,5) -> (2,3,4)
        _backward_gather_nd shape=(2,3) : (5); (3,5) -> ! expected 2 axes or more, the first up to 2
        _backward_gather_nd shape=(2,3) : (4); (2,5) -> ! expected the shape (5,)
        _backward_gather_nd shape=(2,0) : (5); (2,5) -> ! expected a positive number
        _zeros shape=(2,3) : -> (2,3)
        _zeros shape=(0,3) : -> ! /nodes/0/attrs/shape: expected extents that are known or follow from uses, found (0,3)
        _ones : -> ! expected extents that are known
        _full shape=(2,) value=1.5 : -> (2)
        _arange start=4 : -> (4)
        _arange start=1 stop=4 step=2 : -> (2)
        _arange start=1 stop=4 step=2 repeat=3 : -> (6)
        _arange start=0 stop=1 step=0 : -> ! steps from the start lead to
        _arange start=4 stop=1 : -> ! lead to
        _arange start=0 stop=1e300 : -> ! lead to
        _arange start=0 stop=nan : -> ! lead to",
    );
    nnvm(
        "take : (5,6); (2,3) -> (2,3)
        take axis=-1 : (5,6); (2,3) -> (5,2,3)
        zeros shape=3 : -> (3)
        full shape=(2,) fill_value=7 : -> (2)",
    );
}

#[test]
fn convolutions() {
    mxnet(
        "Convolution kernel=(3,3) num_filter=8 : (2,3,9,9); ?; ? -> (2,8,7,7) | (2,3,9,9); (8,3,3,3); (8)
        Convolution kernel=(3,3) num_filter=8 no_bias=1 num_group=3 : (2,3,9,9); ? -> ! expected a multiple of the 3 groups, found 8
        Convolution kernel=(3,3) num_filter=6 num_group=3 no_bias=1 : (2,3,9,9); ? -> (2,6,7,7) | (2,3,9,9); (6,1,3,3)
        Convolution kernel=(3,3) num_filter=6 num_group=2 no_bias=1 : (2,3,9,9); ? -> ! expected a divisor of the 3 channels, found 2
        Convolution kernel=(3,3) num_filter=6 num_group=0 no_bias=1 : (2,3,9,9); ? -> ! expected a positive number, found 0
        Convolution kernel=(3,) stride=(2,) pad=(1,) dilate=(2,) num_filter=4 : (2,3,9); ?; ? -> (2,4,4) | (2,3,9); (4,3,3); (4)
        Convolution kernel=(1,2,3) num_filter=4 : (2,3,4,5,6); ?; ? -> (2,4,4,4,4) | (2,3,4,5,6); (4,3,1,2,3); (4)
        Convolution kernel=(3,3) num_filter=8 layout=NHWC : (2,9,10,3); ?; ? -> (2,7,8,8) | (2,9,10,3); (8,3,3,3); (8)
        Convolution kernel=(3,3) num_filter=8 layout=NCW : (2,3,9,9); ?; ? -> ! expected the letters NCHW in some order, found NCW
        Convolution kernel=(9,3) num_filter=8 : (2,3,8,8); ?; ? -> ! expected a window of at most 8 along axis 0 of space, found (9, 3)
        Convolution kernel=(3,3) num_filter=8 : (2,3,8); ?; ? -> ! expected a batch, channels, and 2 axes of space, found (2, 3, 8)
        Convolution kernel=(3,3) stride=(1,) num_filter=8 : (2,3,8,8); ?; ? -> ! expected 2 numbers from 1 on, one for each axis of space
        Convolution kernel=(1,1,1,1) num_filter=8 : (2,3,8,8); ?; ? -> ! expected one to 3 extents of a window
        Convolution kernel=(3,3) num_filter=8 : (2,3,9,9); (8,3,2,3); ? -> ! expected (8, 3, 3, 3), found (8, 3, 2, 3)
        Deconvolution kernel=(3,3) num_filter=6 num_group=2 : (2,4,5,5); ? -> (2,6,7,7) | (2,4,5,5); (4,3,3,3)
        Deconvolution kernel=(3,3) stride=(2,2) pad=(1,1) adj=(1,0) num_filter=6 : (2,4,5,5); ? -> (2,6,10,9) | (2,4,5,5); (4,6,3,3)
        Deconvolution kernel=(3,3) stride=(2,2) target_shape=(10,9) pad=(9,9) num_filter=6 : (2,4,5,5); ? -> (2,6,10,9)
        Deconvolution kernel=(3,3) stride=(2,2) target_shape=(12,9) num_filter=6 : (2,4,5,5); ? -> ! expected extents that the windows can reach
        Deconvolution kernel=(3,3) stride=(2,2) adj=(2,2) num_filter=6 : (2,4,5,5); ? -> ! expected numbers below the strides
        Deconvolution kernel=(2,2) pad=(3,3) num_filter=6 : (2,4,5,5); ? -> ! expected less than half of 6 along axis 0 of space",
    );
    nnvm(
        "conv2d kernel_size=(3,3) channels=8 padding=(1,1) strides=(2,2) : (2,3,9,9); ?; ? -> (2,8,5,5) | (2,3,9,9); (8,3,3,3); (8)
        conv2d kernel_size=(3,2) channels=8 layout=NHWC kernel_layout=HWIO out_layout=NCHW : (2,9,9,3); ?; ? -> (2,8,7,8) | (2,9,9,3); (3,2,3,8); (8)
        conv2d kernel_size=(3,3) channels=8 layout=NCHW8c : (2,3,9,9); ?; ? -> ! expected the letters NCHW in some order, found NCHW8c
        conv2d kernel_size=(3,) channels=8 : (2,3,9); ?; ? -> ! expected two extents of a window
        conv2d_transpose kernel_size=(3,3) channels=8 strides=(2,2) output_padding=(1,1) use_bias=False : (2,3,4,4); ? -> (2,8,10,10) | (2,3,4,4); (3,8,3,3)",
    );
}

#[test]
fn poolings() {
    mxnet(
        "Pooling kernel=(2,2) : (1,2,5,5) -> (1,2,4,4)
        Pooling kernel=(2,2) stride=(2,2) : (1,2,5,5) -> (1,2,2,2)
        Pooling kernel=(2,2) stride=(2,2) pooling_convention=full : (1,2,5,5) -> (1,2,3,3)
        Pooling kernel=(2,) stride=(2,) pooling_convention=same : (1,2,5) -> (1,2,3)
        Pooling kernel=(2,) stride=(2,) pooling_convention=same pool_type=sum : (1,2,5) -> ! expected valid or full but for the largest along one axis of space
        Pooling kernel=(2,2) stride=(3,3) pooling_convention=full : (1,2,6,4) -> ! expected windows that all have something of the data in them
        Pooling global_pool=1 kernel=(9,9) : (1,2,5,6) -> (1,2,1,1)
        Pooling global_pool=1 : (1,2,5) -> (1,2,1)
        Pooling global_pool=1 : (1,2) -> ! expected a batch, channels, and 1 to 3 axes of space
        Pooling kernel=(2,2) pad=(2,2) : (1,2,5,5) -> ! expected widths below the extents of the window
        Pooling kernel=(2,2) pool_type=lp : (1,2,5,5) -> ! expected a power from 1 to 3, found None
        Pooling : (1,2,5,5) -> ! expected one to 3 extents of a window
        Pooling kernel=(6,2) : (1,2,5,5) -> ! expected a window of at most 5",
    );
    nnvm(
        "max_pool2d pool_size=(2,2) : (1,2,5,5) -> (1,2,4,4)
        max_pool2d pool_size=(3,3) strides=(2,2) padding=(1,) : (1,2,5,6) -> (1,2,3,3)
        max_pool2d pool_size=(3,3) strides=(2,2) padding=(1,1) ceil_mode=1 : (1,2,5,6) -> (1,2,3,4)
        max_pool2d pool_size=(3,3) strides=(2,2) padding=(1,0,0,2) : (1,2,5,5) -> (1,2,2,3)
        max_pool2d pool_size=(3,3) padding=(1,0,0) : (1,2,5,5) -> ! expected one, two or four numbers from 0 on
        avg_pool2d pool_size=(2,2) layout=NHWC : (1,5,5,2) -> (1,4,4,2)
        global_avg_pool2d : (1,2,5,5) -> (1,2,1,1)
        global_max_pool2d layout=NHWC : (1,5,5,2) -> (1,1,1,2)",
    );
}

#[test]
fn pictures() {
    mxnet(
        "UpSampling scale=3 sample_type=nearest num_args=1 : (1,2,4,5) -> (1,2,12,15)
        UpSampling scale=2 sample_type=nearest num_args=2 : (1,2,4,6); (1,3,2,3) -> (1,5,8,12)
        UpSampling scale=2 sample_type=nearest num_args=2 multi_input_mode=sum : (1,2,4,6); (1,2,8,12) -> (1,2,8,12)
        UpSampling scale=2 sample_type=nearest num_args=2 : (1,2,4,6); (1,3,3,3) -> ! expected a picture that a whole scale brings to (8, 12)
        UpSampling scale=3 sample_type=bilinear num_args=2 num_filter=2 : (1,2,4,5); ? -> (1,2,12,15) | (1,2,4,5); (2,1,5,5)
        UpSampling scale=3 sample_type=bilinear num_args=1 num_filter=2 : (1,2,4,5) -> ! expected 2, for the data and a weight, found 1
        Crop num_args=2 : (1,2,6,6); (3,9,4,5) -> (1,2,4,5)
        Crop num_args=1 h_w=(4,5) : (1,2,6,6) -> (1,2,4,5)
        Crop num_args=1 h_w=(7,5) : (1,2,6,6) -> ! expected a picture of at least (7, 5)
        Crop num_args=1 h_w=(4,5) offset=(2,2) : (1,2,6,6) -> ! expected at most (2, 1), found (2, 2)
        InstanceNorm : (2,3,4); ?; ? -> (2,3,4); (2,3); (2,3) | (2,3,4); (3); (3)
        InstanceNorm : (2,3); ?; ? -> ! expected a shape of 3 axes or more
        LRN nsize=5 : (1,2,3,4) -> (1,2,3,4); (1,2,3,4)
        LRN nsize=4 : (1,2,3,4) -> ! expected an odd number, found 4
        _contrib_MultiBoxPrior sizes=(0.2,0.3) ratios=(1,2,0.5) : (1,2,3,4) -> (1,48,4)
        _contrib_MultiBoxPrior sizes=(0.2,-0.3) : (1,2,3,4) -> ! expected positive numbers, one at least
        _contrib_MultiBoxPrior steps=(0.1,-1) : (1,2,3,4) -> ! expected two positive numbers, or two that are not",
    );
    nnvm(
        "upsampling scale=2 : (1,2,3,4) -> (1,2,6,8)
        upsampling scale=2 layout=NHWC method=BILINEAR : (1,3,4,2) -> (1,6,8,2)
        resize size=(5,7) : (1,2,3,4) -> (1,2,5,7)
        resize size=(5,) : (1,2,3,4) -> ! expected 2 numbers from 1 on
        lrn size=3 axis=1 alpha=1 beta=0.5 bias=1 : (1,2,3,4) -> (1,2,3,4)
        yolo_reorg stride=2 : (1,4,6,8) -> (1,16,3,4)
        yolo_reorg stride=2 : (1,2,6,8) -> ! expected channels that the square of the stride divides
        multibox_prior : (1,2,3,4) -> (1,12,4)",
    );
}
