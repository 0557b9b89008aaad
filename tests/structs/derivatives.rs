//! Derivatives by structs, from outside and inside, against those by flat arguments.

use adgraph::function::ScalarFunction;
use adgraph::graph;

use crate::bits;

graph! {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Spring {
        pub stiffness: [f64; 3],
        #[dynamic]
        pub length: f64,
        pub ends: (f64, f64),
        pub steps: usize,
    }

    #[derivatives(hessian_product, jacobian, hessian)]
    #[check]
    pub fn energy(s: &Spring, x: [f64; 3]) -> f64 {
        let stretch = x * x - s.length;
        dot(s.stiffness, exp(stretch)) * s.ends.0 + s.ends.1 * x[s.steps]
    }

    #[derivatives(hessian_product, jacobian, hessian)]
    pub fn flat_energy(
        k: [f64; 3], #[dynamic] length: f64, first: f64, last: f64, steps: usize, x: [f64; 3],
    ) -> f64 {
        let stretch = x * x - length;
        dot(k, exp(stretch)) * first + last * x[steps]
    }

    pub fn forces(s: Spring, x: [f64; 3]) -> (Spring, [f64; 3]) {
        let c = energy(s, x);
        deriv(c, (s, x))
    }

    pub fn flat_forces(
        k: [f64; 3], #[dynamic] length: f64, first: f64, last: f64, steps: usize, x: [f64; 3],
    ) -> ([f64; 3], f64, f64, [f64; 3]) {
        let c = flat_energy(k, length, first, last, steps, x);
        deriv(c, (k, first, last, x))
    }

    pub fn along(s: Spring, v: Spring, x: [f64; 3]) -> f64 {
        let c = energy(s, x);
        jvp(c, s, v)
    }

    pub fn by_field(s: Spring, x: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let c = energy(s, x);
        (deriv(c, s.stiffness), jacobian(c, s.stiffness))
    }

    pub fn local(a: f64) -> (Pair, Pair) {
        let p = Pair { a, b: [2.0, a] };
        let c = p.a * p.a * sum(p.b * p.b);
        let d = deriv(c, p);
        (p, d)
    }

    /// A field that is assigned is apart from the equal value that it is given.
    pub fn apart(x: f64) -> (f64, f64) {
        let mut p = Pair { a: 1.0, b: [x, 2.0] };
        p.a = x;
        p.b[1] = x;
        let c = p.a * x * x + p.b[1] * x;
        let d = deriv(c, p);
        (d.a, d.b[1])
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Pair {
        pub a: f64,
        pub b: [f64; 2],
    }

    /// Descent through a loop that carries a struct.
    #[check]
    pub fn descended(p: Pair, rate: f64) -> Pair {
        let mut p = p;
        for _ in 0..20 {
            let c = (p.a - 1.0).powi(2) + sum((p.b - 2.0) * (p.b - 2.0)) * p.a;
            p -= rate * deriv(c, p);
        }
        p
    }

    pub fn flat_descended(a: f64, b: [f64; 2], rate: f64) -> (f64, [f64; 2]) {
        let mut a = a;
        let mut b = b;
        for _ in 0..20 {
            let c = (a - 1.0).powi(2) + sum((b - 2.0) * (b - 2.0)) * a;
            let (da, db) = deriv(c, (a, b));
            a -= rate * da;
            b -= rate * db;
        }
        (a, b)
    }
}

fn spring() -> Spring {
    Spring {
        stiffness: [0.5, 1.25, -0.75],
        length: 0.3,
        ends: (1.5, -2.0),
        steps: 1,
    }
}

const X: [f64; 3] = [0.1, -0.4, 0.7];

#[test]
fn gradients_are_structs() {
    let s = spring();
    let (c, d) = energy::gradient(&s, X);
    let (flat, f) = flat_energy::gradient(s.stiffness, s.length, 1.5, -2.0, 1, X);
    assert_eq!(c.to_bits(), flat.to_bits());
    assert_eq!(bits(d.s.stiffness), bits(f.k));
    assert_eq!(bits([d.s.ends.0, d.s.ends.1]), bits([f.first, f.last]));
    assert_eq!(bits(d.x), bits(f.x));
    // There is no derivative by these.
    assert_eq!((d.s.length, d.s.steps), (0.0, 0));
    let (value, adjoint) = energy::adjoint(&s, X, 2.0);
    assert_eq!(value.to_bits(), c.to_bits());
    assert_eq!(adjoint.s.stiffness, d.s.stiffness.map(|x| 2.0 * x));
    energy::check().assert();
    descended::check().assert();
}

#[test]
fn directions_are_structs() {
    let s = spring();
    let mut direction = energy::Tangent::ZERO;
    direction.s.stiffness = [1.0, 2.0, 3.0];
    direction.s.ends = (0.5, -0.25);
    direction.x = [0.1, 0.2, 0.3];
    let mut flat = flat_energy::Tangent::ZERO;
    flat.k = [1.0, 2.0, 3.0];
    (flat.first, flat.last) = (0.5, -0.25);
    flat.x = [0.1, 0.2, 0.3];
    let own = energy::tangent(&s, X, &direction);
    let other = flat_energy::tangent(s.stiffness, s.length, 1.5, -2.0, 1, X, &flat);
    assert_eq!(bits([own.0, own.1]), bits([other.0, other.1]));
    let product = energy::hessian_product(&s, X, &direction);
    let expected = flat_energy::hessian_product(s.stiffness, s.length, 1.5, -2.0, 1, X, &flat);
    assert_eq!(bits(product.s.stiffness), bits(expected.k));
    assert_eq!(bits(product.x), bits(expected.x));
    let v = direction.s.clone();
    let mut alone = energy::Tangent::ZERO;
    alone.s = v.clone();
    let (_, slope) = energy::tangent(&s, X, &alone);
    assert_eq!(along(s, v, X).to_bits(), slope.to_bits());
}

#[test]
fn matrices_have_a_column_for_each_number() {
    let s = spring();
    let own = energy::hessian(&s, X);
    let flat = flat_energy::hessian(s.stiffness, s.length, 1.5, -2.0, 1, X);
    assert_eq!(own, flat);
    assert_eq!(energy::offset::S_STIFFNESS, 0);
    assert_eq!(energy::offset::S_ENDS_1, 4);
    assert_eq!(energy::offset::X, 5);
}

#[test]
fn derivatives_inside_are_structs() {
    let s = spring();
    let (by_s, by_x) = forces(s.clone(), X);
    let flat = flat_forces(s.stiffness, s.length, 1.5, -2.0, 1, X);
    assert_eq!(bits(by_s.stiffness), bits(flat.0));
    assert_eq!(bits([by_s.ends.0, by_s.ends.1]), bits([flat.1, flat.2]));
    assert_eq!(bits(by_x), bits(flat.3));
    assert_eq!((by_s.length, by_s.steps), (0.0, 0));
    let (alone, jacobian) = by_field(s, X);
    assert_eq!(
        (bits(alone), bits(jacobian)),
        (bits(by_s.stiffness), bits(by_s.stiffness))
    );
    assert_eq!(apart(3.0), (9.0, 3.0));
    // c = a² (4 + a²) of p, whose fields are independent.
    let (p, d) = local(3.0);
    assert_eq!(
        p,
        Pair {
            a: 3.0,
            b: [2.0, 3.0]
        }
    );
    assert_eq!(
        d,
        Pair {
            a: 2.0 * 3.0 * 13.0,
            b: [9.0 * 4.0, 9.0 * 6.0]
        }
    );
}

#[test]
fn loops_carry_structs() {
    let end = descended(
        Pair {
            a: 0.5,
            b: [1.0, -1.0],
        },
        0.1,
    );
    let (a, b) = flat_descended(0.5, [1.0, -1.0], 0.1);
    assert_eq!(bits([end.a, end.b[0], end.b[1]]), bits([a, b[0], b[1]]));
}

#[test]
fn slices_hold_the_fields_in_their_order() {
    let s = spring();
    let function = energy::Function { s: &s };
    assert_eq!((energy::Function::N_IN, energy::Function::N_OUT), (8, 1));
    let x = [0.5, 1.25, -0.75, 1.5, -2.0, X[0], X[1], X[2]];
    let mut gradient = [0.0; 8];
    let value = function.gradient(&x, &mut gradient);
    let (c, d) = energy::gradient(&s, X);
    assert_eq!(value.to_bits(), c.to_bits());
    let fields = [
        d.s.stiffness[0],
        d.s.stiffness[1],
        d.s.stiffness[2],
        d.s.ends.0,
        d.s.ends.1,
    ];
    assert_eq!(bits(gradient), bits(fields.into_iter().chain(d.x)));
}

#[test]
fn graphs_name_fields_by_their_paths() {
    let graph = energy::graph();
    let names: Vec<&str> = graph.inputs().iter().map(|input| &*input.name).collect();
    let expected = [
        "s.stiffness",
        "s.length",
        "s.ends.0",
        "s.ends.1",
        "s.steps",
        "x",
    ];
    assert_eq!(names, expected);
}
