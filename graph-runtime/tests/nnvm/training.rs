//! Networks read for training: batch statistics, outputs beside the value, and the derivatives with
//! which MXNet trains, against what MXNet 1.9.1 gives (`tests/interop/record.py`) and finite
//! differences.

use graph_autodiff::{differentiable_inputs, forward, reverse};
use graph_ir::verify::verify;
use graph_ir::{Element, Graph};
use graph_runtime::execute::Executable;
use graph_runtime::json::GraphJson;
use graph_runtime::json::nnvm::{Document, GraphOptions, Purpose, Shape};
use serde_json::Value;
use std::collections::BTreeMap;

const CASES: &str = include_str!("../data/nnvm/training.json");

struct Case {
    name: String,
    tolerance: f64,
    document: Document,
    train: bool,
    inputs: BTreeMap<String, (Shape, Vec<f64>)>,
    seeds: Vec<Vec<f64>>,
    outputs: Vec<(Shape, Vec<f64>)>,
    gradients: BTreeMap<String, Vec<f64>>,
}

fn tensor(value: &Value) -> (Shape, Vec<f64>) {
    let list = |key: &str| value[key].as_array().unwrap().iter();
    let shape = list("shape").map(|extent| extent.as_u64().unwrap() as usize);
    let data = list("data").map(|number| number.as_f64().unwrap());
    (shape.collect(), data.collect())
}

fn tensors(value: &Value) -> BTreeMap<String, (Shape, Vec<f64>)> {
    let members = value.as_object().unwrap().iter();
    members
        .map(|(name, value)| (name.clone(), tensor(value)))
        .collect()
}

fn cases() -> Vec<Case> {
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    let list = |value: &Value| {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(tensor)
            .collect::<Vec<_>>()
    };
    let cases = cases.into_iter().map(|case| Case {
        name: case["name"].as_str().unwrap().into(),
        tolerance: case["tolerance"].as_f64().unwrap(),
        document: case["graph"].to_string().parse().unwrap(),
        train: case["train"].as_bool().unwrap(),
        inputs: tensors(&case["inputs"]),
        seeds: list(&case["seeds"])
            .into_iter()
            .map(|(_, data)| data)
            .collect(),
        outputs: list(&case["outputs"]),
        gradients: tensors(&case["grads"])
            .into_iter()
            .map(|(name, (_, data))| (name, data))
            .collect(),
    });
    cases.collect()
}

impl Case {
    fn shapes(&self) -> BTreeMap<String, Shape> {
        let inputs = self.inputs.iter();
        inputs
            .map(|(name, (shape, _))| (name.clone(), shape.clone()))
            .collect()
    }

    fn graph(&self, options: GraphOptions) -> Graph {
        let graph = self.document.to_graph_with(&self.shapes(), options);
        let graph = graph.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        verify(&graph).unwrap();
        graph
    }

    fn trained(&self) -> Graph {
        self.graph(match self.train {
            true => GraphOptions::training(),
            false => GraphOptions::new(),
        })
    }

    /// The numbers of the inputs, in the order of the graph.
    fn point(&self, graph: &Graph) -> Vec<Vec<f64>> {
        let inputs = graph.inputs().iter();
        inputs
            .map(|input| self.inputs[&input.name].1.clone())
            .collect()
    }
}

fn evaluate(graph: &Graph, inputs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let executable = Executable::new(graph).unwrap();
    let inputs: Vec<&[f64]> = inputs.iter().map(Vec::as_slice).collect();
    executable.call::<f64>(&inputs).unwrap()
}

#[track_caller]
fn compare(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let close = (found - expected).abs() <= tolerance * expected.abs().max(1.0);
        assert!(close, "{what}: {found} for {expected}");
    }
}

/// The gradient of the sum of seeds times outputs by all inputs that have one, by name.
fn gradient(graph: &Graph, point: &[Vec<f64>], seeds: &[Vec<f64>]) -> BTreeMap<String, Vec<f64>> {
    let wrt = differentiable_inputs(graph);
    let adjoint = reverse(graph, &wrt).unwrap();
    verify(&adjoint).unwrap();
    let results = evaluate(&adjoint, &[point, seeds].concat());
    let adjoints = results[graph.outputs().len()..].iter().cloned();
    let names = wrt
        .iter()
        .map(|&position| graph.inputs()[position].name.clone());
    names.zip(adjoints).collect()
}

#[test]
fn values_and_gradients_are_those_of_mxnet() {
    let cases = cases();
    for case in &cases {
        let graph = case.trained();
        let point = case.point(&graph);
        for (position, (found, (shape, expected))) in evaluate(&graph, &point)
            .iter()
            .zip(&case.outputs)
            .enumerate()
        {
            let ty = graph.output_types().nth(position).unwrap();
            assert_eq!(ty.shape.extents(), *shape, "{}", case.name);
            let what = format!("{}: output {position}", case.name);
            compare(&what, found, expected, case.tolerance);
        }
        let found = gradient(&graph, &point, &case.seeds);
        for (name, expected) in &case.gradients {
            let what = format!("{}: gradient by {name}", case.name);
            compare(&what, &found[name], expected, case.tolerance);
        }
        if let Some(label) = found.get("label") {
            assert!(label.iter().all(|&number| number == 0.0), "{}", case.name);
        }
    }
    assert!(cases.len() >= 36, "{}", cases.len());
}

/// The central difference of the sum of seeds times the first output along one element.
fn difference(graph: &Graph, point: &[Vec<f64>], seed: &[f64], at: (usize, usize)) -> f64 {
    const STEP: f64 = 1e-6;
    let value = |step: f64| {
        let mut moved = point.to_vec();
        moved[at.0][at.1] += step;
        let outputs = evaluate(graph, &moved);
        let terms = outputs[0].iter().zip(seed).map(|(y, seed)| y * seed);
        terms.fold(0.0, |sum, term| sum + term)
    };
    (value(STEP) - value(-STEP)) / (2.0 * STEP)
}

#[test]
fn derivatives_by_batch_statistics_agree_with_finite_differences() {
    let mut checked = 0;
    for case in cases().iter().filter(|case| case.name.contains("norm")) {
        let graph = case.trained();
        let point = case.point(&graph);
        let found = gradient(&graph, &point, &case.seeds);
        for (position, input) in graph.inputs().iter().enumerate() {
            for element in 0..point[position].len() {
                // The statistics pass nothing on, whatever their seeds are.
                let expected = difference(&graph, &point, &case.seeds[0], (position, element));
                let found = found[&input.name][element];
                let close = (found - expected).abs() <= 1e-7 * expected.abs().max(1.0);
                let what = format!("{}: {}[{element}]", case.name, input.name);
                assert!(close, "{what}: {found} for {expected}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

/// A fixed gamma counts as 1, and moving statistics as nothing.
#[test]
fn what_training_does_not_use_has_no_derivative() {
    for case in cases() {
        let found = gradient(&case.trained(), &case.point(&case.trained()), &case.seeds);
        let zero = |name: &str| found[name].iter().all(|&number| number == 0.0);
        match case.name.as_str() {
            "batch_norm" => assert!(zero("moving_mean") && zero("moving_var") && !zero("gamma")),
            "batch_norm_fixed_gamma" => assert!(zero("gamma") && !zero("beta")),
            "batch_norm_global" => assert!(!zero("moving_mean") && !zero("moving_var")),
            "network" => assert!(zero("bn1_gamma") && !zero("bn0_gamma")),
            _ => {}
        }
    }
}

#[test]
fn inference_takes_the_stored_statistics_and_values_have_their_own_derivatives() {
    for case in cases() {
        let graph = case.graph(GraphOptions::new());
        let plain = case.document.to_graph(&case.shapes()).unwrap();
        assert_eq!(graph.to_string(), plain.to_string(), "{}", case.name);
        let point = case.point(&graph);
        let seeds: Vec<Vec<f64>> = case.seeds.clone();
        let found = gradient(&graph, &point, &seeds);
        for (position, input) in graph.inputs().iter().enumerate() {
            // A kink of a maximum is as far away as the step is small.
            let expected = difference(&graph, &point, &seeds[0], (position, 0));
            compare(&case.name, &found[&input.name][..1], &[expected], 1e-6);
        }
    }
}

/// The statistics of the batch alone are one option, the derivatives of losses another.
#[test]
fn the_options_are_independent() {
    let all = cases();
    let network = all.iter().find(|case| case.name == "network").unwrap();
    let purpose = Purpose::Training;
    let batch = network.graph(GraphOptions::new().with_purpose(purpose));
    let losses = network.graph(GraphOptions::new().with_loss_gradients(true));
    let both = network.graph(GraphOptions::training());
    let point = network.point(&both);
    let values = |graph: &Graph| evaluate(graph, &point);
    assert_eq!(values(&batch), values(&both));
    assert_ne!(values(&losses), values(&both));
    let gradients = |graph: &Graph| gradient(graph, &point, &network.seeds);
    assert_ne!(gradients(&batch), gradients(&both));
    let single = network.graph(GraphOptions::training().with_element(Element::F32));
    assert!(single.input_types().all(|ty| ty.element == Element::F32));
}

/// A graph of `data` and, where it has one, `label`, both of this shape.
fn loss(op: &str, attributes: &str, labelled: bool, shape: &[usize], gradients: bool) -> Graph {
    let (label, input) = match labelled {
        true => (r#",{"op":"null","name":"label","inputs":[]}"#, ",[1,0,0]"),
        false => ("", ""),
    };
    let id = 1 + usize::from(labelled);
    let text = format!(
        r#"{{"nodes":[{{"op":"null","name":"data","inputs":[]}}{label},
        {{"op":"{op}","name":"n","inputs":[[0,0,0]{input}],"attrs":{{{attributes}}}}}],
        "arg_nodes":[0],"heads":[[{id},0,0]],"attrs":{{"mxnet_version":["int",10901]}}}}"#
    );
    let document: Document = text.parse().unwrap();
    let mut shapes = BTreeMap::from([(String::from("data"), shape.to_vec())]);
    if labelled {
        shapes.insert("label".into(), shape.to_vec());
    }
    let options = GraphOptions::new().with_loss_gradients(gradients);
    document.to_graph_with(&shapes, options).unwrap()
}

const LOSSES: [(&str, &str, bool); 6] = [
    ("SoftmaxOutput", "", true),
    ("LinearRegressionOutput", "", true),
    ("LogisticRegressionOutput", "", true),
    ("MAERegressionOutput", "", true),
    ("MakeLoss", r#""normalization":"valid""#, false),
    ("make_loss", "", false),
];

#[test]
fn the_derivatives_of_losses_leave_every_bit_of_the_value() {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -2.5,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for (op, attributes, labelled) in LOSSES {
        let [plain, trained] = [false, true].map(|on| loss(op, attributes, labelled, &[8, 1], on));
        let mut point = vec![numbers.to_vec()];
        if labelled {
            point.push(vec![0.5; 8]);
        }
        let bits = |graph: &Graph| -> Vec<u64> {
            let values = evaluate(graph, &point).concat();
            let positive = |x: f64| if x.is_nan() { f64::NAN } else { x };
            values.into_iter().map(|x| positive(x).to_bits()).collect()
        };
        assert_eq!(bits(&trained), bits(&plain), "{op}");
    }
}

/// The derivative is a factor for each element: adjoints and tangents are multiplied by it, and
/// nothing arrives from elements that are not finite.
#[test]
fn the_derivative_of_a_loss_is_a_factor() {
    for (op, attributes, labelled) in LOSSES {
        let graph = loss(op, attributes, labelled, &[2, 3], true);
        let mut point = vec![vec![0.5, -1.0, f64::INFINITY, 2.0, -0.25, 1.5]];
        if op == "SoftmaxOutput" {
            point[0][2] = 0.75;
        }
        if labelled {
            point.push(vec![1.0, 0.0, 0.0, 0.25, 0.5, 0.25]);
        }
        let factor = &gradient(&graph, &point, &[vec![1.0; 6]])["data"];
        let seed = vec![3.0, 0.0, 1.0, -2.0, 0.5, 0.0];
        let product: Vec<f64> = factor.iter().zip(&seed).map(|(f, s)| f * s).collect();
        let found = gradient(&graph, &point, std::slice::from_ref(&seed));
        compare(op, &found["data"], &product, 1e-15);
        let tangent = forward(&graph, &[0]).unwrap();
        let results = evaluate(&tangent, &[point, vec![seed]].concat());
        compare(op, &results[1], &product, 1e-15);
    }
}

#[test]
fn what_draws_random_numbers_is_refused_for_training_all_at_once() {
    let text = r#"{"nodes":[
        {"op":"null","name":"x","inputs":[]},
        {"op":"Dropout","name":"a","inputs":[[0,0,0]]},
        {"op":"Dropout","name":"b","inputs":[[1,0,0]],"attrs":{"p":"0"}},
        {"op":"Dropout","name":"c","inputs":[[2,0,0]],"attrs":{"p":"0.1"}},
        {"op":"LeakyReLU","name":"d","inputs":[[3,0,0]],"attrs":{"act_type":"rrelu"}}],
        "arg_nodes":[0],"heads":[[4,0,0]],"attrs":{"mxnet_version":["int",10901]}}"#;
    let document: Document = text.parse().unwrap();
    let shapes = BTreeMap::from([(String::from("x"), vec![4])]);
    let refused = document.to_graph_with(&shapes, GraphOptions::training());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "/nodes/1/op (line 3, column 9): \
         operator `Dropout` of node `a` and one more node is not supported: it draws random numbers \
         in training; read the file for inference, or leave the operator out; \
         operator `LeakyReLU` of node `d` is not supported: it draws random numbers in training; \
         read the file for inference, or leave the operator out"
    );
    // At inference, the slope is the mean of its bounds.
    let graph = document.to_graph(&shapes).unwrap();
    let slope = f64::midpoint(0.125, 0.334);
    let found = evaluate(&graph, &[vec![1.0, -1.0, 0.0, -2.0]]);
    compare("rrelu", &found[0], &[1.0, -slope, 0.0, -2.0 * slope], 1e-15);
}

#[test]
fn a_file_read_for_training_is_written_as_it_was() {
    for case in cases() {
        let plain = case.document.to_graph(&case.shapes()).unwrap();
        let written = case.trained().to_nnvm_json().unwrap();
        assert_eq!(written, plain.to_nnvm_json().unwrap(), "{}", case.name);
        let again: Document = written.parse().unwrap();
        assert_eq!(again.heads, case.document.heads, "{}", case.name);
    }
}
