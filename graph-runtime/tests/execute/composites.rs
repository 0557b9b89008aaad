//! Composites, against their formulas.

use graph_ir::Element;
use graph_ir::composite::Composite;
use graph_runtime::execute::Values;

use crate::numbers::numbers;
use crate::support::{assert_bits, f64s, graph, result, ty};

#[test]
fn composites_are_their_formulas_without_overflow() {
    let rows = [[1.0, 2.0, 0.5], [1000.0, 1000.0, -1000.0], [0.0, 0.0, 0.0]];
    let composite = |composite: Composite, values: &[f64]| {
        let graph = graph(&[f64s(&[3, 3])], |b, x| {
            Ok(vec![b.composite(composite, &[x[0]], &[1])?])
        });
        result::<f64>(&graph, &[values])
    };
    let close = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(expected) {
            assert!(
                (f - e).abs() <= 1e-14 * e.abs().max(1.0),
                "{found:?}, not {expected:?}"
            );
        }
    };
    let values = rows.as_flattened();
    let sum = 1_f64.exp() + 2_f64.exp() + 0.5_f64.exp();
    let third = 1.0 / 3.0;
    let first = [1.0, 2.0, 0.5].map(|x: f64| x.exp() / sum);
    let softmax = [first, [0.5, 0.5, 0.0], [third; 3]];
    close(
        &composite(Composite::Softmax, values),
        softmax.as_flattened(),
    );
    let logarithm = [
        [1.0, 2.0, 0.5].map(|x: f64| x - sum.ln()),
        [-(2_f64.ln()), -(2_f64.ln()), -2000.0 - 2_f64.ln()],
        [third.ln(); 3],
    ];
    close(
        &composite(Composite::LogSoftmax, values),
        logarithm.as_flattened(),
    );
    let log_sum_exp = [sum.ln(), 1000.0 + 2_f64.ln(), 3_f64.ln()];
    close(&composite(Composite::LogSumExp, values), &log_sum_exp);
    close(
        &composite(Composite::Mean, values),
        &[3.5 / 3.0, 1000.0 / 3.0, 0.0],
    );
    let variance = |row: [f64; 3]| {
        let mean = (row[0] + row[1] + row[2]) / 3.0;
        row.map(|x| (x - mean) * (x - mean)).iter().sum::<f64>() / 3.0
    };
    let variances = rows.map(variance);
    for (f, e) in composite(Composite::Variance, values).iter().zip(variances) {
        assert!((f - e).abs() <= 1e-14 * e, "{f}, not {e}");
    }
    let norm = [(1.0_f64 + 4.0 + 0.25).sqrt(), 3e6_f64.sqrt(), 0.0];
    close(&composite(Composite::Norm, values), &norm);
}

#[test]
fn a_composite_has_the_bits_of_its_expansion() {
    for composite in Composite::ALL {
        for element in [Element::F64, Element::F32] {
            let graph = graph(&[ty(element, &[2, 20])], |b, x| {
                Ok(vec![b.composite(composite, &[x[0]], &[1])?])
            });
            let expanded = graph_ir::passes::expand(&graph).unwrap();
            let values = numbers(40, 9);
            let singles: Vec<f32> = values.iter().map(|&x| x as f32).collect();
            let what = composite.name();
            if element == Element::F64 {
                let inputs = [Values::F64(&values)];
                let expected: Vec<f64> = result(&expanded, &inputs);
                assert_bits(&result(&graph, &inputs), &expected, what);
            } else {
                let inputs = [Values::F32(&singles)];
                let expected: Vec<f32> = result(&expanded, &inputs);
                assert_bits(&result(&graph, &inputs), &expected, what);
            }
        }
    }
}
