//! The cost constants of functions, against counts by hand.

use adgraph::function::Cost;
use adgraph::graph;

graph! {
    /// Two divisions, a root, a sine.
    fn few(x: f64, y: f64) -> f64 {
        sin(x / y) + sqrt(y) / x
    }

    fn matrices(a: &[[f64; 64]; 64], b: &[[f64; 64]; 64]) -> f64 {
        sum(matmul(a, b))
    }

    #[derivatives(jacobian, hessian, taylor(2))]
    fn exponentials(x: [f64; 96]) -> f64 {
        sum(exp(x))
    }

    #[derivatives(jacobian)]
    fn squares(x: [f64; 2]) -> [f64; 2] { x * x }

    /// Too long for a Jacobian of its own: a tangent for each of two variables.
    #[derivatives(jacobian)]
    fn orbit(x: [f64; 2]) -> [f64; 2] {
        let mut y = x;
        for _ in 0..3000 {
            y = exp(y) * x;
        }
        y
    }

    /// One side has two operations, the other one three.
    fn sides(x: f64) -> f64 {
        if x > 0.0 { x * x + 1.0 } else { x * x * x - 1.0 }
    }

    fn repeated(x: f64) -> f64 {
        let mut y = x;
        for _ in 0..3000 {
            y = y * x + 1.0;
        }
        y
    }

    /// What does not depend on the unknown is computed before the search, and before the loop.
    #[derivatives(jacobian)]
    fn implicit(ln_k: [f64; 2]) -> [f64; 2] {
        let mut y = [1.0, 0.0];
        #[unroll(never)]
        for _ in 0..60 {
            let before = y;
            y = solve(|z| {
                let k = exp(ln_k);
                let rate = k[0] * z[0] - k[1] * z[1];
                z - before + 0.1 * [rate, -rate]
            }, before);
        }
        y
    }

    fn boolean(x: f64) -> bool { x < 1.0 }

    /// 800 kB between the two loops.
    fn wide(x: &[f64; 100000]) -> f64 {
        let y = exp(x);
        sum(y) * y[7] * y[99999]
    }
}

#[test]
fn operations_are_those_of_the_formula() {
    let value = few::COST.value;
    assert_eq!((value.flops, value.transcendental), (4, 1));
    assert_eq!((value.workspace, value.stack), (0, 0));
    // The sum of all has eight partial sums, each begun with zero.
    let value = matrices::COST.value;
    let product = 2 * 64 * 64 * 64;
    assert!(
        (product..product + 64 * 64 + 16).contains(&value.flops),
        "{value:?}"
    );
    assert_eq!(value.transcendental, 0);
    assert_eq!(sides::COST.value.flops, 3);
    assert_eq!(repeated::COST.value.flops, 6000);
    assert_eq!(implicit::COST.value.transcendental, 2);
    let adjoint = implicit::COST.adjoint;
    assert_eq!(adjoint.map(|cost| cost.transcendental), Some(2));
    let none = boolean::COST;
    assert_eq!(
        (none.value.flops, none.adjoint, none.gradient),
        (0, None, None)
    );
}

#[test]
fn derivatives_have_costs_of_their_own() {
    let cost = exponentials::COST;
    assert_eq!(cost.value.transcendental, 96);
    // The exponential is its own derivative, of any order.
    let all = [
        cost.gradient,
        cost.adjoint,
        cost.tangent,
        cost.hessian_product,
        cost.taylor,
    ];
    for cost in all {
        assert_eq!(cost.map(|cost| cost.transcendental), Some(96));
    }
    let [gradient, product] = [cost.gradient, cost.hessian_product].map(Option::unwrap);
    assert!(cost.value.flops <= gradient.flops && gradient.flops < product.flops);
    assert_eq!(few::COST.taylor, None);
    assert_eq!(few::COST.jacobian, None);
    assert!(squares::COST.jacobian.is_some_and(|cost| cost.flops > 0));
    let (tangent, jacobian) = (orbit::COST.tangent, orbit::COST.jacobian);
    let [tangent, jacobian] = [tangent, jacobian].map(Option::unwrap);
    assert_eq!(tangent.transcendental, 6000);
    assert_eq!(jacobian.transcendental, 12_000);
    assert_eq!(jacobian.memory(), tangent.memory());
}

#[test]
fn arrays_are_on_the_stack_or_in_the_workspace() {
    let value = wide::COST.value;
    assert_eq!(value.memory(), value.workspace + value.stack);
    let small = matrices::COST.value;
    assert!(small.stack > 0 && small.workspace == 0);
    assert!(
        wide::COST
            .gradient
            .is_some_and(|cost| cost.workspace >= 800_000),
        "{:?}",
        wide::COST
    );
    // A constant can size what is made once.
    const ROOM: usize = wide::COST.value.memory() / 8;
    assert_eq!([0.0; ROOM].len(), ROOM);
    assert_eq!(Cost::default().memory(), 0);
}
