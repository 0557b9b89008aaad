//! Composites, by their own rules and by their bodies.

use graph_ir::composite::Composite;

use super::check::{check, close, gradient_of, graph};
use super::evaluate;

#[test]
fn every_composite_over_every_axis() {
    for composite in Composite::ALL {
        for axes in [&[0][..], &[1], &[0, 1]] {
            let g = graph(&[&[3, 4]], |b, x| {
                let y = b.composite(composite, &[x[0]], axes).unwrap();
                vec![y * y + y]
            });
            let x: Vec<f64> = (0..12).map(|i| (f64::from(i) * 1.7).sin()).collect();
            check(&format!("{} over {axes:?}", composite.name()), &g, &x);
        }
    }
}

#[test]
fn far_out_values_and_slopes_stay_finite() {
    let value_and_gradient = |composite: Composite, x: &[f64]| {
        let g = graph(&[&[x.len()]], |b, w| {
            let y = b.composite(composite, &[w[0]], &[0]).unwrap();
            let first = if composite.drops_axes() {
                y
            } else {
                b.index(y, 0, 0).unwrap()
            };
            vec![first]
        });
        evaluate(&gradient_of(&g), x)
    };
    let expect = |composite, x: &[f64], expected: &[f64]| {
        let found = value_and_gradient(composite, x);
        for (i, (&f, &e)) in found.iter().zip(expected).enumerate() {
            close(
                composite.name(),
                &format!("output {i} at {x:?}"),
                f,
                e,
                1e-15,
            );
        }
    };
    let ln2 = std::f64::consts::LN_2;
    expect(
        Composite::LogSumExp,
        &[1000.0, 1000.0],
        &[1000.0 + ln2, 0.5, 0.5],
    );
    expect(
        Composite::LogSumExp,
        &[-1000.0, -1000.0],
        &[-1000.0 + ln2, 0.5, 0.5],
    );
    expect(Composite::Softmax, &[1000.0, 0.0], &[1.0, 0.0, 0.0]);
    expect(Composite::Softmax, &[-1000.0, 1000.0], &[0.0, 0.0, 0.0]);
    expect(
        Composite::LogSoftmax,
        &[-1000.0, 1000.0],
        &[-2000.0, 1.0, -1.0],
    );
    expect(Composite::Norm, &[0.0, 0.0, 0.0], &[0.0, 0.0, 0.0, 0.0]);
    expect(Composite::Norm, &[3.0, 4.0], &[5.0, 0.6, 0.8]);
}
