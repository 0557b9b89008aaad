//! Batches with a struct that is the same for all points.

use adgraph::graph;

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Plane { pub normal: [f64; 2], pub offset: f64 }

    #[derivatives(batch)]
    pub fn distance(#[shared] p: &Plane, x: [f64; 2], y: f64) -> f64 {
        (dot(p.normal, sin(x)) + p.offset * p.offset - y).powi(2)
    }
}

#[test]
fn sums_over_points_have_the_struct() {
    let p = Plane {
        normal: [0.5, -1.5],
        offset: 0.75,
    };
    let columns: Vec<Vec<f64>> = (0..3)
        .map(|c| (0..21).map(|i| f64::from(i * 7 % 11 + c) * 0.1).collect())
        .collect();
    let (total, shared) =
        distance::batch::sum_gradient(&p, [&columns[0], &columns[1]], &columns[2]);
    let (mut value, mut normal, mut offset) = (0.0, [0.0; 2], 0.0);
    let points = columns[0].iter().zip(&columns[1]).zip(&columns[2]);
    for ((&first, &second), &y) in points {
        let (c, d) = distance::gradient(&p, [first, second], y);
        value += c;
        normal = [normal[0] + d.p.normal[0], normal[1] + d.p.normal[1]];
        offset += d.p.offset;
    }
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    assert!(close(total, value), "{total} {value}");
    assert!(close(shared.p.offset, offset), "{shared:?} {offset}");
    assert!(close(shared.p.normal[0], normal[0]) && close(shared.p.normal[1], normal[1]));
}

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Found { pub a: f64, pub b: [f64; 2] }

    /// The results of a batch are side by side, whatever form they have.
    #[derivatives(batch)]
    pub fn found(x: f64, #[shared] p: &Plane2) -> Found { Found { a: x * p.k, b: [x, sin(p.k)] } }

    #[derivatives(batch(rows))]
    pub fn found_in_rows(x: f64, #[shared] p: &Plane2) -> Found {
        Found { a: x * p.k, b: [x, sin(p.k)] }
    }

    #[derivatives(batch)]
    pub fn nested(x: f64, y: f64) -> ((f64, [f64; 2]), f64) { ((x, [y, x * y]), x + y) }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Plane2 { pub k: f64 }

    /// The new state of each point is a result.
    #[derivatives(batch)]
    pub fn moved(#[shared] p: &mut Plane2, x: f64) -> f64 { p.k += x; p.k * x }
}

#[test]
fn results_of_several_values_are_side_by_side() {
    let x: Vec<f64> = (0..19).map(|i| f64::from(i) * 0.25 - 2.0).collect();
    let y: Vec<f64> = x.iter().map(|x| 1.0 - x).collect();
    let p = Plane2 { k: 0.75 };
    let [mut a, mut b, mut c, mut d] = [(); 4].map(|()| vec![0.0; 19]);
    found::batch::value(&x, &p, (&mut a, [&mut b, &mut c]));
    let mut rows = vec![[0.0; 2]; 19];
    found_in_rows::batch::value(&x, &p, (&mut d, &mut rows));
    for i in 0..19 {
        let one = found(x[i], &p);
        assert_eq!((a[i], [b[i], c[i]]), (one.a, one.b));
        assert_eq!((d[i], rows[i]), (one.a, one.b));
    }
    nested::batch::value(&x, &y, (&mut a, [&mut b, &mut c], &mut d));
    for i in 0..19 {
        assert_eq!(((a[i], [b[i], c[i]]), d[i]), nested(x[i], y[i]));
    }
    let weights = (&y[..], [&x[..], &x[..]], &y[..]);
    let by = nested::batch::Adjoint {
        x: &mut a,
        y: &mut b,
    };
    let [mut u, mut v, mut w] = [(); 3].map(|()| vec![0.0; 19]);
    nested::batch::adjoint(&x, &y, weights, (&mut u, [&mut v, &mut w], &mut c), by);
    for i in 0..19 {
        let (_, one) = nested::adjoint(x[i], y[i], ((y[i], [x[i], x[i]]), y[i]));
        assert_eq!((a[i], b[i]), (one.x, one.y));
    }
    moved::batch::value(&p, &x, (&mut c, &mut d));
    for i in 0..19 {
        let mut own = p;
        assert_eq!(c[i], moved(&mut own, x[i]));
        assert_eq!(d[i], own.k);
    }
}

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Same { pub a: f64 }

    pub fn assigned_to_itself(s: Same) -> Same {
        let mut b = s;
        b = b;
        b
    }
}

#[test]
fn a_struct_that_is_assigned_to_itself_stays() {
    assert_eq!(assigned_to_itself(Same { a: 2.0 }), Same { a: 2.0 });
}

/// A type of the name of a length: in the block it is the length.
#[allow(dead_code, reason = "its name is what counts")]
struct D;

graph! {
    /// Neither is `Copy`.
    pub(crate) struct Layer<const D: usize> { pub w: [f64; D] }
    pub(crate) struct Net<const D: usize> { pub first: Layer<D>, pub others: [Layer<D>; 2] }

    #[derivatives(batch)]
    pub fn by_value(x: f64, #[shared] net: Net<3>, #[shared] pair: (Layer<2>, f64)) -> f64 {
        x * sum(net.first.w * net.others[1].w) + pair.0.w[1] * pair.1 * x * x
    }

    #[derivatives(batch(rows))]
    pub fn in_rows(x: f64, #[shared] layers: [Layer<2>; 2]) -> f64 {
        x * dot(layers[0].w, layers[1].w)
    }

    #[check]
    pub fn checked(x: f64, #[dynamic] layer: Layer<2>, #[dynamic] by: [Layer<2>; 2]) -> f64 {
        sin(x) * sum(layer.w * by[1].w)
    }

    #[check(N = 3)]
    pub fn of_any<const N: usize>(x: &[f64; N], #[dynamic] layer: Layer<2>) -> f64 {
        sum(sin(x)) * layer.w[1]
    }
}

fn net() -> Net<3> {
    let layer = |a: f64| Layer {
        w: [a, 2.0 * a, -a],
    };
    Net {
        first: layer(0.5),
        others: [layer(7.0), layer(0.25)],
    }
}

#[test]
fn shared_structs_need_not_be_copied() {
    let pair = || (Layer { w: [9.0, 0.5] }, 4.0);
    let x = [1.0, -0.5, 2.0];
    // 0.5 * 0.25 * (1 + 4 + 1) = 0.75, and 0.5 * 4 = 2.
    let expected: f64 = x.iter().map(|x| 0.75 * x + 2.0 * x * x).sum();
    assert_eq!(by_value::batch::sum_value(&x, net(), pair()), expected);
    let (value, d) = by_value::batch::sum_gradient(&x, net(), pair());
    assert_eq!(value, expected);
    assert_eq!(d.net.first.w, [0.625, 1.25, -0.625]);
    assert_eq!(d.net.others[0].w, [0.0; 3]);
    assert_eq!((d.pair.0.w, d.pair.1), ([0.0, 21.0], 2.625));
    let layers = || [Layer { w: [2.0, 3.0] }, Layer { w: [5.0, 7.0] }];
    let (value, d) = in_rows::batch::sum_gradient(&x, layers());
    assert_eq!((value, d.layers[0].w), (77.5, [12.5, 17.5]));
    checked::check().assert();
    of_any::check().assert();
}
