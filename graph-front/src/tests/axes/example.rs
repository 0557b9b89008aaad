//! The dot product of an operational graph: weights with axes C, W, H and Y, images with axes C, W, H
//! and N, a bias over Y, `tanh`, the squared error, and its derivative by the weights.

use super::{errors, numbers, values};

const AXES: &str = "
    const C: Axis = 3; const W: Axis = 4; const H: Axis = 4; const Y: Axis = 2; const N: Axis = 5;
";

const COST: &str = "
    fn cost(w: [[[[f64; Y]; H]; W]; C], x: [[[[f64; N]; H]; W]; C], b: [f64; Y], y0: [[f64; N]; Y]) -> f64 {
        let y = tanh(contract(w, x) + b);
        sum((y - y0).powi(2))
    }
";

const DERIVATIVE: &str = "
    fn slope(w: [[[[f64; Y]; H]; W]; C], x: [[[[f64; N]; H]; W]; C], b: [f64; Y], y0: [[f64; N]; Y])
        -> (f64, [[[[f64; Y]; H]; W]; C])
    {
        let c = cost(w, x, b, y0);
        (c, deriv(c, w))
    }
";

#[test]
fn its_value_and_derivative_are_those_of_loops() {
    let (c, w, h, y, n) = (3, 4, 4, 2, 5);
    let weights = numbers(c * w * h * y, 0.1);
    let images = numbers(c * w * h * n, 0.2);
    let (bias, wanted) = (numbers(y, 0.3), numbers(y * n, 0.4));
    let text = [AXES, COST, DERIVATIVE].concat();
    let found = values(&text, &[&weights, &images, &bias, &wanted]);

    let pixels = c * w * h;
    let (mut cost, mut slope) = (0.0, vec![0.0; weights.len()]);
    for class in 0..y {
        for image in 0..n {
            let products = (0..pixels).map(|p| weights[p * y + class] * images[p * n + image]);
            let value = (products.sum::<f64>() + bias[class]).tanh();
            let error = value - wanted[class * n + image];
            cost += error * error;
            for p in 0..pixels {
                slope[p * y + class] += 2.0 * error * (1.0 - value * value) * images[p * n + image];
            }
        }
    }
    assert!(
        (found[0][0] - cost).abs() < 1e-12 * cost,
        "{} {cost}",
        found[0][0]
    );
    for (found, wanted) in found[1].iter().zip(&slope) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
}

#[test]
fn an_exchange_of_height_and_width_is_refused() {
    let exchanged = DERIVATIVE.replace("; H]; W]", "; W]; H]");
    let found = errors(&[AXES, COST, &exchanged].concat());
    // The arguments of the call.
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(
        found[0],
        "the argument `w` of `cost` is [[[[f64; Y]; H]; W]; C], found [[[[f64; Y]; W]; H]; C]\n\
         = note: `w` is [[[[f64; Y]; W]; H]; C]: an argument of `slope`\n\
         = note: `H` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = help: exchange its dimensions: `transpose(w, [C, W, H, Y])`"
    );
    // The result.
    let exchanged = DERIVATIVE.replace(
        "-> (f64, [[[[f64; Y]; H]; W]; C])",
        "-> [[[[f64; Y]; W]; H]; C]",
    );
    let exchanged = exchanged.replace("(c, deriv(c, w))", "deriv(c, w)");
    let found = errors(&[AXES, COST, &exchanged].concat());
    assert_eq!(
        found,
        [
            "`slope` yields [[[[f64; Y]; H]; W]; C], and the signature promises [[[[f64; Y]; W]; H]; C]\n\
          = note: `W` is an axis of 4: a `const` of the block\n\
          = note: `H` is an axis of 4: a `const` of the block\n\
          = help: exchange its dimensions: `transpose(deriv(c, w), [C, H, W, Y])`"
        ]
    );
}
