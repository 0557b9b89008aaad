//! Loops that stay loops, in generated code: their memory, float types, and the three spellings.

use adgraph::execute::Executable;
use adgraph::{Float, differentiable, graph, json};

graph! {
    fn rate(s: [f64; 2], p: [f64; 4]) -> [f64; 2] {
        [p[0] * s[0] - p[1] * s[0] * s[1], p[2] * s[0] * s[1] - p[3] * s[1]]
    }

    fn step(s: [f64; 2], p: [f64; 4], h: f64) -> [f64; 2] {
        let k1 = rate(s, p);
        let k2 = rate(s + 0.5 * h * k1, p);
        let k3 = rate(s + 0.5 * h * k2, p);
        let k4 = rate(s + h * k3, p);
        s + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    }

    fn million(s: [f64; 2], p: [f64; 4], h: f64) -> f64 {
        let mut s = s;
        for _ in 0..1_000_000 { s = step(s, p, h); }
        sum(s)
    }

    fn all(s: [f64; 2], p: [f64; 4], h: f64) -> f64 {
        let mut s = s;
        #[checkpoint(all)]
        for _ in 0..1_000_000 { s = step(s, p, h); }
        sum(s)
    }

    /// Products of different elements in one order, of which the first two are declared before they
    /// have values.
    fn different(x: [f64; 4]) -> f64 {
        let mut sum = 0.0;
        #[unroll(never)]
        for i in 0..4 {
            for j in 0..4 {
                let (a, b);
                if (i, 1) != (j, 1) && (i, j) != (0, 3) {
                    (a, b) = (x[i], x[j]);
                } else {
                    a = 0.0;
                    b = 1.0;
                }
                sum += a * b * b;
            }
        }
        sum
    }

    /// A power, whose exponent is chosen or limited before the loop.
    #[derivatives(hessian)]
    fn chosen(x: f64, k: usize) -> f64 {
        let n = if x > 1.0 { 6 } else { k.min(4) };
        let mut y = 1.0;
        #[unroll(never)]
        for _ in 0..n { y *= x; }
        y
    }

    fn generic<T: Float>(x: [T; 40], w: T) -> (T, [T; 40]) {
        let mut y = [0.0; 40];
        let mut s = 1.0;
        #[unroll(never)]
        for i in 0..40 {
            s = 0.5 * s + w * x[i];
            y[39 - i] = s * (i as T);
        }
        (s, y)
    }

    fn single(x: [f32; 40], w: f32) -> f32 {
        let mut s = 1.0;
        #[unroll(never)]
        for i in 0..40 { s = 0.5 * s + w * x[i]; }
        s
    }

    fn calls(x: [f32; 40], y: [f64; 40], w: f64) -> f64 {
        let (a, _) = generic(x, w as f32);
        let (b, z) = generic(y, w);
        let mut t = 0.0;
        #[unroll(never)]
        for i in 0..40 { t += single(x, y[i] as f32) as f64 * z[i]; }
        a as f64 * b + t
    }
}

graph! {
    /// Thirty steps of a ring.
    fn ring<const N: usize>(x: [f64; N], k: [f64; 3]) -> [f64; N] {
        let mut y = x;
        for _ in 0..30 {
            y = y + 0.05 * (k[0] * sin(roll(y, 1)) - y * exp(-k[1] * y * y)) + k[2] * 0.01;
        }
        y
    }

    #[derivatives(jacobian)]
    fn seven(x: [f64; 7], k: [f64; 3]) -> [f64; 7] { ring(x, k) }

    #[derivatives(jacobian)]
    fn eight(x: [f64; 8], k: [f64; 3]) -> [f64; 8] { ring(x, k) }

    #[derivatives(jacobian)]
    fn nine(x: [f64; 9], k: [f64; 3]) -> [f64; 9] { ring(x, k) }

    /// One element is not a number where another variable is negative, and one is constant.
    #[derivatives(jacobian)]
    fn apart(x: [f64; 8], k: [f64; 3]) -> [f64; 8] {
        let mut y = ring(x, k);
        y[3] = sqrt(x[3]);
        y[5] = k[2];
        y
    }
}

/// The most bytes that the heap held while a function ran.
fn peak<R>(f: impl FnOnce() -> R) -> (u64, R) {
    let mut result = None;
    let measured = allocation_counter::measure(|| result = Some(f()));
    (measured.bytes_max, result.expect("it has run"))
}

#[test]
fn a_million_steps_take_little_memory() {
    let (s, p, h) = ([1.2, 0.8], [1.1, 0.9, 0.7, 1.0], 1e-5);
    let (bytes, (value, slope)) = peak(|| million::gradient(s, p, h));
    // 2000 states of 16 bytes, which fit onto the stack.
    assert!(bytes <= 2 * 2000 * 16, "{bytes}");
    let (stored, (same, also)) = peak(|| all::gradient(s, p, h));
    assert!(stored >= 1_000_000 * 16, "{stored}");
    assert_eq!(value.to_bits(), same.to_bits());
    let direction = million::Tangent {
        s: [0.3, -0.2],
        p: [0.1, 0.4, -0.3, 0.2],
        h: 1e-6,
    };
    let (_, tangent) = million::tangent(s, p, h, &direction);
    let product = |d: &million::Adjoint| {
        let pairs = d.s.iter().zip(&direction.s);
        let pairs = pairs.chain(d.p.iter().zip(&direction.p));
        pairs.map(|(a, b)| a * b).sum::<f64>() + d.h * direction.h
    };
    let also = million::Adjoint {
        s: also.s,
        p: also.p,
        h: also.h,
    };
    for found in [product(&slope), product(&also)] {
        assert!(
            (found - tangent).abs() < 1e-9 * tangent.abs(),
            "{found} {tangent}"
        );
    }
}

#[test]
fn every_float_type_works() {
    let x: [f64; 40] = std::array::from_fn(|i| (i as f64 * 0.7).sin());
    let y: [f32; 40] = x.map(|x| x as f32);
    let (value, all) = generic(x, 0.3);
    let mut s = 1.0;
    for i in 0..40 {
        s = 0.5 * s + 0.3 * x[i];
        assert_eq!(all[39 - i].to_bits(), (s * i as f64).to_bits());
    }
    assert_eq!(value.to_bits(), s.to_bits());
    let (value, _) = generic(y, 0.3);
    assert_eq!(value.to_bits(), single(y, 0.3).to_bits());
    let (_, d) = single::gradient(y, 0.3);
    // d s / d x_i = w / 2^(39 - i).
    assert_eq!(d.x[39], 0.3);
    assert_eq!(d.x[36], 0.3 / 8.0);
    let (_, d) = calls::gradient(y, x, 0.3);
    let difference = |h: f64| (calls(y, x, 0.3 + h) - calls(y, x, 0.3 - h)) / (2.0 * h);
    // Single precision within limits what differences can tell.
    assert!((d.w - difference(1e-2)).abs() < 1e-3 * d.w.abs(), "{d:?}");
}

graph!(
    fn parentheses(x: f64) -> f64 {
        let mut s = x;
        #[unroll(never)]
        for _ in 0..5 {
            s = s.sin();
        }
        s
    }
);

#[differentiable]
fn attribute(x: f64) -> f64 {
    let mut s = x;
    #[unroll]
    for _ in 0..2 {
        s = s.sin();
    }
    #[checkpoint(every = 2)]
    for _ in 0..3 {
        s = s.sin();
    }
    s
}

#[differentiable]
mod module {
    pub fn inside(x: f64) -> f64 {
        let mut s = x;
        #[checkpoint(all)]
        for _ in 0..5 {
            s = s.sin();
        }
        s
    }
}

#[test]
fn all_spellings_take_the_attributes() {
    let (value, slope) = parentheses::gradient(0.7);
    let (other, also) = attribute::gradient(0.7);
    assert_eq!((value, slope.x), (other, also.x));
    let (other, also) = module::inside::gradient(0.7);
    assert_eq!((value, slope.x), (other, also.x));
    assert!(parentheses::graph().to_string().contains("length 5"));
    assert!(
        attribute::graph()
            .to_string()
            .contains("length 3 checkpoint 2")
    );
    assert!(module::inside::graph().to_string().contains("checkpoint 1"));
}

#[test]
fn files_have_loops_written_out() {
    let graph = generic::graph::<f64>();
    assert!(graph.to_string().contains("length 40"));
    let x: [f64; 40] = std::array::from_fn(|i| (i as f64).sin());
    let (s, y) = generic(x, 0.7);
    let expected = [&[s][..], &y].concat();
    let text = json::cppad::to_string(&graph).unwrap();
    let numbers = json::cppad::from_str(&text).unwrap();
    let tensors = json::nnvm::from_str(&json::nnvm::to_string(&graph).unwrap()).unwrap();
    // CppAD's format has one vector, and NNVM's keeps the arguments.
    let both = [&x[..], &[0.7]].concat();
    let numbers = Executable::new(&numbers).unwrap().call(&[&both]);
    let tensors = Executable::new(&tensors).unwrap();
    let tensors = tensors.call(&[&x[..], &[0.7]]);
    for found in [numbers.unwrap(), tensors.unwrap()] {
        let found: Vec<f64> = found.concat();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }
}

#[test]
fn files_do_not_take_a_million_steps() {
    let graph = million::graph();
    let errors = [
        json::cppad::to_string(&graph).unwrap_err(),
        json::nnvm::to_string(&graph).unwrap_err(),
    ];
    for error in errors.map(|error| error.to_string()) {
        let named = error.starts_with("node %") && error.contains(" on line ");
        let counted = error.contains("in the 1000000 iterations, written out, of the loop");
        assert!(
            named && counted && error.contains("expected at most"),
            "{error}"
        );
    }
}

#[test]
fn a_bound_may_be_chosen_before_the_loop() {
    for (x, k, n) in [
        (2.0, 0, 6),
        (0.5, 3, 3),
        (0.5, 9, 4),
        (0.5, 0, 0),
        (f64::NAN, 1, 1),
    ] {
        let n_float = f64::from(n);
        let (y, d) = chosen::gradient(x, k);
        let second = chosen::hessian(x, k)[0][0];
        let expected = [
            x.powi(n),
            if n == 0 { 0.0 } else { n_float * x.powi(n - 1) },
            if n < 2 {
                0.0
            } else {
                n_float * (n_float - 1.0) * x.powi(n - 2)
            },
        ];
        for (found, expected) in [y, d.x, second].into_iter().zip(expected) {
            let is_equal = found == expected || found.is_nan() && expected.is_nan();
            assert!(is_equal, "{x}, {k}: {found} and {expected}");
        }
    }
}

#[test]
fn tuples_are_compared_and_declared() {
    let x = [1.0, -2.0, 3.0, 0.5];
    let (value, d) = different::gradient(x);
    let (mut expected, mut by_first) = (0.0, 0.0);
    for i in 0..4 {
        for j in 0..4 {
            if i != j && (i, j) != (0, 3) {
                expected += x[i] * x[j] * x[j];
                by_first += if i == 0 { x[j] * x[j] } else { 0.0 };
                by_first += if j == 0 { 2.0 * x[i] * x[j] } else { 0.0 };
            }
        }
    }
    assert!((value - expected).abs() < 1e-14);
    assert!((d.x[0] - by_first).abs() < 1e-14);
}

/// Rows of Jacobians are computed one in a lane where they fill the lanes, and one after another
/// where they do not.
#[test]
fn rows_of_jacobians_are_those_of_adjoints() {
    macro_rules! rows {
        ($function:ident, $n:expr) => {{
            let x: [f64; $n] = std::array::from_fn(|i| (i as f64 * 1.3).sin());
            let k = [0.7, 0.4, -1.1];
            let jacobian = $function::jacobian(x, k);
            for (i, row) in jacobian.iter().enumerate() {
                let mut seed = [0.0; $n];
                seed[i] = 1.0;
                let (_, d) = $function::adjoint(x, k, seed);
                let expected = d.x.iter().chain(&d.k);
                for (j, (found, expected)) in row.iter().zip(expected).enumerate() {
                    let bound = 1e-13 * expected.abs() + 1e-16;
                    assert!(
                        (found - expected).abs() <= bound,
                        "{i}, {j}: {found} {expected}"
                    );
                    let moved = |h: f64| {
                        let (mut x, mut k) = (x, k);
                        match j.checked_sub($n) {
                            Some(j) => k[j] += h,
                            None => x[j] += h,
                        }
                        $function(x, k)[i]
                    };
                    let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                    assert!(
                        (found - difference).abs() < 1e-7,
                        "{i}, {j}: {found} {difference}"
                    );
                }
            }
        }};
    }
    rows!(seven, 7);
    rows!(eight, 8);
    rows!(nine, 9);
}

#[test]
fn rows_of_jacobians_keep_apart() {
    let mut x: [f64; 8] = std::array::from_fn(|i| 0.1 + i as f64);
    x[3] = -2.0;
    let k = [0.7, 0.4, -1.1];
    let jacobian = apart::jacobian(x, k);
    for (i, row) in jacobian.iter().enumerate() {
        let expected = match i {
            3 => [0.0; 11],
            5 => std::array::from_fn(|j| if j == 10 { 1.0 } else { 0.0 }),
            _ => {
                let mut seed = [0.0; 8];
                seed[i] = 1.0;
                let (_, d) = eight::adjoint(x, k, seed);
                std::array::from_fn(|j| if j < 8 { d.x[j] } else { d.k[j - 8] })
            }
        };
        for (j, (found, expected)) in row.iter().zip(&expected).enumerate() {
            if (i, j) == (3, 3) {
                assert!(found.is_nan(), "{found}");
            } else {
                let bound = 1e-13 * expected.abs();
                assert!(
                    (found - expected).abs() <= bound,
                    "{i}, {j}: {found} {expected}"
                );
            }
        }
    }
}
