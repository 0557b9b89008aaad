//! Values: arguments, results, literals, fields, arithmetic on whole structs.

use adgraph::graph;

use crate::bits;

graph! {
    /// A layer.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub(crate) struct Layer {
        /// Of each input and output.
        pub w: [[f64; 2]; 3],
        pub b: [f64; 3],
        pub gain: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Model {
        pub first: Layer,
        pub pair: (f64, [f64; 2]),
        pub pick: usize,
        pub on: bool,
    }

    fn layer(l: &Layer, x: [f64; 2]) -> [f64; 3] { l.gain * (matmul(l.w, x) + l.b) }

    pub fn value(m: &Model, x: [f64; 2]) -> f64 {
        let y = layer(m.first, x);
        let z = if m.on { sum(y) } else { y[m.pick] };
        z * m.pair.0 + dot(m.pair.1, x)
    }

    pub fn flat_value(
        w: &[[f64; 2]; 3], b: [f64; 3], gain: f64, p: f64, q: [f64; 2], pick: usize, on: bool, x: [f64; 2],
    ) -> f64 {
        let y = gain * (matmul(w, x) + b);
        let z = if on { sum(y) } else { y[pick] };
        z * p + dot(q, x)
    }

    pub fn moved(a: Layer, b: Layer, t: f64) -> Layer { a + t * (b - a) }

    pub fn made(t: f64) -> Layer {
        let w = [[t, 1.0], [2.0, t], [3.0, 4.0]];
        Layer { w, b: [t; 3], gain: 1.0 }
    }

    pub fn changed(l: Layer, t: f64) -> (Layer, f64) {
        let mut l = Layer { gain: t, ..l };
        l.w[1][0] *= 2.0;
        l.b = l.b + t;
        for i in 0..3 { l.b[i] += i as f64; }
        (l, l.gain)
    }

    pub fn chosen(a: Layer, b: Layer, t: f64) -> Layer {
        let mut r = a;
        if t > 0.0 { r = b; } else { r.gain = t; }
        r
    }

    pub fn totals(a: Layer, b: Layer) -> (f64, f64, f64) { (dot(a, b), norm(a), sum(a)) }

    pub fn flat_totals(
        w: [[f64; 2]; 3], b: [f64; 3], g: f64, v: [[f64; 2]; 3], c: [f64; 3], h: f64,
    ) -> (f64, f64, f64) {
        (sum(w * v) + sum(b * c) + g * h, norm([norm(w), norm(b), norm(g)]), sum(w) + sum(b) + g)
    }

    pub fn clipped(a: Layer, most: f64) -> Layer { map(|x| clamp(x, -most, most), a) }

    pub fn mixed(a: Layer, b: Layer) -> Layer { map(|x, y| sqrt(x * x + y * y), a, b) }

    pub fn wholes(m: Model, t: f64) -> Model { t * m - zeros_like(m) }

    pub fn of_tuple(p: (f64, [f64; 2]), k: f64) -> f64 { p.0 * sum(p.1) + k }

    pub fn row(l: [f64; 3]) -> f64 {
        let layers = [made(l[0]), made(l[1]), made(l[2])];
        let mut s = 0.0;
        for own in layers { s += own.gain * sum(own.b); }
        s + layers[1].w[0][0]
    }

    pub fn nested(t: f64) -> ((f64, Layer), f64) { ((t, made(t)), 2.0 * t) }

    const START: Layer = Layer { w: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], b: [0.5; 3], gain: 2.0 };
    pub fn from_constant(t: f64) -> Layer { t * START }
}

fn layer_of(t: f64) -> Layer {
    Layer {
        w: [[0.5 * t, -1.0], [t, 0.25], [3.0, t * t]],
        b: [t, -0.0, 1e-3],
        gain: 1.5 - t,
    }
}

fn numbers(l: &Layer) -> Vec<f64> {
    let w = l.w.iter().flatten();
    w.chain(&l.b).chain([&l.gain]).copied().collect()
}

#[test]
fn fields_are_what_arguments_are() {
    let x = [0.3, -0.7];
    for on in [true, false] {
        for pick in 0..3 {
            let m = Model {
                first: layer_of(0.4),
                pair: (2.0, [0.1, 0.2]),
                pick,
                on,
            };
            let Layer { w, b, gain } = m.first;
            let flat = flat_value(&w, b, gain, 2.0, [0.1, 0.2], pick, on, x);
            assert_eq!(value(&m, x).to_bits(), flat.to_bits());
        }
    }
}

#[test]
fn arithmetic_is_field_by_field() {
    let (a, b) = (layer_of(0.4), layer_of(-2.0));
    for t in [0.0, -0.0, 0.3, f64::INFINITY, f64::NAN] {
        let own = numbers(&a).into_iter().zip(numbers(&b));
        let expected = own.map(|(a, b)| a + t * (b - a));
        assert_eq!(bits(numbers(&moved(a, b, t))), bits(expected), "{t}");
    }
}

#[test]
fn literals_and_assignments() {
    let made = made(0.5);
    assert_eq!(made.w, [[0.5, 1.0], [2.0, 0.5], [3.0, 4.0]]);
    assert_eq!((made.b, made.gain), ([0.5; 3], 1.0));
    let l = layer_of(0.4);
    let (changed, gain) = changed(l, 3.0);
    assert_eq!((changed.gain, gain), (3.0, 3.0));
    assert_eq!(changed.w[1], [2.0 * l.w[1][0], l.w[1][1]]);
    assert_eq!(
        changed.b,
        [l.b[0] + 3.0, l.b[1] + 3.0 + 1.0, l.b[2] + 3.0 + 2.0]
    );
    let other = layer_of(7.0);
    assert_eq!(chosen(l, other, 1.0), other);
    assert_eq!(chosen(l, other, -1.0), Layer { gain: -1.0, ..l });
    assert_eq!(from_constant(2.0).w[2], [10.0, 12.0]);
    assert_eq!(nested(2.0).0.1.b, [2.0; 3]);
    assert_eq!(of_tuple((2.0, [3.0, 4.0]), 1.0), 15.0);
    assert_eq!(row([1.0, 2.0, 3.0]), 3.0 * 6.0 + 2.0);
}

#[test]
fn functions_of_whole_structs() {
    let (a, b) = (layer_of(0.4), layer_of(-2.0));
    let (dot, norm, sum) = totals(a, b);
    let flat = flat_totals(a.w, a.b, a.gain, b.w, b.b, b.gain);
    assert_eq!(bits([dot, norm, sum]), bits([flat.0, flat.1, flat.2]));
    let clipped = clipped(b, 1.0);
    assert_eq!(
        numbers(&clipped),
        numbers(&b)
            .iter()
            .map(|x| x.clamp(-1.0, 1.0))
            .collect::<Vec<_>>()
    );
    let mixed = numbers(&mixed(a, b));
    let own = numbers(&a).into_iter().zip(numbers(&b));
    assert_eq!(
        mixed,
        own.map(|(x, y)| (x * x + y * y).sqrt()).collect::<Vec<_>>()
    );
    let m = Model {
        first: a,
        pair: (2.0, [1.0, 3.0]),
        pick: 2,
        on: true,
    };
    let twice = wholes(m.clone(), 2.0);
    // What is no float stays.
    assert_eq!((twice.pick, twice.on), (2, true));
    assert_eq!(twice.pair, (4.0, [2.0, 6.0]));
    assert_eq!(
        numbers(&twice.first),
        numbers(&a).iter().map(|x| 2.0 * x).collect::<Vec<_>>()
    );
}
