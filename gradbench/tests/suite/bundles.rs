//! `ba`: cameras, points, and where they were seen.

use serde_json::{Value, json};

use crate::session::{close, error, is_slope, number, output};

fn input(rotation: [f64; 3], (n, m, p): (u32, u32, u32)) -> Value {
    let [a, b, c] = rotation;
    json!({
        "n": n, "m": m, "p": p, "w": 0.8, "x": [0.4, 0.3, 2.5], "feat": [0.25, -0.4],
        "cam": [a, b, c, 0.05, 0.1, -0.2, 1.3, 0.02, -0.01, 0.1, -0.05],
    })
}

/// A vector turned by a rotation vector: the exponential of its cross product, as a series.
fn turned(rotation: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let (mut term, mut sum) = (x, x);
    for k in 1..40 {
        let [a, b, c] = rotation;
        let [x, y, z] = term;
        term = [b * z - c * y, c * x - a * z, a * y - b * x].map(|x| x / f64::from(k));
        sum = std::array::from_fn(|i| sum[i] + term[i]);
    }
    sum
}

#[test]
fn distances_and_their_slopes() {
    for rotation in [[0.0; 3], [0.1, -0.2, 0.3], [-1.5, 0.7, 0.9]] {
        let input = input(rotation, (3, 2, 700));
        let x = turned(rotation, [0.4 - 0.05, 0.3 - 0.1, 2.5 + 0.2]);
        let image = [x[0] / x[2], x[1] / x[2]];
        let square = image[0] * image[0] + image[1] * image[1];
        let bent = 1.0 + 0.1 * square - 0.05 * square * square;
        let errors = output("ba", "objective", &input);
        let expected = [
            1.3 * bent * image[0] + 0.02 - 0.25,
            1.3 * bent * image[1] - 0.01 + 0.4,
        ];
        for (i, expected) in expected.iter().enumerate() {
            let found = number(&errors, &format!("/reproj_error/elements/{i}"));
            close(found, 0.8 * expected);
        }
        close(number(&errors, "/w_err/element"), 1.0 - 0.64);
        assert_eq!(errors["reproj_error"]["repeated"], 700);
        assert_eq!(errors["w_err"]["repeated"], 700);
        let matrix = output("ba", "jacobian", &input);
        for (row, result) in ["/reproj_error/elements/0", "/reproj_error/elements/1"]
            .iter()
            .enumerate()
        {
            for column in 0..15 {
                let place = match column {
                    0..11 => format!("/cam/{column}"),
                    11..14 => format!("/x/{}", column - 11),
                    _ => "/w".into(),
                };
                // At no rotation, the program's two sides of the condition are equal to first order.
                let found = number(&matrix, &format!("/vals/{}", 15 * row + column));
                is_slope(("ba", "objective"), &input, &place, result, found);
            }
        }
        close(number(&matrix, "/vals/30"), -1.6);
    }
}

#[test]
fn entries_stand_where_the_suite_expects_them() {
    let matrix = output("ba", "jacobian", &input([0.1, 0.2, 0.3], (3, 2, 700)));
    let rows: Vec<u64> = (0..30).map(|i| 15 * i).chain([15 * 1400 + 700]).collect();
    assert_eq!(matrix["rows"], json!(rows));
    let row: Vec<u64> = (0..11).chain([33, 34, 35]).chain([39]).collect();
    let columns: Vec<u64> = row.iter().chain(&row).copied().chain([39 + 699]).collect();
    assert_eq!(matrix["cols"], json!(columns));
}

#[test]
fn scenes_that_do_not_fit_are_refused() {
    let text = error("ba", "objective", &input([0.0; 3], (0, 1, 1)));
    assert_eq!(text, "`n` is 0, which is not in 1..=33554432");
    let text = error("ba", "jacobian", &input([0.0; 3], (1, 1, u32::MAX)));
    assert_eq!(text, "`p` is 4294967295, which is not in 1..=33554432");
    let mut short = input([0.0; 3], (1, 1, 1));
    output("ba", "jacobian", &short);
    short["cam"] = json!([1.0, 2.0]);
    assert!(
        error("ba", "objective", &short).starts_with("the input cannot be read: invalid length 2")
    );
}
