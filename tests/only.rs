//! `only(..)`: listed items equal those of the same function without it, to the bit.

use adgraph::function::{
    Function, HessianFunction, JacobianFunction, ScalarFunction, SparseHessianFunction,
    SparseJacobianFunction, TaylorFunction,
};
use adgraph::{Float, differentiable, graph};

/// A function in modules: for each of them, with what is asked for there.
macro_rules! in_modules {
    ($function:tt $($name:ident: [$($request:tt)*];)*) => {
        $(in_modules!(@one $function $name [$($request)*]);)*
    };
    (@one { $($function:tt)* } $name:ident [$($request:tt)*]) => {
        mod $name {
            adgraph::graph! {
                #[derivatives($($request)*)]
                pub(crate) fn f $($function)*
            }
        }
    };
}

in_modules! {
    {
        (x: [f64; 3], #[shared] p: f64) -> f64 { p * sin(x[0] * x[1]) + exp(x[2]) * p * x[0] }
    }
    number: [
        jacobian, hessian, value_gradient_hessian, sparse_jacobian, sparse_hessian,
        value_gradient_sparse_hessian, taylor(2), batch
    ];
    number_value: [only(value)];
    number_adjoint: [only(adjoint)];
    number_gradient: [only(gradient)];
    number_tangent: [only(tangent)];
    number_jacobian: [only(jacobian)];
    number_hessian: [only(hessian)];
    number_product: [only(hessian_product)];
    number_all: [only(value_gradient_hessian)];
    number_sparse_jacobian: [only(sparse_jacobian)];
    number_sparse_hessian: [only(sparse_hessian)];
    number_sparse_all: [only(value_gradient_sparse_hessian)];
    number_taylor: [only(taylor(2))];
    number_batch: [only(gradient, batch)];
}

in_modules! {
    {
        (x: [f64; 2], y: f64) -> (f64, [f64; 2]) { (x[0] * y * exp(x[1]), [y * y * y, x[0] / y]) }
    }
    several: [
        jacobian, hessian, value_gradient_hessian, sparse_jacobian, sparse_hessian,
        value_gradient_sparse_hessian, taylor(1)
    ];
    several_value: [only(value)];
    several_adjoint: [only(adjoint)];
    several_tangent: [only(tangent)];
    several_jacobian: [only(jacobian)];
    several_hessian: [only(hessian)];
    several_product: [only(hessian_product)];
    several_all: [only(value_gradient_hessian)];
    several_sparse_jacobian: [only(sparse_jacobian)];
    several_sparse_hessian: [only(sparse_hessian)];
    several_sparse_all: [only(value_gradient_sparse_hessian)];
    several_taylor: [only(taylor(1))];
}

const X: [f64; 3] = [0.3, -1.7, 0.6];
const P: f64 = 1.25;

#[test]
fn each_request_alone_gives_the_same_bits_of_a_number() {
    use number::f;
    assert_eq!(number_value::f(X, P), f(X, P));
    let of = |(value, d): (f64, f::Adjoint)| (value, d.x, d.p);
    let (value, d) = number_adjoint::f::adjoint(X, P, 1.5);
    assert_eq!((value, d.x, d.p), of(f::adjoint(X, P, 1.5)));
    let (value, d) = number_gradient::f::gradient(X, P);
    assert_eq!((value, d.x, d.p), of(f::gradient(X, P)));
    let mut d = number_gradient::f::Adjoint::ZERO;
    assert_eq!(number_gradient::f::gradient_into(X, P, &mut d), value);
    assert_eq!((d.x, d.p), (f::gradient(X, P).1.x, f::gradient(X, P).1.p));

    let (x, p) = ([0.2, -0.0, 3.0], 0.5);
    let along = f::Tangent { x, p };
    let direction = number_tangent::f::Tangent { x, p };
    assert_eq!(
        number_tangent::f::tangent(X, P, &direction),
        f::tangent(X, P, &along)
    );
    assert_eq!(number_jacobian::f::jacobian(X, P), f::jacobian(X, P));
    assert_eq!(number_jacobian::f::offset::P, 3);
    assert_eq!(number_hessian::f::hessian(X, P), f::hessian(X, P));
    let direction = number_product::f::Tangent { x, p };
    let product = number_product::f::hessian_product(X, P, &direction);
    let expected = f::hessian_product(X, P, &along);
    assert_eq!((product.x, product.p), (expected.x, expected.p));
    let (value, d, hessian) = number_all::f::value_gradient_hessian(X, P);
    let (v, g, h) = f::value_gradient_hessian(X, P);
    assert_eq!((value, d.x, d.p, hessian), (v, g.x, g.p, h));

    let entries = number_sparse_jacobian::f::sparse_jacobian(X, P);
    assert_eq!(entries, f::sparse_jacobian(X, P));
    assert_eq!(
        number_sparse_jacobian::f::SPARSITY_JACOBIAN,
        f::SPARSITY_JACOBIAN
    );
    assert_eq!(
        number_sparse_hessian::f::sparse_hessian(X, P),
        f::sparse_hessian(X, P)
    );
    assert_eq!(
        number_sparse_hessian::f::SPARSITY_HESSIAN,
        f::SPARSITY_HESSIAN
    );
    let (value, d, entries) = number_sparse_all::f::value_gradient_sparse_hessian(X, P);
    let (v, g, h) = f::value_gradient_sparse_hessian(X, P);
    assert_eq!((value, d.x, d.p, entries), (v, g.x, g.p, h));
    assert_eq!(number_sparse_all::f::SPARSITY_HESSIAN, f::SPARSITY_HESSIAN);

    let curve = [(); 2].map(|()| number_taylor::f::Tangent { x, p });
    assert_eq!(
        number_taylor::f::taylor(X, P, &curve),
        f::taylor(X, P, &[along, along])
    );
}

#[test]
fn each_request_alone_gives_the_same_bits_of_several_results() {
    use several::f;
    let (x, y, w) = ([0.3, -1.7], 0.6, (1.5, [-0.5, 2.0]));
    assert_eq!(several_value::f(x, y), f(x, y));
    let (value, d) = several_adjoint::f::adjoint(x, y, w);
    let (v, a) = f::adjoint(x, y, w);
    assert_eq!((value, d.x, d.y), (v, a.x, a.y));
    let along = f::Tangent {
        x: [1.0, 2.0],
        y: -1.0,
    };
    let direction = several_tangent::f::Tangent {
        x: along.x,
        y: along.y,
    };
    assert_eq!(
        several_tangent::f::tangent(x, y, &direction),
        f::tangent(x, y, &along)
    );
    assert_eq!(several_jacobian::f::jacobian(x, y), f::jacobian(x, y));
    assert_eq!(several_hessian::f::hessian(x, y, w), f::hessian(x, y, w));
    let direction = several_product::f::Tangent {
        x: along.x,
        y: along.y,
    };
    let product = several_product::f::hessian_product(x, y, w, &direction);
    let expected = f::hessian_product(x, y, w, &along);
    assert_eq!((product.x, product.y), (expected.x, expected.y));
    let (value, d, hessian) = several_all::f::value_gradient_hessian(x, y, w);
    let (v, g, h) = f::value_gradient_hessian(x, y, w);
    assert_eq!((value, d.x, d.y, hessian), (v, g.x, g.y, h));
    let entries = several_sparse_jacobian::f::sparse_jacobian(x, y);
    assert_eq!(entries, f::sparse_jacobian(x, y));
    let entries = several_sparse_hessian::f::sparse_hessian(x, y, w);
    assert_eq!(entries, f::sparse_hessian(x, y, w));
    let (value, d, entries) = several_sparse_all::f::value_gradient_sparse_hessian(x, y, w);
    let (v, g, h) = f::value_gradient_sparse_hessian(x, y, w);
    assert_eq!((value, d.x, d.y, entries), (v, g.x, g.y, h));
    let curve = [several_taylor::f::Tangent {
        x: along.x,
        y: along.y,
    }];
    assert_eq!(
        several_taylor::f::taylor(x, y, &curve),
        f::taylor(x, y, &[along])
    );
}

#[test]
fn a_batch_has_the_forms_of_what_is_listed() {
    let columns: [[f64; 9]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| (3 * j + i) as f64 * 0.1));
    let x = [&columns[0][..], &columns[1], &columns[2]];
    let (mut value, mut expected) = ([0.0; 9], [0.0; 9]);
    let (mut dx, mut dp) = ([[0.0; 9]; 3], [0.0; 9]);
    let (mut ex, mut ep) = ([[0.0; 9]; 3], [0.0; 9]);
    let adjoint = number_batch::f::batch::Adjoint {
        x: dx.each_mut().map(|column| &mut column[..]),
        p: &mut dp,
    };
    number_batch::f::batch::gradient(x, P, &mut value, adjoint);
    let adjoint = number::f::batch::Adjoint {
        x: ex.each_mut().map(|column| &mut column[..]),
        p: &mut ep,
    };
    number::f::batch::gradient(x, P, &mut expected, adjoint);
    assert_eq!((value, dx, dp), (expected, ex, ep));
    let (sum, d) = number_batch::f::batch::sum_gradient(x, P);
    let (expected, e) = number::f::batch::sum_gradient(x, P);
    assert_eq!((sum, d.p), (expected, e.p));
}

graph! {
    #[derivatives(only(
        value, adjoint, gradient, tangent, jacobian, hessian, hessian_product,
        value_gradient_hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian,
        taylor(2)
    ))]
    fn everything(x: [f64; 3]) -> f64 { x[0] * x[1] * exp(x[2]) }

    #[derivatives(only(value, adjoint, tangent, hessian))]
    fn without_products(x: [f64; 3]) -> f64 { x[0] * x[1] * exp(x[2]) }

    /// Many variables, so that rows and columns are swept.
    #[derivatives(only(jacobian, hessian))]
    fn swept(x: [f64; 40]) -> [f64; 30] { x[..30] * x[10..] * x[5..35] }

    #[derivatives(jacobian, hessian)]
    fn swept_too(x: [f64; 40]) -> [f64; 30] { x[..30] * x[10..] * x[5..35] }

    /// Arrays that come from the workspace.
    #[derivatives(only(gradient))]
    fn stored<T: Float>(x: &[[T; 150]; 150]) -> T { sum(matmul(sin(x), cos(x))) }

    fn stored_too<T: Float>(x: &[[T; 150]; 150]) -> T { sum(matmul(sin(x), cos(x))) }

    /// Calls a function that has a graph, but no value.
    fn caller(x: f64) -> f64 { inner(x) * x }

    #[derivatives(only(tangent), module = renamed)]
    fn inner(x: f64) -> f64 { x.sin() }

    #[derivatives(only(value))]
    fn truth(x: f64) -> bool { x > 0.0 }

    #[derivatives(only(value, adjoint, tangent))]
    #[check(points = 2)]
    fn checked(x: f64) -> f64 { x.sin() }
}

#[test]
fn traits_are_there_whose_functions_are_listed() {
    fn all<F>(f: &F)
    where
        F: ScalarFunction<Float = f64> + JacobianFunction + HessianFunction,
        F: SparseJacobianFunction + SparseHessianFunction + TaylorFunction,
    {
        let (x, mut gradient, mut jacobian) = ([2.0, 3.0, 0.0], [0.0; 3], [0.0; 3]);
        assert_eq!(f.gradient(&x, &mut gradient), 6.0);
        f.jacobian(&x, &mut jacobian);
        assert_eq!(gradient, jacobian);
        assert_eq!(gradient, [3.0, 2.0, 6.0]);
        let mut hessian = [0.0; 9];
        f.hessian(&x, &[2.0], &mut hessian);
        assert_eq!(hessian, [0.0, 2.0, 6.0, 2.0, 0.0, 4.0, 6.0, 4.0, 12.0]);
    }
    all(&everything::Function);
    let mut y = [0.0];
    without_products::Function.value(&[2.0, 3.0, 0.0], &mut y);
    assert_eq!(y, [6.0]);
    let hessian = without_products::hessian([2.0, 3.0, 0.0]);
    assert_eq!(hessian, everything::hessian([2.0, 3.0, 0.0]));
}

#[test]
fn matrices_are_swept_by_programs_that_are_not_listed() {
    let x: [f64; 40] = std::array::from_fn(|i| i as f64 * 0.25 - 3.0);
    let weights: [f64; 30] = std::array::from_fn(|i| 1.0 - i as f64);
    assert_eq!(swept::jacobian(x), swept_too::jacobian(x));
    assert_eq!(swept::hessian(x, weights), swept_too::hessian(x, weights));
    // Of these nothing is public, though they are there.
    assert!(swept::COST.adjoint.is_some() && swept::COST.hessian_product.is_some());
    assert!(swept::COST.tangent.is_none() && swept::COST.gradient.is_none());
}

#[test]
fn what_is_left_out_costs_nothing() {
    let cost = number_gradient::f::COST;
    assert_eq!(cost.gradient, number::f::COST.gradient);
    assert_eq!(
        cost,
        adgraph::function::Costs {
            gradient: cost.gradient,
            ..adgraph::function::Costs::NONE
        }
    );
    assert_eq!(number_hessian::f::COST.hessian_product, None);
    assert_eq!(number_value::f::COST.value, number::f::COST.value);
    assert_eq!(number_value::f::COST.adjoint, None);
}

#[test]
fn arrays_come_from_the_workspace_of_what_is_listed() {
    let x: [[f64; 150]; 150] =
        std::array::from_fn(|i| std::array::from_fn(|j| (i * 7 + j) as f64 * 1e-3));
    let mut workspace = stored::Workspace::new();
    let mut d = stored::Adjoint::ZERO;
    let value = stored::gradient_into_with(&mut workspace, &x, &mut d);
    let mut expected = stored_too::Adjoint::ZERO;
    assert_eq!(value, stored_too::gradient_into(&x, &mut expected));
    assert!(d.x == expected.x);
}

#[differentiable]
#[derivatives(only(gradient))]
fn attributed(x: f64) -> f64 {
    x * x
}

#[test]
fn graphs_checks_and_callers_stay() {
    assert_eq!(caller(0.5), 0.5_f64.sin() * 0.5);
    let direction = renamed::Tangent { x: 1.0 };
    assert_eq!(renamed::tangent(0.0, &direction), (0.0, 1.0));
    assert_eq!(renamed::graph().outputs().len(), 1);
    assert!(truth(1.0) && !truth(-0.0));
    assert!(checked::check().is_ok());
    assert_eq!(attributed::gradient(3.0).1.x, 6.0);
}
