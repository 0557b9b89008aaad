//! The vector types against scalar arithmetic: each operation in every lane, on ordinary numbers
//! and at the edges (both zeros, infinities, NaN, subnormal and largest numbers).

use core::cmp::Ordering;

use graph_math::lanes::{self, LANES, Lanes, Mask, Vectors};
use graph_math::math::{self, Elementary, Float, Value};
use graph_math::order::Order;

/// Numbers at which arithmetic or a comparison could go wrong, and some between.
fn edges<T: Float>() -> Vec<T> {
    let positive = [
        T::ZERO,
        T::MIN_POSITIVE * T::from_f64(0.25),
        T::MIN_POSITIVE,
        T::EPSILON,
        T::from_f64(0.1),
        T::ONE,
        T::ONE + T::EPSILON,
        T::from_f64(3.7),
        T::max_value(),
        T::INFINITY,
        T::NAN,
    ];
    positive.into_iter().chain(positive.map(|x| -x)).collect()
}

/// The bits, with one pattern for every NaN.
fn bits<T: Float>(x: T) -> u64 {
    if x.is_nan() {
        u64::MAX
    } else {
        x.to_bits_u64()
    }
}

/// Calls `check` with operands such that every pair of edges meets, each in every lane.
fn pairs<T: Float>(mut check: impl FnMut([T; LANES], [T; LANES])) {
    let edges = edges::<T>();
    let at = |i: usize| edges[i % edges.len()];
    for start in 0..edges.len() {
        for offset in 0..edges.len() {
            check(
                core::array::from_fn(|j| at(start + j)),
                core::array::from_fn(|j| at(start + 3 * j + offset)),
            );
        }
    }
}

/// Holds a vector operation to the scalar one.
fn same<T: Float>(found: T::Lanes, expected: impl Fn(usize) -> T) {
    for (j, found) in found.to_array().into_iter().enumerate() {
        assert_eq!(
            bits(found),
            bits(expected(j)),
            "lane {j}: {found} is not {}",
            expected(j)
        );
    }
}

/// Holds a mask to the scalar condition.
fn holds<M: Mask>(found: M, expected: impl Fn(usize) -> bool) {
    let expected: [bool; LANES] = core::array::from_fn(expected);
    assert_eq!(found.to_array(), expected);
    assert_eq!(found.any(), expected.contains(&true));
    assert_eq!(found.all(), !expected.contains(&false));
}

fn arithmetic<T: Float>() {
    pairs::<T>(|x, y| {
        let (a, b) = (<T::Lanes>::from_array(x), <T::Lanes>::from_array(y));
        same::<T>(a + b, |j| x[j] + y[j]);
        same::<T>(a - b, |j| x[j] - y[j]);
        same::<T>(a * b, |j| x[j] * y[j]);
        same::<T>(a / b, |j| x[j] / y[j]);
        same::<T>(-a, |j| -x[j]);
        same::<T>(a.abs(), |j| math::abs(x[j]));
        same::<T>(a.sqrt(), |j| math::sqrt(x[j]));
        same::<T>(a.map(math::floor), |j| math::floor(x[j]));
        same::<T>(a.map2(b, math::max), |j| math::max(x[j], y[j]));
    });
}

#[test]
fn arithmetic_is_the_scalar_one_in_every_lane() {
    arithmetic::<f64>();
    arithmetic::<f32>();
}

fn signs<T: Float>() {
    let nan = <T::Lanes>::splat(T::NAN);
    for (lanes, negative) in [(nan.abs(), false), (-nan.abs(), true)] {
        for lane in lanes.to_array() {
            assert!(lane.is_nan());
            assert_eq!(lane.to_bits_u64() >> (T::BITS - 1) == 1, negative);
        }
    }
}

#[test]
fn the_sign_of_a_nan_is_cleared_and_turned() {
    signs::<f64>();
    signs::<f32>();
}

fn comparisons<T: Float>() {
    pairs::<T>(|x, y| {
        let (a, b) = (<T::Lanes>::from_array(x), <T::Lanes>::from_array(y));
        holds(a.equal(b), |j| x[j] == y[j]);
        holds(a.not_equal(b), |j| x[j] != y[j]);
        holds(a.less(b), |j| x[j] < y[j]);
        holds(a.less_equal(b), |j| x[j] <= y[j]);
        holds(a.greater(b), |j| x[j] > y[j]);
        holds(a.greater_equal(b), |j| x[j] >= y[j]);
        holds(!a.less(b), |j| {
            x[j].partial_cmp(&y[j]) != Some(Ordering::Less)
        });
        holds(a.less(b) & a.not_equal(b), |j| x[j] < y[j]);
        holds(a.less(b) | a.equal(b), |j| x[j] <= y[j]);
        for (j, chosen) in <T::Lanes>::select(a.less(b), a, b)
            .to_array()
            .into_iter()
            .enumerate()
        {
            let expected = if x[j] < y[j] { x[j] } else { y[j] };
            // A choice does no arithmetic: even a NaN keeps its bits.
            assert_eq!(chosen.to_bits_u64(), expected.to_bits_u64());
        }
    });
}

#[test]
fn comparisons_and_choices_are_the_scalar_ones() {
    comparisons::<f64>();
    comparisons::<f32>();
}

fn masks<T: Float>() {
    type MaskOf<T> = <<T as Vectors>::Lanes as Value>::Mask;
    for pattern in 0..=255_u32 {
        let elements: [bool; LANES] = core::array::from_fn(|j| pattern >> j & 1 == 1);
        let mask = MaskOf::<T>::from_array(elements);
        holds(mask, |j| elements[j]);
        holds(!mask, |j| !elements[j]);
        holds(mask & MaskOf::<T>::splat(true), |j| elements[j]);
        holds(mask | MaskOf::<T>::splat(false), |j| elements[j]);
        let (yes, no) = (<T::Lanes>::splat(-T::ZERO), <T::Lanes>::splat(T::NAN));
        same::<T>(<T::Lanes>::select(mask, yes, no), |j| {
            if elements[j] { -T::ZERO } else { T::NAN }
        });
        let mut stored = [false; LANES + 2];
        MaskOf::<T>::load(&elements, 0).store(&mut stored, 1);
        assert_eq!(stored[1..=LANES], elements);
    }
}

#[test]
fn masks_hold_any_pattern() {
    masks::<f64>();
    masks::<f32>();
}

fn contraction<T: Float>() {
    pairs::<T>(|x, y| {
        let (a, b) = (<T::Lanes>::from_array(x), <T::Lanes>::from_array(y));
        same::<T>(a.contract(b, a), |j| lanes::contract(x[j], y[j], x[j]));
        same::<T>(b.contract(b, -a), |j| lanes::contract(y[j], y[j], -x[j]));
    });
    let x = T::ONE + T::EPSILON;
    let rest = lanes::contract(x, x, -(x * x));
    assert_eq!(rest != T::ZERO, lanes::FUSED);
}

#[test]
fn contraction_is_fused_in_lanes_exactly_where_it_is_in_scalars() {
    contraction::<f64>();
    contraction::<f32>();
}

fn memory<T: Float>() {
    let elements: Vec<T> = (0..40).map(T::from_i64).collect();
    for at in 0..=elements.len() - LANES {
        same::<T>(<T::Lanes>::load(&elements, at), |j| elements[at + j]);
        let mut stored = vec![T::NAN; 40];
        <T::Lanes>::load(&elements, at).store(&mut stored, 40 - LANES - at);
        for (i, element) in stored.into_iter().enumerate() {
            let lane = (i + at).checked_sub(40 - LANES).filter(|&j| j < LANES);
            assert_eq!(
                bits(element),
                bits(lane.map_or(T::NAN, |j| elements[at + j]))
            );
        }
    }
    for (at, stride) in [(0, 0), (39, 0), (0, 5), (39, -5), (20, 1), (20, -2)] {
        let position = |j: usize| at + j as isize * stride;
        let strided = <T::Lanes>::load_strided(&elements, at as usize, stride);
        same::<T>(strided, |j| elements[position(j) as usize]);
        if stride != 0 {
            let mut stored = vec![T::NAN; 40];
            strided.store_strided(&mut stored, at as usize, stride);
            assert_eq!(stored.iter().filter(|x| !x.is_nan()).count(), LANES);
            let found = <T::Lanes>::load_strided(&stored, at as usize, stride);
            same::<T>(found, |j| elements[position(j) as usize]);
        }
    }
    same::<T>(<T::Lanes>::splat(T::ONE), |_| T::ONE);
    same::<T>(<T::Lanes>::from_fn(|j| elements[3 * j]), |j| {
        elements[3 * j]
    });
}

#[test]
fn loads_and_stores_reach_the_elements_that_they_name() {
    memory::<f64>();
    memory::<f32>();
}

#[test]
fn a_range_that_leaves_the_slice_is_refused() {
    for at in [1, 8, 9, usize::MAX] {
        let load = std::panic::catch_unwind(|| <f64 as Vectors>::Lanes::load(&[0.0; 8], at));
        assert!(load.is_err(), "load at {at}");
        let store = std::panic::catch_unwind(|| {
            <f64 as Vectors>::Lanes::splat(0.0).store(&mut [0.0; 8], at);
        });
        assert!(store.is_err(), "store at {at}");
    }
}

fn combination<T: Float>() {
    // 16 terms: the second group is -0.0, which changes no partial sum.
    let term = |i: usize| {
        if i < LANES {
            T::from_f64(1.0 / (3.0 + 7.0 * i as f64))
        } else {
            -T::ZERO
        }
    };
    let expected = Order::Lanes.combine(16, term, |a, b| a + b);
    let found = <T::Lanes>::from_fn(term).combine_tree(|a, b| a + b);
    assert_eq!(expected.map(bits), Some(bits(found)));
}

#[test]
fn lanes_are_combined_in_the_order_of_reductions() {
    combination::<f64>();
    combination::<f32>();
    let text = core::cell::RefCell::new(Vec::new());
    <f64 as Vectors>::Lanes::from_fn(|j| j as f64).combine_tree(|a, b| {
        text.borrow_mut().push((a, b));
        a
    });
    let expected = [
        (0., 4.),
        (1., 5.),
        (2., 6.),
        (3., 7.),
        (0., 2.),
        (1., 3.),
        (0., 1.),
    ];
    assert_eq!(text.into_inner(), expected);
}
