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
