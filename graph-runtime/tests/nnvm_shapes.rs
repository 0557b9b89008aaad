//! The shape rules of NNVM's and MXNet's operators, one line a case.
//!
//! A line reads `Reshape shape=(0,-1) : (2,3,4) -> (2,12)`; inputs and outputs are separated by
//! `;`, a `?` is an input whose shape is not given (and the shapes found stand after `|`), and
//! `-> ! text` is an error whose message has this text.

use graph_runtime::json::nnvm::{Document, Entry, GraphAttribute, Node, Shape};
use std::collections::BTreeMap;

/// The document of one node, and the shapes of its inputs that are given.
fn document(line: &str, outputs: u32, mxnet: bool) -> (Document, BTreeMap<String, Shape>) {
    let (head, inputs) = line.split_once(':').unwrap();
    let mut words = head.split_whitespace();
    let mut node = Node::operator(words.next().unwrap(), "n", Vec::new());
    for word in words {
        let (key, value) = word.split_once('=').unwrap();
        node.set_attribute(key, value);
    }
    let mut document = Document::default();
    let mut given = BTreeMap::new();
    for text in inputs
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let id = document.nodes.len();
        node.inputs.push(Entry::new(id as u32, 0));
        document.nodes.push(Node::variable(format!("x{id}")));
        if text != "?" {
            given.insert(format!("x{id}"), shape(text));
        }
    }
    let id = document.nodes.len() as u32;
    document.nodes.push(node);
    document.heads = (0..outputs).map(|index| Entry::new(id, index)).collect();
    if mxnet {
        let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
        document.attributes.push(version);
    }
    (document, given)
}

fn shape(text: &str) -> Shape {
    let inner = text
        .trim()
        .strip_prefix('(')
        .unwrap()
        .strip_suffix(')')
        .unwrap();
    let extents = inner
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    extents.map(|extent| extent.parse().unwrap()).collect()
}

fn shapes(text: &str) -> Vec<Shape> {
    text.split(';').map(shape).collect()
}

fn check(mxnet: bool, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, expected) = line.split_once("->").unwrap();
        let expected = expected.trim();
        let outputs = expected.split('|').next().unwrap().split(';').count() as u32;
        let (document, given) = document(call, outputs, mxnet);
        document.check().unwrap();
        let result = document.infer(&given);
        if let Some(part) = expected.strip_prefix('!') {
            let message = match result {
                Ok(result) => panic!("{line}: {:?}", result.heads().collect::<Vec<_>>()),
                Err(error) => error.to_string(),
            };
            assert!(message.contains(part.trim()), "{line}: {message}");
            continue;
        }
        let result = result.unwrap_or_else(|error| panic!("{line}: {error}"));
        let (heads, arguments) = expected.split_once('|').unwrap_or((expected, ""));
        assert_eq!(result.heads().collect::<Vec<_>>(), shapes(heads), "{line}");
        if !arguments.is_empty() {
            let found: Vec<_> = result
                .arguments()
                .map(|(_, shape)| shape.to_vec())
                .collect();
            assert_eq!(found, shapes(arguments), "{line}");
        }
    }
}

fn mxnet(table: &str) {
    check(true, table);
}

fn nnvm(table: &str) {
    check(false, table);
}

#[test]
fn elementwise() {
    mxnet(
        "exp : (2,3) -> (2,3)
        _sparse_exp : (1) -> (1)
        exp : () -> ! expected a shape given for `x0`, found none
        exp : (2,0) -> ! expected a shape given for `x0`, of which (2, 0) is known, found none
        exp : ? -> ! expected a shape given for `x0`, found none
        elemwise_add : (2,3); (2,3) -> (2,3)
        elemwise_add : (2,3); ? -> (2,3) | (2,3); (2,3)
        elemwise_add : ?; (2,3) -> (2,3) | (2,3); (2,3)
        elemwise_add : (2,3); (1,3) -> ! expected the shape of the other inputs, (2, 3), found (1, 3)
        elemwise_add : (2,3) -> ! expected the inputs (lhs, rhs), found 1 inputs of `n` (elemwise_add)
        add_n : (2); (2); ? -> (2) | (2); (2); (2)
        add_n num_args=2 : (2); (2) -> (2)
        add_n num_args=3 : (2); (2) -> ! expected 2, the number of inputs, found 3
        add_n : -> ! expected at least one input
        where : (2,3); (2,3); (2,3) -> (2,3)
        where : (2); (2,3); (2,3) -> (2,3)
        where : ?; ?; (2,3) -> (2,3) | (2,3); (2,3); (2,3)
        where : (3); (2,3); (2,3) -> ! expected the shape (2, 3) or (2,)
        where : (2); (2,3); (3,2) -> ! /nodes/3/inputs/2
        where : (2); ?; ? -> ! expected a shape given for `x1`
        _mul_scalar scalar=3 : (4) -> (4)
        _mul_scalar : (4) -> (4)
        clip a_min=0 : (4) -> ! expected the attribute `a_max`
        Cast dtype=complex : (4) -> ! /nodes/1/attrs/dtype: expected one of `float64`
        abs axis=1 : (4) -> ! /nodes/1/attrs/axis: expected no attributes, found `axis` in `n` (abs)
        abs __note__=1 ctx_group=a lr_mult=2 data_lr_mult=3 : (4) -> (4)
        abs weight_lr_mult=3 : (4) -> ! found `weight_lr_mult`",
    );
    nnvm(
        "__mul_scalar__ scalar=3 : (4) -> (4)
        __mul_scalar__ : (4) -> ! expected the attribute `scalar`
        greater : (4); (4) -> (4)
        elemwise_sum : (4); (4); (4) -> (4)
        full_like fill_value=2 : (4) -> (4)",
    );
}

#[test]
fn broadcasting() {
    mxnet(
        "broadcast_add : (2,1,3); (4,1) -> (2,4,3)
        broadcast_add : (1); (1) -> (1)
        broadcast_add : (2,3); (2) -> ! expected a shape that broadcasts with (2, 3), found (2,)
        broadcast_add : (2,3); ? -> ! expected a shape given for `x1`
        broadcast_to shape=(2,0,4) : (1,3,1) -> (2,3,4)
        broadcast_to shape=(2,2) : (1,3) -> ! expected a shape that is (2, 2) but for extents of 1
        broadcast_to shape=(2,3) : (3) -> ! expected 1 extents, one for each axis
        broadcast_to shape=(-2,3) : (1,3) -> ! expected a positive number, found -2
        broadcast_axis axis=(0,-1) size=(2,4) : (1,3,1) -> (2,3,4)
        broadcast_axis axis=1 size=4 : (1,3) -> ! expected an extent of 1 along axis 1
        broadcast_axis axis=(0,1) size=4 : (1,3) -> ! expected one size for each of the axes (0, 1)
        broadcast_like : (1,3); (2,3) -> (2,3)
        broadcast_like : (3); (2,3) -> ! but for extents of 1
        broadcast_like lhs_axes=(0,) rhs_axes=(-1,) : (1,3); (5,7) -> (7,3)
        broadcast_like lhs_axes=(0,) : (1,3); (5,7) -> ! as many axes as lhs_axes, found None",
    );
    nnvm(
        "broadcast_mod : (2,1); (3) -> (2,3)
        __add_symbol__ : (2,1); (3) -> (2,3)
        expand_like axis=(1,) : (2,4); (2,3,4) -> (2,3,4)
        expand_like axis=(1,) : (2,1,4); (2,3,4) -> (2,3,4)
        expand_like axis=(0,2) exclude=1 : (2,4); (2,3,4) -> (2,3,4)
        expand_like axis=(0,1) : (1); (2,3) -> (2,3)
        expand_like : (2,3); (2,3) -> (2,3)
        expand_like axis=(0,) : (2,4); (2,3,4) -> ! expected the shape (3, 4) or (1, 3, 4)
        collapse_sum : (2,3); (3) -> (3)
        collapse_sum : (2,3); (4) -> ! expected a shape that broadcasts to (2, 3)",
    );
}

#[test]
fn reductions() {
    mxnet(
        "sum : (2,3) -> (1)
        sum keepdims=1 : (2,3) -> (1,1)
        sum axis=() exclude=1 : (2,3) -> (1)
        sum axis=1 : (2,3,4) -> (2,4)
        sum axis=(0,-1) : (2,3,4) -> (3)
        sum axis=(0,1) exclude=True : (2,3,4) -> (2,3)
        sum axis=(0,1) exclude=True keepdims=True : (2,3,4) -> (2,3,1)
        sum axis=(0,1) exclude=True : (2,3) -> (2,3)
        sum axis=0 : (7) -> (1)
        sum axis=(0,-2) : (2,3) -> ! expected every axis once, found (0, -2)
        sum axis=2 : (2,3) -> ! expected an axis from -2 to 1, found 2 for `axis`
        sum axis=-3 : (2,3) -> ! expected an axis from -2 to 1, found -3
        sum dtype=int32 : (2,3) -> ! found `dtype`
        norm ord=1 axis=1 : (2,3) -> (2)
        norm ord=3 : (2,3) -> ! expected the order 1 or 2, found 3
        argmax : (2,3) -> (1)
        argmax axis=-1 keepdims=1 : (2,3) -> (2,1)
        argmax axis=(0,1) : (2,3) -> ! expected a 32-bit integer or `None`",
    );
    nnvm(
        "mean axis=(0,) dtype=float32 : (2,3) -> (3)
        argmin axis=(1,) : (2,3) -> (2)
        max axis=None : (2,3) -> ! expected a tuple of integers",
    );
}

#[test]
fn reshapes() {
    let both = "reshape shape=(3,2) : (2,3) -> (3,2)
        reshape shape=(0,-1) : (2,3,4) -> (2,12)
        reshape shape=(-1,) : (2,3,4) -> (24)
        reshape shape=(-2,1,1) : (2,3) -> (2,3,1,1)
        reshape shape=(-2,-1) : (2,3) -> (2,3,1)
        reshape shape=(0,-3) : (2,3,4) -> (2,12)
        reshape shape=(-3,-3) : (2,3,4,5) -> (6,20)
        reshape shape=(-4,1,2,-2) : (2,3,4) -> (1,2,3,4)
        reshape shape=(2,-4,-1,3,-2) : (2,3,4) -> (2,1,3,4)
        reshape shape=(-1,-4,2,-1) : (4,6) -> (4,2,3)
        reshape shape=(4,2) : (2,3) -> ! expected a shape of as many elements as (2, 3), found (4, 2)
        reshape shape=(-1,-1) : (2,3) -> ! expected at most one -1
        reshape shape=(4,-1) : (2,3) -> ! expected extents that divide the number of elements
        reshape shape=(0,0,0) : (2,3) -> ! expected codes for no more axes than the input has
        reshape shape=(0,-3) : (2,3) -> ! expected two axes left to multiply
        reshape shape=(-4,2) : (2,3) -> ! expected two extents after every -4
        reshape shape=(-4,-1,-1,3) : (2,3) -> ! expected at most one -1 after a -4
        reshape shape=(-4,4,-1,3) : (6,3) -> ! expected two factors of the extent
        reshape shape=(-4,0,-1,3) : (6,3) -> ! expected a positive number
        reshape shape=(-5,6) : (2,3) -> ! expected extents and the codes
        reshape shape=(4294967296,4294967296) : (2,3) -> ! as many elements as (2, 3)
        reshape shape=(4294967296,4294967296,-1) : (2,3) -> ! extents that divide
        reshape shape=() : (2,3) -> ! found ()
        flatten : (2,3,4) -> (2,12)
        flatten : (7) -> (7,1)
        expand_dims axis=0 : (2,3) -> (1,2,3)
        expand_dims axis=-1 : (2,3) -> (2,3,1)
        expand_dims axis=2 : (2,3) -> (2,3,1)
        expand_dims axis=3 : (2,3) -> ! expected an axis from -3 to 2
        squeeze axis=(0,2) : (1,2,1) -> (2)
        squeeze axis=1 : (1,2) -> ! expected an extent of 1 along axis 1
        squeeze : (1,1) -> (1)
        reshape_like : (2,6); (3,4) -> (3,4)
        reshape_like : (2,6); (3,3) -> ! expected a shape of as many elements as (2, 6)";
    mxnet(both);
    nnvm(both);
    mxnet(
        "Reshape shape=(-1,0) reverse=1 : (2,3,4) -> (6,4)
        Reshape shape=(0,-1) reverse=0 : (2,3,4) -> (2,12)
        Reshape target_shape=(0,4) : (2,6) -> (3,4)
        Reshape target_shape=(0,0) keep_highest=1 : (2,6) -> (2,6)
        Reshape target_shape=(0,0) : (2,6) -> ! expected a positive number
        Reshape target_shape=(0,5) : (2,6) -> ! as many elements
        squeeze axis=() : (1,2) -> (1,2)
        reshape_like lhs_begin=1 lhs_end=None rhs_begin=0 rhs_end=-1 : (5,12); (3,4,9) -> (5,3,4)
        reshape_like lhs_begin=3 : (5,12); (3,4) -> ! expected an axis up to 2
        reshape_like lhs_begin=2 lhs_end=1 : (5,12); (3,4) -> ! expected an axis from 2 on",
    );
    nnvm(
        "expand_dims axis=1 num_newaxis=2 : (2,3) -> (2,1,1,3)
        expand_dims axis=1 num_newaxis=1000000000 : (2,3) -> ! expected a number from 0 to 32
        squeeze axis=() : (1,2) -> (2)",
    );
}

#[test]
fn permutations() {
    mxnet(
        "transpose : (2,3,4) -> (4,3,2)
        transpose axes=(2,0,1) : (2,3,4) -> (4,2,3)
        transpose axes=(0,0,1) : (2,3,4) -> ! expected every axis once
        transpose axes=(0,1) : (2,3,4) -> ! expected each of the 3 axes once
        SwapAxis dim1=0 dim2=-1 : (2,3,4) -> (4,3,2)
        reverse axis=(0,1) : (2,3) -> (2,3)
        reverse axis=2 : (2,3) -> ! expected an axis
        depth_to_space block_size=2 : (1,8,2,3) -> (1,2,4,6)
        depth_to_space block_size=2 : (1,6,2,3) -> ! the second a multiple of 4
        depth_to_space block_size=0 : (1,6,2,3) -> ! expected a positive number
        space_to_depth block_size=2 : (1,2,4,6) -> (1,8,2,3)
        space_to_depth block_size=2000000000 : (1,2,4,6) -> ! up to 1024",
    );
    nnvm("flip axis=-1 : (2,3) -> (2,3)");
}

#[test]
fn slices() {
    mxnet(
        "slice begin=(0,1) end=(2,3) : (3,4) -> (2,2)
        slice begin=(None,-2) end=(None,None) : (3,4) -> (3,2)
        slice begin=(None,3) end=(None,0) step=(None,-2) : (3,4) -> (3,2)
        slice begin=(None,) end=(None,) step=(-1,) : (3,4) -> (3,4)
        slice begin=(1,) end=(2,) : (3,4) -> (1,4)
        slice begin=(1,) end=(1,) : (3,4) -> ! that leaves elements of axis 0
        slice begin=(2,) end=(1,) : (3,4) -> ! that leaves elements
        slice begin=(0,) end=(4,) : (3,4) -> ! expected bounds within axis 0 of extent 3
        slice begin=(3,) end=(4,) : (3,4) -> ! within axis 0
        slice begin=(-4,) end=(3,) : (3,4) -> ! within axis 0
        slice begin=(0,) end=(2,) step=(0,) : (3,4) -> ! expected steps other than 0
        slice begin=(0,0,0) end=(1,1,1) : (3,4) -> ! expected at most 2 bounds
        slice begin=(0,) end=(1,1) : (3,4) -> ! expected 1 bounds
        slice_axis axis=-1 begin=1 end=None : (3,4) -> (3,3)
        slice_axis axis=0 begin=-2 end=-1 : (3,4) -> (1,4)
        slice_axis axis=0 begin=0 end=4 : (3,4) -> ! up to 3
        slice_axis axis=0 begin=2 end=2 : (3,4) -> ! a bound after 2
        slice_like : (3,4); (2,3) -> (2,3)
        slice_like axes=(1,) : (3,4); (9,3) -> (3,3)
        slice_like : (3,4); (4,3) -> ! expected an extent up to 3 along axis 0
        slice_like : (3,4); (2) -> ! expected a shape of 2 axes",
    );
    nnvm(
        "strided_slice begin=(0,1) end=(2,4) stride=(1,2) : (3,5) -> (2,2)
        strided_slice begin=(-100,) end=(100,) : (3,5) -> (3,5)
        strided_slice begin=(2,) end=(-9,) stride=(-1,) : (3,5) -> (3,5)
        strided_slice begin=(2,) end=(0,) stride=(-1,) : (3,5) -> (2,5)
        strided_slice begin=(2,) end=(2,) : (3,5) -> ! expected bounds that leave elements
        strided_slice begin=(9223372036854775807,) end=(9223372036854775807,) : (3,5) -> ! leave
        strided_slice begin=(0,) end=(3,) stride=(0,) : (3,5) -> ! strides other than 0
        slice_like : (3,4,5); (2,3) -> (2,3,5)",
    );
}

#[test]
fn splits_and_joins() {
    mxnet(
        "SliceChannel num_outputs=3 : (2,6) -> (2,2); (2,2); (2,2)
        SliceChannel num_outputs=2 squeeze_axis=1 : (3,2) -> (3); (3)
        SliceChannel num_outputs=3 squeeze_axis=1 : (2,6) -> ! expected an extent of 3 along axis 1
        SliceChannel num_outputs=4 : (2,6) -> ! that divides the extent 6, found 4
        SliceChannel num_outputs=1000000000 : (1,1000000000) -> ! a number up to 65536
        SliceChannel num_outputs=0 : (2,6) -> ! expected one of the 0 outputs
        Concat num_args=2 : (2,3); (2,4) -> (2,7)
        Concat num_args=2 dim=-2 : (2,3); (5,3) -> (7,3)
        Concat num_args=2 : (2,3); (3,4) -> ! expected the shape (2, 3) but along axis 1
        Concat num_args=2 : (2,3); (2,3,1) -> ! but along axis 1
        Concat num_args=1 dim=0 : (2) -> (2)
        Concat dim=0 : (2); (2) -> ! expected the attribute `num_args`
        Concat num_args=2 dim=0 : (2147483647); (2147483647) -> ! at most 2147483647 elements
        stack num_args=2 axis=1 : (2,3); (2,3) -> (2,2,3)
        stack num_args=2 axis=-1 : (2,3); ? -> (2,3,2)
        tile reps=(2,) : (2,3) -> (2,6)
        tile reps=(2,1,3) : (2,3) -> (2,2,9)
        tile reps=(0,) : (2,3) -> ! expected a positive number
        tile reps=(2147483647,2147483647) : (2,3) -> ! at most 2147483647 elements
        repeat repeats=2 : (2,3) -> (12)
        repeat repeats=2 axis=-1 : (2,3) -> (2,6)
        Pad mode=constant pad_width=(0,0,0,0,1,2,0,3) : (1,1,2,3) -> (1,1,5,6)
        Pad mode=reflect pad_width=(0,0,0,0,1,2,0,0) : (1,1,2,3) -> ! expected widths below
        Pad mode=edge pad_width=(1,0,0,0,1,2,0,0) : (1,1,2,3) -> ! the first four of them 0
        Pad mode=edge pad_width=(0,0,0,0) : (2,3) -> ! expected a shape of 4 or 5 axes",
    );
    nnvm(
        "split indices_or_sections=3 : (2,6) -> (2,2); (2,2); (2,2)
        split indices_or_sections=(1,4) : (2,6) -> (2,1); (2,3); (2,2)
        split indices_or_sections=(2,) : (2,6) -> (2,2); (2,4)
        split indices_or_sections=(4,1) : (2,6) -> ! expected ascending cut points from 1 to 5
        split indices_or_sections=(6,) : (2,6) -> ! ascending cut points
        concatenate : (2,3); (2,4) -> (2,7)
        pad pad_width=((0,0),(1,2)) : (2,3) -> (2,6)
        pad pad_width=((0,0),) : (2,3) -> ! found widths for 1 axes
        pad pad_width=((0,0),(1,)) : (2,3) -> ! expected two widths
        pad pad_width=((0,0),(-1,0)) : (2,3) -> ! from 0 on",
    );
}

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
        InstanceNorm : (2,3,4); ?; ? -> (2,3,4) | (2,3,4); (3); (3)
        InstanceNorm : (2,3); ?; ? -> ! expected a shape of 3 axes or more
        LRN nsize=5 : (1,2,3,4) -> (1,2,3,4)
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

#[test]
fn names_of_the_other_program_are_told_apart() {
    mxnet(
        "dense units=5 : (2,3); ?; ? -> ! operator `dense` of node `n` is not supported: it is an operator of NNVM",
    );
    mxnet("frobnicate : (2,3) -> ! no operator of this name is known");
    mxnet(
        "_contrib_MultiBoxTarget : (1,1,1); ?; ? -> ! /nodes/3/op: operator `_contrib_MultiBoxTarget` of node `n` is not supported",
    );
    nnvm("tvm_op func_name=f : (2,3) -> ! it names a compiled kernel");
}

/// A document of MXNet 0.8, which has no version.
fn old(nodes: &str, head: u32, version: &str) -> Document {
    let text = format!(
        r#"{{"nodes":[{{"op":"null","name":"x","param":{{}},"inputs":[],"backward_source_id":-1}},
        {nodes}],"arg_nodes":[0],"heads":[[{head},0]]{version}}}"#
    );
    text.parse().unwrap()
}

#[test]
fn inputs_that_old_versions_did_not_write_are_added() {
    let nodes = r#"{"op":"null","name":"g","inputs":[]},{"op":"null","name":"b","inputs":[]},
        {"op":"BatchNorm","name":"bn","inputs":[[0,0],[1,0],[2,0]]}"#;
    let given = BTreeMap::from([(String::from("x"), vec![2, 3])]);
    let document = old(nodes, 3, "");
    let result = document.infer(&given).unwrap();
    let arguments: Vec<_> = result.arguments().map(|(name, _)| name).collect();
    assert_eq!(
        arguments,
        ["x", "g", "b", "bn_moving_mean", "bn_moving_var"]
    );
    assert!(result.arguments().skip(1).all(|(_, shape)| shape == [3]));
    assert_eq!(document.nodes.len(), 4);
    let document = old(nodes, 3, r#","attrs":{"mxnet_version":["int",900]}"#);
    let message = document.infer(&given).err().unwrap().to_string();
    assert!(message.contains("expected the inputs (data, gamma, beta, moving_mean, moving_var)"));
}

#[test]
fn the_last_axis_meant_all_axes_to_old_versions() {
    let node = r#"{"op":"argmax","name":"a","inputs":[[0,0]],"param":{"axis":"-1"}}"#;
    let given = BTreeMap::from([(String::from("x"), vec![2, 3])]);
    for (version, shape) in [(904, vec![1]), (905, vec![2])] {
        let version = format!(r#","attrs":{{"mxnet_version":["int",{version}]}}"#);
        let document = old(node, 1, &version);
        let result = document.infer(&given).unwrap();
        assert_eq!(result.heads().next(), Some(shape.as_slice()), "{version}");
    }
}

#[test]
fn shapes_come_from_notes_where_they_are_not_given() {
    let note = |text: &str, given: &[(&str, &[usize])]| {
        let (mut document, _) = document("FullyConnected num_hidden=5 no_bias=1 : ?; ?", 1, true);
        document.nodes[0].set_attribute("__shape__", "(2, 3)");
        document.nodes[1].set_attribute("__shape__", text);
        let given = given
            .iter()
            .map(|(name, shape)| (name.to_string(), shape.to_vec()));
        let result = document.infer(&given.collect());
        result.map(drop).map_err(|error| error.to_string())
    };
    for fitting in ["(5, 3)", "(5, 0)", "(0, -1)", "()", "None"] {
        assert_eq!(note(fitting, &[]), Ok(()), "{fitting}");
    }
    for (text, part) in [
        ("(5, 4)", "expected (5, 3), found (5, 4), which is `x1`"),
        (
            "(0, 4)",
            "/nodes/2/inputs/1: expected (5, 3), found (0, 4), which is `x1`",
        ),
        ("(5,0,0)", "expected (5, 3), found (5, 0, 0), which is `x1`"),
        (
            "five",
            "expected a tuple of integers such as `(3, 3)`, found \"five\" of `x1`",
        ),
    ] {
        let message = note(text, &[]).unwrap_err();
        assert!(message.contains(part), "{text}: {message}");
    }
    // What is given comes before what is noted.
    assert_eq!(note("(5, 9)", &[("x1", &[5, 3])]), Ok(()));
    assert_eq!(note("(5, 0)", &[("x0", &[2, 7])]), Ok(()));
    let message = note("(5, 0)", &[("y", &[2])]).unwrap_err();
    assert!(
        message.contains("found `y`, for which a shape is given"),
        "{message}"
    );
}

#[test]
fn variables_must_have_names_of_their_own() {
    let (mut document, given) = document("elemwise_add : (2); (2)", 1, true);
    document.nodes[1].name = "x0".into();
    let message = document.infer(&given).err().unwrap().to_string();
    assert!(message.contains("/nodes/1/name"), "{message}");
    document.nodes[1].name = "z".into();
    document.heads.push(Entry::new(1, 0));
    let given = BTreeMap::from([(String::from("x0"), vec![2])]);
    let result = document.infer(&given).unwrap();
    assert_eq!(result.heads().collect::<Vec<_>>(), [[2], [2]]);
    document.heads = vec![Entry::new(1, 0)];
    let message = document.infer(&BTreeMap::new()).err().unwrap().to_string();
    assert!(
        message.contains("/nodes/1/name: expected a shape of every variable"),
        "{message}"
    );
}

#[test]
fn outputs_are_bounded_by_what_a_file_mentions() {
    let line = "SliceChannel num_outputs=65536 axis=0 : (65536)";
    let (mut document, given) = document(line, 1, true);
    assert!(document.infer(&given).is_ok());
    // The same node again, of which the file uses one output too.
    let again = document.nodes[1].clone();
    document.nodes.push(again);
    document.heads.push(Entry::new(2, 0));
    let message = document.infer(&given).err().unwrap().to_string();
    let expected = "/nodes/2: expected at most 65543 outputs of nodes in a file that names so few \
                    of them, found more";
    assert_eq!(message, expected);
    // A file that uses them is as long as it claims.
    document.heads = (1..3)
        .flat_map(|node| (0..65_536).map(move |index| Entry::new(node, index)))
        .collect();
    assert!(document.infer(&given).is_ok());
}
