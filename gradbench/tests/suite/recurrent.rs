//! `lstm`: a network that predicts a text.

use serde_json::json;

use crate::session::{close, error, is_slope, number, numbers, output, rows};

#[test]
fn predictions_lose_what_a_plain_loop_computes() {
    let mut draw = numbers(7);
    for (l, c, b) in [(1, 2, 1), (2, 5, 3), (3, 4, 8), (2, 6, 14), (1, 3, 21)] {
        let main = rows(&mut draw, 2 * l, 4 * b);
        let extra = rows(&mut draw, 3, b);
        let state = rows(&mut draw, 2 * l, b);
        let text: Vec<Vec<f64>> = (0..c)
            .map(|i| (0..b).map(|j| f64::from((i * 7 + j * 3) % 5 < 2)).collect())
            .collect();
        let input = json!({
            "main_params": main, "extra_params": extra, "state": state, "sequence": text,
        });
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let mut now = state.clone();
        let mut total = 0.0;
        for t in 0..c - 1 {
            let mut signal: Vec<f64> = (0..b).map(|i| text[t][i] * extra[0][i]).collect();
            for layer in 0..l {
                let (w, bias) = (&main[2 * layer], &main[2 * layer + 1]);
                for i in 0..b {
                    let hidden = now[2 * layer][i];
                    let gate = |x: f64, g: usize| x * w[g * b + i] + bias[g * b + i];
                    let forget = logistic(gate(signal[i], 0));
                    let enter = logistic(gate(hidden, 1));
                    let leave = logistic(gate(signal[i], 2));
                    let change = gate(hidden, 3).tanh();
                    now[2 * layer + 1][i] = now[2 * layer + 1][i] * forget + enter * change;
                    signal[i] = leave * now[2 * layer + 1][i].tanh();
                    now[2 * layer][i] = signal[i];
                }
            }
            let guess: Vec<f64> = (0..b)
                .map(|i| signal[i] * extra[1][i] + extra[2][i])
                .collect();
            let norm = (guess.iter().map(|g| g.exp()).sum::<f64>() + 2.0).ln();
            total += (0..b)
                .map(|i| text[t + 1][i] * (guess[i] - norm))
                .sum::<f64>();
        }
        let expected = -total / (b * (c - 1)) as f64;
        close(number(&output("lstm", "objective", &input), ""), expected);
        let slopes = output("lstm", "jacobian", &input);
        let count = 8 * l * b + 3 * b;
        assert_eq!(slopes.as_array().expect("numbers").len(), count);
        for at in [0, b, 5 * b - 1, 8 * l * b - 1] {
            let place = format!("/main_params/{}/{}", at / (4 * b), at % (4 * b));
            let found = number(&slopes, &format!("/{at}"));
            is_slope(("lstm", "objective"), &input, &place, "", found);
        }
        for at in [0, b, 3 * b - 1] {
            let place = format!("/extra_params/{}/{}", at / b, at % b);
            let found = number(&slopes, &format!("/{}", 8 * l * b + at));
            is_slope(("lstm", "objective"), &input, &place, "", found);
        }
    }
}

#[test]
fn networks_that_do_not_fit_are_refused() {
    let good = json!({
        "main_params": [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]],
        "extra_params": [[1.0], [1.0], [1.0]], "state": [[0.0], [0.0]], "sequence": [[1.0], [0.0]],
    });
    output("lstm", "jacobian", &good);
    let with = |field: &str, value: serde_json::Value| {
        let mut bad = good.clone();
        bad[field] = value;
        error("lstm", "jacobian", &bad)
    };
    assert!(with("sequence", json!([[1.0]])).starts_with("`the number of characters` is 1"));
    assert_eq!(
        with("main_params", json!([[1.0]])),
        "`the number of layers` is 0, which is not in 1..=9223372036854775807"
    );
    assert_eq!(
        with("state", json!([[0.0]])),
        "`state` has 1 rows instead of 2"
    );
    assert_eq!(
        with("extra_params", json!([])),
        "`the number of bits` is 0, which is not in 1..=24"
    );
    assert_eq!(
        with("sequence", json!([[1.0], [0.0, 1.0]])),
        "`sequence` has 2 numbers in a row instead of 1"
    );
}
