//! Functions from files are like others: called by others of their block, in every spelling of it,
//! with every derivative, and with signatures that divide up the file's inputs.

use adgraph::json::{GraphJson, cppad, nnvm};
use adgraph::{Float, differentiable, graph};

const ROSENBROCK: &str = include_str!("files/rec_rosenbrock_2.json");
const DYNAMIC: &str = include_str!("files/struct_dynamic_subgraph.json");
const NET: &str = include_str!("files/mx_net_mlp.json");

graph! {
    /// Calls a function that stands below.
    fn on_a_curve(t: f64) -> f64 {
        rosenbrock([t, 2.0 * t])
    }

    /// Rosenbrock's function.
    #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
    #[derivatives(jacobian, hessian, batch)]
    pub fn rosenbrock(x: [f64; 2]) -> f64;

    const COUNT: usize = 2;
    type Point = [f64; COUNT];

    #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
    fn of_a_point(point: Point) -> f64;

    /// The file once more, its variables divided up.
    #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
    fn divided(first: f64, second: [[f64; 1]; 1]) -> [f64; 1];

    fn along_a_loop(x: [f64; 2]) -> f64 {
        let mut y = x;
        for _ in 0..3 {
            y = y - 0.001 * [divided(y[0], [[y[1]]])[0], rosenbrock(y)];
        }
        sum(y)
    }

    #[cppad("tests/imports/files/struct_dynamic_subgraph.json")]
    fn parameters(#[dynamic] a: f64, x: f64, #[dynamic] b: f64) -> (f64, [f64; 2]);

    #[cppad("tests/imports/files/print_ops.json", silent)]
    fn prints(x: &[f64; 2], #[dynamic] p: &[f64; 1]) -> f64;

    #[nnvm("tests/imports/files/mx_net_mlp.json")]
    fn net(
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: &[[f64; 5]; 3],
        fc3_bias: [f64; 3],
        #[dynamic] data: &[[f64; 5]; 4],
    ) -> [[f64; 3]; 4];

    /// The function to minimise: the mean logarithm that the network gives for the first class.
    fn loss(weight: &[[f64; 5]; 3], #[dynamic] data: &[[f64; 5]; 4]) -> f64 {
        let (wide, tall) = (broadcast(0.1, [6, 5]), broadcast(-0.2, [5, 6]));
        let out = net(wide, [0.3; 6], tall, [0.1; 5], weight, [0.0; 3], data);
        -mean(out[(.., 0)])
    }

    /// In the float type of the caller.
    #[nnvm("tests/imports/files/mx_reduce_mean_all.json")]
    fn mean_of<T: Float>(x: &[[[T; 4]; 3]; 2]) -> T;

    #[nnvm("tests/imports/files/mx_unary_sigmoid.json")]
    fn single(x: [[f32; 3]; 2]) -> [[f32; 3]; 2];
}

#[differentiable]
mod module {
    /// Rosenbrock's function.
    #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
    pub fn rosenbrock(x: [f64; 2]) -> f64;

    pub fn twice(x: [f64; 2]) -> f64 {
        2.0 * rosenbrock(x)
    }
}

#[differentiable]
#[cppad("tests/imports/files/rec_rosenbrock_2.json")]
fn alone(x: [f64; 2]) -> f64;

/// Value, gradient and Hessian by hand.
fn by_hand([x, y]: [f64; 2]) -> (f64, [f64; 2], [[f64; 2]; 2]) {
    let valley = y - x * x;
    (
        100.0 * valley * valley + (1.0 - x).powi(2),
        [-400.0 * valley * x - 2.0 * (1.0 - x), 200.0 * valley],
        [
            [1200.0 * x * x - 400.0 * y + 2.0, -400.0 * x],
            [-400.0 * x, 200.0],
        ],
    )
}

fn close(found: f64, expected: f64) {
    let difference = (found - expected).abs();
    assert!(
        difference <= 1e-12 * expected.abs().max(1.0),
        "{found}, not {expected}"
    );
}

const X: [f64; 2] = [-1.2, 0.7];

#[test]
fn all_derivatives_are_those_of_the_formula() {
    let (value, gradient, hessian) = by_hand(X);
    let (found, d) = rosenbrock::gradient(X);
    close(rosenbrock(X), value);
    close(found, value);
    let (_, tangent) = rosenbrock::tangent(X, &rosenbrock::Tangent { x: [0.5, -2.0] });
    close(tangent, 0.5 * gradient[0] - 2.0 * gradient[1]);
    let jacobian = rosenbrock::jacobian(X);
    for (i, slope) in gradient.into_iter().enumerate() {
        close(d.x[i], slope);
        close(jacobian[0][i], slope);
    }
    let found = rosenbrock::hessian(X);
    for (found, expected) in found.as_flattened().iter().zip(hessian.as_flattened()) {
        close(*found, *expected);
    }
    let columns: [&[f64]; 2] = [&[X[0], 0.0], &[X[1], 3.0]];
    let mut values = [0.0; 2];
    rosenbrock::batch::value(columns, &mut values);
    assert_eq!(values, [rosenbrock(X), rosenbrock([0.0, 3.0])]);
}

#[test]
fn every_spelling_gives_the_same() {
    graph! {
        #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
        fn inside(x: [f64; 2]) -> f64;
    }
    let value = rosenbrock(X);
    assert_eq!(inside(X), value);
    assert_eq!(alone(X), value);
    assert_eq!(alone::gradient(X).1.x, rosenbrock::gradient(X).1.x);
    assert_eq!(module::rosenbrock(X), value);
    assert_eq!(module::twice(X), 2.0 * value);
    assert_eq!(divided(X[0], [[X[1]]]), [value]);
    assert_eq!(of_a_point(X), value);
}

#[test]
fn others_call_them() {
    let (_, gradient, _) = by_hand([0.3, 0.6]);
    let (value, d) = on_a_curve::gradient(0.3);
    close(value, rosenbrock([0.3, 0.6]));
    close(d.t, gradient[0] + 2.0 * gradient[1]);
    let step = 1e-6;
    let (_, d) = along_a_loop::gradient([0.2, 0.1]);
    let slope = (along_a_loop([0.2 + step, 0.1]) - along_a_loop([0.2 - step, 0.1])) / (2.0 * step);
    assert!((d.x[0] - slope).abs() < 1e-7, "{} {slope}", d.x[0]);
}

#[test]
fn dynamic_parameters_may_stand_anywhere() {
    let expected = [
        0.564_642_473_395_035_5,
        2.258_569_893_580_142,
        7.084_128_786_750_9,
    ];
    let (first, others) = parameters(3.0, 4.0, 0.2);
    for (found, expected) in [first, others[0], others[1]].into_iter().zip(expected) {
        close(found, expected);
    }
    let (_, d) = parameters::adjoint(3.0, 4.0, 0.2, (1.0, [0.0, 1.0]));
    close(d.x, 1.771_032_196_687_725);
}

#[test]
fn what_is_left_out_stays_in_the_graph() {
    assert!(prints(&[1.0, 2.0], &[3.0]).is_finite());
    let file = cppad::from_str(include_str!("files/print_ops.json")).expect("a graph");
    assert_eq!(prints::graph().effects().len(), file.effects().len());
    assert!(prints::graph().has_effects());
}

#[test]
fn a_graph_is_written_as_the_file_that_it_came_from() {
    for (graph, text) in [
        (rosenbrock::graph(), ROSENBROCK),
        (alone::graph(), ROSENBROCK),
    ] {
        let file = cppad::from_str(text).expect("a graph");
        let text = graph.to_cppad_json().expect("written");
        assert_eq!(text, file.to_cppad_json().expect("written"));
        let site = graph.node(graph.outputs()[0].node).site;
        let place = cppad::place(site).expect("a place");
        assert_eq!(place.pointer, "/op_usage_vec/1/6");
    }
    let shapes = std::collections::BTreeMap::from([("data".into(), vec![4, 5])]);
    let file = nnvm::from_str_with(NET, &shapes).expect("a graph");
    let text = net::graph().to_nnvm_json().expect("written");
    assert_eq!(text, file.to_nnvm_json().expect("written"));
    assert!(DYNAMIC.contains(parameters::graph().name()));
}

#[test]
fn networks_are_called_with_their_weights() {
    let data = [[0.5, -0.3, 0.2, 0.9, -0.7]; 4];
    let mut weight = [[0.1, -0.2, 0.3, 0.4, -0.5], [0.0; 5], [0.2; 5]];
    let (before, d) = loss::gradient(&weight, &data);
    for row in 0..3 {
        for column in 0..5 {
            let held = weight[row][column];
            let step = 1e-6;
            weight[row][column] = held + step;
            let above = loss(&weight, &data);
            weight[row][column] = held - step;
            let below = loss(&weight, &data);
            weight[row][column] = held;
            let slope = (above - below) / (2.0 * step);
            assert!((d.weight[row][column] - slope).abs() < 1e-8);
        }
    }
    assert!(before > 0.0);
}

#[test]
fn numbers_have_the_type_of_the_signature() {
    let x = [[[0.5, 1.0, -2.0, 4.0]; 3]; 2];
    assert_eq!(mean_of(&x), 0.875);
    assert_eq!(
        mean_of(&x.map(|x| x.map(|x| x.map(|x| x as f32)))),
        0.875_f32
    );
    assert_eq!(mean_of::gradient(&x).1.x, [[[1.0 / 24.0; 4]; 3]; 2]);
    let (y, d) = single::adjoint([[0.0; 3]; 2], [[1.0; 3]; 2]);
    assert_eq!((y, d.x), ([[0.5_f32; 3]; 2], [[0.25; 3]; 2]));
}

graph! {
    #[cppad("tests/imports/files/struct_nx0.json")]
    fn nothing_to_differentiate(#[dynamic] p: [f64; 2]) -> [f64; 3];
}

#[test]
fn a_file_without_variables_has_values_alone() {
    let values = nothing_to_differentiate([1.5, 4.0]);
    assert_eq!(values[..2], [6.0, 2.0]);
    close(values[2], 4.481_689_070_338_065);
}
