//! The product kernel against sums written out: equal bits for any sizes and strides.

use graph_math::kernels::product;
use graph_math::lanes;
use graph_math::math::Float;
use graph_math::matrix::{Inner, Matrix, Product, Rows};

/// A small generator of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    /// Mostly ordinary numbers of different sizes, now and then an edge.
    fn element<T: Float>(&mut self, edges: bool) -> T {
        let number = T::from_f64((self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0);
        match self.below(40) {
            0 if edges => T::INFINITY,
            1 if edges => T::NAN,
            2 if edges => T::max_value(),
            3 => T::ZERO,
            4 => -T::ZERO,
            5 => number * T::MIN_POSITIVE,
            6 => number * T::from_f64(1e6),
            _ => number,
        }
    }
}

/// A matrix with its own place in a slice.
struct Placed<T> {
    elements: Vec<T>,
    offset: usize,
    strides: [isize; 2],
}

impl<T: Float> Placed<T> {
    /// Room for a matrix, transposed or not, with gaps or not, in any direction.
    fn new(numbers: &mut Numbers, extents: [usize; 2], edges: bool) -> Self {
        let inner = numbers.below(2);
        let step = [1, 1, 1, 2][numbers.below(4)];
        let outer_step = step * extents[inner].max(1) + numbers.below(3);
        let mut strides = [step as isize; 2];
        strides[1 - inner] = outer_step as isize;
        let mut offset = numbers.below(4);
        let size = offset + outer_step * extents[1 - inner] + step * extents[inner] + 3;
        for (stride, extent) in strides.iter_mut().zip(extents) {
            if numbers.below(8) == 0 && extent > 0 {
                offset += (extent - 1) * stride.unsigned_abs();
                *stride = -*stride;
            }
        }
        let elements = (0..size).map(|_| numbers.element(edges)).collect();
        Self {
            elements,
            offset,
            strides,
        }
    }

    fn at(&self, i: usize, j: usize) -> T {
        let [row, column] = self.strides;
        let place = self.offset as isize + i as isize * row + j as isize * column;
        self.elements[place as usize]
    }

    fn matrix(&self) -> Matrix<'_, T> {
        Matrix {
            elements: &self.elements,
            offset: self.offset,
            strides: self.strides,
        }
    }
}

/// The bits, with one pattern for every NaN.
fn bits<T: Float>(x: T) -> u64 {
    if x.is_nan() {
        u64::MAX
    } else {
        x.to_bits_u64()
    }
}

/// Holds one product to its definition, for placed operands and a result with gaps.
fn check<T: Float>(numbers: &mut Numbers, extents: [usize; 3]) {
    let [rows, columns, terms] = extents;
    let (edges, accumulate, contract) = (
        numbers.below(4) == 0,
        numbers.below(3) == 0,
        numbers.below(2) == 0,
    );
    let zeros_win = [
        [false; 2],
        [false; 2],
        [true, false],
        [false, true],
        [true; 2],
    ];
    let zeros_win = zeros_win[numbers.below(5)];
    let left = Placed::<T>::new(numbers, [rows, terms], edges);
    let right = Placed::<T>::new(numbers, [terms, columns], edges);
    let gap = numbers.below(3);
    let (offset, row) = (numbers.below(3), columns + gap);
    let before: Vec<T> = (0..offset + rows * row + 3)
        .map(|_| numbers.element(edges))
        .collect();
    let mut expected = before.clone();
    for i in 0..rows {
        for j in 0..columns {
            let place = &mut expected[offset + i * row + j];
            let first = if accumulate { *place } else { -T::ZERO };
            let sum = (0..terms).fold(first, |sum, k| {
                let (x, y) = (left.at(i, k), right.at(k, j));
                if zeros_win[0] && x == T::ZERO || zeros_win[1] && y == T::ZERO {
                    sum + T::ZERO
                } else if contract && zeros_win == [false; 2] {
                    lanes::contract(x, y, sum)
                } else {
                    sum + x * y
                }
            });
            *place = if terms == 0 && !accumulate {
                T::ZERO
            } else {
                sum
            };
        }
    }
    let mut found = before;
    product(Product {
        extents,
        left: left.matrix(),
        right: right.matrix(),
        inner: [&[], &[]],
        result: Rows {
            elements: &mut found,
            offset,
            row: row as isize,
        },
        accumulate,
        zeros_win,
        contract,
    });
    for (place, (found, expected)) in found.into_iter().zip(expected).enumerate() {
        assert_eq!(
            bits(found),
            bits(expected),
            "{extents:?}, {:?} and {:?}, at {place}: {found} is not {expected}",
            left.strides,
            right.strides
        );
    }
}

/// Holds a product whose right operand has several axes for its terms and columns to the product
/// with the matrix that these say, copied.
fn check_inner<T: Float>(numbers: &mut Numbers, terms: &[usize], columns: &[usize]) {
    let rows = 1 + numbers.below(14);
    // Strides that are small, so that places coincide as those of windows do, and go both ways.
    let mut strides = |extents: &[usize]| -> Vec<isize> {
        let strides = extents.iter().map(|_| numbers.below(9) as isize - 3);
        strides.collect()
    };
    let strides = [strides(terms), strides(columns)];
    let reach = |back: bool| -> usize {
        let axes = [terms, columns].concat().into_iter().zip(strides.concat());
        let axes = axes.filter(|(_, stride)| (*stride < 0) == back);
        axes.map(|(extent, stride)| (extent - 1) * stride.unsigned_abs())
            .sum()
    };
    let offset = reach(true);
    let elements: Vec<T> = (0..offset + reach(false) + 1)
        .map(|_| numbers.element(true))
        .collect();
    let place = |extents: &[usize], strides: &[isize], position: usize| -> isize {
        let axes = extents.iter().zip(strides).rev();
        let (_, place) = axes.fold((position, 0), |(rest, place), (&extent, &stride)| {
            (rest / extent, place + (rest % extent) as isize * stride)
        });
        place
    };
    let counts = [terms, columns].map(|extents| extents.iter().product::<usize>());
    let copied = (0..counts[0]).flat_map(|k| (0..counts[1]).map(move |j| (k, j)));
    let copied = copied.map(|(k, j)| {
        let place = place(terms, &strides[0], k) + place(columns, &strides[1], j);
        elements[(offset as isize + place) as usize]
    });
    let copied: Vec<T> = copied.collect();
    let left: Vec<T> = (0..rows * counts[0])
        .map(|_| numbers.element(true))
        .collect();
    let contract = numbers.below(2) == 0;
    let multiplied = |right: Matrix<'_, T>, inner: [Inner<'_>; 2]| {
        let mut result = vec![T::ZERO; rows * counts[1]];
        product(Product {
            extents: [rows, counts[1], counts[0]],
            left: Matrix {
                elements: &left,
                offset: 0,
                strides: [counts[0] as isize, 1],
            },
            right,
            inner,
            result: Rows {
                elements: &mut result,
                offset: 0,
                row: counts[1] as isize,
            },
            accumulate: false,
            zeros_win: [false; 2],
            contract,
        });
        result
    };
    let expected = multiplied(
        Matrix {
            elements: &copied,
            offset: 0,
            strides: [counts[1] as isize, 1],
        },
        [&[], &[]],
    );
    let inner = |extents: &[usize], strides: &[isize]| -> Vec<(usize, isize)> {
        let axes = extents.iter().copied().zip(strides.iter().copied());
        axes.skip(1).collect()
    };
    let inner = [inner(terms, &strides[0]), inner(columns, &strides[1])];
    let found = multiplied(
        Matrix {
            elements: &elements,
            offset,
            strides: [strides[0][0], strides[1][0]],
        },
        [&inner[0], &inner[1]],
    );
    for (place, (found, expected)) in found.into_iter().zip(expected).enumerate() {
        assert_eq!(
            bits(found),
            bits(expected),
            "{terms:?} by {columns:?} at {place}"
        );
    }
}

#[test]
fn several_axes_count_as_one() {
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    let axes: [&[usize]; 8] = [
        &[1],
        &[7],
        &[40],
        &[3, 3],
        &[1, 5],
        &[4, 1, 9],
        &[2, 7, 7],
        &[70, 3, 3],
    ];
    for terms in axes {
        for columns in axes {
            for _ in 0..3 {
                check_inner::<f64>(&mut numbers, terms, columns);
                check_inner::<f32>(&mut numbers, terms, columns);
            }
        }
    }
}

fn sizes<T: Float>() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let edges = [
        0, 1, 2, 3, 5, 6, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33,
    ];
    for &columns in &edges {
        for &rows in &edges {
            let terms = edges[numbers.below(edges.len())];
            check::<T>(&mut numbers, [rows, columns, terms]);
        }
        check::<T>(&mut numbers, [1, columns, 70]);
        check::<T>(&mut numbers, [columns, 1, 17]);
        check::<T>(&mut numbers, [columns, columns, 0]);
    }
}

#[test]
fn sizes_around_tiles_and_vectors() {
    sizes::<f64>();
    sizes::<f32>();
}

fn blocks<T: Float>() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for extents in [
        [30, 20, 255],
        [30, 20, 256],
        [25, 9, 257],
        [7, 33, 300],
        [24, 64, 513],
        [195, 17, 70],
        [200, 3, 260],
        [1, 200, 300],
        [26, 4, 600],
    ] {
        for _ in 0..3 {
            check::<T>(&mut numbers, extents);
        }
    }
}

#[test]
fn sizes_around_blocks() {
    blocks::<f64>();
    blocks::<f32>();
}

#[test]
fn any_small_size() {
    let mut numbers = Numbers(0x6a09_e667_f3bc_c909);
    for _ in 0..600 {
        let extents = [(); 3].map(|()| numbers.below(40));
        check::<f64>(&mut numbers, extents);
        check::<f32>(&mut numbers, extents);
    }
}

#[test]
fn a_sum_of_negative_zeros_is_a_negative_zero() {
    for (rows, columns, terms) in [(1, 40, 5), (7, 9, 300), (40, 3, 2)] {
        let left = vec![-0.0; rows * terms];
        let right = vec![2.0; terms * columns];
        let mut result = vec![1.0; rows * columns];
        product(Product {
            extents: [rows, columns, terms],
            left: Matrix {
                elements: &left,
                offset: 0,
                strides: [terms as isize, 1],
            },
            right: Matrix {
                elements: &right,
                offset: 0,
                strides: [columns as isize, 1],
            },
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
        assert!(
            result
                .iter()
                .all(|x: &f64| x.to_bits() == (-0.0_f64).to_bits())
        );
    }
}

#[test]
fn a_place_outside_a_slice_is_refused() {
    let attempt = |left: usize, right: usize, result: usize| {
        let (left, right, mut result) = (vec![1.0; left], vec![1.0; right], vec![1.0; result]);
        std::panic::catch_unwind(move || {
            product(Product {
                extents: [4, 16, 5],
                left: Matrix {
                    elements: &left,
                    offset: 0,
                    strides: [5, 1],
                },
                right: Matrix {
                    elements: &right,
                    offset: 0,
                    strides: [16, 1],
                },
                inner: [&[], &[]],
                result: Rows {
                    elements: &mut result,
                    offset: 0,
                    row: 16,
                },
                accumulate: false,
                zeros_win: [false; 2],
                contract: false,
            });
        })
        .is_ok()
    };
    assert!(attempt(20, 80, 64));
    assert!(!attempt(19, 80, 64));
    assert!(!attempt(20, 79, 64));
    assert!(!attempt(20, 80, 63));
}
