//! Functions that change arguments behind `&mut`, against functions of values.

use adgraph::graph;

use crate::bits;

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Pair { pub a: f64, pub b: [f64; 2] }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Two { pub first: Pair, pub last: Pair, pub count: usize }

    fn cost(p: Pair, x: f64) -> f64 { (p.a * x + sum(p.b * p.b) - 1.0).powi(2) }

    /// Returns the cost, and changes both.
    pub fn step(p: &mut Pair, velocity: &mut Pair, x: f64, rate: f64) -> f64 {
        let c = cost(p, x);
        velocity = 0.9 * velocity + deriv(c, p);
        *p -= rate * velocity;
        c
    }

    pub fn pure_step(p: Pair, velocity: Pair, x: f64, rate: f64) -> (f64, Pair, Pair) {
        let c = cost(p, x);
        let v = 0.9 * velocity + deriv(c, p);
        (c, p - rate * v, v)
    }

    /// Returns nothing.
    pub fn counted(t: &mut Two, k: f64) {
        t.count += 1;
        (*t).first.b[1] *= k;
        if k > 1.0 { t.last = t.first; } else { t.last.a = k; }
    }

    pub fn through(t: &mut Two, x: f64) -> f64 {
        let c = step(&mut t.first, &mut t.last, x, 0.125);
        counted(t, 2.0);
        c
    }

    pub fn trained(p: Pair, x: f64) -> (Pair, f64) {
        let mut p = p;
        let mut v = zeros_like(p);
        let mut c = 0.0;
        for _ in 0..30 { c = step(&mut p, &mut v, x, 0.01); }
        (p, c)
    }

    pub fn trained_in_place(p: &mut Pair, v: &mut Pair, x: f64) -> f64 {
        let mut c = 0.0;
        for i in 0..30 {
            if i < 20 { c = step(p, v, x, 0.01); }
        }
        c
    }

    pub fn numbers(k: &mut f64, x: &mut [f64; 3], n: &mut usize, on: &mut bool) {
        *k += 1.0;
        x[1] = *k;
        x = 2.0 * x;
        n += 2;
        *on = x[0] > 1.0;
    }

    /// Of run-time length.
    pub fn smoothed<const N: usize>(x: &mut [f64; N], k: f64) -> f64 {
        let old = x;
        for i in 1..N - 1 { x[i] += k * (old[i - 1] - 2.0 * old[i] + old[i + 1]); }
        sum(x)
    }

    #[derive(Clone)]
    pub(crate) struct Large { pub w: [[f64; 200]; 100], pub s: f64 }

    /// Too large for the stack of a thread, and for a value.
    pub fn decayed(m: &mut Large, rate: f64) -> f64 {
        let c = 0.5 * sum(m.w * m.w) * m.s;
        m -= rate * deriv(c, m);
        c
    }
}

const START: Pair = Pair {
    a: 0.5,
    b: [1.5, -0.25],
};
const STILL: Pair = Pair {
    a: 0.0,
    b: [0.0; 2],
};

fn numbers_of(p: &Pair) -> Vec<u64> {
    bits([p.a, p.b[0], p.b[1]])
}

#[test]
fn states_become_what_the_function_of_values_yields() {
    let (mut p, mut v) = (START, STILL);
    let (mut q, mut w) = (START, STILL);
    for i in 0..10 {
        let x = f64::from(i) * 0.3;
        let c = step(&mut p, &mut v, x, 0.01);
        let (expected, new, velocity) = pure_step(q, w, x, 0.01);
        (q, w) = (new, velocity);
        assert_eq!(c.to_bits(), expected.to_bits());
        assert_eq!(numbers_of(&p), numbers_of(&q));
        assert_eq!(numbers_of(&v), numbers_of(&w));
    }
}

#[test]
fn derivatives_are_those_of_the_function_of_values() {
    let seed = (
        2.0,
        Pair {
            a: 1.0,
            b: [0.5, 0.25],
        },
        Pair {
            a: -1.0,
            b: [3.0, 0.0],
        },
    );
    let velocity = Pair {
        a: 0.1,
        b: [0.2, 0.3],
    };
    let (value, d) = step::adjoint(&START, &velocity, 0.7, 0.01, seed);
    let (expected, e) = pure_step::adjoint(START, velocity, 0.7, 0.01, seed);
    assert_eq!(value.0.to_bits(), expected.0.to_bits());
    assert_eq!(numbers_of(&value.1), numbers_of(&expected.1));
    assert_eq!(numbers_of(&d.p), numbers_of(&e.p));
    assert_eq!(numbers_of(&d.velocity), numbers_of(&e.velocity));
    assert_eq!(bits([d.x, d.rate]), bits([e.x, e.rate]));
}

#[test]
fn calls_change_variables_and_fields() {
    let mut t = Two {
        first: START,
        last: STILL,
        count: 4,
    };
    let (c, p, _) = pure_step(START, STILL, 0.7, 0.125);
    assert_eq!(through(&mut t, 0.7).to_bits(), c.to_bits());
    assert_eq!(t.count, 5);
    let expected = Pair {
        a: p.a,
        b: [p.b[0], p.b[1] * 2.0],
    };
    assert_eq!(numbers_of(&t.first), numbers_of(&expected));
    assert_eq!(numbers_of(&t.last), numbers_of(&expected));
    counted(&mut t, 0.5);
    assert_eq!((t.count, t.last.a), (6, 0.5));
}

#[test]
fn loops_carry_what_calls_change() {
    let (mut q, mut w, mut last) = (START, STILL, 0.0);
    for i in 0..30 {
        let (c, new, velocity) = pure_step(q, w, 0.7, 0.01);
        (q, w, last) = (new, velocity, c);
        if i == 19 {
            let (mut p, mut v) = (START, STILL);
            let c = trained_in_place(&mut p, &mut v, 0.7);
            assert_eq!(
                (c.to_bits(), numbers_of(&p)),
                (last.to_bits(), numbers_of(&q))
            );
            assert_eq!(numbers_of(&v), numbers_of(&w));
        }
    }
    let (p, c) = trained(START, 0.7);
    assert_eq!(
        (c.to_bits(), numbers_of(&p)),
        (last.to_bits(), numbers_of(&q))
    );
}

#[test]
fn numbers_and_arrays_are_states() {
    let (mut k, mut x, mut n, mut on) = (1.0, [1.0, 2.0, 3.0], 4, false);
    numbers(&mut k, &mut x, &mut n, &mut on);
    assert_eq!((k, x, n, on), (2.0, [2.0, 4.0, 6.0], 6, true));
    for length in [2, 3, 8, 21] {
        let old: Vec<f64> = (0..length).map(|i| f64::from(i * i % 7)).collect();
        let mut x = old.clone();
        let total = smoothed(&mut x, 0.25);
        let mut expected = old.clone();
        for i in 1..old.len() - 1 {
            expected[i] += 0.25 * (old[i - 1] - 2.0 * old[i] + old[i + 1]);
        }
        assert_eq!(x, expected);
        assert!((total - expected.iter().sum::<f64>()).abs() < 1e-12);
    }
}

#[test]
fn large_states_do_not_lie_on_the_stack() {
    let run = || {
        let mut m = Box::new(Large {
            w: [[0.0; 200]; 100],
            s: 2.0,
        });
        for (i, row) in m.w.iter_mut().enumerate() {
            row.fill(i as f64);
        }
        let c = decayed(&mut m, 0.25);
        let squares: f64 = (0..100).map(|i| 200.0 * f64::from(i * i)).sum();
        assert!((c - squares).abs() < 1e-9 * squares);
        assert_eq!(m.w[3][7], 3.0 - 0.25 * 2.0 * 3.0);
        assert!((m.s - (2.0 - 0.25 * 0.5 * squares)).abs() < 1e-9 * squares);
    };
    // Two copies of the state do not fit, nor does one beside the test's own.
    let thread = std::thread::Builder::new().stack_size(400 << 10);
    thread
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn many_steps_allocate_nothing() {
    let (mut p, mut v) = (START, STILL);
    let mut c = 0.0;
    let info = allocation_counter::measure(|| {
        for _ in 0..1_000_000 {
            c = step(&mut p, &mut v, 0.7, 1e-3);
        }
    });
    assert_eq!(info.count_total, 0);
    assert!(c < 1e-20, "{c}");
}
