//! Arrays of structs: in structs, as arguments, results and states, against the same functions of
//! fields that are written one by one.

use adgraph::graph;
use adgraph::tree::{self, Stored as _};

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Layer<const I: usize, const O: usize> {
        #[init(glorot)]
        pub w: [[f64; I]; O],
        pub b: [f64; O],
    }

    /// Several layers between a first and a last one.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Net<const H: usize, const L: usize> {
        pub first: Layer<2, H>,
        pub inner: [Layer<H, H>; L],
        pub last: Layer<H, 1>,
        #[dynamic]
        pub scales: [(f64, usize); 2],
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Flat {
        pub first: Layer<2, 3>,
        pub inner0: Layer<3, 3>,
        pub inner1: Layer<3, 3>,
        pub last: Layer<3, 1>,
        #[dynamic]
        pub scale0: (f64, usize),
        #[dynamic]
        pub scale1: (f64, usize),
    }

    fn apply<const I: usize, const O: usize>(l: &Layer<I, O>, x: [f64; I]) -> [f64; O] {
        matmul(l.w, x) + l.b
    }

    /// In a loop over the layers.
    #[derivatives(hessian_product, hessian)]
    pub fn output(n: &Net<3, 2>, x: [f64; 2]) -> f64 {
        let mut y = tanh(apply(n.first, x));
        for layer in n.inner { y = tanh(apply(layer, y)); }
        n.scales[0].0 * n.scales[1].0 * apply(n.last, y)[0]
    }

    #[derivatives(hessian_product, hessian)]
    pub fn flat_output(n: &Flat, x: [f64; 2]) -> f64 {
        let y = tanh(apply(n.first, x));
        let y = tanh(apply(n.inner0, y));
        let y = tanh(apply(n.inner1, y));
        n.scale0.0 * n.scale1.0 * apply(n.last, y)[0]
    }

    /// By positions, which are known and computed.
    pub fn by_positions(n: &Net<3, 2>, x: [f64; 2]) -> f64 {
        let mut y = tanh(apply(n.first, x));
        for i in 0..2 { y = tanh(apply(n.inner[i], y)); }
        let layer = n.inner[n.scales[1].1];
        n.scales[0].0 * apply(n.last, y)[0] + sum(layer.b) + n.inner[1].w[0][2] * n.inner[0].b[1]
    }

    pub fn flat_by_positions(n: &Flat, x: [f64; 2]) -> f64 {
        let y = tanh(apply(n.first, x));
        let y = tanh(apply(n.inner0, y));
        let y = tanh(apply(n.inner1, y));
        n.scale0.0 * apply(n.last, y)[0] + sum(n.inner1.b) + n.inner1.w[0][2] * n.inner0.b[1]
    }

    /// A step of descent, with whole structs and with elements.
    pub fn step(n: &mut Net<3, 2>, x: [f64; 2], rate: f64) -> f64 {
        let c = output(n, x).powi(2);
        let d = deriv(c, n);
        n -= rate * d;
        n.inner[1].b *= 1.0 - rate;
        n.inner[0].w[1][2] += rate;
        n.scales[1].1 += 1;
        c
    }

    pub fn flat_step(n: &mut Flat, x: [f64; 2], rate: f64) -> f64 {
        let c = flat_output(n, x).powi(2);
        let d = deriv(c, n);
        n -= rate * d;
        n.inner1.b *= 1.0 - rate;
        n.inner0.w[1][2] += rate;
        n.scale1.1 += 1;
        c
    }

    /// Arguments and results that are arrays of structs.
    pub fn exchanged(layers: &[Layer<2, 2>; 2], k: f64) -> ([Layer<2, 2>; 2], f64) {
        let [a, b] = layers;
        ([k * b, Layer { b: a.w[1], ..a }], norm(layers[0]) * k)
    }

    pub fn turned(layers: &mut [Layer<2, 2>; 3], k: f64) {
        let first = layers[0];
        for i in 0..2 { layers[i] = layers[i + 1]; }
        layers[2] = first;
        layers[1].w[0] *= k;
        layers[2].b[1] = k;
    }

    pub fn chain(layers: [Layer<2, 2>; 3], x: [f64; 2]) -> [f64; 2] {
        let mut y = x;
        for l in layers { y = sin(apply(l, y)); }
        y
    }

    /// The derivative by an array of structs, and by an element of one.
    pub fn slopes(layers: [Layer<2, 2>; 3], x: [f64; 2]) -> ([Layer<2, 2>; 3], Layer<2, 2>) {
        let c = sum(chain(layers, x));
        let held = Held { layers };
        let e = sum(chain(held.layers, x));
        (deriv(c, layers), deriv(e, held.layers[1]))
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Held { pub layers: [Layer<2, 2>; 3] }

    /// Arrays of structs that hold such arrays.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Deep { pub groups: [Held; 2], pub k: f64 }

    pub fn deep(d: &Deep, x: [f64; 2]) -> f64 {
        let mut y = x;
        for group in d.groups {
            for l in group.layers { y = sin(apply(l, y)) + d.k * y; }
        }
        dot(y, d.groups[1].layers[2].b) + norm(d) + sum(map(|w| w * w, d))
    }

    #[derivatives(batch)]
    pub fn misfit(#[shared] n: &Net<3, 2>, x: [f64; 2], y: f64) -> f64 { (output(n, x) - y).powi(2) }

    #[derivatives(batch)]
    pub fn flat_misfit(#[shared] n: &Flat, x: [f64; 2], y: f64) -> f64 {
        (flat_output(n, x) - y).powi(2)
    }

    /// Arrays of arrays of structs.
    pub fn grid(g: &mut [[Layer<2, 2>; 2]; 2], x: [f64; 2]) -> ([f64; 2], [[Layer<2, 2>; 2]; 2]) {
        let mut y = x;
        for row in g {
            for l in row { y = sin(apply(l, y)); }
        }
        y += apply(g[1][0], x);
        g[0][1].b[1] = y[0];
        let same = [[g[1][1]; 2], [g[0][1], g[1][0]]];
        (y, same)
    }

    fn raise(l: &mut Layer<2, 2>, k: f64) { l.b += k; }

    /// Elements that calls and branches change.
    pub fn raised(layers: [Layer<2, 2>; 3], k: f64) -> [Layer<2, 2>; 3] {
        let mut own = layers;
        if k > 0.0 { own[1].w[0][1] = k; } else { raise(&mut own[2], k); }
        for i in 0..3 { raise(&mut own[i], 1.0); }
        own
    }

    pub fn pairs(edges: [(f64, [f64; 2]); 2]) -> f64 {
        let mut s = 0.0;
        for (k, x) in edges { s += k * sum(x * x); }
        s + edges[1].0
    }
}

fn net() -> Net<3, 2> {
    let mut net = Net::init(7);
    net.scales = [(1.5, 0), (-0.5, 1)];
    net.inner[1].b = [0.25, -0.5, 0.125];
    net
}

fn flat(n: &Net<3, 2>) -> Flat {
    Flat {
        first: n.first,
        inner0: n.inner[0],
        inner1: n.inner[1],
        last: n.last,
        scale0: n.scales[0],
        scale1: n.scales[1],
    }
}

fn layers() -> [Layer<2, 2>; 3] {
    let layer = |seed| Layer {
        b: [0.5, -0.25],
        ..Layer::init(seed)
    };
    [layer(1), layer(2), layer(3)]
}

const X: [f64; 2] = [0.75, -1.25];

#[test]
fn elements_start_with_seeds_of_their_own() {
    let n = net();
    assert_ne!(n.inner[0].w, n.inner[1].w);
    assert_eq!(n, {
        let mut again = Net::init(7);
        again.scales = n.scales;
        again.inner[1].b = n.inner[1].b;
        again
    });
    assert_eq!(
        Net::<3, 2>::zeros().inner,
        [Layer {
            w: [[0.0; 3]; 3],
            b: [0.0; 3]
        }; 2]
    );
}

#[test]
fn values_and_gradients_are_those_of_single_fields() {
    let n = net();
    assert_eq!(output(&n, X).to_bits(), flat_output(&flat(&n), X).to_bits());
    let (y, d) = output::gradient(&n, X);
    let (z, e) = flat_output::gradient(&flat(&n), X);
    assert_eq!((y.to_bits(), flat(&d.n), d.x), (z.to_bits(), e.n, e.x));
    assert!(e.n.inner0.w[1][1] != 0.0 && d.n.scales == [(0.0, 0); 2]);
    let (y, d) = by_positions::gradient(&n, X);
    let (z, e) = flat_by_positions::gradient(&flat(&n), X);
    assert_eq!((y.to_bits(), flat(&d.n), d.x), (z.to_bits(), e.n, e.x));
    let v = output::Tangent {
        n: Net::init(9),
        x: [0.5, 0.25],
    };
    let w = flat_output::Tangent {
        n: flat(&v.n),
        x: v.x,
    };
    assert_eq!(
        output::tangent(&n, X, &v),
        flat_output::tangent(&flat(&n), X, &w)
    );
    let h = output::hessian_product(&n, X, &v);
    let k = flat_output::hessian_product(&flat(&n), X, &w);
    assert_eq!((flat(&h.n), h.x), (k.n, k.x));
}

#[test]
fn states_are_changed_in_place() {
    let (mut n, mut f) = (net(), flat(&net()));
    for _ in 0..5 {
        assert_eq!(
            step(&mut n, X, 0.01).to_bits(),
            flat_step(&mut f, X, 0.01).to_bits()
        );
        assert_eq!(flat(&n), f);
    }
    assert_eq!(n.scales[1].1, 6);
}

#[test]
fn arrays_are_arguments_and_results() {
    let [a, b, c] = layers();
    let (changed, k) = exchanged(&[a, b], 2.0);
    let twice = Layer {
        w: b.w.map(|row| row.map(|w| 2.0 * w)),
        b: b.b.map(|b| 2.0 * b),
    };
    assert_eq!(changed, [twice, Layer { b: a.w[1], ..a }]);
    let all = a.w.as_flattened().iter().chain(&a.b);
    assert!((k - 2.0 * all.map(|w| w * w).sum::<f64>().sqrt()).abs() < 1e-15);
    let mut all = [a, b, c];
    turned(&mut all, 3.0);
    let (mut second, mut last) = (c, a);
    second.w[0] = second.w[0].map(|w| w * 3.0);
    last.b[1] = 3.0;
    assert_eq!(all, [b, second, last]);
    let (c, d) = pairs::gradient([(2.0, [1.0, 2.0]), (3.0, [0.5, 0.0])]);
    assert_eq!(
        (c, d.edges),
        (13.75, [(5.0, [4.0, 8.0]), (1.25, [3.0, 0.0])])
    );
}

#[test]
fn elements_are_changed_by_calls_and_in_branches() {
    for k in [0.5, -0.5] {
        let mut expected = layers();
        match k > 0.0 {
            true => expected[1].w[0][1] = k,
            false => expected[2].b = expected[2].b.map(|b| b + k),
        }
        for layer in &mut expected {
            layer.b = layer.b.map(|b| b + 1.0);
        }
        assert_eq!(raised(layers(), k), expected);
    }
}

#[test]
fn derivatives_by_arrays_of_structs_are_in_the_language() {
    let layers = layers();
    let (_, d) = chain::adjoint(layers, X, [1.0, 1.0]);
    let (all, second) = slopes(layers, X);
    assert_eq!(all, d.layers);
    assert_eq!(second, d.layers[1]);
}

#[test]
fn arrays_of_structs_hold_arrays_of_structs() {
    let mut d = Deep {
        groups: [Held { layers: layers() }; 2],
        k: 0.5,
    };
    d.groups[1].layers[2].b = [1.5, -0.75];
    let (y, by) = deep::gradient(&d, X);
    let mut z = X;
    for group in d.groups {
        for l in group.layers {
            z = [0, 1].map(|i| (l.w[i][0] * z[0] + l.w[i][1] * z[1] + l.b[i]).sin() + d.k * z[i]);
        }
    }
    let mut squares = 0.0;
    tree::walk(&d, &mut |_, array| {
        if let tree::Numbers::F64(numbers) = array.numbers {
            squares += numbers.iter().map(|x| x * x).sum::<f64>();
        }
    });
    let expected = z[0] * 1.5 - z[1] * 0.75 + squares.sqrt() + squares;
    assert!((y - expected).abs() < 1e-13, "{y} {expected}");
    let h = 1e-6;
    let moved = |h: f64| {
        let mut moved = d;
        moved.groups[0].layers[1].w[1][0] += h;
        deep(&moved, X)
    };
    let difference = (moved(h) - moved(-h)) / (2.0 * h);
    assert!((by.d.groups[0].layers[1].w[1][0] - difference).abs() < 1e-7);
}

#[test]
fn batches_share_them() {
    let n = net();
    let columns: [Vec<f64>; 3] =
        [3, 5, 7].map(|k| (0..37).map(|i| f64::from(i * k % 11) * 0.1).collect());
    let [a, b, y] = &columns;
    let (c, d) = misfit::batch::sum_gradient(&n, [a, b], y);
    let (e, f) = flat_misfit::batch::sum_gradient(&flat(&n), [a, b], y);
    assert_eq!((c.to_bits(), flat(&d.n)), (e.to_bits(), f.n));
}

#[test]
fn matrices_and_flat_functions_have_the_elements_in_order() {
    let n = net();
    assert_eq!(output::hessian(&n, X), flat_output::hessian(&flat(&n), X));
}

#[test]
fn arrays_of_arrays_of_structs_are_nested_as_arrays_are() {
    let [a, b, c] = layers();
    let d = Layer::init(4);
    let mut g = [[a, b], [c, d]];
    let (y, same) = grid(&mut g, X);
    let apply =
        |l: &Layer<2, 2>, x: [f64; 2]| [0, 1].map(|i| l.w[i][0] * x[0] + l.w[i][1] * x[1] + l.b[i]);
    let z = [a, b, c, d]
        .iter()
        .fold(X, |x, l| apply(l, x).map(f64::sin));
    let more = apply(&c, X);
    assert!((0..2).all(|i| (y[i] - z[i] - more[i]).abs() < 1e-15));
    let changed = Layer {
        b: [b.b[0], y[0]],
        ..b
    };
    assert_eq!(g, [[a, changed], [c, d]]);
    assert_eq!(same, [[d; 2], [changed, c]]);
}

#[test]
fn files_have_an_array_for_each_element() {
    let n = net();
    let mut names = Vec::new();
    tree::walk(&n, &mut |path, _| names.push(path.to_string()));
    assert_eq!(
        names[2..6],
        ["inner.0.w", "inner.0.b", "inner.1.w", "inner.1.b"]
    );
    let bytes = tree::to_safetensors(&[("net", &n)]).unwrap();
    let mut read = Net::<3, 2>::zeros();
    tree::from_safetensors(&bytes, &mut [("net", &mut read)]).unwrap();
    assert_eq!(read, n);
    let mut other = Net::<3, 3>::zeros();
    let error = tree::from_safetensors(&bytes, &mut [("net", &mut other)])
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "`net.inner.2.w` is not in the file; `net.inner.2.b` is not in the file"
    );
    let _ = n.save("/nonexistent/net").unwrap_err();
}

#[test]
fn graphs_name_the_elements() {
    let graph = output::graph();
    let names: Vec<&str> = graph
        .inputs()
        .iter()
        .map(|input| input.name.as_str())
        .collect();
    assert_eq!(
        names[2..6],
        [
            "n.inner[0].w",
            "n.inner[0].b",
            "n.inner[1].w",
            "n.inner[1].b"
        ]
    );
}
