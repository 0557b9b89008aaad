//! Inference with only some extents of shapes known, forwards and backwards through a document.

use graph_runtime::json::nnvm::{Document, Entry, GraphAttribute, Node, Shape, Variable};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A document of MXNet from lines such as `y = FullyConnected num_hidden=5 : x w b`. Names that no
/// line makes are variables; the last line is the head.
fn document(lines: &str) -> Document {
    let mut document = Document::default();
    let mut ids: BTreeMap<String, u32> = BTreeMap::new();
    for line in lines.lines().map(str::trim) {
        let (name, rest) = line.split_once('=').unwrap();
        let (call, inputs) = rest.split_once(':').unwrap();
        let mut words = call.split_whitespace();
        let op = words.next().unwrap();
        let mut entries = Vec::new();
        for input in inputs.split_whitespace() {
            let (input, index) = input.split_once('/').unwrap_or((input, "0"));
            let id = *ids.entry(input.to_string()).or_insert_with(|| {
                document.nodes.push(Node::variable(input));
                document.nodes.len() as u32 - 1
            });
            entries.push(Entry::new(id, index.parse().unwrap()));
        }
        let mut node = Node::operator(op, name.trim(), entries);
        for word in words {
            let (key, value) = word.split_once('=').unwrap();
            node.set_attribute(key, value);
        }
        ids.insert(name.trim().to_string(), document.nodes.len() as u32);
        document.nodes.push(node);
    }
    let head = document.nodes.len() as u32 - 1;
    document.heads = vec![Entry::new(head, 0)];
    let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
    document.attributes.push(version);
    document
}

fn given(shapes: &[(&str, &[usize])]) -> BTreeMap<String, Shape> {
    let shapes = shapes.iter();
    let shapes = shapes.map(|(name, shape)| (name.to_string(), shape.to_vec()));
    shapes.collect()
}

/// Checks the shapes of all inputs and of the head.
fn check(lines: &str, shapes: &[(&str, &[usize])], expected: &[(&str, &[usize])], head: &[usize]) {
    let document = document(lines);
    let inferred = document.infer(&given(shapes));
    let inferred = inferred.unwrap_or_else(|error| panic!("{lines}: {error}"));
    let found: BTreeMap<&str, &[usize]> = inferred.arguments().collect();
    for (name, shape) in expected {
        assert_eq!(found[name], *shape, "{lines}: {name}");
    }
    assert_eq!(inferred.heads().next(), Some(head), "{lines}");
}

fn message(lines: &str, shapes: &[(&str, &[usize])]) -> String {
    let document = document(lines);
    let error = document.infer(&given(shapes)).err();
    error.expect("an error").to_string()
}

/// The first state of a recurrent cell has a batch that is known from the data alone.
#[test]
fn a_constant_takes_its_extents_from_what_uses_it() {
    check(
        "state = _zeros shape=(0,4) :
        old = FullyConnected num_hidden=3 no_bias=1 : state hw
        new = FullyConnected num_hidden=3 no_bias=1 : x xw
        y = elemwise_add : old new",
        &[("x", &[7, 2])],
        &[("hw", &[3, 4]), ("xw", &[3, 2])],
        &[7, 3],
    );
    // Nothing of it at all, and through a choice between two values.
    check(
        "state = _zeros shape=(0,0) :
        ones = ones_like : x
        y = where : ones x state",
        &[("x", &[7, 2])],
        &[],
        &[7, 2],
    );
    let open = message("z = _zeros shape=(0,4) :\ny = exp : z", &[]);
    assert_eq!(
        open,
        "/nodes/0/attrs/shape: expected extents that are known or follow from uses, \
         found (0,4) for `shape` in `z` (_zeros)"
    );
}

#[test]
fn extents_flow_back_through_layers() {
    check(
        "c = Convolution kernel=(3,3) pad=(1,1) num_filter=6 : x w b
        n = BatchNorm : c g s m v
        r = Activation act_type=relu : n
        p = Pooling kernel=(2,2) stride=(2,2) : r
        q = Pooling kernel=(2,2) stride=(2,2) : t
        y = elemwise_add : p q",
        &[("x", &[0, 5, 8, 8]), ("t", &[2, 0, 8, 8])],
        &[
            ("x", &[2, 5, 8, 8]),
            ("t", &[2, 6, 8, 8]),
            ("w", &[6, 5, 3, 3]),
            ("g", &[6]),
            ("v", &[6]),
        ],
        &[2, 6, 4, 4],
    );
    // Where the window moves by 1, even space flows back; channels come from the weight.
    check(
        "c = Convolution kernel=(3,2) dilate=(2,1) pad=(1,0) num_filter=6 no_bias=1 : x w
        y = elemwise_mul : c t",
        &[("t", &[2, 6, 4, 5]), ("w", &[6, 3, 3, 2])],
        &[("x", &[2, 3, 6, 6])],
        &[2, 6, 4, 5],
    );
    check(
        "e = Embedding input_dim=9 output_dim=4 : i w
        y = elemwise_add : e t",
        &[("t", &[2, 3, 4])],
        &[("i", &[2, 3]), ("w", &[9, 4])],
        &[2, 3, 4],
    );
}

#[test]
fn extents_flow_back_through_axes() {
    let shapes: &[(&str, &str, &[usize], &[usize])] = &[
        ("transpose axes=(2,0,1)", "(4,2,3)", &[], &[2, 3, 4]),
        ("transpose", "(4,2,3)", &[], &[3, 2, 4]),
        ("SwapAxis dim1=0 dim2=2", "(4,2,3)", &[], &[3, 2, 4]),
        ("expand_dims axis=1", "(4,1,3)", &[], &[4, 3]),
        ("expand_dims axis=-1", "(4,3,1)", &[], &[4, 3]),
        ("Flatten", "(4,6)", &[0, 2, 3], &[4, 2, 3]),
        ("squeeze axis=1", "(4,3)", &[0, 1, 0], &[4, 1, 3]),
        ("sum axis=1", "(4,3)", &[0, 5, 0], &[4, 5, 3]),
        ("mean axis=1 keepdims=1", "(4,1,3)", &[0, 5, 0], &[4, 5, 3]),
        ("Reshape shape=(4,6)", "(4,6)", &[2, 0, 3], &[2, 4, 3]),
        ("Reshape shape=(-1,6)", "(4,6)", &[2, 0, 3], &[2, 4, 3]),
        ("softmax", "(4,6)", &[0, 6], &[4, 6]),
        ("Dropout", "(4,6)", &[], &[4, 6]),
        ("SliceChannel num_outputs=3 axis=0", "(4,6)", &[], &[12, 6]),
        (
            "SliceChannel num_outputs=3 axis=1 squeeze_axis=1",
            "(4,6)",
            &[],
            &[4, 3, 6],
        ),
    ];
    for (call, other, known, expected) in shapes {
        let lines = format!("d = {call} : x\nt = _ones shape={other} :\ny = elemwise_add : d t");
        let given: &[(&str, &[usize])] = &[("x", known)];
        check(&lines, given, &[("x", expected)], &parse(other));
    }
    check(
        "c = Concat num_args=3 dim=1 : a b c
        y = elemwise_add : c t",
        &[
            ("a", &[0, 2]),
            ("b", &[4, 0]),
            ("c", &[0, 5]),
            ("t", &[0, 10]),
        ],
        &[
            ("a", &[4, 2]),
            ("b", &[4, 3]),
            ("c", &[4, 5]),
            ("t", &[4, 10]),
        ],
        &[4, 10],
    );
    check(
        "s = stack num_args=2 axis=1 : a b
        y = elemwise_add : s t",
        &[("a", &[0, 3]), ("t", &[4, 2, 0])],
        &[("a", &[4, 3]), ("b", &[4, 3])],
        &[4, 2, 3],
    );
}

fn parse(shape: &str) -> Shape {
    let inner = shape.trim_matches(['(', ')']).split(',');
    inner.map(|extent| extent.parse().unwrap()).collect()
}

/// Extents that do not depend on an unknown one are known without it.
#[test]
fn what_is_known_of_the_inputs_is_reported() {
    let mut document = document(
        "c = Convolution kernel=(3,3) num_filter=6 no_bias=1 : x w
        p = Pooling global_pool=1 kernel=(1,1) : c
        f = FullyConnected num_hidden=2 : p fw fb
        y = SoftmaxOutput : f label",
    );
    document.nodes[0].set_attribute("__dtype__", "2");
    let summary = |given: BTreeMap<String, Shape>| -> Vec<String> {
        let inputs = document.inputs(&given).unwrap();
        let text = |input: &Variable| {
            let shape = input.shape.as_ref().map(|shape| {
                let extents = shape
                    .iter()
                    .map(|extent| extent.map_or("?".into(), |n| n.to_string()));
                extents.collect::<Vec<String>>().join(",")
            });
            let mark = if input.wanted { "!" } else { "" };
            format!("{}{mark} {}", input.name, shape.unwrap_or("-".into()))
        };
        inputs.iter().map(text).collect()
    };
    assert_eq!(
        summary(given(&[])),
        ["x! ?,?,?,?", "w 6,?,3,3", "fw 2,6", "fb 2", "label ?"]
    );
    assert_eq!(
        summary(given(&[("x", &[0, 3, 8, 8])])),
        ["x! ?,3,8,8", "w 6,3,3,3", "fw 2,6", "fb 2", "label ?"]
    );
    assert_eq!(
        summary(given(&[("x", &[4, 3, 8, 8])])),
        ["x 4,3,8,8", "w 6,3,3,3", "fw 2,6", "fb 2", "label 4"]
    );
    let inputs = document.inputs(&given(&[])).unwrap();
    assert_eq!((inputs[0].dtype, inputs[1].dtype), (Some("float16"), None));
    document.nodes[0].set_attribute("__dtype__", "half");
    let error = document.inputs(&given(&[])).unwrap_err().to_string();
    assert!(
        error.starts_with("/nodes/0/attrs/__dtype__: expected the number"),
        "{error}"
    );
}

#[test]
fn all_that_is_missing_is_named_at_once() {
    assert_eq!(
        message("d = dot : a b\ny = broadcast_add : d c", &[("b", &[0, 3])]),
        "/nodes/2/inputs/0: expected a shape given for `a`, `b`, of which (0, 3) is known, `c`, \
         found none, and none that follows from their uses"
    );
    let contradiction = message(
        "e = exp : x
        y = elemwise_add : e t",
        &[("x", &[2, 0]), ("t", &[3, 4])],
    );
    assert_eq!(
        contradiction,
        "/nodes/3/inputs/0: expected (3, 4), found (2, 0), which is `e`, in `y` (elemwise_add)"
    );
}

/// A chain needs one pass in each direction, however long, and so do diamonds with 2^60 paths.
#[test]
fn long_chains_and_many_paths_take_linear_time() {
    let start = Instant::now();
    let mut document = document("n = exp : x");
    for id in 1..100_000 {
        let node = Node::operator("tanh", format!("n{id}"), vec![Entry::new(id, 0)]);
        document.nodes.push(node);
    }
    for id in 100_000..100_060 {
        let both = vec![Entry::new(id, 0), Entry::new(id, 0)];
        let node = Node::operator("elemwise_add", format!("d{id}"), both);
        document.nodes.push(node);
    }
    document.nodes.push(Node::variable("t"));
    let ends = vec![Entry::new(100_060, 0), Entry::new(100_061, 0)];
    document
        .nodes
        .push(Node::operator("elemwise_mul", "y", ends));
    document.heads = vec![Entry::new(100_062, 0)];
    let inferred = document.infer(&given(&[("t", &[2, 3])])).unwrap();
    assert_eq!(inferred.arguments().next(), Some(("x", [2, 3].as_slice())));
    assert!(start.elapsed() < Duration::from_secs(20));
}
