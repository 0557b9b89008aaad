//! Arrays that are joined of what passes over rows compute, in places or by copies, and values of
//! which only some rows are read.

use adgraph::graph;

use crate::common::slope;

graph! {
    /// Arrays of pieces: between others, of one pass, of rows, and of what lies before a row.
    pub fn joined<const N: usize>(
        x: &[f64; N], p: f64,
    ) -> ([f64; N + 3], [f64; 2 * N], [[f64; 2]; N], [f64; N], [f64; N + 2]) {
        let sine = sin(x);
        let framed = concat([1.0, p], x * sine, [0.5]);
        let halves = concat(exp(x), p * cos(x));
        let pairs = stack(x[1..] * x[..N - 1], exp(x[1..]), axis = 1);
        let rows = concat([[p, 2.0]], pairs);
        let shifted = concat(x[..1], x[1..] * (x + p * sine)[..N - 1]);
        let mut between = 3.0 * ones([N + 2]);
        between[1..N + 1] = sine / 2.0;
        (framed, halves, rows, shifted, between)
    }
    pub fn joined_1(x: &[f64; 1], p: f64) -> ([f64; 4], [f64; 2], [[f64; 2]; 1], [f64; 1], [f64; 3]) {
        joined(x, p)
    }
    pub fn joined_9(x: &[f64; 9], p: f64) -> ([f64; 12], [f64; 18], [[f64; 2]; 9], [f64; 9], [f64; 11]) {
        joined(x, p)
    }

    /// Values of which rows are read: the same ones by two readers, other ones, in chains, and of
    /// other types.
    pub fn narrowed<const N: usize>(x: &[f64; N], p: f64) -> ([f64; N - 1], [f64; N - 2], f64) {
        let one = exp(x * p);
        let other = one[1..];
        let same = one[1..] * other;
        let both = cos(x) + p;
        let differences = both[2..] - both[1..N - 1];
        let near = select(x > p, x, -x);
        let chain = sin(near + p * x) * near;
        (same, differences * (chain * chain)[2..], sum((chain + x)[1..N - 1]))
    }
    pub fn narrowed_2(x: &[f64; 2], p: f64) -> ([f64; 1], [f64; 0], f64) { narrowed(x, p) }
    pub fn narrowed_40(x: &[f64; 40], p: f64) -> ([f64; 39], [f64; 38], f64) { narrowed(x, p) }

    /// A chain of differential equations, each of which the one before drives.
    #[derivatives(hessian_product)]
    pub fn chain<const N: usize>(x: &[f64; N], h: f64) -> f64 {
        let mut y = [0.1; N];
        for _ in 0..5 {
            let k1 = driven(x, y);
            let k2 = driven(x, y + h * k1);
            y += h / 2.0 * (k1 + k2);
        }
        sum(y * y)
    }
    fn driven<const N: usize>(x: &[f64; N], y: &[f64; N]) -> [f64; N] {
        concat(x[..1], x[1..] * y[..N - 1])
    }
    #[derivatives(hessian_product)]
    pub fn chain_1(x: &[f64; 1], h: f64) -> f64 { chain(x, h) }
    #[derivatives(hessian_product)]
    pub fn chain_7(x: &[f64; 7], h: f64) -> f64 { chain(x, h) }
    #[derivatives(hessian_product)]
    pub fn chain_8(x: &[f64; 8], h: f64) -> f64 { chain(x, h) }
    #[derivatives(hessian_product)]
    pub fn chain_9(x: &[f64; 9], h: f64) -> f64 { chain(x, h) }
    #[derivatives(hessian_product)]
    pub fn chain_45(x: &[f64; 45], h: f64) -> f64 { chain(x, h) }
}

fn numbers<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| 1.3 * (0.7 + 1.9 * i as f64).sin())
}

#[test]
fn arrays_are_those_of_known_lengths() {
    same! {
        joined joined_1: &numbers::<1>(), 0.3;
        joined joined_9: &numbers::<9>(), 0.3;
        narrowed narrowed_2: &numbers::<2>(), 0.3;
        narrowed narrowed_40: &numbers::<40>(), 0.3;
    }
}

#[test]
fn elements_are_where_they_belong() {
    let (x, p) = (numbers::<70>(), -0.4);
    let (framed, halves, rows, shifted, between) = joined(&x, p);
    let close = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        let mut pairs = found.iter().zip(expected);
        let near = pairs.all(|(found, expected)| (found - expected).abs() < 1e-14);
        assert!(near, "{found:?}, {expected:?}");
    };
    for i in 0..70 {
        close(&[framed[i + 2]], &[x[i] * x[i].sin()]);
        close(&[halves[i], halves[i + 70]], &[x[i].exp(), p * x[i].cos()]);
        close(&[between[i + 1]], &[x[i].sin() / 2.0]);
    }
    for i in 1..70 {
        close(&rows[i], &[x[i] * x[i - 1], x[i].exp()]);
        close(&[shifted[i]], &[x[i] * (x[i - 1] + p * x[i - 1].sin())]);
    }
    let ends = [
        framed[0], framed[1], framed[72], rows[0][0], rows[0][1], shifted[0],
    ];
    assert_eq!(ends, [1.0, p, 0.5, p, 2.0, x[0]]);
    assert_eq!([between[0], between[71]], [3.0, 3.0]);
}

#[test]
fn derivatives_are_those_of_known_lengths_and_of_differences() {
    same! {
        chain chain_1::gradient: &numbers::<1>(), 0.2;
        chain chain_7::gradient: &numbers::<7>(), 0.2;
        chain chain_8::gradient: &numbers::<8>(), 0.2;
        chain chain_9::gradient: &numbers::<9>(), 0.2;
        chain chain_45::gradient: &numbers::<45>(), 0.2;
    }
    let x = numbers::<45>();
    let (_, d) = chain::gradient(&x, 0.2);
    for i in 0..45 {
        let expected = slope(|x| chain(x, 0.2), &x, i);
        assert!(
            (d.x[i] - expected).abs() < 1e-8,
            "{i}: {}, {expected}",
            d.x[i]
        );
    }
    let direction = chain_45::Tangent {
        x: numbers::<45>(),
        h: 0.5,
    };
    let known = chain_45::hessian_product(&x, 0.2, &direction);
    let along = chain::Tangent {
        x: direction.x.to_vec(),
        h: 0.5,
    };
    let found = chain::hessian_product(&x, 0.2, &along);
    assert_eq!(format!("{found:?}"), format!("{known:?}"));
}
