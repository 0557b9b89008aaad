//! A network from a file whose variables are a struct: it is trained as one that is written.

use adgraph::prelude::*;

graph! {
    /// The weights of `network`.
    #[weights(network)]
    #[init(glorot)]
    #[derive(Clone, Debug, PartialEq)]
    pub struct Weights;

    #[nnvm("tests/imports/files/legacy_arg_nodes_empty.json")]
    pub fn network(data: &[[f64; 5]; 4], weights: &Weights) -> [[f64; 3]; 4];

    /// The same network with an argument for each variable.
    #[nnvm("tests/imports/files/legacy_arg_nodes_empty.json")]
    fn flat(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: [[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    /// The mean of what is missing in the logarithms of the labels' chances.
    pub fn loss(weights: &Weights, data: &[[f64; 5]; 4], labels: [usize; 4]) -> f64 {
        let scores = network(data, weights);
        let mut total = 0.0;
        for i in 0..4 {
            total -= scores[i][labels[i]];
        }
        total / 4.0
    }

    fn step(weights: &mut Weights, data: &[[f64; 5]; 4], labels: [usize; 4], rate: f64) -> f64 {
        let c = loss(weights, data, labels);
        weights -= rate * deriv(c, weights);
        c
    }

    fn by_fields(data: &[[f64; 5]; 4], w: &Weights) -> [[f64; 3]; 4] {
        flat(data, w.fc1_weight, w.fc1_bias, w.fc2_weight, w.fc2_bias, w.fc3_weight, w.fc3_bias)
    }
}

const DATA: [[f64; 5]; 4] = [
    [0.5, -1.0, 2.0, 0.25, -0.75],
    [1.5, 0.5, -0.5, 1.0, 0.0],
    [-2.0, 1.0, 0.5, 0.5, 1.0],
    [0.0, 0.25, -1.5, 2.0, 0.5],
];

/// Weights between -1 and 1, all different.
fn weights() -> Weights {
    // Under the name of the network too.
    let mut weights: network::Weights = Weights::init(3);
    let all = [
        weights.fc1_bias.as_mut_slice(),
        weights.fc2_bias.as_mut_slice(),
        weights.fc3_bias.as_mut_slice(),
    ];
    for (number, bias) in all.into_iter().flatten().enumerate() {
        assert_eq!(*bias, 0.0);
        *bias = (number as f64 * 1.7).sin();
    }
    assert_ne!(weights.fc1_weight[0], weights.fc1_weight[1]);
    weights
}

#[test]
fn a_struct_stands_for_the_variables() {
    let w = weights();
    let value = network(&DATA, &w);
    assert_eq!(value, by_fields(&DATA, &w));
    let seed = [[0.5, -1.0, 2.0]; 4];
    let (same, d) = network::adjoint(&DATA, &w, seed);
    let (_, e) = by_fields::adjoint(&DATA, &w, seed);
    assert_eq!(value, same);
    assert_eq!((d.data, d.weights), (e.data, e.w));
    // The graph is written as the file that it came from.
    let graph = network::graph();
    let names: Vec<&str> = graph.inputs().iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names[..3], ["data", "fc1_weight", "fc1_bias"]);
}

#[test]
fn a_network_is_trained() {
    let mut w = weights();
    let labels = [0, 1, 2, 1];
    let first = step(&mut w, &DATA, labels, 0.1);
    let mut last = first;
    for _ in 0..300 {
        last = step(&mut w, &DATA, labels, 0.1);
    }
    assert!(last < 0.1 * first, "{first} became {last}");
    let (value, d) = loss::gradient(&w, &DATA, labels);
    let mut moved = w.clone();
    moved.fc2_weight[1][2] += 1e-6;
    let slope = (loss(&moved, &DATA, labels) - value) / 1e-6;
    assert!((slope - d.weights.fc2_weight[1][2]).abs() < 1e-6);
}
