//! Names that several nodes of a file have, and the element types of variables.

use graph_autodiff::reverse;
use graph_ir::verify::verify;
use graph_ir::{Builder, Element, Graph};
use graph_runtime::execute::{Executable, Host, Values};
use graph_runtime::json::GraphJson;
use graph_runtime::json::nnvm::{self, Document, Flavour};
use std::collections::BTreeMap;

/// Three nodes of one name, two of them of one operator, as old and new writers leave them.
const ALIKE: &str = r#"{"nodes":[{"op":"null","name":"x","attrs":{"__shape__":"(2,)"},"inputs":[]},
    {"op":"exp","name":"act","inputs":[[0,0,0]]},
    {"op":"tanh","name":"act","inputs":[[1,0,0]]},
    {"op":"exp","name":"act","inputs":[[2,0,0]]},
    {"op":"elemwise_sub","name":"sum","inputs":[[3,0,0],[1,0,0]]}],
    "arg_nodes":[0],"heads":[[4,0,0],[2,0,0]],"attrs":{"mxnet_version":["int",10901]}}"#;

/// The outputs at a point, as numbers.
fn evaluate(graph: &Graph, x: &[f64]) -> Vec<Vec<f64>> {
    verify(graph).unwrap();
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut inputs = vec![Values::F64(x)];
    let seeds: Vec<f64> = vec![1.0; 8];
    for ty in executable.input_types().skip(1) {
        inputs.push(Values::F64(&seeds[..ty.shape.size()]));
    }
    executable
        .run(&mut Host::new(), &mut workspace, &inputs)
        .unwrap();
    let output = |position| match workspace.output(position).unwrap() {
        Values::F64(numbers) => numbers.to_vec(),
        Values::I64(numbers) => numbers.iter().map(|&n| n as f64).collect(),
        other => panic!("an output of {:?}", other.element()),
    };
    (0..graph.outputs().len()).map(output).collect()
}

#[test]
fn nodes_of_one_name_stay_apart() {
    let graph = nnvm::from_str(ALIKE).unwrap();
    let x = [0.25_f64, -1.5];
    let tanh = x.map(|x| x.exp().tanh());
    let difference: Vec<f64> = tanh.iter().zip(x).map(|(t, x)| t.exp() - x.exp()).collect();
    for (found, expected) in evaluate(&graph, &x).iter().zip([difference, tanh.to_vec()]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} for {expected}");
        }
    }
    let named = graph.ids().filter(|&id| graph.node_name(id) == Some("act"));
    let places = named.map(|id| nnvm::place(graph.node(id).site).unwrap().pointer);
    assert_eq!(
        places.collect::<Vec<_>>(),
        ["/nodes/1", "/nodes/2", "/nodes/3"]
    );
    let document: Document = graph.to_nnvm_json().unwrap().parse().unwrap();
    let names: Vec<&str> = document.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["x", "act", "act", "act", "sum"]);
    assert_eq!(document.heads, ALIKE.parse::<Document>().unwrap().heads);
}

/// NNVM and MXNet would not mind, but people and Netron do: a file that is made tells nodes apart.
#[test]
fn files_that_are_made_of_other_graphs_have_each_name_once() {
    let graph = nnvm::from_str(ALIKE).unwrap();
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let gradient = reverse(&graph, &[0]).unwrap();
        let document = Document::from_graph_as(&gradient, flavour).unwrap();
        let mut names: Vec<&str> = document.nodes.iter().map(|node| &*node.name).collect();
        assert!(
            ["act", "act_1", "act_2"]
                .iter()
                .all(|name| names.contains(name)),
            "{names:?}"
        );
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}

/// `(x / 2 + 1)` of a variable that may note its type.
fn halved(flavour: Flavour, dtype: &str) -> String {
    let (div, plus, version) = match flavour {
        Flavour::Mxnet => (
            "_div_scalar",
            "_plus_scalar",
            r#","attrs":{"mxnet_version":["int",10901]}"#,
        ),
        Flavour::Nnvm => ("__div_scalar__", "__add_scalar__", ""),
    };
    format!(
        r#"{{"nodes":[{{"op":"null","name":"x","attrs":{{{dtype}"__shape__":"(3,)"}},"inputs":[]}},{{"op":"{div}","name":"h","attrs":{{"scalar":"2"}},"inputs":[[0,0,0]]}},{{"op":"{plus}","name":"y","attrs":{{"scalar":"1"}},"inputs":[[1,0,0]]}}],"arg_nodes":[0],"node_row_ptr":[0,1,2,3],"heads":[[2,0,0]]{version}}}"#
    )
}

/// The expected values are those of MXNet for arrays of the type noted.
#[test]
fn variables_of_integers_are_computed_with_as_integers() {
    let cases = [
        ("", [1.5, 2.5, -1.5]),
        (r#""__dtype__":"0","#, [1.5, 2.5, -1.5]),
        (r#""__dtype__":"2","#, [1.5, 2.5, -1.5]),
        (r#""__dtype__":"-1","#, [1.5, 2.5, -1.5]),
        (r#""__dtype__":"4","#, [1.0, 2.0, -1.0]),
        (r#""__dtype__":"6","#, [1.0, 2.0, -1.0]),
    ];
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        for (dtype, expected) in cases {
            let text = halved(flavour, dtype);
            let graph = nnvm::from_str(&text).unwrap();
            assert_eq!(evaluate(&graph, &[1.0, 3.0, -5.0]), [expected], "{dtype}");
            assert!(graph.input_types().all(|ty| ty.element == Element::F64));
            // The file is written as it was, the type with it.
            assert_eq!(graph.to_nnvm_json().unwrap(), text);
        }
    }
    let graph = nnvm::from_str(&halved(Flavour::Mxnet, r#""__dtype__":"4","#)).unwrap();
    assert_eq!(evaluate(&graph, &[1.9, -3.9, 0.0]), [[1.0, 0.0, 1.0]]);
}

#[test]
fn variables_of_integers_keep_their_type_among_other_operators() {
    let read = nnvm::from_str(&halved(Flavour::Mxnet, r#""__dtype__":"4","#)).unwrap();
    let builder = Builder::new();
    for (key, value) in read.attributes() {
        builder.set_attribute(key, value);
    }
    let x = builder.input(
        "x",
        read.input_types().next().unwrap().clone(),
        read.inputs()[0].kind,
    );
    let whole = builder.cast(x, Element::I64).unwrap();
    let functions = read.ids().filter_map(|id| match read.op(id) {
        graph_ir::ops::Op::Call(function) => Some(read.function(function)),
        _ => None,
    });
    let halves = functions.fold(whole, |x, function| {
        builder.call(function, &[x]).unwrap()[0]
    });
    let float = builder.cast(halves, Element::F64).unwrap();
    builder
        .output(
            "y",
            float.exp() + builder.cast(whole, Element::F64).unwrap(),
        )
        .unwrap();
    let graph = builder.finish().unwrap();
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let text = graph.to_nnvm_json_as(flavour).unwrap();
        let again = nnvm::from_str(&text).unwrap();
        assert_eq!(again.to_nnvm_json().unwrap(), text);
        assert!(text.contains(r#""__dtype__":"4""#), "{text}");
        let x = [5.0, -3.0, 0.0];
        assert_eq!(evaluate(&again, &x), evaluate(&graph, &x));
    }
}

#[test]
fn an_integer_passes_no_derivative_on() {
    let text = halved(Flavour::Mxnet, r#""__dtype__":"4","#);
    let plus = r#""op":"_plus_scalar","name":"y","attrs":{"scalar":"1"}"#;
    let cast = r#""op":"Cast","name":"y","attrs":{"dtype":"float64"}"#;
    let graph = nnvm::from_str(&text.replace(plus, cast)).unwrap();
    let gradient = reverse(&graph, &[0]).unwrap();
    assert_eq!(evaluate(&gradient, &[1.0, 3.0, 5.0])[1], [0.0; 3]);
}

#[test]
fn a_type_that_is_none_is_refused() {
    let text = halved(Flavour::Mxnet, r#""__dtype__":"half","#);
    let message = nnvm::from_str(&text).unwrap_err().to_string();
    let expected = "/nodes/0/attrs/__dtype__ (line 1, column 56): \
        expected the number of an element type, from -1 to 7 or 12, found \"half\" of `x`";
    assert_eq!(message, expected);
    let shapes = BTreeMap::new();
    let document: Document = text.parse().unwrap();
    assert_eq!(document.inputs(&shapes).unwrap_err().to_string(), expected);
}

/// The tags of the nodes of a file, by their names.
fn tags_of(document: &Document) -> BTreeMap<&str, &str> {
    let nodes = document.nodes.iter();
    let tagged = nodes.filter_map(|node| Some((&*node.name, node.attribute("__tags__")?)));
    tagged.collect()
}

#[test]
fn tags_are_attributes_of_variables_and_operators() {
    let text = "adgraph 1\ngraph tagged\n%0: [f64; 2] = input 0 x\n%1: [f64; 2] = input 1 w\n\
                %2: [f64; 2] = exp %0 as wave\n%3: [f64; 2] = mul %2, %1 as scaled\n\
                tag %1 trainable\ntag %1 head\ntag %2 watched\ntag %3 \"no word\"\noutput %3 y\n";
    let graph = graph_ir::text::parse(text).unwrap();
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let document = Document::from_graph_as(&graph, flavour).unwrap();
        let expected = BTreeMap::from([("w", "head, trainable"), ("wave", "watched")]);
        assert_eq!(tags_of(&document), expected);
        let read = document.to_graph(&BTreeMap::new()).unwrap();
        let [w, wave] = ["w", "wave"].map(|name| read.nodes_named(name).next().unwrap());
        assert!(read.nodes_tagged("trainable").eq([w]));
        assert!(read.tags(w).eq(["head", "trainable"]));
        assert!(read.nodes_tagged("watched").eq([wave]));
        assert!(read.nodes_tagged("no word").next().is_none());
        // A file is written as it was read, and with the tags that were put on since.
        let again = Document::from_graph(&read).unwrap();
        assert_eq!(again.to_string().unwrap(), document.to_string().unwrap());
        let mut read = read;
        read.tag(wave, "trainable");
        read.untag(w, "head");
        let again = Document::from_graph(&read).unwrap();
        let expected = BTreeMap::from([("w", "trainable"), ("wave", "trainable, watched")]);
        assert_eq!(tags_of(&again), expected);
    }
}

#[test]
fn what_other_programs_call_tags_stays_an_attribute() {
    for value in ["b, a", "['a']", ""] {
        let text = ALIKE.replace("\"(2,)\"", &format!("\"(2,)\",\"__tags__\":\"{value}\""));
        let document: Document = text.parse().unwrap();
        let graph = document.to_graph(&BTreeMap::new()).unwrap();
        assert!(graph.ids().all(|id| graph.tags(id).next().is_none()));
        let again = Document::from_graph(&graph).unwrap();
        assert_eq!(again.nodes[0].attribute("__tags__"), Some(value));
    }
}
