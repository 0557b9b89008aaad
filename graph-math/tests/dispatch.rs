//! Results on the processor at hand, with the registers that it is found to have when the program
//! runs, equal those of the crate's target, to the bit. This is the project's only code without the
//! compiler's guarantees, so Miri runs this file too (`.ci/portability`).

use graph_math::lanes::{self, Body, LANES, Lanes, Machine, Mask, Target};
use graph_math::math::{Elementary, Float, Value};
use graph_math::matrix::Kernels;
use graph_math::matrix::{Matrix, Product, Rows};

/// Both zeros, ends of the range, infinities and NaN, and ordinary numbers.
fn operands<T: Float>() -> [[T; LANES]; 3] {
    let given = [
        [0.0, -0.0, 1.0, -2.5, 3e5, 0.1, -7.0, 1e-30],
        [0.5, 0.0, -1.0, -2.5, 0.25, -3.0, 11.0, 1e30],
        [
            f64::INFINITY,
            -f64::INFINITY,
            f64::NAN,
            0.0,
            -0.0,
            2.0,
            -0.7,
            1e-310,
        ],
    ];
    given.map(|row| row.map(T::from_f64))
}

/// The bits of each lane, with one pattern for every NaN.
fn bits<T: Float>(values: impl IntoIterator<Item = T>) -> impl Iterator<Item = u64> {
    let bits = |x: T| {
        if x.is_nan() {
            u64::MAX
        } else {
            x.to_bits_u64()
        }
    };
    values.into_iter().map(bits)
}

/// Every operation of lanes, on each pair of operands.
struct Operations<T>([[T; LANES]; 3]);

impl<T: Float> Body for Operations<T> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Vec<u64> {
        let mut found = Vec::new();
        for x in self.0 {
            for y in self.0 {
                let (a, b) = (<T::On<M>>::from_array(x), <T::On<M>>::from_array(y));
                let exactly = [a + b, a - b, a * b, a / b, -a, a.abs(), a.sqrt()];
                // By the bits of numbers, and of integers beside them.
                let functions = [a.exp(), a.sin(), a.ln(), a.tanh(), a.erf()];
                let chosen = [
                    Value::select(a.less(b), a, b),
                    Value::select(a.equal(b) | !a.greater(b), b, a),
                    Value::select(a.not_equal(b) & a.less_equal(b), a, -b),
                    Value::select(a.greater_equal(b), a, b),
                ];
                for lanes in exactly.into_iter().chain(functions).chain(chosen) {
                    found.extend(bits(lanes.to_array()));
                }
                let less = a.less(b);
                found.extend(less.to_array().map(u64::from));
                found.extend([less.any(), less.all()].map(u64::from));
                let again = <<T::On<M> as Value>::Mask as Mask>::from_array(less.to_array());
                found.extend(again.to_array().map(u64::from));
            }
        }
        found
    }
}

/// A product of matrices, whose tiles hold rows of lanes.
struct Multiplication<'a, T> {
    left: &'a [T],
    right: &'a [T],
    extents: [usize; 3],
}

impl<T: Float> Body for Multiplication<'_, T> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Vec<u64> {
        let [rows, columns, terms] = self.extents;
        let matrix = |elements, row: usize| Matrix {
            elements,
            offset: 0,
            strides: [row as isize, 1],
        };
        let mut result = vec![T::ZERO; rows * columns];
        <T::On<M> as Kernels<T>>::product(Product {
            extents: self.extents,
            left: matrix(self.left, terms),
            right: matrix(self.right, columns),
            inner: [&[], &[]],
            result: Rows {
                elements: &mut result,
                offset: 0,
                row: columns as isize,
            },
            accumulate: false,
            zeros_win: [false; 2],
            contract: false,
        });
        bits(result).collect()
    }
}

fn operations<T: Float>() {
    let operands = operands::<T>();
    let found = lanes::dispatch(Operations(operands));
    assert_eq!(found, Target::run(Operations(operands)));
    // The sum of the first two, by numbers alone.
    let sum = operands[0].iter().zip(&operands[1]).map(|(&x, &y)| x + y);
    assert!(
        found
            .windows(LANES)
            .any(|lanes| bits(sum.clone()).eq(lanes.iter().copied()))
    );
}

#[test]
fn operations_are_the_targets_on_the_processor_at_hand() {
    operations::<f64>();
    operations::<f32>();
}

fn products<T: Float>() {
    let element = |i: usize| T::from_f64((i * 37 % 101) as f64 * 0.125 - 5.0);
    for extents in [[1, 40, 3], [7, 33, 5], [9, 5, 20]] {
        let [rows, columns, terms] = extents;
        let left: Vec<T> = (0..rows * terms).map(element).collect();
        let right: Vec<T> = (0..terms * columns).map(element).collect();
        let product = || Multiplication {
            left: &left,
            right: &right,
            extents,
        };
        let plain = (0..rows * columns).map(|at| {
            let (i, j) = (at / columns, at % columns);
            let term = |k: usize| left[i * terms + k] * right[k * columns + j];
            (0..terms).map(term).fold(-T::ZERO, |sum, term| sum + term)
        });
        assert_eq!(lanes::dispatch(product()), bits(plain).collect::<Vec<_>>());
    }
}

#[test]
fn products_are_sums_in_order_on_the_processor_at_hand() {
    products::<f64>();
    products::<f32>();
}
