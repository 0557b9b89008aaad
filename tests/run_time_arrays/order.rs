//! Conditions on arrays and on lengths, and arrays in other orders than from the first element on.

use adgraph::graph;

graph! {
    /// A branch over whole arrays.
    #[derivatives(hessian_product)]
    pub fn either<const N: usize>(x: &[f64; N], c: f64) -> f64 {
        let y = if c > 0.0 { sin(x) * c } else { x * x };
        dot(y, x)
    }
    #[derivatives(hessian_product)]
    pub fn either_20(x: &[f64; 20], c: f64) -> f64 { either(x, c) }

    /// A branch in a loop, of which a side reads the array elsewhere.
    #[derivatives(hessian_product)]
    pub fn jumps<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut sum = 0.0;
        #[unroll(never)]
        for i in 0..N {
            if x[i] > 0.0 {
                sum += x[to[i]] * x[i];
            } else {
                sum -= x[i].powi(3);
            }
        }
        sum
    }
    #[derivatives(hessian_product)]
    pub fn jumps_20(x: &[f64; 20], to: &[usize; 20]) -> f64 { jumps(x, to) }

    /// Running values, in both directions, and sorted ones.
    #[derivatives(hessian_product)]
    pub fn orders<const N: usize>(x: &[f64; N]) -> f64 {
        let path = cumsum(x) * flip(cumsum(flip(x)));
        dot(path, sort(x)) + dot(cumprod(x), x) + x[N - 1] * prod(cos(x))
    }
    #[derivatives(hessian_product)]
    pub fn orders_20(x: &[f64; 20]) -> f64 { orders(x) }

    /// The same of rows.
    #[derivatives(hessian_product)]
    pub fn of_rows<const N: usize>(x: &[[f64; 3]; N]) -> f64 {
        let down = cumsum(x, axis = 0) * sort(x, axis = 0);
        sum(down * cumprod(x, axis = 1)) + sum(sort(x, axis = 1)[(.., 0)] * prod(x, axis = 1))
    }
    #[derivatives(hessian_product)]
    pub fn of_rows_20(x: &[[f64; 3]; 20]) -> f64 { of_rows(x) }

    /// From the last element to the first, which stops.
    #[derivatives(only(value, gradient))]
    pub fn backwards<const N: usize>(x: &[f64; N], limit: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            if sum > limit {
                break;
            }
            sum += x[N - 1 - i] * x[N - 1 - i];
        }
        sum
    }

    /// Elements that a side takes are needed where it is taken.
    #[derivatives(only(value, gradient))]
    pub fn third<const N: usize>(x: &[f64; N]) -> f64 {
        if N > 2 && N < 100 { x[2] * x[0] } else { sum(x) }
    }
    #[derivatives(only(value, gradient))]
    pub fn some<const N: usize>(x: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        #[unroll]
        for i in 0..4 {
            if i < N {
                sum += x[i];
            }
        }
        sum
    }
    /// Sides with arrays of lengths that others do not have.
    #[derivatives(only(value, gradient))]
    pub fn lagged<const N: usize>(x: &[f64; N]) -> f64 {
        if N > 1 { dot(x[1..], x[..N - 1]) } else { 0.0 }
    }
    #[derivatives(only(value, gradient))]
    pub fn neighbours<const N: usize>(x: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        if N > 1 {
            #[unroll(never)]
            for i in 1..N {
                sum += x[i] * x[i - 1];
            }
        }
        sum
    }
    #[derivatives(only(value, gradient))]
    pub fn curvature<const N: usize>(x: &[f64; N]) -> f64 {
        if N > 2 {
            let inner = x[2..] - 2.0 * x[1..N - 1] + x[..N - 2];
            sum(concat(x[..1], inner, x[N - 1..]).powi(2))
        } else {
            0.0
        }
    }
    #[derivatives(only(value, gradient))]
    pub fn beyond<const N: usize, const K: usize>(x: &[f64; N], k: &[f64; K]) -> f64 {
        let mut sum = 0.0;
        if N > K {
            #[unroll(never)]
            for i in 0..N - K {
                sum += x[i] * x[i];
            }
        }
        sum + dot(k, k)
    }

    /// A range that begins at a position of the call.
    #[derivatives(only(value, gradient))]
    pub fn part<const N: usize, const K: usize>(x: &[f64; N], k: &[f64; K], n: usize) -> f64 {
        dot(x[n..n + K], k)
    }

    #[derivatives(only(value, gradient))]
    pub fn fifth<const N: usize>(x: &[f64; N]) -> f64 {
        if N > 2 { x[4] } else { 0.0 }
    }
    /// Elements that an iteration takes are needed where there is one.
    #[derivatives(only(value, gradient))]
    pub fn first_of_each<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64 {
        let mut sum = 0.0;
        #[unroll(never)]
        for i in 0..M {
            sum += y[i] * max(x);
        }
        sum
    }
}

fn numbers<const N: usize>(seed: f64) -> [f64; N] {
    std::array::from_fn(|i| (seed + 1.7 * i as f64).sin())
}

#[test]
fn conditions_and_orders_have_the_bits_of_known_lengths() {
    let x: [f64; 20] = numbers(0.2);
    let to: [usize; 20] = std::array::from_fn(|i| (7 * i + 3) % 20);
    let rows: [[f64; 3]; 20] = std::array::from_fn(|i| numbers(0.1 * i as f64));
    same! {
        either either_20 :: gradient: &x, 0.7;
        either either_20 :: gradient: &x, -0.7;
        jumps jumps_20 :: gradient: &x, &to;
    }
    assert_eq!(orders(&x).to_bits(), orders_20(&x).to_bits());
    assert_eq!(of_rows(&rows).to_bits(), of_rows_20(&rows).to_bits());
}

/// Compares all numbers in two texts.
fn close(found: &str, expected: &str) {
    let numbers = |text: &str| -> Vec<f64> {
        let parts = text.split(|c: char| !(c.is_ascii_digit() || "-.e".contains(c)));
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    let (found, expected) = (numbers(found), numbers(expected));
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} {b}");
    }
}

#[test]
fn derivatives_of_orders_are_those_of_known_lengths() {
    let x: [f64; 20] = numbers(0.2);
    let rows: [[f64; 3]; 20] = std::array::from_fn(|i| numbers(0.1 * i as f64));
    let (_, d) = orders::gradient(&x);
    let (_, e) = orders_20::gradient(&x);
    close(&format!("{d:?}"), &format!("{e:?}"));
    let found = orders::hessian_product(&x, &d);
    let expected = orders_20::hessian_product(&x, &e);
    close(&format!("{found:?}"), &format!("{expected:?}"));
    let (_, d) = of_rows::gradient(&rows);
    let (_, e) = of_rows_20::gradient(&rows);
    close(&format!("{d:?}"), &format!("{e:?}"));
    let found = of_rows::hessian_product(&rows, &d);
    let expected = of_rows_20::hessian_product(&rows, &e);
    close(&format!("{found:?}"), &format!("{expected:?}"));
    // Zeros and single elements: the product of all others.
    let (_, d) = orders::gradient(&[0.0, 2.0, 0.0]);
    assert!(d.x.iter().all(|x| x.is_finite()));
    // (x² + x² + x cos x)' at 1.
    let (_, d) = orders::gradient(&[1.0]);
    let expected = 3.0 + 2.0 + 1.0_f64.cos() - 1.0_f64.sin();
    assert!((d.x[0] - expected).abs() < 1e-15, "{}", d.x[0]);
}

#[test]
fn loops_go_backwards_and_stop() {
    let (value, d) = backwards::gradient(&[9.0, 1.0, 2.0, 3.0], 10.0);
    assert_eq!((value, d.x), (13.0, vec![0.0, 0.0, 4.0, 6.0]));
    assert_eq!(backwards(&[], 1.0), 0.0);
}

#[test]
fn lengths_are_needed_where_their_side_is_taken() {
    assert_eq!(third::gradient(&[2.0, 3.0, 5.0]).1.x, [5.0, 0.0, 2.0]);
    assert_eq!(third::gradient(&[2.0, 3.0]).1.x, [1.0, 1.0]);
    assert_eq!(third(&[]), 0.0);
    for count in 0..6 {
        let x = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];
        let expected: f64 = x[..count.min(4)].iter().sum();
        assert_eq!(some(&x[..count]), expected);
    }
    assert_eq!(fifth(&[1.0; 2]), 0.0);
    assert_eq!(fifth(&[1.0; 5]), 1.0);
    assert_eq!(
        crate::common::need(|| _ = fifth(&[1.0; 3])),
        "`x` has 3 elements where `fifth` needs at least 5"
    );
    assert_eq!(first_of_each(&[], &[]), 0.0);
    assert_eq!(first_of_each(&[1.0, 3.0], &[1.0, 1.0]), 6.0);
    assert!(std::panic::catch_unwind(|| first_of_each(&[], &[1.0])).is_err());
}

#[test]
fn sides_that_are_not_taken_need_no_memory() {
    for count in 0..5 {
        let x = &[1.0, 2.0, 4.0, 8.0, 16.0][..count];
        let products: f64 = x.windows(2).map(|pair| pair[0] * pair[1]).sum();
        let (value, d) = lagged::gradient(x);
        assert_eq!((value, d.x.len()), (products, count));
        assert_eq!(
            neighbours::gradient(x),
            (value, neighbours::Adjoint { x: d.x })
        );
        let (value, d) = curvature::gradient(x);
        let expected = match count {
            3 => 1.0 + 1.0 + 16.0,
            4 => 1.0 + 1.0 + 4.0 + 64.0,
            _ => 0.0,
        };
        assert_eq!((value, d.x.len()), (expected, count));
    }
    let (value, d) = beyond::gradient(&[3.0], &[1.0, 2.0]);
    assert_eq!((value, d.x, d.k), (5.0, vec![0.0], vec![2.0, 4.0]));
    assert_eq!(beyond(&[3.0, 4.0, 5.0], &[1.0, 2.0]), 14.0);
}

#[test]
fn ranges_from_a_position_end_at_the_last_element() {
    let x: Vec<f64> = (0..20).map(f64::from).collect();
    for (count, from) in [(3, 0), (3, 17), (7, 13), (1, 19), (9, 11), (20, 0)] {
        let k = vec![1.0; count];
        let (value, d) = part::gradient(&x, &k, from);
        assert_eq!(value, x[from..][..count].iter().sum::<f64>());
        assert_eq!(d.k, x[from..][..count]);
        assert!((0..20).all(|i| d.x[i] == f64::from(u8::from((from..from + count).contains(&i)))));
    }
    assert!(std::panic::catch_unwind(|| part(&[1.0; 5], &[1.0; 3], 3)).is_err());
}
