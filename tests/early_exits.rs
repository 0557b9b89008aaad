//! Loops that end early: `while`, `loop`, `break` and `continue`. Values are those of the same code
//! in Rust, and derivatives those of closed forms or differences.

use adgraph::execute::Executable;
use adgraph::graph;

graph! {
    /// The square root of `a`, by Newton's method.
    #[derivatives(hessian, hessian_product)]
    pub fn root(a: f64) -> f64 {
        let mut x = a;
        #[limit(60)]
        while (x * x - a).abs() > 1e-14 * a {
            x = 0.5 * (x + a / x);
        }
        x
    }

    /// Kepler's equation `x - e sin x = m`.
    pub fn kepler(m: f64, e: f64) -> f64 {
        let mut x = m;
        #[limit(40)]
        loop {
            let step = (x - e * x.sin() - m) / (1.0 - e * x.cos());
            x -= step;
            if step.abs() < 1e-14 {
                break;
            }
        }
        x
    }

    /// Loops in closures: halvings until each is at most 1, and cubes of which each is added until
    /// one is large.
    pub fn in_closures(x: [f64; 4]) -> f64 {
        let halved = map(|v| {
            let mut t = v;
            #[limit(50)]
            while t > 1.0 { t *= 0.5; }
            t
        }, x);
        let summed = x.map(|v| {
            let mut s = 0.0;
            for k in 0..5 {
                if s > 30.0 { break; }
                if k == 1 { continue; }
                s += v.powi(3) * (k as f64 + 1.0);
            }
            s
        });
        sum(halved * halved) + sum(summed)
    }

    /// The equation of a closure that takes as many halvings as `y` needs.
    pub fn in_equation(y: f64) -> f64 {
        solve(|v| {
            let mut t = y;
            #[limit(20)]
            loop {
                if t < 1.0 { break; }
                t *= 0.5;
            }
            v * v - t
        }, 1.0)
    }

    /// Loops in blocks that are operands, arguments, elements and indices.
    pub fn in_operands(x: f64, y: [f64; 3]) -> f64 {
        let a = x + { let mut t = x; #[limit(50)] while t > 1.0 { t *= 0.5; } t };
        let b = max(x, { let mut t = 9.0 * x; #[limit(50)] while t > 2.0 { t *= 0.5; } t }).sin();
        let c = [a, -{ let mut t = b; for _ in 0..9 { if t > 5.0 { break; } t += 1.0; } t }];
        let d = y[{ let mut k = 0; for i in 0..3 { if y[i] > 2.0 { break; } k = i; } k }];
        a + b + c[1] + d * if x > 1.0 { let mut t = x; #[limit(9)] while t > 1.0 { t -= 0.5; } t } else { x }
    }

    /// As many steps as `n` says, and `3` at most.
    pub fn powers(x: f64, n: usize) -> [f64; 2] {
        let mut y = 1.0;
        let mut k = 0;
        #[limit(3)]
        while k < n {
            y *= x;
            k += 1;
        }
        [y, k as f64]
    }

    /// Exits on every kind of path.
    pub fn paths(a: f64, y: [f64; 8]) -> f64 {
        let mut s = 0.0;
        for i in 0..8 {
            let v = y[i] * a;
            if v < -3.0 {
                s += 100.0 * v;
                break;
            } else if v < 0.0 {
                continue;
            } else {
                let w = v * v;
                s += w;
            }
            if v > 2.0 {
                if v > 4.0 {
                    s += 7.0 * v;
                    if v > 5.0 {
                        break;
                    }
                    continue;
                }
                s += v.sin();
            }
            s += 0.01 * v;
        }
        s
    }

    /// A loop that ends in one that ends, and writes elements.
    pub fn nested(a: f64, y: [f64; 4]) -> [f64; 4] {
        let mut z = y;
        for i in 0..4 {
            let mut x = y[i];
            #[limit(20)]
            while x < a {
                x = 1.5 * x + 0.1;
                z[i] += x * x;
                if z[i] > 30.0 {
                    break;
                }
            }
            if z[i] > 30.0 {
                break;
            }
            z[i] *= 2.0;
        }
        z
    }

    /// A product along repetitions, with checkpoints.
    pub fn checkpoints(a: f64) -> f64 {
        let mut x = a;
        let mut y = 1.0;
        #[limit(100)]
        #[checkpoint(every = 7)]
        while x > 1.0 {
            y += x.sin() * y * 0.1;
            x -= 0.13;
        }
        x * y
    }

    /// The same with all states.
    pub fn without_checkpoints(a: f64) -> f64 {
        let mut x = a;
        let mut y = 1.0;
        #[limit(100)]
        #[checkpoint(all)]
        while x > 1.0 {
            y += x.sin() * y * 0.1;
            x -= 0.13;
        }
        x * y
    }

    /// In single precision.
    pub fn single(a: f32) -> f32 {
        let mut x = a;
        #[limit(30)]
        while x * x > 2.0 {
            x *= 0.9;
        }
        x
    }

    /// Of any length, with the sum so far as the condition.
    pub fn prefix<const N: usize>(x: &[f64; N], bound: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * x[i];
            if s > bound {
                break;
            }
        }
        s
    }

    /// A condition over an array of any length.
    pub fn descent<const N: usize>(x: &[f64; N], rate: f64) -> f64 {
        let mut m = 0.0;
        let mut steps = 0.0;
        #[limit(1000)]
        while sum(x - m).abs() > 1e-6 {
            m += rate * mean(x - m);
            steps += 1.0;
        }
        m + 1000.0 * steps
    }

    /// No iteration runs, and what it would compute is not a number.
    pub fn skipped(x: f64) -> f64 {
        let mut y = x;
        #[limit(5)]
        while y > 1.0 {
            y = (y - 2.0).sqrt() * x;
        }
        y
    }
}

/// Within a tolerance, relative from 1 on.
#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs();
    assert!(
        error <= tolerance * expected.abs().max(1.0),
        "{found} for {expected}"
    );
}

#[test]
fn newton_converges_with_its_derivatives() {
    for a in [0.25, 1.5, 2.0, 7.0, 1e6] {
        let (value, gradient) = root::gradient(a);
        close(value, a.sqrt(), 1e-14);
        close(gradient.a, 0.5 / a.sqrt(), 1e-12);
        close(root::hessian(a)[0][0], -0.25 * a.powf(-1.5), 1e-10);
        let product = root::hessian_product(a, &root::Adjoint { a: 2.0 });
        close(product.a, -0.5 * a.powf(-1.5), 1e-10);
        let tangent = root::tangent(a, &root::Adjoint { a: 3.0 }).1;
        close(tangent, 1.5 / a.sqrt(), 1e-12);
    }
}

#[test]
fn a_loop_ends_where_it_is_left() {
    for (m, e) in [(0.3, 0.1), (1.0, 0.3), (2.5, 0.7)] {
        let (x, gradient) = kepler::gradient(m, e);
        assert!((x - e * x.sin() - m).abs() < 1e-14);
        let slope = 1.0 / (1.0 - e * x.cos());
        close(gradient.m, slope, 1e-12);
        close(gradient.e, x.sin() * slope, 1e-12);
    }
}

#[test]
fn the_limit_is_the_most_repetitions() {
    for n in 0..6 {
        let ran = n.min(3);
        let [y, k] = powers(1.5, n);
        assert_eq!(y, 1.5_f64.powi(i32::try_from(ran).unwrap()));
        assert_eq!(k, f64::from(u32::try_from(ran).unwrap()));
    }
}

fn paths_in_rust(a: f64, y: [f64; 8]) -> f64 {
    let mut s = 0.0;
    for y in y {
        let v = y * a;
        if v < -3.0 {
            s += 100.0 * v;
            break;
        } else if v < 0.0 {
            continue;
        } else {
            let w = v * v;
            s += w;
        }
        if v > 2.0 {
            if v > 4.0 {
                s += 7.0 * v;
                if v > 5.0 {
                    break;
                }
                continue;
            }
            s += v.sin();
        }
        s += 0.01 * v;
    }
    s
}

/// Central differences by each element.
fn differences<const N: usize>(f: impl Fn([f64; N]) -> f64, x: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| {
        let at = |step: f64| {
            let mut moved = x;
            moved[i] += step;
            f(moved)
        };
        (at(1e-6) - at(-1e-6)) / 2e-6
    })
}

#[test]
fn every_path_is_that_of_rust() {
    let points = [
        [0.3, 1.0, 2.1, -0.5, 0.7, 3.1, 1.9, 0.2],
        [0.3, 4.2, 2.1, -0.5, -4.0, 3.0, 1.9, 0.2],
        [5.5, 4.2, 2.1, -0.5, -4.0, 3.0, 1.9, 0.2],
        [-1.0, 4.5, 0.1, 4.9, 2.5, 0.1, -3.5, 9.0],
    ];
    for y in points {
        for a in [1.0, 0.9, -1.0] {
            let (value, gradient) = paths::gradient(a, y);
            assert_eq!(value.to_bits(), paths_in_rust(a, y).to_bits());
            let by_y = differences(|y| paths_in_rust(a, y), y);
            let [by_a] = differences(|[a]| paths_in_rust(a, y), [a]);
            close(gradient.a, by_a, 1e-6);
            for (found, expected) in gradient.y.iter().zip(by_y) {
                close(*found, expected, 1e-6);
            }
        }
    }
}

fn nested_in_rust(a: f64, y: [f64; 4]) -> [f64; 4] {
    let mut z = y;
    for i in 0..4 {
        let mut x = y[i];
        while x < a {
            x = 1.5 * x + 0.1;
            z[i] += x * x;
            if z[i] > 30.0 {
                break;
            }
        }
        if z[i] > 30.0 {
            break;
        }
        z[i] *= 2.0;
    }
    z
}

#[test]
fn a_loop_that_ends_stands_in_another() {
    for y in [[0.1, 0.5, 0.9, 1.3], [0.3, 2.0, 0.1, 5.0], [1.0; 4]] {
        let (a, seed) = (3.0, [1.0, -2.0, 0.5, 0.25]);
        assert_eq!(nested(a, y), nested_in_rust(a, y));
        let (_, adjoint) = nested::adjoint(a, y, seed);
        let weighted = |y| {
            let z: [f64; 4] = nested_in_rust(a, y);
            z.iter().zip(seed).map(|(z, s)| z * s).sum()
        };
        for (found, expected) in adjoint.y.iter().zip(differences(weighted, y)) {
            close(*found, expected, 1e-6);
        }
    }
}

#[test]
fn checkpoints_change_no_bit() {
    for a in [0.5, 1.0, 1.1, 2.0, 7.3, 20.0] {
        let (value, gradient) = checkpoints::gradient(a);
        let (same, all) = without_checkpoints::gradient(a);
        assert_eq!(value.to_bits(), same.to_bits());
        assert_eq!(gradient.a.to_bits(), all.a.to_bits());
        let [expected] = differences(|[a]| checkpoints(a), [a]);
        if ![1.0].contains(&a) {
            close(gradient.a, expected, 1e-5);
        }
    }
}

#[test]
fn single_precision_ends_as_well() {
    let (value, gradient) = single::gradient(9.0);
    let mut x = 9.0_f32;
    let mut factor = 1.0_f32;
    while x * x > 2.0 {
        x *= 0.9;
        factor *= 0.9;
    }
    assert_eq!((value.to_bits(), gradient.a), (x.to_bits(), factor));
}

#[test]
fn a_function_of_any_length_ends_early() {
    let x: Vec<f64> = (0..100).map(|i| 0.1 * f64::from(i)).collect();
    for (length, bound) in [(0, 1.0), (1, 1.0), (40, 30.0), (100, 30.0), (100, 1e9)] {
        let x = &x[..length];
        let mut ran = 0;
        let mut s = 0.0;
        for x in x {
            s += x * x;
            ran += 1;
            if s > bound {
                break;
            }
        }
        let (value, gradient) = prefix::gradient(x, bound);
        assert_eq!(value.to_bits(), s.to_bits());
        for (i, found) in gradient.x.iter().enumerate() {
            let expected = if i < ran { 2.0 * x[i] } else { 0.0 };
            assert_eq!(*found, expected, "{i} of {length}");
        }
    }
}

#[test]
fn a_condition_over_an_array_of_any_length() {
    let x = [1.0, 2.0, 3.5, 4.0, 9.0];
    let in_rust = |x: [f64; 5], rate: f64| {
        let (mut m, mut steps) = (0.0, 0.0);
        let sum = |m: f64| x.iter().map(|x| x - m).sum::<f64>();
        while sum(m).abs() > 1e-6 {
            m += rate * sum(m) / 5.0;
            steps += 1.0;
        }
        m + 1000.0 * steps
    };
    let (value, gradient) = descent::gradient(&x, 0.3);
    close(value, in_rust(x, 0.3), 1e-12);
    let by_x = differences(|x| in_rust(x, 0.3), x);
    for (found, expected) in gradient.x.iter().zip(by_x) {
        close(*found, expected, 1e-3);
    }
}

#[test]
fn iterations_that_do_not_run_leave_no_trace() {
    for x in [0.0, -0.0, 1.0, f64::NEG_INFINITY] {
        let (value, gradient) = skipped::gradient(x);
        assert_eq!((value.to_bits(), gradient.x), (x.to_bits(), 1.0));
    }
    let (value, gradient) = skipped::gradient(f64::NAN);
    assert!(value.is_nan());
    assert_eq!(gradient.x, 1.0);
}

/// The graph of a loop that ends is one that tools evaluate, and formats without such loops say by
/// branches.
#[test]
fn the_graph_ends_as_the_function_does() {
    let graph = root::graph();
    assert!(graph.to_string().contains(" while "), "{graph}");
    let executable = Executable::new(&graph).unwrap();
    for a in [0.5_f64, 3.0] {
        let found: Vec<Vec<f64>> = executable.call(&[&[a]]).unwrap();
        assert_eq!(found, [[root(a)]]);
    }
}

#[test]
fn loops_end_in_closures_and_operands() {
    let halved = |v: f64, above: f64| {
        let mut t = v;
        while t > above {
            t *= 0.5;
        }
        t
    };
    let x = [0.5, 3.0, -2.0, 1.5];
    let summed = |v: f64| {
        let mut s = 0.0;
        for k in 0..5 {
            if s > 30.0 {
                break;
            }
            if k != 1 {
                s += v.powi(3) * (f64::from(k) + 1.0);
            }
        }
        s
    };
    let expected: f64 = x.iter().map(|&v| halved(v, 1.0).powi(2) + summed(v)).sum();
    let (value, d) = in_closures::gradient(x);
    assert!((value - expected).abs() < 1e-12, "{value} {expected}");
    // 0.5: 13 cubes; 3: one quarter squared, 4 cubes are above 30 behind the third;
    // -2: 13 cubes; 1.5: one half squared, 8 cubes are below 30.
    let slopes = [
        2.0 * 0.5 + 13.0 * 3.0 * 0.25,
        2.0 * 3.0 / 16.0 + 4.0 * 27.0,
        2.0 * -2.0 + 13.0 * 12.0,
        2.0 * 1.5 / 4.0 + 13.0 * 6.75,
    ];
    for (d, slope) in d.x.iter().zip(slopes) {
        assert!((d - slope).abs() < 1e-12, "{d} {slope}");
    }

    let (value, d) = in_equation::gradient(6.0);
    assert!((value - 0.75_f64.sqrt()).abs() < 1e-12);
    assert!((d.y - 0.125 / (2.0 * 0.75_f64.sqrt())).abs() < 1e-12);

    let y = [1.0, 1.5, 4.0];
    let operands = |x: f64| {
        let a = x + halved(x, 1.0);
        let b = f64::max(x, halved(9.0 * x, 2.0)).sin();
        let mut c = b;
        for _ in 0..9 {
            if c > 5.0 {
                break;
            }
            c += 1.0;
        }
        let mut t = x;
        while x > 1.0 && t > 1.0 {
            t -= 0.5;
        }
        a + b - c + y[1] * t
    };
    for x in [0.3, 1.2, 3.7] {
        let (value, d) = in_operands::gradient(x, y);
        assert!((value - operands(x)).abs() < 1e-12, "{value}");
        let slope = (operands(x + 1e-6) - operands(x - 1e-6)) / 2e-6;
        assert!((d.x - slope).abs() < 1e-6, "{} {slope}", d.x);
    }
}
