//! Functions whose intermediate arrays are too large for the stack: plain calls allocate, calls
//! with a workspace do not, and both give the same.

use adgraph::function::ScalarFunction;
use adgraph::{Float, graph};

graph! {
    /// Two layers whose derivative needs all intermediate values.
    #[derivatives(hessian)]
    fn layers(x: &[f64; 300], w: &[[f64; 300]; 300]) -> f64 {
        let spread = sin(w * 0.5) * cos(w);
        let first = matmul(spread, tanh(matmul(spread, x)));
        dot(first, first)
    }

    fn single(x: &[f32; 200], w: &[[f32; 200]; 200]) -> [f32; 200] {
        let spread = sin(w);
        matmul(spread, matmul(spread, x))
    }

    #[derivatives(jacobian)]
    fn generic<T: Float>(x: [T; 2]) -> [T; 2] {
        let outer = broadcast(x, (200, 100, 2));
        let inner = sin(outer) * outer;
        sum(inner * inner[(199, 99, 0)], axis = 0)[0] * x
    }

    fn small(x: [f64; 3]) -> f64 {
        dot(x, x)
    }
}

fn sample() -> ([f64; 300], Box<[[f64; 300]; 300]>) {
    let x = std::array::from_fn(|i| (i as f64 * 0.37).sin());
    let rows = (0..300).map(|i| std::array::from_fn(|j| ((i * 300 + j) as f64 * 0.11).cos() * 0.1));
    let rows: Vec<[f64; 300]> = rows.collect();
    (x, rows.into_boxed_slice().try_into().expect("300 rows"))
}

#[test]
fn twins_give_the_same_in_any_order_of_calls() {
    let (x, w) = sample();
    let mut workspace = layers::Workspace::new();
    let mut gradient = Box::new(layers::Adjoint::ZERO);
    let value = layers(&x, &w);
    for _ in 0..2 {
        assert_eq!(layers::value_with(&mut workspace, &x, &w), value);
        let same = layers::gradient_into_with(&mut workspace, &x, &w, &mut gradient);
        assert_eq!(same, value);
        let mut plain = Box::new(layers::Adjoint::ZERO);
        assert_eq!(layers::gradient_into(&x, &w, &mut plain), value);
        assert_eq!(plain, gradient);
        let (_, along) = layers::tangent_with(&mut workspace, &x, &w, &gradient);
        let norm = gradient.x.iter().chain(gradient.w.as_flattened());
        let norm: f64 = norm.map(|g| g * g).sum();
        assert!((along - norm).abs() < 1e-9 * norm, "{along} and {norm}");
    }
}

#[test]
fn calls_with_a_workspace_do_not_allocate() {
    let (x, w) = sample();
    let mut workspace = layers::Workspace::default();
    let mut gradient = Box::new(layers::Adjoint::ZERO);
    let calls = allocation_counter::measure(|| {
        let _ = layers::value_with(&mut workspace, &x, &w);
        let _ = layers::gradient_into_with(&mut workspace, &x, &w, &mut gradient);
        let _ = layers::adjoint_into_with(&mut workspace, &x, &w, 2.0, &mut gradient);
        let _ = layers::tangent_with(&mut workspace, &x, &w, &gradient);
    });
    assert_eq!(calls.count_total, 0);
    let plain = allocation_counter::measure(|| {
        let _ = layers::gradient_into(&x, &w, &mut gradient);
    });
    assert_eq!(plain.count_total, 1);
    let cost = layers::COST;
    let derivatives = [
        cost.gradient,
        cost.adjoint,
        cost.tangent,
        cost.hessian_product,
    ];
    let derivatives = derivatives.map(|cost| cost.expect("it is there").workspace);
    let largest = derivatives.into_iter().max().unwrap();
    let made = allocation_counter::measure(|| drop(layers::Workspace::new()));
    assert_eq!(made.bytes_max, largest as u64);
    assert!(cost.value.workspace < largest);
}

/// One step against the gradient, with what generic code knows of a function.
fn step<F: ScalarFunction<Float = f64>>(
    function: &F,
    workspace: &mut F::Workspace,
    x: &mut [f64],
    gradient: &mut [f64],
) -> f64 {
    let value = function.gradient_with(workspace, x, gradient);
    for (x, slope) in x.iter_mut().zip(gradient) {
        *x -= 1e-4 * *slope;
    }
    value
}

#[test]
fn generic_code_makes_the_workspace_once() {
    fn descend<F: ScalarFunction<Float = f64>>(function: &F, x: &mut [f64]) {
        let mut gradient = vec![0.0; function.n_in()];
        let mut workspace = F::Workspace::default();
        let mut values = [0.0; 2];
        let used = allocation_counter::measure(|| {
            values = [0, 1].map(|_| step(function, &mut workspace, x, &mut gradient));
        });
        assert_eq!(used.count_total, 0);
        assert!(values[1] < values[0]);
        let mut same = vec![0.0; function.n_in()];
        let value = function.gradient(x, &mut same);
        assert_eq!(
            value,
            function.gradient_with(&mut workspace, x, &mut gradient)
        );
        assert_eq!(same, gradient);
    }
    let (x, w) = sample();
    let mut all = [&x[..], w.as_flattened()].concat();
    descend(&layers::Function {}, &mut all);
    descend(&small::Function {}, &mut [1.0, 2.0, 3.0]);
}

#[test]
fn every_element_type_has_its_room() {
    let x = [0.5_f32; 200];
    let w = [[0.25_f32; 200]; 200];
    let mut workspace = single::Workspace::new();
    let value = single::value_with(&mut workspace, &x, &w);
    assert_eq!(value, single(&x, &w));
    let expected = 0.25_f64.sin().powi(2) * 200.0 * 200.0 * 0.5;
    assert!((f64::from(value[7]) - expected).abs() < 1e-4 * expected);

    fn check<T: Float>(tolerance: f64) {
        let x = [T::from_f64(0.5), T::from_f64(-0.25)];
        let mut workspace = generic::Workspace::<T>::new();
        let value = generic::value_with(&mut workspace, x);
        assert_eq!(value, generic(x));
        let inner = [0.5_f64, -0.25].map(|x| x * x.sin());
        for ((value, own), x) in value.into_iter().zip(inner).zip(x) {
            let expected = 200.0 * own * inner[0] * x.to_f64();
            assert!((value.to_f64() - expected).abs() < tolerance, "{value}");
        }
        let jacobian = generic::jacobian_with(&mut workspace, x);
        assert_eq!(jacobian, generic::jacobian(x));
    }
    check::<f64>(1e-12);
    check::<f32>(1e-4);
}
