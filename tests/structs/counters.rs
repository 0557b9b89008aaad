//! States with indices and conditions: what has no derivative among the results is left out of the
//! derivatives, as it is among the arguments.

use adgraph::graph;

use crate::bits;

graph! {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Counted { pub x: [f64; 3], pub n: usize, pub marks: [usize; 2], pub on: bool }

    /// Changes the counter.
    #[derivatives(hessian_product)]
    pub fn step(s: &mut Counted, rate: f64) -> f64 {
        s.n += 1;
        s.marks[1] = s.n;
        s.on = s.x[0] > 0.0;
        let pushed = s.x[s.n % 3];
        s.x = rate * s.x * s.x + pushed;
        sum(s.x * s.x)
    }

    /// The same as a function of what has derivatives.
    #[derivatives(hessian_product)]
    pub fn flat_step(x: [f64; 3], n: usize, rate: f64) -> (f64, [f64; 3]) {
        let pushed = x[(n + 1) % 3];
        let y = rate * x * x + pushed;
        (sum(y * y), y)
    }

    /// Reads the counter, and takes a derivative by the state.
    pub fn descend(s: &mut Counted, rate: f64) -> f64 {
        let c = sum(s.x * s.x) * s.x[s.n % 3];
        *s -= rate * deriv(c, s);
        s.n += 1;
        c
    }

    pub fn flat_descend(x: [f64; 3], n: usize, rate: f64) -> (f64, [f64; 3]) {
        let c = sum(x * x) * x[n % 3];
        (c, x - rate * deriv(c, x))
    }

    pub fn descended(s: Counted, rate: f64) -> (f64, Counted) {
        let mut s = s;
        let mut c = 0.0;
        for _ in 0..4 { c += descend(&mut s, rate); }
        (c, s)
    }

    /// States that are no structs.
    pub fn numbers(x: &mut [f64; 3], n: &mut usize, on: &mut bool) -> f64 {
        n += 1;
        *on = x[0] > 1.0;
        x = sin(x) * x;
        x[n % 3]
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Long<const N: usize> { pub x: [f64; N], pub order: [usize; N], pub n: usize }

    /// Of run-time length.
    pub fn long<const N: usize>(s: &mut Long<N>, p: &mut [f64; N], q: &mut [usize; N]) -> f64 {
        s.n += 1;
        p *= s.x[s.order];
        s.order = q;
        q[0] = s.n;
        sum(p)
    }
}

fn counted() -> Counted {
    Counted {
        x: [0.4, -0.7, 1.2],
        n: 4,
        marks: [7, 8],
        on: false,
    }
}

#[test]
fn derivatives_leave_out_what_has_none() {
    let (s, rate) = (counted(), 0.3);
    let mut changed = s.clone();
    let value = step(&mut changed, rate);
    let seed = Counted {
        x: [1.0, -0.5, 2.0],
        n: 99,
        marks: [5, 6],
        on: true,
    };
    let ((c, new), d) = step::adjoint(&s, rate, (0.5, seed.clone()));
    assert_eq!((c, &new), (value, &changed));
    assert_eq!((new.n, new.marks, new.on), (5, [7, 5], true));
    let ((flat, _), e) = flat_step::adjoint(s.x, s.n, rate, (0.5, seed.x));
    assert_eq!(bits([c, d.rate]), bits([flat, e.rate]));
    assert_eq!(bits(d.s.x), bits(e.x));
    assert_eq!((d.s.n, d.s.marks, d.s.on), (0, [0, 0], false));

    let along = step::Tangent {
        s: seed.clone(),
        rate: 0.25,
    };
    let flat_along = flat_step::Tangent {
        x: seed.x,
        rate: 0.25,
    };
    let (value, tangent) = step::tangent(&s, rate, &along);
    let (_, flat) = flat_step::tangent(s.x, s.n, rate, &flat_along);
    assert_eq!(value, (c, changed.clone()));
    assert_eq!(tangent.0.to_bits(), flat.0.to_bits());
    assert_eq!(bits(tangent.1.x), bits(flat.1));
    assert_eq!(
        (tangent.1.n, tangent.1.marks, tangent.1.on),
        (0, [0, 0], false)
    );
    let difference = |h: f64| {
        let mut moved = s.clone();
        for (x, by) in moved.x.iter_mut().zip(seed.x) {
            *x += h * by;
        }
        step(&mut moved, rate + h * 0.25)
    };
    let slope = (difference(1e-6) - difference(-1e-6)) / 2e-6;
    assert!((tangent.0 - slope).abs() < 1e-7, "{} {slope}", tangent.0);

    let product = step::hessian_product(&s, rate, (0.5, seed.clone()), &along);
    let flat = flat_step::hessian_product(s.x, s.n, rate, (0.5, seed.x), &flat_along);
    assert_eq!(bits(product.s.x), bits(flat.x));
    assert_eq!(product.rate.to_bits(), flat.rate.to_bits());
}

#[test]
fn steps_that_differentiate_by_a_state_are_differentiated() {
    let (s, rate) = (counted(), 0.05);
    let mut changed = s.clone();
    let c = descend(&mut changed, rate);
    let (flat, x) = flat_descend(s.x, s.n, rate);
    assert_eq!(
        (c, changed.x, changed.n, changed.marks),
        (flat, x, 5, s.marks)
    );
    let seed = Counted {
        x: [0.5, 1.0, -2.0],
        ..counted()
    };
    let (_, d) = descend::adjoint(&s, rate, (2.0, seed.clone()));
    let (_, e) = flat_descend::adjoint(s.x, s.n, rate, (2.0, seed.x));
    assert_eq!(
        (bits(d.s.x), d.rate.to_bits()),
        (bits(e.x), e.rate.to_bits())
    );

    let ((_, last), d) = descended::adjoint(s.clone(), rate, (1.0, seed.clone()));
    assert_eq!(last.n, 8);
    let weighted = |rate: f64| {
        let (c, last) = descended(counted(), rate);
        c + last.x.iter().zip(seed.x).map(|(a, b)| a * b).sum::<f64>()
    };
    let slope = (weighted(rate + 1e-6) - weighted(rate - 1e-6)) / 2e-6;
    assert!(
        (d.rate - slope).abs() < 1e-6 * slope.abs().max(1.0),
        "{} {slope}",
        d.rate
    );
}

#[test]
fn states_that_are_no_structs_and_of_run_time_length() {
    let x = [0.4, -0.7, 1.2];
    let (value, d) = numbers::adjoint(&x, 3, false, (1.0, [0.0; 3], 7, true));
    assert_eq!((value.2, value.3), (4, false));
    let expected = x[1].cos() * x[1] + x[1].sin();
    assert!((d.x[1] - expected).abs() < 1e-14 && d.x[0] == 0.0 && d.x[2] == 0.0);

    let s = Long {
        x: [0.5, 1.5, -2.0, 3.0],
        order: [3, 1, 0, 2],
        n: 2,
    };
    let (p, q) = ([1.0, 2.0, 3.0, 4.0], [0, 1, 2, 3]);
    let zero = Long {
        x: [0.0; 4],
        order: [0; 4],
        n: 0,
    };
    let (value, d) = long::adjoint(&s, &p, &q, (1.0, zero, [0.0; 4], [0; 4]));
    assert_eq!(
        (value.1.n, value.1.order, &value.3[..]),
        (3, q, &[3, 1, 2, 3][..])
    );
    assert_eq!(d.s.x, [3.0, 2.0, 4.0, 1.0]);
    assert_eq!(&d.p[..], [3.0, 1.5, 0.5, -2.0]);
}
