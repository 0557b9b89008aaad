//! Operators of NNVM and MXNet at their edges, one line a case: `op key=value : inputs -> output`.
//!
//! An input or output is a shape and numbers, `(2,2) 1 2 3 4`; inputs are separated by `;`. The
//! numbers expected are worked out from the definitions; those of the gamma and error functions
//! are Python's.

use graph_autodiff::reverse;
use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, Host, Values};
use graph_runtime::json::nnvm::{Document, Entry, GraphAttribute, Node, Shape};
use std::collections::BTreeMap;

fn tensor(text: &str) -> (Shape, Vec<f64>) {
    let (shape, numbers) = text
        .trim()
        .strip_prefix('(')
        .unwrap()
        .split_once(')')
        .unwrap();
    let extents = shape.split(',').filter(|extent| !extent.is_empty());
    let numbers = numbers.split_whitespace();
    let tensor: (Shape, Vec<f64>) = (
        extents.map(|extent| extent.parse().unwrap()).collect(),
        numbers.map(|number| number.parse().unwrap()).collect(),
    );
    assert_eq!(tensor.0.iter().product::<usize>(), tensor.1.len(), "{text}");
    tensor
}

/// The graph of one node, its inputs, and what is expected.
fn parse(line: &str, mxnet: bool) -> (Graph, Vec<Vec<f64>>, Vec<f64>) {
    let (call, expected) = line.split_once("->").unwrap();
    let (head, inputs) = call.split_once(':').unwrap();
    let mut words = head.split_whitespace();
    let mut node = Node::operator(words.next().unwrap(), "n", Vec::new());
    for word in words {
        let (key, value) = word.split_once('=').unwrap();
        node.set_attribute(key, value);
    }
    let mut document = Document::default();
    let mut shapes = BTreeMap::new();
    let mut data = Vec::new();
    for text in inputs.split(';').filter(|text| !text.trim().is_empty()) {
        let id = document.nodes.len();
        let (shape, numbers) = tensor(text);
        node.inputs.push(Entry::new(id as u32, 0));
        document.nodes.push(Node::variable(format!("x{id}")));
        shapes.insert(format!("x{id}"), shape);
        data.push(numbers);
    }
    document.heads = vec![Entry::new(document.nodes.len() as u32, 0)];
    document.nodes.push(node);
    if mxnet {
        let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
        document.attributes.push(version);
    }
    let graph = document
        .to_graph(&shapes)
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    let (shape, numbers) = tensor(expected);
    let found = graph.output_types().next().unwrap().shape.extents();
    assert_eq!(found, shape, "{line}");
    (graph, data, numbers)
}

fn same(found: &[f64], expected: &[f64], line: &str) {
    assert_eq!(found.len(), expected.len(), "{line}");
    for (found, expected) in found.iter().zip(expected) {
        let equal = found == expected || found.is_nan() && expected.is_nan();
        let close = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
        assert!(equal || close, "{line}: {found} for {expected}");
    }
}

fn run(graph: &Graph, inputs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let inputs: Vec<&[f64]> = inputs.iter().map(Vec::as_slice).collect();
    Executable::new(graph).unwrap().call(&inputs).unwrap()
}

fn check(mxnet: bool, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (graph, inputs, expected) = parse(line, mxnet);
        same(&run(&graph, &inputs)[0], &expected, line);
    }
}

/// Checks the gradient of the sum of the output by the first input.
fn check_gradient(mxnet: bool, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, gradient) = line.split_once("=>").unwrap();
        let (graph, mut inputs, expected) = parse(call, mxnet);
        inputs.push(vec![1.0; expected.len()]);
        let found = run(&reverse(&graph, &[0]).unwrap(), &inputs);
        same(&found[0], &expected, line);
        same(&found[1], &tensor(gradient).1, line);
    }
}

/// MXNet's order of equal elements is not told; here it is theirs in the input, both ways.
#[test]
fn orders() {
    check(
        true,
        "sort : (5) 3 1 -2 inf 1 -> (5) -2 1 1 3 inf
        sort is_ascend=False : (5) 3 1 -2 -inf 1 -> (5) 3 1 1 -2 -inf
        sort axis=0 : (2,3) 3 1 2 0 5 2 -> (2,3) 0 1 2 3 5 2
        sort axis=-2 is_ascend=0 : (2,3) 3 1 2 0 5 2 -> (2,3) 3 5 2 0 1 2
        sort axis=None : (2,2) 3 1 2 0 -> (4) 0 1 2 3
        sort : (3) 0 -0.0 -1 -> (3) -1 0 -0.0
        argsort : (5) 3 1 -2 7 1 -> (5) 2 1 4 0 3
        argsort is_ascend=False : (5) 3 1 -2 7 1 -> (5) 3 0 1 4 2
        argsort axis=0 dtype=float64 : (2,3) 3 1 2 0 5 2 -> (2,3) 1 0 0 0 1 1
        argsort axis=None is_ascend=0 : (2,2) 3 1 2 0 -> (4) 0 2 1 3
        sort : (12) 9 8 7 6 5 4 3 2 1 0 0 1 -> (12) 0 0 1 1 2 3 4 5 6 7 8 9
        argsort : (12) 9 8 7 6 5 4 3 2 1 0 0 1 -> (12) 9 10 8 11 7 6 5 4 3 2 1 0",
    );
    check_gradient(
        true,
        "sort : (3) 3 1 1 -> (3) 1 1 3 => (3) 1 1 1
        argsort : (3) 3 1 1 -> (3) 1 2 0 => (3) 0 0 0",
    );
}

#[test]
fn elements() {
    check(
        true,
        "rint : (6) -0.5 0.5 1.5 2.5 -2.5 4503599627370497 -> (6) -1 0 1 2 -3 4503599627370497
        round : (4) -0.5 0.5 2.5 -2.5 -> (4) -1 1 3 -3
        _mod : (8) 5 -5 5 -5 6 -6 5 0 ; (8) 3 3 -3 -3 3 3 0 3 -> (8) 2 1 -1 -2 0 0 0 0
        _mod_scalar scalar=-3 : (2) 5 -5 -> (2) -1 -2
        _rmod_scalar scalar=5 : (3) 3 -3 0 -> (3) 2 -1 0
        _rminus_scalar scalar=2 : (2) 5 inf -> (2) -3 -inf
        _rpower_scalar scalar=2 : (3) 3 -1 0 -> (3) 8 0.5 1
        _equal_scalar scalar=0 : (3) 0 -0.0 nan -> (3) 1 1 0
        _not_equal_scalar scalar=0 : (3) 0 -0.0 nan -> (3) 0 0 1
        _lesser_equal : (3) 1 2 nan ; (3) 1 1 1 -> (3) 1 0 0
        _logical_xor : (4) 0 0 2 2 ; (4) 0 3 0 3 -> (4) 0 1 1 0
        broadcast_logical_and : (2,1) 0 -1 ; (2) 0 5 -> (2,2) 0 0 0 1
        logical_not : (3) 0 2 nan -> (3) 1 0 0
        clip a_min=-0.5 a_max=0.7 : (5) -inf -0.5 0.1 9 nan -> (5) -0.5 -0.5 0.1 0.7 nan
        hard_sigmoid : (4) -9 0 1 9 -> (4) 0 0.5 0.7 1
        smooth_l1 scalar=2 : (4) -1 0 0.1 0.25 -> (4) 0.875 0 0.02 0.125
        softsign : (3) -1 0 3 -> (3) -0.5 0 0.75
        rsqrt : (2) 4 0 -> (2) 0.5 inf
        rcbrt : (1) -8 -> (1) -0.5
        degrees : (1) 3.141592653589793 -> (1) 180
        where : (2) 0 -3 ; (2,2) 1 2 3 4 ; (2,2) 5 6 7 8 -> (2,2) 5 6 3 4
        where : (3) 0 nan 1 ; (3) 1 2 3 ; (3) 4 5 nan -> (3) 4 2 3
        Cast dtype=bool : (3) 0 -2 0.5 -> (3) 0 1 1
        LeakyReLU act_type=prelu : (1,2,2) -1 1 -1 1 ; (2) 0.5 0.25 -> (1,2,2) -0.5 1 -0.25 1
        LeakyReLU act_type=prelu : (1,2,2) -1 1 -1 1 ; (1) 0.5 -> (1,2,2) -0.5 1 -0.5 1",
    );
    check(
        false,
        "elemwise_mod : (4) 5 -5 5 -5 ; (4) 3 3 -3 -3 -> (4) 2 -2 2 -2
        __rpow_scalar__ scalar=2 : (1) 3 -> (1) 8",
    );
}

#[test]
fn special_functions() {
    check(
        true,
        "gammaln : (8) 0.5 1 2 3.5 10 100 -0.5 -2.5 -> (8) 0.5723649429247004 0 0 1.2009736023470738 12.801827480081467 359.1342053695754 1.265512123484645 -0.05624371649767457
        gammaln : (5) 0 -1 inf 1e300 nan -> (5) inf inf inf 6.897755278982137e302 nan
        gamma : (6) 0.5 1 10 -0.5 -1.5 0.001 -> (6) 1.7724538509055159 1 362880 -3.544907701811032 2.3632718012073544 999.4237724845954
        erfinv : (7) 0 0.5 -0.5 1 -1 2 1e-300 -> (7) 0 0.4769362762044699 -0.4769362762044699 inf -inf nan 8.862269254527581e-301
        erfinv : (3) 0.999 -0.9999999999 0.1 -> (3) 2.326753765513525 -4.572824958544925 0.08885599049425769",
    );
    check_gradient(
        true,
        "erfinv : (2) 0 0.5 -> (2) 0 0.4769362762044699 => (2) 0.886226925452758 1.1125848189719496
        gammaln : (3) 1 2 10 -> (3) 0 0 12.801827480081467 => (3) -0.5772156649015329 0.42278433509846713 2.2517525890667214",
    );
}

#[test]
fn moved_and_repeated_elements() {
    check(
        true,
        "tile reps=(2,2) : (2) 1 2 -> (2,4) 1 2 1 2 1 2 1 2
        tile reps=(2,) : (2,2) 1 2 3 4 -> (2,4) 1 2 1 2 3 4 3 4
        repeat repeats=2 : (2,2) 1 2 3 4 -> (8) 1 1 2 2 3 3 4 4
        repeat repeats=2 axis=-1 : (2,2) 1 2 3 4 -> (2,4) 1 1 2 2 3 3 4 4
        repeat repeats=2 axis=0 : (2,2) 1 2 3 4 -> (4,2) 1 2 1 2 3 4 3 4
        reverse axis=(0,1) : (2,2) 1 2 3 4 -> (2,2) 4 3 2 1
        SwapAxis dim1=0 dim2=-1 : (1,2,2) 1 2 3 4 -> (2,2,1) 1 3 2 4
        slice begin=(None,None) end=(None,None) step=(-1,2) : (2,3) 1 2 3 4 5 6 -> (2,2) 4 6 1 3
        slice_axis axis=1 begin=-2 end=None : (2,3) 1 2 3 4 5 6 -> (2,2) 2 3 5 6
        slice_like axes=(1,) : (2,3) 1 2 3 4 5 6 ; (9,1) 0 0 0 0 0 0 0 0 0 -> (2,1) 1 4
        Pad mode=reflect pad_width=(0,0,0,0,0,0,2,1) : (1,1,1,3) 1 2 3 -> (1,1,1,6) 3 2 1 2 3 2
        Pad mode=edge pad_width=(0,0,0,0,1,0,1,2) : (1,1,1,2) 1 2 -> (1,1,2,5) 1 1 2 2 2 1 1 2 2 2
        Pad mode=constant pad_width=(0,0,0,0,0,1,1,0) constant_value=7 : (1,1,1,2) 1 2 -> (1,1,2,3) 7 1 2 7 7 7
        broadcast_axis axis=0 size=2 : (1,2) 1 2 -> (2,2) 1 2 1 2
        depth_to_space block_size=2 : (1,4,1,2) 1 2 3 4 5 6 7 8 -> (1,1,2,4) 1 3 2 4 5 7 6 8
        space_to_depth block_size=2 : (1,1,2,4) 1 3 2 4 5 7 6 8 -> (1,4,1,2) 1 2 3 4 5 6 7 8
        stack num_args=2 axis=-1 : (2) 1 2 ; (2) 3 4 -> (2,2) 1 3 2 4
        _arange start=4 repeat=2 : -> (8) 0 0 1 1 2 2 3 3
        _full shape=(2,) value=-1.5 : -> (2) -1.5 -1.5",
    );
    check(
        false,
        "strided_slice begin=(2,) end=(-9,) stride=(-2,) : (3) 1 2 3 -> (2) 3 1
        expand_like axis=(1,) : (2) 1 2 ; (2,2) 0 0 0 0 -> (2,2) 1 1 2 2
        expand_like axis=(0,1) : (1) 5 ; (1,2) 0 0 -> (1,2) 5 5
        collapse_sum : (2,2) 1 2 3 4 ; (1,2) 0 0 -> (1,2) 4 6
        matmul transpose_a=1 : (2,1) 1 2 ; (2,2) 3 4 5 6 -> (1,2) 13 16
        matmul : (2) 1 2 ; (2,1) 3 4 -> (1,1) 11",
    );
}

#[test]
fn reductions_and_picks() {
    check(
        true,
        "sum axis=1 : (2,3) 1 2 3 4 5 6 -> (2) 6 15
        nansum : (3) 1 nan 2 -> (1) 3
        nanprod keepdims=1 : (1,2) nan 3 -> (1,1) 3
        max : (3) -inf inf 1 -> (1) inf
        min axis=0 : (2,2) 1 inf -inf 4 -> (2) -inf 4
        norm ord=1 axis=1 : (1,2) 3 -4 -> (1) 7
        norm : (2) 3 -4 -> (1) 5
        argmax : (2,2) 1 5 5 0 -> (1) 1
        pick : (2,3) 1 2 3 4 5 6 ; (2) 0 9 -> (2) 1 6
        pick mode=wrap axis=0 keepdims=1 : (2,3) 1 2 3 4 5 6 ; (3) 0 -1 2 -> (1,3) 1 5 3
        pick : (2,2) inf nan 1 2 ; (2) 0 1 -> (2) inf 2
        one_hot depth=3 on_value=5 off_value=-1 : (3) 0 2 7 -> (3,3) 5 -1 -1 -1 -1 5 -1 -1 -1
        take : (3,2) 1 2 3 4 5 6 ; (2) -1 9 -> (2,2) 1 2 5 6
        take mode=wrap axis=1 : (1,3) 1 2 3 ; (2) -1 4 -> (1,2) 3 2
        gather_nd : (2,2) 1 2 3 4 ; (2,2) 0 1 1 0 -> (2) 2 3
        gather_nd : (2,2) 1 2 3 4 ; (1,2) 1 0 -> (2,2) 3 4 1 2
        _backward_gather_nd shape=(2,2) : (3) 2 3 0 ; (2,3) 1 1 0 0 1 0 -> (2,2) 0 0 2 3
        _backward_gather_nd shape=(2,2) : (3) 2 3 4 ; (2,3) 1 1 0 0 0 1 -> (2,2) 0 4 5 0
        _backward_gather_nd shape=(3,2) : (2,2) 1 2 3 4 ; (1,2) 2 2 -> (3,2) 0 0 0 0 4 6
        dot transpose_a=1 transpose_b=1 : (2,1) 1 2 ; (1,2) 3 4 -> (1,1) 11
        dot : (2) 1 2 ; (2) 3 4 -> (1) 11
        linalg_gemm2 alpha=2 transpose_b=1 : (1,2) 1 2 ; (1,2) 3 4 -> (1,1) 22
        batch_dot transpose_a=1 : (2,2,1) 1 2 3 4 ; (2,2,1) 1 1 1 1 -> (2,1,1) 3 7
        softmax temperature=0.5 : (1,2) 0 0 -> (1,2) 0.5 0.5
        softmax : (1,3) -inf 0 0 -> (1,3) 0 0.5 0.5
        softmin : (1,2) 1000 0 -> (1,2) 0 1
        SoftmaxActivation mode=channel : (1,2,1) 0 0 -> (1,2,1) 0.5 0.5
        SoftmaxActivation : (2,1) 3 4 -> (2,1) 1 1",
    );
    check_gradient(
        true,
        "max axis=1 : (2,3) 1 3 3 2 2 2 -> (2) 3 2 => (2,3) 0 1 1 1 1 1
        max : (2) inf 1 -> (1) inf => (2) 0 0
        BlockGrad : (2) 1 2 -> (2) 1 2 => (2) 0 0
        where : (2) 0 1 ; (2) inf 2 ; (2) 1 nan -> (2) 1 2 => (2) 0 0
        sum : (2) 1 2 -> (1) 3 => (2) 1 1
        norm : (2) 0 0 -> (1) 0 => (2) 0 0
        clip a_min=-1 a_max=1 : (4) -2 -1 1 2 -> (4) -1 -1 1 1 => (4) 0 1 1 0
        relu : (3) -1 0 1 -> (3) 0 0 1 => (3) 0 0 1
        argmax : (2) 1 2 -> (1) 1 => (2) 0 0
        Dropout p=0.5 : (2) 1 2 -> (2) 1 2 => (2) 1 1",
    );
}

#[test]
fn pictures() {
    check(
        true,
        "UpSampling scale=2 sample_type=nearest num_args=1 : (1,1,1,2) 1 2 -> (1,1,2,4) 1 1 2 2 1 1 2 2
        UpSampling scale=2 sample_type=nearest num_args=2 multi_input_mode=sum : (1,1,1,1) 1 ; (1,1,2,2) 1 2 3 4 -> (1,1,2,2) 2 3 4 5
        UpSampling scale=2 sample_type=bilinear num_args=2 num_filter=1 : (1,1,2,2) 1 2 3 4 ; (1,1,4,4) 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 -> (1,1,4,4) 0.25 0.75 0.75 0.5 1 2.5 2.5 1.5 1 2.5 2.5 1.5 0.75 1.75 1.75 1
        Crop num_args=2 offset=(1,0) : (1,1,3,3) 0 1 2 3 4 5 6 7 8 ; (1,1,2,2) 0 0 0 0 -> (1,1,2,2) 3 4 6 7
        Crop num_args=1 h_w=(1,1) center_crop=True : (1,1,4,3) 0 1 2 3 4 5 6 7 8 9 10 11 -> (1,1,1,1) 4
        InstanceNorm eps=0.3125 : (1,1,2,2) 1 2 3 4 ; (1) 2 ; (1) 1 -> (1,1,2,2) -1.4 0.2 1.8 3.4
        LRN alpha=0.75 beta=1 knorm=1 nsize=3 : (1,3,1,1) 1 2 3 -> (1,3,1,1) 0.4444444444444444 0.4444444444444444 0.7058823529411765
        LRN alpha=0.75 beta=1 knorm=1 nsize=5 : (1,3,1,1) 1 2 3 -> (1,3,1,1) 0.3225806451612903 0.6451612903225806 0.967741935483871
        Pooling kernel=(2,) pool_type=lp p_value=2 : (1,1,3) 3 4 -3 -> (1,1,2) 5 5
        Pooling kernel=(2,) pool_type=lp p_value=3 : (1,1,3) -2 0 3 -> (1,1,2) -2 3
        Pooling kernel=(2,) stride=(2,) pooling_convention=same : (1,1,3) -2 -3 -4 -> (1,1,2) -2 -4
        _contrib_MultiBoxPrior sizes=(0.5,) ratios=(1,4) clip=True : (1,1,1,2) 0 0 -> (1,4,4) 0.125 0.25 0.375 0.75 0 0.375 0.5 0.625 0.625 0.25 0.875 0.75 0.5 0.375 1 0.625",
    );
    check(
        false,
        "resize size=(1,4) : (1,1,1,2) 1 3 -> (1,1,1,4) 1 2 3 3
        resize size=(1,3) align_corners=True : (1,1,1,2) 1 3 -> (1,1,1,3) 1 2 3
        resize size=(1,3) method=NEAREST_NEIGHBOR : (1,1,1,2) 1 3 -> (1,1,1,3) 1 1 3
        resize size=(1,1) align_corners=True : (1,1,2,2) 1 2 3 4 -> (1,1,1,1) 1
        upsampling scale=2 layout=NHWC : (1,1,2,1) 1 3 -> (1,2,4,1) 1 1 3 3 1 1 3 3
        lrn size=3 axis=1 alpha=0.75 beta=1 bias=1 : (1,3,1,1) 1 2 3 -> (1,3,1,1) 0.4444444444444444 0.4444444444444444 0.7058823529411765
        yolo_reorg stride=2 : (1,4,2,2) 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> (1,16,1,1) 0 2 8 10 1 3 9 11 4 6 12 14 5 7 13 15",
    );
}

#[test]
fn integers_are_kept_apart_from_floats() {
    let graph = |operator: &str| {
        let text = format!(
            r#"{{"nodes":[{{"op":"null","name":"x","inputs":[]}},
            {{"op":"cast","name":"i","attrs":{{"dtype":"int32"}},"inputs":[[0,0]]}},
            {operator}],"arg_nodes":[0],"heads":[[2,0]]}}"#
        );
        let document: Document = text.parse().unwrap();
        let shapes = BTreeMap::from([(String::from("x"), vec![2])]);
        document
            .to_graph(&shapes)
            .map_err(|error| error.to_string())
    };
    let sigmoid = r#"{"op":"sigmoid","name":"h","inputs":[[1,0]]}"#;
    let message = graph(sigmoid).unwrap_err();
    assert!(message.starts_with("/nodes/2 (line 3"), "{message}");
    assert!(message.contains("floating point numbers"), "{message}");
    let cases = [
        (r#""__mul_scalar__","attrs":{"scalar":"2.9"}"#, [-10, 14]),
        (r#""__div_scalar__","attrs":{"scalar":"2"}"#, [-2, 3]),
        (r#""__rshift_scalar__","attrs":{"scalar":"1"}"#, [-3, 3]),
        (r#""__lshift_scalar__","attrs":{"scalar":"3"}"#, [-40, 56]),
        (r#""clip","attrs":{"a_min":"-1","a_max":"5"}"#, [-1, 5]),
        (r#""relu""#, [0, 7]),
        (r#""negative""#, [5, -7]),
    ];
    for (operator, expected) in cases {
        let node = format!(r#"{{"op":{operator},"name":"h","inputs":[[1,0]]}}"#);
        let values = run_integers(&graph(&node).unwrap(), &[-5.5, 7.9]);
        assert_eq!(values, expected, "{operator}");
    }
    let added = r#"{"op":"elemwise_add","name":"h","inputs":[[1,0],[0,0]]}"#;
    let values = run_integers(&graph(added).unwrap(), &[-5.5, 7.9]);
    assert_eq!(values, [-10, 14]);
    let narrow = r#"{"op":"cast","name":"h","attrs":{"dtype":"int8"},"inputs":[[1,0]]}"#;
    let values = run_integers(&graph(narrow).unwrap(), &[-129.0, 300.0]);
    assert_eq!(values, [127, 44]);
    let narrow = narrow.replace("int8", "uint16");
    let values = run_integers(&graph(&narrow).unwrap(), &[-1.0, 65_536.0]);
    assert_eq!(values, [65_535, 0]);
    let taken = r#"{"op":"take","name":"h","inputs":[[0,0],[1,0]]}"#;
    let values = run(&graph(taken).unwrap(), &[vec![1.9, 0.5]]);
    assert_eq!(values, [[0.5, 1.9]]);
}

/// The one output of a graph, which is of integers.
fn run_integers(graph: &Graph, input: &[f64]) -> Vec<i64> {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    executable
        .run(&mut Host::new(), &mut workspace, &[Values::F64(input)])
        .unwrap();
    match workspace.output(0).unwrap() {
        Values::I64(integers) => integers.to_vec(),
        other => panic!("an output of {:?}", other.element()),
    }
}

/// Longer than what becomes a constant of the graph.
#[test]
fn long_sequences_have_every_number() {
    let number = |k: usize| 0.5 + k as f64 * 0.3;
    let count = 9000_usize;
    for element in [Element::F64, Element::F32] {
        let text = r#"{"nodes":[{"op":"_arange","name":"a","inputs":[],
            "attrs":{"start":"0.5","step":"0.3","stop":"2700.4","repeat":"2"}}],
            "arg_nodes":[],"heads":[[0,0,0]],"attrs":{"mxnet_version":["int",10901]}}"#;
        let document: Document = text.parse().unwrap();
        let inferred = document.infer(&BTreeMap::new()).unwrap();
        let graph = inferred.to_graph(element).unwrap();
        let executable = Executable::new(&graph).unwrap();
        let inputs: [&[f64]; 0] = [];
        let expected = (0..2 * count).map(|index| number(index / 2));
        match element {
            Element::F32 => {
                let found = executable.call::<f32>(&inputs).unwrap();
                let expected = expected.map(|number| number as f32);
                assert_eq!(found, [expected.collect::<Vec<f32>>()]);
            }
            _ => {
                let found = executable.call::<f64>(&inputs).unwrap();
                assert_eq!(found, [expected.collect::<Vec<f64>>()]);
            }
        }
    }
    let text = r#"{"nodes":[{"op":"null","name":"i","inputs":[],"attrs":{"__shape__":"(2,)"}},
        {"op":"one_hot","name":"o","inputs":[[0,0,0]],"attrs":{"depth":"9000"}}],
        "arg_nodes":[0],"heads":[[1,0,0]],"attrs":{"mxnet_version":["int",10901]}}"#;
    let graph = graph_runtime::json::nnvm::from_str(text).unwrap();
    let found = &run(&graph, &[vec![4097.0, 8999.0]])[0];
    let ones = found
        .iter()
        .enumerate()
        .filter(|(_, number)| **number == 1.0);
    assert!(ones.map(|(place, _)| place).eq([4097, 17_999]));
}

#[test]
fn outputs_for_training_alone_are_refused() {
    let text = r#"{"nodes":[{"op":"null","name":"x","inputs":[]},
        {"op":"Dropout","name":"d","inputs":[[0,0,0]]}],
        "arg_nodes":[0],"heads":[[1,1,0]],"attrs":{"mxnet_version":["int",10901]}}"#;
    let document: Document = text.parse().unwrap();
    let shapes = BTreeMap::from([(String::from("x"), vec![2])]);
    let message = document.to_graph(&shapes).unwrap_err().to_string();
    let expected = "/heads/0: output 1 of `d` (Dropout) is not supported: it serves training alone";
    assert_eq!(message, expected);
}
