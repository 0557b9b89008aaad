//! A `T: Float` goes into code that is generic over num-traits, without glue.

use graph_math::math::Float;
use nalgebra::{DMatrix, DVector};
use num_traits::{AsPrimitive, Bounded, Num, NumAssign, Signed};

/// A polynomial, as somebody else writes it.
fn horner<T: Num + Copy>(coefficients: &[T], x: T) -> T {
    let terms = coefficients.iter().rev();
    terms.fold(T::zero(), |sum, &coefficient| sum * x + coefficient)
}

fn add_to<T: NumAssign + Copy>(sum: &mut T, terms: &[T]) {
    terms.iter().for_each(|&term| *sum += term);
}

/// All of it in one function that is generic over our trait alone.
fn through<T: Float>(x: T) -> [T; 5] {
    let mut sum = T::ONE;
    add_to(&mut sum, &[x, x]);
    let matrix = DMatrix::from_row_slice(2, 2, &[x, T::ONE, T::ZERO, x]);
    let product = matrix * DVector::from_vec(vec![T::ONE, x]);
    let back = T::from_f64(AsPrimitive::<f64>::as_(x));
    [
        horner(&[T::ONE, x, x], x),
        sum,
        product[0],
        back * T::PI(),
        T::max_value(),
    ]
}

#[test]
fn generic_code_of_others_takes_floats() {
    let expected = [13.0, 5.0, 4.0, 2.0 * std::f64::consts::PI, f64::MAX];
    assert_eq!(through(2.0_f64), expected);
    let pi = 2.0 * std::f32::consts::PI;
    assert_eq!(through(2.0_f32), [13.0, 5.0, 4.0, pi, f32::MAX]);
}

/// Bounds and constants of num-traits equal our own.
#[test]
fn constants_agree() {
    fn check<T: Float + Signed>() {
        assert_eq!(T::zero(), T::ZERO);
        assert_eq!(T::one(), T::ONE);
        assert_eq!(T::min_value(), -<T as Bounded>::max_value());
        assert_eq!(T::E().to_f64() as f32, std::f32::consts::E);
        assert!(T::EPSILON > T::MIN_POSITIVE && T::INFINITY > T::max_value());
    }
    check::<f64>();
    check::<f32>();
}
