//! The generated items beyond value, adjoint and tangent: matrices, forms that write in place,
//! the function over flat slices, indices at run time, buffers on the heap.

use adgraph::function::{Function, ScalarFunction};
use adgraph::{Float, graph};

graph! {
    #[derivatives(jacobian, hessian)]
    fn saddle(x: [f64; 2], #[dynamic] scale: f64, y: [[f64; 2]; 1]) -> f64 {
        scale * x[0] * x[0] * x[1] + x[1] * y[(0, 0)] * y[(0, 1)].powi(3)
    }

    #[derivatives(jacobian)]
    fn tall(x: [f64; 2]) -> ([[f64; 2]; 2], f64) {
        (stack(x * x, x * 2.0), x[0] * x[1])
    }

    #[derivatives(jacobian)]
    fn wide(x: [f64; 3], p: f64) -> [f64; 2] {
        [dot(x, x) * p, x[1] / p]
    }

    #[derivatives(hessian)]
    fn generic<T: Float>(x: T, y: T) -> T {
        x * x * y
    }

    fn row(x: &[[f64; 2]; 3], i: usize) -> [f64; 2] {
        x[i] * 2.0
    }

    fn squares(a: &[[f64; 100]; 100]) -> f64 {
        let b = matmul(a, a);
        let c = matmul(b, b);
        sum(c * c)
    }

    fn layer<T: Float>(x: &[[T; 20]; 16], w: &[[T; 20]; 24]) -> [[T; 24]; 16] {
        matmul(x, transpose(w))
    }

    fn smoothed<T: Float>(x: &[[T; 6]; 30]) -> [[T; 6]; 30] {
        let window = [
            [0.5, 0.25, 0.0, 0.0, 0.0, 0.25],
            [0.25, 0.5, 0.25, 0.0, 0.0, 0.0],
            [0.0, 0.25, 0.5, 0.25, 0.0, 0.0],
            [0.0, 0.0, 0.25, 0.5, 0.25, 0.0],
            [0.0, 0.0, 0.0, 0.25, 0.5, 0.25],
            [0.25, 0.0, 0.0, 0.0, 0.25, 0.5],
        ];
        matmul(x, window)
    }

    fn spread(x: f64) -> [f64; 10000] {
        broadcast(x, [10000])
    }
}

#[test]
fn a_hessian_is_that_of_the_formula() {
    let (x, scale, y) = ([2.0, 3.0], 0.5, [[5.0, 7.0]]);
    // scale x0^2 x1 + x1 y0 y1^3, differentiated by hand.
    let gradient = [6.0, 2.0 + 1715.0, 1029.0, 2205.0];
    let hessian = [
        [3.0, 2.0, 0.0, 0.0],
        [2.0, 0.0, 343.0, 735.0],
        [0.0, 343.0, 0.0, 441.0],
        [0.0, 735.0, 441.0, 630.0],
    ];
    assert_eq!(saddle::jacobian(x, scale, y), [gradient]);
    assert_eq!(saddle::hessian(x, scale, y), hessian);
    let mut in_place = [[f64::NAN; 4]; 4];
    saddle::hessian_into(x, scale, y, &mut in_place);
    assert_eq!(in_place, hessian);
    assert_eq!((saddle::offset::X, saddle::offset::Y), (0, 2));
    let mut direction = saddle::Tangent::ZERO;
    direction.y[0][1] = 1.0;
    let product = saddle::hessian_product(x, scale, y, &direction);
    assert_eq!((product.x, product.y), ([0.0, 735.0], [[441.0, 630.0]]));
    assert_eq!(generic::hessian(3.0_f32, 4.0), [[8.0, 6.0], [6.0, 0.0]]);
}

#[test]
fn a_jacobian_has_a_row_for_each_element_of_the_result() {
    let expected = [[6.0, 0.0], [0.0, 10.0], [2.0, 0.0], [0.0, 2.0], [5.0, 3.0]];
    assert_eq!(tall::jacobian([3.0, 5.0]), expected);
    let expected = [[4.0, 8.0, 12.0, 14.0], [0.0, 0.5, 0.0, -0.5]];
    assert_eq!(wide::jacobian([1.0, 2.0, 3.0], 2.0), expected);
    let mut in_place = [[f64::NAN; 4]; 2];
    wide::jacobian_into([1.0, 2.0, 3.0], 2.0, &mut in_place);
    assert_eq!(in_place, expected);
}

#[test]
fn forms_in_place_give_what_the_others_return() {
    let x = [3.0, 5.0];
    let seed = ([[1.0, 2.0], [3.0, 4.0]], 5.0);
    let (mut value, mut adjoint) = (tall([0.0; 2]), tall::Adjoint::ZERO);
    tall::adjoint_into(x, &seed, &mut value, &mut adjoint);
    assert_eq!((value, adjoint), tall::adjoint(x, seed));
    let direction = tall::Tangent { x: [1.0, -1.0] };
    let mut tangent = tall([0.0; 2]);
    tall::tangent_into(x, &direction, &mut value, &mut tangent);
    assert_eq!((value, tangent), tall::tangent(x, &direction));
    tall::value_into(x, &mut tangent);
    assert_eq!(tangent, tall(x));
    let mut adjoint = saddle::Adjoint::ZERO;
    let value = saddle::gradient_into(x, 0.5, [[1.0, 2.0]], &mut adjoint);
    assert_eq!((value, adjoint), saddle::gradient(x, 0.5, [[1.0, 2.0]]));
    let value = saddle::adjoint_into(x, 0.5, [[1.0, 2.0]], 1.0, &mut adjoint);
    assert_eq!((value, adjoint), saddle::adjoint(x, 0.5, [[1.0, 2.0]], 1.0));
}

#[test]
fn a_flat_function_holds_the_dynamic_parameters() {
    let function = saddle::Function { scale: 0.5 };
    let x = [2.0, 3.0, 5.0, 7.0];
    let (mut y, mut gradient) = ([0.0], [0.0; 4]);
    function.value(&x, &mut y);
    assert_eq!(function.gradient(&x, &mut gradient), y[0]);
    assert_eq!(gradient, [6.0, 1717.0, 1029.0, 2205.0]);
    let mut tangent = [0.0];
    function.tangent(&x, &[0.0, 0.0, 1.0, 0.0], &mut y, &mut tangent);
    assert_eq!(tangent, [1029.0]);
}

#[test]
#[should_panic(expected = "`gradient` has 3 elements and needs 4")]
fn a_flat_function_refuses_slices_of_another_length() {
    let function = saddle::Function { scale: 0.5 };
    function.gradient(&[0.0; 4], &mut [0.0; 3]);
}

/// Sums from the first term to the last.
fn layer_by_loops<T: Float>(x: &[[T; 20]; 16], w: &[[T; 20]; 24]) -> [[T; 24]; 16] {
    std::array::from_fn(|n| {
        std::array::from_fn(|o| {
            let terms = x[n].iter().zip(&w[o]).map(|(&x, &w)| x * w);
            terms.reduce(|sum, term| sum + term).unwrap()
        })
    })
}

fn layers<T: Float + PartialEq>() {
    let element = |i: usize| T::from_f64(1.0 / (1.5 + i as f64)) - T::from_f64(0.02);
    let x: [[T; 20]; 16] = std::array::from_fn(|n| std::array::from_fn(|i| element(7 * n + i)));
    let w: [[T; 20]; 24] =
        std::array::from_fn(|o| std::array::from_fn(|i| -element(3 * o + 11 * i)));
    assert_eq!(layer(&x, &w), layer_by_loops(&x, &w));
    // The adjoint for one result is a row of the other operand.
    let mut seed = [[T::ZERO; 24]; 16];
    seed[5][7] = T::ONE;
    let (_, adjoint) = layer::adjoint(&x, &w, seed);
    assert_eq!(adjoint.x[5], w[7]);
    assert_eq!(adjoint.w[7], x[5]);
    assert_eq!(adjoint.x[4], [T::ZERO; 20]);
    let mut rows = [[T::ONE; 6]; 30];
    rows[3] = [0.0, 0.0, 4.0, 0.0, 0.0, 8.0].map(T::from_f64);
    let smooth = smoothed(&rows);
    assert_eq!(smooth[2], [T::ONE; 6]);
    assert_eq!(smooth[3], [2.0, 1.0, 2.0, 1.0, 2.0, 4.0].map(T::from_f64));
}

#[test]
fn products_of_matrices_take_any_float_type() {
    layers::<f64>();
    layers::<f32>();
}

#[test]
fn an_index_chooses_at_run_time() {
    let x = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    assert_eq!(row(&x, 1), [6.0, 8.0]);
    let (_, adjoint) = row::adjoint(&x, 2, [1.0, 10.0]);
    assert_eq!(adjoint.x, [[0.0; 2], [0.0; 2], [2.0, 20.0]]);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 3 but the index is 3")]
fn an_index_out_of_range_panics() {
    let _ = row(&[[0.0; 2]; 3], 3);
}

#[test]
fn large_buffers_and_results_stay_off_the_stack() {
    // Intermediate matrices of 80 kB each, in a thread of a test.
    let mut a = vec![[0.0; 100]; 100];
    (0..100).for_each(|i| a[i][i] = 0.5);
    let a: &[[f64; 100]; 100] = a[..].try_into().unwrap();
    let mut adjoint = squares::Adjoint::ZERO;
    // The sum of squares of a^4: 100 times 0.5^8, and 8 times 0.5^7 for each diagonal element.
    assert_eq!(squares::gradient_into(a, &mut adjoint), 100.0 / 256.0);
    assert_eq!((adjoint.a[3][3], adjoint.a[3][4]), (8.0 / 128.0, 0.0));
    // More than 64 KiB of results: there is no form that returns them.
    let (mut value, mut adjoint) = (vec![0.0; 10_000], spread::Adjoint::ZERO);
    let value: &mut [f64; 10_000] = (&mut value[..]).try_into().unwrap();
    spread::adjoint_into(1.5, &[1.0; 10_000], value, &mut adjoint);
    assert_eq!((value[9_999], adjoint.x), (1.5, 10_000.0));
}
