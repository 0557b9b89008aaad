//! Functions of run-time length over flat slices: the lengths are those of the instance, and the
//! bits those of the same function of known lengths.

use std::marker::PhantomData;

use adgraph::function::TaylorFunction;
use adgraph::function::{Function, HessianFunction, JacobianFunction, ScalarFunction};
use adgraph::{Rows, graph};

use crate::common::message;

graph! {
    /// The Rosenbrock function.
    #[derivatives(hessian, taylor(2))]
    pub fn valley<const N: usize>(x: &[f64; N]) -> f64 {
        let (a, b) = (x[..N - 1], x[1..]);
        sum(100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2))
    }
    #[derivatives(hessian, taylor(2))]
    pub fn valley_5(x: &[f64; 5]) -> f64 { valley(x) }
    #[derivatives(hessian, taylor(2))]
    pub fn valley_1(x: &[f64; 1]) -> f64 { valley(x) }

    /// A line at points.
    #[derivatives(jacobian, hessian_product)]
    pub fn line<const N: usize>(
        w: [f64; 2], bias: f64, #[dynamic] x: &[[f64; 2]; N], #[dynamic] y: &[f64; N],
    ) -> [f64; N] {
        exp(matmul(x, w) + bias) - y
    }
    #[derivatives(jacobian, hessian_product)]
    pub fn line_3(
        w: [f64; 2], bias: f64, #[dynamic] x: &[[f64; 2]; 3], #[dynamic] y: &[f64; 3],
    ) -> [f64; 3] {
        line(w, bias, x, y)
    }
    #[derivatives(jacobian, hessian_product)]
    pub fn line_0(
        w: [f64; 2], bias: f64, #[dynamic] x: &[[f64; 2]; 0], #[dynamic] y: &[f64; 0],
    ) -> [f64; 0] {
        line(w, bias, x, y)
    }

    /// Matrices both of whose extents come with the call.
    #[derivatives(hessian_product)]
    pub fn layer<const I: usize, const O: usize>(w: Rows<f64, O, I>, b: &[f64; O], x: &[f64; I])
        -> ([f64; O], Rows<f64, O, I>, f64) {
        let y = tanh(matmul(w, x) + b);
        (y, w * w, dot(y, b))
    }
    #[derivatives(hessian_product)]
    pub fn layer_2_3(
        w: &[[f64; 2]; 3], b: &[f64; 3], x: &[f64; 2],
    ) -> ([f64; 3], [[f64; 2]; 3], f64) {
        layer(w, b, x)
    }

    /// Lengths that are in types.
    #[derivatives(jacobian, hessian)]
    pub fn typed<const N: usize, const M: usize, const K: usize>(
        x: [f64; N], a: &[[f64; M]; K], s: &[[f64; N]; 3], k: &[f64; K],
    ) -> [f64; M] {
        matmul(k, sin(a)) * dot(x, x) + sum(s)
    }
    #[derivatives(jacobian, hessian)]
    pub fn typed_2_4_3(
        x: [f64; 2], a: &[[f64; 4]; 3], s: &[[f64; 2]; 3], k: &[f64; 3],
    ) -> [f64; 4] {
        typed(x, a, s, k)
    }

    /// Of any float type, with lengths that are formulas and a bool and positions beside.
    pub fn mixed<T: Float, const N: usize, const E: usize>(
        x: &[T; 2 * N + 1],
        z: &[T; N],
        #[dynamic] ends: &[[usize; 2]; E],
        #[dynamic] flip: bool,
        p: T,
    ) -> T {
        let stretch = x[ends[(.., 0)]] - x[ends[(.., 1)]];
        let sign = if flip { T::ONE } else { 2.0 };
        sign * p * (sum(stretch * stretch) + dot(z, x[..N]) * dot(x, x))
    }
    pub fn mixed_2_2<T: Float>(
        x: &[T; 5], z: &[T; 2], #[dynamic] ends: &[[usize; 2]; 2], #[dynamic] flip: bool, p: T,
    ) -> T {
        mixed(x, z, ends, flip, p)
    }

    /// The columns of a matrix that has no derivative are a length.
    pub fn held<const N: usize, const M: usize>(
        #[dynamic] m: Rows<f64, N, M>, x: &[f64; M],
    ) -> [f64; N] {
        matmul(m, x)
    }

    /// Of another module, with what the traits need alone; the length of an argument that is
    /// held is a formula of one that is not.
    #[derivatives(only(value, adjoint, tangent), module = parts)]
    pub fn halves<const N: usize>(
        x: &[f64; N], #[dynamic] y: &[f64; 2 * N], #[dynamic] z: [f64; 3],
    ) -> f64 {
        dot(x, y[..N] * y[N..]) + sum(z)
    }

    /// A length that arguments by value have.
    pub fn scaled<const N: usize>(x: [f64; N], #[dynamic] by: [f64; N]) -> [f64; N] { x * by }

    /// A length that the type of an argument without a derivative has alone.
    #[derivatives(hessian_product)]
    pub fn beside<T: Float, const N: usize, const K: usize>(
        x: &[T; N], #[dynamic] w: &[T; N], #[dynamic] a: [T; K],
    ) -> T {
        dot(x, w) * sum(x) + sum(a) * sum(x)
    }

    /// A length that only the second field says right.
    pub fn agrees<const N: usize>(
        #[dynamic] a: &[f64; N], x: &[f64; N], #[dynamic] b: &[f64; N],
    ) -> f64 {
        x[2] * sum(a * x * b)
    }
}

/// Numbers that look random.
fn numbers(count: usize, salt: usize) -> Vec<f64> {
    let number = |i: usize| ((i * 37 + salt * 11) % 23) as f64 / 11.0 - 0.9;
    (0..count).map(number).collect()
}

/// All that two functions compute of the first order, as text with all digits.
fn first<F: Function<Float = f64>>(f: &F) -> String {
    let (n, m) = (f.n_in(), f.n_out());
    let (x, seed, direction) = (numbers(n, 1), numbers(m, 2), numbers(n, 3));
    let mut workspace = F::Workspace::default();
    let nan = |count| vec![f64::NAN; count];
    let (mut value, mut y, mut tangent, mut adjoint) = (nan(m), nan(m), nan(m), nan(n));
    // The workspace serves one after the other.
    for _ in 0..2 {
        f.value_with(&mut workspace, &x, &mut value);
        f.adjoint_with(&mut workspace, &x, &seed, &mut y, &mut adjoint);
        assert_eq!(value, y);
        f.tangent_with(&mut workspace, &x, &direction, &mut y, &mut tangent);
        assert_eq!(value, y);
    }
    format!("{n} {m} {value:?} {adjoint:?} {tangent:?}")
}

fn gradient<F: ScalarFunction<Float = f64>>(f: &F) -> String {
    let mut gradient = vec![f64::NAN; f.n_in()];
    let value = f.gradient(&numbers(f.n_in(), 1), &mut gradient);
    format!("{value:?} {gradient:?}")
}

fn jacobian<F: JacobianFunction<Float = f64>>(f: &F) -> String {
    let mut jacobian = vec![f64::NAN; f.n_out() * f.n_in()];
    f.jacobian(&numbers(f.n_in(), 1), &mut jacobian);
    format!("{jacobian:?}")
}

/// The product of the Hessian with a direction, the Hessian, the value and the gradient.
fn second<F: HessianFunction<Float = f64>>(f: &F) -> [Vec<f64>; 4] {
    let (n, m) = (f.n_in(), f.n_out());
    let (x, weights) = (numbers(n, 1), numbers(m, 2));
    let nan = |count| vec![f64::NAN; count];
    let (mut product, mut hessian, mut same) = (nan(n), nan(n * n), nan(n * n));
    let (mut y, mut gradient) = (nan(m), nan(n));
    f.hessian_product(&x, &weights, &numbers(n, 3), &mut product);
    f.hessian(&x, &weights, &mut hessian);
    f.value_gradient_hessian(&x, &weights, &mut y, &mut gradient, &mut same);
    assert_eq!(hessian, same);
    [product, hessian, y, gradient]
}

fn taylor<F: TaylorFunction<Float = f64>>(f: &F) -> String {
    let (n, m) = (f.n_in(), f.n_out());
    let mut series = vec![f64::NAN; (F::ORDER + 1) * m];
    f.taylor(&numbers(n, 1), &numbers(F::ORDER * n, 4), &mut series);
    format!("{series:?}")
}

#[test]
fn a_length_is_a_field() {
    let (open, known) = (valley::Function { N: 5 }, valley_5::Function);
    assert_eq!((open.n_in(), open.n_out()), (5, 1));
    assert_eq!(
        (valley_5::Function::N_IN, valley_5::Function::N_OUT),
        (5, 1)
    );
    assert_eq!(first(&open), first(&known));
    assert_eq!(gradient(&open), gradient(&known));
    assert_eq!(second(&open), second(&known));
    assert_eq!(taylor(&open), taylor(&known));
    let (open, known) = (valley::Function { N: 1 }, valley_1::Function);
    assert_eq!(first(&open), first(&known));
    assert_eq!(gradient(&open), gradient(&known));
    assert_eq!(second(&open), second(&known));
    // At its minimum, by hand.
    let mut hessian = [0.0; 9];
    valley::Function { N: 3 }.hessian(&[1.0; 3], &[1.0], &mut hessian);
    let expected = [
        802.0, -400.0, 0.0, -400.0, 1002.0, -400.0, 0.0, -400.0, 200.0,
    ];
    assert_eq!(hessian, expected);
}

#[test]
fn a_length_of_an_argument_that_is_held_is_no_field() {
    let (x, y) = ([[0.5, 1.0], [0.0, -1.0], [2.0, 0.25]], [1.0, 2.0, 3.0]);
    let open = line::Function { x: &x, y: &y };
    let known = line_3::Function { x: &x, y: &y };
    assert_eq!((open.n_in(), open.n_out()), (3, 3));
    assert_eq!(first(&open), first(&known));
    assert_eq!(jacobian(&open), jacobian(&known));
    assert_eq!(second(&open), second(&known));
    let open = line::Function { x: &[], y: &[] };
    let known = line_0::Function { x: &[], y: &[] };
    assert_eq!((open.n_in(), open.n_out()), (3, 0));
    assert_eq!(first(&open), first(&known));
    assert_eq!(jacobian(&open), jacobian(&known));
    assert_eq!(second(&open), second(&known));
    let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let held = held::Function { m: Rows::from(&m) };
    assert_eq!((held.n_in(), held.n_out()), (3, 2));
    let mut y = [0.0; 2];
    held.value(&[1.0, 0.0, -1.0], &mut y);
    assert_eq!(y, [-2.0, -2.0]);
}

#[test]
fn matrices_of_run_time_extents_are_parts_of_slices() {
    let open = layer::Function { I: 2, O: 3 };
    let known = layer_2_3::Function;
    assert_eq!((open.n_in(), open.n_out()), (11, 10));
    assert_eq!(first(&open), first(&known));
    assert_eq!(second(&open), second(&known));
    // Rows without elements, and none.
    let no_columns = layer::Function { I: 0, O: 2 };
    assert_eq!((no_columns.n_in(), no_columns.n_out()), (2, 3));
    let mut y = [f64::NAN; 3];
    no_columns.value(&[0.5, 0.25], &mut y);
    let [a, b] = [0.5_f64, 0.25].map(adgraph::math::tanh);
    assert_eq!(y, [a, b, a * 0.5 + b * 0.25]);
    let nothing = layer::Function { I: 0, O: 0 };
    assert_eq!(first(&nothing), "0 1 [0.0] [] [0.0]");
    assert_eq!(second(&nothing), [vec![], vec![], vec![0.0], vec![]]);
}

#[test]
fn lengths_in_types_are_parameters_of_the_struct() {
    let open = typed::Function::<2, 4> { K: 3 };
    let known = typed_2_4_3::Function;
    assert_eq!((open.n_in(), open.n_out()), (23, 4));
    assert_eq!(first(&open), first(&known));
    assert_eq!(jacobian(&open), jacobian(&known));
    // Of known lengths the Hessian is a program in which rows share more.
    for (found, expected) in second(&open).iter().zip(second(&known)) {
        assert_eq!(found.len(), expected.len());
        let mut pairs = found.iter().zip(&expected);
        assert!(pairs.all(|(a, b)| (a - b).abs() <= 1e-14 * b.abs().max(1.0)));
    }
    let empty = typed::Function::<0, 0> { K: 2 };
    assert_eq!(first(&empty), "2 0 [] [0.0, 0.0] []");
}

#[test]
fn lengths_that_are_formulas_and_any_float_type() {
    let ends = [[0, 3], [4, 1]];
    let (flip, marker) = (false, PhantomData);
    let open = mixed::Function {
        N: 2,
        ends: &ends,
        flip,
        marker,
    };
    let known = mixed_2_2::Function {
        ends: &ends,
        flip,
        marker,
    };
    assert_eq!((open.n_in(), open.n_out()), (8, 1));
    assert_eq!(first(&open), first(&known));
    assert_eq!(gradient(&open), gradient(&known));
    let (flip, marker) = (true, PhantomData);
    let open = mixed::Function::<f32> {
        N: 2,
        ends: &ends,
        flip,
        marker,
    };
    let mut gradient = [f32::NAN; 8];
    let x = [0.5, 1.0, -1.0, 0.25, 2.0, 1.5, -0.5, 3.0];
    let value = open.gradient(&x, &mut gradient);
    let (expected, d) = mixed::gradient(&x[..5], &x[5..7], &ends, true, x[7]);
    assert_eq!(value, expected);
    assert_eq!(gradient[..5], d.x);
    assert_eq!(gradient[5..], [d.z[0], d.z[1], d.p]);
}

#[test]
fn lengths_of_fields_are_formulas_or_parameters() {
    let (y, z) = ([1.0, 2.0, 3.0, 4.0], [0.5, 0.25, 0.25]);
    let f = parts::Function { N: 2, y: &y, z };
    let (mut value, mut adjoint) = ([f64::NAN], [f64::NAN; 2]);
    f.adjoint(&[1.0, 10.0], &[2.0], &mut value, &mut adjoint);
    assert_eq!((value, adjoint), ([84.0], [6.0, 16.0]));
    let f = parts::Function {
        N: 2,
        y: &y[1..],
        z,
    };
    let text = message(|| f.value(&[0.0; 2], &mut [0.0]));
    assert_eq!(
        text,
        "`y` has 3 elements where 4 are needed: its length is `2 * N`"
    );
    let f = scaled::Function { by: [3.0, 4.0] };
    let mut y = [f64::NAN; 2];
    f.value(&[1.0, 2.0], &mut y);
    assert_eq!((f.n_in(), f.n_out(), y), (2, 2, [3.0, 8.0]));
    let (w, a) = ([1.0], [1.0; 2]);
    let f = beside::Function::<f64, 2> { w: &w, a };
    let mut product = [f64::NAN];
    f.hessian_product(&[1.0], &[1.0], &[3.0], &mut product);
    assert_eq!((f.n_in(), product), (1, [6.0]));
}

#[test]
fn lengths_that_do_not_fit_are_refused_as_in_calls() {
    let f = valley::Function { N: 3 };
    let (mut y, mut gradient) = ([0.0], [0.0; 3]);
    let text = message(|| f.value(&[0.0; 4], &mut [0.0]));
    assert_eq!(text, "`x` has 4 elements and needs 3");
    let text = message(|| _ = valley::Function { N: 1 }.gradient(&[0.0], &mut [0.0; 2]));
    assert_eq!(text, "`gradient` has 2 elements and needs 1");
    let text = message(|| f.adjoint(&[0.0; 3], &[], &mut [0.0], &mut [0.0; 3]));
    assert_eq!(text, "`seed` has 0 elements and needs 1");
    let text = message(|| f.hessian(&[0.0; 3], &[1.0], &mut [0.0; 6]));
    assert_eq!(text, "`hessian` has 6 elements and needs 9");
    let text = message(|| f.taylor(&[0.0; 3], &[0.0; 3], &mut [0.0; 3]));
    assert_eq!(text, "`curve` has 3 elements and needs 6");
    f.adjoint(&[1.0; 3], &[1.0], &mut y, &mut gradient);
    assert_eq!((y, gradient), ([0.0], [0.0; 3]));
    // What the body needs of them.
    let none = valley::Function { N: 0 };
    let text = message(|| _ = none.gradient(&[], &mut []));
    assert!(
        text.starts_with("`x` has 0 elements where `valley` needs at least 1"),
        "{text}"
    );
    // Fields that do not agree.
    let f = agrees::Function {
        a: &[1.0; 3],
        b: &[1.0; 4],
    };
    assert_eq!(f.n_in(), 3);
    let text = message(|| f.value(&[0.0; 3], &mut [0.0]));
    assert_eq!(text, "`b` has 4 elements where `a` has 3: both are `N`");
    let f = agrees::Function {
        a: &[1.0; 2],
        b: &[1.0; 2],
    };
    let text = message(|| f.value(&[0.0; 2], &mut [0.0]));
    assert!(
        text.starts_with("`a` has 2 elements where `agrees` needs at least 3"),
        "{text}"
    );
    // No slice is so long.
    let all = valley::Function { N: usize::MAX };
    let text = message(|| all.value(&[0.0], &mut [0.0]));
    assert_eq!(text, format!("`x` has 1 element and needs {}", usize::MAX));
    let all = layer::Function {
        I: usize::MAX,
        O: usize::MAX,
    };
    assert_eq!(all.n_in(), usize::MAX);
}

#[test]
fn nothing_is_allocated_in_a_workspace_that_has_grown() {
    fn calls<F: Function<Float = f64>>(f: &F) {
        let (n, m) = (f.n_in(), f.n_out());
        let (x, seed) = (numbers(n, 1), numbers(m, 2));
        let (mut y, mut adjoint) = (vec![0.0; m], vec![0.0; n]);
        let mut workspace = F::Workspace::default();
        let mut call = || {
            f.value_with(&mut workspace, &x, &mut y);
            f.adjoint_with(&mut workspace, &x, &seed, &mut y, &mut adjoint);
        };
        call();
        assert_eq!(allocation_counter::measure(call).count_total, 0);
    }
    calls(&layer::Function { I: 40, O: 30 });
    calls(&held::Function {
        m: Rows::new(&[0.5; 600], 20),
    });
}

#[test]
fn functions_of_several_lengths_are_of_one_type() {
    let valleys = [1, 4].map(|n| valley::Function { N: n });
    let sizes: Vec<usize> = valleys.iter().map(Function::n_in).collect();
    assert_eq!(sizes, [1, 4]);
}
