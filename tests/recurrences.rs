//! Kept loops over states that are arrays: shared matrices, what the way back takes, and states that
//! are changed where they are.

use adgraph::graph;

graph! {
    const N: usize = 12;
    const M: usize = 9;
    const T: usize = 6;

    /// A recurrent network whose weights stand on the left, transposed on the right, and behind a
    /// minus; some of its numbers are chosen away.
    fn step(w: [[f64; N]; N], v: [[f64; N]; M], u: [[f64; M]; N], h: [f64; N], x: [f64; M]) -> [f64; N] {
        let chosen = select(h > 1e3, 0.0, h);
        let fresh = tanh(matmul(w, chosen) + matmul(x, v) - matmul(u, x));
        h + 0.5 * sigmoid(fresh) * (fresh - chosen) / (1.0 + x[0] * x[0])
    }

    fn kept(w: &[[f64; N]; N], v: &[[f64; N]; M], u: &[[f64; M]; N], start: [f64; N], x: &[[f64; M]; T]) -> f64 {
        let mut h = start;
        let mut total = 0.0;
        #[unroll(never)]
        for i in 0..T {
            h = step(w, v, u, h, x[i]);
            total += sum(select(h > 1e3, 0.0, h * h));
        }
        total
    }

    /// The same for so many of the steps: a loop that carries the derivatives by the matrices.
    fn counted(w: &[[f64; N]; N], v: &[[f64; N]; M], u: &[[f64; M]; N], start: [f64; N], x: &[[f64; M]; T], steps: usize) -> f64 {
        let mut h = start;
        let mut total = 0.0;
        for i in 0..min(steps, T) {
            h = step(w, v, u, h, x[i]);
            total += sum(select(h > 1e3, 0.0, h * h));
        }
        total
    }

    /// The same for any number of steps.
    pub fn of_length<const S: usize>(w: &[[f64; N]; N], v: &[[f64; N]; M], u: &[[f64; M]; N], start: [f64; N], x: &[[f64; M]; S]) -> f64 {
        let mut h = start;
        let mut total = 0.0;
        for i in 0..S {
            h = step(w, v, u, h, x[i]);
            total += sum(select(h > 1e3, 0.0, h * h));
        }
        total
    }
}

type Point = (
    [[f64; N]; N],
    [[f64; N]; M],
    [[f64; M]; N],
    [f64; N],
    [[f64; M]; T],
);

const N: usize = 12;
const M: usize = 9;
const T: usize = 6;

fn point() -> Point {
    let mut state = 1_u64;
    let mut number = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / 2_f64.powi(31) - 0.5
    };
    let mut fill = |numbers: &mut [f64]| numbers.iter_mut().for_each(|own| *own = number());
    let (mut w, mut v, mut u) = ([[0.0; N]; N], [[0.0; N]; M], [[0.0; M]; N]);
    let (mut start, mut x) = ([0.0; N], [[0.0; M]; T]);
    fill(w.as_flattened_mut());
    fill(v.as_flattened_mut());
    fill(u.as_flattened_mut());
    fill(&mut start);
    fill(x.as_flattened_mut());
    (w, v, u, start, x)
}

/// A derivative in the order of the arguments.
macro_rules! flat {
    ($d:expr) => {{
        let d = $d;
        let parts = [
            d.w.as_flattened(),
            d.v.as_flattened(),
            d.u.as_flattened(),
            &d.start,
            d.x.as_flattened(),
        ];
        parts.concat()
    }};
}

/// The terms of the weights' derivatives are added in the order of the steps, whether the loop
/// carries the sums or they are products of matrices behind it. (A sum that a loop carries starts
/// with zero, so that its zeros are positive.)
#[test]
fn derivatives_by_shared_matrices_are_added_in_the_order_of_the_steps() {
    let (w, v, u, mut start, x) = point();
    for (first, last) in [(0.3, -0.2), (f64::INFINITY, 0.0), (-0.0, 2e3)] {
        (start[0], start[N - 1]) = (first, last);
        let (value, d) = kept::gradient(&w, &v, &u, start, &x);
        let (same, also) = counted::gradient(&w, &v, &u, start, &x, T);
        assert_eq!(value.to_bits(), same.to_bits());
        let (d, also) = (flat!(d), flat!(also));
        for (position, (own, other)) in d.iter().zip(&also).enumerate() {
            assert!(own.is_finite(), "{position}: {own}");
            assert!(own == other, "{position}: {own} {other}");
        }
        let (value, d) = of_length::gradient(&w, &v, &u, start, &x);
        assert_eq!(value.to_bits(), same.to_bits());
        let d = [
            d.w.as_flattened(),
            d.v.as_flattened(),
            d.u.as_flattened(),
            &d.start,
        ]
        .concat();
        for (position, (own, other)) in d.iter().zip(&also).enumerate() {
            assert!(own == other, "{position}: {own} {other}");
        }
    }
}

#[test]
fn derivatives_by_shared_matrices_are_those_of_differences() {
    let (w, v, u, start, x) = point();
    let d = flat!(kept::gradient(&w, &v, &u, start, &x).1);
    let at = |position: usize, h: f64| {
        let (mut w, mut v, mut u, mut start, mut x) = (w, v, u, start, x);
        let parts = [
            w.as_flattened_mut(),
            v.as_flattened_mut(),
            u.as_flattened_mut(),
            &mut start[..],
            x.as_flattened_mut(),
        ];
        let number = parts.into_iter().flatten().nth(position);
        *number.expect("there are so many") += h;
        kept(&w, &v, &u, start, &x)
    };
    for (position, own) in d.iter().enumerate() {
        let difference = (at(position, 1e-5) - at(position, -1e-5)) / 2e-5;
        assert!(
            (own - difference).abs() < 1e-8,
            "{position}: {own} {difference}"
        );
    }
}

graph! {
    /// States whose next values are computed of them element by element, or of their neighbours, or
    /// of each other; with the states before each step.
    fn moved<const K: usize>(a: [f64; K], b: [f64; K], x: [f64; K]) -> ([f64; K], [f64; K], [f64; K], [[f64; K]; 5], [[f64; K]; 5]) {
        let (mut a, mut b, mut c) = (a, b, x);
        let mut before = [[0.0; K]; 5];
        let mut behind = [[0.0; K]; 5];
        #[unroll(never)]
        for i in 0..5 {
            before[i] = a;
            b = b - 0.25 * a * x;
            a = a + 0.5 * b;
            (b, c) = (c, b + a[3]);
            c = c + roll(c, 1);
            behind[i] = a;
        }
        (a, b, c, before, behind)
    }

    fn of_33(a: [f64; 33], b: [f64; 33], x: [f64; 33]) -> ([f64; 33], [f64; 33], [f64; 33], [[f64; 33]; 5], [[f64; 33]; 5]) { moved(a, b, x) }
    fn of_39(a: [f64; 39], b: [f64; 39], x: [f64; 39]) -> ([f64; 39], [f64; 39], [f64; 39], [[f64; 39]; 5], [[f64; 39]; 5]) { moved(a, b, x) }
    fn of_40(a: [f64; 40], b: [f64; 40], x: [f64; 40]) -> ([f64; 40], [f64; 40], [f64; 40], [[f64; 40]; 5], [[f64; 40]; 5]) { moved(a, b, x) }
    fn of_12(a: [f64; 12], b: [f64; 12], x: [f64; 12]) -> ([f64; 12], [f64; 12], [f64; 12], [[f64; 12]; 5], [[f64; 12]; 5]) { moved(a, b, x) }

    /// Steps that only move a state element by element, beside its sum.
    fn alone<const K: usize>(a: [f64; K], x: [f64; K]) -> ([f64; K], f64) {
        let mut a = a;
        let mut total = 0.0;
        #[unroll(never)]
        for _ in 0..7 {
            total += a[1] * sum(a);
            a = a * x + a.powi(2) * 0.125;
        }
        (a, total)
    }
    fn alone_of_33(a: [f64; 33], x: [f64; 33]) -> ([f64; 33], f64) { alone(a, x) }
    fn alone_of_37(a: [f64; 37], x: [f64; 37]) -> ([f64; 37], f64) { alone(a, x) }
}

#[test]
fn states_are_moved_where_they_are() {
    macro_rules! check {
        ($function:ident, $n:expr) => {{
            let numbers =
                |from: f64| -> [f64; $n] { std::array::from_fn(|i| (from + i as f64).sin()) };
            let (start, mut b, x) = (numbers(0.3), numbers(1.7), numbers(4.1));
            let (mut a, mut c) = (start, x);
            let (last_a, last_b, last_c, before, behind) = $function(a, b, x);
            for i in 0..5 {
                assert_eq!(before[i], a, "{} {i}", $n);
                let moved: [f64; $n] = std::array::from_fn(|j| b[j] - 0.25 * a[j] * x[j]);
                a = std::array::from_fn(|j| a[j] + 0.5 * moved[j]);
                b = c;
                let sum: [f64; $n] = std::array::from_fn(|j| moved[j] + a[3]);
                c = std::array::from_fn(|j| sum[j] + sum[(j + $n - 1) % $n]);
                assert_eq!(behind[i], a, "{} {i}", $n);
            }
            assert_eq!((last_a, last_b, last_c), (a, b, c));
        }};
    }
    check!(of_12, 12);
    check!(of_33, 33);
    check!(of_39, 39);
    check!(of_40, 40);
}

#[test]
fn a_state_that_stands_alone_is_moved_where_it_is() {
    macro_rules! check {
        ($function:ident, $n:expr) => {{
            let start: [f64; $n] = std::array::from_fn(|i| (0.3 + i as f64).sin());
            let x: [f64; $n] = std::array::from_fn(|i| (0.9 * i as f64).cos());
            let (last, total) = $function(start, x);
            let (mut a, mut expected) = (start, 0.0);
            for _ in 0..7 {
                expected += a[1] * a.iter().sum::<f64>();
                a = std::array::from_fn(|j| a[j] * x[j] + a[j] * a[j] * 0.125);
            }
            assert_eq!(last, a);
            assert!((total - expected).abs() < 1e-13 * expected.abs().max(1.0));
        }};
    }
    check!(alone_of_33, 33);
    check!(alone_of_37, 37);
}
